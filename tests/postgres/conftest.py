"""A migrated database for the authority's tests. Each test takes a tenant of its own."""

from collections.abc import AsyncGenerator, Generator
from dataclasses import dataclass

import psycopg
import pytest
import pytest_asyncio

from adapters.postgres.authority import Authority
from adapters.postgres.pool import Database
from adapters.postgres.setup import database_url, ensure_roles_and_database, migrate
from tests.builders import NOW, Tenant, a_key

OWNER, SERVICE, DBNAME = "memc_owner", "memc_app", "memc_tests"
PASSWORDS = {OWNER: "owner-password", SERVICE: "service-password"}


@dataclass(frozen=True, slots=True)
class Addresses:
    """The migrated database, as each role reaches it."""

    superuser: str
    owner: str
    service: str


@pytest.fixture(scope="session")
def addresses(postgres_server: str) -> Addresses:
    ensure_roles_and_database(postgres_server, OWNER, SERVICE, PASSWORDS, DBNAME)
    found = Addresses(
        superuser=database_url(postgres_server, dbname=DBNAME),
        owner=database_url(postgres_server, user=OWNER, password=PASSWORDS[OWNER], dbname=DBNAME),
        service=database_url(postgres_server, user=SERVICE, password=PASSWORDS[SERVICE], dbname=DBNAME),
    )
    migrate(found.owner)
    return found


@pytest_asyncio.fixture(scope="session")
async def database(addresses: Addresses) -> AsyncGenerator[Database]:
    """The pool of the service role."""
    pool = Database(addresses.service, max_size=24)
    await pool.open(wait=True)
    yield pool
    await pool.close()


@pytest.fixture(scope="session")
def authority(database: Database) -> Authority:
    return Authority(database)


@pytest_asyncio.fixture
async def tenant(authority: Authority) -> Tenant:
    """A tenant of the test's own."""
    found = Tenant.fresh()
    await authority.keys.create(a_key(found.name), NOW)
    return found


@pytest.fixture
def superuser(addresses: Addresses) -> Generator["psycopg.Connection[tuple[object, ...]]"]:
    """Sees every row: for looking behind the service's back."""
    with psycopg.connect(addresses.superuser, autocommit=True) as connection:
        yield connection
