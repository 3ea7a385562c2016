"""The real stores behind each port, prepared once a session; tests keep apart by tenants of their own."""

from collections.abc import AsyncGenerator, Generator

import psycopg
import pytest
import pytest_asyncio
from psycopg_pool import AsyncConnectionPool

from adapters.neo4j.index import Neo4jGraphIndex
from adapters.neo4j.index import connect as connect_neo4j
from adapters.pggraph.index import PgGraphIndex
from adapters.pgvector.index import PgVectorIndex
from adapters.projection.pg import Pool
from adapters.weaviate.index import WeaviateVectorIndex
from adapters.weaviate.index import connect as connect_weaviate
from memory.ports.graph_index import GraphIndex
from memory.ports.vector_index import VectorIndex
from tests.contract.vectors import DIMENSION
from tests.servers import Neo4jAddress, WeaviateAddress

SERVICE = "contract_service"
# These tests are about what comes back, on machines that may be busy with others; the outage tests watch the clock.
PATIENT_S = 30.0


@pytest_asyncio.fixture(scope="session")
async def projection_database(postgres_server: str) -> str:
    """A URL of the service role, which owns nothing: row-level security binds it."""
    with psycopg.connect(postgres_server, autocommit=True) as connection:
        connection.execute(f"CREATE ROLE {SERVICE} LOGIN")
        connection.execute("CREATE DATABASE projections")
    owner = postgres_server.rsplit("/", 1)[0] + "/projections"
    async with AsyncConnectionPool(owner, min_size=1, open=False) as pool:
        await PgVectorIndex(pool).prepare(DIMENSION)
        await PgGraphIndex(pool).prepare()
        async with pool.connection() as connection:
            await connection.execute(f"GRANT USAGE ON SCHEMA projection TO {SERVICE}")
            await connection.execute(
                f"GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA projection TO {SERVICE}"
            )
    return owner.replace("//postgres@", f"//{SERVICE}@")


@pytest_asyncio.fixture(scope="session")
async def service_pool(projection_database: str) -> AsyncGenerator[Pool]:
    """Connections of the service role."""
    async with AsyncConnectionPool(projection_database, min_size=2, max_size=10, open=False) as pool:
        yield pool


@pytest_asyncio.fixture(scope="session")
async def pgvector_index(service_pool: Pool) -> PgVectorIndex:
    """Vectors in Postgres."""
    return PgVectorIndex(service_pool, read_timeout_s=PATIENT_S)


@pytest_asyncio.fixture(scope="session")
async def weaviate_index(weaviate_server: WeaviateAddress) -> AsyncGenerator[WeaviateVectorIndex]:
    """Vectors in Weaviate."""
    index = connect_weaviate(
        weaviate_server.url, weaviate_server.grpc_url, weaviate_server.api_key, read_timeout_s=PATIENT_S
    )
    await index.prepare(DIMENSION)
    yield index
    await index.close()


@pytest_asyncio.fixture(scope="session")
async def pggraph_index(service_pool: Pool) -> PgGraphIndex:
    """The graph in Postgres."""
    return PgGraphIndex(service_pool, read_timeout_s=PATIENT_S)


@pytest_asyncio.fixture(scope="session")
async def neo4j_index(neo4j_server: Neo4jAddress) -> AsyncGenerator[Neo4jGraphIndex]:
    """The graph in Neo4j."""
    index = connect_neo4j(neo4j_server.url, neo4j_server.user, neo4j_server.password, read_timeout_s=PATIENT_S)
    await index.prepare()
    yield index
    await index.close()


VECTOR_STORES = [
    pytest.param("pgvector_index", id="pgvector"),
    pytest.param("weaviate_index", id="weaviate", marks=pytest.mark.weaviate),
]
GRAPH_STORES = [
    pytest.param("pggraph_index", id="postgres"),
    pytest.param("neo4j_index", id="neo4j", marks=pytest.mark.neo4j),
]


@pytest.fixture(params=VECTOR_STORES)
def vectors(request: pytest.FixtureRequest) -> Generator[VectorIndex]:
    """Each vector store in turn."""
    yield request.getfixturevalue(request.param)


@pytest.fixture(params=GRAPH_STORES)
def graph(request: pytest.FixtureRequest) -> Generator[GraphIndex]:
    """Each graph store in turn."""
    yield request.getfixturevalue(request.param)
