"""Operations as people see them: state, rejected words, retry, cancel, and the bounded wait for an end."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from memory.model.chunk import FINAL_STATUSES, Operation, OperationKind, OperationStatus, StageState
from memory.model.errors import NotFound
from memory.model.principal import Permission, Principal
from memory.model.reading import ASK_MODEL, ModelAttempt
from memory.model.scope import Scope
from memory.ports.captures import CaptureStore, OperationStore
from memory.ports.model_reading import ModelAttemptStore
from memory.usecases.access import require

POLL = timedelta(milliseconds=40)


@dataclass(frozen=True, slots=True)
class RejectedWords:
    """Words that were not accepted as a statement, and why."""

    reason: str
    quote: str


class ManageOperations:
    """Reads and steers operations inside the caller's tenant and binding."""

    def __init__(
        self,
        operations: OperationStore,
        captures: CaptureStore,
        clock: Callable[[], datetime],
        new_id: Callable[[], UUID],
        attempts: ModelAttemptStore,
    ) -> None:
        self._attempts = attempts
        self._operations = operations
        self._captures = captures
        self._clock = clock
        self._new_id = new_id

    async def get(self, principal: Principal, operation_id: UUID) -> Operation:
        """Raises `NotFound`, also for an operation beyond the key's user or projects."""
        require(principal, Permission.READ)
        operation = await self._operations.operation(principal.tenant_id, operation_id)
        if not _may_see(principal, operation.scope):
            raise NotFound("There is no such operation.")
        return operation

    async def rejected(self, principal: Principal, operation: Operation) -> list[RejectedWords]:
        """The rejected words, quoted from the chunks that may still be shown."""
        rejections = await self._operations.rejections(principal.tenant_id, operation.operation_id)
        if not rejections:
            return []
        chunks = await self._captures.chunks(principal.tenant_id, sorted({item.chunk_id for item in rejections}))
        texts = {chunk.chunk_id: chunk.text for chunk in chunks}
        return [
            RejectedWords(item.reason, texts[item.chunk_id][item.start : item.end])
            for item in rejections
            if item.chunk_id in texts
        ]

    async def model_attempts(self, principal: Principal, operation: Operation) -> list[ModelAttempt]:
        """What a language model was asked about the operation's chunks; none where it has no such stage."""
        if not any(stage.name == ASK_MODEL for stage in operation.stages):
            return []
        return await self._attempts.attempts(principal.tenant_id, operation.operation_id)

    async def retry(self, principal: Principal, operation_id: UUID) -> Operation:
        """Opens a failed operation again; raises `Conflict` when it is not failed."""
        require(principal, Permission.WRITE)
        await self.get(principal, operation_id)
        return await self._operations.reopen(principal.tenant_id, operation_id, self._clock())

    async def request_cancel(self, principal: Principal, operation_id: UUID) -> Operation:
        """Marks an operation as to be cancelled; raises `Conflict` when it has ended."""
        require(principal, Permission.WRITE)
        await self.get(principal, operation_id)
        return await self._operations.request_cancel(principal.tenant_id, operation_id, self._clock())

    async def wait(self, principal: Principal, operation_id: UUID, seconds: float) -> Operation:
        """Waits until the operation has ended, at most so long; returns what it is then."""
        deadline = asyncio.get_running_loop().time() + seconds
        operation = await self.get(principal, operation_id)
        while operation.status not in FINAL_STATUSES and asyncio.get_running_loop().time() < deadline:
            await asyncio.sleep(POLL.total_seconds())
            operation = await self._operations.operation(principal.tenant_id, operation_id)
        return operation

    async def run_lifecycle(self, principal: Principal, kind: OperationKind, now: datetime | None) -> Operation:
        """Accepts a lifecycle run over the tenant; `now` is its evaluation clock, where the key may set one."""
        require(principal, Permission.ADMIN)
        accepted_at, operation_id = self._clock(), self._new_id()
        operation = Operation(
            operation_id=operation_id,
            kind=kind,
            status=OperationStatus.ACCEPTED,
            workflow_id=f"{kind.value}-{operation_id}-1",
            source_id=None,
            chunk_ids=(),
            stages=(StageState(kind.value, "pending"),),
            accepted_at=accepted_at,
            updated_at=accepted_at,
            scope=Scope(),
            effective_now=now,
        )
        return await self._operations.create(principal.tenant_id, operation)


def _may_see(principal: Principal, scope: Scope) -> bool:
    if principal.user_id is not None and scope.user_id not in ("", principal.user_id):
        return False
    return principal.projects is None or scope.project == "" or scope.project in principal.projects
