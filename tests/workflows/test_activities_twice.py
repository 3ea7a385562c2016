"""Each activity run twice, and its failure and failpoints."""

from collections.abc import Callable
from copy import deepcopy
from typing import Any
from uuid import uuid4

import pytest
from temporalio.exceptions import ApplicationError
from temporalio.testing import ActivityEnvironment

from activities.contracts import (
    BeginInput,
    BlockedStore,
    DrainPage,
    ErasureRef,
    FinishInput,
    OperationRef,
    PageInput,
    PartsInput,
    ProjectInput,
)
from memory.model.chunk import CompileStage, OperationStatus
from memory.model.erasing import Store
from memory.model.errors import Unavailable
from memory.ports.failpoints import FAILPOINTS, arm
from memory.ports.projecting import Target
from tests.workflows.conftest import World, world_of
from tests.workflows.fakes import EPOCH, TENANT, new_operation

OPERATION = new_operation()
REF = OperationRef(tenant_id=TENANT, operation_id=OPERATION.operation_id)
ERASURE = ErasureRef(tenant_id=TENANT, erasure_id=uuid4())
INPUTS: dict[str, tuple[Any, ...]] = {
    "project": (ProjectInput(**REF.model_dump(), covers_recallable=True),),
    "finish_compile": (FinishInput(**REF.model_dump(), status=OperationStatus.DONE),),
    "finish_operation": (FinishInput(**REF.model_dump(), status=OperationStatus.DONE, stage="decay"),),
    "begin_operation": (BeginInput(**REF.model_dump(), stage="decay"),),
    "decay_page": (PageInput(tenant_id=TENANT, now=EPOCH),),
    "consolidate_page": (PageInput(tenant_id=None, now=EPOCH),),
    "expire_page": (PageInput(tenant_id=TENANT, now=EPOCH),),
    "revalidate_page": (PageInput(tenant_id=TENANT, now=EPOCH),),
    "drain_page": (DrainPage(target=Target.GRAPH),),
    "mark_erasure_blocked": (BlockedStore(**ERASURE.model_dump(), store=Store.GRAPH),),
    "take_parts": (PartsInput(**REF.model_dump()),),
    "retire_parts": (PartsInput(**REF.model_dump()),),
    "sweep_operations": (),
}
ACTIVITIES = sorted(work.__name__ for work in world_of().activities().everything())


def input_of(name: str) -> tuple[Any, ...]:
    return INPUTS.get(name, (ERASURE if "eras" in name else REF,))


def state_of(world: World) -> Any:
    """What the use cases ended with: operations, effects, blocked stores."""
    stored = world.operations.by_id.get(OPERATION.operation_id)
    stages = sorted((stage.name, stage.status, stage.error) for stage in stored.stages) if stored else []
    return (stored and stored.status, stages, world.compile.state, set(world.erase.blocked), world.projector.waiting)


def activity_of(world: World, name: str) -> Callable[..., Any]:
    return next(work for work in world.activities().everything() if work.__name__ == name)


@pytest.mark.parametrize("name", ACTIVITIES)
async def test_twice_gives_what_once_gave(name: str) -> None:
    world = world_of(OPERATION)
    work, request = activity_of(world, name), input_of(name)
    first = await ActivityEnvironment().run(work, *request)
    state = deepcopy(state_of(world))
    second = await ActivityEnvironment().run(work, *request)
    assert state_of(world) == state
    assert type(second) is type(first)


@pytest.mark.parametrize("stage", [*CompileStage])
async def test_a_failing_stage_is_shown_with_a_code_and_no_text(stage: CompileStage) -> None:
    world = world_of(OPERATION)
    world.compile.errors[stage] = [Unavailable("CANARY")]
    with pytest.raises(Unavailable):
        await ActivityEnvironment().run(activity_of(world, stage), *input_of(stage))
    assert world.operations.stage(OPERATION.operation_id, stage).error == "unavailable"


@pytest.mark.parametrize("stage", [*CompileStage, "finish", "withdraw"])
async def test_each_stage_stands_between_two_failpoints(stage: str) -> None:
    world = world_of(OPERATION)
    name = stage if stage in set(CompileStage) else f"{stage}_compile"
    passed: list[str] = []
    arm(passed.append)
    try:
        await ActivityEnvironment().run(activity_of(world, name), *input_of(name))
    finally:
        arm(None)
    assert passed == [f"compile.{stage}.before", f"compile.{stage}.after"]
    assert set(passed) <= set(FAILPOINTS)


async def test_a_success_is_refused_to_a_cancelled_operation() -> None:
    cancelled = new_operation(cancel_requested=True)
    world = world_of(cancelled)
    end = FinishInput(tenant_id=TENANT, operation_id=cancelled.operation_id, status=OperationStatus.DONE)
    with pytest.raises(ApplicationError, match="cancelled"):
        await ActivityEnvironment().run(activity_of(world, "finish_compile"), end)
    assert world.compile.count("finish") == 0
