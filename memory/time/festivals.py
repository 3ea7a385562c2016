"""Festivals and public days by name: of the lunar calendar, of fixed dates, of the nth weekday, of Easter."""

from collections.abc import Callable
from datetime import date, timedelta
from functools import cache
from typing import cast

from dateutil.easter import easter
from lunardate import LunarDate

from memory.model.timespan import Grain
from memory.time.calendar import Unit, nth_weekday
from memory.time.terms import Context, Cyclic, Period, Pick, Rank

DayOf = Callable[[int], date | None]
"""The day of a festival in a year; None where it is not known."""


def fixed(month: int, day: int) -> DayOf:
    return lambda year: date(year, month, day)


def nth(month: int, weekday: int, number: int, plus: int = 0) -> DayOf:
    """The nth weekday of the month, some days later."""
    return lambda year: nth_weekday(year, month, weekday, number) + timedelta(days=plus)


def from_easter(days: int) -> DayOf:
    return lambda year: easter(year) + timedelta(days=days)


def lunar(month: int, day: int, plus: int = 0) -> DayOf:
    """A day of the Chinese calendar that falls in the year (腊八 of the old year falls in January of the new one)."""

    def day_of(year: int) -> date | None:
        for lunar_year in (year, year - 1):
            found = _solar(lunar_year, month, day)
            if found and (found + timedelta(days=plus)).year == year:
                return found + timedelta(days=plus)
        return None

    return day_of


@cache
def _solar(year: int, month: int, day: int) -> date | None:
    try:
        # The package's types know only the deprecated name.
        found = LunarDate(year, month, day).to_solar_date()  # pyright: ignore[reportAttributeAccessIssue, reportUnknownMemberType, reportUnknownVariableType]
        return cast("date", found)
    except (ValueError, OverflowError):
        return None


# 24 solar terms: (month, constant of this century, of the last one); the day is [Y * 0.2422 + C] - [(Y - 1) / 4] or [Y / 4].
_SOLAR_TERMS: dict[str, tuple[int, float, float]] = {
    "小寒": (1, 5.4055, 6.11), "大寒": (1, 20.12, 20.84), "立春": (2, 3.87, 4.6295), "雨水": (2, 18.73, 19.4599),
    "惊蛰": (3, 5.63, 6.3826), "春分": (3, 20.646, 21.4155), "清明": (4, 4.81, 5.59), "谷雨": (4, 20.1, 20.888),
    "立夏": (5, 5.52, 6.318), "小满": (5, 21.04, 21.86), "芒种": (6, 5.678, 6.5), "夏至": (6, 21.37, 22.2),
    "小暑": (7, 7.108, 7.928), "大暑": (7, 22.83, 23.65), "立秋": (8, 7.5, 8.35), "处暑": (8, 23.13, 23.95),
    "白露": (9, 7.646, 8.44), "秋分": (9, 23.042, 23.822), "寒露": (10, 8.318, 9.098), "霜降": (10, 23.438, 24.218),
    "立冬": (11, 7.438, 8.218), "小雪": (11, 22.36, 23.08), "大雪": (12, 7.18, 7.9), "冬至": (12, 21.94, 22.6),
}  # fmt: skip
SOLAR_TERM_NAMES = tuple(_SOLAR_TERMS)


def solar_term(name: str) -> DayOf:
    month, this_century, last_century = _SOLAR_TERMS[name]

    def day_of(year: int) -> date | None:
        if not 1901 <= year <= 2100:
            return None
        short = year % 100
        leaps = (short - 1) // 4 if month <= 2 else short // 4
        constant = this_century if year > 2000 else last_century
        return date(year, month, int(short * 0.2422 + constant) - leaps)

    return day_of


def festival(day_of: DayOf, length: int = 1, pick: Pick = Pick.TENSE) -> Cyclic:
    """The festival as a term; `length` days from its first."""

    def instance(first: date, cx: Context) -> Period | None:
        day = day_of(first.year)
        return day and cx.days(day, day + timedelta(days=length), Grain.DAY if length == 1 else Grain.RANGE)

    return Cyclic(Rank.DAY, Unit.YEAR, instance, pick, day_name=True)


def festival_with_weekend(day_of: DayOf, pick: Pick) -> Cyclic:
    """The festival together with the weekend beside it."""

    def instance(first: date, cx: Context) -> Period | None:
        day = day_of(first.year)
        if day is None:
            return None
        saturday = day + timedelta(days=(5, -3, 3, 2, 1, 0, -1)[day.weekday()] - (7 if day.weekday() == 0 else 0))
        begin, last = min(day, saturday), max(day, saturday + timedelta(days=1))
        return cx.days(begin, last + timedelta(days=1), Grain.WEEKEND)

    return Cyclic(Rank.DAY, Unit.YEAR, instance, pick)


def before_first_of(day_of: DayOf) -> DayOf:
    """The eve of a festival."""

    def eve(year: int) -> date | None:
        day = day_of(year)
        return day and day - timedelta(days=1)

    return eve
