"""Tenants, their scopes, and the keys that open them."""

from datetime import datetime
from uuid import UUID

from adapters.postgres.tables.columns import TenantRow, binary, key, moment, small, string, texts


class Tenant(TenantRow, table=True):
    """A tenant and the secret under which its contents are hashed."""

    name: str = string()
    secret: bytes = binary()
    timezone: str = string()
    created_at: datetime = moment()


class Workspace(TenantRow, table=True):
    """A workspace; the empty name is the one that requests without a workspace mean."""

    workspace: str = string(primary_key=True)
    created_at: datetime = moment()


class Project(TenantRow, table=True):
    """A project of a workspace."""

    workspace: str = string(primary_key=True)
    project: str = string(primary_key=True)
    created_at: datetime = moment()


class ApiKey(TenantRow, table=True):
    """A key: only the hash of its secret is known here."""

    key_id: UUID = key()
    secret_hash: bytes = binary()
    permissions: list[str] = texts()
    source_kinds: list[str] = texts()
    user_id: str | None = string()
    projects: list[str] | None = texts()
    max_sensitivity: int = small()
    development: bool
    created_at: datetime = moment()
    expires_at: datetime | None = moment()
    withdrawn_at: datetime | None = moment()
