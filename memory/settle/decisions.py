"""What was decided about each statement, for people and for lineage."""

from collections.abc import Mapping, Sequence
from uuid import UUID

from memory.model.fact import FactStatus
from memory.model.settled import Decision, Verdict
from memory.settle.stretches import Settled, Stretch
from memory.settle.validity import Claim
from memory.settle.verdicts import Reason

_OVERTAKING = frozenset({Reason.NEWER_STATEMENT, Reason.REPLACED_IN_WORDS, Reason.HIGHER_AUTHORITY})


def decisions(settled: Settled, echoed: Sequence[Claim], ids: Mapping[int, UUID]) -> tuple[Decision, ...]:
    """One decision a statement, sorted by assertion id."""
    overtaken = {
        id(s.successor): s.reason for s in settled.stretches if s.successor is not None and s.reason in _OVERTAKING
    }
    found: dict[UUID, Decision] = {}
    for stretch in settled.stretches:
        for decision in _of_stretch(stretch, overtaken.get(id(stretch)), ids[id(stretch)]):
            found.setdefault(decision.assertion_id, decision)
    for note in settled.notes:
        memory_id = ids.get(id(note.stretch))
        verdict = Verdict.REPLACE if note.reason in (Reason.ENDED_IN_WORDS, Reason.DENIED) else Verdict.REJECT
        key = note.claim.assertion.assertion_id
        found.setdefault(key, Decision(key, verdict, str(note.reason), memory_id))
    for claim in echoed:
        key = claim.assertion.assertion_id
        found[key] = Decision(key, Verdict.REJECT, Reason.ECHO.value, _echoed(claim, settled.stretches, ids))
    return tuple(found[key] for key in sorted(found, key=lambda a: a.int))


def _of_stretch(stretch: Stretch, overtaking: str | None, memory_id: UUID) -> list[Decision]:
    opener = min(stretch.claims, key=lambda c: (c.start, c.order))
    made: list[Decision] = []
    for claim in stretch.claims:
        key = claim.assertion.assertion_id
        if stretch.status is FactStatus.PENDING:
            made.append(Decision(key, Verdict.PENDING, str(stretch.reason), memory_id))
        elif claim is not opener:
            made.append(Decision(key, Verdict.COEXIST, Reason.REPEAT.value, memory_id))
        elif stretch.reason == Reason.CONTRADICTED_LATER:
            made.append(Decision(key, Verdict.REJECT, str(stretch.reason), memory_id))
        elif overtaking is not None:
            made.append(Decision(key, Verdict.REPLACE, overtaking, memory_id))
        else:
            made.append(Decision(key, Verdict.COEXIST, Reason.STATED.value, memory_id))
    return made


def _echoed(claim: Claim, stretches: Sequence[Stretch], ids: Mapping[int, UUID]) -> UUID | None:
    """The memory that an echo repeats: the latest run of its value that had begun by then, else the first."""
    same = [s for s in stretches if s.base == claim.base]
    begun = [s for s in same if s.start <= claim.said_at]
    if begun:
        return ids[id(max(begun, key=lambda s: (s.start, s.order)))]
    return ids[id(min(same, key=lambda s: (s.start, s.order)))] if same else None
