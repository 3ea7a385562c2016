"""Erasure: tombstones that blind readers, fences against a return, and the progress of each erasure."""

from datetime import datetime
from uuid import UUID

from adapters.postgres.tables.columns import TenantRow, binary, key, moment, string, texts


class Tombstone(TenantRow, table=True):
    """An object that no reader may see any more, whatever is left of it."""

    object_kind: str = string()
    object_id: UUID = key()
    erasure_id: UUID
    at: datetime = moment()


class Fence(TenantRow, table=True):
    """The HMAC of an event that may not come back."""

    event_hmac: bytes = binary(primary_key=True)
    erasure_id: UUID
    at: datetime = moment()


class Erasure(TenantRow, table=True):
    """An erasure; what may be personal in it is emptied when it is done."""

    erasure_id: UUID = key()
    status: str = string()
    workflow_id: str = string()
    selector_kind: str = string()
    selector_values: list[str] = texts()
    workspace: str = string()
    project: str = string()
    user_id: str = string()
    reason: str = string()
    requested_at: datetime = moment()
    finished_at: datetime | None = moment()


class ErasureReceipt(TenantRow, table=True):
    """What one store held of the lineage and lost."""

    erasure_id: UUID = key()
    store: str = string(primary_key=True)
    status: str = string()
    found: int
    deleted: int
    verified_at: datetime | None = moment()


class ErasureObject(TenantRow, table=True):
    """One object of the lineage, kept until the erasure is done."""

    erasure_id: UUID = key()
    kind: str = string(primary_key=True)
    object_key: str = string(primary_key=True)
