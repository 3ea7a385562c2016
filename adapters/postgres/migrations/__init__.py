"""Migrations, run from code: `upgrade` brings a database to the newest schema, `current` says where it stands.

The owner role runs them; roles are made by `adapters.postgres.setup`.
"""

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine, create_engine, text
from sqlalchemy.exc import DBAPIError, OperationalError
from sqlalchemy.pool import NullPool

from memory.model.errors import ConfigurationInvalid, Unavailable

_LOCK = "SELECT pg_advisory_xact_lock(hashtextextended('memc-migrate', 0))"
_ROLES = "SELECT count(*) FROM pg_roles WHERE rolname IN ('memc_service', 'memc_definer')"


def upgrade(database_url: str) -> str:
    """Brings the database to the newest schema in one transaction and returns its revision; running it again is fine.

    Raises:
        Unavailable: the database does not answer.
        ConfigurationInvalid: the roles are missing, or the migrating role may not do it.
    """
    engine = _engine(database_url)
    try:
        with engine.begin() as connection:
            connection.execute(text(_LOCK))
            _require_roles(connection)
            config = _config()
            config.attributes["connection"] = connection
            command.upgrade(config, "head")
        return newest()
    except OperationalError:
        raise Unavailable("The database does not answer. Start it, or correct MEMC_MIGRATE_DATABASE_URL.") from None
    except DBAPIError as error:
        state = getattr(error.orig, "sqlstate", None)
        raise ConfigurationInvalid(
            f"The database refuses the migration (SQLSTATE {state}). The migrating role must own the database."
        ) from None
    finally:
        engine.dispose()


def current(database_url: str) -> str | None:
    """The revision at which the database stands; None for an empty one. Raises `Unavailable`."""
    engine = _engine(database_url)
    try:
        with engine.connect() as connection:
            return MigrationContext.configure(connection).get_current_revision()
    except OperationalError:
        raise Unavailable("The database does not answer.") from None
    finally:
        engine.dispose()


def newest() -> str:
    """The revision that this program needs."""
    head = ScriptDirectory.from_config(_config()).get_current_head()
    assert head is not None
    return head


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent))
    config.set_main_option("path_separator", "os")
    return config


def _engine(database_url: str) -> Engine:
    url = database_url.replace("postgresql://", "postgresql+psycopg://", 1)
    return create_engine(url, poolclass=NullPool, hide_parameters=True)


def _require_roles(connection: Connection) -> None:
    if connection.execute(text(_ROLES)).scalar_one() != 2:
        raise ConfigurationInvalid(
            "The roles memc_service and memc_definer are missing. Let a superuser run `memc migrate --roles`, or create them."
        )
