"""Terms for days, weeks, months, years and their parts. Both languages build their rules from these."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from memory.model.timespan import Grain
from memory.time.calendar import Unit, at, elapsed, instant, month_end, shift
from memory.time.terms import Context, Cyclic, Fixed, Period, Pick, Rank

RANK_OF = {
    Unit.DECADE: Rank.DECADE,
    Unit.YEAR: Rank.YEAR,
    Unit.HALF: Rank.SEASON,
    Unit.QUARTER: Rank.SEASON,
    Unit.MONTH: Rank.MONTH,
    Unit.WEEK: Rank.WEEK,
    Unit.DAY: Rank.DAY,
}


def relative(unit: Unit, count: int, certainty: float = 1.0) -> Fixed:
    """The calendar unit `count` units from the base's own: yesterday is day -1, next month is month +1."""
    return Fixed(RANK_OF[unit], lambda cx: cx.unit(shift(cx.floor(cx.today, unit), count, unit), unit, certainty))


def dated(year: int, month: int, day: int) -> Fixed | None:
    """One day of the calendar; None where there is no such day."""
    if not real_day(year, month, day):
        return None
    return Fixed(Rank.DAY, lambda cx: cx.day(date(year, month, day)), absolute=True)


def real_day(year: int, month: int, day: int) -> bool:
    try:
        date(year, month, day)
    except ValueError:
        return False
    return True


def in_year(year: int) -> Fixed | None:
    if not 1 <= year <= 9998:
        return None
    return Fixed(Rank.YEAR, lambda cx: cx.unit(date(year, 1, 1), Unit.YEAR))


def in_decade(year: int) -> Fixed:
    return Fixed(Rank.DECADE, lambda cx: cx.unit(date(year, 1, 1), Unit.DECADE))


def in_month(year: int, month: int) -> Fixed | None:
    if not (1 <= month <= 12 and 1 <= year <= 9998):
        return None
    return Fixed(Rank.MONTH, lambda cx: cx.unit(date(year, month, 1), Unit.MONTH), absolute=True)


def month(number: int, pick: Pick = Pick.TENSE) -> Cyclic | None:
    if not 1 <= number <= 12:
        return None
    return Cyclic(Rank.MONTH, Unit.YEAR, lambda first, cx: cx.unit(first.replace(month=number), Unit.MONTH), pick)


def month_day(number: int, day: int) -> Cyclic | None:
    """A day of the year (3月5日, March 5th); 29 February exists in leap years only."""
    if not real_day(2028, number, day):
        return None

    def instance(first: date, cx: Context) -> Period | None:
        return cx.day(date(first.year, number, day)) if real_day(first.year, number, day) else None

    return Cyclic(Rank.DAY, Unit.YEAR, instance)


def slashed(first: int, second: int, year: str | None) -> Fixed | Cyclic | None:
    """3/25, 25/3/2026: by the settings which is the month, unless only one reading is a date."""

    def order(cx: Context) -> tuple[int, int]:
        usual = (first, second) if cx.settings.month_first else (second, first)
        return usual if usual[0] <= 12 else (usual[1], usual[0])

    if not (real_day(2028, first, second) or real_day(2028, second, first)):
        return None
    if year is None:

        def instance(cycle: date, cx: Context) -> Period | None:
            number, day = order(cx)
            return cx.day(date(cycle.year, number, day)) if real_day(cycle.year, number, day) else None

        return Cyclic(Rank.DAY, Unit.YEAR, instance)
    full = int(year) + (2000 if len(year) == 2 else 0)

    def resolve(cx: Context) -> Period | None:
        number, day = order(cx)
        return cx.day(date(full, number, day)) if real_day(full, number, day) else None

    return Fixed(Rank.DAY, resolve, absolute=True)


def day_of_month(day: int) -> Cyclic | None:
    """The 20th, 3号: in the current month, unless the verb looks to its other side."""
    if not 1 <= day <= 31:
        return None

    def instance(first: date, cx: Context) -> Period | None:
        return cx.day(first.replace(day=day)) if real_day(first.year, first.month, day) else None

    return Cyclic(Rank.DAY, Unit.MONTH, instance, Pick.CURRENT)


def last_day() -> Cyclic:
    """The last day of the month."""
    return Cyclic(Rank.DAY, Unit.MONTH, lambda first, cx: cx.day(month_end(first) - timedelta(days=1)), Pick.CURRENT)


def weekday(number: int, pick: Pick = Pick.OTHER_DAY) -> Cyclic:
    """A weekday, 0 Monday. The base's own day is not meant by a verb that looks away from it."""

    def instance(first: date, cx: Context) -> Period:
        return cx.day(first + timedelta(days=(number - first.weekday()) % 7))

    return Cyclic(Rank.DAY, Unit.WEEK, instance, pick, day_name=True)


def weekday_of_week(number: int, weeks: int) -> Fixed:
    """上周三, 下下周一: that day of the calendar week so many weeks away."""

    def resolve(cx: Context) -> Period:
        first = cx.floor(cx.today, Unit.WEEK) + timedelta(weeks=weeks)
        return cx.day(first + timedelta(days=(number - first.weekday()) % 7))

    return Fixed(Rank.DAY, resolve, day_name=True)


def weekday_steps(number: int, steps: int) -> Fixed:
    """Two Fridays ago (-2), three Mondays from now (3); the base's own day does not count."""

    def resolve(cx: Context) -> Period | None:
        near = weekday(number, Pick.LAST if steps < 0 else Pick.NEXT).alone(cx)
        return near and cx.day(near.start.date() + timedelta(weeks=steps + (1 if steps < 0 else -1)))

    return Fixed(Rank.DAY, resolve, day_name=True)


def weekend(pick: Pick = Pick.TENSE) -> Cyclic:
    """Saturday and Sunday (the free days of the settings), from the first midnight to the last."""

    def instance(first: date, cx: Context) -> Period:
        days = sorted((number - first.weekday()) % 7 for number in cx.settings.weekend)
        begin = first + timedelta(days=days[0])
        if cx.settings.week_start == 6 and cx.settings.weekend == (5, 6):
            begin = first + timedelta(days=6)
        return cx.days(begin, begin + timedelta(days=len(days)), Grain.WEEKEND)

    return Cyclic(Rank.DAY, Unit.WEEK, instance, pick)


def weekend_of_week(weeks: int) -> Fixed:
    def resolve(cx: Context) -> Period | None:
        return weekend().instance(cx.floor(cx.today, Unit.WEEK) + timedelta(weeks=weeks), cx)

    return Fixed(Rank.DAY, resolve)


def _months(rank: Rank, grain: Grain, first_month: int, length: int, pick: Pick) -> Cyclic:
    """Some months of the year; they may reach into the next one (winter)."""

    def instance(first: date, cx: Context) -> Period:
        begin = first.replace(month=first_month)
        return cx.days(begin, shift(begin, length, Unit.MONTH), grain)

    return Cyclic(rank, Unit.YEAR, instance, pick)


def season(number: int, pick: Pick = Pick.TENSE) -> Cyclic:
    """0 spring (from 1 March) to 3 winter, which belongs to the year it starts in."""
    return _months(Rank.SEASON, Grain.SEASON, 3 * number + 3, 3, pick)


def quarter(number: int, pick: Pick = Pick.TENSE) -> Cyclic | None:
    if not 1 <= number <= 4:
        return None
    return _months(Rank.SEASON, Grain.QUARTER, 3 * number - 2, 3, pick)


def half(number: int, pick: Pick = Pick.CURRENT) -> Cyclic:
    """The first or the second half of the year."""
    return _months(Rank.SEASON, Grain.HALF, 6 * number - 5, 6, pick)


def year_part(first_month: int, length: int) -> Cyclic:
    """年初, 年底, mid-year: some months of the year."""
    return _months(Rank.SEASON, Grain.YEAR_PART, first_month, length, Pick.CURRENT)


Part = Callable[[Period], tuple[date, date]]
"""A part of a period: its first day and the day after its last."""


@dataclass(frozen=True, slots=True)
class PartOfFrame:
    """The beginning, the middle, the end of whatever period stands beside it; nothing by itself."""

    cut: Part
    rank: Rank = Rank.PART
    grain: Grain | None = None
    """That of the part; None: the usual one of the frame's parts."""

    def alone(self, cx: Context) -> Period | None:
        return None

    def within(self, frame: Period, cx: Context) -> Period | None:
        usual = _PART_GRAIN.get(frame.grain)
        if usual is None:
            return None
        first, end = self.cut(frame)
        return cx.days(first, end, self.grain or usual, frame.certainty * (1.0 if self.grain is Grain.DAY else 0.9))

    def after(self, moment: datetime, cx: Context) -> Period | None:
        return None

    def before(self, moment: datetime, cx: Context) -> Period | None:
        return None


@dataclass(frozen=True, slots=True)
class Containing:
    """The week of March 5, 圣诞节那周: the whole unit that holds the day beside it."""

    unit: Unit
    rank: Rank = Rank.PART

    def alone(self, cx: Context) -> Period | None:
        return None

    def within(self, frame: Period, cx: Context) -> Period | None:
        day = frame.start.date()
        return cx.unit(day, self.unit, frame.certainty) if frame.grain in (Grain.DAY, Grain.RANGE) else None

    def after(self, moment: datetime, cx: Context) -> Period | None:
        return None

    def before(self, moment: datetime, cx: Context) -> Period | None:
        return None


@dataclass(frozen=True, slots=True)
class SideOfBase:
    """Earlier this week, later today: the part of a period before or behind the base."""

    earlier: bool
    rank: Rank = Rank.PART

    def alone(self, cx: Context) -> Period | None:
        return None

    def within(self, frame: Period, cx: Context) -> Period | None:
        start = frame.start if self.earlier else max(frame.start, cx.base, key=instant)
        end = min(frame.end, cx.base, key=instant) if self.earlier else frame.end
        return Period(start, end, Grain.RANGE, 0.8) if instant(start) < instant(end) else None

    def after(self, moment: datetime, cx: Context) -> Period | None:
        return None

    def before(self, moment: datetime, cx: Context) -> Period | None:
        return None


@dataclass(frozen=True, slots=True)
class SameDay:
    """The base's own date in another year."""

    rank: Rank = Rank.PART

    def alone(self, cx: Context) -> Period | None:
        return None

    def within(self, frame: Period, cx: Context) -> Period | None:
        return cx.day(shift(cx.today, (frame.start.date().year - cx.today.year) * 12, Unit.MONTH))

    def after(self, moment: datetime, cx: Context) -> Period | None:
        return None

    def before(self, moment: datetime, cx: Context) -> Period | None:
        return None


@dataclass(frozen=True, slots=True)
class SameTime:
    """This time last year, 去年这个时候: the base's own place in another period."""

    rank: Rank = Rank.PART

    def alone(self, cx: Context) -> Period | None:
        return None

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

    def after(self, moment: datetime, cx: Context) -> Period | None:
        return None

    def before(self, moment: datetime, cx: Context) -> Period | None:
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
        middle = shift(first, 6, Unit.MONTH) if frame.grain is Grain.YEAR else first + (end - first + timedelta(days=1)) // 2
        return (first, middle) if number == 1 else (middle, end)

    return cut


def month_part(cut: Part) -> Cyclic:
    """月底, 上旬: a part of the current month, unless the verb looks to its other side."""

    def instance(first: date, cx: Context) -> Period:
        begin, end = cut(cx.unit(first, Unit.MONTH))
        return cx.days(begin, end, Grain.MONTH_PART)

    return Cyclic(Rank.WEEK, Unit.MONTH, instance, Pick.CURRENT)
