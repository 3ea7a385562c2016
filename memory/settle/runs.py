"""From stretches to runs: identity, wording, evidence and confidence of what becomes a memory."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from math import prod
from uuid import UUID

from memory.model.decided import IN_FULL, PERSON
from memory.model.fact import Cardinality, FactStatus, PredicateClass, Slot
from memory.model.ids import derived_id
from memory.model.settled import Run
from memory.settle.predicate import Predicate
from memory.settle.render import language_of_value, negated_value, render_negated, render_text
from memory.settle.stretches import Stretch
from memory.settle.validity import EVER, Claim

MAX_CONFIDENCE = 0.99


@dataclass(frozen=True, slots=True)
class RunMaker:
    """Makes the runs of one slot. `runs` takes all its stretches at once, since they name each other."""

    slot: Slot
    predicate: Predicate

    def identify(self, stretches: Sequence[Stretch]) -> dict[int, UUID]:
        """The memory id of each stretch, by the identity of the object."""
        ids: dict[int, UUID] = {}
        taken: set[UUID] = set()
        slot_id = self.slot.slot_id
        for stretch in stretches:
            first = first_known(stretch)
            parts: list[object] = [slot_id, first.norm, first.assertion.assertion_id]
            if stretch.after is not None:
                parts.append(first_known(stretch.after).assertion.assertion_id)
            memory_id = derived_id("memory", parts)
            if memory_id in taken:
                # A run that comes back a second time after one cause is told apart by its start.
                memory_id = derived_id("memory", [*parts, stretch.start.isoformat()])
            taken.add(memory_id)
            ids[id(stretch)] = memory_id
        return ids

    def run(self, stretch: Stretch, ids: Mapping[int, UUID]) -> Run:
        """One run."""
        lead = stretch.claims[0] if len(stretch.claims) == 1 else min(stretch.claims, key=_leading)
        timed = next((c.assertion for c in stretch.claims if c.assertion.event_raw or c.assertion.event_start), None)
        # Statements may write one name in several ways: which of them is shown is for no id to say.
        said, subject = lead.assertion.value, min(claim.linked.subject_name for claim in stretch.claims)
        language = language_of_value(subject, said)
        value = negated_value(said, language) if lead.negated else said
        return Run(
            memory_id=ids[id(stretch)],
            value=value,
            value_norm=first_known(stretch).norm,
            object_id=next((c.linked.object_id for c in stretch.claims if c.linked.object_id is not None), None),
            text=self._text(lead, subject, language),
            kind=lead.assertion.kind,
            cardinality=self._cardinality(lead),
            predicate_class=lead.sort,
            status=stretch.status,
            valid_from=_known(stretch.start),
            valid_to=stretch.end,
            event_start=timed.event_start if timed else None,
            event_end=timed.event_end if timed else None,
            event_grain=timed.event_grain if timed else "",
            event_certainty=timed.event_certainty if timed else 0.0,
            event_raw=timed.event_raw if timed else "",
            confidence=_confidence(stretch.claims),
            authority=max(c.assertion.authority for c in stretch.claims),
            reason=str(stretch.reason),
            superseded_by=ids.get(id(stretch.successor)) if stretch.successor is not None else None,
            evidence=_cited(stretch.claims),
        )

    def _text(self, lead: Claim, subject: str, language: str) -> str:
        if _in_full(lead):
            return lead.assertion.value
        render = render_negated if lead.negated else render_text
        return render(subject, self.predicate, lead.assertion.value, language)

    def _cardinality(self, lead: Claim) -> Cardinality:
        # What is planned or happened stands beside the one value that holds.
        return self.predicate.cardinality if lead.sort is PredicateClass.STATE else Cardinality.EVENT


def _leading(claim: Claim) -> tuple[int, tuple[datetime, int]]:
    return -claim.rank, claim.identity


def _in_full(lead: Claim) -> bool:
    return lead.assertion.extractor == PERSON and lead.assertion.extractor_version == IN_FULL


def first_known(stretch: Stretch) -> Claim:
    """The claim that gives a run its identity: later arrivals leave it as it is."""
    if len(stretch.claims) == 1:
        return stretch.claims[0]
    return min(stretch.claims, key=lambda c: c.identity)


def by_validity(run: Run) -> tuple[datetime, bool, datetime, int]:
    """Sorts runs of one slot: oldest first, those that wait after those that hold."""
    return (
        run.valid_from or EVER,
        run.status is FactStatus.PENDING,
        run.valid_to or datetime.max.replace(tzinfo=EVER.tzinfo),
        run.memory_id.int,
    )


def _cited(claims: Sequence[Claim]) -> tuple[UUID, ...]:
    if len(claims) == 1:
        return (claims[0].assertion.assertion_id,)
    return tuple(sorted({c.assertion.assertion_id for c in claims}, key=lambda a: a.int))


def _known(start: datetime) -> datetime | None:
    return None if start == EVER else start


def _confidence(claims: Sequence[Claim]) -> float:
    """Independent sources add up; repeats within one source count once."""
    if len(claims) == 1:
        return round(min(MAX_CONFIDENCE, claims[0].assertion.confidence), 4)
    best: dict[UUID, float] = {}
    for claim in claims:
        source = claim.assertion.source_id
        best[source] = max(best.get(source, 0.0), claim.assertion.confidence)
    # In sorted order, so that rounding is the same whatever the order of arrival.
    return round(min(MAX_CONFIDENCE, 1 - prod(1 - value for value in sorted(best.values()))), 4)
