"""`EraseMemory`: a saga that only goes forward, from the tombstones to the last receipt."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

from temporalio import workflow
from temporalio.exceptions import ActivityError, ApplicationError

with workflow.unsafe.imports_passed_through():
    from activities.contracts import BlockedStore, Done, ErasureRef
    from activities.erase import EraseActivities
    from memory.model.erasing import Store
    from workflows import options
    from workflows.contracts import EraseInput, EraseResult
    from workflows.failures import code_of_failure, to_the_end

Step = Callable[[EraseActivities, ErasureRef], Coroutine[Any, Any, Done]]

NOT_FOUND = "not_found"

BLOBS = "erase-blobs"
"""Patch: content outside the authority is erased too."""


@workflow.defn
class EraseMemory:
    """Detaches, empties every store, finishes. Whoever asks to cancel comes too late: readers are blind already."""

    @workflow.run
    async def run(self, request: EraseInput) -> EraseResult:
        """Ends when every store is verified empty, however long one is down."""
        erasure = ErasureRef(tenant_id=request.tenant_id, erasure_id=request.erasure_id)
        complete = await to_the_end(self._erase(erasure))
        if not complete:
            workflow.continue_as_new(request)
        return EraseResult(erasure_id=request.erasure_id)

    async def _erase(self, erasure: ErasureRef) -> bool:
        """The saga; False when it must go on as a new run (each step is safe to run again)."""
        ready = await self._empty(erasure, EraseActivities.detach_erased, Store.AUTHORITY)
        ready = ready and await self._empty(erasure, EraseActivities.erase_authority, Store.AUTHORITY)
        if not ready:
            return False
        emptied = await asyncio.gather(
            self._empty(erasure, EraseActivities.erase_vectors, Store.VECTORS),
            self._empty(erasure, EraseActivities.erase_graph, Store.GRAPH),
            self._empty(erasure, EraseActivities.erase_log, Store.RECALL_LOG),
            self._empty(erasure, EraseActivities.erase_histories, Store.WORKFLOW_HISTORY),
            *([self._empty(erasure, EraseActivities.erase_blobs, Store.BLOBS)] if workflow.patched(BLOBS) else []),
        )
        return all(emptied) and await self._empty(erasure, EraseActivities.finish_erasure, Store.AUTHORITY)

    async def _empty(self, erasure: ErasureRef, step: Step, store: Store) -> bool:
        """Runs a step until it succeeds; shows the erasure as blocked meanwhile. False: the history grew too long."""
        policy = options.ERASE_FIRST
        while not workflow.info().is_continue_as_new_suggested():
            try:
                await workflow.execute_activity_method(step, erasure, **policy)
            except ActivityError as error:
                if code_of_failure(error) == NOT_FOUND:
                    raise ApplicationError(NOT_FOUND, type=NOT_FOUND, non_retryable=True) from None
                await self._show_blocked(erasure, store)
            else:
                return True
            if policy is options.ERASE:
                await workflow.sleep(options.ERASE_PAUSE)
            policy = options.ERASE
        return False

    async def _show_blocked(self, erasure: ErasureRef, store: Store) -> None:
        blocked = BlockedStore(**erasure.model_dump(), store=store)
        await workflow.execute_activity_method(EraseActivities.mark_erasure_blocked, blocked, **options.COMPENSATE)
