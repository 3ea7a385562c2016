"""Activities of `CompileSource`: a document becomes chunks, page by page."""

from temporalio import activity

from activities.contracts import Done, PartsInput, PartsTaken
from activities.heartbeat import heartbeating
from activities.protocols import Operations, Sources
from activities.stages import StageRunner
from memory.ports.failpoints import declare

TAKE_PARTS = "take_parts"
for _step in ("before", "after"):
    declare(f"source.{TAKE_PARTS}.{_step}")


class SourceActivities:
    """The pages of a document."""

    def __init__(self, *, sources: Sources, operations: Operations) -> None:
        self._sources = sources
        self._stages = StageRunner(operations)

    @activity.defn
    async def take_parts(self, request: PartsInput) -> PartsTaken:
        """Makes chunks of the next parts: one capture, with an operation of its own."""
        taken: list[PartsTaken] = []

        async def work(_tenant_id: object, _operation_id: object) -> int:
            page = await self._sources.page(request.tenant_id, request.operation_id, request.after)
            taken.append(PartsTaken(operation_id=page.operation_id, workflow_id=page.workflow_id, next=page.next))
            return 1

        await self._stages.run(request.tenant_id, request.operation_id, TAKE_PARTS, work, prefix="source")
        return taken[0]

    @activity.defn
    async def retire_parts(self, request: PartsInput) -> Done:
        """Takes back what the newest version no longer says."""
        async with heartbeating():
            return Done(count=await self._sources.retire(request.tenant_id, request.operation_id))
