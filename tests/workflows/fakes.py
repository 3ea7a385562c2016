"""Use cases that record what is asked of them, and fail or wait as a test says."""

import asyncio
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from uuid import UUID, uuid4

from memory.model.chunk import FINAL_STATUSES, CompileStage, Operation, OperationKind, OperationStatus, StageState
from memory.model.document import TakenPage
from memory.model.erasing import Store
from memory.model.errors import NotFound
from memory.model.scope import Scope
from memory.ports.projecting import Target
from memory.usecases.model import PageRead

EPOCH = datetime(2026, 3, 10, 9, 0, tzinfo=UTC)
TENANT = UUID("11111111-1111-4111-8111-111111111111")


def new_operation(kind: OperationKind = OperationKind.COMPILE, **changes: object) -> Operation:
    operation_id = uuid4()
    operation = Operation(
        operation_id=operation_id,
        kind=kind,
        status=OperationStatus.ACCEPTED,
        workflow_id=f"{kind}-{operation_id}-1",
        source_id=None,
        chunk_ids=(),
        stages=tuple(StageState(stage, "pending") for stage in CompileStage),
        accepted_at=EPOCH,
        updated_at=EPOCH,
        scope=Scope(),
    )
    return replace(operation, **changes)


class FakeOperations:
    """Operations in memory, with the meaning of the port."""

    def __init__(self, *operations: Operation) -> None:
        self.by_id = {operation.operation_id: operation for operation in operations}

    async def operation(self, tenant_id: UUID, operation_id: UUID) -> Operation:
        if tenant_id != TENANT or operation_id not in self.by_id:
            raise NotFound("There is no such operation.")
        return self.by_id[operation_id]

    async def begin_stage(self, tenant_id: UUID, operation_id: UUID, stage: str, attempt: int | None) -> Operation:
        operation = await self.operation(tenant_id, operation_id)
        attempt = self.stage(operation_id, stage).attempts + 1 if attempt is None else attempt
        if operation.status not in FINAL_STATUSES:
            self._set_stage(operation_id, OperationStatus.RUNNING, StageState(stage, "running", attempt))
        return self.by_id[operation_id]

    async def end_stage(self, tenant_id: UUID, operation_id: UUID, stage: str, error: str | None = None) -> None:
        status = OperationStatus.WAITING if error else OperationStatus.RUNNING
        attempts = self.stage(operation_id, stage).attempts
        self._set_stage(operation_id, status, StageState(stage, "failed" if error else "done", attempts, error))

    async def finish(
        self, tenant_id: UUID, operation_id: UUID, status: OperationStatus, error: str | None, now: datetime
    ) -> None:
        self.by_id[operation_id] = replace(self.by_id[operation_id], status=status, error=error, updated_at=now)

    def stage(self, operation_id: UUID, name: str) -> StageState:
        found = [stage for stage in self.by_id[operation_id].stages if stage.name == name]
        return found[0] if found else StageState(name, "pending")

    def _set_stage(self, operation_id: UUID, status: OperationStatus, stage: StageState) -> None:
        operation = self.by_id[operation_id]
        others = [known for known in operation.stages if known.name != stage.name]
        self.by_id[operation_id] = replace(operation, status=status, stages=(*others, stage))


class Script:
    """What steps do: succeed, raise the next error of their list, or wait for a gate."""

    def __init__(self) -> None:
        self.calls: list[str] = []
        self.errors: dict[str, list[BaseException]] = defaultdict(list)
        self.always: dict[str, Callable[[], BaseException]] = {}
        self.gates: dict[str, asyncio.Event] = {}
        self.entered: dict[str, asyncio.Event] = defaultdict(asyncio.Event)

    def hold(self, step: str) -> asyncio.Event:
        """Makes a step wait until the event is set; returns that event."""
        self.gates[step] = asyncio.Event()
        return self.gates[step]

    async def step(self, name: str) -> int:
        self.calls.append(name)
        self.entered[name].set()
        if name in self.gates:
            await self.gates[name].wait()
        if name in self.always:
            raise self.always[name]()
        if self.errors[name]:
            raise self.errors[name].pop(0)
        return 1

    def count(self, name: str) -> int:
        return self.calls.count(name)


class FakeCompile(Script):
    """Compile steps; `state` is what the effects amount to, whatever the number of runs."""

    def __init__(self, operations: FakeOperations) -> None:
        super().__init__()
        self.operations = operations
        self.state: set[str] = set()
        self.pages = 0
        """Pages of chunks for the model; 0: none is configured."""
        self.unread = 0

    async def wants_model(self, tenant_id: UUID, operation_id: UUID) -> bool:
        return self.pages > 0

    async def ask_model(self, tenant_id: UUID, operation_id: UUID) -> PageRead:
        accepted = await self._do("ask_model")
        self.pages = max(0, self.pages - 1)
        return PageRead(accepted, self.pages, self.unread)

    async def make_recallable(self, tenant_id: UUID, operation_id: UUID) -> int:
        return await self._do("make_recallable")

    async def resolve_time(self, tenant_id: UUID, operation_id: UUID) -> int:
        return await self._do("resolve_time")

    async def extract(self, tenant_id: UUID, operation_id: UUID) -> int:
        return await self._do("extract")

    async def link(self, tenant_id: UUID, operation_id: UUID) -> int:
        return await self._do("link")

    async def settle(self, tenant_id: UUID, operation_id: UUID) -> int:
        return await self._do("settle")

    async def project(self, tenant_id: UUID, operation_id: UUID) -> int:
        done = await self._do("project")
        if "withdraw" in self.state:
            self.state &= {"withdraw"}
        return done

    async def finish(self, tenant_id: UUID, operation_id: UUID, status: OperationStatus, error: str | None) -> None:
        await self.step("finish")
        await self.operations.finish(tenant_id, operation_id, status, error, EPOCH)

    async def withdraw(self, tenant_id: UUID, operation_id: UUID) -> None:
        await self._do("withdraw")

    async def _do(self, name: str) -> int:
        done = await self.step(name)
        self.state.add(name)
        return done


class FakeErase(Script):
    """Erase steps; remembers which stores were shown as blocked."""

    def __init__(self) -> None:
        super().__init__()
        self.blocked: list[Store] = []

    async def detach(self, tenant_id: UUID, erasure_id: UUID) -> None:
        await self.step("detach")

    async def delete_authority(self, tenant_id: UUID, erasure_id: UUID) -> None:
        await self.step("authority")

    async def delete_vectors(self, tenant_id: UUID, erasure_id: UUID) -> None:
        await self.step("vectors")

    async def delete_graph(self, tenant_id: UUID, erasure_id: UUID) -> None:
        await self.step("graph")

    async def delete_blobs(self, tenant_id: UUID, erasure_id: UUID) -> None:
        await self.step("blobs")

    async def delete_log(self, tenant_id: UUID, erasure_id: UUID) -> None:
        await self.step("log")

    async def delete_histories(self, tenant_id: UUID, erasure_id: UUID) -> None:
        await self.step("histories")

    async def finish(self, tenant_id: UUID, erasure_id: UUID) -> None:
        await self.step("finish")

    async def mark_blocked(self, tenant_id: UUID, erasure_id: UUID, store: Store) -> None:
        self.blocked.append(store)


class FakeSources(Script):
    """A document of some pages; each page has the operation of that number in `operations`."""

    def __init__(self) -> None:
        super().__init__()
        self.operations: list[UUID] = []
        self.retired = 0

    async def page(self, tenant_id: UUID, document_id: UUID, after: int) -> TakenPage:
        await self.step("page")
        if after >= len(self.operations):
            return TakenPage(None, "", None)
        operation_id = self.operations[after]
        more = after + 1 < len(self.operations)
        return TakenPage(operation_id, f"compile-{operation_id}-1", after + 1 if more else None)

    async def retire(self, tenant_id: UUID, document_id: UUID) -> int:
        await self.step("retire")
        return self.retired


class FakeRevoke(Script):
    def __init__(self, operations: FakeOperations) -> None:
        super().__init__()
        self.operations = operations

    async def settle(self, tenant_id: UUID, operation_id: UUID) -> int:
        return await self.step("settle")

    async def project(self, tenant_id: UUID, operation_id: UUID) -> int:
        return await self.step("project")

    async def finish(self, tenant_id: UUID, operation_id: UUID, status: OperationStatus, error: str | None) -> None:
        await self.operations.finish(tenant_id, operation_id, status, error, EPOCH)


@dataclass(frozen=True, slots=True)
class FakePage:
    next: UUID | None
    changed: int


@dataclass
class FakePaged:
    """Memories by tenant, walked in pages of `size`; each page changes all of its memories."""

    memories: dict[UUID, list[UUID]] = field(default_factory=dict)
    size: int = 2
    seen: list[tuple[UUID, UUID]] = field(default_factory=list)
    clocks: set[datetime] = field(default_factory=set)

    async def run_page(self, tenant_id: UUID, after: UUID | None, now: datetime) -> FakePage:
        later = sorted(found for found in self.memories.get(tenant_id, []) if after is None or found > after)
        page = later[: self.size]
        self.seen += [(tenant_id, memory_id) for memory_id in page]
        self.clocks.add(now)
        return FakePage(next=page[-1] if len(later) > self.size else None, changed=len(page))

    async def tenants(self) -> Sequence[UUID]:
        return list(self.memories)


class FakeProjector(Script):
    """How many objects wait for each target; a batch takes 10."""

    def __init__(self) -> None:
        super().__init__()
        self.waiting: dict[Target, int] = {Target.VECTORS: 0, Target.GRAPH: 0}
        self.batch = 10

    async def drain(self, tenant_id: UUID, target: Target) -> int:
        await self.step(target)
        done = min(self.batch, self.waiting[target])
        self.waiting[target] -= done
        return done

    async def tenants_waiting(self, target: Target, limit: int = 100) -> list[UUID]:
        return [TENANT] if self.waiting[target] else []


class FakeSweep(Script):
    async def run(self, limit: int = 200) -> int:
        return await self.step("sweep")
