"""What holds for one projection store only: its hardening, its constraints, its plans."""

import random
from typing import Any
from uuid import UUID, uuid4

import httpx
import psycopg
import pytest
from neo4j import AsyncGraphDatabase, NotificationMinimumSeverity
from psycopg_pool import AsyncConnectionPool

from adapters.neo4j import index as implementation
from adapters.neo4j import statements
from adapters.pgvector import index as pgvector
from adapters.pgvector.index import PgVectorIndex
from adapters.pgvector.schema import DDL, ddl
from adapters.projection.pg import Pool, tenant_transaction
from adapters.weaviate import schema
from adapters.weaviate.index import WeaviateVectorIndex
from memory.model.errors import InputInvalid
from memory.ports.graph_index import EdgeKind
from memory.ports.vector_index import ObjectKind
from tests.contract.vectors import DIMENSION, OTHER_SCOPE, a_query, an_object, ids
from tests.servers import Neo4jAddress, WeaviateAddress


@pytest.fixture
def tenant() -> UUID:
    return uuid4()


async def test_without_a_tenant_the_service_role_sees_no_row(
    pgvector_index: PgVectorIndex, service_pool: Pool, tenant: UUID
) -> None:
    await pgvector_index.upsert([an_object(tenant)])
    async with service_pool.connection() as connection:
        cursor = await connection.execute("SELECT count(*) FROM projection.vector_object")
        assert (await cursor.fetchone()) == (0,)


async def test_the_service_role_cannot_write_for_another_tenant(service_pool: Pool, tenant: UUID) -> None:
    with pytest.raises(psycopg.errors.InsufficientPrivilege):
        async with service_pool.connection() as connection:
            await connection.execute("SELECT set_config('app.tenant', %s, true)", [str(tenant)])
            await connection.execute(
                "INSERT INTO projection.graph_node VALUES (%s, 'fact', %s, 1, '', '', 0, '')", [uuid4(), uuid4()]
            )


async def test_a_wrong_vector_length_is_refused_and_not_retried(pgvector_index: PgVectorIndex, tenant: UUID) -> None:
    with pytest.raises(InputInvalid):
        await pgvector_index.upsert([an_object(tenant, vector=[1.0, 2.0])])


async def test_a_label_that_postgres_cannot_hold_is_refused(pgvector_index: PgVectorIndex, tenant: UUID) -> None:
    with pytest.raises(InputInvalid):
        await pgvector_index.upsert([an_object(tenant, purpose="nul\x00byte")])


async def test_readers_of_very_many_objects_are_served_by_the_index_with_hardly_any_loss(
    service_pool: Pool, tenant: UUID
) -> None:
    source = random.Random(7)
    objects = [
        an_object(
            tenant,
            *[source.gauss(0, 1) for _ in range(DIMENSION)],
            scope_key=OTHER_SCOPE if number % 20 else "33333333-3333-5333-8333-333333333333",
        )
        for number in range(3000)
    ]
    exact, approximate = PgVectorIndex(service_pool), PgVectorIndex(service_pool, exact_limit=100)
    await exact.upsert(objects)
    found = wanted = 0
    for _ in range(20):
        numbers = [source.gauss(0, 1) for _ in range(DIMENSION)]
        for scope_key in (OTHER_SCOPE, "33333333-3333-5333-8333-333333333333"):
            query = a_query(tenant, *numbers, scope_keys=[scope_key], limit=20)
            truth, answer = ids(await exact.search(query)), ids(await approximate.search(query))
            assert len(answer) == len(truth) == 20
            found, wanted = found + len(set(truth) & set(answer)), wanted + len(truth)
    assert found / wanted > 0.97


async def test_a_reader_whose_objects_became_few_still_finds_them(service_pool: Pool, tenant: UUID) -> None:
    index = PgVectorIndex(service_pool, exact_limit=5)
    objects = [an_object(tenant, *_direction(number)) for number in range(8)]
    await index.upsert(objects)
    assert len(await index.search(a_query(tenant, *_direction(0), limit=8))) == 8
    await index.delete(tenant, [(each.kind, each.object_id) for each in objects[2:]])
    found = ids(await index.search(a_query(tenant, *_direction(0), limit=8)))
    assert set(found) == {each.object_id for each in objects[:2]}


def _direction(number: int) -> list[float]:
    return [1.0 if place == number else 0.1 for place in range(DIMENSION)]


async def test_an_exact_search_is_planned_by_the_tenant_and_never_by_the_vector_index(
    service_pool: Pool, tenant: UUID
) -> None:
    parameters = pgvector._search_parameters(a_query(tenant))
    async with tenant_transaction(service_pool, tenant, 2.0) as cursor:
        await cursor.execute("SET LOCAL enable_seqscan = off")
        await cursor.execute(f"EXPLAIN {pgvector._EXACT}".encode(), parameters)
        plan = "\n".join(row[0] for row in await cursor.fetchall())
    assert "Index Cond: ((tenant_id = " in plan, plan
    assert "vector_object_by_meaning" not in plan


async def test_the_tables_take_vectors_longer_than_the_index_can(postgres_server: str) -> None:
    with psycopg.connect(postgres_server, autocommit=True) as connection:
        connection.execute("CREATE DATABASE long_vectors")
    url = postgres_server.rsplit("/", 1)[0] + "/long_vectors"
    async with AsyncConnectionPool(url, min_size=1, open=False) as pool:
        index = PgVectorIndex(pool)
        await index.prepare(4096)
        each = an_object(uuid4(), vector=[1.0] * 4096)
        await index.upsert([each])
        (hit,) = await index.search(a_query(each.tenant_id, *[1.0] * 4096, limit=1))
    assert hit.object_id == each.object_id


def test_the_declared_dimension_is_that_of_the_default_model() -> None:
    assert any("halfvec(384)" in statement for statement in DDL)
    assert any("halfvec(64)" in statement for statement in ddl(64))


@pytest.mark.weaviate
async def test_weaviate_answers_nobody_without_the_key(weaviate_server: WeaviateAddress) -> None:
    async with httpx.AsyncClient(base_url=weaviate_server.url, trust_env=False) as client:
        for path in ("/v1/schema", "/v1/objects", "/v1/nodes", f"/v1/schema/{schema.COLLECTION}/tenants"):
            assert (await client.get(path)).status_code == 401
        wrong = {"Authorization": "Bearer wrong"}
        assert (await client.get("/v1/schema", headers=wrong)).status_code == 401


@pytest.mark.weaviate
async def test_weaviate_makes_no_schema_by_guess(weaviate_server: WeaviateAddress) -> None:
    headers = {"Authorization": f"Bearer {weaviate_server.api_key}"}
    async with httpx.AsyncClient(base_url=weaviate_server.url, headers=headers, trust_env=False) as client:
        body = {"class": "Guessed", "properties": {"words": "x"}}
        assert (await client.post("/v1/objects", json=body)).status_code >= 400
        assert (await client.get("/v1/schema/Guessed")).status_code == 404
        meta = (await client.get("/v1/meta")).json()
    assert meta["modules"] == {}


@pytest.mark.weaviate
async def test_weaviate_makes_no_tenant_by_accident_and_holds_no_text(
    weaviate_server: WeaviateAddress, weaviate_index: WeaviateVectorIndex, tenant: UUID
) -> None:
    headers = {"Authorization": f"Bearer {weaviate_server.api_key}"}
    body: dict[str, Any] = {"class": schema.COLLECTION, "tenant": f"t_{tenant}", "properties": {"kind": "chunk"}}
    async with httpx.AsyncClient(base_url=weaviate_server.url, headers=headers, trust_env=False) as client:
        assert (await client.post("/v1/objects", json=body)).status_code == 422
        stored = (await client.get(f"/v1/schema/{schema.COLLECTION}")).json()
    assert await weaviate_index.count(tenant) == 0
    assert stored["multiTenancyConfig"]["enabled"] and not stored["multiTenancyConfig"]["autoTenantCreation"]
    assert {each["name"] for each in stored["properties"]} == {each.name for each in schema.PROPERTIES}


@pytest.mark.neo4j
async def test_neo4j_has_a_unique_uid_for_each_label_and_kind_of_edge(
    neo4j_server: Neo4jAddress, neo4j_index: object
) -> None:
    async with AsyncGraphDatabase.driver(neo4j_server.url, auth=(neo4j_server.user, neo4j_server.password)) as driver:
        found = await driver.execute_query("SHOW CONSTRAINTS YIELD type, labelsOrTypes, properties")
    unique = {row["labelsOrTypes"][0] for row in found.records if row["properties"] == ["uid"]}
    assert unique == {statements.COMMON_LABEL, *statements.LABELS.values(), *(kind.value for kind in EdgeKind)}
    assert set(statements.LABELS) == set(ObjectKind)


@pytest.mark.neo4j
async def test_neo4j_does_not_know_its_default_password(neo4j_server: Neo4jAddress) -> None:
    async with AsyncGraphDatabase.driver(neo4j_server.url, auth=("neo4j", "neo4j")) as driver:
        with pytest.raises(Exception, match=r"(?i)unauthorized"):
            await driver.verify_connectivity()


@pytest.mark.neo4j
async def test_every_neo4j_statement_starts_at_a_unique_id(neo4j_server: Neo4jAddress, neo4j_index: object) -> None:
    kinds = {f"upsert_nodes {kind}": statements.upsert_nodes(kind) for kind in ObjectKind}
    edges = {f"upsert_edges {kind}": statements.upsert_edges(kind) for kind in EdgeKind}
    deletions = {f"delete_edges {kind}": statements.delete_edges(kind) for kind in EdgeKind}
    rest = {
        name: getattr(statements, name)
        for name in ("FETCH_NODES", "DELETE_NODES", "COUNT_EDGES", "VISIBLE_SEEDS", "EXPAND")
    }
    async with AsyncGraphDatabase.driver(
        neo4j_server.url,
        auth=(neo4j_server.user, neo4j_server.password),
        notifications_min_severity=NotificationMinimumSeverity.OFF,
    ) as driver:
        for name, statement in (kinds | edges | deletions | rest).items():
            parameters: dict[str, Any] = {"rows": [{}], "kind": "fact", **implementation._A_WALK}
            explained = await driver.execute_query(  # pyright: ignore[reportCallIssue]
                f"EXPLAIN {statement}",  # pyright: ignore[reportArgumentType] put together from constants
                parameters,
            )
            accesses = {each for each in operators(explained.summary.plan) if "Seek" in each or "Scan" in each}
            assert accesses and all("UniqueIndexSeek" in each for each in accesses), (name, accesses)


def operators(plan: Any) -> list[str]:
    """All steps of a plan."""
    return [plan["operatorType"], *(each for child in plan.get("children", []) for each in operators(child))]
