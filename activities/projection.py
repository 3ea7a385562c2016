"""Activities that drain the outbox."""

from temporalio import activity

from activities.contracts import DrainDone, DrainPage
from activities.heartbeat import heartbeating
from activities.protocols import Projecting
from memory.model.errors import MemcError, ProjectionUnavailable, Unavailable
from memory.ports.failpoints import declare, failpoint

DRAIN_BEFORE = declare("projection.drain.before")
DRAIN_AFTER = declare("projection.drain.after")

TENANTS_A_PAGE = 20


class ProjectionActivities:
    """Moves what waits in the outbox to its projection."""

    def __init__(self, *, projector: Projecting) -> None:
        self._projector = projector

    @activity.defn
    async def drain_page(self, page: DrainPage) -> DrainDone:
        """Projects a batch of one tenant, or of each of those that wait longest."""
        failpoint(DRAIN_BEFORE)
        async with heartbeating():
            projected = await self._drain(page)
        failpoint(DRAIN_AFTER)
        return DrainDone(projected=projected, more=projected > 0)

    async def _drain(self, page: DrainPage) -> int:
        if page.tenant_id is not None:
            return await self._projector.drain(page.tenant_id, page.target)
        projected, failure = 0, None
        for tenant_id in await self._projector.tenants_waiting(page.target, TENANTS_A_PAGE):
            try:
                projected += await self._projector.drain(tenant_id, page.target)
            except (ProjectionUnavailable, Unavailable):
                raise
            except MemcError as error:
                # What one tenant's objects run into does not hold up the others.
                failure = failure or error
        if failure is not None and projected == 0:
            raise failure
        return projected
