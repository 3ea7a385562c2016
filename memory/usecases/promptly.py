"""Words that were just captured become recallable by meaning at once, before the workflow makes sure of it."""

import asyncio
from dataclasses import dataclass, field
from uuid import UUID

from memory.model.errors import MemcError
from memory.ports.projecting import Target
from memory.ports.vector_index import ObjectKind
from memory.usecases.project import BATCH, Projector

GATHERING_S = 0.05
"""Captures of a tenant that come within this time are embedded and written together."""

PATIENCE_S = 0.5
"""A start waits no longer than this: a projection that is down or slow is the workflow's business."""


@dataclass(slots=True)
class _Round:
    """Captures that are embedded together, and the work on them."""

    operations: list[UUID] = field(default_factory=list[UUID])
    work: asyncio.Task[None] | None = None


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
        turn = self._gathering.get(tenant_id)
        if turn is None:
            turn = self._gathering[tenant_id] = _Round()
            turn.work = asyncio.create_task(self._embed(tenant_id, turn))
        if len(turn.operations) >= BATCH or turn.work is None:
            return
        turn.operations.append(operation_id)
        await asyncio.wait([turn.work], timeout=PATIENCE_S)

    async def _embed(self, tenant_id: UUID, turn: _Round) -> None:
        await asyncio.sleep(GATHERING_S)
        async with self._one_at_a_time:
            del self._gathering[tenant_id]
            try:
                await self._projector.drain(
                    tenant_id, Target.VECTORS, operations=turn.operations, kinds=[ObjectKind.CHUNK]
                )
            except MemcError:
                return
