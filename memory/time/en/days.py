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
    LONG_WEEKDAY,
    PICKED,
    SEASON,
    WEEKDAY,
    Match,
    number,
    picked,
)
from memory.time.festivals import festival, festival_with_weekend
from memory.time.grammar import Meaning, Need, Rule, Shift, Side, rule
from memory.time.offsets import Beside, Length
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


_FINER: Final = {
    ("early", "morning"): "early_morning", ("late", "morning"): "late_morning", ("early", "afternoon"): "early_afternoon",
    ("late", "afternoon"): "late_afternoon", ("early", "evening"): "early_evening", ("late", "evening"): "late_evening",
    ("late", "night"): "late_evening", ("early", "night"): "evening",
}  # fmt: skip


def finer_part(m: Match) -> Meaning:
    """Late last night, early this morning, late yesterday afternoon."""
    day, part = m["day"], m["part"] or "night"
    step = {"last": -1, "yesterday": -1, "tomorrow": 1}.get(day, 0)
    return Nested((of.relative(Unit.DAY, step), day_part(_FINER[m["side"], part])))


def first_thing(_: Match) -> Meaning:
    """First thing tomorrow, first thing on Monday."""
    return day_part("morning")


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


def season_steps(m: Match) -> Meaning:
    """Two summers ago: the one before the last."""
    return of.steps_back(of.season(words.SEASONS[m["season"]], Pick.LAST), 2 if m["n"] == "two" else 3)


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


def season_name(m: Match) -> Meaning:
    return of.season(words.SEASONS[m["season"]], picked(m, Pick.TENSE))


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
    rule(
        "finer_part",
        r"\b(?P<side>early|late)\s+(?:(?P<day>this|yesterday|tomorrow|last)\s+(?P<part>morning|afternoon|evening|night)|tonight)\b",
        finer_part,
    ),
    rule(
        "first_thing",
        r"\bfirst\s+thing(?=\s+(?:on\s+)?(?:tomorrow|today|next\s|this\s|\w+day)\b)",
        first_thing,
        Need.COMPANY,
    ),
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
    rule(
        "season_steps",
        r"\b(?P<n>two|three)\s+(?P<season>spring|summer|autumn|fall|winter)s\s+(?:ago|back)\b",
        season_steps,
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
    rule("season_picked", rf"\b{PICKED}{SEASON}", season_name),
    rule("season", rf"\b(?:the\s+)?{SEASON}(?!-)", season_name, Need.SUPPORT),
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
