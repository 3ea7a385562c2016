"""The contract of `VectorIndex`, kept by both stores."""

import asyncio
from dataclasses import replace
from typing import Any
from uuid import UUID, uuid4

import pytest

from memory.model.errors import ConfigurationInvalid, InputInvalid
from memory.ports.vector_index import ObjectKind, ProjectedRef, VectorIndex
from tests.contract.vectors import DIMENSION, HOSTILE, OTHER_SCOPE, a_query, an_object, ids, ref, vector


@pytest.fixture
def tenant() -> UUID:
    return uuid4()


async def test_nearest_objects_come_first_with_their_cosine(vectors: VectorIndex, tenant: UUID) -> None:
    near, middle, far = an_object(tenant, 1, 0.1), an_object(tenant, 1, 1), an_object(tenant, -1, 0)
    await vectors.upsert([far, near, middle])
    hits = await vectors.search(a_query(tenant, 1, 0))
    assert ids(hits) == [near.object_id, middle.object_id, far.object_id]
    assert [hit.similarity for hit in hits] == pytest.approx([0.99504, 0.70711, -1.0], abs=1e-4)
    assert (hits[0].kind, hits[0].version) == (ObjectKind.CHUNK, 1)


async def test_the_limit_holds(vectors: VectorIndex, tenant: UUID) -> None:
    await vectors.upsert([an_object(tenant, 1, number / 10) for number in range(7)])
    assert len(await vectors.search(a_query(tenant, limit=3))) == 3
    assert await vectors.search(a_query(tenant, limit=0)) == []


async def test_writing_twice_gives_one_object(vectors: VectorIndex, tenant: UUID) -> None:
    each = an_object(tenant)
    await vectors.upsert([each])
    await vectors.upsert([each, each])
    assert await vectors.count(tenant) == 1


async def test_a_stale_version_never_overwrites(vectors: VectorIndex, tenant: UUID) -> None:
    new = an_object(tenant, 0, 1, version=5, status="superseded")
    await vectors.upsert([new])
    await vectors.upsert([replace(new, version=4, status="current", vector=vector(1))])
    await vectors.upsert([replace(new, status="current")])
    assert await vectors.fetch(tenant, [ref(new)]) == [ProjectedRef(new.kind, new.object_id, 5)]
    assert await vectors.search(a_query(tenant)) == []
    (hit,) = await vectors.search(a_query(tenant, 0, 1, statuses=["superseded"]))
    assert hit.similarity == pytest.approx(1.0, abs=1e-6)


async def test_a_newer_version_replaces_vector_and_properties(vectors: VectorIndex, tenant: UUID) -> None:
    old = an_object(tenant, 1, 0)
    await vectors.upsert([old])
    await vectors.upsert([replace(old, version=2, status="cold", scope_key=OTHER_SCOPE, vector=vector(0, 1))])
    assert await vectors.search(a_query(tenant)) == []
    query = a_query(tenant, 0, 1, scope_keys=[OTHER_SCOPE], statuses=["cold"])
    (hit,) = await vectors.search(query)
    assert (hit.version, hit.similarity) == (2, pytest.approx(1.0, abs=1e-6))


async def test_of_two_versions_in_one_write_the_newer_stays(vectors: VectorIndex, tenant: UUID) -> None:
    old = an_object(tenant)
    await vectors.upsert([replace(old, version=3), old, replace(old, version=2)])
    assert [each.version for each in await vectors.fetch(tenant, [ref(old)])] == [3]


async def test_writers_that_race_leave_the_newest_version(vectors: VectorIndex, tenant: UUID) -> None:
    each = an_object(tenant)
    await asyncio.gather(*(vectors.upsert([replace(each, version=version)]) for version in (3, 1, 5, 2, 4)))
    assert [found.version for found in await vectors.fetch(tenant, [ref(each)])] == [5]
    assert await vectors.count(tenant) == 1


@pytest.mark.parametrize(
    ("stored", "asked"),
    [
        ({"scope_key": OTHER_SCOPE}, {}),
        ({"purpose": "billing"}, {}),
        ({"sensitivity": 2}, {"max_sensitivity": 1}),
        ({"status": "superseded"}, {}),
        ({"kind": ObjectKind.FACT}, {"kinds": [ObjectKind.CHUNK, ObjectKind.TOPIC]}),
        ({}, {"scope_keys": []}),
        ({}, {"purposes": []}),
        ({}, {"kinds": []}),
    ],
)
async def test_what_the_reader_may_not_see_is_not_found(
    vectors: VectorIndex, tenant: UUID, stored: dict[str, Any], asked: dict[str, Any]
) -> None:
    await vectors.upsert([an_object(tenant, **stored)])
    assert await vectors.search(a_query(tenant, **asked)) == []


@pytest.mark.parametrize(
    ("stored", "asked"),
    [
        ({"scope_key": OTHER_SCOPE}, {"scope_keys": [OTHER_SCOPE, "none"]}),
        ({"purpose": "billing"}, {"purposes": ["general", "billing"]}),
        ({"sensitivity": 1}, {"max_sensitivity": 1}),
        ({"status": "superseded"}, {"statuses": ["current", "superseded"]}),
        ({"status": "superseded"}, {"statuses": []}),
        ({"kind": ObjectKind.FACT}, {"kinds": [ObjectKind.FACT]}),
    ],
)
async def test_what_the_reader_asks_for_is_found(
    vectors: VectorIndex, tenant: UUID, stored: dict[str, Any], asked: dict[str, Any]
) -> None:
    await vectors.upsert([an_object(tenant, **stored)])
    assert len(await vectors.search(a_query(tenant, **asked))) == 1


async def test_filters_come_before_the_limit(vectors: VectorIndex, tenant: UUID) -> None:
    hidden = [an_object(tenant, 1, number / 1000, scope_key=OTHER_SCOPE) for number in range(300)]
    visible = an_object(tenant, -1, 0.5)
    await vectors.upsert([*hidden, visible])
    assert await vectors.count(tenant) == 301
    assert ids(await vectors.search(a_query(tenant, 1, limit=5))) == [visible.object_id]


async def test_one_id_of_two_kinds_is_two_objects(vectors: VectorIndex, tenant: UUID) -> None:
    chunk = an_object(tenant)
    await vectors.upsert([chunk, replace(chunk, kind=ObjectKind.FACT, version=7)])
    assert await vectors.delete(tenant, [ref(chunk)]) == 1
    assert [hit.kind for hit in await vectors.search(a_query(tenant))] == [ObjectKind.FACT]


async def test_tenants_are_apart(vectors: VectorIndex, tenant: UUID) -> None:
    other = uuid4()
    mine = an_object(tenant)
    theirs = replace(mine, tenant_id=other, version=9)
    await vectors.upsert([mine])
    await vectors.upsert([theirs])
    assert [hit.version for hit in await vectors.search(a_query(tenant))] == [1]
    assert [each.version for each in await vectors.fetch(other, [ref(mine)])] == [9]
    assert await vectors.delete(tenant, [ref(mine)]) == 1
    assert (await vectors.count(tenant), await vectors.count(other)) == (0, 1)
    assert [hit.version for hit in await vectors.search(a_query(other))] == [9]


async def test_a_write_of_two_tenants_is_refused(vectors: VectorIndex, tenant: UUID) -> None:
    with pytest.raises(InputInvalid):
        await vectors.upsert([an_object(tenant), an_object(uuid4())])
    assert await vectors.count(tenant) == 0


async def test_the_deleted_is_gone_by_id_and_by_search(vectors: VectorIndex, tenant: UUID) -> None:
    kept, *gone = [an_object(tenant, 1, number / 1000, version=number + 1) for number in range(251)]
    await vectors.upsert([kept, *gone])
    refs = [ref(each) for each in gone]
    assert await vectors.delete(tenant, [*refs, (ObjectKind.CHUNK, uuid4()), refs[0]]) == 250
    assert await vectors.fetch(tenant, [*refs, ref(kept)]) == [ProjectedRef(kept.kind, kept.object_id, 1)]
    assert ids(await vectors.search(a_query(tenant, limit=300))) == [kept.object_id]
    assert await vectors.count(tenant) == 1
    assert await vectors.delete(tenant, refs) == 0


async def test_the_deleted_may_come_back_with_any_version(vectors: VectorIndex, tenant: UUID) -> None:
    each = an_object(tenant, version=4)
    await vectors.upsert([each])
    await vectors.delete(tenant, [ref(each)])
    await vectors.upsert([replace(each, version=1)])
    assert [hit.version for hit in await vectors.search(a_query(tenant))] == [1]


async def test_an_unknown_tenant_holds_nothing(vectors: VectorIndex, tenant: UUID) -> None:
    unknown = (ObjectKind.CHUNK, uuid4())
    assert await vectors.search(a_query(tenant)) == []
    assert await vectors.fetch(tenant, [unknown]) == []
    assert await vectors.count(tenant) == 0
    assert await vectors.delete(tenant, [unknown]) == 0


async def test_empty_writes_and_reads_do_nothing(vectors: VectorIndex, tenant: UUID) -> None:
    await vectors.upsert([])
    await vectors.upsert([an_object(tenant)])
    assert await vectors.fetch(tenant, []) == []
    assert await vectors.delete(tenant, []) == 0


async def test_hostile_labels_match_themselves_only(vectors: VectorIndex, tenant: UUID) -> None:
    objects = [an_object(tenant, purpose=label, status="current") for label in HOSTILE]
    await vectors.upsert([*objects, an_object(tenant)])
    for each in objects:
        found = await vectors.search(a_query(tenant, purposes=[each.purpose]))
        assert ids(found) == [each.object_id], repr(each.purpose)
    assert await vectors.count(tenant) == len(HOSTILE) + 1


async def test_hostile_scopes_and_statuses_find_nothing(vectors: VectorIndex, tenant: UUID) -> None:
    await vectors.upsert([an_object(tenant)])
    for label in HOSTILE:
        assert await vectors.search(a_query(tenant, scope_keys=[label])) == []
        assert await vectors.search(a_query(tenant, statuses=[label])) == []


async def test_a_vector_of_zeros_is_stored_and_harms_no_search(vectors: VectorIndex, tenant: UUID) -> None:
    zero, near = an_object(tenant, 0.0), an_object(tenant, 1)
    await vectors.upsert([zero, near])
    assert ids(await vectors.search(a_query(tenant)))[0] == near.object_id
    assert len(await vectors.fetch(tenant, [ref(zero)])) == 1


async def test_preparing_again_changes_nothing(vectors: VectorIndex, tenant: UUID) -> None:
    await vectors.upsert([an_object(tenant)])
    await vectors.prepare(DIMENSION)
    assert await vectors.count(tenant) == 1


async def test_another_dimension_stops_the_start(vectors: VectorIndex) -> None:
    with pytest.raises(ConfigurationInvalid, match="dimensions"):
        await vectors.prepare(DIMENSION + 1)


async def test_ping_tells_the_version(vectors: VectorIndex) -> None:
    assert (await vectors.ping())[0].isdigit()
