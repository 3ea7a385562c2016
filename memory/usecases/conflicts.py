"""Conflicts: memories of one slot of which nothing decides which holds. A person looks, and decides."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Literal
from uuid import UUID

from memory.model.decided import Conflict, EventKind, PersonEvent
from memory.model.errors import Conflict as Contradiction
from memory.model.errors import FieldProblem, InputInvalid
from memory.model.fact import FactStatus, FactVersion
from memory.model.principal import Permission, Principal
from memory.model.recalled import RecallItem
from memory.model.scope import Reader
from memory.ports.deciding import Decided, DecisionPlan, DecisionStore
from memory.ports.recalling import ReadableFact, RecallStore
from memory.settle.registry import Registry
from memory.settle.render import language_of_value, render_text
from memory.settle.verdicts import Reason
from memory.usecases.access import reader_of, require
from memory.usecases.deciding import Span, Stating, after_all, author_of, operation_of, plan_of
from memory.usecases.items import fact_item, listed_status
from memory.usecases.settling import slot_decision

Choice = UUID | Literal["both", "neither"]
WAITING = frozenset({Reason.LOWER_AUTHORITY.value, Reason.CONFLICTING.value})


@dataclass(frozen=True, slots=True)
class OpenConflict:
    """A conflict with its candidates as items: those that wait, and what holds meanwhile."""

    conflict: Conflict
    candidates: tuple[RecallItem, ...]


class ManageConflicts:
    """Lists conflicts and takes people's decisions on them."""

    def __init__(
        self, *, decisions: DecisionStore, facts: RecallStore, registry: Registry, clock: Callable[[], datetime]
    ) -> None:
        self._decisions = decisions
        self._facts = facts
        self._registry = registry
        self._clock = clock

    async def open(
        self, principal: Principal, reader: Reader, after: UUID | None, limit: int
    ) -> tuple[list[OpenConflict], bool]:
        """A page of conflicts that are still open, and whether more follow."""
        bound, now = reader_of(principal, reader), self._clock()
        found = await self._decisions.conflicts(principal.tenant_id, bound, now, after, limit + 1)
        page = found[:limit]
        items = [OpenConflict(conflict, await self._candidates(principal, bound, conflict, now)) for conflict in page]
        return items, len(found) > limit

    async def _candidates(
        self, principal: Principal, reader: Reader, conflict: Conflict, now: datetime
    ) -> tuple[RecallItem, ...]:
        rivals = await self._decisions.rivals(principal.tenant_id, reader, conflict.slot, now)
        found: list[ReadableFact] = []
        for memory_id in rivals:
            versions = await self._facts.history(principal.tenant_id, reader, memory_id)
            found += versions[-1:]
        return tuple(fact_item(fact, listed_status(fact, now, None, cold=False)) for fact in found)

    async def resolve(
        self, principal: Principal, reader: Reader, conflict_id: UUID, choice: Choice, reason: str, event_id: UUID
    ) -> Decided:
        """Decides a conflict: for one memory, for both, or for neither.

        Raises:
            NotFound: there is no such conflict.
            Conflict: nothing waits there any more.
            InputInvalid: what is chosen is none of its memories.
        """
        require(principal, Permission.WRITE)
        bound = reader_of(principal, reader)
        author = author_of(principal, reader.user_id)

        def plan(versions: Sequence[FactVersion], zone: str) -> DecisionPlan:
            at = after_all(versions, self._clock())
            event = PersonEvent(event_id, EventKind.CHOOSE, (), reason, author, at)
            return self._plan(replace(principal, timezone=zone), versions, choice, event)

        decide = slot_decision(self._registry, self._clock)
        return await self._decisions.resolve(principal.tenant_id, bound, conflict_id, event_id, plan, decide)

    def _plan(
        self, principal: Principal, versions: Sequence[FactVersion], choice: Choice, event: PersonEvent
    ) -> DecisionPlan:
        waiting = [v for v in versions if v.status is FactStatus.PENDING and v.reason in WAITING]
        if not waiting:
            raise Contradiction("Nothing waits for a decision there any more. Look at the slot's timeline.")
        rivals = [v for v in versions if v in waiting or _holds_beside(v, waiting)]
        if isinstance(choice, UUID):
            return self._choose(principal, rivals, waiting, choice, event)
        out_of_use = waiting if choice == "both" else rivals
        return plan_of(_about(event, EventKind(choice), out_of_use, None), None, waiting[0].scope)

    def _choose(
        self,
        principal: Principal,
        rivals: Sequence[FactVersion],
        waiting: Sequence[FactVersion],
        choice: UUID,
        event: PersonEvent,
    ) -> DecisionPlan:
        chosen = next((v for v in rivals if v.memory_id == choice), None)
        if chosen is None:
            problem = FieldProblem("/choose", "unknown", "the id of one of the conflict's memories is expected")
            raise InputInvalid(
                "This memory is no part of the conflict. List the conflict to see which are.", problems=[problem]
            )
        stating = Stating(
            tenant_id=principal.tenant_id,
            event_id=event.event_id,
            at=event.at,
            timezone=principal.timezone,
            author=event.author,
            like=chosen,
            value=chosen.value,
            words=self._words(chosen),
            span=Span(chosen.valid_from, chosen.valid_to),
        )
        losers = [v for v in waiting if v.memory_id != choice]
        return plan_of(_about(event, EventKind.CHOOSE, losers, stating, chosen), stating, chosen.scope)

    def _words(self, chosen: FactVersion) -> str:
        predicate = self._registry.lookup(chosen.slot.predicate)
        return render_text(chosen.subject, predicate, chosen.value, language_of_value(chosen.subject, chosen.value))


def _holds_beside(version: FactVersion, waiting: Sequence[FactVersion]) -> bool:
    """Whether it is the value with which the waiting ones compete."""
    if version.status is not FactStatus.CURRENT:
        return False
    return any(
        (version.valid_to is None or v.valid_from is None or v.valid_from < version.valid_to)
        and (v.valid_to is None or version.valid_from is None or version.valid_from < v.valid_to)
        for v in waiting
    )


def _about(
    event: PersonEvent,
    kind: EventKind,
    bound: Sequence[FactVersion],
    stating: Stating | None,
    chosen: FactVersion | None = None,
) -> PersonEvent:
    made = stating.statement().assertion if stating else None
    first = chosen or bound[0]
    return PersonEvent(
        event_id=event.event_id,
        kind=kind,
        memory_ids=tuple(sorted({v.memory_id for v in (*bound, first)}, key=str)),
        reason=event.reason,
        author=event.author,
        at=event.at,
        slot=first.slot,
        assertion_ids=tuple(sorted({a for v in bound for a in v.evidence}, key=str)),
        made=made.assertion_id if made else None,
        chunk_ids=(made.chunk_id,) if made else (),
        operation_id=operation_of(event.event_id, "decide", first.scope, event.at).operation_id,
    )
