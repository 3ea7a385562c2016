"""Corrections by people: of a memory, of its date, of the words themselves. Each is an event with an author and a reason,
and a statement of the highest authority; nothing is changed in place.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from uuid import UUID

from memory.model.capture import CapturePlan, CaptureReceipt
from memory.model.chunk import Chunk
from memory.model.decided import EventKind, PersonEvent
from memory.model.errors import Conflict, FieldProblem, InputInvalid
from memory.model.fact import FactStatus, FactVersion
from memory.model.principal import Permission, Principal
from memory.model.scope import Reader, Scope
from memory.ports.deciding import Decided, DecisionPlan, DecisionStore, Undone
from memory.settle.registry import Registry
from memory.settle.render import language_of_value, render_text, value_in
from memory.settle.values import normal_value
from memory.usecases.access import reader_of, require
from memory.usecases.capture import CaptureMemory
from memory.usecases.deciding import Span, Stating, after_all, author_of, operation_of, parts_of, plan_of, span_of
from memory.usecases.settling import slot_decision


@dataclass(frozen=True, slots=True)
class Correction:
    """What a person says instead. `value` is the new value, or `text` the whole sentence; `valid_from` since when."""

    reason: str = ""
    value: str | None = None
    text: str | None = None
    valid_from: datetime | None = None


@dataclass(frozen=True, slots=True)
class Edited:
    """An accepted edit, and who sees what was edited."""

    receipt: CaptureReceipt
    reader: Reader


class CorrectMemory:
    """Takes corrections; each settles its slot in the request's own transaction, so that readers obey at once."""

    def __init__(
        self,
        *,
        decisions: DecisionStore,
        capture: CaptureMemory,
        registry: Registry,
        clock: Callable[[], datetime],
    ) -> None:
        self._decisions = decisions
        self._capture = capture
        self._registry = registry
        self._clock = clock

    async def correct(
        self, principal: Principal, reader: Reader, memory_id: UUID, correction: Correction, event_id: UUID
    ) -> Decided:
        """Puts something else in the place of a memory, or moves its date.

        Raises:
            NotFound: there is no such memory, or it was erased.
            Conflict: it was revoked.
            InputInvalid: the memory had ended before the given date.
        """
        require(principal, Permission.WRITE)
        bound = reader_of(principal, reader)
        author = author_of(principal, reader.user_id)

        def plan(meant: FactVersion, versions: Sequence[FactVersion], zone: str) -> DecisionPlan:
            at = after_all(versions, self._clock())
            event = PersonEvent(event_id, EventKind.CORRECT, (meant.memory_id,), correction.reason, author, at)
            return self._plan(replace(principal, timezone=zone), meant, versions, correction, event)

        decide = slot_decision(self._registry, self._clock)
        return await self._decisions.decide(principal.tenant_id, bound, memory_id, event_id, plan, decide)

    def _plan(
        self,
        principal: Principal,
        meant: FactVersion,
        versions: Sequence[FactVersion],
        correction: Correction,
        event: PersonEvent,
    ) -> DecisionPlan:
        if meant.status is FactStatus.REVOKED:
            raise Conflict("This memory was revoked. Undo the revocation first, or state the fact anew.")
        parts = parts_of(meant, versions)
        stating = self._stating(principal, meant, parts, correction, event)
        confirms = correction.valid_from is None and normal_value(stating.value) == meant.value_norm
        made = stating.statement().assertion
        event = replace(
            event,
            kind=EventKind.CHOOSE if confirms else EventKind.CORRECT,
            # Confirming adds weight to what is known; it puts nothing out of use.
            memory_ids=(meant.memory_id,) if confirms else tuple(sorted({v.memory_id for v in parts}, key=str)),
            assertion_ids=() if confirms else meant.evidence,
            slot=meant.slot,
            made=made.assertion_id,
            chunk_ids=(made.chunk_id,),
            operation_id=operation_of(event.event_id, "decide", meant.scope, event.at).operation_id,
        )
        return plan_of(event, stating, meant.scope)

    def _stating(
        self,
        principal: Principal,
        meant: FactVersion,
        parts: Sequence[FactVersion],
        correction: Correction,
        event: PersonEvent,
    ) -> Stating:
        predicate = self._registry.lookup(meant.slot.predicate)
        span, moved = _spanned(meant, span_of(parts), correction.valid_from)
        value, in_full = meant.value, False
        if correction.value is not None:
            value = correction.value.strip()
        elif correction.text is not None:
            found = value_in(meant.subject, predicate, correction.text)
            value, in_full = found or correction.text.strip(), found is None
        words = (
            value if in_full else render_text(meant.subject, predicate, value, language_of_value(meant.subject, value))
        )
        return Stating(
            tenant_id=principal.tenant_id,
            event_id=event.event_id,
            at=event.at,
            timezone=principal.timezone,
            author=event.author,
            like=meant,
            value=value,
            words=words,
            span=span,
            moved=moved,
            in_full=in_full,
        )

    async def undo(self, principal: Principal, reader: Reader, event_id: UUID) -> Undone:
        """Takes a decision back: the timeline is as if it had never been made. Raises `NotFound`, `Conflict`."""
        require(principal, Permission.WRITE)
        bound, now = reader_of(principal, reader), self._clock()
        operation = operation_of(event_id, "undo", _scope_of(bound), now)
        decide = slot_decision(self._registry, self._clock)
        return await self._decisions.undo(principal.tenant_id, bound, event_id, operation, now, decide)

    async def edit_chunk(
        self, principal: Principal, reader: Reader, chunk_id: UUID, content: str, reason: str, event_id: UUID
    ) -> Edited:
        """Puts other words in the place of a chunk's; they are compiled anew. Raises `NotFound`, `Erased`."""
        require(principal, Permission.WRITE)
        bound = reader_of(principal, reader)
        author = author_of(principal, reader.user_id)
        secret = await self._capture.secret(principal.tenant_id)
        seen: list[Reader] = []

        def plan(old: Chunk) -> tuple[CapturePlan, PersonEvent]:
            seen.append(_reader_in(old.scope))
            capture = self._capture.plan_edit(principal, old, content, secret)
            event = PersonEvent(
                event_id=event_id,
                kind=EventKind.EDIT,
                memory_ids=(),
                reason=reason,
                author=author,
                at=capture.recorded_at,
                chunk_ids=(old.chunk_id, capture.chunks[0].chunk.chunk_id),
                operation_id=capture.operation.operation_id,
            )
            return capture, event

        receipt = await self._decisions.edit(principal.tenant_id, bound, chunk_id, plan)
        return Edited(receipt, seen[-1])

    async def retract_chunk(
        self, principal: Principal, reader: Reader, chunk_id: UUID, reason: str, event_id: UUID
    ) -> Undone:
        """Takes a chunk out of use with all that it states; it is kept for audit. Raises `NotFound`."""
        require(principal, Permission.FORGET)
        bound, now = reader_of(principal, reader), self._clock()
        operation = operation_of(event_id, "decide", _scope_of(bound), now)
        author = author_of(principal, reader.user_id)
        event = PersonEvent(
            event_id=event_id,
            kind=EventKind.RETRACT,
            memory_ids=(),
            reason=reason,
            author=author,
            at=now,
            chunk_ids=(chunk_id,),
            operation_id=operation.operation_id,
        )
        decide = slot_decision(self._registry, self._clock)
        return await self._decisions.retract(principal.tenant_id, bound, chunk_id, event, operation, decide)

    async def events_of(self, principal: Principal, memory_ids: Sequence[UUID]) -> list[PersonEvent]:
        """What people decided about memories that the caller has been shown."""
        require(principal, Permission.READ)
        return await self._decisions.events_of(principal.tenant_id, memory_ids)


def _spanned(meant: FactVersion, span: Span, valid_from: datetime | None) -> tuple[Span, timedelta]:
    """The span that the correction claims, and by how much an event's own time moves."""
    if valid_from is None:
        return span, timedelta(0)
    known = meant.event_start or meant.valid_from
    if span.end is not None and valid_from >= span.end and meant.event_start is None:
        problem = FieldProblem("/valid_from", "after_end", "a date before the memory's end is expected")
        raise InputInvalid("The memory had ended by that date. Correct what came after it instead.", problems=[problem])
    return replace(span, start=valid_from), valid_from - known if known else timedelta(0)


def _reader_in(scope: Scope) -> Reader:
    return Reader(scope.workspace, scope.project, scope.user_id, scope.agent_id, scope.session_id, scope.purpose)


def _scope_of(reader: Reader) -> Scope:
    return Scope(workspace=reader.workspace, project=reader.project, user_id=reader.user_id)
