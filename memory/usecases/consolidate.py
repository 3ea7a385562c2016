"""Consolidation: repeats of one statement are folded into one memory with many evidences."""

from datetime import datetime
from uuid import UUID

from memory.forget.consolidation import plan_consolidation
from memory.ports.lifecycle import LifecycleStore
from memory.settle.registry import Registry
from memory.usecases.decay import PAGE, PageResult


class ConsolidateScope:
    """Looks for repeats among all facts about the subjects of a page, so that page borders hide none."""

    def __init__(self, lifecycle: LifecycleStore, registry: Registry) -> None:
        self._lifecycle = lifecycle
        self._registry = registry

    async def run_page(self, tenant_id: UUID, after: UUID | None, now: datetime, limit: int = PAGE) -> PageResult:
        """Folds the repeats of one page; a fold whose facts changed meanwhile is left to the next run."""
        page = await self._lifecycle.ageing_facts(tenant_id, after, limit)
        subjects = sorted({(item.fact.slot.scope_key, item.fact.slot.subject_id) for item in page}, key=str)
        facts = await self._lifecycle.facts_about(tenant_id, subjects) if subjects else []
        folded = 0
        for plan in plan_consolidation(facts, self._registry):
            folded += await self._lifecycle.fold(tenant_id, plan.keep, plan.folded, now)
        return PageResult(page[-1].fact.memory_id if len(page) == limit else None, folded)
