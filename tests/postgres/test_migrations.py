"""The migrated schema is the one that the tables describe."""

import psycopg
import pytest
from sqlalchemy import create_engine, inspect
from sqlalchemy.pool import NullPool
from sqlmodel import SQLModel

from adapters.postgres.migrations import current, newest, upgrade
from adapters.postgres.setup import database_url, ensure_roles_and_database
from adapters.postgres.tables import TABLES
from memory.model.errors import ConfigurationInvalid, Unavailable
from tests.postgres.conftest import OWNER, PASSWORDS, SERVICE, Addresses


def test_the_migrated_schema_equals_the_tables(addresses: Addresses) -> None:
    engine = create_engine(addresses.superuser.replace("postgresql:", "postgresql+psycopg:"), poolclass=NullPool)
    inspector = inspect(engine)
    assert {table.name for table in SQLModel.metadata.sorted_tables} == {*inspector.get_table_names()} - {
        "alembic_version"
    }
    for table in SQLModel.metadata.sorted_tables:
        stored = {
            column["name"]: (column["type"].compile(engine.dialect), column["nullable"])
            for column in inspector.get_columns(table.name)
        }
        described = {
            column.name: (column.type.compile(engine.dialect), bool(column.nullable)) for column in table.columns
        }
        assert described == stored, table.name
        key = inspector.get_pk_constraint(table.name)["constrained_columns"]
        assert [column.name for column in table.primary_key.columns] == key
    assert len(TABLES) == len(SQLModel.metadata.sorted_tables)
    engine.dispose()


def test_migrating_again_changes_nothing(addresses: Addresses) -> None:
    assert current(addresses.owner) == newest()
    assert upgrade(addresses.owner) == newest()


def test_an_empty_database_has_no_revision_and_migrates_whole(postgres_server: str) -> None:
    ensure_roles_and_database(postgres_server, OWNER, SERVICE, PASSWORDS, "memc_fresh")
    url = database_url(postgres_server, user=OWNER, password=PASSWORDS[OWNER], dbname="memc_fresh")
    assert current(url) is None
    assert upgrade(url) == newest()
    with psycopg.connect(postgres_server, autocommit=True) as connection:
        connection.execute("DROP DATABASE memc_fresh")


def test_the_service_may_not_migrate(postgres_server: str) -> None:
    ensure_roles_and_database(postgres_server, OWNER, SERVICE, PASSWORDS, "memc_refused")
    url = database_url(postgres_server, user=SERVICE, password=PASSWORDS[SERVICE], dbname="memc_refused")
    with pytest.raises(ConfigurationInvalid):
        upgrade(url)
    with psycopg.connect(postgres_server, autocommit=True) as connection:
        connection.execute("DROP DATABASE memc_refused")


def test_an_absent_server_is_unavailable() -> None:
    with pytest.raises(Unavailable):
        current("postgresql://nobody@127.0.0.1:1/nothing?connect_timeout=1")


def test_vectors_of_an_older_database_are_kept(postgres_server: str) -> None:
    ensure_roles_and_database(postgres_server, OWNER, SERVICE, PASSWORDS, "memc_older")
    owner = database_url(postgres_server, user=OWNER, password=PASSWORDS[OWNER], dbname="memc_older")
    upgrade(owner)
    with psycopg.connect(database_url(postgres_server, dbname="memc_older"), autocommit=True) as superuser:
        superuser.execute("DROP INDEX projection.vector_object_by_meaning")
        superuser.execute("ALTER TABLE projection.vector_object ALTER COLUMN embedding TYPE vector(384)")
        superuser.execute(
            "INSERT INTO projection.vector_object SELECT gen_random_uuid(), 'chunk', gen_random_uuid(), 1, '', '', 0, '', now(),"
            " array_fill(0.5, ARRAY[384])::vector"
        )
        superuser.execute("UPDATE alembic_version SET version_num = '0009'")
        upgrade(owner)
        found = superuser.execute(
            "SELECT format_type(atttypid, atttypmod) FROM pg_attribute"
            " WHERE attrelid = 'projection.vector_object'::regclass AND attname = 'embedding'"
        ).fetchone()
        kept = superuser.execute("SELECT embedding::text LIKE '[0.5,%' FROM projection.vector_object").fetchall()
        indexes = superuser.execute("SELECT indexname FROM pg_indexes WHERE tablename = 'vector_object'").fetchall()
    assert found == ("halfvec(384)",)
    assert kept == [(True,)]
    assert ("vector_object_by_meaning",) in indexes
    with psycopg.connect(postgres_server, autocommit=True) as connection:
        connection.execute("DROP DATABASE memc_older")
