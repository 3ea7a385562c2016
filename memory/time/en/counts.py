"""English rules for counted distances, recurrences, and words that are seen but not resolvable."""

from datetime import timedelta
from typing import Final

from memory.model.timespan import OtherKind
from memory.time.calendar import Unit
from memory.time.en import words
from memory.time.en.patterns import COMPOUND, LENGTH, LONG_WEEKDAY, Match, compound_of, length_of
from memory.time.grammar import Meaning, Other, Rule, Shift, Side, rule
from memory.time.numbers import EN_NUMBER, en_number
from memory.time.offsets import Length, away, coming, moved, recent
from memory.time.periods import RANK_OF
from memory.time.terms import Fixed, Rank

_UNRESOLVED: Final = Other(OtherKind.UNRESOLVED)


def counted(m: Match) -> Meaning | None:
    """A bare `the day` is no length."""
    return length_of(m) if m["n"] != "the" else None


def ago(m: Match) -> Meaning | None:
    length = length_of(m)
    return length and away(length, -1)


def ago_today(m: Match) -> Meaning | None:
    """A year ago today, three years ago this month: exactly that day, that unit."""
    length = length_of(m)
    if length is None or length.vague or length.unit in (Unit.HOUR, Unit.MINUTE) or not m["day"]:
        return None
    sign = -1 if " ago " in " ".join(m[0].split()) else 1
    if m["day"].startswith("this"):
        unit = Unit(m["day"].split()[1])
        return Fixed(RANK_OF[unit], lambda cx: cx.unit(moved(cx.today, length, sign), unit, 0.9))
    step = {"today": 0, "yesterday": -1, "tomorrow": 1}[m["day"]]
    return Fixed(Rank.DAY, lambda cx: cx.day(moved(cx.today + timedelta(days=step), length, sign)))


def or_two(m: Match) -> Meaning:
    """A year or two ago, in a week or so."""
    word = m["unit"]
    length = Length(1, words.UNITS[word], up_to=2) if m["more"] == "two" else Length(1, words.UNITS[word], rough=True)
    return away(length, -1 if m["ago"] else 1)


def ahead(m: Match) -> Meaning | None:
    length = length_of(m)
    return length and away(length, 1)


def compound(m: Match) -> Meaning | None:
    return compound_of(m)


def compound_ago(m: Match) -> Meaning | None:
    length = compound_of(m)
    return length and away(length, -1)


def compound_ahead(m: Match) -> Meaning | None:
    length = compound_of(m)
    return length and away(length, 1)


def last_counted(m: Match) -> Meaning | None:
    length = length_of(m)
    return length and recent(length)


def next_counted(m: Match) -> Meaning | None:
    length = length_of(m)
    return length and coming(length)


def last_one(m: Match) -> Meaning:
    """Over the past year, in the last month (not: last month): a rolling unit, up to the base."""
    return recent(Length(1, words.UNITS[m["unit"]]))


def next_one(m: Match) -> Meaning:
    return coming(Length(1, words.UNITS[m["unit"]]))


def beside(m: Match) -> Meaning | None:
    """Two weeks before | Christmas."""
    length = length_of(m)
    side = Side.BEFORE if m["side"].startswith(("before", "prior", "ahead")) else Side.AFTER
    return length and Shift(length, side, whole=m["n"] in ("the", "that"))


def eve(_: Match) -> Meaning:
    return Shift(Length(1, Unit.DAY), Side.BEFORE)


def unresolved(_: Match) -> Meaning:
    return _UNRESOLVED


def the_other_day(_: Match) -> Meaning:
    return away(Length(3, Unit.DAY, vague=True), -1)


_FREQUENCIES: Final = {
    "day": ("DAILY", 1), "morning": ("DAILY", 1), "afternoon": ("DAILY", 1), "evening": ("DAILY", 1), "night": ("DAILY", 1),
    "week": ("WEEKLY", 1), "fortnight": ("WEEKLY", 2), "month": ("MONTHLY", 1), "quarter": ("MONTHLY", 3), "year": ("YEARLY", 1),
    "hour": ("HOURLY", 1), "minute": ("MINUTELY", 1),
}  # fmt: skip
_ADVERBS: Final = {
    "daily": "FREQ=DAILY", "weekly": "FREQ=WEEKLY", "biweekly": "FREQ=WEEKLY;INTERVAL=2", "fortnightly": "FREQ=WEEKLY;INTERVAL=2",
    "monthly": "FREQ=MONTHLY", "quarterly": "FREQ=MONTHLY;INTERVAL=3", "yearly": "FREQ=YEARLY", "annually": "FREQ=YEARLY",
    "hourly": "FREQ=HOURLY",
}  # fmt: skip


def every_unit(m: Match) -> Meaning | None:
    frequency, times = _FREQUENCIES[m["unit"].removesuffix("s")]
    step = m["n"]
    count = 2 if step in ("other", "second") else (en_number(step) or 1) if step else 1
    interval = times * count
    return Other(OtherKind.RECURRENCE, f"FREQ={frequency}" + (f";INTERVAL={interval}" if interval > 1 else ""))


def times_per(m: Match) -> Meaning:
    """Once a week, twice a month."""
    frequency, times = _FREQUENCIES[m["unit"]]
    return Other(OtherKind.RECURRENCE, f"FREQ={frequency}" + (f";INTERVAL={times}" if times > 1 else ""))


def every_weekday(m: Match) -> Meaning:
    day = ("MO", "TU", "WE", "TH", "FR", "SA", "SU")[words.WEEKDAYS[m["wd"].removesuffix("s")]]
    twice = ";INTERVAL=2" if m.groupdict().get("n") else ""
    return Other(OtherKind.RECURRENCE, f"FREQ=WEEKLY{twice};BYDAY={day}")


def every_working_day(_: Match) -> Meaning:
    return Other(OtherKind.RECURRENCE, "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR")


def every_weekend(_: Match) -> Meaning:
    return Other(OtherKind.RECURRENCE, "FREQ=WEEKLY;BYDAY=SA,SU")


def adverb(m: Match) -> Meaning:
    return Other(OtherKind.RECURRENCE, _ADVERBS[m["adverb"]])


_ROLLING: Final = r"(?:in|over|during|for|within|throughout)\s+the\s+(?:last|past)\s+"
_ONE_OR_TWO: Final = r"(?:an?|one)\s+(?P<unit>minute|hour|day|week|month|year)\s+or\s+(?P<more>two|so)"
RULES: Final[tuple[Rule, ...]] = (
    rule("or_two", rf"\b{_ONE_OR_TWO}\s+(?P<ago>ago|back)\b", or_two),
    rule("or_two", rf"\bin\s+{_ONE_OR_TWO}\b(?P<ago>\bnever\b)?", or_two),
    rule(
        "ago_today",
        rf"\b{LENGTH}\s+(?:ago|from)\s+(?P<day>today|yesterday|tomorrow|this\s+(?:week|month))\b",
        ago_today,
    ),
    rule("ago", rf"\b{LENGTH}\s+(?:ago|back)\b", ago),
    rule(
        "ahead",
        rf"\bin\s+{LENGTH}(?:'s?\s+time|'?\s+time)?(?!\s+(?:of|ago|before|after|each|every|per|a\s+(?:day|week"
        r"|month|year))\b)",
        ahead,
    ),
    rule("ahead", rf"\b{LENGTH}\s+(?:from\s+now|hence)\b", ahead),
    rule("compound_ago", rf"\b{COMPOUND}\s+(?:ago|back)\b", compound_ago),
    rule("compound_ahead", rf"\bin\s+{COMPOUND}", compound_ahead),
    rule("compound", rf"\b{COMPOUND}", compound),
    rule(
        "last_counted",
        r"\b(?:(?:in|over|during|for|within|throughout)\s+)?(?:(?:the|these)\s+)?(?:last|past|previous)"
        rf"\s+{LENGTH}",
        last_counted,
    ),
    rule("last_one", rf"\b{_ROLLING}(?P<unit>hour|day|week|month|quarter|year|decade)\b(?!\s+of\b)", last_one),
    rule(
        "next_one",
        r"\b(?:in|over|during|for|within|throughout)\s+the\s+(?:next|coming)\s+(?P<unit>hour|day|week|month"
        r"|quarter|year|decade)\b",
        next_one,
    ),
    rule(
        "next_counted",
        rf"\b(?:(?:in|over|during|for|within|throughout)\s+)?(?:the\s+)?(?:next|coming|following)\s+{LENGTH}",
        next_counted,
    ),
    rule("within", rf"\bwithin\s+{LENGTH}(?!\s+of\b)", next_counted),
    rule("beside", rf"\b{LENGTH}\s+(?P<side>before|after|prior\s+to|from|following|ahead\s+of)\b(?!\s+last)", beside),
    rule("eve", r"\b(?:on\s+)?the\s+eve\s+of\b", eve),
    rule("later", rf"\b{LENGTH}\s+(?:later|earlier|afterwards?|beforehand)\b", unresolved),
    rule("length", rf"\b{LENGTH}", counted),
    rule(
        "every",
        r"\b(?:every|each|per)\s+(?:(?P<n>other|second|two|three|four|five|six|\d{1,2})\s+)?(?P<unit>minutes?"
        r"|hours?|days?|mornings?|afternoons?|evenings?|nights?|weeks?|fortnight|months?|quarters?|years?)\b",
        every_unit,
    ),
    rule("every", rf"\b(?:every|each)\s+(?:(?P<n>other|second)\s+)?{LONG_WEEKDAY}", every_weekday),
    rule(
        "every",
        r"\b(?:on\s+)?(?P<wd>mondays|tuesdays|wednesdays|thursdays|fridays|saturdays|sundays)\b",
        every_weekday,
    ),
    rule(
        "every",
        r"\b(?:every|each)\s+(?:weekday|working\s+day|business\s+day|workday)\b|\b(?:on\s+)?weekdays\b",
        every_working_day,
    ),
    rule("every", r"\b(?:every|each)\s+weekend\b|\b(?:on\s+|at\s+)?weekends\b", every_weekend),
    rule(
        "every",
        rf"\b(?:once|twice|(?:{EN_NUMBER}|several|many|few|couple)\s+times)\s+(?:an?|per|each|every)\s+(?P<unit>hour|day|night|week|month|quarter"
        r"|year)\b",
        times_per,
    ),
    rule("every", rf"\b(?P<adverb>{words.any_of(_ADVERBS)})\b", adverb),
    rule("the_other_day", r"\bthe\s+other\s+(?:day|night|evening|morning)\b", the_other_day),
    rule(
        "anaphora",
        r"\b(?:(?:the\s+)?last\s+time|next\s+time|that\s+(?:day|night|morning|afternoon|evening|week|month"
        r"|year|time)|some\s*time\s+ago|(?:(?:some|many)\s+)?(?:days|weeks|months|years)\s+(?:ago|back)"
        r"|(?:quite\s+)?a\s+(?:long\s+)?while\s+(?:ago|back)|(?:a\s+)?long\s+(?:time\s+)?ago|ages\s+ago"
        r"|one\s+day|some\s*day|back\s+then|(?:the\s+(?:following|previous)|that)\s+(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|weekend|spring|summer|autumn|fall|winter|quarter)|recently|lately|the\s+(?:next|following|previous)\s+(?:day"
        r"|morning|week|month|year))\b",
        unresolved,
    ),
)
