"""`CompileMemory`: one capture from raw words to projected facts."""

import asyncio

from temporalio import workflow
from temporalio.exceptions import ActivityError, ApplicationError, FailureError, TimeoutError

with workflow.unsafe.imports_passed_through():
    from activities.compile import CompileActivities
    from activities.contracts import Done, FinishInput, OperationRef, ProjectInput, TimesResolved
    from activities.failures import ALREADY_FINAL, CANCELLED
    from memory.model.chunk import OperationStatus
    from memory.model.errors import ModelReplyUnusable
    from workflows import options
    from workflows.contracts import CompileInput, CompileResult, DrainInput
    from workflows.drain_outbox import DrainOutbox
    from workflows.failures import LEFT_TO_THE_SWEEPER, TIMEOUT, code_of_failure, run_short_stage, run_stage, to_the_end


@workflow.defn
class CompileMemory:
    """The stages of a compile, in order. Cancelled or failed for good, it takes back all that it did."""

    @workflow.run
    async def run(self, request: CompileInput) -> CompileResult:
        """Runs the stages; ends cancelled or failed (with the code as type) when it had to take them back."""
        operation = OperationRef(tenant_id=request.tenant_id, operation_id=request.operation_id)
        try:
            recallable = await self._make_recallable(operation, request.short)
            resolved = await self._resolve_time(operation)
            # Old runs resolved without this answer: their histories replay, since a missing one is no.
            unread = await self._ask_model(operation) if resolved.ask_model else None
            await self._extract(operation, request.short)
            await self._link(operation)
            await self._settle(operation)
            await self._project(operation, request.short, covers_recallable=not recallable)
            status = OperationStatus.DONE if unread is None else OperationStatus.PARTIAL
            await to_the_end(self._finish(operation, status, unread))
        except (FailureError, asyncio.CancelledError) as error:
            code = code_of_failure(error)
            if code not in LEFT_TO_THE_SWEEPER:
                await to_the_end(self._take_back(operation, code))
            if workflow.cancellation_reason() is not None:
                raise
            raise ApplicationError(code, type=code, non_retryable=True) from None
        return CompileResult(status=status)

    async def _make_recallable(self, operation: OperationRef, short: bool) -> bool:
        """Tries briefly: a projection that is down does not hold up the facts; `project` includes the rest later."""
        try:
            await run_stage(CompileActivities.make_recallable, operation, options.MAKE_RECALLABLE, at_once=short)
        except ActivityError as error:
            if code_of_failure(error) in {CANCELLED, ALREADY_FINAL}:
                raise
            return False
        return True

    async def _resolve_time(self, operation: OperationRef) -> TimesResolved:
        return await run_short_stage(CompileActivities.resolve_time, operation, options.AUTHORITY)

    async def _ask_model(self, operation: OperationRef) -> str | None:
        """Page by page. The model only adds: when it fails for good, the code is returned and the rules' result stands."""
        left = 1
        unread = 0
        try:
            while left:
                page = await run_stage(CompileActivities.ask_model, operation, options.MODEL)
                left, unread = page.left, page.unread
        except ActivityError as error:
            code = code_of_failure(error)
            if code in {CANCELLED, ALREADY_FINAL}:
                raise
            return code
        return ModelReplyUnusable.code if unread else None

    async def _extract(self, operation: OperationRef, short: bool) -> Done:
        try:
            return await run_stage(CompileActivities.extract, operation, options.EXTRACT, at_once=short)
        except ActivityError as error:
            if isinstance(error.cause, TimeoutError):
                # The words stalled or killed the recognizer each time: they would again.
                raise ApplicationError(TIMEOUT, type=TIMEOUT, non_retryable=True) from None
            raise

    async def _link(self, operation: OperationRef) -> Done:
        return await run_short_stage(CompileActivities.link, operation, options.SETTLE)

    async def _settle(self, operation: OperationRef) -> Done:
        return await run_short_stage(CompileActivities.settle, operation, options.SETTLE)

    async def _project(self, operation: OperationRef, short: bool, *, covers_recallable: bool) -> Done:
        request = ProjectInput(**operation.model_dump(), covers_recallable=covers_recallable)
        return await run_stage(CompileActivities.project, request, options.PROJECT, at_once=short)

    async def _finish(self, operation: OperationRef, status: OperationStatus, code: str | None = None) -> Done:
        end = FinishInput(**operation.model_dump(), status=status, error=code)
        if status is not OperationStatus.FAILED:
            return await workflow.execute_local_activity_method(
                CompileActivities.finish_compile, end, **options.AUTHORITY
            )
        return await workflow.execute_activity_method(CompileActivities.finish_compile, end, **options.COMPENSATE)

    async def _take_back(self, operation: OperationRef, code: str) -> None:
        await workflow.execute_activity_method(CompileActivities.withdraw_compile, operation, **options.COMPENSATE)
        try:
            await workflow.execute_activity_method(
                CompileActivities.project_withdrawal, operation, **options.PROJECT_BRIEFLY
            )
        except ActivityError:
            await self._leave_to_a_drain(operation)
        await self._finish(operation, OperationStatus.FAILED, code)

    async def _leave_to_a_drain(self, operation: OperationRef) -> None:
        """A projection is down: a drain of its own waits for it, so that the person need not."""
        await workflow.start_child_workflow(
            DrainOutbox.run,
            DrainInput(tenant_id=operation.tenant_id, persistent=True),
            id=f"drain-{operation.operation_id}",
            task_queue=options.WORKFLOWS,
            parent_close_policy=workflow.ParentClosePolicy.ABANDON,
        )
