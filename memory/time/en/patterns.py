"""Pieces of pattern that the English rules share, and how a counted length is read."""

import re
from typing import Final

from memory.time.en import words
from memory.time.numbers import EN_NUMBER, en_number
from memory.time.offsets import SIZES, Length
from memory.time.terms import Pick

Match = re.Match[str]

PICKS: Final = {"last": Pick.LAST, "past": Pick.LAST, "this past": Pick.LAST, "this last": Pick.LAST, "next": Pick.NEXT,
                "coming": Pick.NEXT, "this coming": Pick.NEXT, "the coming": Pick.NEXT, "upcoming": Pick.NEXT,
                "the upcoming": Pick.NEXT, "the following": Pick.NEXT, "this": Pick.THIS, "the past": Pick.LAST,
                "the last": Pick.LAST, "the next": Pick.NEXT}  # fmt: skip
PICKED: Final = r"(?P<pick>this\s+(?:coming|past|last)|(?:the\s+)?(?:coming|upcoming|past|next|last)|this)\s+"
PICK: Final = rf"(?:{PICKED})?"
WEEKDAY: Final = rf"(?P<wd>{words.any_of(words.WEEKDAYS)})\b(?!'s\b|-)"
LONG_WEEKDAY: Final = r"(?P<wd>(?:mon|tues|wednes|thurs|fri|satur|sun)day)\b"
MONTH: Final = rf"(?P<m>{words.any_of(words.MONTHS)})\b(?:\.(?=\s*\d))?"
SEASON: Final = rf"(?P<season>{words.any_of(words.SEASONS)})\b"
CALENDAR_UNIT: Final = r"(?P<unit>week|month|quarter|year|decade)\b(?!-|\s+(?:old|one|end\b))"
DAY: Final = r"(?P<d>3[01]|[12]\d|0?[1-9])(?:st|nd|rd|th)?\b"
DAY2: Final = r"(?P<d2>3[01]|[12]\d|0?[1-9])(?:st|nd|rd|th)?\b"
YEAR: Final = r"(?:,?\s+(?:of\s+)?(?P<y>(?:19|20)\d\d)\b(?!:))?"
TO: Final = r"\s*(?:-|–|—|to|and|through|till|until|thru)\s*"
HALF: Final = r"(?:\s*(?P<ap>[ap](?:\.m\.|m\b\.?)))"
HALF2: Final = r"(?:\s*(?P<ap2>[ap](?:\.m\.|m\b\.?)))"
HOUR_MINUTE: Final = r"(?P<h>2[0-4]|1\d|0?\d)(?:[:.](?P<min>[0-5]\d))?"
HOUR_MINUTE2: Final = r"(?P<h2>2[0-4]|1\d|0?\d)(?:[:.](?P<min2>[0-5]\d))?"
HOUR_WORD: Final = r"(?P<h>one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|1[0-2]|[1-9])"
HOUR_WORD2: Final = HOUR_WORD.replace("<h>", "<h2>")

_UNIT: Final = (
    r"(?P<unit>minutes?|mins?|hours?|hrs?|business\s+days?|working\s+days?|workdays?|weekdays?|days?|nights?|fortnights?|weeks?"
    r"|months?|quarters?|years?|yrs?|decades?)\b(?!-|\s+old)"
)
LENGTH: Final = (
    r"(?P<rough>(?:about|around|roughly|approximately|approx\.?|nearly|almost|over|more\s+than|less\s+than|under|at\s+least|some|just\s+over|just\s+under|maybe)\s+)?(?:exactly\s+|precisely\s+|only\s+|just\s+)?"
    r"(?P<n>half\s+an?|(?:an?\s+)?couple(?:\s+of)?|a\s+few|few|several|many|\d+\.5|"
    r"(?:one|two|three|four|five|six|\d)\s*(?:or|to|-)\s*(?:two|three|four|five|six|seven|\d)|"
    + EN_NUMBER + r"|an?\b|the\b)[\s-]+(?:more\s+)?"
    r"(?P<half>and\s+a\s+half\s+)?" + _UNIT + r"(?P<and_half>\s+and\s+a\s+half\b)?"
)  # fmt: skip
# A year and three months, two hours and fifteen minutes, 1 hour 20 minutes.
COMPOUND: Final = (
    rf"(?P<n>{EN_NUMBER}|an?)[\s-]+(?P<unit>years?|months?|weeks?|days?|hours?|hrs?)(?:\s*,?\s*and\s+|\s*,?\s+)"
    rf"(?P<n2>{EN_NUMBER}|an?)[\s-]+(?P<unit2>months?|weeks?|days?|hours?|hrs?|minutes?|mins?)\b"
)
_TWO_NUMBERS: Final = re.compile(r"(\w+)\s*(?:or|to|-)\s*(\w+)")


def number(match: Match, group: str) -> int:
    """The numeral of a group; -1 where it is none (which no calendar accepts)."""
    value = en_number(match[group])
    return -1 if value is None else value


def picked(match: Match, default: Pick) -> Pick:
    said = match.groupdict().get("pick")
    return PICKS[" ".join(said.split())] if said else default


def length_of(m: Match) -> Length | None:
    """Three weeks, a year and a half, half an hour, a couple of days, several months, two or three days."""
    word = " ".join(m["unit"].split())
    unit = words.UNITS.get(word) or words.UNITS.get(word.removesuffix("s"))
    if unit is None:
        return None
    scale = 2 if word.startswith("fortnight") else 1
    rough, working = bool(m["rough"]), word.startswith(("business", "work", "weekday"))
    count = " ".join(m["n"].split())
    if count in ("a few", "few", "several", "many"):
        return Length(3, unit, vague=True, rough=True)
    if count.startswith("half"):
        return Length(0.5 * scale, unit, rough=rough)
    if "couple" in count:
        return Length(2 * scale, unit, rough=unit.value != "day" or rough)
    if (pair := _TWO_NUMBERS.fullmatch(count)) and not count.isdigit():
        return _between(pair, scale, Length(1, unit, working=working))
    value = _count(count)
    if value is None or not 0 < value <= 9999:
        return None
    half = 0.5 if m["and_half"] or m["half"] else 0
    return Length((value + half) * scale, unit, rough=rough, working=working)


def compound_of(m: Match) -> Length | None:
    first, second = (words.UNITS[m[group].removesuffix("s")] for group in ("unit", "unit2"))
    many, few = _count(m["n"]), _count(m["n2"])
    if not many or not few or SIZES[first] <= SIZES[second]:
        return None
    return Length(many, first, plus=Length(few, second))


def _between(pair: re.Match[str], scale: int, like: Length) -> Length | None:
    low, high = en_number(pair[1]), en_number(pair[2])
    if low is None or high is None or not 0 < low < high:
        value = en_number(pair[0])  # twenty-one is one number
        return Length(value * scale, like.unit, working=like.working) if value else None
    return Length(low * scale, like.unit, up_to=high * scale, working=like.working)


def _count(text: str) -> float | None:
    if text in ("a", "an", "the", "one"):
        return 1
    if text.endswith(".5"):
        return float(text)
    return en_number(text)
