"""Many writers on one slot, and writers that die while they write."""

import asyncio
import os
import signal
import subprocess
import sys
from uuid import UUID

import psycopg
import pytest

from adapters.postgres.authority import Authority
from adapters.postgres.rows import slot
from memory.settle.registry import DEFAULT_REGISTRY
from memory.usecases.settling import slot_decision
from tests.builders import NOW, CaptureBuilder, Said, Tenant, minutes
from tests.postgres import writers
from tests.postgres.compiled import compile_said, settle, states
from tests.postgres.conftest import Addresses

Superuser = psycopg.Connection[tuple[object, ...]]

POINTS = ["settle.locked", "settle.decided", "settle.before_commit", "settle.after_commit"]
_DIE = """
import asyncio, os, sys
from uuid import UUID
from adapters.postgres.authority import Authority
from adapters.postgres.pool import Database
from bootstrap.failpoints import arm_failpoints
from tests.builders import NOW
from tests.postgres.compiled import settle

async def main(url, tenant, operation):
    database = Database(url, max_size=2)
    await database.open(wait=True)
    arm_failpoints(os.environ["MEMC_FAILPOINTS"])
    await settle(Authority(database), UUID(tenant), UUID(operation), NOW)

asyncio.run(main(*sys.argv[1:]))
"""


@pytest.mark.parametrize("attempt", range(20))
async def test_i8_fifty_writers_on_one_slot_leave_what_one_after_the_other_would(
    authority: Authority, tenant: Tenant, attempt: int
) -> None:
    race = await writers.prepare(authority, tenant, f"u{attempt}", 50)
    await writers.run(authority, race)
    line = await writers.found(authority, race)
    assert line == writers.expected(race)
    assert writers.current(line) == 1


def stored(superuser: Superuser, tenant: Tenant) -> list[tuple[object, ...]]:
    return superuser.execute(
        "SELECT value, valid_from, valid_to, status, version FROM fact_version WHERE tenant_id = %s AND known_to IS NULL"
        " AND status <> 'retracted' ORDER BY valid_from, value",
        [tenant.tenant_id],
    ).fetchall()


@pytest.mark.parametrize("point", POINTS)
async def test_a_writer_killed_at_any_point_leaves_the_timeline_that_a_living_one_does(
    authority: Authority, tenant: Tenant, superuser: Superuser, addresses: Addresses, point: str
) -> None:
    builder = CaptureBuilder(tenant)
    await compile_said(authority, builder, [Said("limit 30", said_at=NOW)], states(("limit", "30")))
    later = Said("limit 50", said_at=NOW + minutes(60))
    compiled = await compile_said(authority, builder, [later], states(("limit", "50")))
    expected = stored(superuser, tenant)
    # Back to before the second settling: its statement is there, its facts are not.
    operation = await _again_unsettled(authority, superuser, tenant, compiled.operation_id)
    died = await asyncio.to_thread(
        subprocess.run,
        [sys.executable, "-c", _DIE, addresses.service, str(tenant.tenant_id), str(operation)],
        env=os.environ | {"MEMC_FAILPOINTS": f"{point}=kill"},
        capture_output=True,
        check=False,
        timeout=120,
    )
    assert died.returncode == -signal.SIGKILL, died.stderr.decode()[-2000:]
    await settle(authority, tenant.tenant_id, operation)
    assert [row[:4] for row in stored(superuser, tenant)] == [row[:4] for row in expected]
    assert await settle(authority, tenant.tenant_id, operation) == 0


async def _again_unsettled(authority: Authority, superuser: Superuser, tenant: Tenant, operation_id: UUID) -> UUID:
    superuser.execute("UPDATE assertion SET live = false WHERE tenant_id = %s AND value = '50'", [tenant.tenant_id])
    await _settle_all(authority, tenant, operation_id)
    superuser.execute("UPDATE assertion SET live = true WHERE tenant_id = %s AND value = '50'", [tenant.tenant_id])
    return operation_id


async def _settle_all(authority: Authority, tenant: Tenant, operation_id: UUID) -> None:
    async with authority.database.reading(tenant.tenant_id) as connection:
        cursor = await connection.execute(
            "SELECT DISTINCT scope_key, purpose, subject_id, predicate FROM fact_version WHERE tenant_id = %(t)s",
            {"t": tenant.tenant_id},
        )
        slots = [slot(row) for row in await cursor.fetchall()]
    decide = slot_decision(DEFAULT_REGISTRY, NOW)
    await authority.compiling.settle_slots(tenant.tenant_id, slots, operation_id, decide)
