"""The reader that programs use: the grammar, and behind it a general parser for written dates that the grammar does not know.

The parser sees only an expression that is delimited here and tells day, month and year itself, so it has nothing to guess: what
the grammar rightly leaves open (30 February, 上次, that day) stays open. What it read is marked by its rule and less certain.
"""

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Final

from memory.model.timespan import Bound, Grain, OtherKind, TimeReading, TimeSpan
from memory.ports.date_parser import DateParser
from memory.time.calendar import at
from memory.time.en.words import MONTHS, any_of
from memory.time.lookalikes import opaque
from memory.time.resolve import folded_for_matching, resolve, zone_of
from memory.time.settings import DEFAULT, TimeSettings

RULE: Final = "dateparser"
CERTAINTY: Final = 0.6

_MONTH: Final = rf"(?:{any_of(MONTHS)})\.?"
_DAY: Final = r"(?:3[01]|[12]\d|0?[1-9])(?:st|nd|rd|th)?"
_YEAR: Final = r"(?:19|20)\d\d"
_BETWEEN: Final = r"(?:\s*[-/.,]\s*|\s+)"
_WRITTEN: Final = re.compile(
    rf"(?<![a-z0-9_/.-])(?:{_DAY}{_BETWEEN}{_MONTH}{_BETWEEN}{_YEAR}|{_MONTH}{_BETWEEN}{_DAY}{_BETWEEN}{_YEAR}"
    rf"|{_YEAR}{_BETWEEN}{_MONTH}{_BETWEEN}{_DAY})(?![a-z0-9_/-]|\.\d)"
)
_FULL: Final = re.compile(r"(?:19|20)\d\d")
_BOUND_BEFORE: Final = re.compile(
    r"(?:\b(?:until|till?|by|before|since|after|from|between|to|through|of|and)\s+(?:the\s+)?|[到至自从由]|截至|直到|[-–])\s*$"
)
_BOUND_AFTER: Final = re.compile(r"\s*(?:[-–到至]|以?之?[前后]|起|为止|以来|to\b|until\b|through\b|onwards?\b)")
_HAN: Final = re.compile(r"[\u3400-\u9fff]")
_LOOK: Final = 24

Place = tuple[int, int]


class TimeReader:
    """Reads the time words of a text against its base time; see `memory.time.resolve`."""

    def __init__(self, dates: DateParser | None = None, settings: TimeSettings = DEFAULT) -> None:
        """Without a parser for written dates the grammar reads alone."""
        self._dates = dates
        self._settings = settings

    def read(self, text: str, base: datetime, timezone: str, language: str | None = None) -> TimeReading:
        """As `resolve`; dates in writings that the grammar does not know are added with the rule `dateparser`."""
        reading = resolve(text, base, timezone, language, self._settings)
        if self._dates is None:
            return reading
        places = [
            place
            for place in _unread(text[: self._settings.longest_text], reading)
            if language in (None, _language(text, place))
        ]
        found = [span for place in places if (span := self._written(text, place, base, timezone)) is not None]
        return _with(reading, found) if found else reading

    def _written(self, text: str, place: Place, base: datetime, timezone: str) -> TimeSpan | None:
        """The day that a place names; None unless day and year stand in the words themselves."""
        assert self._dates is not None
        words, zone = text[place[0] : place[1]], zone_of(timezone)
        local = base.astimezone(zone) if base.tzinfo else base.replace(tzinfo=zone)
        day = self._dates.day(words, _language(text, place), local)
        if day is None or not {day.year, day.day} <= {int(figure) for figure in re.findall(r"\d+", words)}:
            return None
        start, end = at(day, zone), at(day + timedelta(days=1), zone)
        return TimeSpan(start, end, Grain.DAY, CERTAINTY, RULE, words, place, local, timezone, Bound.AT)


def _language(text: str, place: Place) -> str:
    return "zh" if _HAN.search(text, *place) else "en"


def _unread(text: str, reading: TimeReading) -> Iterator[Place]:
    """Expressions that tell day, month and year, of which the grammar made nothing, in text order."""
    folded = folded_for_matching(text)
    unresolved = [o.span for o in reading.other if o.kind is OtherKind.UNRESOLVED and _FULL.search(folded, *o.span)]
    written = [match.span() for match in _WRITTEN.finditer(folded)]
    free = [
        p
        for p in written
        if not any(_touch(p, span.span) for span in reading.spans) and not any(_touch(p, o) for o in unresolved)
    ]
    candidates = sorted(unresolved + free)
    zones = opaque(folded, text) if candidates else []
    for place in candidates:
        if not any(_touch(place, zone) for zone in zones) and _stands_alone(folded, place):
            yield place


def _stands_alone(folded: str, place: Place) -> bool:
    """Not one end of a range, nor the bound of an open interval: a day alone would say something else."""
    before = folded[max(0, place[0] - _LOOK) : place[0]]
    return _BOUND_BEFORE.search(before) is None and _BOUND_AFTER.match(folded, place[1]) is None


def _touch(one: Place, other: Place) -> bool:
    return one[0] < other[1] and other[0] < one[1]


def _with(reading: TimeReading, found: list[TimeSpan]) -> TimeReading:
    spans = sorted((*reading.spans, *found), key=lambda span: span.span)
    other = tuple(o for o in reading.other if not any(_touch(o.span, span.span) for span in found))
    return replace(reading, spans=tuple(spans), other=other)
