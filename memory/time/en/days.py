"""English rules for days, weeks, months, seasons, years and their parts."""

import re
from typing import Final

from memory.model.timespan import Grain
from memory.time import parts
from memory.time import periods as of
from memory.time.calendar import Unit
from memory.time.clock import day_part
from memory.time.en import words
from memory.time.en.patterns import (
    CALENDAR_UNIT,
    DAY,
    DAY2,
    LONG_WEEKDAY,
    MONTH,
    PICKED,
    SEASON,
    TO,
    WEEKDAY,
    YEAR,
    Match,
    number,
    picked,
)
from memory.time.festivals import festival, festival_with_weekend
from memory.time.grammar import Meaning, Need, Rule, Shift, Side, rule
from memory.time.numbers import EN_ORDINAL, year_number
from memory.time.offsets import Beside, Length
from memory.time.ranges import Range
from memory.time.terms import Cyclic, Nested, Pick

_STEPS: Final = {
    "last": -1, "past": -1, "previous": -1, "this past": -1, "this": 0, "current": 0, "next": 1, "coming": 1, "following": 1,
    "this coming": 1, "upcoming": 1,
}  # fmt: skip

_OF: Final = re.compile(r"\s+of\b")

# Days, weeks, months, years from the base


def day_word(m: Match) -> Meaning:
    return of.relative(Unit.DAY, {"today": 0, "yesterday": -1}.get(m["day"], 1))


def day_beyond(m: Match) -> Meaning:
    return of.relative(Unit.DAY, -2 if m["side"] == "before" else 2)


def tonight(_: Match) -> Meaning:
    return Nested((of.relative(Unit.DAY, 0), day_part("night")))


def last_night(_: Match) -> Meaning:
    return Nested((of.relative(Unit.DAY, -1), day_part("night")))


def this_part(m: Match) -> Meaning:
    return Nested((of.relative(Unit.DAY, 0), day_part(words.DAY_PARTS[m["part"]])))


def stepped_unit(m: Match) -> Meaning | None:
    """Last week, this quarter; but `the last week of August` is a part of August."""
    if m["step"] in ("last", "past", "following") and _OF.match(m.string, m.end()):
        return None
    return of.relative(words.UNITS[m["unit"]], _STEPS[" ".join(m["step"].split())])


def unit_beyond(m: Match) -> Meaning:
    """The week before last, the year after next."""
    return of.relative(words.UNITS[m["unit"]], -2 if m["side"].startswith("before") else 2)


def weekday_name(m: Match) -> Meaning:
    return of.weekday(words.WEEKDAYS[m["wd"]], picked(m, Pick.OTHER_DAY))


def weekday_beyond(m: Match) -> Meaning:
    """The Tuesday before last."""
    return of.weekday(words.WEEKDAYS[m["wd"]], Pick.BEFORE_LAST if m["side"].startswith("before") else Pick.AFTER_NEXT)


def weekday_week(m: Match) -> Meaning:
    """Friday week: a week behind the coming Friday."""
    return Beside(Length(1, Unit.WEEK), 1, of.weekday(words.WEEKDAYS[m["wd"]], Pick.NEXT))


def day_week(m: Match) -> Meaning:
    """A week tomorrow, a week today; two weeks ago yesterday: exactly that day."""
    length = Length(number(m, "n") if m["n"] not in ("a", "one") else 1, Unit.WEEK)
    return Beside(
        length, -1 if m["ago"] else 1, of.relative(Unit.DAY, {"today": 0, "tomorrow": 1, "yesterday": -1}[m["day"]])
    )


def weekday_steps(m: Match) -> Meaning:
    """Two Fridays ago, three Mondays from now."""
    count = 2 if m["n"].startswith("a couple") else number(m, "n")
    return of.weekday_steps(words.WEEKDAYS[m["wd"]], -count if m["way"] == "ago" else count)


def weekday_beside(m: Match) -> Meaning:
    """The Monday after | Easter, the weekend before | Christmas."""
    what = of.weekday(words.WEEKDAYS[m["wd"]]) if m["wd"] else of.weekend()
    return Shift(what, Side.BEFORE if m["side"] == "before" else Side.AFTER)


def season_beyond(m: Match) -> Meaning:
    """The summer before last."""
    return of.season(
        words.SEASONS[m["season"]], Pick.BEFORE_LAST if m["side"].startswith("before") else Pick.AFTER_NEXT
    )


def night_beyond(m: Match) -> Meaning:
    """The night before last."""
    return Nested((of.relative(Unit.DAY, -2), day_part(words.DAY_PARTS[m["part"]])))


def weekend_name(m: Match) -> Meaning:
    return of.weekend(picked(m, Pick.TENSE))


def weekend_beyond(m: Match) -> Meaning:
    return of.weekend(Pick.BEFORE_LAST if m["side"].startswith("before") else Pick.AFTER_NEXT)


# Dates


def iso_date(m: Match) -> Meaning | None:
    return of.dated(int(m["y"]), int(m["m"]), int(m["d"]))


def dotted_date(m: Match) -> Meaning | None:
    """05.03.2026: the day first, as it is written where dots are used."""
    return of.dated(int(m["y"]), int(m["m"]), int(m["d"]))


def slash_date(m: Match) -> Meaning | None:
    """3/25, 25/3/2026; where both readings are possible the settings decide."""
    return of.slashed(int(m["a"]), int(m["b"]), m["y"])


def month_and_day(m: Match) -> Meaning | None:
    month, day = words.MONTHS[m["m"]], number(m, "d")
    return of.dated(int(m["y"]), month, day) if m["y"] else of.month_day(month, day)


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


def season_name(m: Match) -> Meaning:
    return of.season(words.SEASONS[m["season"]], picked(m, Pick.TENSE))


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


# Parts


def part_of_frame(m: Match) -> Meaning:
    return parts.PartOfFrame(parts.third({"early": 0, "mid": 1, "late": 2}[m["part"]]))


_EDGES: Final = {
    "beginning": parts.beginning, "start": parts.beginning, "middle": parts.third(1), "end": parts.ending, "close": parts.ending,
    "very end": parts.ending, "very beginning": parts.beginning, "tail end": parts.ending, "turn": parts.beginning,
}  # fmt: skip


def edge_of_frame(m: Match) -> Meaning:
    return parts.PartOfFrame(_EDGES[" ".join(m["edge"].split())])


def half_of_frame(m: Match) -> Meaning:
    return parts.PartOfFrame(parts.halved(1 if m["half"] == "first" else 2), grain=Grain.HALF)


def nth_of_frame(m: Match) -> Meaning:
    """The first Monday of March, the last day of the month, the second week of May."""
    order = words.ORDINALS[m["n"]]
    if m["wd"]:
        return parts.PartOfFrame(parts.nth_weekday_in(words.WEEKDAYS[m["wd"]], order), grain=Grain.DAY)
    match m["unit"]:
        case "day":
            return parts.PartOfFrame(parts.nth_day(order), grain=Grain.DAY)
        case "weekend":
            return parts.PartOfFrame(parts.nth_weekday_in(5, order, 2), grain=Grain.WEEKEND)
        case _:
            return parts.PartOfFrame(parts.nth_week(order), grain=Grain.WEEK)


def containing(m: Match) -> Meaning:
    """The week of March 5."""
    return parts.WeekendOf() if m["unit"] == "weekend" else parts.Containing(words.UNITS[m["unit"]])


def unit_frame(m: Match) -> Meaning:
    """The month, the year behind `the end of`."""
    return of.relative(words.UNITS[m["unit"]], 0)


def year_end(m: Match) -> Meaning:
    return of.year_part(12, 1) if m["unit"] == "year" else of.month_part(parts.ending)


def side_of_base(m: Match) -> Meaning:
    return parts.SideOfBase(earlier=m["side"] == "earlier")


def same_time(_: Match) -> Meaning:
    return parts.SameTime()


def festival_weekend(m: Match) -> Meaning:
    """Easter weekend, Labor Day weekend: the day with the free days beside it."""
    return festival_with_weekend(words.FESTIVALS[" ".join(m["name"].split())], picked(m, Pick.TENSE))


def festival_week(m: Match) -> Meaning:
    """Christmas week: the calendar week that holds the day."""
    return Nested((festival_name(m), parts.Containing(Unit.WEEK)))


def festival_name(m: Match) -> Cyclic:
    day_of = words.FESTIVALS[" ".join(m["name"].split())]
    pick = picked(m, Pick.TENSE)
    return festival(day_of, pick=pick)


_NTH: Final = r"(?P<n>first|second|third|fourth|fifth|last|final|1st|2nd|3rd|4th|5th)"
_FOLLOWS: Final = r"(?=\s+(?:of|in)\b)"
_ONE_STEP: Final = r"(?P<step>this\s+past|this\s+coming|last|past|previous|this|current|next|coming|upcoming)"
RULES: Final[tuple[Rule, ...]] = (
    rule(
        "day_word",
        r"\b(?P<day>today|yesterday|tomorrow|tomorow|tommorow|tmrw|tmr)\b(?!'s\s+(?:world|papers?))",
        day_word,
    ),
    rule("day_beyond", r"\b(?:the\s+)?day\s+(?P<side>before|after)\s+(?:yesterday|tomorrow)\b", day_beyond),
    rule("tonight", r"\b(?:tonight|tonite|this\s+night)\b", tonight),
    rule("last_night", r"\b(?:last|yesterday)\s+night\b", last_night),
    rule("this_part", r"\bthis\s+(?P<part>morning|afternoon|evening)\b", this_part),
    rule("stepped_unit", rf"\b(?:the\s+)?{_ONE_STEP}\s+{CALENDAR_UNIT}", stepped_unit),
    rule("unit_beyond", rf"\b(?:the\s+)?{CALENDAR_UNIT}\s+(?P<side>before\s+last|after\s+next)\b", unit_beyond),
    rule("weekday", rf"\b{LONG_WEEKDAY}(?!-)", weekday_name),
    rule("weekday_short", rf"(?<!the )\b{WEEKDAY}", weekday_name, Need.SUPPORT),
    rule(
        "weekday_steps",
        r"\b(?P<n>a\s+couple\s+of|two|three|four|five|six|[2-9])\s+(?P<wd>(?:mon|tues|wednes|thurs|fri|satur"
        r"|sun)day)s\s+(?P<way>ago|from\s+(?:now|today))\b",
        weekday_steps,
    ),
    rule(
        "weekday_beside",
        rf"\b(?:the\s+)?(?:{LONG_WEEKDAY}|weekend)\s+(?P<side>before|after)\b(?!\s+(?:last|next)\b)",
        weekday_beside,
    ),
    rule("season_beyond", rf"\b(?:the\s+)?{SEASON}\s+(?P<side>before\s+last|after\s+next)\b", season_beyond),
    rule("night_beyond", r"\b(?:the\s+)?(?P<part>night|evening|morning|afternoon)\s+before\s+last\b", night_beyond),
    rule(
        "weekday_picked",
        rf"\b{PICKED}{WEEKDAY}(?!\s+(?:of|in)\s+(?:the\s+|this\s+|last\s+|next\s+)?(?:month|year|quarter|\d"
        rf"|(?:{words.any_of(words.MONTHS)})\b))",
        weekday_name,
    ),
    rule("weekday_beyond", rf"\b(?:the\s+)?{WEEKDAY}\s+(?P<side>before\s+last|after\s+next)\b", weekday_beyond),
    rule("weekday_week", rf"\b{LONG_WEEKDAY}\s+week\b", weekday_week),
    rule(
        "day_week",
        r"\b(?P<n>a|one|two|three|four)\s+weeks?\s+(?P<ago>ago\s+)?(?P<day>today|tomorrow|yesterday)\b",
        day_week,
    ),
    rule("weekend_picked", rf"\b{PICKED}weekend\b(?!\s+of\s+(?!the\b))", weekend_name),
    rule("weekend", r"\b(?:the\s+)?weekend\b(?!\s+(?:warrior|edition|of\s+(?!the\b)))", weekend_name, Need.SUPPORT),
    rule("weekend_beyond", r"\b(?:the\s+)?weekend\s+(?P<side>before\s+last|after\s+next)\b", weekend_beyond),
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
    rule("season_picked", rf"\b{PICKED}{SEASON}", season_name),
    rule("season", rf"\b(?:the\s+)?{SEASON}(?!-)", season_name, Need.SUPPORT),
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
    rule("half_of", r"\b(?:the\s+)?(?P<half>first|second)\s+half\b(?=\s+of)", half_of_frame, Need.COMPANY),
    rule("part_of", r"\b(?P<part>early|mid|late)(?:-|\s+)(?:in\s+)?(?=\w)", part_of_frame, Need.COMPANY),
    rule(
        "edge_of",
        r"\b(?:the\s+)?(?P<edge>very\s+end|very\s+beginning|tail\s+end|beginning|start|middle|end|close|turn)"
        r"\b(?=\s+of)",
        edge_of_frame,
        Need.COMPANY,
    ),
    rule(
        "nth_of",
        rf"\b(?:the\s+)?{_NTH}\s+(?:(?P<unit>day|week|weekend)|{LONG_WEEKDAY})\b{_FOLLOWS}",
        nth_of_frame,
        Need.COMPANY,
    ),
    rule("containing", r"\bthe\s+(?P<unit>week|month|weekend)(?=\s+of\s+(?!the\b))", containing, Need.COMPANY),
    rule(
        "unit_frame",
        r"\b(?:the|this)\s+(?P<unit>week|month|quarter|year)\b(?!-|\s+(?:before|after|end\b))",
        unit_frame,
        Need.COMPANY,
    ),
    rule("year_end", r"\b(?:the\s+)?(?P<unit>year|month)[-\s]end\b", year_end, Need.SUPPORT),
    rule(
        "side_of_base",
        r"\b(?P<side>earlier|later)(?=\s+(?:today|tonight|this|in\s+the))(?:\s+in)?|\b(?:for\s+)?the\s+(?:rest"
        r"|remainder)(?=\s+of\s+(?:the|this|today))",
        side_of_base,
        Need.COMPANY,
    ),
    rule(
        "same_time",
        r"\b(?:around\s+|about\s+)?(?:this|(?:the\s+)?same)\s+(?:time|day)\b(?=\s+(?:last|next|tomorrow"
        r"|yesterday))",
        same_time,
        Need.COMPANY,
    ),
    rule(
        "festival_weekend", rf"\b(?:{PICKED})?(?P<name>{words.any_of(words.FESTIVALS)})\s+weekend\b", festival_weekend
    ),
    rule("festival_week", rf"\b(?:{PICKED})?(?P<name>{words.any_of(words.FESTIVALS)})\s+week\b", festival_week),
    rule(
        "festival",
        rf"\b(?:{PICKED})?(?P<name>{words.any_of(words.FESTIVALS)})(?!'s|\w)(?!\s+(?:tree|card|cards|carol"
        r"|present|presents|gift|gifts|song|songs|party\s+dress|cake|bunny|egg|eggs|island|jumper|lights"
        r"|pudding))",
        festival_name,
    ),
)
