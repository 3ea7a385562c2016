"""The contract of walks over a `GraphIndex`, kept by both stores."""

from datetime import UTC, datetime, timedelta, timezone
from typing import Any
from uuid import UUID, uuid4

import pytest

from memory.model.errors import InputInvalid
from memory.ports.graph_index import EdgeKind, GraphIndex, PathStep
from memory.ports.vector_index import ObjectKind
from tests.contract.graphs import a_fact, a_walk, an_edge, an_entity, chain, reached, ref
from tests.contract.vectors import OTHER_SCOPE

MARCH = datetime(2026, 3, 1, tzinfo=UTC)
APRIL = datetime(2026, 4, 1, tzinfo=UTC)


@pytest.fixture
def tenant() -> UUID:
    return uuid4()


async def test_a_walk_goes_as_far_as_its_hops(graph: GraphIndex, tenant: UUID) -> None:
    facts, edges = chain(tenant, 5)
    await graph.upsert(facts, edges)
    for hops in (1, 2, 3):
        expected = [(facts[place].object_id, place) for place in range(1, hops + 1)]
        assert reached(await graph.walk(a_walk(facts[0], max_hops=hops))) == expected


async def test_a_path_tells_each_edge_and_its_direction(graph: GraphIndex, tenant: UUID) -> None:
    cause, effect = a_fact(tenant), a_fact(tenant)
    entity = an_entity(tenant)
    edges = [an_edge(cause, effect), an_edge(effect, entity, EdgeKind.OBJECT)]
    await graph.upsert([cause, effect, entity], edges)
    (_, hit) = await graph.walk(a_walk(cause))
    assert hit.path == (
        PathStep(*ref(cause), EdgeKind.CAUSE, *ref(effect), forward=True),
        PathStep(*ref(effect), EdgeKind.OBJECT, *ref(entity), forward=True),
    )
    (_, back) = await graph.walk(a_walk(entity))
    assert back.path == (
        PathStep(*ref(entity), EdgeKind.OBJECT, *ref(effect), forward=False),
        PathStep(*ref(effect), EdgeKind.CAUSE, *ref(cause), forward=False),
    )


async def test_the_shortest_path_is_kept(graph: GraphIndex, tenant: UUID) -> None:
    (start, middle, end), edges = chain(tenant, 3)
    await graph.upsert([start, middle, end], [*edges, an_edge(start, end, EdgeKind.SUPPORT, weight=0.1)])
    hits = {hit.object_id: hit for hit in await graph.walk(a_walk(start))}
    assert hits[end.object_id].hops == 1
    assert [step.edge for step in hits[end.object_id].path] == [EdgeKind.SUPPORT]


async def test_a_cycle_ends_and_seeds_are_not_returned(graph: GraphIndex, tenant: UUID) -> None:
    facts, edges = chain(tenant, 3)
    await graph.upsert(facts, [*edges, an_edge(facts[2], facts[0]), an_edge(facts[0], facts[0])])
    assert {id_ for id_, _ in reached(await graph.walk(a_walk(facts[0])))} == {facts[1].object_id, facts[2].object_id}
    assert await graph.walk(a_walk(*facts)) == []


async def test_of_several_seeds_the_nearest_counts(graph: GraphIndex, tenant: UUID) -> None:
    facts, edges = chain(tenant, 4)
    await graph.upsert(facts, edges)
    hits = {hit.object_id: hit for hit in await graph.walk(a_walk(facts[0], facts[3]))}
    assert hits[facts[2].object_id].hops == 1
    assert hits[facts[2].object_id].path[0].from_id == facts[3].object_id


async def test_only_the_heaviest_edges_of_a_node_are_followed(graph: GraphIndex, tenant: UUID) -> None:
    seed = a_fact(tenant)
    outward, inward = [a_fact(tenant) for _ in range(6)], [a_fact(tenant) for _ in range(6)]
    edges = [an_edge(seed, fact, weight=float(place)) for place, fact in enumerate(outward)]
    edges += [an_edge(fact, seed, weight=place + 0.5) for place, fact in enumerate(inward)]
    await graph.upsert([seed, *outward, *inward], edges)
    hits = await graph.walk(a_walk(seed, fan_out=3, max_hops=1))
    assert [hit.object_id for hit in hits] == [inward[5].object_id, outward[5].object_id, inward[4].object_id]


async def test_hidden_nodes_take_no_place_in_the_fan_out(graph: GraphIndex, tenant: UUID) -> None:
    seed, visible = a_fact(tenant), a_fact(tenant)
    hidden = [a_fact(tenant, scope_key=OTHER_SCOPE) for _ in range(20)]
    edges = [an_edge(seed, fact, weight=9.0) for fact in hidden]
    await graph.upsert([seed, visible, *hidden], [*edges, an_edge(seed, visible, weight=0.1)])
    assert reached(await graph.walk(a_walk(seed, fan_out=1))) == [(visible.object_id, 1)]


async def test_the_way_back_takes_no_place_in_the_fan_out(graph: GraphIndex, tenant: UUID) -> None:
    facts, edges = chain(tenant, 4)
    await graph.upsert(facts, edges)
    assert [hops for _, hops in reached(await graph.walk(a_walk(facts[0], fan_out=1)))] == [1, 2, 3]


async def test_the_limit_keeps_the_nearest(graph: GraphIndex, tenant: UUID) -> None:
    facts, edges = chain(tenant, 4)
    await graph.upsert(facts, edges)
    assert [hops for _, hops in reached(await graph.walk(a_walk(facts[0], limit=2)))] == [1, 2]


@pytest.mark.parametrize("fact", [{"scope_key": OTHER_SCOPE}, {"purpose": "billing"}, {"status": "superseded"}])
async def test_no_walk_leads_through_what_the_reader_may_not_see(
    graph: GraphIndex, tenant: UUID, fact: dict[str, Any]
) -> None:
    facts, edges = chain(tenant, 3, **fact)
    await graph.upsert(facts, edges)
    assert await graph.walk(a_walk(facts[0])) == []


async def test_sensitivity_has_a_ceiling(graph: GraphIndex, tenant: UUID) -> None:
    facts, edges = chain(tenant, 3, sensitivity=2)
    await graph.upsert(facts, edges)
    assert await graph.walk(a_walk(facts[0], max_sensitivity=1)) == []
    assert len(await graph.walk(a_walk(facts[0], max_sensitivity=2))) == 2


async def test_no_walk_starts_at_a_fact_that_the_reader_may_not_see(graph: GraphIndex, tenant: UUID) -> None:
    hidden, visible = a_fact(tenant, scope_key=OTHER_SCOPE), a_fact(tenant)
    await graph.upsert([hidden, visible], [an_edge(hidden, visible)])
    assert await graph.walk(a_walk(hidden)) == []
    assert await graph.walk(a_walk(hidden, scope_keys=[])) == []


async def test_empty_statuses_mean_any(graph: GraphIndex, tenant: UUID) -> None:
    facts, edges = chain(tenant, 3, status="superseded")
    await graph.upsert(facts, edges)
    assert len(await graph.walk(a_walk(facts[0], statuses=[]))) == 2


async def test_an_entity_is_seen_through_a_visible_fact_only(graph: GraphIndex, tenant: UUID) -> None:
    mine, other_mine = a_fact(tenant), a_fact(tenant)
    theirs = a_fact(tenant, scope_key=OTHER_SCOPE)
    shared, secret = an_entity(tenant), an_entity(tenant)
    edges = [
        an_edge(mine, shared, EdgeKind.SUBJECT),
        an_edge(theirs, shared, EdgeKind.SUBJECT),
        an_edge(theirs, secret, EdgeKind.OBJECT),
        an_edge(other_mine, shared, EdgeKind.OBJECT),
    ]
    await graph.upsert([mine, other_mine, theirs, shared, secret], edges)
    expected = [(shared.object_id, 1), (other_mine.object_id, 2)]
    assert reached(await graph.walk(a_walk(mine))) == expected


async def test_a_bare_entity_leads_on(graph: GraphIndex, tenant: UUID) -> None:
    first, second, bare = a_fact(tenant), a_fact(tenant), an_entity(tenant)
    edges = [an_edge(first, bare, EdgeKind.SUBJECT), an_edge(second, bare, EdgeKind.SUBJECT)]
    await graph.upsert([first, second], edges)
    assert reached(await graph.walk(a_walk(first))) == [(bare.object_id, 1), (second.object_id, 2)]


@pytest.mark.parametrize(
    ("as_of", "found"),
    [
        (None, True),
        (MARCH - timedelta(microseconds=1), False),
        (MARCH, True),
        (APRIL - timedelta(microseconds=1), True),
        (APRIL, False),
        (datetime(2026, 3, 1, 7, 59, tzinfo=timezone(timedelta(hours=8))), False),
        (datetime(2026, 3, 1, 8, 0, tzinfo=timezone(timedelta(hours=8))), True),
    ],
)
async def test_a_walk_sees_the_graph_of_a_given_date(
    graph: GraphIndex, tenant: UUID, as_of: datetime | None, found: bool
) -> None:
    facts, edges = chain(tenant, 3, valid_from=MARCH, valid_to=APRIL)
    await graph.upsert(facts, edges)
    assert bool(await graph.walk(a_walk(facts[0], as_of=as_of))) is found


async def test_open_sides_of_validity_hold_for_ever(graph: GraphIndex, tenant: UUID) -> None:
    seed, since, until = a_fact(tenant), a_fact(tenant, valid_from=APRIL), a_fact(tenant, valid_to=MARCH)
    await graph.upsert([seed, since, until], [an_edge(seed, since), an_edge(seed, until)])
    assert reached(await graph.walk(a_walk(seed, as_of=datetime(1900, 1, 1, tzinfo=UTC)))) == [(until.object_id, 1)]
    assert reached(await graph.walk(a_walk(seed, as_of=datetime(2999, 1, 1, tzinfo=UTC)))) == [(since.object_id, 1)]


async def test_no_walk_starts_at_a_fact_that_did_not_hold(graph: GraphIndex, tenant: UUID) -> None:
    later, other = a_fact(tenant, valid_from=APRIL), a_fact(tenant)
    await graph.upsert([later, other], [an_edge(later, other)])
    assert await graph.walk(a_walk(later, as_of=MARCH)) == []


@pytest.mark.parametrize("bounds", [{"max_hops": 0}, {"max_hops": 4}, {"fan_out": 0}, {"limit": 0}])
async def test_a_walk_without_bounds_is_refused(graph: GraphIndex, tenant: UUID, bounds: dict[str, int]) -> None:
    with pytest.raises(InputInvalid):
        await graph.walk(a_walk(a_fact(tenant), **bounds))


@pytest.mark.parametrize("kind", list(EdgeKind))
async def test_each_kind_of_edge_is_kept(graph: GraphIndex, tenant: UUID, kind: EdgeKind) -> None:
    start, end = a_fact(tenant), a_fact(tenant)
    edge = an_edge(start, end, kind)
    await graph.upsert([start, end], [edge])
    (hit,) = await graph.walk(a_walk(start))
    assert (hit.kind, hit.path[0].edge) == (ObjectKind.FACT, kind)
    assert await graph.delete_edges(tenant, [edge.edge_id]) == 1


@pytest.mark.parametrize("kind", list(ObjectKind))
async def test_each_kind_of_node_is_kept(graph: GraphIndex, tenant: UUID, kind: ObjectKind) -> None:
    node = a_fact(tenant, kind=kind)
    await graph.upsert([node], [])
    assert [(each.kind, each.object_id) for each in await graph.fetch(tenant, [ref(node)])] == [ref(node)]
    assert await graph.delete(tenant, [ref(node)]) == 1
