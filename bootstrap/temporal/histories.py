"""The port `Histories` over a Temporal client: starting by business id, cancelling, deleting for good."""

import asyncio
import logging
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from datetime import timedelta
from typing import Any
from uuid import UUID

from temporalio.api.common.v1 import WorkflowExecution
from temporalio.api.workflowservice.v1 import DeleteWorkflowExecutionRequest
from temporalio.client import Client, WorkflowExecutionStatus
from temporalio.common import TypedSearchAttributes, WorkflowIDReusePolicy
from temporalio.exceptions import WorkflowAlreadyStartedError
from temporalio.service import RPCError, RPCStatusCode

from activities.contracts import Message
from memory.model.chunk import OperationKind
from memory.model.errors import Unavailable
from memory.ports.captures import StrandedOperation
from workflows import options
from workflows.compile_memory import CompileMemory
from workflows.compile_source import CompileSource
from workflows.consolidate_scope import ConsolidateScope
from workflows.contracts import CompileInput, EraseInput, LifecycleInput, RevokeInput, SourceInput, SweepInput
from workflows.decay_memory import DecayMemory
from workflows.erase_memory import EraseMemory
from workflows.expire_memory import ExpireMemory
from workflows.revalidate_memory import RevalidateMemory
from workflows.revoke_memory import RevokeMemory
from workflows.search_attributes import attributes_of
from workflows.sweep_operations import SweepOperations

logger = logging.getLogger(__name__)

RPC_TIMEOUT = timedelta(seconds=3)
"""A caller must not hang on an engine that is away: what is not started is swept up later."""

FIRST_LOOK_S = 0.2
LONGEST_LOOK_S = 2.0


class TemporalHistories:
    """Workflows by their business ids. Raises `Unavailable` when Temporal does not answer."""

    def __init__(self, *, client: Client, deletion_patience_s: float = 300.0) -> None:
        """Takes a connected (or lazy) client, and how long a deletion may take before it is called unavailable."""
        self._client = client
        self._patience_s = deletion_patience_s
        self.searchable = True
        """Whether workflows are started with our search attributes; False once the namespace did not know them."""

    async def start_compile(self, tenant_id: UUID, operation_id: UUID, workflow_id: str) -> None:
        """Starts the compile of an operation, or finds it started."""
        request = CompileInput(tenant_id=tenant_id, operation_id=operation_id)
        await self._start(CompileMemory.run, request, workflow_id, attributes_of(tenant_id, operation_id))

    async def start_erase(self, tenant_id: UUID, erasure_id: UUID, workflow_id: str) -> None:
        """Starts the saga of an erasure, or finds it started."""
        request = EraseInput(tenant_id=tenant_id, erasure_id=erasure_id)
        await self._start(EraseMemory.run, request, workflow_id, attributes_of(tenant_id, erasure_id))

    async def start_operation(self, work: StrandedOperation) -> None:
        """Starts the workflow of any operation, or finds it started."""
        workflow = _workflow_of(work)
        if workflow is None:
            # One that no workflow runs must not hold up a sweep over all the others.
            logger.error("no workflow runs operations of the kind %s", work.kind)
            return
        run, request = workflow
        await self._start(run, request, work.workflow_id, attributes_of(work.tenant_id, work.operation_id))

    async def cancel(self, workflow_id: str) -> None:
        """Asks a workflow to cancel; one that is unknown, or has ended, is fine."""
        async with _unless_gone():
            await self._client.get_workflow_handle(workflow_id).cancel(rpc_timeout=RPC_TIMEOUT)

    async def exists(self, workflow_id: str) -> bool:
        """Whether Temporal still knows the workflow, by description or by listing."""
        return bool(await self._runs(workflow_id))

    async def delete(self, workflow_id: str) -> bool:
        """Terminates and deletes all runs, and returns when neither description nor listing knows any."""
        runs = await self._runs(workflow_id)
        found = bool(runs)
        pause_s, left_s = FIRST_LOOK_S, self._patience_s
        while runs:
            for run_id, running in sorted(runs.items()):
                await self._remove(workflow_id, run_id, running=running)
            if left_s <= 0:
                raise Unavailable("Temporal has not deleted a history yet. The step runs again by itself.")
            await asyncio.sleep(pause_s)
            pause_s, left_s = min(2 * pause_s, LONGEST_LOOK_S), left_s - pause_s
            runs = await self._runs(workflow_id)
        return found

    async def _start(self, run: Any, request: Message, workflow_id: str, found_by: TypedSearchAttributes) -> None:
        try:
            await self._client.start_workflow(
                run,
                request,
                id=workflow_id,
                task_queue=options.WORKFLOWS,
                # What ended well is not run again; what failed, or was terminated, may be.
                id_reuse_policy=WorkflowIDReusePolicy.ALLOW_DUPLICATE_FAILED_ONLY,
                search_attributes=found_by if self.searchable else None,
                rpc_timeout=RPC_TIMEOUT,
            )
        except WorkflowAlreadyStartedError:
            return
        except RPCError as error:
            if error.status is not RPCStatusCode.INVALID_ARGUMENT or not self.searchable:
                raise _unavailable() from None
            # The namespace does not know our search attributes: they help operators, and nothing depends on them.
            self.searchable = False
            await self._start(run, request, workflow_id, found_by)
        except RuntimeError:
            # A lazy client that cannot connect.
            raise _unavailable() from None

    async def _runs(self, workflow_id: str) -> dict[str, bool]:
        """All known runs of a workflow: run id, and whether it is running."""
        runs: dict[str, bool] = {}
        async with _unless_gone():
            latest = await self._client.get_workflow_handle(workflow_id).describe(rpc_timeout=RPC_TIMEOUT)
            runs[latest.run_id] = latest.status is WorkflowExecutionStatus.RUNNING
        async with _unless_gone():
            quoted = workflow_id.replace("'", "''")
            async for listed in self._client.list_workflows(f"WorkflowId = '{quoted}'", rpc_timeout=RPC_TIMEOUT):
                runs.setdefault(listed.run_id, listed.status is WorkflowExecutionStatus.RUNNING)
        return runs

    async def _remove(self, workflow_id: str, run_id: str, *, running: bool) -> None:
        if running:
            async with _unless_gone():
                handle = self._client.get_workflow_handle(workflow_id, run_id=run_id)
                await handle.terminate(reason="erased", rpc_timeout=RPC_TIMEOUT)
        async with _unless_gone():
            await self._client.workflow_service.delete_workflow_execution(
                DeleteWorkflowExecutionRequest(
                    namespace=self._client.namespace,
                    workflow_execution=WorkflowExecution(workflow_id=workflow_id, run_id=run_id),
                ),
                timeout=RPC_TIMEOUT,
            )


def _workflow_of(work: StrandedOperation) -> tuple[Any, Message] | None:
    tenant_id, operation_id = work.tenant_id, work.operation_id
    match work.kind:
        case OperationKind.COMPILE:
            request = CompileInput(tenant_id=tenant_id, operation_id=operation_id, short=work.short)
            return CompileMemory.run, request
        case OperationKind.DOCUMENT:
            return CompileSource.run, SourceInput(tenant_id=tenant_id, operation_id=operation_id)
        case OperationKind.REVOKE:
            return RevokeMemory.run, RevokeInput(tenant_id=tenant_id, operation_id=operation_id)
        case OperationKind.DECAY:
            return DecayMemory.run, LifecycleInput(tenant_id=tenant_id, operation_id=operation_id)
        case OperationKind.CONSOLIDATE:
            return ConsolidateScope.run, LifecycleInput(tenant_id=tenant_id, operation_id=operation_id)
        case OperationKind.EXPIRE:
            return ExpireMemory.run, LifecycleInput(tenant_id=tenant_id, operation_id=operation_id)
        case OperationKind.REVALIDATE:
            return RevalidateMemory.run, LifecycleInput(tenant_id=tenant_id, operation_id=operation_id)
        case OperationKind.SWEEP:
            return SweepOperations.run, SweepInput(tenant_id=tenant_id, operation_id=operation_id)
        case OperationKind.REBUILD:
            return None


@asynccontextmanager
async def _unless_gone() -> AsyncGenerator[None]:
    """Lets "not found" pass; everything else that Temporal answers is `Unavailable`."""
    try:
        yield
    except RPCError as error:
        if error.status is not RPCStatusCode.NOT_FOUND:
            raise _unavailable() from None
    except RuntimeError:
        raise _unavailable() from None


def _unavailable() -> Unavailable:
    return Unavailable("Temporal does not answer. What was asked is done as soon as it does.")
