"""What the words around an expression make of its period: until, by, before, since, after, during, about."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from memory.model.timespan import Bound, Grain
from memory.time.calendar import elapsed, instant
from memory.time.grammar import Mode
from memory.time.terms import Context, Period, Tense


@dataclass(frozen=True, slots=True)
class Bounded:
    """An interval that may be open on one side."""

    start: datetime | None
    end: datetime | None
    grain: Grain
    certainty: float
    bound: Bound


_FORWARD = frozenset({Mode.BEFORE, Mode.BY})
_BACKWARD = frozenset({Mode.SINCE})


def leaning(modes: Sequence[Mode], cx: Context) -> Context:
    """Until and by look ahead, since looks back, whatever the verb says not otherwise."""
    if cx.tense is Tense.HABIT:
        return cx
    if Mode.AHEAD in modes:
        return cx.looking(Tense.FUTURE)
    if Mode.NEAREST in modes:
        return cx.looking(Tense.NONE)
    if Mode.SINCE in modes and Mode.STARTING in modes:  # 自4月1日起
        return cx.looking(Tense.FUTURE) if cx.tense is Tense.NONE else cx
    if any(mode in _BACKWARD for mode in modes):
        return cx.looking(Tense.PAST)
    if cx.tense is Tense.NONE and any(mode in _FORWARD or mode in (Mode.FROM, Mode.OUT_OF) for mode in modes):
        return cx.looking(Tense.FUTURE)
    return cx


def bounded(period: Period, modes: Sequence[Mode], cx: Context) -> Bounded:
    """Applies the modes from the inside out."""
    if Mode.ROUGH in modes:
        period = blurred(period)
    opened = any(mode in (Mode.FROM, Mode.SINCE, Mode.OUT_OF) for mode in modes)
    for mode in reversed(modes):
        found = _opened(period, mode, cx, opened=opened)
        if found is not None:
            return found
    return _held(period, Bound.WITHIN if period.grain is Grain.RANGE or Mode.DURING in modes else Bound.AT)


def _opened(period: Period, mode: Mode, cx: Context, *, opened: bool) -> Bounded | None:
    """What one mode makes of the period; None where it leaves it as it is."""
    match mode:
        case Mode.BY:
            # A clock time is a moment: by 5 pm ends at five.
            moment = period.grain in (Grain.HOUR, Grain.MINUTE)
            return _up_to(period.start if moment else period.end, period, cx)
        case Mode.BEFORE:
            # 月底前 is by the end of the month: of a part that ends a period the whole counts.
            whole = period.grain in (Grain.MONTH_PART, Grain.YEAR_PART) or _end_of_week(period)
            return _up_to(period.end if whole else period.start, period, cx)
        case Mode.SINCE | Mode.FROM:
            return _since(period, cx)
        case Mode.OUT_OF:
            ahead = instant(period.end) > instant(cx.base)
            return _held(period, Bound.SINCE) if ahead else None
        case Mode.STARTING:
            return _since(period, cx) if opened else _held(period, Bound.SINCE)
        case Mode.AFTER:
            return Bounded(period.end, None, period.grain, period.certainty, Bound.SINCE)
        case Mode.AT | Mode.ROUGH | Mode.DURING | Mode.AHEAD | Mode.NEAREST:
            return None


def _end_of_week(period: Period) -> bool:
    """Some days of a week that are told as one part of it."""
    return period.grain is Grain.DAY and period.end - period.start > timedelta(days=1, hours=2)


def _held(period: Period, bound: Bound) -> Bounded:
    return Bounded(period.start, period.end, period.grain, period.certainty, bound)


def _up_to(end: datetime, period: Period, cx: Context) -> Bounded:
    """From the base where the end lies ahead; open where it lies behind."""
    ahead = instant(end) > instant(cx.base)
    return Bounded(cx.base if ahead else None, end, period.grain, period.certainty, Bound.UNTIL)


def _since(period: Period, cx: Context) -> Bounded:
    """From the start to the base; where the start is still to come, the period in which it starts."""
    end = cx.base if instant(period.start) < instant(cx.base) else period.end
    return Bounded(period.start, end, period.grain, period.certainty, Bound.SINCE)


_BLUR = {Grain.MINUTE: timedelta(minutes=20), Grain.HOUR: timedelta(minutes=30), Grain.DAY: timedelta(days=1)}


def blurred(period: Period) -> Period:
    """About: a wider interval, less certain. An hour becomes the hour around its first minute."""
    wide = _BLUR.get(period.grain)
    if wide is None:
        return period.less_certain(0.7)
    start = elapsed(period.start, -wide)
    end = (
        elapsed(period.start, wide + timedelta(minutes=1)) if period.grain is Grain.HOUR else elapsed(period.end, wide)
    )
    return Period(start, end, period.grain, period.certainty * 0.7)
