"""Chinese rules for parts of the day and clock times."""

import re
from typing import Final

from memory.time.clock import Half, clock, day_part
from memory.time.grammar import Meaning, Need, Rule, rule
from memory.time.ranges import Range
from memory.time.zh import words
from memory.time.zh.patterns import HOUR, MINUTE, Match, number, said


def part_of_day(m: Match) -> Meaning:
    return day_part(words.DAY_PART_WORDS[m["part"]])


def clock_time(m: Match) -> Meaning | None:
    """三点, 8点半, 两点一刻, 14点05分, 两点多."""
    hour = number(m, "h")
    half = Half.FULL if hour > 12 else _half_by_deed(hour, m)
    return clock(hour, _minute(m), half, loose=bool(said(m, "loose")))


_RISING: Final = re.compile(r"(?:多|左右|就|才|准时|整|钟)*(?:起床|起来|起的|吃?早[饭餐]|晨)")
_SLEEPING: Final = re.compile(r"(?:多|左右|就|才|准时|整|钟)*(?:睡|入睡|上床)")


def _half_by_deed(hour: int, m: Match) -> Half:
    """Six is in the morning where one gets up, two in the night where one goes to bed."""
    if 4 <= hour <= 11 and _RISING.match(m.string, m.end()):
        return Half.AM
    if _SLEEPING.match(m.string, m.end()):
        return Half.AM if hour <= 4 else Half.PM if hour < 12 else Half.OPEN
    return Half.OPEN


def _minute(m: Match) -> int | None:
    if said(m, "half"):
        return 30
    if said(m, "quarters"):
        return 15 * number(m, "quarters")
    return number(m, "min") if said(m, "min") else None


def clock_pair(m: Match) -> Meaning | None:
    """八九点: between eight and nine."""
    near, far = clock(number(m, "a")), clock(number(m, "b"))
    return Range(near, far) if near and far and number(m, "b") == number(m, "a") + 1 else None


def clock_short_of(m: Match) -> Meaning | None:
    """差五分八点, 八点差五分, 差一刻九点."""
    missing = 15 if m["q"] else number(m, "min")
    hour = number(m, "h")
    return clock(hour - 1 or 12, 60 - missing) if 0 < missing < 60 and hour > 0 else None


def clock_digits(m: Match) -> Meaning | None:
    hour = int(m["h"])
    return clock(hour, int(m["min"]), Half.FULL if hour > 12 or m["h"].startswith("0") or hour == 0 else Half.OPEN)


def clock_in_english(m: Match) -> Meaning | None:
    """明天9am."""
    return clock(int(m["h"]), int(m["min"]) if m["min"] else None, Half.AM if m["ap"] == "a" else Half.PM)


def midnight(_: Match) -> Meaning | None:
    return clock(0, None, Half.FULL)


# What may follow a bare 三点: something that one does at a time of day. 三点建议, 五点理由 have nothing of it.
_DOING: Final = (
    r"(?=\s*(?:的?(?:会|飞机|航班|火车|高铁|动车|车|票|班|课|闹钟|电影|比赛|面试)|开会|开始|开门|开工|开车|开饭|出发|出门|到达?|见|集合"
    r"|起床?|睡|下班|上班|下课|上课|放学|吃|去|回|来|走|关门|结束|准时|左右|前后|之前|以前|前|之后|以后|过后|才|就|起飞|打烊"
    r"|发车|交|接|送|打|叫|喊|提醒|开|截止|到账|,|。|$))"
)
_BODY: Final = rf"{HOUR}(?:点钟?|时)"
_EXACT: Final = rf"(?:(?P<half>半)(?![价径数票糖])|(?P<quarters>[一三])刻钟?|过?{MINUTE}分?)"
# 给九点五分, 得了八点五: marks, not times.
_NO_MARK: Final = r"(?<![\d.一二三四五六七八九十百第打给得评值有列提出这那几共和])(?<![给得打评拿]了)"

RULES: Final[tuple[Rule, ...]] = (
    rule("part_of_day", rf"(?<![的个])(?P<part>{words.any_of(words.DAY_PART_WORDS)})(?![好安茶])", part_of_day),
    rule(
        "part_of_day",
        rf"(?<=[的个])(?P<part>{words.any_of(words.DAY_PART_WORDS)})(?![好安茶])",
        part_of_day,
        Need.COMPANY,
    ),
    rule(
        "clock",
        rf"{_NO_MARK}{_BODY}(?:{_EXACT})?(?P<loose>多|来钟)?(?:钟|整)?(?![\d]|钟头|钟?方向)",
        clock_time,
        Need.SUPPORT,
    ),
    rule(
        "clock_exact",
        rf"{_NO_MARK}{HOUR}(?:点|时)(?:(?P<half>半)(?![天价径数票糖])|(?P<quarters>[一三])刻|过?{MINUTE}分(?!之|钟)|(?=[钟整多]))"
        r"(?P<loose>多|来钟)?(?:钟|整)?(?!头|钟?方向)",
        clock_time,
    ),
    rule("clock_doing", rf"{_NO_MARK}{_BODY}(?P<half>半)?(?P<loose>多)?{_DOING}", clock_time, certainty=0.9),
    rule(
        "clock_pair",
        r"(?<![\d一二三四五六七八九十第])(?P<a>[一二三四五六七八九])(?P<b>[二三四五六七八九十])点(?:钟|多)?",
        clock_pair,
        Need.SUPPORT,
    ),
    rule(
        "clock_pair",
        rf"(?<![\d一二三四五六七八九十第])(?P<a>[一二三四五六七八九])(?P<b>[二三四五六七八九十])点(?:钟|多钟?|{_DOING})",
        clock_pair,
    ),
    rule("clock_short_of", rf"差(?:{MINUTE}分钟?|(?P<q>一刻))(?:钟?到)?{HOUR}点", clock_short_of),
    rule("clock_short_of", rf"{HOUR}点差(?:{MINUTE}分|(?P<q>一刻))", clock_short_of),
    rule(
        "clock_digits",
        r"(?<![\d:.])(?P<h>[01]?\d|2[0-4]):(?P<min>[0-5]\d)(?::[0-5]\d)?(?![\d:])",
        clock_digits,
        Need.SUPPORT,
    ),
    rule(
        "clock_digits_doing",
        rf"(?<![\d:.])(?P<h>[01]?\d|2[0-4]):(?P<min>[0-5]\d)(?![\d:]){_DOING}",
        clock_digits,
        certainty=0.9,
    ),
    rule(
        "clock_in_english",
        r"(?<![\d:.])(?P<h>1[0-2]|0?[1-9])(?::(?P<min>[0-5]\d))?\s*(?P<ap>[ap])\.?m(?![a-z])\.?",
        clock_in_english,
    ),
    rule(
        "part_of_day",
        r"(?<![\u4e00-\u9fff])(?P<part>[早晚])(?=(?:[五六七八九十]|1?\d)(?:点|:\d\d))|(?<=[到至从周天日号一二三四五六])(?P<part2>[早晚])(?=(?:[五六七八九十]|1?\d)(?:点|:\d\d))",
        lambda m: day_part("morning" if m[0] == "早" else "evening"),
    ),
    rule("part_of_day", r"午夜(?=\s*(?:十二|12)点)", lambda _: day_part("late_evening")),
    rule("midnight", r"午夜|(?<![\d一二三四五六七八九十])零点(?![几一二三四五六七八九\d])", midnight),
)
