"""What the projections do while their server is down, hangs, restarts or fails in silence."""

import time
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

import pytest
from psycopg_pool import AsyncConnectionPool

from adapters.neo4j.index import connect as connect_neo4j
from adapters.pggraph.index import PgGraphIndex
from adapters.pgvector.index import PgVectorIndex
from adapters.projection.pg import Pool
from adapters.weaviate.index import connect as connect_weaviate
from bootstrap import native
from bootstrap.servers import ServerSpec
from memory.model.errors import ConfigurationInvalid, ProjectionUnavailable
from memory.ports.graph_index import GraphEdge, GraphIndex, GraphNode
from memory.ports.vector_index import VectorIndex, VectorObject
from tests.contract.graphs import a_fact, a_walk, chain, reached
from tests.contract.graphs import ref as node_ref
from tests.contract.vectors import DIMENSION, a_query, an_object, ids, ref
from tests.servers import Neo4jAddress, WeaviateAddress, a_neo4j, a_weaviate, running, silent_server

READ_S = 4.0


@asynccontextmanager
async def closing(index: VectorIndex | GraphIndex) -> AsyncGenerator[None]:
    try:
        yield
    finally:
        await index.close()


@asynccontextmanager
async def broken_pool(port: int) -> AsyncGenerator[Pool]:
    pool = AsyncConnectionPool(f"postgresql://x@127.0.0.1:{port}/x", min_size=0, max_size=2, open=False)
    await pool.open()
    try:
        yield pool
    finally:
        await pool.close(timeout=0)


@asynccontextmanager
async def pgvector_at(port: int) -> AsyncGenerator[VectorIndex]:
    async with broken_pool(port) as pool:
        yield PgVectorIndex(pool, write_timeout_s=1.0)


@asynccontextmanager
async def weaviate_at(port: int) -> AsyncGenerator[VectorIndex]:
    index = connect_weaviate(f"http://127.0.0.1:{port}", f"localhost:{port}", "key")
    async with closing(index):
        yield index


@asynccontextmanager
async def pggraph_at(port: int) -> AsyncGenerator[GraphIndex]:
    async with broken_pool(port) as pool:
        yield PgGraphIndex(pool, write_timeout_s=1.0)


@asynccontextmanager
async def neo4j_at(port: int) -> AsyncGenerator[GraphIndex]:
    index = connect_neo4j(f"bolt://127.0.0.1:{port}", "neo4j", "password")
    async with closing(index):
        yield index


async def fails_in_time(call: Callable[[], Any], within_s: float = READ_S) -> None:
    began = time.monotonic()
    with pytest.raises(ProjectionUnavailable):
        await call()
    assert time.monotonic() - began < within_s


@pytest.mark.parametrize("store", [pgvector_at, weaviate_at])
async def test_a_vector_store_that_is_down_is_unavailable(store: Any) -> None:
    tenant = uuid4()
    async with store(native.free_ports(1)[0]) as index:
        await fails_in_time(lambda: index.search(a_query(tenant)))
        await fails_in_time(index.ping)
        await fails_in_time(lambda: index.upsert([an_object(tenant)]), 12.0)


@pytest.mark.parametrize("store", [pggraph_at, neo4j_at])
async def test_a_graph_store_that_is_down_is_unavailable(store: Any) -> None:
    fact = a_fact(uuid4())
    async with store(native.free_ports(1)[0]) as index:
        await fails_in_time(lambda: index.walk(a_walk(fact)))
        await fails_in_time(index.ping)
        await fails_in_time(lambda: index.upsert([fact], []), 12.0)


@pytest.mark.parametrize("store", [pgvector_at, weaviate_at])
async def test_a_vector_store_that_hangs_is_given_up_after_two_seconds(store: Any) -> None:
    async with silent_server() as port, store(port) as index:
        await fails_in_time(lambda: index.search(a_query(uuid4())))


@pytest.mark.parametrize("store", [pggraph_at, neo4j_at])
async def test_a_graph_store_that_hangs_is_given_up_after_two_seconds(store: Any) -> None:
    async with silent_server() as port, store(port) as index:
        await fails_in_time(lambda: index.walk(a_walk(a_fact(uuid4()))))


@pytest.mark.weaviate
async def test_weaviate_whose_grpc_port_hangs_is_given_up(
    weaviate_server: WeaviateAddress, weaviate_index: Any
) -> None:
    tenant = uuid4()
    await weaviate_index.upsert([an_object(tenant)])
    async with silent_server() as port:
        index = connect_weaviate(weaviate_server.url, f"127.0.0.1:{port}", weaviate_server.api_key)
        async with closing(index):
            await fails_in_time(lambda: index.search(a_query(tenant)))


@pytest.mark.weaviate
async def test_a_wrong_weaviate_key_stops_the_start(weaviate_server: WeaviateAddress) -> None:
    index = connect_weaviate(weaviate_server.url, weaviate_server.grpc_url, "another key")
    async with closing(index):
        with pytest.raises(ConfigurationInvalid):
            await index.prepare(DIMENSION)
        with pytest.raises(ConfigurationInvalid):
            await index.ping()
        await fails_in_time(lambda: index.upsert([an_object(uuid4())]))


@pytest.mark.neo4j
async def test_a_wrong_neo4j_password_stops_the_start(neo4j_server: Neo4jAddress) -> None:
    index = connect_neo4j(neo4j_server.url, neo4j_server.user, "another password")
    async with closing(index):
        with pytest.raises(ConfigurationInvalid):
            await index.prepare()
        with pytest.raises(ConfigurationInvalid):
            await index.ping()
        await fails_in_time(lambda: index.upsert([a_fact(uuid4())], []))


async def test_an_unprepared_database_says_what_to_run(postgres_server: str) -> None:
    async with AsyncConnectionPool(postgres_server, min_size=1, open=False) as pool:
        with pytest.raises(ConfigurationInvalid, match="memc migrate"):
            await PgVectorIndex(pool).count(uuid4())
        with pytest.raises(ConfigurationInvalid, match="memc migrate"):
            await PgGraphIndex(pool).walk(a_walk(a_fact(uuid4())))


@pytest.mark.weaviate
@pytest.mark.slow
async def test_weaviate_goes_on_after_a_restart_and_the_deleted_stays_deleted(tmp_path: Path) -> None:
    spec, address = a_weaviate(tmp_path)
    tenant = uuid4()
    kept, gone = an_object(tenant), an_object(tenant)
    index = connect_weaviate(address.url, address.grpc_url, address.api_key)
    async with closing(index):
        await _weaviate_restarts(index, spec, tmp_path, tenant, kept, gone)


async def _weaviate_restarts(
    index: VectorIndex, spec: ServerSpec, tmp_path: Path, tenant: UUID, kept: VectorObject, gone: VectorObject
) -> None:
    async with running(spec, tmp_path):
        await index.prepare(DIMENSION)
        await index.upsert([kept, gone])
        assert await index.delete(tenant, [ref(gone)]) == 1
    await fails_in_time(lambda: index.search(a_query(tenant)))
    await fails_in_time(lambda: index.upsert([an_object(tenant)]), 12.0)
    async with running(spec, tmp_path):
        await soon(lambda: index.search(a_query(tenant)))
        assert ids(await index.search(a_query(tenant))) == [kept.object_id]
        assert await index.fetch(tenant, [ref(gone)]) == []
        assert await index.count(tenant) == 1
        await index.upsert([an_object(tenant)])
        assert await index.count(tenant) == 2


@pytest.mark.neo4j
@pytest.mark.slow
@pytest.mark.timeout(300)
async def test_neo4j_goes_on_after_a_restart(tmp_path: Path) -> None:
    spec, address = a_neo4j(tmp_path)
    tenant = uuid4()
    (seed, kept, gone), edges = chain(tenant, 3)
    index = connect_neo4j(address.url, address.user, address.password)
    async with closing(index):
        await _neo4j_restarts(index, spec, tmp_path, tenant, (seed, kept, gone), edges)


async def _neo4j_restarts(
    index: GraphIndex,
    spec: ServerSpec,
    tmp_path: Path,
    tenant: UUID,
    facts: tuple[GraphNode, ...],
    edges: list[GraphEdge],
) -> None:
    seed, kept, gone = facts
    async with running(spec, tmp_path):
        await index.prepare()
        await index.upsert([seed, kept, gone], edges)
        assert await index.delete(tenant, [node_ref(gone)]) == 1
    await fails_in_time(lambda: index.walk(a_walk(seed)))
    await fails_in_time(lambda: index.upsert([seed], []), 20.0)
    async with running(spec, tmp_path):
        await soon(lambda: index.walk(a_walk(seed)))
        assert reached(await index.walk(a_walk(seed))) == [(kept.object_id, 1)]
        assert await index.fetch(tenant, [node_ref(gone)]) == []
        await index.upsert([a_fact(tenant)], [])
        assert await index.count(tenant) == 3


async def soon(call: Callable[[], Any]) -> None:
    """Asks until the client has found its server again."""
    give_up = time.monotonic() + 20
    while True:
        try:
            await call()
        except ProjectionUnavailable:
            assert time.monotonic() < give_up
        else:
            return


class SilentWeaviate:
    """A client whose server confirms writes and deletions that it does not carry out."""

    def __init__(self, held: list[Any], deletions: list[Any], errors: dict[int, str]) -> None:
        self._held, self._deletions, self._errors = held, deletions, errors
        self.collections = self.data = self.query = self.tenants = self

    def is_connected(self) -> bool:
        return True

    def use(self, _name: str) -> "SilentWeaviate":
        return self

    def with_tenant(self, _name: str) -> "SilentWeaviate":
        return self

    async def exists(self, _name: str) -> bool:
        return True

    async def insert_many(self, _objects: Any) -> Any:
        return Reply(has_errors=False, errors=self._errors)

    async def fetch_objects(self, **_given: Any) -> Any:
        return Reply(objects=[Reply(properties=each) for each in self._held])

    async def delete_many(self, **_given: Any) -> Any:
        return self._deletions.pop(0)


class Reply:
    """An answer with whatever fields it is given."""

    def __init__(self, **fields: Any) -> None:
        self.__dict__.update(fields)


def a_silent_weaviate(
    held: list[Any] | None = None, deletions: list[Any] | None = None, errors: dict[int, str] | None = None
) -> VectorIndex:
    from adapters.weaviate.index import WeaviateVectorIndex

    return WeaviateVectorIndex(SilentWeaviate(held or [], deletions or [], errors or {}))


def held_as(each: Any) -> dict[str, Any]:
    return {"kind": each.kind.value, "object_id": str(each.object_id), "version": each.version}


async def test_a_batch_that_was_lost_in_silence_is_noticed() -> None:
    tenant = uuid4()
    stored, lost = an_object(tenant), an_object(tenant)
    with pytest.raises(ProjectionUnavailable, match="1 of 2"):
        await a_silent_weaviate(held=[held_as(stored)]).upsert([stored, lost])


async def test_errors_in_a_batch_count_whatever_the_flag_says() -> None:
    with pytest.raises(ProjectionUnavailable, match="refused 1 of 2"):
        await a_silent_weaviate(errors={1: "no"}).upsert([an_object(tenant := uuid4()), an_object(tenant)])


async def test_deletion_goes_on_until_nothing_matches() -> None:
    deletions = [
        Reply(matches=100, successful=60, failed=0),
        Reply(matches=40, successful=40, failed=0),
        Reply(matches=0, successful=0, failed=0),
    ]
    each = an_object(uuid4())
    assert await a_silent_weaviate(deletions=deletions).delete(each.tenant_id, [ref(each)]) == 100
    assert deletions == []


async def test_a_failed_or_pretended_deletion_is_noticed() -> None:
    each = an_object(uuid4())
    failed = [Reply(matches=2, successful=1, failed=1)]
    with pytest.raises(ProjectionUnavailable, match="failed to delete"):
        await a_silent_weaviate(deletions=failed).delete(each.tenant_id, [ref(each)])
    pretended = [Reply(matches=1, successful=1, failed=0), Reply(matches=0, successful=0, failed=0)]
    with pytest.raises(ProjectionUnavailable, match="still there"):
        await a_silent_weaviate([held_as(each)], pretended).delete(each.tenant_id, [ref(each)])


async def test_a_graph_write_that_was_lost_in_silence_is_noticed() -> None:
    from adapters.neo4j.index import _upsert_edges, _upsert_nodes

    async def confirms_nothing(_statement: str, _parameters: Any) -> list[Any]:
        return []

    tenant: UUID = uuid4()
    facts, edges = chain(tenant, 2)
    with pytest.raises(ProjectionUnavailable, match="2 of 2"):
        await _upsert_nodes(confirms_nothing, tenant, facts)
    with pytest.raises(ProjectionUnavailable, match="1 of 1"):
        await _upsert_edges(confirms_nothing, tenant, edges)
