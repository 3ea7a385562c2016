"""`DrainOutbox`: brings projections up to what the outbox wants."""

import asyncio

from temporalio import workflow
from temporalio.exceptions import ActivityError

with workflow.unsafe.imports_passed_through():
    from activities.contracts import DrainPage
    from activities.failures import CANCELLED
    from activities.projection import ProjectionActivities
    from memory.ports.projecting import Target
    from workflows import options
    from workflows.contracts import DrainInput, DrainResult
    from workflows.failures import code_of_failure

PAGES_A_RUN = 100
"""Pages of one projection in one run: about 1,200 events for both."""


@workflow.defn
class DrainOutbox:
    """Drains each projection beside the others: one that is down does not hold up the rest."""

    @workflow.init
    def __init__(self, request: DrainInput) -> None:
        self._projected = request.projected
        self._blocked: set[Target] = set()
        self._unfinished: set[Target] = set()

    @workflow.run
    async def run(self, request: DrainInput) -> DrainResult:
        """Drains page by page; goes on as a new run before its history grows long."""
        await asyncio.gather(*[self._drain(target, request) for target in request.targets])
        if self._unfinished:
            targets = tuple(target for target in request.targets if target in self._unfinished)
            workflow.continue_as_new(request.model_copy(update={"targets": targets, "projected": self._projected}))
        blocked = tuple(target for target in request.targets if target in self._blocked)
        return DrainResult(projected=self._projected, blocked=blocked)

    async def _drain(self, target: Target, request: DrainInput) -> None:
        page = DrainPage(target=target, tenant_id=request.tenant_id)
        policy = options.PROJECT if request.persistent else options.PROJECT_BRIEFLY
        for _ in range(PAGES_A_RUN):
            try:
                done = await workflow.execute_activity_method(ProjectionActivities.drain_page, page, **policy)
            except ActivityError as error:
                if request.persistent or code_of_failure(error) == CANCELLED:
                    raise
                self._blocked.add(target)
                return
            self._projected += done.projected
            if not done.more:
                return
            if workflow.info().is_continue_as_new_suggested():
                break
        self._unfinished.add(target)
