"""Events: each thing that happened, at its time, is a memory of its own and stays true."""

from bisect import bisect_left, insort
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from memory.model.fact import FactStatus
from memory.settle.stretches import Note, Settled, Stretch
from memory.settle.validity import Claim, SettlePolicy
from memory.settle.verdicts import Reason


@dataclass(slots=True, eq=False)
class _Event:
    start: datetime
    end: datetime
    stretch: Stretch
    denied: bool = False


@dataclass(slots=True)
class _Events:
    """The events of one value: `fine` do not overlap each other, sorted by start."""

    fine: list[_Event] = field(default_factory=list[_Event])
    coarse: list[_Event] = field(default_factory=list[_Event])

    def overlapping(self, start: datetime, end: datetime) -> list[_Event]:
        index = bisect_left(self.fine, start, key=lambda e: e.start)
        index -= 1 if index and self.fine[index - 1].end > start else 0
        found: list[_Event] = []
        while index < len(self.fine) and self.fine[index].start < end:
            found.append(self.fine[index])
            index += 1
        return found

    def all(self) -> list[_Event]:
        return [*self.fine, *self.coarse]


def settle_events(claims: Sequence[Claim], policy: SettlePolicy) -> Settled:
    """One stretch for each event. Tellings of one event join: the same time, or a coarser one around it."""
    settled = Settled()
    by_value: dict[str, list[Claim]] = {}
    for claim in claims:
        by_value.setdefault(claim.base, []).append(claim)
    for _, told in sorted(by_value.items()):
        events = _events_of([c for c in told if c.positive], policy)
        for claim in sorted((c for c in told if not c.positive), key=lambda c: c.order):
            settled.notes += _deny(claim, events)
        settled.stretches += [event.stretch for event in events.all()]
    return settled


def _events_of(told: Sequence[Claim], policy: SettlePolicy) -> _Events:
    events = _Events()
    timed = [c for c in told if c.assertion.event_start is not None]
    # From the finest to the coarsest, so that `last week` joins the Tuesday that it means.
    for claim in sorted(timed, key=lambda c: (_length(c), c.start, c.order)):
        _place_timed(claim, events)
    for claim in sorted((c for c in told if c.assertion.event_start is None), key=lambda c: (c.said_at, c.order)):
        _place_untimed(claim, events, policy.same_event_gap)
    return events


def _length(claim: Claim) -> timedelta:
    return (claim.end or claim.start) - claim.start


def _place_timed(claim: Claim, events: _Events) -> None:
    end = max(claim.end or claim.start, claim.start + timedelta(microseconds=1))
    near = events.overlapping(claim.start, end)
    if len(near) == 1:
        near[0].stretch.claims.append(claim)
        return
    same = next((e for e in events.coarse if (e.start, e.end) == (claim.start, end)), None)
    if same is not None:
        same.stretch.claims.append(claim)
        return
    event = _begin(claim, claim.start, end)
    if near:
        events.coarse.append(event)
    else:
        insort(events.fine, event, key=lambda e: e.start)


def _place_untimed(claim: Claim, events: _Events, gap: timedelta) -> None:
    """Joins the nearest event that was told, or had happened, shortly before."""
    near = [e for e in events.all() if e.start <= claim.said_at and claim.said_at - e.end <= gap]
    if near:
        event = max(near, key=lambda e: (e.end, e.start))
        event.stretch.claims.append(claim)
        if event.stretch.claims[0].assertion.event_start is None:
            event.end = claim.said_at
        return
    events.coarse.append(_begin(claim, claim.said_at, claim.said_at))


def _begin(claim: Claim, start: datetime, end: datetime) -> _Event:
    stretch = Stretch(claim.key, claim.base, claim.start, None, reason=Reason.HAPPENED)
    stretch.add(claim)
    return _Event(start, end, stretch)


def _deny(claim: Claim, events: _Events) -> list[Note]:
    """It did not happen (or was called off): the events that the words mean are no longer believed."""
    meant = [e for e in events.all() if not e.denied and _means(claim, e)]
    notes: list[Note] = []
    for event in meant:
        heaviest = max(c.order for c in event.stretch.claims)
        if claim.rank < heaviest[0] or claim.said_at < heaviest[2]:
            notes.append(Note(claim, Reason.LOWER_AUTHORITY, event.stretch))
            continue
        event.denied = True
        event.stretch.end, event.stretch.reason = event.stretch.start, Reason.DENIED
        event.stretch.status = FactStatus.SUPERSEDED
        notes.append(Note(claim, Reason.DENIED, event.stretch))
    return notes or [Note(claim, Reason.NOTHING_TO_END)]


def _means(claim: Claim, event: _Event) -> bool:
    if claim.assertion.event_start is None:
        return event.start <= claim.said_at
    return event.start < (claim.assertion.event_end or claim.said_at) and claim.assertion.event_start < event.end
