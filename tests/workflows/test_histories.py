"""The port `Histories`, schedules and the worker's end, on a real development server."""

import asyncio
import time
from collections.abc import AsyncGenerator
from datetime import timedelta
from uuid import uuid4

import pytest
from temporalio.client import Client, ScheduleOverlapPolicy
from temporalio.testing import WorkflowEnvironment

from bootstrap.temporal.client import connect
from bootstrap.temporal.histories import TemporalHistories
from bootstrap.temporal.visibility import ensure_search_attributes
from memory.model.chunk import OperationKind, OperationStatus
from memory.model.errors import Unavailable
from memory.ports.captures import StrandedOperation
from tests.workflows.conftest import KEYS, eventually, working, world_of
from tests.workflows.fakes import TENANT, new_operation
from worker import schedules
from worker.main import Slots, build_workers, serve


@pytest.fixture
def client(dev_server: WorkflowEnvironment) -> Client:
    return dev_server.client


@pytest.fixture
def histories(client: Client) -> TemporalHistories:
    return TemporalHistories(client=client)


@pytest.fixture
async def nowhere() -> AsyncGenerator[TemporalHistories]:
    """Histories of a server that does not run."""
    away = await connect(address="127.0.0.1:9", namespace="default", keys=KEYS, role="test", lazy=True)
    yield TemporalHistories(client=away)


async def test_started_twice_it_runs_once(client: Client, histories: TemporalHistories) -> None:
    operation = new_operation()
    world = world_of(operation)
    async with working(client, world):
        for _ in range(2):
            await histories.start_compile(TENANT, operation.operation_id, operation.workflow_id)
        await client.get_workflow_handle(operation.workflow_id).result()
        await histories.start_compile(TENANT, operation.operation_id, operation.workflow_id)
        await asyncio.sleep(0.3)
    assert world.compile.count("extract") == 1


async def test_what_failed_may_be_started_again(client: Client, histories: TemporalHistories) -> None:
    operation = new_operation()
    world = world_of(operation)
    world.compile.errors["resolve_time"] = [Unavailable("down") for _ in range(2)]
    async with working(client, world):
        handle = client.get_workflow_handle(operation.workflow_id)
        await histories.start_compile(TENANT, operation.operation_id, operation.workflow_id)
        await handle.terminate()
        await histories.start_compile(TENANT, operation.operation_id, operation.workflow_id)
        await client.get_workflow_handle(operation.workflow_id).result()
    assert world.operations.by_id[operation.operation_id].status is OperationStatus.DONE


@pytest.mark.parametrize(
    "kind",
    [OperationKind.COMPILE, OperationKind.REVOKE, OperationKind.DECAY, OperationKind.CONSOLIDATE, OperationKind.SWEEP],
)
async def test_starts_any_operation_by_its_kind(
    client: Client, histories: TemporalHistories, kind: OperationKind
) -> None:
    operation = new_operation(kind)
    world = world_of(operation)
    stranded = StrandedOperation(TENANT, operation.operation_id, kind, operation.workflow_id)
    async with working(client, world):
        await histories.start_operation(stranded)
        await client.get_workflow_handle(operation.workflow_id).result()
    assert world.operations.by_id[operation.operation_id].status is OperationStatus.DONE


async def test_cancelling_what_is_unknown_or_has_ended_is_fine(client: Client, histories: TemporalHistories) -> None:
    operation = new_operation()
    async with working(client, world_of(operation)):
        await histories.start_compile(TENANT, operation.operation_id, operation.workflow_id)
        await client.get_workflow_handle(operation.workflow_id).result()
    await histories.cancel(operation.workflow_id)
    await histories.cancel("never-there")


async def test_deleting_ends_when_neither_description_nor_listing_knows_it(
    client: Client, histories: TemporalHistories
) -> None:
    operation = new_operation()
    async with working(client, world_of(operation)):
        await histories.start_compile(TENANT, operation.operation_id, operation.workflow_id)
        await client.get_workflow_handle(operation.workflow_id).result()
    assert await histories.exists(operation.workflow_id)
    assert await histories.delete(operation.workflow_id)
    assert not await histories.exists(operation.workflow_id)
    assert not await histories.delete(operation.workflow_id)


async def test_deleting_takes_every_run_and_one_that_still_runs(client: Client, histories: TemporalHistories) -> None:
    operation = new_operation()
    for _ in range(2):
        await histories.start_compile(TENANT, operation.operation_id, operation.workflow_id)
        await client.get_workflow_handle(operation.workflow_id).terminate()
    await histories.start_compile(TENANT, operation.operation_id, operation.workflow_id)
    assert await histories.delete(operation.workflow_id)
    assert not await histories.exists(operation.workflow_id)


async def test_a_server_that_is_away_is_unavailable_soon(nowhere: TemporalHistories) -> None:
    began = time.monotonic()
    with pytest.raises(Unavailable):
        await nowhere.start_compile(TENANT, uuid4(), "compile-x")
    with pytest.raises(Unavailable):
        await nowhere.cancel("compile-x")
    assert time.monotonic() - began < 8


async def test_operators_find_workflows_by_opaque_ids(client: Client, histories: TemporalHistories) -> None:
    assert await ensure_search_attributes(client)
    assert await ensure_search_attributes(client)
    operation = new_operation()
    found: list[str] = []
    async with working(client, world_of(operation)):
        await eventually_searchable(client)
        await TemporalHistories(client=client).start_compile(TENANT, operation.operation_id, operation.workflow_id)
        async with asyncio.timeout(10):
            while not found:
                query = f"MemOperation = '{operation.operation_id}'"
                found = [run.id async for run in client.list_workflows(query)]
    assert found == [operation.workflow_id]


async def eventually_searchable(client: Client) -> None:
    """A new attribute is known to the server a moment after it was added."""
    async with asyncio.timeout(30):
        while True:
            probe = TemporalHistories(client=client)
            await probe.start_compile(TENANT, uuid4(), f"probe-{uuid4()}")
            if probe.searchable:
                return
            await asyncio.sleep(0.2)


@pytest.fixture
async def scheduling(client: Client) -> AsyncGenerator[Client]:
    """The client; the schedules made in a test end with it, and fire into no other one."""
    yield client
    for definition in schedules.definitions():
        await client.get_schedule_handle(definition.schedule_id).delete()


async def test_schedules_applied_twice_are_there_once(scheduling: Client) -> None:
    client = scheduling
    first = await schedules.apply(client)
    second = await schedules.apply(client)
    assert set(first) == set(second) == {"memc-sweep", "memc-drain", "memc-decay", "memc-consolidate"}
    assert set(first.values()) == {"created"}
    assert set(second.values()) == {"updated"}
    async with asyncio.timeout(20):
        while len(found := await schedules.states(client)) < 4:  # noqa: ASYNC110  # listing lags behind
            await asyncio.sleep(0.2)
    overlaps = {state.schedule_id: state.overlap for state in found}
    assert overlaps == {
        "memc-consolidate": "BUFFER_ONE",
        "memc-decay": "SKIP",
        "memc-drain": "SKIP",
        "memc-sweep": "SKIP",
    }
    assert all(state.next_run for state in found)


async def test_a_paused_schedule_stays_paused_and_others_run(scheduling: Client) -> None:
    client = scheduling
    await schedules.apply(client)
    await client.get_schedule_handle("memc-decay").pause()
    await schedules.apply(client)
    described = await client.get_schedule_handle("memc-decay").describe()
    assert described.schedule.state.paused
    assert described.schedule.policy.catchup_window == timedelta(hours=1)
    world = world_of()
    async with working(client, world):
        await client.get_schedule_handle("memc-sweep").trigger(overlap=ScheduleOverlapPolicy.ALLOW_ALL)
        await eventually(lambda: world.sweep.count("sweep") >= 1)


async def test_a_worker_told_to_stop_lets_a_running_step_end(client: Client, histories: TemporalHistories) -> None:
    operation = new_operation()
    world = world_of(operation)
    gate, stop = world.compile.hold("extract"), asyncio.Event()
    serving = asyncio.create_task(serve(build_workers(client, world.activities(), slots=Slots()), stop))
    await histories.start_compile(TENANT, operation.operation_id, operation.workflow_id)
    await asyncio.wait_for(world.compile.entered["extract"].wait(), 20)
    stop.set()
    await asyncio.sleep(0.5)
    gate.set()
    await asyncio.wait_for(serving, 10)
    assert world.operations.stage(operation.operation_id, "extract").status == "done"
    async with working(client, world):
        await client.get_workflow_handle(operation.workflow_id).result()
    assert world.compile.count("extract") == 1


async def test_a_worker_that_must_stop_leaves_a_long_step_to_the_next_one(
    client: Client, histories: TemporalHistories
) -> None:
    operation = new_operation()
    world = world_of(operation)
    stop = asyncio.Event()
    world.compile.hold("extract")
    serving = asyncio.create_task(serve(build_workers(client, world.activities(), slots=Slots()), stop))
    await histories.start_compile(TENANT, operation.operation_id, operation.workflow_id)
    await asyncio.wait_for(world.compile.entered["extract"].wait(), 20)
    stop.set()
    await asyncio.wait_for(serving, 9)
    world.compile.gates["extract"].set()
    async with working(client, world):
        await client.get_workflow_handle(operation.workflow_id).result()
    assert world.operations.by_id[operation.operation_id].status is OperationStatus.DONE


async def test_a_versioned_worker_runs_what_an_unversioned_one_would(client: Client) -> None:
    """With a build id the worker states `AUTO_UPGRADE`; the server takes it once that version is current."""
    workers = build_workers(client, world_of().activities(), build_id="test-1")
    stop = asyncio.Event()
    serving = asyncio.create_task(serve(workers, stop))
    await asyncio.sleep(0.5)
    stop.set()
    await asyncio.wait_for(serving, 10)
