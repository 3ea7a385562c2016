"""`RevokeMemory`: what a revocation, or its undoing, means for the slot and for the projections."""

import asyncio

from temporalio import workflow
from temporalio.exceptions import ApplicationError, FailureError

with workflow.unsafe.imports_passed_through():
    from activities.contracts import Done, FinishInput, OperationRef
    from activities.lifecycle import LifecycleActivities
    from memory.model.chunk import OperationStatus
    from workflows import options
    from workflows.contracts import RevokeInput
    from workflows.failures import LEFT_TO_THE_SWEEPER, code_of_failure, run_short_stage, run_stage, to_the_end


@workflow.defn
class RevokeMemory:
    """Readers obey a revocation at once, so there is nothing to take back; this brings everything else in line."""

    @workflow.run
    async def run(self, request: RevokeInput) -> Done:
        """Settles, projects, finishes."""
        operation = OperationRef(tenant_id=request.tenant_id, operation_id=request.operation_id)
        try:
            await run_short_stage(LifecycleActivities.settle_revocation, operation, options.SETTLE)
            done = await run_stage(LifecycleActivities.project_revocation, operation, options.PROJECT)
            await to_the_end(self._finish(operation, OperationStatus.DONE, None))
        except (FailureError, asyncio.CancelledError) as error:
            code = code_of_failure(error)
            if code not in LEFT_TO_THE_SWEEPER:
                await to_the_end(self._finish(operation, OperationStatus.FAILED, code))
            if workflow.cancellation_reason() is not None:
                raise
            raise ApplicationError(code, type=code, non_retryable=True) from None
        return done

    async def _finish(self, operation: OperationRef, status: OperationStatus, code: str | None) -> Done:
        end = FinishInput(**operation.model_dump(), status=status, error=code)
        return await workflow.execute_activity_method(LifecycleActivities.finish_operation, end, **options.COMPENSATE)
