"""Parts of a period that stands beside them: its beginning, its third week, its second half, what lies before the base."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from memory.model.timespan import Grain
from memory.time.calendar import Unit, at, elapsed, instant, shift
from memory.time.terms import Context, Period, Rank

Part = Callable[[Period], tuple[date, date]]
"""A part of a period: its first day and the day after its last."""


class Dependent:
    """A term that means nothing by itself; it is read within the period beside it."""

    __slots__ = ()

    @property
    def rank(self) -> Rank:
        return Rank.PART

    def alone(self, _cx: Context, /) -> Period | None:
        return None

    def after(self, _moment: datetime, _cx: Context, /) -> Period | None:
        return None

    def before(self, _moment: datetime, _cx: Context, /) -> Period | None:
        return None


@dataclass(frozen=True, slots=True)
class PartOfFrame(Dependent):
    """The beginning, the middle, the end of whatever period stands beside it; nothing by itself."""

    cut: Part
    grain: Grain | None = None
    """That of the part; None: the usual one of the frame's parts."""

    def within(self, frame: Period, cx: Context) -> Period | None:
        usual = _PART_GRAIN.get(frame.grain)
        if usual is None:
            return None
        first, end = self.cut(frame)
        return cx.days(first, end, self.grain or usual, frame.certainty * (1.0 if self.grain is Grain.DAY else 0.9))


@dataclass(frozen=True, slots=True)
class Containing(Dependent):
    """The week of March 5, 圣诞节那周: the whole unit that holds the day beside it."""

    unit: Unit

    def within(self, frame: Period, cx: Context) -> Period | None:
        day = frame.start.date()
        return cx.unit(day, self.unit, frame.certainty) if frame.grain in (Grain.DAY, Grain.RANGE) else None


class WeekendOf(Dependent):
    """The weekend of May 9: that of the week that holds the day."""

    def within(self, frame: Period, cx: Context) -> Period | None:
        monday = frame.start.date() - timedelta(days=frame.start.weekday())
        saturday = monday + timedelta(days=5)
        return cx.days(saturday, saturday + timedelta(days=2), Grain.WEEKEND, frame.certainty)


@dataclass(frozen=True, slots=True)
class SideOfBase(Dependent):
    """Earlier this week, later today: the part of a period before or behind the base."""

    earlier: bool

    def within(self, frame: Period, cx: Context) -> Period | None:
        start = frame.start if self.earlier else max(frame.start, cx.base, key=instant)
        end = min(frame.end, cx.base, key=instant) if self.earlier else frame.end
        return Period(start, end, Grain.RANGE, 0.8) if instant(start) < instant(end) else None


@dataclass(frozen=True, slots=True)
class SameDay(Dependent):
    """The base's own date in another year or month, its weekday in another week."""

    def within(self, frame: Period, cx: Context) -> Period | None:
        first, today = frame.start.date(), cx.today
        match frame.grain:
            case Grain.YEAR:
                return cx.day(shift(today, (first.year - today.year) * 12, Unit.MONTH))
            case Grain.MONTH:
                return cx.day(shift(today, (first.year - today.year) * 12 + first.month - today.month, Unit.MONTH))
            case Grain.WEEK:
                return cx.day(first + (today - cx.floor(today, Unit.WEEK)))
            case _:
                return None


@dataclass(frozen=True, slots=True)
class SameTime(Dependent):
    """This time last year, 去年这个时候: the base's own place in another period."""

    def within(self, frame: Period, cx: Context) -> Period | None:
        first = frame.start.date()
        match frame.grain:
            case Grain.DAY:
                start = at(first, cx.zone, cx.base.hour)
                return Period(start, elapsed(start, timedelta(hours=1)), Grain.HOUR, 0.6)
            case Grain.WEEK | Grain.MONTH:
                unit = Unit(frame.grain.value)
                day = first + (cx.today - cx.floor(cx.today, unit))
                return cx.day(min(day, frame.end.date() - timedelta(days=1)), certainty=0.7)
            case Grain.YEAR:
                day = shift(cx.today, (first.year - cx.today.year) * 12, Unit.MONTH)
                return cx.days(day - timedelta(days=10), day + timedelta(days=11), Grain.MONTH, 0.6)
            case _:
                return None


_PART_GRAIN = {
    Grain.WEEK: Grain.DAY,
    Grain.MONTH: Grain.MONTH_PART,
    Grain.QUARTER: Grain.YEAR_PART,
    Grain.SEASON: Grain.YEAR_PART,
    Grain.HALF: Grain.YEAR_PART,
    Grain.YEAR: Grain.YEAR_PART,
    Grain.DECADE: Grain.YEAR_PART,
}
# Sizes of the parts: of a third, and of an edge (the beginning, the end).
_THIRD = {
    Grain.MONTH: (10, Unit.DAY),
    Grain.QUARTER: (1, Unit.MONTH),
    Grain.SEASON: (1, Unit.MONTH),
    Grain.HALF: (2, Unit.MONTH),
    Grain.YEAR: (4, Unit.MONTH),
    Grain.DECADE: (3, Unit.YEAR),
}
_EDGE = _THIRD | {
    Grain.WEEK: (3, Unit.DAY),
    Grain.MONTH: (7, Unit.DAY),
    Grain.HALF: (1, Unit.MONTH),
    Grain.YEAR: (1, Unit.MONTH),
    Grain.DECADE: (2, Unit.YEAR),
}


def third(number: int) -> Part:
    """Early, mid, late: those of a month are 1-10, 11-20 and the rest; of a week Mon-Tue, Wed-Thu, Thu-Sun."""

    def cut(frame: Period) -> tuple[date, date]:
        first, end = frame.start.date(), frame.end.date()
        if frame.grain is Grain.WEEK:
            begin, length = ((0, 2), (2, 2), (3, 4))[number]
            return first + timedelta(days=begin), first + timedelta(days=begin + length)
        count, unit = _THIRD[frame.grain]
        return shift(first, number * count, unit), shift(first, (number + 1) * count, unit) if number < 2 else end

    return cut


def beginning(frame: Period) -> tuple[date, date]:
    first = frame.start.date()
    return first, shift(first, *_EDGE[frame.grain])


def ending(frame: Period) -> tuple[date, date]:
    end = frame.end.date()
    count, unit = _EDGE[frame.grain]
    return shift(end, -count, unit), end


def nth_day(number: int) -> Part:
    """The nth day of a period, -1 the last."""

    def cut(frame: Period) -> tuple[date, date]:
        origin = frame.start.date() if number > 0 else frame.end.date()
        day = origin + timedelta(days=number - 1 if number > 0 else number)
        return day, day + timedelta(days=1)

    return cut


def nth_week(number: int) -> Part:
    """The nth seven days of a period, -1 the last ones."""

    def cut(frame: Period) -> tuple[date, date]:
        origin = frame.start.date() if number > 0 else frame.end.date()
        first = origin + timedelta(weeks=number - 1 if number > 0 else number)
        return first, first + timedelta(weeks=1)

    return cut


def nth_weekday_in(weekday_number: int, number: int, length: int = 1) -> Part:
    """The nth such weekday of a period, -1 the last; a weekend is one of two days."""

    def cut(frame: Period) -> tuple[date, date]:
        if number > 0:
            first = frame.start.date()
            day = first + timedelta(days=(weekday_number - first.weekday()) % 7 + 7 * (number - 1))
        else:
            last = frame.end.date() - timedelta(days=length)
            day = last - timedelta(days=(last.weekday() - weekday_number) % 7)
        return day, day + timedelta(days=length)

    return cut


def units_at_edge(sign: int, count: int, unit: Unit) -> Part:
    """The first (1) or last (-1) few units of a period."""

    def cut(frame: Period) -> tuple[date, date]:
        first, end = frame.start.date(), frame.end.date()
        return (first, shift(first, count, unit)) if sign > 0 else (shift(end, -count, unit), end)

    return cut


def halved(number: int) -> Part:
    """The first or the second half; a month is halved after the 15th."""

    def cut(frame: Period) -> tuple[date, date]:
        first, end = frame.start.date(), frame.end.date()
        match frame.grain:
            case Grain.YEAR:
                middle = shift(first, 6, Unit.MONTH)
            case Grain.MONTH:
                middle = first + timedelta(days=15)
            case _:
                middle = first + (end - first + timedelta(days=1)) // 2
        return (first, middle) if number == 1 else (middle, end)

    return cut
