"""`CompileSource`: a long document, page by page, each page a compile of its own."""

import asyncio

from temporalio import workflow
from temporalio.common import WorkflowIDReusePolicy
from temporalio.exceptions import (
    ApplicationError,
    ChildWorkflowError,
    FailureError,
    WorkflowAlreadyStartedError,
)

with workflow.unsafe.imports_passed_through():
    from activities.compile import CompileActivities
    from activities.contracts import FinishInput, OperationRef, PartsInput, PartsTaken, ProjectInput
    from activities.source import SourceActivities
    from memory.model.chunk import OperationStatus
    from workflows import options
    from workflows.compile_memory import CompileMemory
    from workflows.contracts import CompileInput, SourceInput, SourceResult
    from workflows.failures import LEFT_TO_THE_SWEEPER, code_of_failure, run_short_stage, run_stage, to_the_end

PAGES_A_RUN = 40
"""A page costs some twenty events: so a history stays far below two thousand."""

PAGES_FAILED = "pages_failed"
"""Code of a document of which some pages were not compiled."""


@workflow.defn
class CompileSource:
    """Takes the parts page by page; then takes back what an older version said and this one does not."""

    @workflow.run
    async def run(self, request: SourceInput) -> SourceResult:
        """Ends `partial` when a page was not compiled whole; that page's own operation says why."""
        operation = OperationRef(tenant_id=request.tenant_id, operation_id=request.operation_id)
        try:
            failed = await self._take_pages(request)
            await self._retire(operation)
            status = OperationStatus.PARTIAL if failed else OperationStatus.DONE
            await to_the_end(self._finish(operation, status, PAGES_FAILED if failed else None))
        except (FailureError, asyncio.CancelledError) as error:
            code = code_of_failure(error)
            if code not in LEFT_TO_THE_SWEEPER:
                await to_the_end(self._finish(operation, OperationStatus.FAILED, code))
            if workflow.cancellation_reason() is not None:
                raise
            raise ApplicationError(code, type=code, non_retryable=True) from None
        return SourceResult(status=status)

    async def _take_pages(self, request: SourceInput) -> int:
        """How many pages failed to compile. Goes on as a new run after some pages."""
        after, failed, pages = request.after, request.failed, 0
        while True:
            ask = PartsInput(tenant_id=request.tenant_id, operation_id=request.operation_id, after=after)
            page = await run_stage(SourceActivities.take_parts, ask, options.TAKE_PARTS)
            failed += not await self._compile(request, page)
            if page.next is None:
                return failed
            after, pages = page.next, pages + 1
            if pages == PAGES_A_RUN:
                workflow.continue_as_new(request.model_copy(update={"after": after, "failed": failed}))

    async def _compile(self, request: SourceInput, page: PartsTaken) -> bool:
        if page.operation_id is None:
            return True
        try:
            compiled = await workflow.execute_child_workflow(
                CompileMemory.run,
                CompileInput(tenant_id=request.tenant_id, operation_id=page.operation_id),
                id=page.workflow_id,
                task_queue=options.WORKFLOWS,
                id_reuse_policy=WorkflowIDReusePolicy.ALLOW_DUPLICATE_FAILED_ONLY,
                parent_close_policy=workflow.ParentClosePolicy.REQUEST_CANCEL,
            )
        except WorkflowAlreadyStartedError:
            return True  # words that did not change were compiled with an older version, or the sweeper was faster
        except ChildWorkflowError:
            if workflow.cancellation_reason() is not None:
                raise
            return False
        return compiled.status is OperationStatus.DONE

    async def _retire(self, operation: OperationRef) -> None:
        ask = PartsInput(**operation.model_dump())
        done = await run_stage(SourceActivities.retire_parts, ask, options.TAKE_PARTS)
        if done.count:
            await run_short_stage(CompileActivities.settle, operation, options.SETTLE)
            await run_stage(CompileActivities.project, ProjectInput(**operation.model_dump()), options.PROJECT)

    async def _finish(self, operation: OperationRef, status: OperationStatus, code: str | None) -> None:
        end = FinishInput(**operation.model_dump(), status=status, error=code)
        await workflow.execute_activity_method(CompileActivities.finish_compile, end, **options.COMPENSATE)
