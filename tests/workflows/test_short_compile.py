"""A short compile: every stage where the workflow runs, and on its own queue when that does not work."""

from dataclasses import replace

import pytest
from temporalio.client import Client, WorkflowFailureError

import workflows.options as options
from memory.model.chunk import CompileStage, Operation, OperationStatus, StageState
from memory.model.errors import EvidenceMissing, ProjectionUnavailable
from tests.workflows.conftest import World, assert_no_task_failed, history_of, working, world_of
from tests.workflows.fakes import TENANT, new_operation
from workflows.compile_memory import CompileMemory
from workflows.contracts import CompileInput

STAGES = [str(stage) for stage in CompileStage]


async def compiled(client: Client, operation: Operation, world: World, cached_workflows: int = 100) -> list[str]:
    """Runs a short compile; the activities that went to a queue, in order."""
    request = CompileInput(tenant_id=TENANT, operation_id=operation.operation_id, short=True)
    async with working(client, world, cached_workflows):
        handle = await client.start_workflow(
            CompileMemory.run, request, id=operation.workflow_id, task_queue=options.WORKFLOWS
        )
        await handle.result()
    await assert_no_task_failed(client, operation.workflow_id)
    history = await history_of(client, operation.workflow_id)
    asked = [event for event in history.events if event.HasField("activity_task_scheduled_event_attributes")]
    return [event.activity_task_scheduled_event_attributes.activity_type.name for event in asked]


async def test_sends_nothing_to_a_queue(client: Client, cached_workflows: int) -> None:
    operation = new_operation()
    world = world_of(operation)
    assert await compiled(client, operation, world, cached_workflows) == []
    assert world.compile.calls == [*STAGES, "finish"]
    ended = world.operations.by_id[operation.operation_id]
    assert ended.status is OperationStatus.DONE
    assert [(stage.status, stage.attempts) for stage in ended.stages] == [("done", 1)] * 6


@pytest.mark.parametrize("stage", ["make_recallable", "extract", "project"])
async def test_a_stage_that_fails_here_goes_to_its_queue(client: Client, stage: str) -> None:
    operation = new_operation()
    world = world_of(operation)
    world.compile.errors[stage] = [ProjectionUnavailable("down")]
    assert await compiled(client, operation, world) == [stage]
    assert world.compile.count(stage) == 2
    assert world.operations.by_id[operation.operation_id].status is OperationStatus.DONE


@pytest.mark.parametrize("stage", ["make_recallable", "extract", "project"])
async def test_a_stage_that_was_begun_before_is_not_begun_here_again(client: Client, stage: str) -> None:
    """Its words may have taken the process down: deaths are counted by the policy of the queue."""
    operation = replace(new_operation(), stages=(StageState(stage, "running", 1),))
    world = world_of(operation)
    assert await compiled(client, operation, world) == [stage]
    assert world.compile.count(stage) == 1


async def test_poison_ends_visibly_after_the_attempts_of_its_queue(client: Client) -> None:
    operation = new_operation()
    world = world_of(operation)
    world.compile.always["extract"] = lambda: EvidenceMissing("none")
    with pytest.raises(WorkflowFailureError):
        await compiled(client, operation, world)
    ended = world.operations.by_id[operation.operation_id]
    assert (ended.status, ended.error) == (OperationStatus.FAILED, "evidence_missing")


async def test_a_wish_to_cancel_is_obeyed_before_anything_is_done(client: Client) -> None:
    operation = new_operation(cancel_requested=True)
    world = world_of(operation)
    with pytest.raises(WorkflowFailureError):
        await compiled(client, operation, world)
    assert world.compile.calls == ["withdraw", "project", "finish"]
