"""What people decided about memory, with author and reason."""

from datetime import datetime
from uuid import UUID

from adapters.postgres.tables.columns import TenantRow, key, moment, string, uuids


class PersonEvent(TenantRow, table=True):
    """A correction, a resolved conflict, an edit, a pin. Immutable but for `undone_at`.

    The slot is that which has to be settled with it; `assertion_ids` are bound by it, `made` is the assertion that it is.
    """

    event_id: UUID = key()
    kind: str = string()
    memory_ids: list[UUID] = uuids()
    slot_id: UUID | None
    scope_key: UUID | None
    purpose: str | None = string()
    subject_id: UUID | None
    predicate: str | None = string()
    assertion_ids: list[UUID] = uuids()
    made: UUID | None
    chunk_ids: list[UUID] = uuids()
    operation_id: UUID | None
    reason: str = string()
    author_key: UUID | None
    author: str = string()
    at: datetime = moment()
    undone_at: datetime | None = moment()
