"""What people decided: revocations, corrections and resolved conflicts, applied in the order in which they were made.

A decision binds the evidence recorded up to then: a later statement opens anew. All of it is worked out from the same
set of statements and decisions, so that taking a decision back leaves no trace in the timeline.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from uuid import UUID

from memory.model.fact import Cardinality, FactStatus
from memory.model.settled import LinkedAssertion, MarkKind, PersonMark, RevocationMark, Run, Timeline
from memory.settle.runs import by_validity
from memory.settle.verdicts import Reason

SettleLive = Callable[[Iterable[LinkedAssertion]], Timeline]

_REVOKE = "revoke"
_LOSERS = {MarkKind.CORRECT: Reason.CORRECTED, MarkKind.CHOOSE: Reason.DECIDED, MarkKind.NEITHER: Reason.DECIDED}
_STATED_ANEW = frozenset({Reason.STATED, Reason.TEMPORARY_EXCEPTION, Reason.HAPPENED, Reason.RESUMED})


@dataclass(frozen=True, slots=True)
class _Act:
    """A revocation or a decision; `kind` is that of the mark, or `revoke`."""

    at: datetime
    kind: str
    mark_id: UUID
    memory_ids: tuple[UUID, ...]
    assertion_ids: frozenset[UUID]
    made: UUID | None = None

    def hits(self, timeline: Timeline) -> list[Run]:
        """The memories that it means: by id, or when their first evidence has gone, what cites what they cited."""
        named = [run for run in timeline.runs if run.memory_id in self.memory_ids and self._binds(run)]
        citing = (run for run in timeline.runs if self.assertion_ids & set(run.evidence))
        return named or [run for run in [next(citing, None)] if run is not None]

    def _binds(self, run: Run) -> bool:
        """A choice names the chosen memory too, and binds only the words of the others."""
        return self.kind != MarkKind.CHOOSE or bool(self.assertion_ids & set(run.evidence))


def _acts(revocations: Iterable[RevocationMark], marks: Iterable[PersonMark]) -> list[_Act]:
    acts = [_Act(m.at, _REVOKE, m.memory_id, (m.memory_id,), frozenset(m.assertion_ids)) for m in set(revocations)]
    acts += [_Act(m.at, m.kind, m.mark_id, m.memory_ids, frozenset(m.assertion_ids), m.made) for m in set(marks)]
    return sorted(acts, key=lambda act: (act.at, act.kind, str(act.mark_id)))


def settle_under(
    assertions: Iterable[LinkedAssertion],
    revocations: Sequence[RevocationMark],
    marks: Sequence[PersonMark],
    settled: SettleLive,
) -> Timeline:
    """The timeline of the statements that no decision binds, with the bound memories as the decisions left them."""
    if not revocations and not marks:
        return settled(assertions)
    live = {linked.assertion.assertion_id: linked for linked in assertions}
    said_at = {key: linked.assertion.said_at for key, linked in live.items()}
    acts = [act for act in _acts(revocations, marks) if act.made is None or act.made in live]
    coming = {act.made for act in acts}
    closed: dict[UUID, tuple[Run, _Act]] = {}
    for act in acts:
        known = [a for key, a in live.items() if a.assertion.recorded_at <= act.at and key not in coming]
        timeline = settled(known)
        hits = act.hits(timeline)
        closed |= {found: (run, act) for found, (run, _) in closed.items() if found in act.memory_ids}
        closed |= {run.memory_id: (run, act) for run in hits}
        for bound in _bound(timeline, hits):
            live.pop(bound, None)
        coming.discard(act.made)
    return _put_together(settled(live.values()), closed, acts, said_at)


def _bound(timeline: Timeline, hits: Sequence[Run]) -> set[UUID]:
    ids = {run.memory_id for run in hits}
    cited = {assertion_id for run in hits for assertion_id in run.evidence}
    return cited | {d.assertion_id for d in timeline.decisions if d.memory_id in ids}


def _put_together(
    timeline: Timeline, closed: dict[UUID, tuple[Run, _Act]], acts: Sequence[_Act], said_at: dict[UUID, datetime]
) -> Timeline:
    made = {act.made: act for act in acts if act.made is not None}
    runs = [_reasoned(run, [made[a] for a in run.evidence if a in made]) for run in timeline.runs]
    known = {run.memory_id for run in runs}
    left = [_closed(run, act, runs, said_at) for found, (run, act) in closed.items() if found not in known]
    return replace(timeline, runs=tuple(sorted([*runs, *left], key=by_validity)))


def _reasoned(run: Run, decided: Sequence[_Act]) -> Run:
    """A memory that a decision states says so, as long as nothing more telling happened to it."""
    if not decided or run.reason not in _STATED_ANEW or run.status is not FactStatus.CURRENT:
        return run
    last = max(decided, key=lambda act: (act.at, str(act.mark_id)))
    reason = Reason.CORRECTION if last.kind == MarkKind.CORRECT else Reason.CHOSEN
    return replace(run, reason=reason.value)


def _closed(run: Run, act: _Act, runs: Sequence[Run], said_at: dict[UUID, datetime]) -> Run:
    if act.kind == _REVOKE:
        return replace(run, status=FactStatus.REVOKED, reason=Reason.REVOKED.value)
    if act.kind == MarkKind.BOTH:
        return _beside(run, runs, said_at)
    start = run.valid_from or min(said_at[a] for a in run.evidence)
    instead = next((other.memory_id for other in runs if act.made is not None and act.made in other.evidence), None)
    return replace(
        run,
        status=FactStatus.SUPERSEDED,
        valid_from=start,
        valid_to=start,
        reason=_LOSERS[MarkKind(act.kind)].value,
        superseded_by=instead,
    )


def _beside(run: Run, runs: Sequence[Run], said_at: dict[UUID, datetime]) -> Run:
    """It stands beside the slot's value until a newer statement gives the slot another one."""
    told = max(said_at[a] for a in run.evidence)
    later = [
        r for r in runs if r.valid_from is not None and r.valid_from > told and r.cardinality is Cardinality.SINGLE
    ]
    next_one = min(later, key=by_validity, default=None)
    cardinality = Cardinality.MULTI if run.cardinality is Cardinality.SINGLE else run.cardinality
    beside = replace(
        run, cardinality=cardinality, status=FactStatus.CURRENT, reason=Reason.BOTH_HOLD.value, superseded_by=None
    )
    if next_one is None or next_one.valid_from is None:
        return beside
    end = next_one.valid_from if run.valid_from is None else max(next_one.valid_from, run.valid_from)
    return replace(
        beside,
        status=FactStatus.SUPERSEDED,
        valid_to=end,
        reason=Reason.NEWER_STATEMENT.value,
        superseded_by=next_one.memory_id,
    )
