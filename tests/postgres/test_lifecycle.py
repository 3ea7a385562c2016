"""Revoking, ageing and folding at the authority."""

from datetime import datetime, timedelta
from uuid import UUID, uuid4

import pytest

from adapters.postgres.authority import Authority
from memory.forget.consolidation import plan_consolidation
from memory.model.errors import NotFound
from memory.model.fact import FactStatus, FactVersion
from memory.model.principal import DEFAULT_SOURCE_KINDS, Permission, Principal
from memory.model.scope import Reader
from memory.settle.registry import DEFAULT_REGISTRY
from memory.usecases.expire import ExpireMemory, RevalidateMemory
from memory.usecases.facts import ReadFacts
from memory.usecases.settling import slot_decision
from tests.builders import LIN, NOW, CaptureBuilder, Said, Tenant, minutes, reader_of
from tests.postgres.compiled import compile_said, states

READER = reader_of(LIN)


async def versions(authority: Authority, tenant: Tenant) -> list[FactVersion]:
    return [item.fact for item in await authority.lifecycle.ageing_facts(tenant.tenant_id, None, 100)]


async def newest(authority: Authority, tenant: Tenant, memory_id: UUID) -> FactVersion:
    history = await authority.recalling.history(tenant.tenant_id, READER, memory_id)
    return history[-1].fact


async def test_a_revoked_memory_is_revoked_at_once_and_can_come_back(authority: Authority, tenant: Tenant) -> None:
    store, tenant_id = authority.lifecycle, tenant.tenant_id
    await compile_said(authority, CaptureBuilder(tenant), ["limit 30"], states(("limit", "30")))
    (fact,) = await versions(authority, tenant)
    revocation_id = uuid4()
    at = NOW + minutes(1)
    first = await store.revoke(tenant_id, READER, fact.memory_id, revocation_id, "wrong", at)
    assert first == await store.revoke(tenant_id, READER, fact.memory_id, uuid4(), "again", at)
    assert first == await store.revocation(tenant_id, revocation_id)
    assert (await newest(authority, tenant, fact.memory_id)).status is FactStatus.REVOKED
    decide = slot_decision(DEFAULT_REGISTRY, at)
    assert await authority.compiling.settle_slots(tenant_id, [first.slot], None, decide) == 0
    await store.undo_revocation(tenant_id, READER, revocation_id, at)
    assert await authority.compiling.settle_slots(tenant_id, [first.slot], None, decide) == 2
    assert (await newest(authority, tenant, fact.memory_id)).status is FactStatus.CURRENT


async def test_what_a_reader_may_not_see_is_unknown_to_him(authority: Authority, tenant: Tenant) -> None:
    store, tenant_id, omar = authority.lifecycle, tenant.tenant_id, Reader(user_id="omar")
    await compile_said(authority, CaptureBuilder(tenant), ["limit 30"], states(("limit", "30")))
    (fact,) = await versions(authority, tenant)
    revocation = await store.revoke(tenant_id, READER, fact.memory_id, uuid4(), "", NOW)
    for refused in (
        store.revoke(tenant_id, omar, fact.memory_id, uuid4(), "", NOW),
        store.restore(tenant_id, omar, fact.memory_id, NOW),
        store.pin(tenant_id, omar, fact.memory_id, NOW),
        store.undo_revocation(tenant_id, omar, revocation.revocation_id, NOW),
        store.revocation(tenant_id, uuid4()),
    ):
        with pytest.raises(NotFound):
            await refused


async def test_a_restore_counts_as_a_use_and_pinning_shows(authority: Authority, tenant: Tenant) -> None:
    store, tenant_id = authority.lifecycle, tenant.tenant_id
    await compile_said(authority, CaptureBuilder(tenant), ["limit 30"], states(("limit", "30")))
    (item,) = await store.ageing_facts(tenant_id, None, 10)
    assert (item.uses, item.cold, item.recorded_at) == ((), False, NOW)
    await store.set_cold(tenant_id, [item.fact.memory_id], [], NOW)
    later = NOW + timedelta(days=60)
    for _ in range(2):
        await store.restore(tenant_id, READER, item.fact.memory_id, later)
        await store.pin(tenant_id, READER, item.fact.memory_id, later)
    (item,) = await store.ageing_facts(tenant_id, None, 10)
    assert (item.uses, item.cold, item.fact.pinned) == ((later,), False, True)


async def test_ageing_facts_come_in_pages(authority: Authority, tenant: Tenant) -> None:
    pairs = [("skill", f"skill {n}") for n in range(5)]
    await compile_said(authority, CaptureBuilder(tenant), [p[1] for p in pairs], states(*pairs))
    seen: list[UUID] = []
    after = None
    while page := await authority.lifecycle.ageing_facts(tenant.tenant_id, after, 2):
        seen += [item.fact.memory_id for item in page]
        after = seen[-1]
    assert seen == sorted(seen)
    assert len(set(seen)) == 5
    assert tenant.tenant_id in await authority.lifecycle.tenants()


async def test_repeats_are_folded_once_and_stay_folded(authority: Authority, tenant: Tenant) -> None:
    store, tenant_id, builder = authority.lifecycle, tenant.tenant_id, CaptureBuilder(tenant)
    compiled = await compile_said(
        authority,
        builder,
        [Said("I like cats", turn=1), Said("I like the cat", turn=2)],
        states(("likes", "cats"), ("likes", "the cat")),
    )
    facts = await versions(authority, tenant)
    assert len(facts) == 2
    about = await store.facts_about(tenant_id, [(facts[0].slot.scope_key, facts[0].slot.subject_id)])
    assert sorted(about, key=lambda f: f.memory_id) == facts
    (plan,) = plan_consolidation(facts)
    at = NOW + minutes(1)
    assert [await store.fold(tenant_id, plan.keep, plan.folded, at) for _ in range(2)] == [True, False]
    (kept,) = await versions(authority, tenant)
    assert (kept.memory_id, kept.consolidated, set(kept.evidence)) == (plan.keep, True, set(plan.evidence))
    folded = await newest(authority, tenant, plan.folded[0])
    assert (folded.status, folded.superseded_by) == (FactStatus.SUPERSEDED, plan.keep)
    slots = await authority.compiling.slots_of_operation(tenant_id, compiled.operation_id)
    decide = slot_decision(DEFAULT_REGISTRY, at + minutes(1))
    assert await authority.compiling.settle_slots(tenant_id, slots, None, decide) == 0


async def test_what_was_not_confirmed_for_long_is_retired_and_comes_back_when_it_is_said_again(
    authority: Authority, tenant: Tenant
) -> None:
    builder = CaptureBuilder(tenant)
    await compile_said(authority, builder, ["status green"], states(("status", "green")))
    expire = ExpireMemory(authority.lifecycle, DEFAULT_REGISTRY)
    revalidate = RevalidateMemory(authority.lifecycle, DEFAULT_REGISTRY)
    tenant_id, later = tenant.tenant_id, NOW + timedelta(days=120)
    assert (await expire.run_page(tenant_id, None, NOW + timedelta(days=30))).changed == 0
    assert [(await expire.run_page(tenant_id, None, later)).changed for _ in range(2)] == [1, 0]
    assert await _status_of(authority, tenant, later) == ("expired", 1)
    assert await _status_of(authority, tenant, NOW + timedelta(days=30)) == ("current", 1)
    assert (await revalidate.run_page(tenant_id, None, later)).changed == 0
    said = Said("status green again", said_at=later)
    await compile_said(authority, builder, [said], states(("status", "green")), later)
    assert (await _status_of(authority, tenant, later))[0] == "current"
    assert [(await revalidate.run_page(tenant_id, None, later)).changed for _ in range(2)] == [1, 0]
    assert await _status_of(authority, tenant, later) == ("current", 3)


async def _status_of(authority: Authority, tenant: Tenant, now: datetime) -> tuple[str, int]:
    facts = ReadFacts(authority.recalling, DEFAULT_REGISTRY, lambda: now)
    principal = Principal(tenant.tenant_id, tenant.name, uuid4(), frozenset(Permission), DEFAULT_SOURCE_KINDS)
    (item,) = await facts.timeline(principal, reader_of(LIN), "me", "status", now, None)
    return item.status.value, item.version
