"""Revoke: out of use at once, kept for audit. It binds the evidence up to then; a later statement opens anew."""

from collections.abc import Callable
from datetime import datetime
from uuid import UUID

from memory.model.chunk import Operation, OperationKind, OperationStatus, StageState
from memory.model.ids import derived_id
from memory.model.principal import Permission, Principal
from memory.model.scope import Reader, Scope
from memory.ports.captures import OperationStore
from memory.ports.compiling import CompileStore
from memory.ports.lifecycle import LifecycleStore, Revocation
from memory.ports.projecting import Target
from memory.settle.registry import Registry
from memory.usecases.access import reader_of, require
from memory.usecases.deciding import author_of
from memory.usecases.project import Projector
from memory.usecases.settling import slot_decision

STAGES = ("settle", "project")


class RevokeMemory:
    """The request (readers obey at once) and the steps that settle and project it."""

    def __init__(
        self,
        *,
        lifecycle: LifecycleStore,
        operations: OperationStore,
        compile_store: CompileStore,
        projector: Projector,
        registry: Registry,
        clock: Callable[[], datetime],
    ) -> None:
        self._lifecycle = lifecycle
        self._operations = operations
        self._compile_store = compile_store
        self._projector = projector
        self._registry = registry
        self._clock = clock

    async def request(
        self, principal: Principal, reader: Reader, memory_id: UUID, reason: str, revocation_id: UUID
    ) -> tuple[Revocation, Operation]:
        """Puts a memory out of use; raises `NotFound`. The operation settles its slot and tells the projections.

        The operation's id derives from the revocation's, so that a repeat of the request is the same work.
        """
        require(principal, Permission.FORGET)
        bound, now = reader_of(principal, reader), self._clock()
        by = author_of(principal, reader.user_id)
        revocation = await self._lifecycle.revoke(principal.tenant_id, bound, memory_id, revocation_id, reason, now, by)
        return revocation, await self._operation(principal, bound, revocation, now, undo=False)

    async def undo(self, principal: Principal, reader: Reader, revocation_id: UUID) -> tuple[Revocation, Operation]:
        """Takes a revocation back; raises `NotFound`."""
        require(principal, Permission.FORGET)
        bound, now = reader_of(principal, reader), self._clock()
        by = author_of(principal, reader.user_id)
        revocation = await self._lifecycle.undo_revocation(principal.tenant_id, bound, revocation_id, now, by)
        return revocation, await self._operation(principal, bound, revocation, now, undo=True)

    async def settle(self, tenant_id: UUID, operation_id: UUID) -> int:
        """Settles the slot of the operation's revocation again."""
        operation = await self._operations.operation(tenant_id, operation_id)
        if operation.subject_id is None:
            return 0
        revocation = await self._lifecycle.revocation(tenant_id, operation.subject_id)
        decide = slot_decision(self._registry, self._clock)
        return await self._compile_store.settle_slots(tenant_id, [revocation.slot], operation_id, decide)

    async def project(self, tenant_id: UUID, operation_id: UUID) -> int:
        """Brings both projections up to the revocation; raises `ProjectionUnavailable`."""
        vectors = await self._projector.drain_all(tenant_id, Target.VECTORS, operations=[operation_id])
        return vectors + await self._projector.drain_all(tenant_id, Target.GRAPH, operations=[operation_id])

    async def finish(self, tenant_id: UUID, operation_id: UUID, status: OperationStatus, error: str | None) -> None:
        """Ends the operation for all to see."""
        await self._operations.finish(tenant_id, operation_id, status, error, self._clock())

    async def _operation(
        self, principal: Principal, reader: Reader, revocation: Revocation, now: datetime, *, undo: bool
    ) -> Operation:
        operation_id = derived_id("revoke-operation", [revocation.revocation_id, now if undo else ""])
        operation = Operation(
            operation_id=operation_id,
            kind=OperationKind.REVOKE,
            status=OperationStatus.ACCEPTED,
            workflow_id=f"revoke-{operation_id}-1",
            source_id=None,
            chunk_ids=(),
            stages=tuple(StageState(stage, "pending") for stage in STAGES),
            accepted_at=now,
            updated_at=now,
            scope=Scope(workspace=reader.workspace, project=reader.project, user_id=reader.user_id),
            subject_id=revocation.revocation_id,
        )
        return await self._operations.create(principal.tenant_id, operation)
