"""What was extracted: assertions, their mentions' links, entities, and relations between assertions."""

from datetime import datetime
from uuid import UUID

from sqlalchemy import BigInteger
from sqlmodel import Field

from adapters.postgres.tables.columns import (
    EventColumns,
    TenantRow,
    key,
    moment,
    number,
    small,
    string,
    texts,
    uuids,
)


class Assertion(TenantRow, EventColumns, table=True):
    """One statement of one chunk. Immutable but for `live`; `withdrawn_by` is the operation that ended it."""

    assertion_id: UUID = key()
    chunk_id: UUID
    source_id: UUID
    ordinal: int = small()
    subject_kind: str = string()
    subject_text: str = string()
    subject_type: str = string()
    object_kind: str | None = string()
    object_text: str | None = string()
    object_type: str | None = string()
    predicate: str = string()
    value: str = string()
    polarity: str = string()
    modality: str = string()
    kind: str = string()
    change: str = string()
    application: str = string()
    span_start: int
    span_end: int
    event_bound: str = string()
    confidence: float = number()
    authority: int = small()
    said_at: datetime = moment()
    recorded_at: datetime = moment()
    extractor: str = string()
    extractor_version: str = string()
    live: bool
    withdrawn_by: UUID | None
    topic: list[str] | None = texts()


class TopicPiece(TenantRow, table=True):
    """A hashed piece of a statement's topic, within its scope; `turns` when the statement turns from something."""

    __tablename__ = "topic_piece"  # pyright: ignore[reportAssignmentType] SQLModel's own way to name a table

    piece: int = Field(primary_key=True, sa_type=BigInteger)
    assertion_id: UUID = key()
    turns: bool
    said_at: datetime = moment()


class Entity(TenantRow, table=True):
    """A canonical person, organisation, place, …, of a workspace and project."""

    entity_id: UUID = key()
    workspace: str = string()
    project: str = string()
    name: str = string()
    type: str = string()
    created_at: datetime = moment()
    merged_into: UUID | None


class EntityAlias(TenantRow, table=True):
    """A name by which an entity was called; `normal_name` is the form in which names are compared."""

    entity_id: UUID = key()
    alias: str = string(primary_key=True)
    normal_name: str = string()
    created_at: datetime = moment()
    origin: UUID | None


class EntityChange(TenantRow, table=True):
    """A merge or a split of entities; links that it moved name it in their reason."""

    change_id: UUID = key()
    kind: str = string()
    entity_id: UUID
    other_ids: list[UUID] = uuids()
    reason: str = string()
    made_at: datetime = moment()
    undone_at: datetime | None = moment()


class MentionLink(TenantRow, table=True):
    """The decision which entity a mention means. Events: the newest has no `known_to`."""

    assertion_id: UUID = key()
    role: str = string(primary_key=True)
    version: int = Field(primary_key=True)
    entity_id: UUID | None
    slot_id: UUID | None
    reason: str = string()
    known_from: datetime = moment()
    known_to: datetime | None = moment()


class Relation(TenantRow, table=True):
    """A relation between two assertions, with the words that show it."""

    relation_id: UUID = key()
    kind: str = string()
    from_assertion: UUID
    to_assertion: UUID
    chunk_id: UUID
    span_start: int
    span_end: int
    confidence: float = number()
