"""From a text and its base time to a reading. Pure: no clock, no TZ, no exception for any text."""

import re
from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime
from typing import Final
from zoneinfo import ZoneInfo

from memory.language.han import fold
from memory.model.errors import FieldProblem, InputInvalid
from memory.model.timespan import OtherKind, OtherTime, TimeReading, TimeSpan
from memory.time.bounds import Bounded, bounded, leaning
from memory.time.calendar import instant
from memory.time.en.grammar import GRAMMAR as EN
from memory.time.grammar import Grammar, Mode, Other
from memory.time.lookalikes import Zone, opaque
from memory.time.ranges import is_range
from memory.time.scan import Expression, expressions, lex, outside
from memory.time.settings import DEFAULT, TimeSettings
from memory.time.terms import Context, Fixed, Tense
from memory.time.zh.grammar import GRAMMAR as ZH

_HAN: Final = re.compile(r"[\u3400-\u9fff]")
_LATIN: Final = re.compile(r"[a-z]")
_ASCII_WORD: Final = re.compile(r"[a-z0-9]")
_WIDE: Final = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)} | {0x3000: 0x20, 0x2019: 0x27, 0x00A0: 0x20}
_KEPT: Final = {ord(c): ord(c) for c in "，！？；："}
Reading = TimeSpan | OtherTime


def resolve(
    text: str, base: datetime, timezone: str, language: str | None = None, settings: TimeSettings = DEFAULT
) -> TimeReading:
    """Reads the time words of a text against its base time.

    Args:
        text: any text; Chinese, English or both.
        base: when it was said; naive means local in `timezone`, any offset is first read there.
        timezone: an IANA name.
        language: `zh` or `en` to read one language only; None reads whatever is there.
        settings: named choices for ambiguous words.

    Returns:
        Intervals and other time words in text order; spans count characters of `text`.

    Raises:
        InputInvalid: the timezone is unknown.
    """
    zone = zone_of(timezone)
    try:
        local = base.astimezone(zone) if base.tzinfo else base.replace(tzinfo=zone)
        instant(local)
    except (OverflowError, ValueError):
        return TimeReading((), ())
    cx = Context(local, zone, settings)
    found: list[Reading] = []
    for offset, part in segments(text[: settings.longest_text]):
        found += (_moved(item, offset) for item in _sorted_out(_read_spaced(part, cx, timezone, language)))
    spans = tuple(item for item in found if isinstance(item, TimeSpan))
    return TimeReading(spans, tuple(item for item in found if isinstance(item, OtherTime)))


_SEGMENT: Final = 400
"""Characters matched at a time: time words reach no further, and no pattern can run away on them."""
_CUT: Final = re.compile(r".*[\n。！？；!?;]|.*[.,，、\s]", re.DOTALL)


def segments(text: str) -> Iterable[tuple[int, str]]:
    """The text in stretches, cut behind a sentence or at least behind a word."""
    start = 0
    while len(text) - start > _SEGMENT:
        cut = _CUT.match(text, start, start + _SEGMENT)
        end = cut.end() if cut else start + _SEGMENT
        yield start, text[start:end]
        start = end
    yield start, text[start:]


def _moved(item: Reading, offset: int) -> Reading:
    return replace(item, span=(item.span[0] + offset, item.span[1] + offset)) if offset else item


# 2024 年 3 月 5 日: the spaces that typesetters put around figures; one beside a Chinese numeral parts two numbers.
_SPACED: Final = re.compile(
    r"(?<=[\u3400-\u9fff])(?<![零〇一二三四五六七八九十百千两几])[ \u00a0\u3000]+(?=[\d\uff10-\uff19])"
    r"|(?<=[\d\uff10-\uff19])[ \u00a0\u3000]+(?=[\u3400-\u9fff])(?![零〇一二三四五六七八九十百千两几])"
)


def _read_spaced(text: str, cx: Context, timezone: str, language: str | None) -> list[Reading]:
    """Reads the text without the spaces between figures and Chinese characters; places are those in the text itself."""
    gaps = [match.span() for match in _SPACED.finditer(text)]
    if not gaps:
        return list(_read_segment(text, cx, timezone, language))
    places = [n for n in range(len(text)) if not any(first <= n < end for first, end in gaps)]
    narrow = "".join(text[n] for n in places)
    return [_replaced(item, text, places) for item in _read_segment(narrow, cx, timezone, language)]


def _replaced(item: Reading, text: str, places: list[int]) -> Reading:
    start, end = places[item.span[0]], places[item.span[1] - 1] + 1
    return replace(item, span=(start, end), raw=text[start:end])


def _read_segment(text: str, cx: Context, timezone: str, language: str | None) -> Iterable[Reading]:
    folded = folded_for_matching(text)
    zones: list[Zone] | None = None
    for grammar in grammars(folded, language):
        seen = folded if grammar is ZH else _HAN.sub("\x00", folded)
        pieces = lex(seen, grammar)
        if not pieces:
            continue
        zones = opaque(folded, text) if zones is None else zones
        for item in expressions(seen, grammar, outside(pieces, zones)):
            # Bare figures in a Chinese text are read as Chinese.
            if seen == folded or _LATIN.search(folded, item.start, item.end):
                item = _moved_in_chinese(folded, item) if grammar is EN and seen != folded else item
                yield from _read(item, text, cx.looking(_tense(folded, item, grammar)), timezone)


def _moved_in_chinese(folded: str, item: Expression) -> Expression:
    """改到 Thursday: an English time behind a Chinese verb."""
    modes = ZH.moved(folded, item.start, item.end)
    return replace(item, modes=modes) if modes else item


def zone_of(timezone: str) -> ZoneInfo:
    try:
        return ZoneInfo(timezone)
    except (ValueError, OSError, KeyError) as error:
        problem = FieldProblem("/timezone", "unknown_timezone", "not an IANA time zone name")
        raise InputInvalid("the timezone is unknown", problems=[problem]) from error


def folded_for_matching(text: str) -> str:
    """Half width, simplified, lower case; as long as the text."""
    narrow = text.translate(_WIDE)
    folded = fold(narrow)
    lowered = folded.lower()
    return lowered if len(lowered) == len(text) else "".join(c.lower() if len(c.lower()) == 1 else c for c in folded)


def grammars(folded: str, language: str | None) -> Iterable[Grammar]:
    if language == "zh" or (language is None and _HAN.search(folded)):
        yield ZH
    if language == "en" or (language is None and _ASCII_WORD.search(folded)):
        yield EN


def _tense(folded: str, item: Expression, grammar: Grammar) -> Tense:
    """An English time in a Chinese sentence has a Chinese verb. What says its year, or is no interval, has no need of one."""
    if isinstance(item.meaning, Other) or (isinstance(item.meaning, Fixed) and item.meaning.absolute):
        return Tense.NONE
    if grammar is EN and _HAN.search(folded):
        latin = _HAN.sub("\x00", folded)
        said = EN.tense(latin, item.start, item.end)
        return said if said is not Tense.NONE else ZH.tense(folded, item.start, item.end)
    return grammar.tense(folded, item.start, item.end)


def _read(item: Expression, text: str, cx: Context, timezone: str) -> Iterable[Reading]:
    place = (item.start, item.end)
    raw = text[item.start : item.end]
    if isinstance(item.meaning, Other):
        yield OtherTime(raw, item.meaning.kind, item.meaning.value, place)
        return
    found = _interval(item, cx)
    if found is None:
        yield OtherTime(raw, OtherKind.UNRESOLVED, "", place)
        return
    certainty = round(found.certainty * item.certainty, 3)
    side = found.bound
    yield TimeSpan(found.start, found.end, found.grain, certainty, item.rule, raw, place, cx.base, timezone, side)


def _interval(item: Expression, cx: Context) -> Bounded | None:
    """None where the words name no interval (30 February) or one outside the calendar."""
    assert not isinstance(item.meaning, Other)
    modes = tuple(m for m in item.modes if not (m in (Mode.FROM, Mode.OUT_OF) and is_range(item.meaning)))
    try:
        leant = leaning(modes, cx)
        period = item.meaning.alone(leant)
        found = period and bounded(period, modes, leant)
    except (OverflowError, ValueError):
        return None
    if found is None or (found.start is None and found.end is None):
        return None
    if found.start is not None and found.end is not None and instant(found.start) >= instant(found.end):
        return None
    return found


def _sorted_out(found: list[Reading]) -> list[Reading]:
    """Of two readings of one place the longer one is kept, a resolved one before another; then in text order."""

    def strength(item: Reading) -> tuple[int, int]:
        return item.span[1] - item.span[0], 1 if isinstance(item, TimeSpan) else 0

    kept: list[Reading] = []
    for item in sorted(found, key=strength, reverse=True):
        if all(item.span[1] <= other.span[0] or other.span[1] <= item.span[0] for other in kept):
            kept.append(item)
    return sorted(kept, key=lambda item: item.span)


def mask(text: str, reading: TimeReading, filler: str = " ") -> str:
    """The text with its time spans replaced by filler, as long as before: extraction sees no time words."""
    masked = list(text)
    for span in reading.spans:
        first, end = span.span
        masked[first:end] = filler * (end - first)
    return "".join(masked)
