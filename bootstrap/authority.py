"""Bringing the authority up to the code: roles, schema, the vectors' length, the development key."""

import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from uuid import UUID

import psycopg
from psycopg import errors, sql
from psycopg.conninfo import conninfo_to_dict
from pydantic import SecretStr
from uuid_utils.compat import uuid7

from adapters.postgres.keys import PostgresKeyStore
from adapters.postgres.pool import Database
from adapters.postgres.setup import ensure_roles_and_database, migrate
from bootstrap.settings import Settings
from memory.model.errors import ConfigurationInvalid, Unavailable
from memory.model.principal import Permission, SourceKind
from memory.model.scope import Sensitivity
from memory.ports.keys import NewKey
from memory.usecases.keys import KeyRequest, new_key, read_key, render_key

DEVELOPMENT_TENANT = "dev"

_DIMENSION = """
SELECT atttypmod FROM pg_attribute
WHERE attrelid = 'projection.vector_object'::regclass AND attname = 'embedding' AND NOT attisdropped
"""


def migrate_database(settings: Settings) -> str:
    """`memc migrate`: the schema at its newest; returns its revision.

    Raises:
        ConfigurationInvalid: no owner's address, roles missing, or stored vectors of another length.
        Unavailable: the database does not answer.
    """
    url = settings.migrate_database_url.get_secret_value()
    if not url:
        raise ConfigurationInvalid("MEMC_MIGRATE_DATABASE_URL is not set: give the owner's address, not the service's.")
    revision = migrate(url)
    fit_vectors(url, settings.dimension)
    return revision


def make_roles(settings: Settings) -> None:
    """`memc migrate --roles`: the roles and the database that the two other addresses name.

    Raises:
        ConfigurationInvalid: one of the three addresses is missing, or lacks a user or a database.
        Unavailable: the server does not answer.
    """
    superuser = settings.superuser_database_url.get_secret_value()
    owner, service = _named(settings.migrate_database_url, "MIGRATE_"), _named(settings.database_url, "")
    if not superuser:
        raise ConfigurationInvalid("MEMC_SUPERUSER_DATABASE_URL is not set: only a superuser makes roles.")
    if owner.dbname != service.dbname:
        raise ConfigurationInvalid("MEMC_DATABASE_URL and MEMC_MIGRATE_DATABASE_URL name two databases: name one.")
    passwords = {role.user: role.password for role in (owner, service) if role.password}
    ensure_roles_and_database(superuser, owner.user, service.user, passwords, owner.dbname)


@dataclass(frozen=True, slots=True)
class _Named:
    user: str
    password: str
    dbname: str


def _named(url: SecretStr, prefix: str) -> _Named:
    parts = conninfo_to_dict(url.get_secret_value())
    user, dbname = str(parts.get("user") or ""), str(parts.get("dbname") or "")
    if not user or not dbname:
        raise ConfigurationInvalid(f"MEMC_{prefix}DATABASE_URL must name a user and a database.")
    return _Named(user, str(parts.get("password") or ""), dbname)


def ensure_authority(
    superuser_url: str,
    owner_url: str,
    owner: str,
    service: str,
    passwords: Mapping[str, str],
    dbname: str,
    dimension: int,
) -> None:
    """Roles, database and schema of the embedded Postgres. Blocks; safe to run at each start."""
    ensure_roles_and_database(superuser_url, owner, service, passwords, dbname)
    migrate(owner_url)
    fit_vectors(owner_url, dimension)


def fit_vectors(owner_url: str, dimension: int) -> None:
    """Gives the vector table the declared length while it is empty; vectors of another length are never touched."""
    try:
        with psycopg.connect(owner_url) as connection:
            row = connection.execute(_DIMENSION).fetchone()
            if row is None or row[0] == dimension:
                return
            # Postgres converts each stored vector, and refuses the first one: only an empty table passes.
            statement = sql.SQL("ALTER TABLE projection.vector_object ALTER COLUMN embedding TYPE halfvec({})")
            connection.execute(statement.format(sql.Literal(dimension)))
    except errors.DataException:
        raise ConfigurationInvalid(
            f"Vectors of another length than {dimension} are stored: set MEMC_EMBEDDING_MODEL and "
            "MEMC_EMBEDDING_DIMENSION back, or start on another state folder or database."
        ) from None
    except psycopg.OperationalError:
        raise Unavailable("The database does not answer. Start it, or correct its URL.") from None


async def ensure_development_key(service_url: str, key: str) -> None:
    """Stores the key of `memc dev`: all permissions, all source kinds, any tenant."""
    key_id, secret_hash = read_key(key)
    await _store_key(
        service_url,
        NewKey(
            key_id=key_id,
            secret_hash=secret_hash,
            tenant=DEVELOPMENT_TENANT,
            permissions=frozenset(Permission),
            source_kinds=frozenset(SourceKind),
            user_id=None,
            projects=None,
            max_sensitivity=Sensitivity.SENSITIVE,
            development=True,
            expires_at=None,
        ),
    )


async def create_first_key(settings: Settings, request: KeyRequest) -> tuple[UUID, str]:
    """Writes a key to the database itself, for a deployment that has none yet; makes its tenant when that is new."""
    key_id, secret = uuid7(), secrets.token_urlsafe(32)
    await _store_key(settings.database_url.get_secret_value(), new_key(key_id, secret, request))
    return key_id, render_key(key_id, secret)


async def _store_key(service_url: str, key: NewKey) -> None:
    database = Database(service_url, max_size=1, application_name="memc-keys")
    await database.open(wait=True)
    try:
        await PostgresKeyStore(database).create(key, datetime.now(UTC))
    finally:
        await database.close()
