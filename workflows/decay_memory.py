"""`DecayMemory`: Marks what has faded as cold, and what has come back as warm."""

from temporalio import workflow

with workflow.unsafe.imports_passed_through():
    from activities.lifecycle import LifecycleActivities
    from workflows.contracts import LifecycleInput, LifecycleResult
    from workflows.lifecycle_run import run_pages


@workflow.defn
class DecayMemory:
    """Marks what has faded as cold, and what has come back as warm. Running it again changes nothing."""

    @workflow.run
    async def run(self, request: LifecycleInput) -> LifecycleResult:
        """Walks over the memories of one tenant, or of all."""
        return await run_pages(request, "decay", LifecycleActivities.decay_page)
