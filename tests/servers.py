"""Real servers for tests, each started once a session on free loopback ports.

Under `CI=true` a server that is not built is a failure; elsewhere its tests are skipped with the reason.
"""

import asyncio
import os
from collections.abc import AsyncGenerator, Generator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest
import pytest_asyncio

from bootstrap import native
from bootstrap.servers import WEAVIATE_INTERNAL_PORTS, ServerSpec, neo4j_spec, weaviate_spec
from tests.postgres.server import running_postgres

WEAVIATE_KEY = "contract-weaviate-key"
NEO4J_PASSWORD = "contract-neo4j-password"


@dataclass(frozen=True, slots=True)
class WeaviateAddress:
    """Where a Weaviate of the tests is, and its key."""

    url: str
    grpc_url: str
    api_key: str


@dataclass(frozen=True, slots=True)
class Neo4jAddress:
    """Where a Neo4j of the tests is, and how to log in."""

    url: str
    user: str
    password: str


@pytest.fixture(scope="session")
def postgres_server() -> Generator[str]:
    """A superuser's URL of an empty Postgres with pgvector."""
    with running_postgres() as url:
        yield url


@pytest_asyncio.fixture(scope="session")
async def weaviate_server(tmp_path_factory: pytest.TempPathFactory) -> AsyncGenerator[WeaviateAddress]:
    """A hardened Weaviate."""
    spec, address = a_weaviate(folder := tmp_path_factory.mktemp("weaviate"))
    async with running(spec, folder):
        yield address


@pytest_asyncio.fixture(scope="session")
async def neo4j_server(tmp_path_factory: pytest.TempPathFactory) -> AsyncGenerator[Neo4jAddress]:
    """A Neo4j community server with a password."""
    spec, address = a_neo4j(folder := tmp_path_factory.mktemp("neo4j"))
    async with running(spec, folder):
        yield address


def require_weaviate() -> Path:
    """The native Weaviate; skips the test, or fails it under CI, where it is not built."""
    return native.weaviate_binary() or _absent("Weaviate")


def require_neo4j() -> Path:
    """The native Neo4j; skips the test, or fails it under CI, where it is not built."""
    return native.neo4j_home() or _absent("Neo4j")


def a_weaviate(folder: Path) -> tuple[ServerSpec, WeaviateAddress]:
    """A Weaviate to be started, with its data in the folder."""
    binary = require_weaviate()
    http, grpc, *internal = native.free_ports(2 + WEAVIATE_INTERNAL_PORTS)
    spec = weaviate_spec(binary, folder / "data", http, grpc, WEAVIATE_KEY, internal)
    return spec, WeaviateAddress(f"http://127.0.0.1:{http}", f"127.0.0.1:{grpc}", WEAVIATE_KEY)


def a_neo4j(folder: Path) -> tuple[ServerSpec, Neo4jAddress]:
    """A Neo4j to be started, with its data in the folder."""
    home = require_neo4j()
    (port,) = native.free_ports(1)
    spec = neo4j_spec(home, folder / "data", port, NEO4J_PASSWORD)
    return spec, Neo4jAddress(f"bolt://127.0.0.1:{port}", "neo4j", NEO4J_PASSWORD)


@asynccontextmanager
async def running(spec: ServerSpec, folder: Path) -> AsyncGenerator[native.RunningServer]:
    """The server while the block lasts, with its log in the folder."""
    server = await native.start(spec, folder / f"{spec.name}.log")
    try:
        yield server
    finally:
        await server.stop()


@asynccontextmanager
async def silent_server() -> AsyncGenerator[int]:
    """A port that accepts connections and never says a word: a server that hangs."""
    held: list[asyncio.StreamWriter] = []

    async def hold(_reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        held.append(writer)

    server = await asyncio.start_server(hold, "127.0.0.1", 0)
    try:
        yield int(server.sockets[0].getsockname()[1])
    finally:
        server.close()
        for writer in held:
            writer.transport.abort()


def _absent(name: str) -> Path:
    reason = f"{name} is not built on this machine: `make services` builds it"
    if os.environ.get("CI") == "true":
        pytest.fail(reason)
    pytest.skip(reason)
