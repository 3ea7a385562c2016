"""Builds every adapter and use case of a process, once, from its settings. Nothing else in the program does.

Servers are not needed to build it: only the authority is needed to serve, and not even that to start. Models are loaded at
the start, and only those that the process uses.
"""

import asyncio
import secrets
import time
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Literal, TypedDict
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
from activities.source import SourceActivities
from activities.sweep import SweepActivities
from adapters.postgres.authority import Authority
from adapters.postgres.pool import Database
from bootstrap.lazy import LazyEmbedder, LazyRecognizer
from bootstrap.models import build_blobs, build_embedder, build_language_model, build_recognizer, build_time_reader
from bootstrap.projections import build_graph_index, build_vector_index, keep_preparing, prepared, projection_pool
from bootstrap.readiness import passed
from bootstrap.settings import Settings
from bootstrap.temporal import client as temporal
from bootstrap.temporal.histories import TemporalHistories
from memory.model.errors import Unavailable
from memory.ports.graph_index import GraphIndex
from memory.ports.projecting import ProjectionLag, Target
from memory.ports.vector_index import VectorIndex
from memory.settle.registry import DEFAULT_REGISTRY
from memory.usecases.capture import CaptureMemory
from memory.usecases.compile import CompileMemory
from memory.usecases.conflicts import ManageConflicts
from memory.usecases.consolidate import ConsolidateScope
from memory.usecases.correct import CorrectMemory
from memory.usecases.decay import DecayMemory
from memory.usecases.entities import ManageEntities
from memory.usecases.erase import EraseMemory
from memory.usecases.expire import ExpireMemory, RevalidateMemory
from memory.usecases.extract import ExtractStatements
from memory.usecases.facts import ReadFacts
from memory.usecases.health import Health
from memory.usecases.keys import ManageKeys
from memory.usecases.model import AskModel
from memory.usecases.operations import ManageOperations
from memory.usecases.project import Projector
from memory.usecases.promptly import RecallPromptly
from memory.usecases.recall import RecallMemory
from memory.usecases.revoke import RevokeMemory
from memory.usecases.sources import TakeSource
from memory.usecases.sweep import Sweep

Role = Literal["api", "worker"]

AUTHORITY = "postgres"
SECRET_BYTES = 32
REMOTE_MODEL_PATIENCE_S = 5.0
PING_TIMEOUT = timedelta(seconds=1)

log = structlog.get_logger("bootstrap.container")


def clock() -> datetime:
    """The time now."""
    return datetime.now(UTC)


def new_id() -> UUID:
    """A fresh id, ordered by time."""
    return uuid_utils.compat.uuid7()


@dataclass(frozen=True, slots=True)
class Models:
    """What computes in this process."""

    embedder: LazyEmbedder
    recognizer: LazyRecognizer


@dataclass(frozen=True, slots=True)
class Servers:
    """What answers from outside."""

    stores: Authority
    vectors: VectorIndex
    graph: GraphIndex
    client: Client


class Container:
    """All parts of one process. Making it touches no server and loads no model."""

    def __init__(self, settings: Settings, models: Models, servers: Servers) -> None:
        stores, vectors, graph = servers.stores, servers.vectors, servers.graph
        self.settings = settings
        self._client = servers.client
        self.clock: Callable[[], datetime] = clock
        self.new_id: Callable[[], UUID] = new_id
        self.stores = stores
        self.vectors = vectors
        self.graph = graph
        self.embedder = models.embedder
        self.recognizer = models.recognizer
        self.registry = DEFAULT_REGISTRY
        self.histories = TemporalHistories(client=servers.client)
        self.projector = Projector(stores.outbox, vectors, graph, self.embedder)

        self.captures = stores.captures
        self.keys = ManageKeys(stores.keys, clock, new_id, lambda: secrets.token_urlsafe(SECRET_BYTES))
        self.capture = CaptureMemory(stores.captures, clock, new_id)
        self.blobs = build_blobs(settings)
        self.sources = self._sources()
        self.promptly = RecallPromptly(self.projector)
        self.operations = ManageOperations(stores.operations, stores.captures, clock, new_id, stores.model_attempts)
        self.facts = ReadFacts(stores.recalling, self.registry, clock)
        self.entities = ManageEntities(stores.entities, self.registry, clock)
        self.extraction = ExtractStatements(self.recognizer)
        self.times = build_time_reader()
        self.decay = DecayMemory(stores.lifecycle, self.registry, clock)
        self.corrections = CorrectMemory(
            decisions=stores.deciding, capture=self.capture, registry=self.registry, clock=clock
        )
        self.conflicts = ManageConflicts(
            decisions=stores.deciding, facts=stores.recalling, registry=self.registry, clock=clock
        )
        self.recall = self._recall()
        self.compile = self._compile()
        self.revoke = self._revoke()
        self.erase = self._erase()
        self.health = self._health()
        self.lag: Callable[[UUID | None, Target], Awaitable[ProjectionLag]] = stores.outbox.lag
        self.backends = ((Target.VECTORS, vectors.backend), (Target.GRAPH, graph.backend))
        self.activities = self._activities()

    async def connect_worker(self, stop: asyncio.Event) -> Client | None:
        """A client that is connected, as workers need it; waits for Temporal, None when told to stop meanwhile."""
        return await temporal.connect_worker(stop=stop, **_temporal_address(self.settings))

    def _sources(self) -> TakeSource:
        return TakeSource(
            capture=self.capture,
            documents=self.stores.documents,
            operations=self.stores.operations,
            blobs=self.blobs,
            clock=clock,
        )

    def _recall(self) -> RecallMemory:
        return RecallMemory(
            store=self.stores.recalling,
            vectors=self.vectors,
            graph=self.graph,
            embedder=self.embedder,
            registry=self.registry,
            new_id=new_id,
            stopwatch=time.perf_counter,
        )

    def _compile(self) -> CompileMemory:
        return CompileMemory(
            store=self.stores.compiling,
            operations=self.stores.operations,
            projector=self.projector,
            recognizer=self.recognizer,
            times=self.times,
            registry=self.registry,
            clock=clock,
            ask_model=self._ask_model(),
        )

    def _ask_model(self) -> AskModel | None:
        model = build_language_model(self.settings)
        if model is None:
            return None
        return AskModel(
            model=model,
            attempts=self.stores.model_attempts,
            clock=clock,
            stopwatch=time.perf_counter,
            new_fence=lambda: secrets.token_hex(8),
        )

    def _revoke(self) -> RevokeMemory:
        return RevokeMemory(
            lifecycle=self.stores.lifecycle,
            operations=self.stores.operations,
            compile_store=self.stores.compiling,
            projector=self.projector,
            registry=self.registry,
            clock=clock,
        )

    def _erase(self) -> EraseMemory:
        return EraseMemory(
            erasures=self.stores.erasures,
            compile_store=self.stores.compiling,
            projector=self.projector,
            vectors=self.vectors,
            graph=self.graph,
            histories=self.histories,
            registry=self.registry,
            clock=clock,
            blobs=self.blobs,
        )

    def _health(self) -> Health:
        pings: dict[str, Callable[[], Awaitable[str]]] = {
            AUTHORITY: self.stores.database.ping,
            "temporal": self._ping_temporal,
            f"vectors ({self.vectors.backend})": self.vectors.ping,
            f"graph ({self.graph.backend})": self.graph.ping,
        }
        return Health(pings, frozenset({AUTHORITY}))

    async def _ping_temporal(self) -> str:
        try:
            reply = await self._client.workflow_service.get_system_info(GetSystemInfoRequest(), timeout=PING_TIMEOUT)
        except (RPCError, RuntimeError):
            raise Unavailable("Temporal does not answer.") from None
        return reply.server_version

    def _activities(self) -> ActivitySet:
        stores = self.stores
        return ActivitySet(
            compile=CompileActivities(compile_memory=self.compile, operations=stores.operations),
            erase=EraseActivities(erase_memory=self.erase),
            lifecycle=LifecycleActivities(
                revoke_memory=self.revoke,
                decay_memory=self.decay,
                consolidate_scope=ConsolidateScope(stores.lifecycle, self.registry),
                expire_memory=ExpireMemory(stores.lifecycle, self.registry),
                revalidate_memory=RevalidateMemory(stores.lifecycle, self.registry),
                tenants=stores.lifecycle,
                operations=stores.operations,
                clock=clock,
            ),
            projection=ProjectionActivities(projector=self.projector),
            source=SourceActivities(sources=self.sources, operations=stores.operations),
            sweep=SweepActivities(sweep=Sweep(stores.operations, stores.erasures, self.histories, clock)),
        )


class _TemporalAddress(TypedDict):
    address: str
    namespace: str
    keys: dict[str, bytes]


def _temporal_address(settings: Settings) -> _TemporalAddress:
    """Where Temporal is, and the key ring, the encrypting key first."""
    return {
        "address": settings.temporal_address,
        "namespace": settings.temporal_namespace,
        "keys": {key.key_id: key.key for key in settings.codec_ring},
    }


@asynccontextmanager
async def build_container(settings: Settings, *, role: Role) -> AsyncGenerator[Container]:
    """The parts of a process, closed in the end.

    Raises:
        ConfigurationInvalid: a projection that answers does not fit the settings.
    """
    models = Models(LazyEmbedder(lambda: build_embedder(settings)), LazyRecognizer(build_recognizer))
    used = [models.embedder] if role == "api" else [models.embedder, models.recognizer]
    patience_s = None if settings.embedding_is_local else REMOTE_MODEL_PATIENCE_S
    await asyncio.gather(passed(settings.start_gate), *(_warm(model, patience_s) for model in used))
    async with AsyncExitStack() as stack:
        container = Container(settings, models, await _connected(settings, role, stack))
        await _prepare(container, stack)
        yield container


async def _warm(model: LazyEmbedder | LazyRecognizer, patience_s: float | None) -> None:
    """Loads a model. One behind a network may be away for now; its next use tries again."""
    try:
        await asyncio.wait_for(asyncio.to_thread(model.warm), patience_s)
    except (Unavailable, TimeoutError):
        log.warning("model_not_loaded_yet", target=type(model).__name__)


async def _connected(settings: Settings, role: Role, stack: AsyncExitStack) -> Servers:
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
    # It connects at its first call: requests and starts are served while Temporal is down.
    client = await temporal.connect(role=role, lazy=True, **_temporal_address(settings))
    return Servers(Authority(database), vectors, graph, client)


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
