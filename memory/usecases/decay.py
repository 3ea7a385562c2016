"""Decay: unused memories go cold, out of daily recall, restorable, never deleted."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from memory.forget.decay import decay_input, plan_decay
from memory.model.principal import Permission, Principal
from memory.model.scope import Reader
from memory.ports.lifecycle import LifecycleStore
from memory.settle.registry import Registry
from memory.usecases.access import reader_of, require
from memory.usecases.deciding import author_of

PAGE = 500


@dataclass(frozen=True, slots=True)
class PageResult:
    """A page of lifecycle work: the last memory seen when there may be more, and how many changed."""

    next: UUID | None
    changed: int


class DecayMemory:
    """Marks what is cold; what counts is computed at reading, so running it more often changes nothing."""

    def __init__(self, lifecycle: LifecycleStore, registry: Registry, clock: Callable[[], datetime]) -> None:
        self._lifecycle = lifecycle
        self._registry = registry
        self._clock = clock

    async def run_page(self, tenant_id: UUID, after: UUID | None, now: datetime, limit: int = PAGE) -> PageResult:
        """Marks the facts of one page, in the order of their ids."""
        facts = await self._lifecycle.ageing_facts(tenant_id, after, limit)
        plan = plan_decay([decay_input(fact, self._registry) for fact in facts], now)
        changed = 0
        if plan.cold or plan.warm:
            changed = await self._lifecycle.set_cold(tenant_id, plan.cold, plan.warm, now)
        return PageResult(facts[-1].fact.memory_id if len(facts) == limit else None, changed)

    async def restore(self, principal: Principal, reader: Reader, memory_id: UUID) -> None:
        """Brings a cold memory back; raises `NotFound`, also for an erased one."""
        require(principal, Permission.WRITE)
        bound, by = reader_of(principal, reader), author_of(principal, reader.user_id)
        await self._lifecycle.restore(principal.tenant_id, bound, memory_id, self._clock(), by)

    async def pin(self, principal: Principal, reader: Reader, memory_id: UUID, *, pinned: bool = True) -> None:
        """Keeps a memory from going cold, or lets it again; raises `NotFound`."""
        require(principal, Permission.WRITE)
        bound, by = reader_of(principal, reader), author_of(principal, reader.user_id)
        await self._lifecycle.pin(principal.tenant_id, bound, memory_id, self._clock(), by, pinned=pinned)
