"""`ExpireMemory`: retires what was not confirmed for longer than its kind keeps."""

from temporalio import workflow

with workflow.unsafe.imports_passed_through():
    from activities.lifecycle import LifecycleActivities
    from workflows.contracts import LifecycleInput, LifecycleResult
    from workflows.lifecycle_run import run_pages


@workflow.defn
class ExpireMemory:
    """Retires what was not confirmed for longer than its kind keeps. Running it again changes nothing."""

    @workflow.run
    async def run(self, request: LifecycleInput) -> LifecycleResult:
        """Walks over the memories of one tenant, or of all."""
        return await run_pages(request, "expire", LifecycleActivities.expire_page)
