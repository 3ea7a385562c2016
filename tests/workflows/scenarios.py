"""Runs of every workflow, each through one of its ways: recorded as histories, and fingerprinted."""

from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from temporalio.client import Client, WorkflowFailureError

import workflows.options as options
from activities.contracts import Message
from memory.model.chunk import Operation, OperationKind
from memory.model.errors import (
    EvidenceMissing,
    ModelReplyUnusable,
    ModelUnavailable,
    ProjectionUnavailable,
    Unavailable,
)
from memory.ports.projecting import Target
from tests.workflows.conftest import World, eventually, world_of
from tests.workflows.fakes import TENANT, new_operation
from workflows.compile_memory import CompileMemory
from workflows.compile_source import CompileSource
from workflows.consolidate_scope import ConsolidateScope
from workflows.contracts import (
    CompileInput,
    DrainInput,
    EraseInput,
    LifecycleInput,
    RevokeInput,
    SourceInput,
    SweepInput,
)
from workflows.decay_memory import DecayMemory
from workflows.drain_outbox import DrainOutbox
from workflows.erase_memory import EraseMemory
from workflows.expire_memory import ExpireMemory
from workflows.revalidate_memory import RevalidateMemory
from workflows.revoke_memory import RevokeMemory
from workflows.sweep_operations import SweepOperations

MEMORIES = [UUID(int=number) for number in range(1, 6)]


@dataclass(frozen=True)
class Scenario:
    """A world, the workflow to run in it, and what is done to the workflow meanwhile."""

    name: str
    workflow: Any
    request: Message
    world: World
    meanwhile: Callable[[Client, "Scenario"], Awaitable[None]] | None = None

    async def run(self, client: Client) -> str:
        """Runs it to its end, good or bad; returns the workflow's id."""
        workflow_id = f"recorded-{self.name}"
        await client.start_workflow(self.workflow, self.request, id=workflow_id, task_queue=options.WORKFLOWS)
        if self.meanwhile is not None:
            await self.meanwhile(client, self)
        with suppress(WorkflowFailureError):
            await client.get_workflow_handle(workflow_id).result()
        return workflow_id


def down() -> ProjectionUnavailable:
    return ProjectionUnavailable("down")


def scenarios() -> list[Scenario]:
    """All of them, with fresh worlds."""
    return [
        _compile("compile-done"),
        _compile("compile-projection-down", {"make_recallable": [down(), down()], "project": [down()]}),
        _compile("compile-failed", {"settle": [EvidenceMissing("none")]}),
        _compile("compile-authority-away", {"link": [Unavailable("away") for _ in range(8)]}),
        _compile("compile-withdrawal-waits", {"settle": [EvidenceMissing("none")], "project": [down()] * 3}),
        _cancelled_compile(),
        _compile("compile-short-done", short=True),
        _compile(
            "compile-short-projection-down", {"make_recallable": [down()] * 3, "project": [down()] * 2}, short=True
        ),
        _read_by_model("compile-model-done", []),
        _read_by_model("compile-model-repairs", [ModelReplyUnusable("bad"), ModelUnavailable("busy", retry_after_s=7)]),
        _read_by_model("compile-model-away", [ModelUnavailable("away") for _ in range(5)]),
        _document("source-done", 3, retired=2),
        _document("source-page-failed", 2, {"settle": [EvidenceMissing("none")]}),
        _document("source-long", 45),
        _erase("erase-done", {}),
        _erase("erase-blocked", {"graph": [down() for _ in range(4)]}),
        _operation("revoke-done", OperationKind.REVOKE, RevokeMemory.run, RevokeInput),
        _operation("decay-of-a-tenant", OperationKind.DECAY, DecayMemory.run, LifecycleInput),
        _walk("decay-of-all", DecayMemory.run),
        _walk("consolidate-all", ConsolidateScope.run),
        _operation("expire-of-a-tenant", OperationKind.EXPIRE, ExpireMemory.run, LifecycleInput),
        _operation("revalidate-of-a-tenant", OperationKind.REVALIDATE, RevalidateMemory.run, LifecycleInput),
        _drain("drain-done", {}),
        _drain("drain-blocked", {Target.GRAPH: [down()] * 3}),
        _operation("sweep", OperationKind.SWEEP, SweepOperations.run, SweepInput),
    ]


def _compile(name: str, errors: dict[str, list[BaseException]] | None = None, *, short: bool = False) -> Scenario:
    operation = new_operation()
    world = world_of(operation)
    world.compile.errors.update(errors or {})
    request = CompileInput(tenant_id=TENANT, operation_id=operation.operation_id, short=short)
    return Scenario(name, CompileMemory.run, request, world)


def _read_by_model(name: str, errors: list[BaseException]) -> Scenario:
    """Two pages of chunks that a model reads."""
    scenario = _compile(name, {"ask_model": errors}, short=True)
    scenario.world.compile.pages = 2
    return scenario


def _document(
    name: str, pages: int, errors: dict[str, list[BaseException]] | None = None, *, retired: int = 0
) -> Scenario:
    """A document of some pages, each with an operation of its own."""
    operation = new_operation(OperationKind.DOCUMENT)
    compiled = [new_operation() for _ in range(pages)]
    world = world_of(operation, *compiled)
    world.sources.operations = [found.operation_id for found in compiled]
    world.sources.retired = retired
    world.compile.errors.update(errors or {})
    return Scenario(name, CompileSource.run, _ref(SourceInput, operation), world)


def _cancelled_compile() -> Scenario:
    async def cancel_in_extract(client: Client, scenario: Scenario) -> None:
        await eventually(lambda: scenario.world.compile.count("extract") == 1)
        await client.get_workflow_handle(f"recorded-{scenario.name}").cancel()
        await eventually(lambda: scenario.world.compile.count("withdraw") == 1)

    operation = new_operation()
    world = world_of(operation)
    world.compile.hold("extract")
    return Scenario("compile-cancelled", CompileMemory.run, _ref(CompileInput, operation), world, cancel_in_extract)


def _erase(name: str, errors: dict[str, list[BaseException]]) -> Scenario:
    world = world_of()
    world.erase.errors.update(errors)
    return Scenario(name, EraseMemory.run, EraseInput(tenant_id=TENANT, erasure_id=MEMORIES[0]), world)


def _operation(name: str, kind: OperationKind, workflow: Any, message: type[Message]) -> Scenario:
    operation = new_operation(kind)
    world = world_of(operation)
    world.paged.memories = {TENANT: list(MEMORIES)}
    return Scenario(name, workflow, _ref(message, operation), world)


def _walk(name: str, workflow: Any) -> Scenario:
    world = world_of()
    world.paged.memories = {TENANT: list(MEMORIES), UUID(int=7): list(MEMORIES)}
    return Scenario(name, workflow, LifecycleInput(), world)


def _drain(name: str, errors: dict[str, list[BaseException]]) -> Scenario:
    world = world_of()
    world.projector.waiting = {Target.VECTORS: 25, Target.GRAPH: 5}
    world.projector.errors.update(errors)
    return Scenario(name, DrainOutbox.run, DrainInput(), world)


def _ref(message: type[Message], operation: Operation) -> Message:
    return message.model_validate({"tenant_id": TENANT, "operation_id": operation.operation_id})
