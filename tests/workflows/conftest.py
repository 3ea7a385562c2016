"""A Temporal test server with our plugin, and a worker over recording use cases."""

import asyncio
import shutil
import sys
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from temporalio.client import (
    Client,
    Interceptor,
    OutboundInterceptor,
    StartWorkflowInput,
    WorkflowHandle,
    WorkflowHistory,
)
from temporalio.testing import WorkflowEnvironment

from activities.all import ActivitySet
from activities.compile import CompileActivities
from activities.erase import EraseActivities
from activities.lifecycle import LifecycleActivities
from activities.projection import ProjectionActivities
from activities.source import SourceActivities
from activities.sweep import SweepActivities
from bootstrap.temporal.codec import EncryptionCodec
from bootstrap.temporal.guard import PayloadGuard
from bootstrap.temporal.plugin import build_plugin
from memory.model.chunk import Operation
from tests.workflows.fakes import (
    EPOCH,
    FakeCompile,
    FakeErase,
    FakeOperations,
    FakePaged,
    FakeProjector,
    FakeRevoke,
    FakeSources,
    FakeSweep,
)
from worker.main import Slots, build_workers

KEYS = {"test": bytes(range(32))}
CANARIES = ("CANARY-7f3a", "金丝雀七三")
CODEC = EncryptionCodec(KEYS)


DEV_SERVER_ARGS = [
    *("--sqlite-pragma", "journal_mode=wal", "--sqlite-pragma", "synchronous=normal"),
    # Histories are deleted once the queues' progress is saved: by default every 30 s.
    *("--dynamic-config-value", 'history.transferProcessorUpdateAckInterval="1s"'),
    *("--dynamic-config-value", 'history.visibilityProcessorUpdateAckInterval="1s"'),
    *("--dynamic-config-value", 'history.timerProcessorUpdateAckInterval="1s"'),
]


def server_path(name: str) -> str:
    """A server binary beside the interpreter, or on the path."""
    beside = Path(sys.executable).parent / name
    found = str(beside) if beside.exists() else shutil.which(name)
    assert found is not None, f"{name} is not installed: make the environment with the extra `dev`"
    return found


def guarded_plugin():
    """The project's plugin, with a codec that refuses text."""
    return build_plugin(KEYS, codec=PayloadGuard(CODEC, canaries=CANARIES))


class _BoundedLife(Interceptor):
    """Bounds every workflow: the time-skipping server jumps to the end of its life after each one, ten years by default,
    and stumbles over its own clock after a dozen of them."""

    def intercept_client(self, next: OutboundInterceptor) -> OutboundInterceptor:
        return _BoundedStart(next)


class _BoundedStart(OutboundInterceptor):
    async def start_workflow(self, input: StartWorkflowInput) -> WorkflowHandle[Any, Any]:
        input.execution_timeout = input.execution_timeout or timedelta(days=1)
        return await super().start_workflow(input)


@pytest.fixture(scope="session")
async def time_skipping() -> AsyncGenerator[WorkflowEnvironment]:
    """A server whose clock jumps while a result is awaited. No Schedules there."""
    environment = await WorkflowEnvironment.start_time_skipping(
        plugins=[guarded_plugin()],
        interceptors=[_BoundedLife()],
        identity="memc-test",
        test_server_existing_path=server_path("temporal-test-server"),
    )
    async with environment:
        yield environment


@pytest.fixture(scope="module")
async def dev_server(tmp_path_factory: pytest.TempPathFactory) -> AsyncGenerator[WorkflowEnvironment]:
    """A real Temporal development server, one a module: no schedule or late run of one module meets another's."""
    environment = await WorkflowEnvironment.start_local(
        plugins=[guarded_plugin()],
        identity="memc-test",
        dev_server_existing_path=server_path("temporal"),
        dev_server_download_version="default",
        dev_server_database_filename=str(tmp_path_factory.mktemp("temporal") / "temporal.db"),
        dev_server_extra_args=DEV_SERVER_ARGS,
        dev_server_log_level="error",
    )
    async with environment:
        yield environment


@pytest.fixture
def client(time_skipping: WorkflowEnvironment) -> Client:
    return time_skipping.client


@pytest.fixture(params=[100, 0], ids=["cached", "replaying"])
def cached_workflows(request: pytest.FixtureRequest) -> int:
    """With 0, every workflow task replays the whole history: what is not deterministic shows."""
    return request.param


@dataclass
class World:
    """The recording use cases behind one worker."""

    operations: FakeOperations
    compile: FakeCompile
    erase: FakeErase
    revoke: FakeRevoke
    paged: FakePaged
    projector: FakeProjector
    sources: FakeSources
    sweep: FakeSweep

    def activities(self) -> ActivitySet:
        return ActivitySet(
            compile=CompileActivities(compile_memory=self.compile, operations=self.operations),
            erase=EraseActivities(erase_memory=self.erase),
            lifecycle=LifecycleActivities(
                revoke_memory=self.revoke,
                decay_memory=self.paged,
                consolidate_scope=self.paged,
                expire_memory=self.paged,
                revalidate_memory=self.paged,
                tenants=self.paged,
                operations=self.operations,
                clock=lambda: EPOCH,
            ),
            projection=ProjectionActivities(projector=self.projector),
            source=SourceActivities(sources=self.sources, operations=self.operations),
            sweep=SweepActivities(sweep=self.sweep),
        )


def world_of(*operations: Operation) -> World:
    stored = FakeOperations(*operations)
    return World(
        operations=stored,
        compile=FakeCompile(stored),
        erase=FakeErase(),
        revoke=FakeRevoke(stored),
        paged=FakePaged(),
        projector=FakeProjector(),
        sources=FakeSources(),
        sweep=FakeSweep(),
    )


@asynccontextmanager
async def working(client: Client, world: World, cached_workflows: int = 100) -> AsyncGenerator[None]:
    """All queues served, as in the worker process."""
    slots = Slots(cached_workflows=cached_workflows)
    workers = build_workers(client, world.activities(), slots=slots)
    async with workers[0], workers[1], workers[2], workers[3], workers[4]:
        yield


async def history_of(client: Client, workflow_id: str) -> WorkflowHistory:
    return await client.get_workflow_handle(workflow_id).fetch_history()


async def assert_no_task_failed(client: Client, workflow_id: str) -> None:
    """A workflow task that failed once and then passed hides code that is not deterministic."""
    history = await history_of(client, workflow_id)
    failed = [event for event in history.events if event.HasField("workflow_task_failed_event_attributes")]
    assert not failed, failed[0].workflow_task_failed_event_attributes.failure


async def eventually(holds: Callable[[], bool], seconds: float = 20.0) -> None:
    """Waits until something holds; fails when it does not in time."""
    async with asyncio.timeout(seconds):
        while not holds():  # noqa: ASYNC110  # what is watched is a plain value
            await asyncio.sleep(0.02)
