"""A time that the model proposes: taken only for words in which our own grammar saw nothing at all, and marked.

What the grammar recognises and leaves open (上次, that day, three weeks, every Monday, 30 February) is open for a reason, and no
model makes a date of it.
"""

from collections.abc import Mapping
from datetime import date, timedelta
from typing import Any, Final, cast
from zoneinfo import ZoneInfo

from memory.language.extracted import ExtractInput
from memory.model.timespan import Bound, Grain, TimeSpan
from memory.time.calendar import at

RULE: Final = "model"
CERTAINTY: Final = 0.4
"""Below every reading of the grammar: a proposal never outweighs one."""

FIRST_YEAR: Final = 1900
LAST_YEAR: Final = 2200


def proposed_time(chunk: ExtractInput, event: Any, start: int, end: int) -> TimeSpan | None:
    """The interval of `{"words", "from", "to"}`, whole days of the chunk's zone; None where it may not be taken.

    `start` and `end` are the quote: the words must stand in it, and touch nothing that the grammar recognised there.
    """
    if not isinstance(event, dict) or _recognised(chunk, start, end):
        return None
    fields = cast("Mapping[str, Any]", event)
    words, first, last = fields.get("words"), _day(fields.get("from")), _day(fields.get("to", fields.get("from")))
    if not isinstance(words, str) or not words.strip() or first is None or last is None or last < first:
        return None
    place = chunk.text.find(words, start, end)
    if place < 0:
        return None
    zone = ZoneInfo(chunk.timezone)
    return TimeSpan(
        start=at(first, zone),
        end=at(last + timedelta(days=1), zone),
        grain=Grain.DAY if first == last else Grain.RANGE,
        certainty=CERTAINTY,
        rule=RULE,
        raw=words,
        span=(place, place + len(words)),
        base=chunk.said_at.astimezone(zone),
        timezone=chunk.timezone,
        bound=Bound.AT,
    )


def _recognised(chunk: ExtractInput, start: int, end: int) -> bool:
    seen = (*chunk.reading.spans, *chunk.reading.other)
    return any(found.span[0] < end and start < found.span[1] for found in seen)


def _day(value: Any) -> date | None:
    try:
        day = date.fromisoformat(value) if isinstance(value, str) else None
    except ValueError:
        return None
    return day if day is not None and FIRST_YEAR <= day.year <= LAST_YEAR else None
