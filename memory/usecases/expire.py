"""Expiry and revalidation: what was not confirmed for long is retired; what was confirmed since comes back as a new version."""

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from memory.forget.ttl import lapses_at, may_lapse
from memory.ports.lifecycle import AgeingFact, LifecycleStore
from memory.settle.registry import Registry
from memory.usecases.decay import PAGE, PageResult


class ExpireMemory:
    """Retires what has lapsed by the evaluation clock. Running it again changes nothing; nothing is deleted."""

    def __init__(self, lifecycle: LifecycleStore, registry: Registry) -> None:
        self._lifecycle = lifecycle
        self._registry = registry

    async def run_page(self, tenant_id: UUID, after: UUID | None, now: datetime, limit: int = PAGE) -> PageResult:
        """Retires the lapsed memories of one page, in the order of their ids."""
        page = await self._lifecycle.ageing_facts(tenant_id, after, limit)
        due = {
            item.fact.memory_id: moment
            for item in page
            if item.retired_at is None and (moment := _lapsed(item, self._registry, now)) is not None
        }
        changed = await self._lifecycle.retire(tenant_id, due) if due else 0
        return PageResult(_next(page, limit), changed)


class RevalidateMemory:
    """Brings retired memories back that were said again since. Running it again changes nothing."""

    def __init__(self, lifecycle: LifecycleStore, registry: Registry) -> None:
        self._lifecycle = lifecycle
        self._registry = registry

    async def run_page(self, tenant_id: UUID, after: UUID | None, now: datetime, limit: int = PAGE) -> PageResult:
        """Revalidates the confirmed memories of one page, in the order of their ids."""
        page = await self._lifecycle.ageing_facts(tenant_id, after, limit)
        retired = [item for item in page if item.retired_at is not None]
        alive = [item.fact.memory_id for item in retired if _lapsed(item, self._registry, now) is None]
        changed = await self._lifecycle.revalidate(tenant_id, alive, now) if alive else 0
        return PageResult(_next(page, limit), changed)


def _lapsed(item: AgeingFact, registry: Registry, now: datetime) -> datetime | None:
    """When the memory lapsed; None when it has not by now."""
    half_life = registry.lookup(item.fact.slot.predicate).half_life_days
    moment = lapses_at([] if item.last_said is None else [item.last_said], half_life)
    return moment if moment is not None and moment <= now and may_lapse(item.fact, now) else None


def _next(page: Sequence[AgeingFact], limit: int) -> UUID | None:
    return page[-1].fact.memory_id if len(page) == limit else None
