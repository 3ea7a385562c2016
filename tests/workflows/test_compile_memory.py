"""`CompileMemory` over recording use cases."""

import asyncio

import pytest
from temporalio.client import Client, WorkflowFailureError, WorkflowHandle
from temporalio.exceptions import ApplicationError

import workflows.options as options
from bootstrap.temporal.guard import decoded_strings
from memory.model.chunk import CompileStage, Operation, OperationStatus
from memory.model.errors import EvidenceMissing, ProjectionUnavailable, StaleWrite, Unavailable
from tests.workflows.conftest import CANARIES, CODEC, assert_no_task_failed, eventually, history_of, working, world_of
from tests.workflows.fakes import TENANT, new_operation
from workflows.compile_memory import CompileMemory
from workflows.contracts import CompileInput, CompileResult

STAGES = [str(stage) for stage in CompileStage]


async def start(client: Client, operation: Operation) -> WorkflowHandle[CompileMemory, CompileResult]:
    request = CompileInput(tenant_id=TENANT, operation_id=operation.operation_id)
    return await client.start_workflow(
        CompileMemory.run, request, id=operation.workflow_id, task_queue=options.WORKFLOWS
    )


def down() -> ProjectionUnavailable:
    return ProjectionUnavailable(f"{CANARIES[0]} does not answer")


async def test_runs_every_stage_once_and_in_order(client: Client, cached_workflows: int) -> None:
    operation = new_operation()
    world = world_of(operation)
    async with working(client, world, cached_workflows):
        result = await (await start(client, operation)).result()
    assert result == CompileResult(status=OperationStatus.DONE)
    assert world.compile.calls == [*STAGES, "finish"]
    ended = world.operations.by_id[operation.operation_id]
    assert ended.status is OperationStatus.DONE
    assert [(stage.status, stage.attempts) for stage in ended.stages] == [("done", 1)] * 6
    await assert_no_task_failed(client, operation.workflow_id)


async def test_goes_on_when_vectors_are_down_and_makes_up_for_it(client: Client, cached_workflows: int) -> None:
    operation = new_operation()
    world = world_of(operation)
    world.compile.errors["make_recallable"] = [down(), down()]
    world.compile.errors["project"] = [down() for _ in range(12)]
    async with working(client, world, cached_workflows):
        await (await start(client, operation)).result()
    assert world.compile.count("make_recallable") == 2
    assert world.compile.count("project") == 13
    ended = world.operations.by_id[operation.operation_id]
    assert ended.status is OperationStatus.DONE
    assert {stage.status for stage in ended.stages} == {"done"}
    await assert_no_task_failed(client, operation.workflow_id)


async def test_shows_that_it_waits_for_a_projection(client: Client) -> None:
    operation = new_operation()
    world = world_of(operation)
    world.compile.errors["project"] = [down()]
    world.compile.hold("project").set()
    async with working(client, world):
        handle = await start(client, operation)
        await asyncio.wait_for(world.compile.entered["project"].wait(), 20)
        gate = world.compile.hold("project")
        await eventually(lambda: world.compile.count("project") == 2)
        shown = world.operations.stage(operation.operation_id, "project")
        assert (shown.status, shown.attempts) == ("running", 2)
        gate.set()
        await handle.result()


async def test_a_wish_to_cancel_that_the_engine_never_heard_of_is_obeyed(client: Client) -> None:
    operation = new_operation(cancel_requested=True)
    world = world_of(operation)
    async with working(client, world):
        with pytest.raises(WorkflowFailureError):
            await (await start(client, operation)).result()
    assert world.compile.calls == ["withdraw", "project", "finish"]
    assert world.operations.by_id[operation.operation_id].error == "cancelled"


async def test_poison_ends_visibly_with_its_stage_named(client: Client, cached_workflows: int) -> None:
    operation = new_operation()
    world = world_of(operation)
    world.compile.always["settle"] = lambda: EvidenceMissing(f"no evidence for {CANARIES[0]}")
    async with working(client, world, cached_workflows):
        with pytest.raises(WorkflowFailureError) as raised:
            await (await start(client, operation)).result()
    cause = raised.value.cause
    assert isinstance(cause, ApplicationError)
    assert cause.type == "evidence_missing"
    assert world.compile.calls == [*STAGES[:5], "withdraw", "project", "finish"]
    ended = world.operations.by_id[operation.operation_id]
    assert (ended.status, ended.error) == (OperationStatus.FAILED, "evidence_missing")
    assert world.operations.stage(operation.operation_id, "settle").error == "evidence_missing"
    await assert_no_task_failed(client, operation.workflow_id)


async def test_an_unexpected_error_is_tried_five_times_and_leaks_nothing(client: Client) -> None:
    operation = new_operation()
    world = world_of(operation)
    world.compile.always["extract"] = lambda: ValueError("、".join(CANARIES) * 10)
    async with working(client, world):
        with pytest.raises(WorkflowFailureError):
            await (await start(client, operation)).result()
    assert world.compile.count("extract") == 5
    history = await history_of(client, operation.workflow_id)
    assert not any(canary in history.to_json() for canary in CANARIES)
    strings = await decoded_strings(history, CODEC)
    assert "internal" in strings
    assert max(map(len, strings)) <= 64
    assert not any(canary in text for canary in CANARIES for text in strings)


async def test_no_log_line_holds_the_text_of_an_exception(client: Client, caplog: pytest.LogCaptureFixture) -> None:
    operation = new_operation()
    world = world_of(operation)
    world.compile.always["extract"] = lambda: ValueError("、".join(CANARIES))
    async with working(client, world):
        with pytest.raises(WorkflowFailureError):
            await (await start(client, operation)).result()
    assert "activity failed: code=internal activity=extract" in caplog.text
    assert not any(canary in caplog.text for canary in CANARIES)


async def test_an_authority_that_is_away_is_left_to_the_sweeper(client: Client) -> None:
    operation = new_operation()
    world = world_of(operation)
    world.compile.always["link"] = lambda: Unavailable("no connection")
    async with working(client, world):
        with pytest.raises(WorkflowFailureError) as raised:
            await (await start(client, operation)).result()
        assert isinstance(raised.value.cause, ApplicationError)
        assert raised.value.cause.type == "unavailable"
        assert world.compile.count("withdraw") == 0
        assert world.compile.count("link") == 8
        del world.compile.always["link"]
        await (await start(client, operation)).result()
    assert world.operations.by_id[operation.operation_id].status is OperationStatus.DONE


async def test_a_stale_write_is_simply_run_again(client: Client) -> None:
    operation = new_operation()
    world = world_of(operation)
    world.compile.errors["settle"] = [StaleWrite("another writer was faster") for _ in range(3)]
    async with working(client, world):
        await (await start(client, operation)).result()
    assert world.operations.stage(operation.operation_id, "settle").attempts == 4


async def test_an_operation_that_has_ended_is_left_alone(client: Client) -> None:
    operation = new_operation(status=OperationStatus.DONE)
    world = world_of(operation)
    async with working(client, world):
        with pytest.raises(WorkflowFailureError):
            await (await start(client, operation)).result()
    assert world.compile.calls == []
    assert world.operations.by_id[operation.operation_id].status is OperationStatus.DONE


async def test_an_unknown_operation_fails_at_once(client: Client) -> None:
    operation = new_operation()
    world = world_of()
    async with working(client, world):
        with pytest.raises(WorkflowFailureError):
            await (await start(client, operation)).result()
    assert world.compile.count("extract") == 0
