"""Activities of `CompileMemory`: one stage each."""

from uuid import UUID

from temporalio import activity

from activities.contracts import Done, FinishInput, ModelPage, OperationRef, ProjectInput, TimesResolved
from activities.heartbeat import heartbeating
from activities.protocols import Compile, Operations
from activities.stages import StageRunner
from memory.model.chunk import CompileStage
from memory.model.errors import ModelReplyUnusable
from memory.model.reading import ASK_MODEL
from memory.ports.failpoints import declare, failpoint

FINISH_BEFORE = declare("compile.finish.before")
FINISH_AFTER = declare("compile.finish.after")
WITHDRAW_BEFORE = declare("compile.withdraw.before")
WITHDRAW_AFTER = declare("compile.withdraw.after")
for _stage in (*CompileStage, ASK_MODEL):
    declare(f"compile.{_stage}.before")
    declare(f"compile.{_stage}.after")


class CompileActivities:
    """The stages of a compile, recorded for people as they run."""

    def __init__(self, *, compile_memory: Compile, operations: Operations) -> None:
        self._compile = compile_memory
        self._operations = operations
        self._stages = StageRunner(operations)

    @activity.defn
    async def make_recallable(self, operation: OperationRef) -> Done:
        """Embeds the chunks, first of all, so that they are found by meaning."""
        stage, work = CompileStage.MAKE_RECALLABLE, self._compile.make_recallable
        return await self._stages.run(operation.tenant_id, operation.operation_id, stage, work)

    @activity.defn
    async def resolve_time(self, operation: OperationRef) -> TimesResolved:
        """Resolves time words against when each chunk was said; says whether a model is to read the chunks."""
        stage, work = CompileStage.RESOLVE_TIME, self._compile.resolve_time
        done = await self._stages.run(operation.tenant_id, operation.operation_id, stage, work)
        wanted = await self._compile.wants_model(operation.tenant_id, operation.operation_id)
        return TimesResolved(count=done.count, ask_model=wanted)

    @activity.defn
    async def ask_model(self, operation: OperationRef) -> ModelPage:
        """Gives the next chunks to the language model, each once: a retry of this step is the next attempt."""
        pages: list[ModelPage] = []

        async def read(tenant_id: UUID, operation_id: UUID) -> int:
            page = await self._compile.ask_model(tenant_id, operation_id)
            pages.append(ModelPage(accepted=page.accepted, left=page.left, unread=page.unread))
            return page.accepted

        await self._stages.run(operation.tenant_id, operation.operation_id, ASK_MODEL, read)
        if pages[0].unread and not pages[0].left:
            # The operation goes on without these replies, and says so.
            code = ModelReplyUnusable.code
            await self._operations.end_stage(operation.tenant_id, operation.operation_id, ASK_MODEL, code)
        return pages[0]

    @activity.defn
    async def extract(self, operation: OperationRef) -> Done:
        """Recognises entities and extracts statements."""
        stage, work = CompileStage.EXTRACT, self._compile.extract
        return await self._stages.run(operation.tenant_id, operation.operation_id, stage, work)

    @activity.defn
    async def link(self, operation: OperationRef) -> Done:
        """Links mentions to entities."""
        stage, work = CompileStage.LINK, self._compile.link
        return await self._stages.run(operation.tenant_id, operation.operation_id, stage, work)

    @activity.defn
    async def settle(self, operation: OperationRef) -> Done:
        """Settles the slots that the operation touches."""
        stage, work = CompileStage.SETTLE, self._compile.settle
        return await self._stages.run(operation.tenant_id, operation.operation_id, stage, work)

    @activity.defn
    async def project(self, request: ProjectInput) -> Done:
        """Brings both projections up to what the operation changed."""
        tenant_id, operation_id = request.tenant_id, request.operation_id
        done = await self._stages.run(tenant_id, operation_id, CompileStage.PROJECT, self._compile.project)
        if request.covers_recallable:
            await self._operations.end_stage(tenant_id, operation_id, CompileStage.MAKE_RECALLABLE)
        return done

    @activity.defn
    async def finish_compile(self, end: FinishInput) -> Done:
        """Ends the operation. A success is refused when a person has cancelled it meanwhile."""
        failpoint(FINISH_BEFORE)
        await self._stages.finish(end, self._compile.finish)
        failpoint(FINISH_AFTER)
        return Done(count=1)

    @activity.defn
    async def withdraw_compile(self, operation: OperationRef) -> Done:
        """Compensation: takes back what the operation stated."""
        failpoint(WITHDRAW_BEFORE)
        async with heartbeating():
            await self._compile.withdraw(operation.tenant_id, operation.operation_id)
        failpoint(WITHDRAW_AFTER)
        return Done(count=1)

    @activity.defn
    async def project_withdrawal(self, operation: OperationRef) -> Done:
        """Compensation: takes out of the projections what `withdraw_compile` took back."""
        async with heartbeating():
            return Done(count=await self._compile.project(operation.tenant_id, operation.operation_id))
