"""From a statement's event time to the time in which it claims to hold (the table of DESIGN.md section 5)."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Final

from memory.model.assertion import Application, Assertion, Change, Modality, Polarity
from memory.model.fact import Cardinality, PredicateClass
from memory.model.settled import LinkedAssertion
from memory.model.timespan import Bound, Grain
from memory.settle.pointing import pointed
from memory.settle.predicate import Predicate
from memory.settle.values import normal_value, value_keys
from memory.settle.verdicts import rank

EVER: Final = datetime.min.replace(tzinfo=UTC)
"""The start of what has no known start; shown as None."""


@dataclass(frozen=True, slots=True)
class SettlePolicy:
    """What may be tuned.

    `min_confidence`: below it a statement of a single source waits in the buffer. `once_lasts`: how long a wish for one
    time or one session holds when it names no time. `same_event_gap`: untimed tellings of one event lie at most so far apart.
    """

    min_confidence: float = 0.35
    once_lasts: timedelta = timedelta(hours=24)
    same_event_gap: timedelta = timedelta(days=2)


DEFAULT: Final = SettlePolicy()

Order = tuple[int, datetime, datetime, int, int, float, str, int]


@dataclass(frozen=True, slots=True)
class Claim:
    """One statement as a claim on its slot.

    `base` is the key of the value; `key` that of the run it belongs to (for plans, value and time). Claims of one
    `arena` compete when one of them is `exclusive`. `order` ranks claims: the larger wins. `start` is EVER when open.
    `sort` tells whether it speaks of a state, of something that happened, or of a plan. `fleeting`: a state said of
    the period in which it is said (`this week I work from Jinan`): an exception where something else stands already.
    """

    linked: LinkedAssertion
    norm: str
    base: str
    key: str
    arena: str
    exclusive: bool
    rank: int
    order: Order
    start: datetime
    end: datetime | None
    bounded: bool
    positive: bool
    sort: PredicateClass
    fleeting: bool = False
    negated: bool = False
    """It is about the value's opposite: see `memory.settle.denials`."""

    @property
    def assertion(self) -> Assertion:
        """The statement itself."""
        return self.linked.assertion

    @property
    def said_at(self) -> datetime:
        """When it was said."""
        return self.linked.assertion.said_at

    @property
    def identity(self) -> tuple[datetime, int]:
        """Orders claims by when they became known: the smallest names a run."""
        return self.linked.assertion.recorded_at, self.linked.assertion.assertion_id.int


def _sort(assertion: Assertion, predicate: Predicate) -> PredicateClass:
    if assertion.modality is Modality.PLANNED or predicate.cls is PredicateClass.PLAN:
        return PredicateClass.PLAN
    happens = predicate.cardinality is Cardinality.EVENT or predicate.cls is PredicateClass.EVENT
    return PredicateClass.EVENT if happens else PredicateClass.STATE


_PASSING_GRAINS: Final = frozenset({Grain.DAY, Grain.WEEK, Grain.WEEKEND, Grain.MONTH})
_COMING_GRAINS: Final = frozenset({Grain.WEEK, Grain.WEEKEND})


def _fleeting(assertion: Assertion, sort: PredicateClass) -> bool:
    start, end, grain = assertion.event_start, assertion.event_end, assertion.event_grain
    plain = assertion.event_bound == Bound.AT and assertion.change is Change.NONE and not _denies(assertion)
    if sort is not PredicateClass.STATE or not plain or _passing(assertion) or start is None or end is None:
        return False
    if start <= assertion.said_at < end:
        return grain in _PASSING_GRAINS
    return start > assertion.said_at and grain in _COMING_GRAINS


def _denies(assertion: Assertion) -> bool:
    return assertion.polarity is Polarity.NEGATIVE or assertion.change is Change.ENDS


def _passing(assertion: Assertion) -> bool:
    return assertion.application in (Application.ONCE, Application.SESSION)


def _interval(assertion: Assertion, policy: SettlePolicy) -> tuple[datetime, datetime | None, bool]:
    """Start, end and whether it is bounded, for a state."""
    start, end = assertion.event_start, assertion.event_end
    if _passing(assertion):
        opens = start or (assertion.said_at if end is None else EVER)
        return opens, end or opens + policy.once_lasts, True
    if end is not None and (start is None or assertion.event_bound in (Bound.UNTIL, Bound.WITHIN)):
        return start or EVER, end, True
    return start or assertion.said_at, None, False


def _plan_interval(assertion: Assertion) -> tuple[datetime, datetime | None, bool]:
    """A plan stands from when it was told until its time is over."""
    opens = min(m for m in (assertion.said_at, assertion.event_start, assertion.event_end) if m is not None)
    return opens, None if assertion.event_bound == Bound.SINCE else assertion.event_end, False


def _end_point(assertion: Assertion) -> datetime:
    """When something ended, by the words that say so."""
    start, end = assertion.event_start, assertion.event_end
    if assertion.event_bound == Bound.UNTIL or start is None:
        return end or start or assertion.said_at
    return start


def _interval_of(
    assertion: Assertion, sort: PredicateClass, policy: SettlePolicy
) -> tuple[datetime, datetime | None, bool]:
    plan = sort is PredicateClass.PLAN
    if sort is PredicateClass.EVENT:
        return assertion.event_start or assertion.said_at, assertion.event_end, False
    if _denies(assertion):
        start, end, bounded = _interval(assertion, policy)
        if bounded and not plan and assertion.change is not Change.ENDS and assertion.event_bound != Bound.UNTIL:
            return start, end, True
        return (assertion.said_at if plan else _end_point(assertion)), None, False
    return _plan_interval(assertion) if plan else _interval(assertion, policy)


def _held_at(assertion: Assertion, start: datetime, bounded: bool) -> datetime:
    """The latest time of which the speaker vouches: a bare date in the past says nothing of today, other words do."""
    if assertion.event_bound == Bound.AT and assertion.change is Change.NONE and not bounded and not _denies(assertion):
        return start
    return max(assertion.said_at, start)


def _run_key(assertion: Assertion, base: str, plan: bool) -> str:
    if not plan or assertion.event_start is None:
        return base
    return f"{base}@{assertion.event_start.astimezone(UTC).isoformat()}/{assertion.event_end}"


def _claim(linked: LinkedAssertion, norm: str, base: str, predicate: Predicate, policy: SettlePolicy) -> Claim:
    assertion = linked.assertion
    sort = _sort(assertion, predicate)
    plan = sort is PredicateClass.PLAN
    start, end, bounded = _interval_of(assertion, sort, policy)
    single = predicate.cardinality is Cardinality.SINGLE
    registered = bool(predicate.wordings_zh or predicate.wordings_en)
    weight = rank(assertion.authority, predicate)
    held_at = _held_at(assertion, start, bounded)
    return Claim(
        linked=linked,
        norm=norm,
        base=base,
        key=_run_key(assertion, base, plan),
        arena="" if single or not plan else base,
        # An unregistered predicate holds many values, but a change in so many words is a change.
        exclusive=single or (assertion.change is Change.REPLACES and (plan or not registered)),
        rank=weight,
        order=(
            weight,
            held_at,
            assertion.said_at,
            linked.position,
            assertion.ordinal,
            assertion.confidence,
            norm,
            assertion.assertion_id.int,
        ),
        start=start,
        end=end,
        bounded=bounded,
        positive=not _denies(assertion),
        sort=sort,
        fleeting=single and _fleeting(assertion, sort),
    )


def claims_of(assertions: Iterable[LinkedAssertion], predicate: Predicate, policy: SettlePolicy) -> list[Claim]:
    """Claims of the statements that count (asserted and planned ones), each once, in a fixed order."""
    live = pointed(
        {
            linked.assertion.assertion_id: linked
            for linked in assertions
            if linked.assertion.modality in (Modality.ASSERTED, Modality.PLANNED)
        }
    )
    norms = {key: normal_value(linked.assertion.value) for key, linked in live.items()}
    keys = value_keys((norms[key], linked.object_id) for key, linked in live.items())
    return [
        _claim(linked, norms[key], keys[norms[key], linked.object_id], predicate, policy)
        for key, linked in sorted(live.items(), key=lambda item: item[0].int)
    ]
