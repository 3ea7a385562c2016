"""`SweepOperations`: no accepted operation, and no erasure, stays without a workflow."""

from temporalio import workflow

with workflow.unsafe.imports_passed_through():
    from activities.contracts import FinishInput
    from activities.lifecycle import LifecycleActivities
    from activities.sweep import SweepActivities
    from memory.model.chunk import OperationStatus
    from workflows import options
    from workflows.contracts import SweepInput, SweepResult


@workflow.defn
class SweepOperations:
    """One batch a run; the schedule comes back for the rest."""

    @workflow.run
    async def run(self, request: SweepInput) -> SweepResult:
        """Starts what is stranded; shows it on the operation when there is one."""
        done = await workflow.execute_activity_method(SweepActivities.sweep_operations, **options.PAGE)
        if request.tenant_id is not None and request.operation_id is not None:
            end = FinishInput(
                tenant_id=request.tenant_id,
                operation_id=request.operation_id,
                status=OperationStatus.DONE,
                stage="sweep",
            )
            await workflow.execute_activity_method(LifecycleActivities.finish_operation, end, **options.COMPENSATE)
        return SweepResult(started=done.count)
