"""English rules for parts of the day and clock times."""

from datetime import datetime, timedelta, timezone
from typing import Final

from memory.model.timespan import Grain
from memory.time.calendar import elapsed
from memory.time.clock import Half, clock, day_part
from memory.time.en import words
from memory.time.en.patterns import HALF, HALF2, HOUR_MINUTE, HOUR_MINUTE2, HOUR_WORD, HOUR_WORD2, TO, Match, number
from memory.time.grammar import Meaning, Need, Rule, rule
from memory.time.ranges import Range
from memory.time.terms import Context, Fixed, Period, Rank, Term


def part_of_day(m: Match) -> Meaning:
    return day_part(words.DAY_PARTS[m["part"]])


def fine_part(m: Match) -> Meaning:
    return day_part(
        {"dawn": "dawn", "sunrise": "dawn", "dusk": "dusk", "sunset": "dusk", "early morning": "early_morning",
         "early mornings": "early_morning", "lunchtime": "noon", "late afternoon": "late_afternoon",
         "early afternoon": "early_afternoon", "late morning": "late_morning", "late evening": "late_evening",
         "early evening": "early_evening", "mid-morning": "mid_morning", "midmorning": "mid_morning",
         "mid-afternoon": "mid_afternoon", "early in the morning": "early_morning", "late in the evening": "late_evening",
         "late at night": "late_evening", "late in the afternoon": "late_afternoon"}[" ".join(m["part"].split())]
    )  # fmt: skip


def _half(text: str | None) -> Half:
    if not text:
        return Half.OPEN
    return Half.AM if text.startswith("a") else Half.PM


def _time(hour: str, minute: str | None, half_said: str | None) -> Term | None:
    half = _half(half_said)
    if half is Half.OPEN and (int(hour) > 12 or hour.startswith("0")):
        half = Half.FULL
    return clock(int(hour), int(minute) if minute else None, half)


def clock_time(m: Match) -> Meaning | None:
    said = m.groupdict()
    return _time(m["h"], said.get("min"), said.get("ap"))


def clock_range(m: Match) -> Meaning | None:
    """2-4 pm, 9:30 to 11 am: the half of the day said once counts for both, unless that turns them round."""
    last = _time(m["h2"], m["min2"], m["ap2"])
    shared = m["ap2"] if int(m["h"]) % 12 < int(m["h2"]) % 12 or m["h2"] == "12" else None
    first = _time(m["h"], m["min"], m["ap"] or shared)
    return Range(first, last) if first and last else None


def digit_range(m: Match) -> Meaning | None:
    """From 9 to 5, between 14:00 and 16:30."""
    first, last = _time(m["h"], m["min"], None), _time(m["h2"], m["min2"], None)
    return Range(first, last) if first and last else None


def oclock(m: Match) -> Meaning | None:
    return clock(number(m, "h"))


def spoken_clock(m: Match) -> Meaning | None:
    """Half past two, quarter to nine, ten past six."""
    said = m["min"].removeprefix("a ").strip()
    hour, minute = number(m, "h"), {"half": 30, "quarter": 15}.get(said) or number(m, "min")
    if m["side"] in ("to", "before", "til", "till"):
        return clock(hour - 1 or 12, 60 - minute)
    return clock(hour, minute)


def clock_of_part(m: Match) -> Meaning | None:
    """Two in the morning, 7:30 in the evening, eleven at night: the part says which half of the day."""
    hour = number(m, "h") if m["h"] else number(m, "h2")
    minute = int(m["min"]) if m["min"] else None
    if m["spoken"]:
        minute = 30 if m["spoken"] == "half" else 15
        hour, minute = (hour - 1 or 12, 60 - minute) if m["side"] == "to" else (hour, minute)
    early = m["part"] == "morning" or (m["night"] and (hour == 12 or hour < 6))
    return clock(hour, minute, Half.AM if early else Half.PM)


def noon(_: Match) -> Meaning | None:
    return clock(12, None, Half.FULL)


def midnight(_: Match) -> Meaning | None:
    return clock(12, None, Half.AM)


def end_of_day(_: Match) -> Meaning:
    """By the end of the day, EOD, close of business: the afternoon and evening, to midnight."""
    return day_part("end_of_day")


def stamp(m: Match) -> Meaning | None:
    """An ISO date and time; without an offset it is local."""
    try:
        written = m[0].upper().replace(" ", "T", 1).replace(" ", "")
        moment = datetime.fromisoformat(written.replace("UTC", "Z").replace("GMT", "Z"))
    except ValueError:
        return None

    def resolve(cx: Context) -> Period:
        local = moment.astimezone(cx.zone) if moment.tzinfo else moment.replace(tzinfo=cx.zone)
        start = local.replace(second=0, microsecond=0)
        return Period(start, elapsed(start, timedelta(minutes=1)), Grain.MINUTE)

    return Fixed(Rank.CLOCK, resolve, absolute=True)


def utc_clock(m: Match) -> Meaning | None:
    """15:00 UTC: on the base's own day in UTC."""
    half = _half(m["ap"])
    hour = int(m["h"])
    hour = hour % 12 + (12 if half is Half.PM else 0) if half is not Half.OPEN else hour
    minute = int(m["min"] or 0)
    if hour > 23:
        return None

    def resolve(cx: Context) -> Period:
        start = cx.base.astimezone(timezone.utc).replace(hour=hour, minute=minute, second=0, microsecond=0)  # noqa: UP017
        start = start.astimezone(cx.zone)
        return Period(start, elapsed(start, timedelta(minutes=1)), Grain.MINUTE, 0.8)

    return Fixed(Rank.CLOCK, resolve)


_OTHER_ZONE: Final = r"(?!\s*(?:utc|gmt|e[sd]t|p[sd]t|c[sd]t|ce?st|cet|bst|ist|jst|et|pt)\b|\s*[+-]\d{4}\b)"
RULES: Final[tuple[Rule, ...]] = (
    rule(
        "part_of_day",
        r"\b(?:the\s+)?(?P<part>morning|afternoon|evening|night)\b(?!s|-|\s+(?:person|owl|shift|light|market))",
        part_of_day,
        Need.SUPPORT,
    ),
    rule(
        "fine_part",
        r"\b(?:the\s+)?(?P<part>dawn|sunrise|dusk|sunset|lunchtime|(?:early|late|mid)[\s-]+(?:morning"
        r"|afternoon|evening)|midmorning)\b",
        fine_part,
        Need.SUPPORT,
    ),
    rule(
        "part_said_in_full",
        r"\b(?P<part>early\s+in\s+the\s+morning|late\s+(?:in\s+the\s+(?:evening|afternoon)|at\s+night))\b",
        fine_part,
    ),
    rule("small_hours", r"\b(?:the\s+)?(?:early|small|wee)\s+hours\b", lambda _: day_part("small_hours"), Need.SUPPORT),
    rule(
        "clock_dotted",
        r"(?<=\bat )(?P<h>2[0-3]|1\d|0?\d)\.(?P<min>[0-5]\d)\b(?![.\d%])",
        clock_time,
        Need.COMPANY,
    ),
    rule("clock", rf"(?<![\d.:/$-])\b{HOUR_MINUTE}{HALF}{_OTHER_ZONE}", clock_time),
    rule(
        "clock_digits",
        rf"(?<![\d.:/$-])\b(?P<h>2[0-4]|1\d|0?\d):(?P<min>[0-5]\d)(?::[0-5]\d)?\b(?![:\d]){_OTHER_ZONE}",
        clock_time,
        Need.SUPPORT,
    ),
    rule(
        "clock_range",
        rf"(?<![\d.:/$-])\b(?:(?:from|between)\s+)?{HOUR_MINUTE}{HALF}?{TO}{HOUR_MINUTE2}{HALF2}{_OTHER_ZONE}",
        clock_range,
    ),
    rule(
        "digit_range",
        rf"(?<![\d.:/$-])\b(?:from|between)\s+{HOUR_MINUTE}\s*(?:to|and|until|till|-)"
        rf"\s*{HOUR_MINUTE2}\b(?![\d%:.]|\s*(?:[ap]m|people|days?|hours?|weeks?|months?|years?|minutes?"
        r"|percent|%|(?!(?:today|tomorrow|tonight|yesterday|on|in\s+the|this|next|last|each|every)\b)\w))",
        digit_range,
        Need.COMPANY,
    ),
    rule(
        "digit_range",
        r"(?<![\d.:/$-])\b(?:from\s+|between\s+)?(?P<h>2[0-4]|1\d|0?\d):(?P<min>[0-5]\d)\s*(?:-|–|to|and"
        rf"|until|till)\s*(?P<h2>2[0-4]|1\d|0?\d):(?P<min2>[0-5]\d)\b(?![:\d]){_OTHER_ZONE}",
        digit_range,
    ),
    rule(
        "bare_hour_at",
        r"(?<=\bat )(?P<h>1[0-2]|[1-9])\b(?=\s*(?:$|[.,;!?)](?!\d)|(?:sharp|today|tomorrow|tonight"
        r"|on\s+\w+day)\b))",
        clock_time,
        certainty=0.9,
    ),
    rule(
        "bare_hour",
        r"(?:(?<=\bat )|(?<=\bat around )|(?<=\bat about )|(?<=\baround )|(?<=\bto )|(?<=\buntil )"
        r"|(?<=\btill ))(?P<h>1[0-2]|[1-9])(?:-?ish)?\b(?![\d:.,%/-]|\s*(?:[ap]\.?m|degrees|percent|people"
        r"|mph|km|dollars|euros|%|am|pm|(?!works\b|suits\b|sounds\b|is\b|was\b)\w+s\b))",
        clock_time,
        Need.COMPANY,
    ),
    rule("oclock", rf"\b{HOUR_WORD}\s+o'?\s?clock\b", oclock),
    rule(
        "spoken_clock",
        r"\b(?P<min>half|(?:a\s+)?quarter|ten|twenty|five|twenty-five|[12]?[05])\s+(?P<side>past|to|after"
        rf"|before|till?)\s+{HOUR_WORD}\b(?!\s+(?:people|of|days?|weeks?|months?|years?|minutes?|hours?))",
        spoken_clock,
    ),
    rule(
        "clock_of_part",
        rf"\b(?:{HOUR_WORD}(?:[:.](?P<min>[0-5]\d))?(?:\s+o'?\s?clock)?"
        rf"|(?P<spoken>half|(?:a\s+)?quarter)\s+(?P<side>past|to)\s+{HOUR_WORD2})"
        r"\s+(?:in\s+the\s+(?P<part>morning|afternoon|evening)|at\s+(?P<night>night))\b",
        clock_of_part,
    ),
    rule("noon", r"\b(?:noon|midday|noontime)\b", noon),
    rule("midnight", r"\bmidnight\b", midnight),
    rule(
        "end_of_day",
        r"\b(?:the\s+)?end\s+of\s+(?:the\s+|this\s+)?(?:working\s+|business\s+)?day\b|\beod\b|\bcob\b"
        r"|\bclose\s+of\s+business\b",
        end_of_day,
        Need.SUPPORT,
    ),
    rule(
        "stamp",
        r"(?<![\d-])(?:19|20)\d\d-\d\d-\d\d[t ]\d\d:\d\d(?::\d\d(?:\.\d{1,6})?)?(?:z|[+-]\d\d:?\d\d|\s*(?:utc"
        r"|gmt)\b)?(?![\d:])",
        stamp,
    ),
    rule(
        "utc_clock",
        r"(?<![\d.:/$-])\b(?P<h>2[0-3]|1\d|0?\d)(?::(?P<min>[0-5]\d))?(?:\s*(?P<ap>[ap])\.?m\.?)?\s*(?:utc"
        r"|gmt)\b(?![+-]\d)",
        utc_clock,
    ),
)
