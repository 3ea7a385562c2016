"""What a piece of a time expression means before it meets a base: terms, and how they nest from coarse to fine.

A term is either *fixed* (yesterday, 2024, three weeks ago: the base alone decides) or *cyclic* (March, Friday, the 20th,
evening, Christmas: it comes back once in each cycle; a coarser term or the tense of the sentence chooses the instance).
`去年夏天` is the cyclic `summer` within the fixed `last year`; `tomorrow at 6:30` the cyclic clock time within a day.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from enum import IntEnum, StrEnum
from typing import Protocol
from zoneinfo import ZoneInfo

from memory.model.timespan import Grain
from memory.time.calendar import Unit, at, floor, instant, shift
from memory.time.settings import TimeSettings


class Tense(StrEnum):
    """Where the verb looks."""

    PAST = "past"
    FUTURE = "future"
    NONE = "none"
    HABIT = "habit"
    """Usually, 通常: what comes back has no single instance."""


class Pick(StrEnum):
    """Which instance of a cyclic term is meant where no coarser term says it."""

    TENSE = "tense"
    """The one where the verb looks, else the nearest; the day of the base counts."""
    OTHER_DAY = "other_day"
    """The same, but the base's own day is never meant where a verb looks away from it."""
    CURRENT = "current"
    """That of the current cycle, unless the verb looks to the other side of the base."""
    LAST = "last"
    NEXT = "next"
    THIS = "this"
    BEFORE_LAST = "before_last"
    AFTER_NEXT = "after_next"


class Rank(IntEnum):
    """From coarse to fine: the order of nesting."""

    DECADE = 0
    YEAR = 1
    SEASON = 2
    MONTH = 3
    WEEK = 4
    DAY = 5
    DAY_PART = 6
    CLOCK = 7
    PART = 8


@dataclass(frozen=True, slots=True)
class Context:
    """Everything a term may look at: the base in its zone, the settings, the tense."""

    base: datetime
    zone: ZoneInfo
    settings: TimeSettings
    tense: Tense = Tense.NONE

    @property
    def today(self) -> date:
        return self.base.date()

    def looking(self, tense: Tense) -> "Context":
        return replace(self, tense=tense)

    def floor(self, day: date, unit: Unit) -> date:
        return floor(day, unit, self.settings.week_start)

    def day(self, day: date, grain: Grain = Grain.DAY, certainty: float = 1.0) -> "Period":
        return self.days(day, day + timedelta(days=1), grain, certainty)

    def days(self, first: date, end: date, grain: Grain, certainty: float = 1.0) -> "Period":
        """The period from the midnight of `first` to that of `end`, which is outside."""
        return Period(at(first, self.zone), at(end, self.zone), grain, certainty)

    def unit(self, day: date, unit: Unit, certainty: float = 1.0) -> "Period":
        """The whole calendar unit that holds the day."""
        first = self.floor(day, unit)
        return self.days(first, shift(first, 1, unit), Grain(unit.value), certainty)


@dataclass(frozen=True, slots=True)
class Period:
    """A half-open interval in local time."""

    start: datetime
    end: datetime
    grain: Grain
    certainty: float = 1.0

    def less_certain(self, factor: float) -> "Period":
        return replace(self, certainty=self.certainty * factor)


Resolve = Callable[[Context], Period | None]
Instance = Callable[[date, Context], Period | None]
"""The instance of a cyclic term in the cycle that begins on that day."""


class Term(Protocol):
    """A piece of meaning with a rank."""

    @property
    def rank(self) -> Rank: ...

    def alone(self, cx: Context, /) -> Period | None:
        """Read against the base."""
        ...

    def within(self, frame: Period, cx: Context, /) -> Period | None:
        """Read inside a coarser period; None where it has no single place there."""
        ...

    def after(self, moment: datetime, cx: Context, /) -> Period | None:
        """The first instance that starts at or after the moment: the far end of a range."""
        ...

    def before(self, moment: datetime, cx: Context, /) -> Period | None:
        """The last instance that starts before the moment: the near end of a range whose far end is dated."""
        ...


@dataclass(frozen=True, slots=True)
class Fixed:
    """A term that the base alone decides."""

    rank: Rank
    resolve: Resolve
    opened: Resolve | None = None
    """How it is read where a finer term follows: `three years ago` is a year as the frame of `in March`."""
    absolute: bool = False
    """Says its year."""
    day_name: bool = False
    """A weekday: it may stand beside a date, never beside another weekday."""

    def alone(self, cx: Context) -> Period | None:
        return self.resolve(cx)

    def within(self, frame: Period, cx: Context) -> Period | None:
        """Two dated terms fit only where one lies in the other (this Friday, March 6)."""
        found = self.resolve(cx)
        if found is None or instant(found.start) < instant(frame.start) or instant(found.end) > instant(frame.end):
            return None
        return found

    def after(self, moment: datetime, cx: Context) -> Period | None:
        found = self.resolve(cx)
        return found if found and instant(found.start) >= instant(moment) else None

    def before(self, moment: datetime, cx: Context) -> Period | None:
        found = self.resolve(cx)
        return found if found and instant(found.start) < instant(moment) else None


_REACH = 9
"""Cycles looked at on either side: 29 February can be eight years away."""


@dataclass(frozen=True, slots=True)
class Cyclic:
    """A term that comes back once in each cycle."""

    rank: Rank
    cycle: Unit
    instance: Instance
    pick: Pick = Pick.TENSE
    day_name: bool = False
    """A weekday, or a festival: beside a date it only checks it (十月一日国庆节)."""

    def _walk(self, origin: date, cx: Context, direction: int) -> Iterator[Period]:
        """Instances from the neighbouring cycle on, away from the origin (an instance may leak out of its own cycle)."""
        first = cx.floor(origin, self.cycle)
        for step in range(-1, _REACH):
            found = self.instance(shift(first, direction * step, self.cycle), cx)
            if found is not None:
                yield found

    def alone(self, cx: Context) -> Period | None:
        return _CHOOSE[self.pick](self, cx)

    def within(self, frame: Period, cx: Context) -> Period | None:
        """The one instance that starts in the frame. Several: the words do not say which, so none."""
        cycle = cx.floor(frame.start.date(), self.cycle)
        found: list[Period] = []
        for _ in range(_REACH * 7):
            if instant(at(cycle, cx.zone)) >= instant(frame.end):
                break
            instance = self.instance(cycle, cx)
            if instance and instant(frame.start) <= instant(instance.start) < instant(frame.end):
                found.append(instance)
            cycle = shift(cycle, 1, self.cycle)
        return found[0] if len(found) == 1 else None

    def after(self, moment: datetime, cx: Context) -> Period | None:
        return next((p for p in self._walk(moment.date(), cx, 1) if instant(p.start) >= instant(moment)), None)

    def before(self, moment: datetime, cx: Context) -> Period | None:
        return next((p for p in self._walk(moment.date(), cx, -1) if instant(p.start) < instant(moment)), None)

    def past(self, cx: Context, *, today: bool) -> Period | None:
        """The latest instance that has begun; without `today` the latest that ended before the base's day."""
        dawn = at(cx.today, cx.zone)
        for found in self._walk(cx.today, cx, -1):
            if instant(found.start) <= instant(cx.base) if today else instant(found.end) <= instant(dawn):
                return found
        return None

    def future(self, cx: Context, *, today: bool) -> Period | None:
        """The earliest instance that has not ended; without `today` the earliest that begins after the base's day."""
        night = at(cx.today + timedelta(days=1), cx.zone)
        for found in self._walk(cx.today, cx, 1):
            if instant(found.end) > instant(cx.base) if today else instant(found.start) >= instant(night):
                return found
        return None

    def current(self, cx: Context) -> Period | None:
        return self.instance(cx.floor(cx.today, self.cycle), cx)

    def picked(self, pick: Pick) -> "Cyclic":
        return replace(self, pick=pick)


def _by_tense(term: Cyclic, cx: Context) -> Period | None:
    match cx.tense:
        case Tense.PAST:
            return term.past(cx, today=True)
        case Tense.FUTURE:
            return term.future(cx, today=True)
        case Tense.NONE:
            return _nearest(term, cx)
        case Tense.HABIT:
            return None


def _by_tense_other_day(term: Cyclic, cx: Context) -> Period | None:
    match cx.tense:
        case Tense.PAST:
            return term.past(cx, today=False)
        case Tense.FUTURE:
            return term.future(cx, today=False)
        case Tense.NONE:
            return _nearest(term, cx)
        case Tense.HABIT:
            return None


def _nearest(term: Cyclic, cx: Context) -> Period | None:
    """The nearer of the last and the coming instance: a guess, so it is less certain."""
    past, future = term.past(cx, today=True), term.future(cx, today=True)
    if past is None or future is None:
        found = past or future
        return found and found.less_certain(0.7)
    gone, ahead = instant(cx.base) - instant(past.end), instant(future.start) - instant(cx.base)
    return (past if gone < ahead else future).less_certain(0.7)


def _in_current_cycle(term: Cyclic, cx: Context) -> Period | None:
    if cx.tense is Tense.HABIT:
        return None
    found = term.current(cx)
    if found is None:
        return _nearest(term, cx)
    if cx.tense is Tense.PAST and instant(found.start) > instant(cx.base):
        return (term.past(cx, today=True) or found).less_certain(0.9)
    if cx.tense is Tense.FUTURE and instant(found.end) <= instant(cx.base):
        return (term.future(cx, today=True) or found).less_certain(0.9)
    return found.less_certain(0.95)


def _last(term: Cyclic, cx: Context) -> Period | None:
    return term.past(cx, today=False)


def _next(term: Cyclic, cx: Context) -> Period | None:
    return term.future(cx, today=False)


def _before_last(term: Cyclic, cx: Context) -> Period | None:
    last = _last(term, cx)
    return last and term.before(last.start, cx)


def _after_next(term: Cyclic, cx: Context) -> Period | None:
    coming = _next(term, cx)
    return coming and term.after(coming.end, cx)


_CHOOSE: dict[Pick, Callable[[Cyclic, Context], Period | None]] = {
    Pick.TENSE: _by_tense,
    Pick.OTHER_DAY: _by_tense_other_day,
    Pick.CURRENT: _in_current_cycle,
    Pick.THIS: _in_current_cycle,
    Pick.LAST: _last,
    Pick.NEXT: _next,
    Pick.BEFORE_LAST: _before_last,
    Pick.AFTER_NEXT: _after_next,
}


_BY_VERB = frozenset({Pick.TENSE, Pick.OTHER_DAY, Pick.CURRENT})


def _other_side(head: Cyclic, frame: Period, found: Period, cx: Context) -> Period | None:
    """三月底离职的, said on 10 March: this March has begun, but its end lies ahead, so the one before is meant."""
    if cx.tense is Tense.PAST and instant(found.start) > instant(cx.base):
        return head.before(frame.start, cx)
    if cx.tense is Tense.FUTURE and instant(found.end) <= instant(cx.base):
        return head.after(frame.end, cx)
    return None


@dataclass(frozen=True, slots=True)
class Nested:
    """Terms from coarse to fine, each read within the one before."""

    terms: tuple[Term, ...]

    @property
    def rank(self) -> Rank:
        return self.terms[-1].rank

    def alone(self, cx: Context) -> Period | None:
        head = self.terms[0]
        if isinstance(head, Fixed) and head.opened is not None:
            return self._finer(head.opened(cx), cx)
        frame = head.alone(cx)
        found = self._finer(frame, cx)
        if frame is not None and found is not None and isinstance(head, Cyclic) and head.pick in _BY_VERB:
            return self._finer(_other_side(head, frame, found, cx), cx) or found
        return found

    def within(self, frame: Period, cx: Context) -> Period | None:
        return self._finer(self.terms[0].within(frame, cx), cx)

    def after(self, moment: datetime, cx: Context) -> Period | None:
        return self._finer(self.terms[0].after(moment, cx), cx)

    def before(self, moment: datetime, cx: Context) -> Period | None:
        return self._finer(self.terms[0].before(moment, cx), cx)

    def _finer(self, found: Period | None, cx: Context) -> Period | None:
        for term in self.terms[1:]:
            if found is None:
                return None
            inner = term.within(found, cx)
            found = inner and replace(inner, certainty=min(found.certainty, inner.certainty))
        return found
