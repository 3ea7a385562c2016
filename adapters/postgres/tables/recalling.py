"""The recall log: what was shown and what answers relied on. Never the query."""

from datetime import datetime
from uuid import UUID

from adapters.postgres.tables.columns import TenantRow, key, moment, small, string


class RecallLog(TenantRow, table=True):
    """One recall; a simulated one strengthens nothing."""

    recall_id: UUID = key()
    workspace: str = string()
    project: str = string()
    user_id: str = string()
    session_id: str = string()
    at: datetime = moment()
    simulated: bool


class RecallItem(TenantRow, table=True):
    """One memory that a recall showed."""

    recall_id: UUID = key()
    memory_id: UUID = key()
    place: int = small()


class RecallFeedback(TenantRow, table=True):
    """Whether a user, in a session, found a memory useful."""

    memory_id: UUID = key()
    user_id: str = string(primary_key=True)
    session_id: str = string(primary_key=True)
    recall_id: UUID
    useful: bool
    at: datetime = moment()


class RecallUse(TenantRow, table=True):
    """An answer relied on a memory, or a person restored it."""

    memory_id: UUID = key()
    recall_id: UUID = key()
    via: str = string()
    at: datetime = moment()
