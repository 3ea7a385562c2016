"""Activities of `EraseMemory`: one step of the saga each."""

from collections.abc import Awaitable, Callable
from uuid import UUID

from temporalio import activity

from activities.contracts import BlockedStore, Done, ErasureRef
from activities.heartbeat import heartbeating
from activities.protocols import Erase
from memory.ports.failpoints import declare, failpoint

STEPS = ("detach", "authority", "vectors", "graph", "blobs", "log", "histories", "finish")
for _step in STEPS:
    declare(f"erase.{_step}.before")
    declare(f"erase.{_step}.after")


class EraseActivities:
    """Empties the stores one by one; each step verifies and records its receipt."""

    def __init__(self, *, erase_memory: Erase) -> None:
        self._erase = erase_memory

    @activity.defn
    async def detach_erased(self, erasure: ErasureRef) -> Done:
        """Settles again, without the erased evidence."""
        return await _run("detach", self._erase.detach, erasure)

    @activity.defn
    async def erase_authority(self, erasure: ErasureRef) -> Done:
        """Deletes the rows."""
        return await _run("authority", self._erase.delete_authority, erasure)

    @activity.defn
    async def erase_vectors(self, erasure: ErasureRef) -> Done:
        """Deletes the vectors."""
        return await _run("vectors", self._erase.delete_vectors, erasure)

    @activity.defn
    async def erase_graph(self, erasure: ErasureRef) -> Done:
        """Deletes nodes and edges."""
        return await _run("graph", self._erase.delete_graph, erasure)

    @activity.defn
    async def erase_blobs(self, erasure: ErasureRef) -> Done:
        """Deletes content outside the authority."""
        return await _run("blobs", self._erase.delete_blobs, erasure)

    @activity.defn
    async def erase_log(self, erasure: ErasureRef) -> Done:
        """Deletes recall logs and uses."""
        return await _run("log", self._erase.delete_log, erasure)

    @activity.defn
    async def erase_histories(self, erasure: ErasureRef) -> Done:
        """Deletes workflow histories."""
        return await _run("histories", self._erase.delete_histories, erasure)

    @activity.defn
    async def finish_erasure(self, erasure: ErasureRef) -> Done:
        """Ends the erasure: every store has given its receipt."""
        return await _run("finish", self._erase.finish, erasure)

    @activity.defn
    async def mark_erasure_blocked(self, blocked: BlockedStore) -> Done:
        """Shows which store holds the erasure up."""
        await self._erase.mark_blocked(blocked.tenant_id, blocked.erasure_id, blocked.store)
        return Done()


async def _run(step: str, work: Callable[[UUID, UUID], Awaitable[None]], erasure: ErasureRef) -> Done:
    failpoint(f"erase.{step}.before")
    async with heartbeating():
        await work(erasure.tenant_id, erasure.erasure_id)
    failpoint(f"erase.{step}.after")
    return Done()
