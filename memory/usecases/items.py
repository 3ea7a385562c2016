"""Facts and chunks as items of an answer."""

from dataclasses import replace
from datetime import datetime
from zoneinfo import ZoneInfo

from memory.model.fact import FactStatus, ItemStatus
from memory.model.recalled import EventTime, RecallItem, Scores
from memory.ports.recalling import ReadableFact
from memory.recall.status import item_status

NO_SCORES = Scores(0.0, 0.0, 0.0, 0.0)


def listed_status(found: ReadableFact, now: datetime, as_of: datetime | None, *, cold: bool) -> ItemStatus:
    """The state in listings, timelines and histories, where nothing is left out: what does not hold yet is current.

    An older version that was closed keeps the state it was closed with.
    """
    status = item_status(found.fact, now=now, as_of=as_of, cold=cold)
    if status is not None:
        return status
    return ItemStatus.SUPERSEDED if found.fact.status is FactStatus.SUPERSEDED else ItemStatus.CURRENT


def as_known(found: ReadableFact, known_at: datetime | None) -> ReadableFact:
    """The version as it could be seen at that time: nobody knew yet that it would be followed by another."""
    until = found.fact.known_to
    if known_at is None or until is None or until <= known_at:
        return found
    return replace(found, fact=replace(found.fact, known_to=None))


def fact_item(
    found: ReadableFact,
    status: ItemStatus,
    *,
    score: float = 0.0,
    scores: Scores = NO_SCORES,
    legs: tuple[str, ...] = (),
) -> RecallItem:
    """A fact as an item, with its evidence."""
    fact, zone = found.fact, _zone(found)
    return RecallItem(
        memory_id=fact.memory_id,
        version=fact.version,
        kind=fact.kind.value,
        text=fact.text,
        status=status,
        score=score,
        scores=scores,
        legs=legs,
        path=(),
        hop=0,
        window=None,
        subject=fact.subject,
        predicate=found.predicate,
        value=fact.value,
        valid_from=_local(fact.valid_from, zone),
        valid_to=_local(fact.valid_to, zone),
        known_from=fact.known_from,
        known_to=fact.known_to,
        event_time=event_time_of(found),
        directive=fact.directive,
        evidence=found.evidence,
        superseded_by=fact.superseded_by,
        reason=fact.reason,
    )


def event_time_of(found: ReadableFact) -> EventTime | None:
    """When it happened, as far as the words tell; None when they say nothing."""
    fact = found.fact
    if not fact.event_raw and fact.event_start is None and fact.event_end is None:
        return None
    zone = _zone(found)
    start, end = _local(fact.event_start, zone), _local(fact.event_end, zone)
    return EventTime(start, end, fact.event_grain, fact.event_certainty, fact.event_raw)


def _zone(found: ReadableFact) -> ZoneInfo:
    """Where its newest words were said: days are told as their speaker meant them."""
    newest = max(found.evidence, key=lambda quote: quote.said_at, default=None)
    return ZoneInfo(newest.timezone if newest else "UTC")


def _local(moment: datetime | None, zone: ZoneInfo) -> datetime | None:
    return None if moment is None else moment.astimezone(zone)
