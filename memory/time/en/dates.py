"""English rules for written dates: years, quarters, months, days of the month."""

from typing import Final

from memory.model.timespan import OtherKind
from memory.time import periods as of
from memory.time.en import words
from memory.time.en.patterns import (
    DAY,
    DAY2,
    MONTH,
    PICKED,
    TO,
    YEAR,
    Match,
    number,
    picked,
)
from memory.time.grammar import Meaning, Need, Other, Rule, rule
from memory.time.numbers import EN_ORDINAL, ISO_WEEK, year_number
from memory.time.ranges import Range
from memory.time.terms import Nested, Pick


def iso_date(m: Match) -> Meaning | None:
    return of.dated(int(m["y"]), int(m["m"]), int(m["d"]))


def iso_week(m: Match) -> Meaning | None:
    """2026-W10, 2026-W10-3."""
    return of.iso_week(int(m["y"]), int(m["w"]), int(m["wd"]) if m["wd"] else None)


def dotted_date(m: Match) -> Meaning | None:
    """05.03.2026: the day first, as it is written where dots are used."""
    return of.dated(int(m["y"]), int(m["m"]), int(m["d"]))


def no_such_day(m: Match) -> Meaning | None:
    """30 February, April 31st 2025: seen, and not to be read as the month."""
    return None if of.real_day(2028, words.MONTHS[m["m"]], int(m["d"])) else Other(OtherKind.UNRESOLVED)


def slash_date(m: Match) -> Meaning | None:
    """3/25, 25/3/2026; where both readings are possible the settings decide."""
    return of.slashed(int(m["a"]), int(m["b"]), m["y"])


def month_and_day(m: Match) -> Meaning | None:
    month, day = words.MONTHS[m["m"]], number(m, "d")
    return of.dated(int(m["y"]), month, day) if m["y"] else of.month_day(month, day)


def month_day_picked(m: Match) -> Meaning | None:
    """Last March 5th, next February 29."""
    day = of.month_day(words.MONTHS[m["m"]], number(m, "d"))
    return day and day.picked(picked(m, Pick.TENSE))


def days_of_month(m: Match) -> Meaning | None:
    """24-27 December, March 5 to 8, 2026: one month for both ends."""
    month, first, last = words.MONTHS[m["m"]], number(m, "d"), number(m, "d2")
    year = int(m["y"]) if m["y"] else None
    near = of.dated(year, month, first) if year else of.month_day(month, first)
    far = of.dated(year, month, last) if year else of.month_day(month, last)
    return Range(near, far) if near and far and first < last else None


def month_name(m: Match) -> Meaning | None:
    return of.month(words.MONTHS[m["m"]], picked(m, Pick.TENSE))


def year_said(m: Match) -> Meaning | None:
    return of.in_year(int(m["y"]))


def year_short(m: Match) -> Meaning | None:
    """'98."""
    return of.in_year(year_number(m["y"], int(m["y"])))


def decade(m: Match) -> Meaning | None:
    """The 1990s, the 90s, the nineties."""
    text = m["y"]
    if text in words.DECADES:
        return of.in_decade(1900 + words.DECADES[text])
    return of.in_decade(int(text) if len(text) == 4 else (1900 if int(text) >= 30 else 2000) + int(text))


def day_number(m: Match) -> Meaning | None:
    return of.day_of_month(number(m, "d"))


def quarter_name(m: Match) -> Meaning | None:
    return of.quarter(int(m["q"]))


def quarter_of_year(m: Match) -> Meaning | None:
    year, quarter = of.in_year(int(m["y"])), of.quarter(int(m["q"]))
    return Nested((year, quarter)) if year and quarter else None


def quarter_word(m: Match) -> Meaning | None:
    return of.quarter(words.ORDINALS[m["q"]] if m["q"] not in ("last", "final") else 4)


def half_of_year(m: Match) -> Meaning | None:
    year = of.in_year(int(m["y"]))
    return Nested((year, of.half(int(m["h"])))) if year else None


RULES: Final[tuple[Rule, ...]] = (
    rule(
        "no_such_day",
        rf"(?<![\d.:/-])\b(?:the\s+)?(?P<d>\d{{1,2}})(?:st|nd|rd|th)?\s+(?:of\s+)?{MONTH}{YEAR}",
        no_such_day,
    ),
    rule(
        "no_such_day",
        rf"\b{MONTH}\s+(?:the\s+)?(?P<d>\d{{1,2}})(?:st|nd|rd|th)?\b(?![:.]\d|%|\s*[ap]\.?m\b|-\w){YEAR}",
        no_such_day,
    ),
    rule(
        "iso_date",
        r"(?<![\d.])(?P<y>(?:19|20)\d\d)(?P<sep>[-/.])(?P<m>\d{1,2})(?P=sep)(?P<d>\d{1,2})(?![\d.-])",
        iso_date,
    ),
    rule("dotted_date", r"(?<![\d.])(?P<d>\d{1,2})\.(?P<m>\d{1,2})\.(?P<y>(?:19|20)\d\d)(?![\d.])", dotted_date),
    rule(
        "slash_date",
        r"(?<![\d/.])(?P<a>\d{1,2})/(?P<b>\d{1,2})(?:/(?P<y>(?:19|20)\d\d|\d\d))?(?![\d/.%]|\s+(?:of|cup|cups"
        r"|inch|mile|majority|full|done|way)\b)",
        slash_date,
        Need.SUPPORT,
    ),
    rule("month_day", rf"\b{MONTH}\s+(?:the\s+)?{DAY}(?![:.]\d|%|\s*[ap]\.?m\b|-\w){YEAR}", month_and_day),
    rule("day_month", rf"(?<![\d.:/-])\b(?:the\s+)?{DAY}\s+(?:of\s+)?{MONTH}{YEAR}", month_and_day),
    rule("month_day_picked", rf"\b{PICKED}{MONTH}\s+(?:the\s+)?{DAY}(?![:.]\d|%|\s*[ap]\.?m\b|-\w)", month_day_picked),
    rule("month_day", rf"\b{MONTH}\s+(?:the\s+)?(?P<d>{EN_ORDINAL})\b{YEAR}", month_and_day),
    rule("day_month", rf"\b(?:the\s+)?(?P<d>{EN_ORDINAL})\s+(?:of\s+)?{MONTH}{YEAR}", month_and_day),
    rule(
        "days_of_month",
        rf"\b{MONTH}\s+(?:the\s+)?{DAY}{TO}(?:the\s+)?{DAY2}(?![:.]\d|%|\s*[ap]\.?m\b|\s+(?:of\s+)?(?:{words.any_of(words.MONTHS)})"
        rf"\b){YEAR}",
        days_of_month,
    ),
    rule(
        "days_of_month",
        rf"(?<![\d.:/-])\b(?:the\s+)?{DAY}{TO}(?:the\s+)?{DAY2}\s+(?:of\s+)?{MONTH}{YEAR}",
        days_of_month,
    ),
    rule("month", rf"\b{MONTH}(?!'s|-|\s+\d{{1,2}}(?:st|nd|rd|th)?\b(?![:.]))", month_name, Need.SUPPORT),
    rule(
        "month_picked",
        rf"\b{PICKED}(?!may\s+(?!(?:we|i|they|he|she|our|my|at|for|in|and|or|with)\b)[a-z]){MONTH}",
        month_name,
    ),
    rule(
        "year",
        r"(?:(?<=mid-)|(?<=late-)|(?<=early-)|(?<![\d.,$#:/-])\b)(?P<y>(?:19|20)\d\d)\b(?![\d.,]*\d|%|-"
        r"|\s*(?:people|users|km|m|miles|dollars|euros|times|items|rows)\b)",
        year_said,
        Need.SUPPORT,
    ),
    rule("year_short", r"(?<!\w)'(?P<y>\d\d)\b(?!s)", year_short, Need.SUPPORT),
    rule("decade", r"\b(?:the\s+)?(?P<y>(?:19|20)\d0)'?s\b", decade),
    rule(
        "decade",
        r"(?:\bthe\s+|(?<=early )|(?<=late )|(?<=mid )|(?<=mid-))(?P<y>(?:\d0)(?='?s\b)"
        rf"|{words.any_of(words.DECADES)})(?:'?s)?\b(?!\s+(?:kid|percent))",
        decade,
    ),
    rule(
        "day_number",
        r"(?<!\bin )\bthe\s+(?P<d>\d{1,2}(?:st|nd|rd|th))\b(?!\s+(?:time|floor|one|place|century|person|attempt|version|row|line"
        r"|week|day|month|year|quarter|half|of\s+(?!this|next|last|the\s+month))|-)",
        day_number,
        Need.SUPPORT,
    ),
    rule(
        "day_number",
        rf"(?<!\bin )\bthe\s+(?P<d>{EN_ORDINAL})\b(?=\s+of\s+(?:this|next|last|the)\s+month|\s*[.,;!?]|\s*$)",
        day_number,
        Need.SUPPORT,
    ),
    rule("iso_week", ISO_WEEK, iso_week),
    rule("quarter", r"\bq(?P<q>[1-4])\b(?!\s*(?:of\s+)?(?:fy|fiscal))", quarter_name),
    rule("quarter_of_year", r"\b(?P<y>(?:19|20)\d\d)[\s-]?q(?P<q>[1-4])\b", quarter_of_year),
    rule(
        "quarter_word",
        r"\b(?:the\s+)?(?P<q>first|second|third|fourth|last|final|1st|2nd|3rd|4th)"
        r"\s+quarter\b(?!\s+of\s+(?:an?|the)\s+(?!year))",
        quarter_word,
    ),
    rule("half_of_year", r"\bh(?P<h>[12])\s+(?:of\s+)?(?P<y>(?:19|20)\d\d)\b", half_of_year),
    rule("half_of_year", r"\b(?P<y>(?:19|20)\d\d)\s*h(?P<h>[12])\b", half_of_year),
)
