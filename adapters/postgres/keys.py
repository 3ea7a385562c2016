"""`KeyStore` on Postgres."""

import hmac
import secrets
from collections.abc import Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from adapters.postgres.captures import create_scope
from adapters.postgres.pool import Database, Row, insert, rows
from memory.model.errors import Conflict, NotFound, Unauthenticated
from memory.model.ids import tenant_id_of
from memory.model.principal import Permission, Principal, SourceKind
from memory.model.scope import Sensitivity
from memory.ports.keys import KeyInfo, NewKey

SECRET_BYTES = 32


class PostgresKeyStore:
    """See `memory.ports.keys.KeyStore`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def authenticate(self, key_id: UUID, secret_hash: bytes, now: datetime) -> Principal:
        row = await self._look_up(key_id)
        # An unknown key is compared too, so that time does not tell it from a wrong secret.
        matches = hmac.compare_digest(row["secret_hash"] if row else bytes(len(secret_hash)), secret_hash)
        if row is None or not matches or not _in_force(row, now):
            raise Unauthenticated("The key is not valid.")
        return _principal(row)

    async def create(self, key: NewKey, now: datetime) -> None:
        tenant_id = tenant_id_of(key.tenant)
        known = await self._look_up(key.key_id)
        if known is not None and known["tenant_id"] != tenant_id:
            raise Conflict("This key belongs to another tenant.")
        tenant = {"tenant": tenant_id, "name": key.tenant, "secret": secrets.token_bytes(SECRET_BYTES), "now": now}
        async with self._database.writing(tenant_id) as connection:
            await connection.execute(_TENANT, tenant)
            await connection.execute(_FIRST_WORKSPACE, tenant)
            await connection.execute(_CREATE, _params(tenant_id, key, now))

    async def list_keys(self, tenant_id: UUID) -> Sequence[KeyInfo]:
        async with self._database.reading(tenant_id) as connection:
            return [_info(row) for row in await rows(connection, _LIST, {"tenant": tenant_id})]

    async def withdraw(self, tenant_id: UUID, key_id: UUID, now: datetime) -> None:
        async with self._database.writing(tenant_id) as connection:
            done = await connection.execute(_WITHDRAW, {"tenant": tenant_id, "key": key_id, "now": now})
            gone = await done.fetchall()
        if not gone:
            raise NotFound("There is no such key.")

    async def create_scope(self, tenant_id: UUID, workspace: str, project: str, now: datetime) -> None:
        await create_scope(self._database, tenant_id, workspace, project, now)

    async def _look_up(self, key_id: UUID) -> Row | None:
        async with self._database.across_tenants() as connection:
            found = await rows(connection, "SELECT * FROM memc_api_key(%(key)s)", {"key": key_id})
        return found[0] if found else None


_TENANT = """
INSERT INTO tenant (tenant_id, name, secret, created_at) VALUES (%(tenant)s, %(name)s, %(secret)s, %(now)s)
ON CONFLICT DO NOTHING"""
_FIRST_WORKSPACE = """
INSERT INTO workspace (tenant_id, workspace, created_at) VALUES (%(tenant)s, '', %(now)s) ON CONFLICT DO NOTHING"""
_CREATE = (
    insert(
        "api_key",
        [
            *("tenant_id", "key_id", "secret_hash", "permissions", "source_kinds", "user_id", "projects"),
            *("max_sensitivity", "development", "created_at", "expires_at"),
        ],
    )
    + """
ON CONFLICT (key_id) DO UPDATE SET secret_hash = EXCLUDED.secret_hash, permissions = EXCLUDED.permissions,
    source_kinds = EXCLUDED.source_kinds, user_id = EXCLUDED.user_id, projects = EXCLUDED.projects,
    max_sensitivity = EXCLUDED.max_sensitivity, development = EXCLUDED.development,
    expires_at = EXCLUDED.expires_at, withdrawn_at = NULL"""
)
_LIST = """
SELECT * FROM api_key WHERE tenant_id = %(tenant)s AND withdrawn_at IS NULL
  AND (expires_at IS NULL OR expires_at > now())
ORDER BY created_at, key_id"""
_WITHDRAW = """
UPDATE api_key SET withdrawn_at = %(now)s WHERE tenant_id = %(tenant)s AND key_id = %(key)s AND withdrawn_at IS NULL
RETURNING key_id"""


def _in_force(row: Row, now: datetime) -> bool:
    return row["withdrawn_at"] is None and (row["expires_at"] is None or row["expires_at"] > now)


def _projects(row: Row) -> frozenset[str] | None:
    return None if row["projects"] is None else frozenset(row["projects"])


def _principal(row: Row) -> Principal:
    return Principal(
        tenant_id=row["tenant_id"],
        tenant=row["tenant"],
        key_id=row["key_id"],
        permissions=frozenset(Permission(name) for name in row["permissions"]),
        source_kinds=frozenset(SourceKind(name) for name in row["source_kinds"]),
        user_id=row["user_id"],
        projects=_projects(row),
        max_sensitivity=Sensitivity(row["max_sensitivity"]),
        development=row["development"],
        timezone=row["timezone"],
    )


def _info(row: Row) -> KeyInfo:
    return KeyInfo(
        key_id=row["key_id"],
        permissions=frozenset(Permission(name) for name in row["permissions"]),
        source_kinds=frozenset(SourceKind(name) for name in row["source_kinds"]),
        user_id=row["user_id"],
        projects=_projects(row),
        created_at=row["created_at"],
        expires_at=row["expires_at"],
    )


def _params(tenant_id: UUID, key: NewKey, now: datetime) -> dict[str, Any]:
    return {
        "tenant_id": tenant_id,
        "key_id": key.key_id,
        "secret_hash": key.secret_hash,
        "permissions": sorted(item.value for item in key.permissions),
        "source_kinds": sorted(item.value for item in key.source_kinds),
        "user_id": key.user_id,
        "projects": None if key.projects is None else sorted(key.projects),
        "max_sensitivity": int(key.max_sensitivity),
        "development": key.development,
        "created_at": now,
        "expires_at": key.expires_at,
    }
