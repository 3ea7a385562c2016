"""Compiling and settling at the authority."""

import asyncio
from dataclasses import replace
from datetime import timedelta
from uuid import UUID

import psycopg
import pytest

from adapters.postgres import settling
from adapters.postgres.authority import Authority
from memory.model.errors import EvidenceMissing, StaleWrite
from memory.model.fact import FactStatus
from memory.ports.compiling import FactChange, SlotContent
from memory.settle.registry import DEFAULT_REGISTRY
from memory.time import resolve
from memory.usecases.settling import slot_decision
from tests.builders import NOW, CaptureBuilder, Said, Tenant, assertion, minutes, statements
from tests.postgres.compiled import compile_said, link, settle, states

Superuser = psycopg.Connection[tuple[object, ...]]


def facts(superuser: Superuser, tenant: Tenant) -> list[tuple[object, ...]]:
    """(value, status, open) of the newest versions, by validity."""
    return superuser.execute(
        "SELECT value, status, valid_to IS NULL FROM fact_version WHERE tenant_id = %s AND known_to IS NULL"
        " ORDER BY valid_from, value",
        [tenant.tenant_id],
    ).fetchall()


async def test_times_come_back_in_the_zone_in_which_they_were_read(authority: Authority, tenant: Tenant) -> None:
    builder = CaptureBuilder(tenant)
    receipt = await authority.captures.capture(builder.plan("我昨天改了网关配置，每周一开会", "nothing here"))
    items = await authority.compiling.chunks_to_compile(tenant.tenant_id, receipt.operation_id, 0)
    assert [item.reading for item in items] == [None, None]
    readings = {i.chunk.chunk_id: resolve(i.chunk.text, i.chunk.said_at, "Asia/Shanghai") for i in items}
    for _ in range(2):
        await authority.compiling.save_times(tenant.tenant_id, readings)
    again = await authority.compiling.chunks_to_compile(tenant.tenant_id, receipt.operation_id, 0)
    assert [item.reading for item in again] == list(readings.values())
    assert readings[items[0].chunk.chunk_id].spans


async def test_previous_turns_come_oldest_first(authority: Authority, tenant: Tenant) -> None:
    builder = CaptureBuilder(tenant)
    await authority.captures.capture(builder.plan(*(Said(f"turn {n}", turn=n) for n in range(1, 6))))
    receipt = await authority.captures.capture(builder.plan(Said("turn 6", turn=6), Said("turn 7", turn=7)))
    items = await authority.compiling.chunks_to_compile(tenant.tenant_id, receipt.operation_id, 2)
    assert [[turn.text for turn in item.previous] for item in items] == [["turn 4", "turn 5"], ["turn 5", "turn 6"]]


async def test_a_newer_value_closes_the_older_one(authority: Authority, tenant: Tenant, superuser: Superuser) -> None:
    builder = CaptureBuilder(tenant)
    await compile_said(authority, builder, ["I live in Chengdu"], states(("lives_in", "Chengdu")))
    later = NOW + timedelta(days=30)
    await compile_said(
        authority, builder, [Said("I moved to Beijing", said_at=later)], states(("lives_in", "Beijing")), later
    )
    assert facts(superuser, tenant) == [("Chengdu", "superseded", False), ("Beijing", "current", True)]


async def test_settling_again_writes_nothing(authority: Authority, tenant: Tenant) -> None:
    builder = CaptureBuilder(tenant)
    compiled = await compile_said(authority, builder, ["I live in Chengdu"], states(("lives_in", "Chengdu")))
    assert compiled.written == 1
    assert await settle(authority, tenant.tenant_id, compiled.operation_id, NOW + minutes(5)) == 0


async def test_a_repeat_adds_evidence_and_no_fact(authority: Authority, tenant: Tenant, superuser: Superuser) -> None:
    builder = CaptureBuilder(tenant)
    for day in range(3):
        at = NOW + timedelta(days=day)
        said = Said(f"I live in Chengdu {day}", said_at=at)
        await compile_said(authority, builder, [said], states(("lives_in", "Chengdu")), at)
    assert facts(superuser, tenant) == [("Chengdu", "current", True)]
    cited = superuser.execute(
        "SELECT from_version, to_version FROM evidence WHERE tenant_id = %s ORDER BY 1", [tenant.tenant_id]
    ).fetchall()
    assert cited == [(1, None), (2, None), (3, None)]


async def test_one_source_counts_so_often_for_one_thing_and_no_memory_moves_by_it(
    authority: Authority, tenant: Tenant, superuser: Superuser
) -> None:
    builder, stating = CaptureBuilder(tenant), states(*[("lives_in", "Chengdu")] * 12)
    memories: set[object] = set()
    for page in range(3):
        said: list[str | Said] = [f"I live in Chengdu, says the foot of page {page}-{line}" for line in range(12)]
        await compile_said(authority, builder, said, stating, NOW + minutes(page))
        found = superuser.execute("SELECT DISTINCT memory_id FROM evidence WHERE tenant_id = %s", [tenant.tenant_id])
        memories |= {row[0] for row in found}
    cited = superuser.execute(
        "SELECT count(*) FROM evidence WHERE tenant_id = %s AND to_version IS NULL", [tenant.tenant_id]
    ).fetchone()
    assert cited == (settling.MOST_REPEATS,)
    assert len(memories) == 1
    assert facts(superuser, tenant) == [("Chengdu", "current", True)]


async def test_every_stage_may_run_twice(authority: Authority, tenant: Tenant, superuser: Superuser) -> None:
    builder = CaptureBuilder(tenant)
    stating = states(("lives_in", "Chengdu"))
    compiled = await compile_said(authority, builder, ["I live in Chengdu"], stating)
    await authority.compiling.save_statements(tenant.tenant_id, stating(compiled.chunks))
    await link(authority, tenant.tenant_id, compiled.operation_id)
    assert await settle(authority, tenant.tenant_id, compiled.operation_id) == 0
    counts = superuser.execute(
        "SELECT (SELECT count(*) FROM assertion a WHERE a.tenant_id = t), (SELECT count(*) FROM mention_link l WHERE"
        " l.tenant_id = t) FROM (SELECT %s::uuid AS t)",
        [tenant.tenant_id],
    ).fetchone()
    assert counts == (1, 1)


async def test_twenty_writers_on_one_slot_lose_nothing(
    authority: Authority, tenant: Tenant, superuser: Superuser
) -> None:
    builders = [CaptureBuilder(tenant, external_id=f"s{n}") for n in range(20)]

    async def one(n: int) -> None:
        at = NOW + timedelta(days=n)
        await compile_said(
            authority, builders[n], [Said(f"budget {n}", said_at=at)], states(("budget", f"{n} yuan")), at
        )

    await asyncio.gather(*(one(n) for n in range(20)))
    found = facts(superuser, tenant)
    assert [row[0] for row in found] == [f"{n} yuan" for n in range(20)]
    assert [row[1] for row in found] == ["superseded"] * 19 + ["current"]


async def test_an_edit_withdraws_what_the_old_words_stated(
    authority: Authority, tenant: Tenant, superuser: Superuser
) -> None:
    builder = CaptureBuilder(tenant)
    await compile_said(authority, builder, [Said("limit 30", message_id="m1")], states(("limit", "30")))
    await compile_said(authority, builder, [Said("limit 90", message_id="m1")], states(("limit", "90")))
    assert [row[:2] for row in facts(superuser, tenant)] == [("30", "retracted"), ("90", "current")]


async def test_a_withdrawn_compile_leaves_no_fact_and_may_be_tried_again(
    authority: Authority, tenant: Tenant, superuser: Superuser
) -> None:
    builder, stating = CaptureBuilder(tenant), states(("limit", "30"))
    compiled = await compile_said(authority, builder, ["limit 30"], stating)
    slots = await authority.compiling.withdraw(tenant.tenant_id, compiled.operation_id)
    assert slots == await authority.compiling.withdraw(tenant.tenant_id, compiled.operation_id)
    decide = slot_decision(DEFAULT_REGISTRY, NOW)
    assert await authority.compiling.settle_slots(tenant.tenant_id, slots, compiled.operation_id, decide) == 2
    assert facts(superuser, tenant) == [("30", "retracted", True)]
    unwanted = superuser.execute(
        "SELECT count(*) FROM outbox WHERE tenant_id = %s AND NOT wanted_deleted AND kind <> 'entity'",
        [tenant.tenant_id],
    ).fetchone()
    assert unwanted == (0,)
    await authority.compiling.save_statements(tenant.tenant_id, stating(compiled.chunks))
    await settle(authority, tenant.tenant_id, compiled.operation_id)
    assert facts(superuser, tenant) == [("30", "current", True)]


async def test_statements_of_a_replaced_chunk_are_not_stored(
    authority: Authority, tenant: Tenant, superuser: Superuser
) -> None:
    builder = CaptureBuilder(tenant)
    first = await authority.captures.capture(builder.plan(Said("limit 30", message_id="m1")))
    (old,) = await authority.captures.chunks(tenant.tenant_id, first.chunk_ids)
    await authority.captures.capture(builder.plan(Said("limit 90", message_id="m1")))
    await authority.compiling.save_statements(tenant.tenant_id, [statements(old, assertion(old, "limit", "30"))])
    assert superuser.execute("SELECT 1 FROM assertion WHERE tenant_id = %s", [tenant.tenant_id]).fetchall() == []


async def test_a_decision_without_evidence_is_refused(
    authority: Authority, tenant: Tenant, superuser: Superuser
) -> None:
    compiled = await compile_said(authority, CaptureBuilder(tenant), ["limit 30"], states(("limit", "30")))
    slots = await authority.compiling.slots_of_operation(tenant.tenant_id, compiled.operation_id)

    def drop_evidence(content: SlotContent) -> list[FactChange]:
        (found,) = content.open_versions
        bare = replace(found, version=found.version + 1, evidence=())
        return [FactChange((found.memory_id, found.version), bare)]

    with pytest.raises(EvidenceMissing):
        await authority.compiling.settle_slots(tenant.tenant_id, slots, None, drop_evidence)
    assert facts(superuser, tenant) == [("30", "current", True)]


async def test_two_current_values_of_a_single_slot_are_refused(
    authority: Authority, tenant: Tenant, superuser: Superuser
) -> None:
    compiled = await compile_said(authority, CaptureBuilder(tenant), ["limit 30"], states(("limit", "30")))
    slots = await authority.compiling.slots_of_operation(tenant.tenant_id, compiled.operation_id)

    def a_second(content: SlotContent) -> list[FactChange]:
        (found,) = content.open_versions
        return [FactChange(None, replace(found, memory_id=UUID(int=found.memory_id.int ^ 1), value="90"))]

    with pytest.raises(StaleWrite):
        await authority.compiling.settle_slots(tenant.tenant_id, slots, None, a_second)
    assert facts(superuser, tenant) == [("30", "current", True)]


async def test_a_fact_never_stands_without_evidence_even_for_the_superuser(
    authority: Authority, tenant: Tenant, superuser: Superuser
) -> None:
    await compile_said(authority, CaptureBuilder(tenant), ["limit 30"], states(("limit", "30")))
    with pytest.raises(psycopg.DatabaseError, match="without evidence"):
        superuser.execute("DELETE FROM evidence WHERE tenant_id = %s", [tenant.tenant_id])
    assert facts(superuser, tenant)[0][1] == FactStatus.CURRENT
