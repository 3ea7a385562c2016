"""The chosen projections: built without touching their servers, prepared as soon as these answer."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any
from urllib.parse import urlsplit

import structlog
from psycopg import AsyncConnection
from psycopg_pool import AsyncConnectionPool

from bootstrap.settings import GraphBackend, Settings, VectorBackend
from memory.model.errors import ConfigurationInvalid, ProjectionUnavailable
from memory.ports.graph_index import GraphIndex
from memory.ports.vector_index import VectorIndex

Pool = AsyncConnectionPool[AsyncConnection[Any]]
Prepare = Callable[[], Awaitable[None]]

FIRST_PAUSE_S = 0.5
LONGEST_PAUSE_S = 15.0
WEAVIATE_GRPC_PORT = 50051

log = structlog.get_logger("bootstrap.projections")


def projection_pool(settings: Settings) -> Pool:
    """Connections of the embedded projections, apart from the authority's: a slow search must not hold up a capture."""
    return AsyncConnectionPool(
        settings.database_url.get_secret_value(),
        kwargs={"autocommit": True, "application_name": "memc-projection", "connect_timeout": 5},
        min_size=1,
        max_size=settings.database_pool_size,
        check=AsyncConnectionPool.check_connection,
        open=False,
    )


def build_vector_index(settings: Settings, pool: Pool) -> VectorIndex:
    """The vector index; nothing is sent yet."""
    if settings.vector_backend is VectorBackend.PGVECTOR:
        from adapters.pgvector.index import PgVectorIndex

        return PgVectorIndex(pool)
    from adapters.weaviate.index import connect

    host = urlsplit(settings.weaviate_url).hostname or ""
    grpc = settings.weaviate_grpc_url or f"{host}:{WEAVIATE_GRPC_PORT}"
    return connect(settings.weaviate_url, grpc, settings.weaviate_api_key.get_secret_value())


def build_graph_index(settings: Settings, pool: Pool) -> GraphIndex:
    """The graph index; nothing is sent yet."""
    if settings.graph_backend is GraphBackend.POSTGRES:
        from adapters.pggraph.index import PgGraphIndex

        return PgGraphIndex(pool)
    from adapters.neo4j.index import connect

    return connect(settings.neo4j_url, settings.neo4j_user, settings.neo4j_password.get_secret_value())


async def prepared(name: str, prepare: Prepare) -> bool:
    """One attempt; False when the server does not answer. Raises `ConfigurationInvalid`."""
    try:
        await prepare()
    except ProjectionUnavailable:
        log.warning("projection_unavailable", target=name)
        return False
    return True


async def keep_preparing(name: str, prepare: Prepare) -> None:
    """Tries until it is done. A server that turns out not to fit is reported, and tried again: it may be replaced."""
    pause_s = FIRST_PAUSE_S
    while True:
        try:
            if await prepared(name, prepare):
                log.info("projection_prepared", target=name)
                return
        except ConfigurationInvalid as error:
            log.error("projection_does_not_fit", target=name, code=error.code)
        await asyncio.sleep(pause_s)
        pause_s = min(2 * pause_s, LONGEST_PAUSE_S)
