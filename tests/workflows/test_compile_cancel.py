"""A compile cancelled at each stage, on a real server: the test server mishandles a cancel that meets a completion."""

import asyncio

import pytest
from temporalio.client import WorkflowFailureError
from temporalio.exceptions import CancelledError
from temporalio.testing import WorkflowEnvironment

from memory.model.chunk import OperationStatus
from tests.workflows.conftest import assert_no_task_failed, working, world_of
from tests.workflows.fakes import new_operation
from tests.workflows.test_compile_memory import STAGES, start


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
