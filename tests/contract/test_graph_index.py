"""The contract of `GraphIndex`, kept by both stores: what is written, and what is gone."""

import asyncio
from dataclasses import replace
from uuid import UUID, uuid4

import pytest

from memory.model.errors import InputInvalid
from memory.ports.graph_index import EdgeKind, GraphIndex
from memory.ports.vector_index import ObjectKind, ProjectedRef
from tests.contract.graphs import a_fact, a_walk, an_edge, an_entity, chain, reached, ref
from tests.contract.vectors import HOSTILE, OTHER_SCOPE


@pytest.fixture
def tenant() -> UUID:
    return uuid4()


async def test_writing_twice_gives_one_node_and_one_edge(graph: GraphIndex, tenant: UUID) -> None:
    facts, edges = chain(tenant, 2)
    await graph.upsert(facts, edges)
    await graph.upsert([*facts, *facts], [*edges, *edges])
    assert await graph.count(tenant) == 2
    assert await graph.edges_of(tenant, [ref(fact) for fact in facts]) == 1


async def test_writers_that_race_leave_one_node_with_the_newest_version(graph: GraphIndex, tenant: UUID) -> None:
    facts, edges = chain(tenant, 4)
    versions = [2, 6, 1, 5, 3, 4]
    await asyncio.gather(
        *(
            graph.upsert(
                [replace(fact, version=version) for fact in facts], [replace(edge, version=version) for edge in edges]
            )
            for version in versions
        )
    )
    assert await graph.count(tenant) == 4
    assert {each.version for each in await graph.fetch(tenant, [ref(fact) for fact in facts])} == {6}
    assert await graph.edges_of(tenant, [ref(fact) for fact in facts]) == 3


async def test_a_stale_node_never_overwrites(graph: GraphIndex, tenant: UUID) -> None:
    (seed, new), edges = chain(tenant, 2, version=5, status="superseded")
    await graph.upsert([seed, new], edges)
    await graph.upsert([replace(new, version=4, status="current"), replace(new, status="current")], [])
    assert await graph.fetch(tenant, [ref(new)]) == [ProjectedRef(ObjectKind.FACT, new.object_id, 5)]
    assert await graph.walk(a_walk(seed)) == []


async def test_a_newer_node_replaces_all_that_is_filtered(graph: GraphIndex, tenant: UUID) -> None:
    (seed, old), edges = chain(tenant, 2, scope_key=OTHER_SCOPE, status="pending", sensitivity=2, purpose="billing")
    await graph.upsert([seed, old], edges)
    await graph.upsert([replace(a_fact(tenant), object_id=old.object_id, version=2)], [])
    assert reached(await graph.walk(a_walk(seed, max_sensitivity=0))) == [(old.object_id, 1)]


async def test_a_stale_edge_never_overwrites_its_weight(graph: GraphIndex, tenant: UUID) -> None:
    seed, light, heavy = a_fact(tenant), a_fact(tenant), a_fact(tenant)
    first, second = an_edge(seed, light, version=3, weight=0.1), an_edge(seed, heavy, weight=0.5)
    await graph.upsert([seed, light, heavy], [first, second])
    await graph.upsert([], [replace(first, version=2, weight=9.0), replace(first, weight=8.0)])
    assert reached(await graph.walk(a_walk(seed, fan_out=1, max_hops=1))) == [(heavy.object_id, 1)]
    await graph.upsert([], [replace(first, version=4, weight=0.9)])
    assert reached(await graph.walk(a_walk(seed, fan_out=1, max_hops=1))) == [(light.object_id, 1)]


async def test_an_edge_may_come_before_its_nodes(graph: GraphIndex, tenant: UUID) -> None:
    (seed, fact), edges = chain(tenant, 2)
    await graph.upsert([], edges)
    assert await graph.count(tenant) == 2
    assert await graph.walk(a_walk(seed)) == []
    await graph.upsert([seed, fact], [])
    assert reached(await graph.walk(a_walk(seed))) == [(fact.object_id, 1)]
    assert await graph.count(tenant) == 2


async def test_a_node_of_version_zero_replaces_a_bare_one(graph: GraphIndex, tenant: UUID) -> None:
    (seed, fact), edges = chain(tenant, 2)
    await graph.upsert([seed], edges)
    await graph.upsert([replace(fact, version=0)], [])
    assert reached(await graph.walk(a_walk(seed))) == [(fact.object_id, 1)]


async def test_a_bare_fact_is_visible_to_nobody(graph: GraphIndex, tenant: UUID) -> None:
    (seed, _bare), edges = chain(tenant, 2)
    await graph.upsert([seed], edges)
    everything = a_walk(seed, scope_keys=["11111111-1111-5111-8111-111111111111", OTHER_SCOPE], statuses=[])
    assert await graph.walk(everything) == []


async def test_a_deleted_node_takes_its_edges_along(graph: GraphIndex, tenant: UUID) -> None:
    (first, middle, last), edges = chain(tenant, 3)
    await graph.upsert([first, middle, last], edges)
    assert await graph.delete(tenant, [ref(middle), ref(middle), (ObjectKind.FACT, uuid4())]) == 1
    assert await graph.fetch(tenant, [ref(middle)]) == []
    assert await graph.edges_of(tenant, [ref(each) for each in (first, middle, last)]) == 0
    assert await graph.walk(a_walk(first)) == []
    assert await graph.count(tenant) == 2
    assert await graph.delete(tenant, [ref(middle)]) == 0


async def test_a_deleted_edge_leaves_its_nodes(graph: GraphIndex, tenant: UUID) -> None:
    facts, edges = chain(tenant, 3)
    await graph.upsert(facts, edges)
    assert await graph.delete_edges(tenant, [edges[0].edge_id, edges[0].edge_id, uuid4()]) == 1
    assert await graph.edges_of(tenant, [ref(fact) for fact in facts]) == 1
    assert await graph.count(tenant) == 3
    assert await graph.delete_edges(tenant, [edges[0].edge_id]) == 0


async def test_edges_are_counted_once_however_many_ends_are_named(graph: GraphIndex, tenant: UUID) -> None:
    facts, edges = chain(tenant, 4)
    await graph.upsert(facts, [*edges, an_edge(facts[0], facts[0], EdgeKind.PARALLEL)])
    assert await graph.edges_of(tenant, [ref(facts[0])]) == 2
    assert await graph.edges_of(tenant, [ref(fact) for fact in facts]) == 4
    assert await graph.edges_of(tenant, []) == 0


async def test_tenants_are_apart(graph: GraphIndex, tenant: UUID) -> None:
    other = uuid4()
    mine, edges = chain(tenant, 2)
    await graph.upsert(mine, edges)
    theirs = [replace(fact, tenant_id=other, version=9) for fact in mine]
    await graph.upsert(theirs, [replace(edges[0], tenant_id=other, version=9)])
    assert [each.version for each in await graph.fetch(tenant, [ref(mine[0])])] == [1]
    assert reached(await graph.walk(a_walk(mine[0]))) == [(mine[1].object_id, 1)]
    assert await graph.delete_edges(tenant, [edges[0].edge_id]) == 1
    assert await graph.delete(tenant, [ref(fact) for fact in mine]) == 2
    assert (await graph.count(tenant), await graph.count(other)) == (0, 2)
    assert reached(await graph.walk(a_walk(theirs[0]))) == [(mine[1].object_id, 1)]


async def test_a_write_of_two_tenants_is_refused(graph: GraphIndex, tenant: UUID) -> None:
    with pytest.raises(InputInvalid):
        await graph.upsert([a_fact(tenant), a_fact(uuid4())], [])
    assert await graph.count(tenant) == 0


async def test_an_unknown_tenant_holds_nothing(graph: GraphIndex, tenant: UUID) -> None:
    nobody = a_fact(tenant)
    assert await graph.walk(a_walk(nobody)) == []
    assert await graph.fetch(tenant, [ref(nobody)]) == []
    assert await graph.delete(tenant, [ref(nobody)]) == 0
    assert (await graph.count(tenant), await graph.edges_of(tenant, [ref(nobody)])) == (0, 0)


async def test_empty_writes_and_reads_do_nothing(graph: GraphIndex, tenant: UUID) -> None:
    await graph.upsert([], [])
    assert await graph.fetch(tenant, []) == []
    assert (await graph.delete(tenant, []), await graph.delete_edges(tenant, [])) == (0, 0)


async def test_hostile_labels_match_themselves_only(graph: GraphIndex, tenant: UUID) -> None:
    seed = a_fact(tenant)
    facts = [a_fact(tenant, purpose=label, status=label, scope_key=label) for label in HOSTILE]
    edges = [an_edge(seed, fact) for fact in facts]
    await graph.upsert([seed, *facts], edges)
    for fact in facts:
        query = a_walk(
            seed,
            scope_keys=[seed.scope_key, fact.scope_key],
            purposes=["general", fact.purpose],
            statuses=["current", fact.status],
        )
        assert reached(await graph.walk(query)) == [(fact.object_id, 1)], repr(fact.purpose)
    assert await graph.count(tenant) == len(HOSTILE) + 1


async def test_many_nodes_and_edges_go_in_and_out_in_one_call(graph: GraphIndex, tenant: UUID) -> None:
    seed = an_entity(tenant)
    facts = [a_fact(tenant) for _ in range(1100)]
    await graph.upsert([seed, *facts], [an_edge(fact, seed, EdgeKind.SUBJECT) for fact in facts])
    assert await graph.count(tenant) == 1101
    assert await graph.edges_of(tenant, [ref(seed)]) == 1100
    assert len(await graph.walk(a_walk(seed, fan_out=50, limit=30, max_hops=1))) == 30
    assert await graph.delete(tenant, [ref(fact) for fact in facts]) == 1100
    assert (await graph.count(tenant), await graph.edges_of(tenant, [ref(seed)])) == (1, 0)


async def test_preparing_again_changes_nothing(graph: GraphIndex, tenant: UUID) -> None:
    await graph.upsert([a_fact(tenant)], [])
    await graph.prepare()
    assert await graph.count(tenant) == 1


async def test_ping_tells_the_version(graph: GraphIndex) -> None:
    assert "5." in await graph.ping() or "18" in await graph.ping()
