"""Evidence: sources, chunks, their resolved times, and the operations that compile them."""

from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import ARRAY, LargeBinary
from sqlalchemy.dialects.postgresql import JSONB
from sqlmodel import Field

from adapters.postgres.tables.columns import (
    ScopeColumns,
    TenantRow,
    binary,
    computed,
    key,
    moment,
    number,
    small,
    string,
    texts,
    uuids,
)


class Source(TenantRow, ScopeColumns, table=True):
    """A conversation, document or record. `last_place` numbers its chunks that have no turn."""

    source_id: UUID = key()
    kind: str = string()
    external_id: str = string()
    title: str | None = string()
    version: str | None = string()
    last_place: int
    created_at: datetime = moment()
    updated_at: datetime = moment()


class Operation(TenantRow, ScopeColumns, table=True):
    """One accepted piece of work; `stages` is a list of {name, status, attempts, error}."""

    operation_id: UUID = key()
    kind: str = string()
    status: str = string()
    workflow_id: str = string()
    source_id: UUID | None
    chunk_ids: list[UUID] = uuids()
    stages: list[dict[str, Any]] = Field(sa_type=JSONB)
    accepted_at: datetime = moment()
    updated_at: datetime = moment()
    error: str | None = string()
    cancel_requested: bool
    attempt: int
    effective_now: datetime | None = moment()
    subject_id: UUID | None


class Chunk(TenantRow, ScopeColumns, table=True):
    """One raw message or part of a document.

    `place` orders the chunks of a source: the turn, or else a number counted up. `replaced_by` is the next version of
    an edited message. `speaker_key` is computed by the database.
    `fence` holds the HMACs under which an erasure refuses the event. `counted`: its tokens are in
    the document frequencies.
    """

    chunk_id: UUID = key()
    source_id: UUID
    operation_id: UUID
    position: int
    turn: int | None
    place: int
    message_id: str | None = string()
    role: str = string()
    speaker: str = string()
    speaker_key: str | None = computed("lower(speaker)")
    text: str = string()
    content_hmac: bytes = binary()
    fence: list[bytes] = Field(sa_type=ARRAY(LargeBinary))  # pyright: ignore[reportArgumentType] an instance is wanted
    said_at: datetime = moment()
    timezone: str = string()
    said_at_assumed: bool
    recorded_at: datetime = moment()
    run_id: str | None = string()
    step: str | None = string()
    tags: list[str] = texts()
    importance: float | None = number()
    retention_class: str = string()
    status: str = string()
    status_reason: str | None = string()
    version: int
    replaced_by: UUID | None
    times_resolved: bool
    counted: bool


class TimeSpan(TenantRow, table=True):
    """Time words of a chunk: a resolved interval, or a duration, recurrence or unresolved expression with its value."""

    chunk_id: UUID = key()
    ordinal: int = small(primary_key=True)
    kind: str = string()
    start_at: datetime | None = moment()
    end_at: datetime | None = moment()
    grain: str = string()
    certainty: float = number()
    rule: str = string()
    raw: str = string()
    span_start: int
    span_end: int
    base: datetime | None = moment()
    timezone: str = string()
    bound: str = string()
    value: str = string()


class Rejection(TenantRow, table=True):
    """Words of a chunk that were not accepted as a statement."""

    chunk_id: UUID = key()
    extractor: str = string(primary_key=True)
    ordinal: int = small(primary_key=True)
    reason: str = string()
    span_start: int
    span_end: int


class Idempotency(TenantRow, table=True):
    """The answer to a request with an idempotency key, by ids."""

    key_hash: bytes = binary(primary_key=True)
    fingerprint: str = string()
    operation_id: UUID
    source_id: UUID | None
    chunk_ids: list[UUID] = uuids()
    created_at: datetime = moment()
