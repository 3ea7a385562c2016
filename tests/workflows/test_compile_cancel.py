"""A compile cancelled at each stage, and one whose withdrawal must wait.

On a real server: the time-skipping one mishandles a cancel that meets a completion, and stops skipping after an abandoned child.
"""

import asyncio

import pytest
from temporalio.client import WorkflowFailureError
from temporalio.exceptions import CancelledError
from temporalio.testing import WorkflowEnvironment

from memory.model.chunk import OperationStatus
from memory.model.errors import EvidenceMissing
from tests.workflows.conftest import assert_no_task_failed, working, world_of
from tests.workflows.fakes import new_operation
from tests.workflows.test_compile_memory import STAGES, down, start
from workflows.drain_outbox import DrainOutbox


@pytest.mark.parametrize("stage", STAGES)
async def test_cancelled_in_any_stage_takes_everything_back(
    dev_server: WorkflowEnvironment, stage: str, cached_workflows: int
) -> None:
    client, operation = dev_server.client, new_operation()
    world = world_of(operation)
    world.compile.hold(stage)
    async with working(client, world, cached_workflows):
        handle = await start(client, operation)
        await asyncio.wait_for(world.compile.entered[stage].wait(), 20)
        await handle.cancel()
        if stage == "project":
            # The compensation projects too.
            await asyncio.wait_for(world.compile.entered["withdraw"].wait(), 40)
        world.compile.gates[stage].set()
        with pytest.raises(WorkflowFailureError) as raised:
            await handle.result()
    assert isinstance(raised.value.cause, CancelledError)
    assert world.compile.calls[-3:] == ["withdraw", "project", "finish"]
    ended = world.operations.by_id[operation.operation_id]
    assert (ended.status, ended.error) == (OperationStatus.FAILED, "cancelled")
    assert world.compile.state == {"withdraw"}
    await assert_no_task_failed(client, operation.workflow_id)


async def test_a_withdrawal_that_cannot_be_projected_is_left_to_a_drain(
    dev_server: WorkflowEnvironment, cached_workflows: int
) -> None:
    client, operation = dev_server.client, new_operation()
    world = world_of(operation)
    world.compile.always["settle"] = lambda: EvidenceMissing("no evidence")
    world.compile.always["project"] = down
    world.projector.waiting = dict.fromkeys(world.projector.waiting, 1)
    async with working(client, world, cached_workflows):
        with pytest.raises(WorkflowFailureError):
            await (await start(client, operation)).result()
        drained = await client.get_workflow_handle_for(DrainOutbox.run, f"drain-{operation.operation_id}").result()
    assert drained.projected == 2
    assert world.operations.by_id[operation.operation_id].error == "evidence_missing"
