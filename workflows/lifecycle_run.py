"""What decay, consolidation, expiry and revalidation share: a walk over memories, page by page."""

import asyncio
from collections.abc import Callable, Coroutine
from datetime import datetime
from typing import Any

from temporalio import workflow
from temporalio.exceptions import ApplicationError, FailureError

with workflow.unsafe.imports_passed_through():
    from activities.contracts import BeginInput, Cursor, Done, FinishInput, PageDone, PageInput
    from activities.lifecycle import LifecycleActivities
    from memory.model.chunk import OperationStatus
    from workflows import options
    from workflows.contracts import LifecycleInput, LifecycleResult
    from workflows.failures import LEFT_TO_THE_SWEEPER, code_of_failure, run_stage, to_the_end

PAGES_A_RUN = 150
"""Pages in one run: about 900 events."""

PageActivity = Callable[[LifecycleActivities, PageInput], Coroutine[Any, Any, PageDone]]


async def run_pages(request: LifecycleInput, stage: str, page: PageActivity) -> LifecycleResult:
    """Walks to the end, as a new run every `PAGES_A_RUN` pages; shows it on the operation when there is one."""
    try:
        state = await _walk(await _begin(request, stage), page)
        if state.cursor is None:
            await to_the_end(_finish(request, stage, OperationStatus.DONE, None))
    except (FailureError, asyncio.CancelledError) as error:
        code = code_of_failure(error)
        if code not in LEFT_TO_THE_SWEEPER:
            await to_the_end(_finish(request, stage, OperationStatus.FAILED, code))
        if workflow.cancellation_reason() is not None:
            raise
        raise ApplicationError(code, type=code, non_retryable=True) from None
    if state.cursor is not None:
        workflow.continue_as_new(state)
    return LifecycleResult(changed=state.changed)


async def _begin(request: LifecycleInput, stage: str) -> LifecycleInput:
    """The request with its clock: one for the whole walk, and across its runs, so that every page is judged alike."""
    if request.cursor is not None:
        return request
    asked: datetime | None = None
    if request.tenant_id is not None and request.operation_id is not None:
        begin = BeginInput(tenant_id=request.tenant_id, operation_id=request.operation_id, stage=stage)
        begun = await workflow.execute_local_activity_method(
            LifecycleActivities.begin_operation, begin, **options.AUTHORITY
        )
        asked = begun.now
    return request.model_copy(update={"now": request.now or asked or workflow.now()})


async def _walk(request: LifecycleInput, page: PageActivity) -> LifecycleInput:
    """The state after a run's pages; its cursor is None at the end of the walk."""
    now = request.now or workflow.now()
    cursor: Cursor | None = request.cursor or Cursor()
    changed = request.changed
    for _ in range(PAGES_A_RUN):
        wanted = PageInput(tenant_id=request.tenant_id, now=now, cursor=cursor)
        done = await run_stage(page, wanted, options.PAGE)
        changed, cursor = changed + done.changed, done.next
        if cursor is None or workflow.info().is_continue_as_new_suggested():
            break
    return request.model_copy(update={"cursor": cursor, "changed": changed})


async def _finish(request: LifecycleInput, stage: str, status: OperationStatus, code: str | None) -> Done:
    if request.tenant_id is None or request.operation_id is None:
        return Done()
    end = FinishInput(
        tenant_id=request.tenant_id, operation_id=request.operation_id, status=status, error=code, stage=stage
    )
    return await workflow.execute_activity_method(LifecycleActivities.finish_operation, end, **options.COMPENSATE)
