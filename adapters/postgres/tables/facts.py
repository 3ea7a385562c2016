"""Facts in two clocks, their evidence, and what people and time did to them."""

from datetime import datetime
from uuid import UUID

from sqlmodel import Field

from adapters.postgres.tables.columns import (
    EventColumns,
    ScopeColumns,
    TenantRow,
    key,
    moment,
    number,
    small,
    string,
    uuids,
)


class FactVersion(TenantRow, ScopeColumns, EventColumns, table=True):
    """One version of a memory; the newest has no `known_to`. Validity is half-open, null is open."""

    memory_id: UUID = key()
    version: int = Field(primary_key=True)
    slot_id: UUID
    subject_id: UUID
    predicate: str = string()
    subject: str = string()
    value: str = string()
    value_norm: str = string()
    object_id: UUID | None
    text: str = string()
    kind: str = string()
    cardinality: str = string()
    predicate_class: str = string()
    status: str = string()
    valid_from: datetime | None = moment()
    valid_to: datetime | None = moment()
    known_from: datetime = moment()
    known_to: datetime | None = moment()
    confidence: float = number()
    authority: int = small()
    importance: float = number()
    reason: str = string()
    superseded_by: UUID | None
    directive: bool
    consolidated: bool


class Evidence(TenantRow, table=True):
    """An assertion that a memory cites, from one version on up to another (half-open; null: still)."""

    memory_id: UUID = key()
    assertion_id: UUID = key()
    chunk_id: UUID
    from_version: int = Field(primary_key=True)
    to_version: int | None


class MemoryState(TenantRow, table=True):
    """What is no part of the timeline: cold, pinned, restored, retired since it lapsed."""

    memory_id: UUID = key()
    cold: bool
    cold_at: datetime | None = moment()
    pinned_at: datetime | None = moment()
    restored_at: datetime | None = moment()
    retired_at: datetime | None = moment()


class Revocation(TenantRow, table=True):
    """A memory put out of use; it binds the evidence recorded up to `at`, and the assertions cited then."""

    revocation_id: UUID = key()
    memory_id: UUID
    slot_id: UUID
    scope_key: UUID
    purpose: str = string()
    subject_id: UUID
    predicate: str = string()
    assertion_ids: list[UUID] = uuids()
    reason: str = string()
    at: datetime = moment()
    undone_at: datetime | None = moment()
