"""Revocation, decay, consolidation, draining and sweeping over recording use cases."""

from datetime import UTC, datetime
from uuid import UUID, uuid4

import pytest
from temporalio.client import Client, WorkflowExecutionStatus, WorkflowFailureError

import workflows.options as options
from memory.model.chunk import OperationKind, OperationStatus
from memory.model.errors import EvidenceMissing, ProjectionUnavailable
from memory.ports.projecting import Target
from tests.workflows.conftest import World, assert_no_task_failed, working, world_of
from tests.workflows.fakes import TENANT, new_operation
from workflows.consolidate_scope import ConsolidateScope
from workflows.contracts import DrainInput, LifecycleInput, RevokeInput, SweepInput
from workflows.decay_memory import DecayMemory
from workflows.drain_outbox import PAGES_A_RUN as DRAIN_PAGES
from workflows.drain_outbox import DrainOutbox
from workflows.lifecycle_run import PAGES_A_RUN
from workflows.revoke_memory import RevokeMemory
from workflows.sweep_operations import SweepOperations

OTHER = UUID("22222222-2222-4222-8222-222222222222")
NOW = datetime(2026, 5, 1, tzinfo=UTC)


def new_id() -> str:
    return f"test-{uuid4()}"


def with_memories(world: World) -> World:
    world.paged.memories = {OTHER: [uuid4() for _ in range(5)], TENANT: [uuid4() for _ in range(4)]}
    return world


async def test_revoke_settles_projects_and_finishes(client: Client, cached_workflows: int) -> None:
    operation = new_operation(OperationKind.REVOKE)
    world = world_of(operation)
    world.revoke.errors["project"] = [ProjectionUnavailable("down") for _ in range(9)]
    async with working(client, world, cached_workflows):
        request = RevokeInput(tenant_id=TENANT, operation_id=operation.operation_id)
        await client.execute_workflow(RevokeMemory.run, request, id=operation.workflow_id, task_queue=options.WORKFLOWS)
    assert world.revoke.calls == ["settle", *["project"] * 10]
    assert world.operations.by_id[operation.operation_id].status is OperationStatus.DONE
    await assert_no_task_failed(client, operation.workflow_id)


async def test_a_revocation_that_cannot_be_settled_fails_visibly(client: Client) -> None:
    operation = new_operation(OperationKind.REVOKE)
    world = world_of(operation)
    world.revoke.always["settle"] = lambda: EvidenceMissing("no evidence")
    async with working(client, world):
        request = RevokeInput(tenant_id=TENANT, operation_id=operation.operation_id)
        with pytest.raises(WorkflowFailureError):
            await client.execute_workflow(
                RevokeMemory.run, request, id=operation.workflow_id, task_queue=options.WORKFLOWS
            )
    assert world.operations.by_id[operation.operation_id].error == "evidence_missing"


@pytest.mark.parametrize("workflow", [DecayMemory, ConsolidateScope])
async def test_walks_over_all_tenants_each_memory_once(
    client: Client, cached_workflows: int, workflow: type[DecayMemory] | type[ConsolidateScope]
) -> None:
    world, workflow_id = with_memories(world_of()), new_id()
    async with working(client, world, cached_workflows):
        done = await client.execute_workflow(
            workflow.run, LifecycleInput(), id=workflow_id, task_queue=options.WORKFLOWS
        )
    assert done.changed == 9
    assert sorted(world.paged.seen) == sorted(
        (tenant, memory) for tenant, memories in world.paged.memories.items() for memory in memories
    )
    assert len(world.paged.clocks) == 1
    await assert_no_task_failed(client, workflow_id)


async def test_walks_over_one_tenant_by_the_clock_given(client: Client) -> None:
    world = with_memories(world_of())
    async with working(client, world):
        request = LifecycleInput(tenant_id=TENANT, now=NOW)
        done = await client.execute_workflow(DecayMemory.run, request, id=new_id(), task_queue=options.WORKFLOWS)
    assert done.changed == 4
    assert {tenant for tenant, _ in world.paged.seen} == {TENANT}
    assert world.paged.clocks == {NOW}


async def test_an_operation_shows_the_run_and_gives_its_clock(client: Client, cached_workflows: int) -> None:
    operation = new_operation(OperationKind.DECAY, effective_now=NOW)
    world = with_memories(world_of(operation))
    async with working(client, world, cached_workflows):
        request = LifecycleInput(tenant_id=TENANT, operation_id=operation.operation_id)
        await client.execute_workflow(DecayMemory.run, request, id=operation.workflow_id, task_queue=options.WORKFLOWS)
    ended = world.operations.by_id[operation.operation_id]
    assert ended.status is OperationStatus.DONE
    assert world.operations.stage(operation.operation_id, "decay").status == "done"
    assert world.paged.clocks == {NOW}


async def test_a_long_walk_goes_on_as_a_new_run_with_the_same_clock(client: Client) -> None:
    world, workflow_id = world_of(), new_id()
    world.paged.size = 1
    world.paged.memories = {TENANT: [uuid4() for _ in range(PAGES_A_RUN + 5)]}
    async with working(client, world):
        done = await client.execute_workflow(
            DecayMemory.run, LifecycleInput(), id=workflow_id, task_queue=options.WORKFLOWS
        )
    assert done.changed == PAGES_A_RUN + 5
    assert len(world.paged.clocks) == 1
    first = client.get_workflow_handle(workflow_id, run_id=await first_run(client, workflow_id))
    assert (await first.describe()).status is WorkflowExecutionStatus.CONTINUED_AS_NEW
    assert len((await first.fetch_history()).events) < 2000


async def first_run(client: Client, workflow_id: str) -> str:
    last = await client.get_workflow_handle(workflow_id).fetch_history()
    return last.events[0].workflow_execution_started_event_attributes.first_execution_run_id


async def test_drains_both_projections_to_the_end(client: Client, cached_workflows: int) -> None:
    world, workflow_id = world_of(), new_id()
    world.projector.waiting = {Target.VECTORS: 35, Target.GRAPH: 8}
    async with working(client, world, cached_workflows):
        done = await client.execute_workflow(
            DrainOutbox.run, DrainInput(), id=workflow_id, task_queue=options.WORKFLOWS
        )
    assert done.projected == 43
    assert done.blocked == ()
    await assert_no_task_failed(client, workflow_id)


async def test_a_scheduled_drain_leaves_a_dead_projection_to_the_next_run(
    client: Client, cached_workflows: int
) -> None:
    world, workflow_id = world_of(), new_id()
    world.projector.waiting = {Target.VECTORS: 5, Target.GRAPH: 8}
    world.projector.always[Target.VECTORS] = lambda: ProjectionUnavailable("down")
    async with working(client, world, cached_workflows):
        done = await client.execute_workflow(
            DrainOutbox.run, DrainInput(), id=workflow_id, task_queue=options.WORKFLOWS
        )
    assert done.projected == 8
    assert done.blocked == (Target.VECTORS,)
    await assert_no_task_failed(client, workflow_id)


async def test_a_persistent_drain_waits_for_a_dead_projection(client: Client) -> None:
    world = world_of()
    world.projector.waiting = {Target.VECTORS: 5, Target.GRAPH: 0}
    world.projector.errors[Target.VECTORS] = [ProjectionUnavailable("down") for _ in range(12)]
    async with working(client, world):
        request = DrainInput(tenant_id=TENANT, persistent=True)
        done = await client.execute_workflow(DrainOutbox.run, request, id=new_id(), task_queue=options.WORKFLOWS)
    assert done.projected == 5


async def test_a_long_drain_goes_on_as_a_new_run(client: Client) -> None:
    world = world_of()
    pages = DRAIN_PAGES + 3
    world.projector.batch = 1
    world.projector.waiting = {Target.VECTORS: pages, Target.GRAPH: 2}
    async with working(client, world):
        done = await client.execute_workflow(DrainOutbox.run, DrainInput(), id=new_id(), task_queue=options.WORKFLOWS)
    assert done.projected == pages + 2


async def test_sweeps_and_shows_it_on_its_operation(client: Client, cached_workflows: int) -> None:
    operation = new_operation(OperationKind.SWEEP)
    world = world_of(operation)
    async with working(client, world, cached_workflows):
        request = SweepInput(tenant_id=TENANT, operation_id=operation.operation_id)
        done = await client.execute_workflow(
            SweepOperations.run, request, id=operation.workflow_id, task_queue=options.WORKFLOWS
        )
    assert done.started == 1
    assert world.operations.by_id[operation.operation_id].status is OperationStatus.DONE
    await assert_no_task_failed(client, operation.workflow_id)
