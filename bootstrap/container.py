"""Builds every adapter and use case of a process, once, from its settings. Nothing else in the program does.

Servers are not needed to build it: only the authority is needed to serve, and not even that to start. Models are loaded at
the start, and only those that the process uses.
"""

import asyncio
import secrets
import time
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from datetime import UTC, datetime, timedelta
from functools import cached_property
from typing import Literal
from uuid import UUID

import structlog
import uuid_utils.compat
from temporalio.api.workflowservice.v1 import GetSystemInfoRequest
from temporalio.client import Client
from temporalio.service import RPCError

from activities.all import ActivitySet
from activities.compile import CompileActivities
from activities.erase import EraseActivities
from activities.lifecycle import LifecycleActivities
from activities.projection import ProjectionActivities
from activities.sweep import SweepActivities
from adapters.postgres.authority import Authority
from adapters.postgres.pool import Database
from bootstrap.lazy import LazyEmbedder, LazyRecognizer
from bootstrap.models import build_embedder, build_recognizer
from bootstrap.projections import build_graph_index, build_vector_index, keep_preparing, prepared, projection_pool
from bootstrap.settings import Settings
from bootstrap.temporal import client as temporal
from bootstrap.temporal.histories import TemporalHistories
from memory.model.errors import Unavailable
from memory.ports.captures import CaptureStore
from memory.ports.graph_index import GraphIndex
from memory.ports.projecting import ProjectionLag, Target
from memory.ports.vector_index import VectorIndex
from memory.settle.registry import DEFAULT_REGISTRY
from memory.usecases.capture import CaptureMemory
from memory.usecases.compile import CompileMemory
from memory.usecases.consolidate import ConsolidateScope
from memory.usecases.decay import DecayMemory
from memory.usecases.erase import EraseMemory
from memory.usecases.facts import ReadFacts
from memory.usecases.health import Health
from memory.usecases.keys import ManageKeys
from memory.usecases.operations import ManageOperations
from memory.usecases.project import Projector
from memory.usecases.recall import RecallMemory
from memory.usecases.revoke import RevokeMemory
from memory.usecases.sweep import Sweep

Role = Literal["api", "worker"]

AUTHORITY = "postgres"
SECRET_BYTES = 32
WARM_TIMEOUT_S = 20.0
PING_TIMEOUT = timedelta(seconds=1)

log = structlog.get_logger("bootstrap.container")


def clock() -> datetime:
    """The time now."""
    return datetime.now(UTC)


def new_id() -> UUID:
    """A fresh id, ordered by time."""
    return uuid_utils.compat.uuid7()


class Container:
    """All parts of one process, each made when first asked for."""

    def __init__(self, settings: Settings, stores: Authority, vectors: VectorIndex, graph: GraphIndex) -> None:
        self.settings = settings
        self.stores = stores
        self.vectors = vectors
        self.graph = graph
        self.embedder = LazyEmbedder(lambda: build_embedder(settings))
        self.recognizer = LazyRecognizer(build_recognizer)
        self.registry = DEFAULT_REGISTRY
        self._client: Client | None = None

    # What the HTTP face asks for.

    @property
    def clock(self) -> Callable[[], datetime]:
        """Where the time comes from."""
        return clock

    @property
    def new_id(self) -> Callable[[], UUID]:
        """Where ids come from."""
        return new_id

    @cached_property
    def keys(self) -> ManageKeys:
        """Credentials."""
        return ManageKeys(self.stores.keys, clock, new_id, lambda: secrets.token_urlsafe(SECRET_BYTES))

    @property
    def captures(self) -> CaptureStore:
        """Evidence."""
        return self.stores.captures

    @cached_property
    def capture(self) -> CaptureMemory:
        """Taking messages."""
        return CaptureMemory(self.stores.captures, clock, new_id)

    @cached_property
    def operations(self) -> ManageOperations:
        """Operations as people see them."""
        return ManageOperations(self.stores.operations, self.stores.captures, clock, new_id)

    @cached_property
    def recall(self) -> RecallMemory:
        """Answering questions."""
        return RecallMemory(
            store=self.stores.recalling,
            vectors=self.vectors,
            graph=self.graph,
            embedder=self.embedder,
            registry=self.registry,
            new_id=new_id,
            stopwatch=time.perf_counter,
        )

    @cached_property
    def facts(self) -> ReadFacts:
        """Look-up, timelines, histories."""
        return ReadFacts(self.stores.recalling, self.registry, clock)

    @cached_property
    def revoke(self) -> RevokeMemory:
        """Putting memories out of use."""
        return RevokeMemory(
            lifecycle=self.stores.lifecycle,
            operations=self.stores.operations,
            compile_store=self.stores.compiling,
            projector=self.projector,
            registry=self.registry,
            clock=clock,
        )

    @cached_property
    def decay(self) -> DecayMemory:
        """Going cold, and coming back."""
        return DecayMemory(self.stores.lifecycle, self.registry, clock)

    @cached_property
    def erase(self) -> EraseMemory:
        """Erasing for good."""
        return EraseMemory(
            erasures=self.stores.erasures,
            compile_store=self.stores.compiling,
            projector=self.projector,
            vectors=self.vectors,
            graph=self.graph,
            histories=self.histories,
            registry=self.registry,
            clock=clock,
        )

    @cached_property
    def health(self) -> Health:
        """One line per dependency."""
        pings: dict[str, Callable[[], Awaitable[str]]] = {
            AUTHORITY: self.stores.database.ping,
            "temporal": self._ping_temporal,
            self.vectors.backend: self.vectors.ping,
            f"{self.graph.backend} graph": self.graph.ping,
        }
        return Health(pings, frozenset({AUTHORITY}))

    @property
    def lag(self) -> Callable[[UUID | None, Target], Awaitable[ProjectionLag]]:
        """How far a projection is behind."""
        return self.stores.outbox.lag

    @property
    def backends(self) -> Sequence[tuple[Target, str]]:
        """Which technology stands behind each projection."""
        return ((Target.VECTORS, self.vectors.backend), (Target.GRAPH, self.graph.backend))

    # Temporal.

    @property
    def codec_keys(self) -> dict[str, bytes]:
        """The key ring, the encrypting key first."""
        return {key.key_id: key.key for key in self.settings.codec_ring}

    async def connect_api(self) -> None:
        """A client that connects at its first call: the API serves while Temporal is down."""
        self._client = await temporal.connect(
            address=self.settings.temporal_address,
            namespace=self.settings.temporal_namespace,
            keys=self.codec_keys,
            role="api",
            lazy=True,
        )

    async def connect_worker(self, stop: asyncio.Event) -> Client | None:
        """A connected client; waits for Temporal, None when told to stop meanwhile."""
        self._client = await temporal.connect_worker(
            address=self.settings.temporal_address,
            namespace=self.settings.temporal_namespace,
            keys=self.codec_keys,
            stop=stop,
        )
        return self._client

    @cached_property
    def histories(self) -> TemporalHistories:
        """Workflows by their business ids."""
        assert self._client is not None, "connect first"
        return TemporalHistories(client=self._client)

    async def _ping_temporal(self) -> str:
        assert self._client is not None
        try:
            reply = await self._client.workflow_service.get_system_info(GetSystemInfoRequest(), timeout=PING_TIMEOUT)
        except (RPCError, RuntimeError):
            raise Unavailable("Temporal does not answer.") from None
        return reply.server_version

    # What the worker asks for.

    @cached_property
    def projector(self) -> Projector:
        """Writing projections."""
        return Projector(self.stores.outbox, self.vectors, self.graph, self.embedder)

    @cached_property
    def compile(self) -> CompileMemory:
        """The stages of a compile."""
        return CompileMemory(
            store=self.stores.compiling,
            operations=self.stores.operations,
            projector=self.projector,
            recognizer=self.recognizer,
            registry=self.registry,
            clock=clock,
        )

    @cached_property
    def activities(self) -> ActivitySet:
        """All activities with their use cases."""
        stores = self.stores
        return ActivitySet(
            compile=CompileActivities(compile_memory=self.compile, operations=stores.operations),
            erase=EraseActivities(erase_memory=self.erase),
            lifecycle=LifecycleActivities(
                revoke_memory=self.revoke,
                decay_memory=self.decay,
                consolidate_scope=ConsolidateScope(stores.lifecycle, self.registry),
                tenants=stores.lifecycle,
                operations=stores.operations,
                clock=clock,
            ),
            projection=ProjectionActivities(projector=self.projector),
            sweep=SweepActivities(sweep=Sweep(stores.operations, stores.erasures, self.histories, clock)),
        )


@asynccontextmanager
async def build_container(settings: Settings, *, role: Role) -> AsyncGenerator[Container]:
    """The parts of a process, closed in the end.

    Raises:
        ConfigurationInvalid: a projection that answers does not fit the settings.
    """
    async with AsyncExitStack() as stack:
        container = await _connected(settings, stack)
        if role == "api":
            await container.connect_api()
        models = [container.embedder] if role == "api" else [container.embedder, container.recognizer]
        await asyncio.gather(_prepare(container, stack), *(_warm(model) for model in models))
        yield container


async def _warm(model: LazyEmbedder | LazyRecognizer) -> None:
    """Loads a model. One behind a network may be away for now; its next use tries again."""
    try:
        await asyncio.wait_for(asyncio.to_thread(model.warm), WARM_TIMEOUT_S)
    except (Unavailable, TimeoutError):
        log.warning("model_not_loaded_yet", target=type(model).__name__)


async def _connected(settings: Settings, stack: AsyncExitStack) -> Container:
    database = Database(
        settings.database_url.get_secret_value(),
        max_size=settings.database_pool_size,
        application_name="memc",
    )
    await database.open()
    stack.push_async_callback(database.close)
    pool = projection_pool(settings)
    await pool.open(wait=False)
    stack.push_async_callback(pool.close)
    vectors, graph = build_vector_index(settings, pool), build_graph_index(settings, pool)
    stack.push_async_callback(vectors.close)
    stack.push_async_callback(graph.close)
    return Container(settings, Authority(database), vectors, graph)


async def _prepare(container: Container, stack: AsyncExitStack) -> None:
    """Once now; a server that is down is tried again beside everything else."""
    dimension = container.settings.dimension
    wanted = {
        "vectors": lambda: container.vectors.prepare(dimension),
        "graph": container.graph.prepare,
    }
    found = await asyncio.gather(*(prepared(name, prepare) for name, prepare in wanted.items()))
    for (name, prepare), done in zip(wanted.items(), found, strict=True):
        if not done:
            task = asyncio.create_task(keep_preparing(name, prepare))
            stack.callback(task.cancel)
