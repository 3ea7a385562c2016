"""From a timeline to what has to be written: only what differs from the stored versions."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from uuid import UUID

from memory.language.directive import looks_like_instruction
from memory.model.fact import FactStatus, FactVersion, Slot
from memory.model.scope import Scope
from memory.model.settled import Run, Timeline
from memory.ports.compiling import FactChange, SlotContent
from memory.settle.predicate import Predicate
from memory.settle.timeline import DEFAULT, SettlePolicy, settle
from memory.settle.verdicts import Reason

DEFAULT_IMPORTANCE = 0.5


@dataclass(frozen=True, slots=True)
class SlotContext:
    """What versions of one slot carry besides their run: the slot, its subject's name, the scope of each assertion's
    chunk, when each was said, and the time of this settling.
    """

    slot: Slot
    subject: str
    scopes: Mapping[UUID, Scope]
    said_at: Mapping[UUID, datetime]
    known_from: datetime

    def scope_of(self, evidence: Sequence[UUID]) -> Scope:
        """The scope of the newest evidence."""
        newest = max(evidence, key=lambda a: (self.said_at[a], str(a)))
        return self.scopes[newest]


def decide(
    content: SlotContent, predicate: Predicate, known_from: datetime, policy: SettlePolicy = DEFAULT
) -> list[FactChange]:
    """Settles a slot as it was read and compares the result with its open versions."""
    timeline = settle(content.slot, content.assertions, predicate, content.revocations, policy, content.marks)
    subject = min((a.subject_name for a in content.assertions), default="")
    context = SlotContext(
        slot=content.slot,
        subject=subject,
        scopes=content.scopes,
        said_at={a.assertion.assertion_id: a.assertion.said_at for a in content.assertions},
        known_from=known_from,
    )
    return diff(content.open_versions, timeline, context)


def diff(current: Sequence[FactVersion], timeline: Timeline, context: SlotContext) -> list[FactChange]:
    """The changes that lead from the open versions of a slot to its timeline; none for equal input.

    A memory that changed gets a next version; one that has gone gets a last version `retracted`, so that its history
    shows the end; one that was folded into another stays folded and gives it its evidence.
    """
    stored = {version.memory_id: version for version in current}
    runs = {run.memory_id: run for run in timeline.runs}
    known = {decision.assertion_id for decision in timeline.decisions} | set(context.said_at)
    changes: list[FactChange] = []
    for memory_id, run in runs.items():
        before = stored.get(memory_id)
        after = _version(run, before, _evidence(run, before, runs, current, known), context)
        if before is None or _differs(before, after):
            changes.append(FactChange(_closing(before), after))
    for memory_id, before in stored.items():
        if memory_id not in runs and before.status is not FactStatus.RETRACTED:
            changes.append(FactChange(_closing(before), _retracted(before, context.known_from)))
    return sorted(changes, key=lambda c: str(c.insert.memory_id) if c.insert else "")


def _closing(before: FactVersion | None) -> tuple[UUID, int] | None:
    return None if before is None else (before.memory_id, before.version)


def _is_folded(version: FactVersion) -> bool:
    return version.reason == Reason.FOLDED and version.superseded_by is not None


def _evidence(
    run: Run, before: FactVersion | None, runs: Mapping[UUID, Run], current: Sequence[FactVersion], known: set[UUID]
) -> tuple[UUID, ...]:
    """A run's own evidence, and for the keeper of a fold that of the folded ones."""
    if before is None or not before.consolidated or _is_folded(before):
        return run.evidence
    cited = set(run.evidence)
    for version in current:
        folded = runs.get(version.memory_id)
        if folded is not None and _is_folded(version) and version.superseded_by == run.memory_id:
            cited.update(folded.evidence)
    # Evidence from folded memories of other slots: this slot has no say over it.
    cited.update(a for a in before.evidence if a not in known)
    return tuple(sorted(cited, key=str))


def _version(run: Run, before: FactVersion | None, evidence: tuple[UUID, ...], context: SlotContext) -> FactVersion:
    folded = before if before is not None and _is_folded(before) and run.status is not FactStatus.REVOKED else None
    return FactVersion(
        memory_id=run.memory_id,
        version=1 if before is None else before.version + 1,
        slot=context.slot,
        scope=context.scope_of(run.evidence),
        subject=context.subject,
        value=run.value,
        value_norm=run.value_norm,
        object_id=run.object_id,
        text=run.text,
        kind=run.kind,
        cardinality=run.cardinality,
        predicate_class=run.predicate_class,
        status=folded.status if folded else run.status,
        valid_from=run.valid_from,
        valid_to=run.valid_to,
        known_from=context.known_from,
        known_to=None,
        event_start=run.event_start,
        event_end=run.event_end,
        event_grain=run.event_grain,
        event_certainty=run.event_certainty,
        event_raw=run.event_raw,
        confidence=run.confidence,
        authority=run.authority,
        importance=before.importance if before else DEFAULT_IMPORTANCE,
        reason=folded.reason if folded else _reason(run, before),
        superseded_by=folded.superseded_by if folded else run.superseded_by,
        evidence=evidence,
        directive=looks_like_instruction(run.value),
        pinned=before.pinned if before else False,
        consolidated=before.consolidated if before else False,
    )


def _reason(run: Run, before: FactVersion | None) -> str:
    """That it was confirmed after it had lapsed is told until something else happens to it."""
    revalidated = before is not None and before.reason == Reason.REVALIDATED and run.reason == Reason.STATED
    return Reason.REVALIDATED.value if revalidated else run.reason


def _differs(before: FactVersion, after: FactVersion) -> bool:
    """Whether anything but bookkeeping changed."""
    if before.status is after.status is FactStatus.REVOKED:
        return set(before.evidence) != set(after.evidence)
    same = replace(
        after,
        version=before.version,
        known_from=before.known_from,
        scope=before.scope,
        evidence=before.evidence if set(before.evidence) == set(after.evidence) else after.evidence,
    )
    return same != before


def _retracted(before: FactVersion, known_from: datetime) -> FactVersion:
    return replace(
        before,
        version=before.version + 1,
        status=FactStatus.RETRACTED,
        reason=Reason.EVIDENCE_GONE.value,
        superseded_by=None,
        known_from=known_from,
        known_to=None,
    )
