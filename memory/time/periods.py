"""Terms for days, weeks, months, years and their parts. Both languages build their rules from these."""

from datetime import date, timedelta

from memory.model.timespan import Grain
from memory.time.calendar import Unit, month_end, shift
from memory.time.numbers import year_number
from memory.time.parts import Part
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


def iso_week(year: int, number: int, weekday_number: int | None = None) -> Fixed | None:
    """A week of ISO 8601, which starts on Monday whatever the settings say; or one of its days, 1 Monday."""
    try:
        first = date.fromisocalendar(year, number, weekday_number or 1)
    except ValueError:
        return None
    if weekday_number is not None:
        return Fixed(Rank.DAY, lambda cx: cx.day(first), absolute=True)
    return Fixed(Rank.WEEK, lambda cx: cx.days(first, first + timedelta(days=7), Grain.WEEK), absolute=True)


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
    full = year_number(year, int(year))

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


def steps_back(term: Cyclic, count: int) -> Fixed:
    """The instance so many before the base, 1 the last one."""

    def resolve(cx: Context) -> Period | None:
        found = term.past(cx, today=False)
        for _ in range(count - 1):
            found = found and term.before(found.start, cx)
        return found

    return Fixed(term.rank, resolve)


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


def month_part(cut: Part) -> Cyclic:
    """月底, 上旬: a part of the current month, unless the verb looks to its other side."""

    def instance(first: date, cx: Context) -> Period:
        begin, end = cut(cx.unit(first, Unit.MONTH))
        return cx.days(begin, end, Grain.MONTH_PART)

    return Cyclic(Rank.WEEK, Unit.MONTH, instance, Pick.CURRENT)
