"""Activities of revocation, decay, expiry and consolidation."""

from uuid import UUID

from temporalio import activity

from activities.contracts import BeginInput, Begun, Cursor, Done, FinishInput, OperationRef, PageDone, PageInput
from activities.heartbeat import heartbeating
from activities.protocols import Clock, Operations, Paged, Revoke, Tenants
from activities.stages import StageRunner
from memory.model.chunk import OperationStatus
from memory.ports.failpoints import declare, failpoint

for _point in ("revoke.settle", "revoke.project", "decay.page", "consolidate.page", "expire.page", "revalidate.page"):
    declare(f"{_point}.before")
    declare(f"{_point}.after")


class LifecycleActivities:
    """Forgetting short of erasure. Pages go over one tenant, or over all in the order of their ids."""

    def __init__(
        self,
        *,
        revoke_memory: Revoke,
        decay_memory: Paged,
        consolidate_scope: Paged,
        expire_memory: Paged,
        revalidate_memory: Paged,
        tenants: Tenants,
        operations: Operations,
        clock: Clock,
    ) -> None:
        self._revoke = revoke_memory
        self._decay = decay_memory
        self._consolidate = consolidate_scope
        self._expire = expire_memory
        self._revalidate = revalidate_memory
        self._tenants = tenants
        self._operations = operations
        self._clock = clock
        self._stages = StageRunner(operations)

    @activity.defn
    async def settle_revocation(self, operation: OperationRef) -> Done:
        """Settles the slot that a revocation touched, again."""
        ref = operation
        return await self._stages.run(ref.tenant_id, ref.operation_id, "settle", self._revoke.settle, "revoke")

    @activity.defn
    async def project_revocation(self, operation: OperationRef) -> Done:
        """Tells the projections."""
        ref = operation
        return await self._stages.run(ref.tenant_id, ref.operation_id, "project", self._revoke.project, "revoke")

    @activity.defn
    async def begin_operation(self, begin: BeginInput) -> Begun:
        """Shows that a lifecycle run has begun, and reads the clock that it was asked for with."""
        operation = await self._stages.begin(begin.tenant_id, begin.operation_id, begin.stage)
        return Begun(now=operation.effective_now)

    @activity.defn
    async def finish_operation(self, end: FinishInput) -> Done:
        """Ends an operation that is not a compile."""
        if end.stage is not None:
            await self._operations.end_stage(end.tenant_id, end.operation_id, end.stage, end.error)
        await self._stages.finish(end, self._finish)
        return Done(count=1)

    @activity.defn
    async def decay_page(self, page: PageInput) -> PageDone:
        """Marks the memories of a page as cold or warm."""
        return await self._run_page("decay", self._decay, page)

    @activity.defn
    async def consolidate_page(self, page: PageInput) -> PageDone:
        """Folds the repeats of a page."""
        return await self._run_page("consolidate", self._consolidate, page)

    @activity.defn
    async def expire_page(self, page: PageInput) -> PageDone:
        """Retires what has lapsed on a page."""
        return await self._run_page("expire", self._expire, page)

    @activity.defn
    async def revalidate_page(self, page: PageInput) -> PageDone:
        """Brings back what was confirmed on a page."""
        return await self._run_page("revalidate", self._revalidate, page)

    async def _finish(self, tenant_id: UUID, operation_id: UUID, status: OperationStatus, error: str | None) -> None:
        await self._operations.finish(tenant_id, operation_id, status, error, self._clock())

    async def _run_page(self, name: str, use_case: Paged, page: PageInput) -> PageDone:
        failpoint(f"{name}.page.before")
        async with heartbeating():
            done = await self._page(use_case, page)
        failpoint(f"{name}.page.after")
        return done

    async def _page(self, use_case: Paged, page: PageInput) -> PageDone:
        tenant_id = page.tenant_id or page.cursor.tenant_id or await self._next_tenant(None)
        if tenant_id is None:
            return PageDone(next=None)
        result = await use_case.run_page(tenant_id, page.cursor.after, page.now)
        if result.next is not None:
            return PageDone(next=Cursor(tenant_id=tenant_id, after=result.next), changed=result.changed)
        following = None if page.tenant_id else await self._next_tenant(tenant_id)
        return PageDone(next=Cursor(tenant_id=following) if following else None, changed=result.changed)

    async def _next_tenant(self, after: UUID | None) -> UUID | None:
        later = [tenant_id for tenant_id in await self._tenants.tenants() if after is None or tenant_id > after]
        return min(later, default=None)
