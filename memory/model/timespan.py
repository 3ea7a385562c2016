"""What a reading of time words in a text gives: resolved intervals, and expressions that are no interval.

A `TimeSpan` is half-open `[start, end)` in the local time of its zone; it keeps the raw words, the place in the text and the
base time against which it was read, so that a wrong reading can be seen and corrected later.
"""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum


class Grain(StrEnum):
    """The unit in which the words speak; a period is never finer than its words."""

    MINUTE = "minute"
    HOUR = "hour"
    DAY_PART = "day_part"
    DAY = "day"
    WEEKEND = "weekend"
    WEEK = "week"
    MONTH_PART = "month_part"
    MONTH = "month"
    QUARTER = "quarter"
    SEASON = "season"
    HALF = "half"
    YEAR_PART = "year_part"
    YEAR = "year"
    DECADE = "decade"
    RANGE = "range"


class Bound(StrEnum):
    """How a statement holds over the interval; settling tells "until Friday" from "on Friday" by it."""

    AT = "at"
    """A point or period: "on Friday"."""
    UNTIL = "until"
    """Holds up to the end: until, by, before, 截至, 之前."""
    SINCE = "since"
    """Holds from the start on: since, from now on, 从…起, 以来. Where the start is still to come, the end is that of the
    period in which it starts, or open."""
    WITHIN = "within"
    """An interval in which a state holds: from-to, during, for the next N days."""


class OtherKind(StrEnum):
    """Time words that are no interval."""

    DURATION = "duration"
    """A length; the value is an ISO 8601 duration."""
    RECURRENCE = "recurrence"
    """A repetition; the value is an RFC 5545 rule."""
    UNRESOLVED = "unresolved"
    """Seen, but not resolvable from the base alone: 上次, that day; the value is empty."""


@dataclass(frozen=True, slots=True)
class TimeSpan:
    """One resolved expression. An open side is None; both sides are aware, in `timezone`; `span` counts characters."""

    start: datetime | None
    end: datetime | None
    grain: Grain
    certainty: float
    rule: str
    raw: str
    span: tuple[int, int]
    base: datetime
    timezone: str
    bound: Bound


@dataclass(frozen=True, slots=True)
class OtherTime:
    """A duration, a recurrence, or an expression seen but not resolvable."""

    raw: str
    kind: OtherKind
    value: str
    span: tuple[int, int]


@dataclass(frozen=True, slots=True)
class TimeReading:
    """All time words of a text, in text order; no two spans overlap."""

    spans: tuple[TimeSpan, ...]
    other: tuple[OtherTime, ...]
