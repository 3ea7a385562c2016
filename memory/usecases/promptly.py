"""Words that were just captured become recallable by meaning at once, before the workflow makes sure of it."""

import asyncio
from contextlib import suppress
from dataclasses import dataclass
from uuid import UUID

from memory.model.errors import MemcError
from memory.ports.projecting import Target
from memory.ports.vector_index import ObjectKind
from memory.usecases.project import BATCH, Projector

GATHERING_S = 0.05
"""Captures of a tenant that come within this time are embedded and written together."""

PATIENCE_S = 0.5
"""A start waits no longer than this: a projection that is down or slow is the workflow's business."""


@dataclass(frozen=True, slots=True)
class _Round:
    """Captures that are embedded together, and the work on them."""

    operations: list[UUID]
    work: asyncio.Task[None]


class RecallPromptly:
    """Embeds short captures in the process that took them: their reader need not wait for a queue.

    Only a shortcut: nothing is promised by it, and what it does not do is done by `CompileMemory.make_recallable`.
    """

    def __init__(self, projector: Projector) -> None:
        self._projector = projector
        self._gathering: dict[UUID, _Round] = {}
        self._one_at_a_time = asyncio.Lock()

    async def try_to(self, tenant_id: UUID, operation_id: UUID) -> None:
        """Returns when the operation's chunks are in the vectors, or when that would take too long."""
        gathering = self._gathering.get(tenant_id) or self._new_round(tenant_id)
        if len(gathering.operations) >= BATCH:
            return
        gathering.operations.append(operation_id)
        await asyncio.wait([gathering.work], timeout=PATIENCE_S)

    def _new_round(self, tenant_id: UUID) -> _Round:
        operations: list[UUID] = []
        begun = _Round(operations, asyncio.create_task(self._embed(tenant_id, operations)))
        self._gathering[tenant_id] = begun
        return begun

    async def _embed(self, tenant_id: UUID, operations: list[UUID]) -> None:
        await asyncio.sleep(GATHERING_S)
        async with self._one_at_a_time:
            del self._gathering[tenant_id]
            with suppress(MemcError):
                await self._projector.drain(tenant_id, Target.VECTORS, operations=operations, kinds=[ObjectKind.CHUNK])
