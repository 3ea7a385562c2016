"""The outbox: what projections should hold, and what they are told."""

import asyncio

import pytest

from adapters.postgres.authority import Authority
from memory.ports.graph_index import EdgeKind
from memory.ports.projecting import Target, WantedObject
from memory.ports.vector_index import ObjectKind
from tests.builders import LIN, NOW, CaptureBuilder, Said, Tenant, assertion, minutes, reader_of, relation, statements
from tests.postgres.compiled import compile_said, states

READER = reader_of(LIN)


async def project(authority: Authority, tenant: Tenant, target: Target) -> list[WantedObject]:
    """Pretends to project all that is wanted."""
    wanted = await authority.outbox.wanted(tenant.tenant_id, target, 1000)
    await authority.outbox.mark_projected(tenant.tenant_id, wanted)
    return wanted


async def test_a_chunk_is_wanted_from_its_capture_on(authority: Authority, tenant: Tenant) -> None:
    outbox, tenant_id = authority.outbox, tenant.tenant_id
    receipt = await authority.captures.capture(CaptureBuilder(tenant).plan("合同在文件夹里"))
    (wanted,) = await outbox.wanted(tenant_id, Target.VECTORS, 10, [receipt.operation_id], [ObjectKind.CHUNK])
    assert (wanted.object_id, wanted.delete) == (receipt.chunk_ids[0], False)
    assert tenant_id in await outbox.tenants_waiting(Target.VECTORS, 100_000)
    (source,) = await outbox.vector_sources(tenant_id, [wanted])
    assert (source.text, source.scope_key, source.version) == ("lin: 合同在文件夹里", LIN.key, wanted.version)
    assert await outbox.mark_projected(tenant_id, [wanted]) == []
    assert await outbox.wanted(tenant_id, Target.VECTORS, 10) == []
    lag = await outbox.lag(tenant_id, Target.VECTORS)
    assert (lag.expected, lag.waiting, lag.oldest_wait) == (1, 0, None)


async def test_what_changes_while_it_is_projected_is_wanted_again(authority: Authority, tenant: Tenant) -> None:
    builder = CaptureBuilder(tenant)
    await compile_said(authority, builder, ["limit 30"], states(("limit", "30")))
    stale = await authority.outbox.wanted(tenant.tenant_id, Target.VECTORS, 10, kinds=[ObjectKind.FACT])
    at = NOW + minutes(1)
    await compile_said(authority, builder, [Said("limit is 30", said_at=at)], states(("limit", "30")), at)
    await authority.outbox.mark_projected(tenant.tenant_id, stale)
    (again,) = await authority.outbox.wanted(tenant.tenant_id, Target.VECTORS, 10, kinds=[ObjectKind.FACT])
    assert (again.object_id, again.version) == (stale[0].object_id, stale[0].version + 1)


async def test_a_replaced_chunk_must_go_from_the_vectors(authority: Authority, tenant: Tenant) -> None:
    builder, outbox = CaptureBuilder(tenant), authority.outbox
    first = await authority.captures.capture(builder.plan(Said("a", message_id="m1")))
    late = await outbox.wanted(tenant.tenant_id, Target.VECTORS, 10)
    await project(authority, tenant, Target.VECTORS)
    await authority.captures.capture(builder.plan(Said("b", message_id="m1")))
    wanted = await outbox.wanted(tenant.tenant_id, Target.VECTORS, 10)
    assert {(w.object_id == first.chunk_ids[0], w.delete) for w in wanted} == {(True, True), (False, False)}
    assert await outbox.mark_projected(tenant.tenant_id, late) == late
    assert wanted == await outbox.wanted(tenant.tenant_id, Target.VECTORS, 10)
    assert await outbox.vector_sources(tenant.tenant_id, late) == []


async def test_the_graph_gets_facts_entities_and_relations(authority: Authority, tenant: Tenant) -> None:
    def stating(chunks):  # pyright: ignore[reportMissingParameterType, reportUnknownParameterType] a Stating
        cause = assertion(chunks[0], "status", "delayed", subject="Payment module")
        effect = assertion(chunks[0], "event", "certificate expired", ordinal=1, subject="Gateway")
        return [statements(chunks[0], cause, effect, relations=[relation("CAUSE", cause, effect)])]

    await compile_said(authority, CaptureBuilder(tenant), ["It slipped because the certificate expired"], stating)
    wanted = await authority.outbox.wanted(tenant.tenant_id, Target.GRAPH, 100)
    assert sorted(w.kind for w in wanted) == [*[ObjectKind.ENTITY] * 2, *[ObjectKind.FACT] * 2]
    sources = await authority.outbox.graph_sources(tenant.tenant_id, wanted)
    assert len(sources) == 4
    edges = [edge for source in sources for edge in source.edges]
    assert sorted(edge.kind for edge in edges) == [EdgeKind.CAUSE, EdgeKind.SUBJECT, EdgeKind.SUBJECT]
    nodes = {source.node.object_id for source in sources}
    assert all(edge.from_id in nodes and edge.to_id in nodes for edge in edges)


async def test_cold_memories_stay_projected_with_their_status(authority: Authority, tenant: Tenant) -> None:
    await compile_said(authority, CaptureBuilder(tenant), ["limit 30"], states(("limit", "30")))
    for target in Target:
        await project(authority, tenant, target)
    (ageing,) = await authority.lifecycle.ageing_facts(tenant.tenant_id, None, 10)
    memory_id = ageing.fact.memory_id
    assert [await authority.lifecycle.set_cold(tenant.tenant_id, [memory_id], [], NOW) for _ in range(2)] == [1, 0]
    (wanted,) = await authority.outbox.wanted(tenant.tenant_id, Target.VECTORS, 10)
    (source,) = await authority.outbox.vector_sources(tenant.tenant_id, [wanted])
    assert (source.status, source.text) == ("cold", ageing.fact.text)


@pytest.mark.parametrize("target", Target)
async def test_two_that_project_at_once_end_in_the_same_state(
    authority: Authority, tenant: Tenant, target: Target
) -> None:
    await compile_said(authority, CaptureBuilder(tenant), ["limit 30"], states(("limit", "30")))
    await asyncio.gather(*(project(authority, tenant, target) for _ in range(4)))
    assert (await authority.outbox.lag(tenant.tenant_id, target)).waiting == 0
    assert (await authority.outbox.lag(None, target)).expected > 0
