"""Hot queries read a few rows in a small database too, where the planner takes every table for one row."""

import os
from collections.abc import AsyncGenerator

import pytest
import pytest_asyncio

from adapters.postgres.authority import Authority
from adapters.postgres.pool import Database
from adapters.postgres.setup import database_url, ensure_roles_and_database, migrate
from tests.postgres.conftest import OWNER, PASSWORDS, SERVICE
from tests.postgres.test_plans import QUERIES, Params, explained, filled, nodes, touched

CHUNKS = 190
MOST = {False: CHUNKS * (CHUNKS + 1), True: 20 * CHUNKS}
"""Rows that one query may touch. Before the first look at so small a table, the planner may join two of them whole, but no
third one."""


@pytest_asyncio.fixture(scope="module", loop_scope="session", params=[False, True], ids=["new", "analysed"])
async def small(postgres_server: str, request: pytest.FixtureRequest) -> AsyncGenerator[tuple[Authority, Params, int]]:
    """A database of its own, with one small tenant."""
    name = f"memc_small_{os.getpid()}_{request.param}".lower()
    ensure_roles_and_database(postgres_server, OWNER, SERVICE, PASSWORDS, name)
    migrate(database_url(postgres_server, user=OWNER, password=PASSWORDS[OWNER], dbname=name))
    pool = Database(database_url(postgres_server, user=SERVICE, password=PASSWORDS[SERVICE], dbname=name), max_size=2)
    await pool.open(wait=True)
    authority = Authority(pool)
    superuser = database_url(postgres_server, dbname=name)
    yield (
        authority,
        await filled(authority, superuser, size=CHUNKS, facts_each=1, analysed=request.param),
        MOST[request.param],
    )
    await pool.close()


@pytest.mark.parametrize("name", QUERIES)
async def test_no_product_of_whole_tables_is_read(small: tuple[Authority, Params, int], name: str) -> None:
    authority, params, most = small
    plan = await explained(authority, params, QUERIES[name])
    assert max(touched(node) for node in nodes(plan)) <= most
