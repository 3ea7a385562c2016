"""The rules of English: each a name, a pattern and what it means."""

import re
from collections.abc import Iterable
from typing import Final

from memory.model.timespan import OtherKind
from memory.time.calendar import Unit
from memory.time.clock import Half, clock, day_part
from memory.time.en import words
from memory.time.grammar import Meaning, Other, Rule, Shift, Side, compiled
from memory.time.numbers import EN_NUMBER, EN_ORDINAL, en_number
from memory.time.offsets import Length, away, coming, recent
from memory.time.periods import (
    PartOfFrame,
    beginning,
    dated,
    day_of_month,
    ending,
    half,
    halved,
    in_year,
    month,
    month_day,
    quarter,
    relative,
    season,
    third,
    weekday,
    weekend,
)
from memory.time.ranges import Range
from memory.time.terms import Nested, Pick, Term

Match = re.Match[str]


def _any(table: Iterable[str]) -> str:
    return "|".join(re.escape(word).replace(r"\ ", r"\s+") for word in sorted(table, key=len, reverse=True))


def _int(match: Match, group: str) -> int:
    value = en_number(match[group])
    return -1 if value is None else value


_PICKS: Final = {"last": Pick.LAST, "past": Pick.LAST, "this past": Pick.LAST, "next": Pick.NEXT, "coming": Pick.NEXT,
                 "this coming": Pick.NEXT, "upcoming": Pick.NEXT, "this": Pick.THIS}  # fmt: skip
_STEPS: Final = {"last": -1, "past": -1, "previous": -1, "this": 0, "current": 0, "next": 1, "coming": 1, "following": 1}


def _pick(m: Match, default: Pick) -> Pick:
    said = m["pick"]
    return _PICKS[" ".join(said.split())] if said else default


# Days, weeks, months, years from the base


def day_word(m: Match) -> Meaning:
    return relative(Unit.DAY, {"today": 0, "yesterday": -1, "tomorrow": 1, "tmrw": 1, "tmr": 1}[m["day"]])


def day_beyond(m: Match) -> Meaning:
    return relative(Unit.DAY, -2 if m["side"] == "before" else 2)


def tonight(_: Match) -> Meaning:
    return Nested((relative(Unit.DAY, 0), day_part("night")))


def last_night(_: Match) -> Meaning:
    return Nested((relative(Unit.DAY, -1), day_part("night")))


def this_part(m: Match) -> Meaning:
    return Nested((relative(Unit.DAY, 0), day_part(words.DAY_PARTS[m["part"]])))


def stepped_unit(m: Match) -> Meaning:
    return relative(words.UNITS[m["unit"]], _STEPS[m["step"]])


def unit_beyond(m: Match) -> Meaning:
    """The week before last, the year after next."""
    return relative(words.UNITS[m["unit"]], -2 if m["side"] == "before" else 2)


def weekday_name(m: Match) -> Meaning:
    return weekday(words.WEEKDAYS[m["wd"]], _pick(m, Pick.OTHER_DAY))


def weekday_beyond(m: Match) -> Meaning:
    """The Tuesday before last."""
    return weekday(words.WEEKDAYS[m["wd"]], Pick.BEFORE_LAST if m["side"] == "before" else Pick.AFTER_NEXT)


def weekend_name(m: Match) -> Meaning:
    return weekend(_pick(m, Pick.TENSE))


# Dates


def iso_date(m: Match) -> Meaning | None:
    return dated(int(m["y"]), int(m["m"]), int(m["d"]))


def month_and_day(m: Match) -> Meaning | None:
    number, day = words.MONTHS[m["m"]], _int(m, "d")
    return dated(int(m["y"]), number, day) if m["y"] else month_day(number, day)


def days_of_month(m: Match) -> Meaning | None:
    """24-27 December, March 5 to 8, 2026: one month for both ends."""
    number = words.MONTHS[m["m"]]
    ends = [
        dated(int(m["y"]), number, _int(m, day)) if m["y"] else month_day(number, _int(m, day)) for day in ("d", "d2")
    ]
    return Range(*(end for end in ends if end)) if None not in ends else None


def slash_date(m: Match) -> Meaning | None:
    first, second = int(m["a"]), int(m["b"])
    number, day = (first, second) if first <= 12 else (second, first)
    if m["y"]:
        return dated(int(m["y"]) + (2000 if len(m["y"]) == 2 else 0), number, day)
    return month_day(number, day)


def month_name(m: Match) -> Meaning | None:
    return month(words.MONTHS[m["m"]], _pick(m, Pick.TENSE))


def year_said(m: Match) -> Meaning | None:
    return in_year(int(m["y"]))


def day_number(m: Match) -> Meaning | None:
    return day_of_month(_int(m, "d"))


def season_name(m: Match) -> Meaning:
    return season(words.SEASONS[m["season"]], _pick(m, Pick.TENSE))


def quarter_name(m: Match) -> Meaning | None:
    return quarter(_int(m, "q"))


def half_name(m: Match) -> Meaning:
    return half(1 if m["h"] == "1" else 2)


# Parts


def part_of_frame(m: Match) -> Meaning:
    return PartOfFrame(third({"early": 0, "mid": 1, "late": 2}[m["part"]]))


def edge_of_frame(m: Match) -> Meaning:
    return PartOfFrame(
        {"beginning": beginning, "start": beginning, "middle": third(1), "end": ending, "close": ending}[m["edge"]]
    )


def half_of_frame(m: Match) -> Meaning:
    return PartOfFrame(halved(1 if m["half"] == "first" else 2))


def unit_frame(m: Match) -> Meaning:
    """The month, the year behind `the end of`."""
    return relative(words.UNITS[m["unit"]], 0)


# Clock


def part_of_day(m: Match) -> Meaning:
    return day_part(words.DAY_PARTS[m["part"]])


def _half(text: str | None) -> Half:
    if not text:
        return Half.OPEN
    return Half.AM if text.startswith("a") else Half.PM


def _time(m: Match, hour: str, minute: str, half_name: str | None) -> Term | None:
    half_said = _half(half_name)
    number = int(m[hour])
    minutes = int(m[minute]) if m[minute] else None
    if half_said is Half.OPEN and (number > 12 or (len(m[hour]) == 2 and m[hour].startswith("0"))):
        half_said = Half.FULL
    return clock(number, minutes, half_said)


def clock_time(m: Match) -> Meaning | None:
    return _time(m, "h", "min", m["ap"])


def clock_range(m: Match) -> Meaning | None:
    """2-4 pm, 9:30 to 11:00: the half of the day said once counts for both, unless that turns them round."""
    last = _time(m, "h2", "min2", m["ap2"])
    first = _time(m, "h", "min", m["ap"] or (m["ap2"] if int(m["h"]) % 12 < int(m["h2"]) % 12 or m["h2"] == "12" else None))
    return Range(first, last) if first and last else None


def oclock(m: Match) -> Meaning | None:
    return clock(_int(m, "h"))


def spoken_clock(m: Match) -> Meaning | None:
    """Half past two, quarter to nine, ten past six."""
    hour, minute = _int(m, "h"), {"half": 30, "quarter": 15}.get(m["min"]) or _int(m, "min")
    if m["side"] in ("to", "before"):
        return clock(hour - 1 or 12, 60 - minute)
    return clock(hour, minute)


def noon(_: Match) -> Meaning | None:
    return clock(12, None, Half.FULL)


def midnight(_: Match) -> Meaning | None:
    return clock(12, None, Half.AM)


# Counted distances


def length_of(m: Match) -> Length | None:
    """Three weeks, a year and a half, half an hour, a couple of days, several months."""
    word = re.sub(r"\s+", " ", m["unit"])
    unit = words.UNITS.get(word) or words.UNITS.get(word.removesuffix("s"))
    if unit is None:
        return None
    scale = 2 if word.startswith("fortnight") else 1
    rough, working = bool(m["rough"]), word.startswith(("business", "work"))
    count = re.sub(r"\s+", " ", m["n"])
    if count.startswith(("a few", "few", "several", "some", "many")):
        return Length(3, unit, vague=True, rough=True)
    if count.startswith("half"):
        return Length(0.5 * scale, unit, rough=rough)
    if "couple" in count:
        return Length(2 * scale, unit, rough=True)
    number = _count(count)
    if number is None or not 0 < number <= 9999:
        return None
    return Length((number + (0.5 if m["and_half"] or m["half"] else 0)) * scale, unit, rough=rough, working=working)


def _count(text: str) -> float | None:
    if text in ("a", "an", "the", "one"):
        return 1
    if re.fullmatch(r"\d+\.5", text):
        return float(text)
    return en_number(text)


def counted(m: Match) -> Meaning | None:
    return length_of(m)


def ago(m: Match) -> Meaning | None:
    length = length_of(m)
    return length and away(length, -1)


def ahead(m: Match) -> Meaning | None:
    length = length_of(m)
    return length and away(length, 1)


def last_counted(m: Match) -> Meaning | None:
    length = length_of(m)
    return length and recent(length)


def next_counted(m: Match) -> Meaning | None:
    length = length_of(m)
    return length and coming(length)


def beside(m: Match) -> Meaning | None:
    """Two weeks before | Christmas."""
    length = length_of(m)
    side = Side.BEFORE if m["side"] in ("before", "prior to") else Side.AFTER
    return length and Shift(length, side, whole=m["n"] in ("the", "that"))


def unresolved(_: Match) -> Meaning:
    return Other(OtherKind.UNRESOLVED)


_WD: Final = rf"(?P<wd>{_any(words.WEEKDAYS)})\b\.?"
_MONTH: Final = rf"(?P<m>{_any(words.MONTHS)})\b\.?"
_PICK: Final = r"(?:(?P<pick>this\s+coming|this\s+past|last|past|next|coming|upcoming|this)\s+)?"
_SPAN_UNIT: Final = r"(?P<unit>week|month|quarter|year|decade)\b"
_UNIT: Final = (
    r"(?P<unit>minutes?|mins?|hours?|hrs?|business\s+days?|working\s+days?|workdays?|days?|nights?|fortnights?|weeks?"
    r"|months?|quarters?|years?|yrs?|decades?)\b"
)
_LENGTH: Final = (
    r"(?P<rough>(?:about|around|roughly|approximately|nearly|almost|over|more\s+than|some)\s+)?"
    r"(?P<n>half\s+an?|an?\s+couple(?:\s+of)?|a\s+few|few|several|\d+\.5|" + EN_NUMBER + r"|an?\b|the\b)[\s-]+"
    r"(?P<half>and\s+a\s+half\s+)?" + _UNIT + r"(?P<and_half>\s+and\s+a\s+half\b)?"
)  # fmt: skip
_DAY: Final = r"(?P<d>3[01]|[12]\d|0?[1-9])(?:st|nd|rd|th)?"
_DAY2: Final = r"(?P<d2>3[01]|[12]\d|0?[1-9])(?:st|nd|rd|th)?"
_YEAR: Final = r"(?:,?\s+(?P<y>(?:19|20)\d\d)\b(?!:))?"
_TO: Final = r"\s*(?:-|–|—|to|and|through|till|until|thru)\s*"
_AP: Final = r"(?:\s*(?P<ap>[ap]\.?m\.?)(?!\w))"
_AP2: Final = r"(?:\s*(?P<ap2>[ap]\.?m\.?)(?!\w))"
_HM: Final = r"(?P<h>2[0-4]|1\d|0?\d)(?:[:.](?P<min>[0-5]\d))?"
_HM2: Final = r"(?P<h2>2[0-4]|1\d|0?\d)(?:[:.](?P<min2>[0-5]\d))?"
_HOUR_WORD: Final = r"(?P<h>one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|1[0-2]|[1-9])"

RULES: Final[tuple[Rule, ...]] = (
    compiled("day_word", r"\b(?P<day>today|yesterday|tomorrow|tmrw|tmr)\b(?!'s\s+(?:world|papers?))", day_word),
    compiled("day_beyond", r"\b(?:the\s+)?day\s+(?P<side>before|after)\s+(?:yesterday|tomorrow)\b", day_beyond),
    compiled("tonight", r"\btonight\b", tonight),
    compiled("last_night", r"\blast\s+night\b", last_night),
    compiled("this_part", r"\bthis\s+(?P<part>morning|afternoon|evening)\b", this_part),
    compiled("stepped_unit", rf"\b(?:the\s+)?(?P<step>last|past|previous|this|current|next|coming|following)\s+{_SPAN_UNIT}", stepped_unit),
    compiled("unit_beyond", rf"\b(?:the\s+)?{_SPAN_UNIT}\s+(?P<side>before\s+last|after\s+next)", lambda m: relative(words.UNITS[m["unit"]], -2 if m["side"].startswith("b") else 2)),
    compiled("weekday", rf"\b{_PICK}{_WD}", weekday_name),
    compiled("weekday_beyond", rf"\b(?:the\s+)?{_WD}\s+(?P<side>before|after)\s+(?:last|next)\b", weekday_beyond),
    compiled("weekend", rf"\b{_PICK}(?:the\s+)?weekend\b", weekend_name),
    compiled("iso_date", r"(?<![\d.])(?P<y>(?:19|20)\d\d)(?P<sep>[-/.])(?P<m>\d{1,2})(?P=sep)(?P<d>\d{1,2})(?![\d.-])", iso_date),
    compiled("month_day", rf"\b{_MONTH}\s+(?:the\s+)?{_DAY}\b(?![:.]\d|%){_YEAR}", month_and_day),
    compiled("day_month", rf"(?<![\d.:/-])\b(?:the\s+)?{_DAY}\s+(?:of\s+)?{_MONTH}{_YEAR}", month_and_day),
    compiled("days_of_month", rf"\b{_MONTH}\s+{_DAY}{_TO}{_DAY2}\b(?![:.]\d|%){_YEAR}", days_of_month),
    compiled("days_of_month", rf"(?<![\d.:/-])\b{_DAY}{_TO}{_DAY2}\s+(?:of\s+)?{_MONTH}{_YEAR}", days_of_month),
    compiled("slash_date", r"(?<![\d/.])(?P<a>\d{1,2})/(?P<b>\d{1,2})(?:/(?P<y>(?:19|20)\d\d|\d\d))?(?![\d/.%])", slash_date),
    compiled("month", rf"\b{_PICK}{_MONTH}", month_name, weak=True),
    compiled("year", r"(?<![\d.,$-])\b(?P<y>(?:19|20)\d\d)\b(?![\d.,]*\d|%|\s*(?:people|users|km|m\b))", year_said, weak=True),
    compiled("day_number", rf"\bthe\s+(?P<d>{EN_ORDINAL})\b(?!\s+(?:of|time|floor|one|place|century|person|attempt|version|row|line))", day_number, weak=True),
    compiled("season", rf"\b{_PICK}(?:the\s+)?(?P<season>{_any(words.SEASONS)})\b", season_name, weak=True),
    compiled("quarter", r"\bq(?P<q>[1-4])\b", quarter_name),
    compiled("quarter_word", r"\b(?:the\s+)?(?P<q>first|second|third|fourth|1st|2nd|3rd|4th)\s+quarter\b", quarter_name),
    compiled("half", r"\bh(?P<h>[12])\b(?=\s+(?:of\s+)?(?:19|20)\d\d)", half_name),
    compiled("half_of", r"\b(?:the\s+)?(?P<half>first|second)\s+half\b(?=\s+of)", half_of_frame, weak=True),
    compiled("part_of", r"\b(?P<part>early|mid|late)(?:-|\s+)(?:in\s+)?", part_of_frame, weak=True),
    compiled("edge_of", r"\b(?:the\s+)?(?P<edge>beginning|start|middle|end|close)\b(?=\s+of)", edge_of_frame, weak=True),
    compiled("unit_frame", rf"\b(?:the|this)\s+{_SPAN_UNIT}", unit_frame, weak=True),
    compiled("part_of_day", r"\b(?:the\s+)?(?P<part>morning|afternoon|evening|night)\b", part_of_day, weak=True),
    compiled("clock", rf"(?<![\d.:/$-])\b{_HM}{_AP}", clock_time),
    compiled("clock_digits", r"(?<![\d.:/$-])\b(?P<h>2[0-4]|1\d|0?\d):(?P<min>[0-5]\d)(?::[0-5]\d)?\b(?![:\d])(?P<ap>)", clock_time, weak=True),
    compiled("clock_range", rf"(?<![\d.:/$-])\b{_HM}{_AP}?{_TO}{_HM2}{_AP2}", clock_range),
    compiled("oclock", rf"\b{_HOUR_WORD}\s+o'?clock\b", oclock),
    compiled("spoken_clock", rf"\b(?P<min>half|(?:a\s+)?quarter|ten|twenty|five)\s+(?P<side>past|to|after|before)\s+{_HOUR_WORD}\b", spoken_clock),
    compiled("noon", r"\b(?:noon|midday)\b", noon),
    compiled("midnight", r"\bmidnight\b", midnight),
    compiled("ago", rf"\b{_LENGTH}\s+(?:ago|back)\b", ago),
    compiled("ahead", rf"\bin\s+{_LENGTH}(?:'s?\s+time)?(?!\s+(?:of|ago|before|after))", ahead),
    compiled("ahead", rf"\b{_LENGTH}\s+(?:from\s+(?:now|today)|hence)\b", ahead),
    compiled("last_counted", rf"\b(?:in|over|during|for|within)?\s*(?:the\s+)?(?:last|past)\s+{_LENGTH}", last_counted),
    compiled("next_counted", rf"\b(?:in|over|during|for|within)?\s*(?:the\s+)?(?:next|coming|following)\s+{_LENGTH}", next_counted),
    compiled("within", rf"\bwithin\s+{_LENGTH}", next_counted),
    compiled("beside", rf"\b{_LENGTH}\s+(?P<side>before|after|prior\s+to|from|following)\b", beside),
    compiled("length", rf"\b{_LENGTH}", lambda m: length_of(m) if m["n"] != "the" else None),
    compiled("anaphora", r"\b(?:last\s+time|next\s+time|that\s+(?:day|night|morning|week|month|year)|some\s+time\s+ago|the\s+other\s+day|a\s+while\s+(?:ago|back)|one\s+day|some\s*day|back\s+then)\b", unresolved),
)  # fmt: skip
