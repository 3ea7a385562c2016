"""The stages of an operation as people see them: begun, done, or failed with a code."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from uuid import UUID

from temporalio import activity
from temporalio.exceptions import ApplicationError, ApplicationErrorCategory

from activities.contracts import Done, FinishInput
from activities.failures import ALREADY_FINAL, CANCELLED, INTERRUPTED, code_of
from activities.heartbeat import heartbeating
from activities.protocols import Operations
from memory.model.chunk import FINAL_STATUSES, CompileStage, Operation, OperationStatus
from memory.model.errors import MemcError
from memory.ports.failpoints import failpoint

Work = Callable[[UUID, UUID], Awaitable[int]]
"""A use case's step: tenant and operation in, a count out."""

Finish = Callable[[UUID, UUID, OperationStatus, str | None], Awaitable[None]]
"""A use case's end of an operation."""

_AT_ONCE = frozenset({CompileStage.MAKE_RECALLABLE, CompileStage.EXTRACT, CompileStage.PROJECT})
"""Stages that embed, recognise or wait for a projection: local only as the first attempt of a short compile."""


class StageRunner:
    """Runs the step of an operation and records it as a stage."""

    def __init__(self, operations: Operations) -> None:
        self._operations = operations

    async def run(self, tenant_id: UUID, operation_id: UUID, stage: str, work: Work, prefix: str = "compile") -> Done:
        """Runs `work` between two failpoints; its error is recorded as a code and raised again."""
        failpoint(f"{prefix}.{stage}.before")
        await self.begin(tenant_id, operation_id, stage)
        try:
            async with heartbeating():
                count = await work(tenant_id, operation_id)
        except Exception as error:
            await self._record_failure(tenant_id, operation_id, stage, code_of(error))
            raise
        await self._operations.end_stage(tenant_id, operation_id, stage)
        failpoint(f"{prefix}.{stage}.after")
        return Done(count=count)

    async def finish(self, end: FinishInput, finish: Finish) -> None:
        """Ends the operation, unless it has this end already. A success is refused to a cancelled one."""
        operation = await self._operations.operation(end.tenant_id, end.operation_id)
        if operation.status is end.status:
            return
        if end.status is not OperationStatus.FAILED:
            _require_wanted(operation)
        await finish(end.tenant_id, end.operation_id, end.status, end.error)

    async def begin(self, tenant_id: UUID, operation_id: UUID, stage: str) -> Operation:
        """Begins a stage, unless the operation has ended, or a person cancelled it while the engine could not be told.

        An attempt whose workflow task nobody counts (`_AT_ONCE`) is begun once only: what takes its process down must meet
        a policy that counts.
        """
        at_once = stage in _AT_ONCE and activity.info().is_local
        attempt = None if at_once else activity.info().attempt
        operation = await self._operations.begin_stage(tenant_id, operation_id, stage, attempt)
        _require_wanted(operation)
        if at_once and any(state.name == stage and state.attempts > 1 for state in operation.stages):
            raise ApplicationError(INTERRUPTED, type=INTERRUPTED, non_retryable=True)
        return operation

    async def _record_failure(self, tenant_id: UUID, operation_id: UUID, stage: str, code: str) -> None:
        # The failure that matters is the stage's own: when even this cannot be written, the retry will say so.
        with suppress(MemcError, OSError, asyncio.TimeoutError):
            await self._operations.end_stage(tenant_id, operation_id, stage, code)


def _require_wanted(operation: Operation) -> None:
    if operation.status in FINAL_STATUSES:
        raise expected_stop(ALREADY_FINAL)
    if operation.cancel_requested:
        raise expected_stop(CANCELLED)


def expected_stop(code: str) -> ApplicationError:
    """An end that is no fault: not retried, and quiet in alerts."""
    return ApplicationError(code, type=code, non_retryable=True, category=ApplicationErrorCategory.BENIGN)
