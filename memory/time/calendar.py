"""Arithmetic on local calendar units. Days, weeks and months are units of the wall clock, 23 or 25 hours long when it jumps.

A moment is an aware datetime in the zone of the base. Two such moments with one zone would compare by wall time in Python,
which is wrong across a clock change: use `instant` wherever order or distance matters.
"""

import calendar
from datetime import UTC, date, datetime, time, timedelta
from enum import StrEnum
from functools import lru_cache
from zoneinfo import ZoneInfo


class Unit(StrEnum):
    """Calendar units, and the two clock units that are counted in elapsed time."""

    MINUTE = "minute"
    HOUR = "hour"
    DAY = "day"
    WEEK = "week"
    MONTH = "month"
    QUARTER = "quarter"
    HALF = "half"
    YEAR = "year"
    DECADE = "decade"


MONTHS = {Unit.MONTH: 1, Unit.QUARTER: 3, Unit.HALF: 6, Unit.YEAR: 12, Unit.DECADE: 120}
ISO_LETTER = {Unit.MINUTE: "M", Unit.HOUR: "H", Unit.DAY: "D", Unit.WEEK: "W", Unit.MONTH: "M", Unit.YEAR: "Y"}


def instant(moment: datetime) -> datetime:
    """The same moment in UTC: the only form in which moments are compared."""
    return moment.astimezone(UTC)


@lru_cache(maxsize=4096)
def at(day: date, zone: ZoneInfo, hour: int = 0, minute: int = 0) -> datetime:
    """The wall time of that day; hours from 24 on fall on the next day, a time that the clock skips is moved past the gap."""
    naive = datetime.combine(day, time()) + timedelta(hours=hour, minutes=minute)
    return naive.replace(tzinfo=zone).astimezone(UTC).astimezone(zone)


def elapsed(moment: datetime, length: timedelta) -> datetime:
    """The moment that much elapsed time later, in the same zone."""
    return (moment.astimezone(UTC) + length).astimezone(moment.tzinfo)


def floor(day: date, unit: Unit, week_start: int = 0) -> date:
    """The first day of the unit that holds `day`."""
    if unit is Unit.WEEK:
        return day - timedelta(days=(day.weekday() - week_start) % 7)
    if unit is Unit.DECADE:
        return date(day.year - day.year % 10, 1, 1)
    if unit in MONTHS:
        size = MONTHS[unit]
        return date(day.year, (day.month - 1) // size * size + 1, 1)
    return day


def shift(day: date, count: int, unit: Unit) -> date:
    """`count` units later; a day that the month lacks becomes its last (31 January and a month: 28 February)."""
    if unit is Unit.WEEK:
        return day + timedelta(weeks=count)
    if unit not in MONTHS:
        return day + timedelta(days=count)
    index = day.year * 12 + day.month - 1 + count * MONTHS[unit]
    year, month = divmod(index, 12)
    return date(year, month + 1, day.day if day.day <= 28 else min(day.day, month_length(year, month + 1)))


def month_length(year: int, month: int) -> int:
    return calendar.monthrange(year, month)[1]


def month_end(day: date) -> date:
    """The first day after the month of `day`."""
    return shift(day.replace(day=1), 1, Unit.MONTH)


def nth_weekday(year: int, month: int, weekday: int, nth: int) -> date:
    """The nth such weekday of the month, 1 the first; -1 is the last."""
    if nth < 0:
        last = date(year, month, month_length(year, month))
        return last - timedelta(days=(last.weekday() - weekday) % 7 + 7 * (-nth - 1))
    first = date(year, month, 1)
    return first + timedelta(days=(weekday - first.weekday()) % 7 + 7 * (nth - 1))


def working_day(day: date, count: int, weekend: frozenset[int]) -> date:
    """The day `count` working days after (or before) `day`; `weekend` holds the weekdays that are free."""
    step = 1 if count >= 0 else -1
    for _ in range(abs(count)):
        day += timedelta(days=step)
        while day.weekday() in weekend:
            day += timedelta(days=step)
    return day
