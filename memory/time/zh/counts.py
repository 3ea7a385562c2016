"""Chinese rules for counted distances, recurrences, and words that are seen but not resolvable."""

from typing import Final

from memory.model.timespan import OtherKind
from memory.time.calendar import Unit
from memory.time.grammar import Meaning, Other, Rule, Shift, Side, rule
from memory.time.numbers import zh_number
from memory.time.offsets import Length, away, coming, recent
from memory.time.periods import relative
from memory.time.terms import Fixed, Tense
from memory.time.zh import words
from memory.time.zh.patterns import (
    AFTER_EVENT,
    AGO,
    AHEAD,
    COMPOUND,
    DAY,
    LENGTH,
    WEEK,
    Match,
    compound_of,
    length_of,
    number,
    said,
)

_UNRESOLVED: Final = Other(OtherKind.UNRESOLVED)


def counted(m: Match) -> Meaning | None:
    """五日 alone is a day of the month, not a length."""
    return length_of(m) if m["unit"] != "日" else None


def compound(m: Match) -> Meaning | None:
    return compound_of(m)


def compound_away(m: Match) -> Meaning | None:
    length = compound_of(m)
    return length and away(length, -1 if m["ago"] else 1)


def ago(m: Match) -> Meaning | None:
    """三日前 is three days ago, 15日前 before the 15th."""
    if m["unit"] == "日" and m["n"].isdecimal():
        return None
    length = length_of(m)
    return length and Shift(length, Side.BEFORE, away(length, -1))


def ahead(m: Match) -> Meaning | None:
    length = length_of(m)
    return length and Shift(length, Side.AFTER, away(length, 1))


def after_event(m: Match) -> Meaning | None:
    length = length_of(m)
    return length and _UNRESOLVED


def in_length(m: Match) -> Meaning | None:
    """再过三天, 过两周."""
    length = length_of(m)
    return length and away(length, 1, sure=True)


def front_free(m: Match) -> Meaning | None:
    """前两天 at the head of a clause: a few days ago; behind a festival or a day: before that."""
    length = length_of(m)
    if length is None:
        return None
    few = (
        length.vague or length.up_to is not None or (length.count == 2 and length.unit not in (Unit.HOUR, Unit.MINUTE))
    )
    return Shift(length, Side.BEFORE, away(Length(3, length.unit, vague=True), -1) if few else _UNRESOLVED, part=True)


def front_bound(m: Match) -> Meaning | None:
    """考试前三天: counted from an event that we do not know."""
    length = length_of(m)
    return length and Shift(length, Side.BEFORE, _UNRESOLVED, part=True)


def back(m: Match) -> Meaning | None:
    length = length_of(m)
    return length and Shift(length, Side.AFTER, _UNRESOLVED, part=True)


def beside_named(m: Match) -> Meaning:
    """国庆节的次日, 中秋节第二天, 圣诞节前夕."""
    return Shift(Length(1, Unit.DAY), Side.BEFORE if m["before"] else Side.AFTER, _UNRESOLVED)


def few_ago(m: Match) -> Meaning:
    """头两天, 前些天."""
    return away(Length(3, words.UNITS[m["unit"]], vague=True), -1)


def few_ahead(m: Match) -> Meaning:
    """过两天, 过几天."""
    return away(Length(3, words.UNITS[m["unit"]], vague=True), 1)


def recent_few(m: Match) -> Meaning:
    """这几天, 最近几个月."""
    return recent(Length(3, words.UNITS[m["unit"]], vague=True))


def these_few(m: Match) -> Meaning:
    """这两天, 这几天: the last ones; the next ones where the verb looks ahead."""
    length = Length(2 if m["n"] in "两俩" else 3, words.UNITS[m["unit"]], vague=True)
    behind, ahead = recent(length), coming(length)
    return Fixed(behind.rank, lambda cx: (ahead if cx.tense is Tense.FUTURE else behind).resolve(cx))


def last_counted(m: Match) -> Meaning | None:
    """最近三天; but 这一周 is this week, 这一天 a day spoken of before."""
    length = length_of(m)
    if length and m[0].startswith("这") and length == Length(1, length.unit):
        return relative(length.unit, 0) if length.unit in (Unit.WEEK, Unit.MONTH, Unit.YEAR) else _UNRESOLVED
    return length and recent(length)


def next_counted(m: Match) -> Meaning | None:
    length = length_of(m)
    return length and coming(length)


def unresolved(_: Match) -> Meaning:
    return _UNRESOLVED


_BYDAY: Final = ("MO", "TU", "WE", "TH", "FR", "SA", "SU")


def every(m: Match) -> Meaning | None:
    """每天, 每周一, 每月5号, 每两周, 隔天."""
    return Other(OtherKind.RECURRENCE, _rrule(m))


def _rrule(m: Match) -> str:
    if days := said(m, "days"):
        names = [_BYDAY[words.WEEKDAYS[c]] for c in days if c in words.WEEKDAYS]
        return f"FREQ=WEEKLY;BYDAY={','.join(names)}"
    if said(m, "d"):
        return f"FREQ=MONTHLY;BYMONTHDAY={number(m, 'd')}"
    if said(m, "workday"):
        return "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR"
    if said(m, "weekend"):
        return "FREQ=WEEKLY;BYDAY=SA,SU"
    frequency, times = _FREQUENCIES[m["unit"]]
    interval = times * ((zh_number(m["n"]) or 1) if m["n"] else 1) * (2 if m["skip"] else 1)
    return f"FREQ={frequency}" + (f";INTERVAL={interval}" if interval > 1 else "")


_FREQUENCIES: Final = {
    "天": ("DAILY", 1), "日": ("DAILY", 1), "晚": ("DAILY", 1), "早": ("DAILY", 1), "周": ("WEEKLY", 1), "星期": ("WEEKLY", 1),
    "礼拜": ("WEEKLY", 1), "月": ("MONTHLY", 1), "季度": ("MONTHLY", 3), "年": ("YEARLY", 1), "小时": ("HOURLY", 1),
    "分钟": ("MINUTELY", 1), "逢": ("WEEKLY", 1),
}  # fmt: skip
_FEW_UNITS: Final = r"个?(?P<unit>天|日|周|星期|礼拜|月|年)"
_FREE: Final = r"(?:(?<![\u4e00-\u9fff])|(?<=[我你他她们就在从早是]))"

RULES: Final[tuple[Rule, ...]] = (
    rule("after_event", rf"{AFTER_EVENT}{LENGTH}{AHEAD}", after_event),
    rule("ago", rf"{LENGTH}{AGO}", ago),
    rule("ahead", rf"{LENGTH}{AHEAD}", ahead),
    rule("compound_away", rf"{COMPOUND}(?:(?P<ago>{AGO})|{AHEAD})", compound_away),
    rule("compound", COMPOUND, compound),
    rule("in_length", rf"(?:再过|再有|(?<![不超经通走路跳])过){LENGTH}(?:之后|以后|后)?(?!了)", in_length),
    rule("front", rf"{_FREE}前{LENGTH}", front_free),
    rule("front", rf"前{LENGTH}", front_bound),
    rule("back", rf"后{LENGTH}", back),
    rule(
        "beside_named",
        r"的?(?:(?P<before>前夕|前一[天日]|前夜|头天|头一天)|后?(?:次日|第二天)|隔天|转天|后一天|翌日)",
        beside_named,
    ),
    rule("few_ago", rf"(?:头|前)(?:两|几|些|俩){_FEW_UNITS}(?![后])", few_ago),
    rule("few_ago", rf"{_FREE}前(?:阵子|一阵子?|段时间|些日子|段日子)", unresolved),
    rule("few_ahead", rf"(?<![不超经通走])过(?:两|几|些|俩){_FEW_UNITS}", few_ahead),
    rule("these_few", rf"这(?P<n>两|几|些|俩){_FEW_UNITS}(?![前后里来内以])", these_few),
    rule(
        "recent_few",
        rf"(?:(?:最近|近|过去)?这(?:两|几|些|俩)|(?:最近|近|过去)几){_FEW_UNITS}(?:里|来|以来|内)?",
        recent_few,
    ),
    rule("last_counted", rf"(?:最近|近|过去|这|刚过去)的?这?{LENGTH}(?:里|内|以来|来|中)?", last_counted),
    rule("next_counted", rf"(?:未来|接下来|今后|往后|之后)的?{LENGTH}(?:里|内|之内|以内)?", next_counted),
    rule("within", rf"{LENGTH}(?:之内|以内|内)(?!存|部)", next_counted),
    rule("length", LENGTH, counted),
    rule(
        "every",
        rf"(?:每个?|逢){WEEK}的?(?P<days>[一二三四五六日天](?:[、和,到至]?(?:周|星期|礼拜)?[一二三四五六日天])*)",
        every,
    ),
    rule("every", rf"每个?月的?{DAY}[号日]", every),
    rule(
        "every",
        r"(?:每(?P<skip>隔)?|隔)(?P<n>\d+|[一两二三四五六七八九十]+)?个?(?:(?P<workday>工作日)|(?P<weekend>周末)|(?P<unit>天|日|晚|早"
        r"|周|星期|礼拜|月|季度|年|小时|分钟))",
        every,
    ),
    rule("every", r"天天|日日|夜夜|年年", lambda _: Other(OtherKind.RECURRENCE, "FREQ=DAILY")),
    rule(
        "anaphora",
        r"上次|上回|下次|下回|那天|那晚|当晚|那时候?|当时|当天|当年|当月|当日|那年|那一天|有一天|某天|改天|哪天|前阵子|前一阵子?|前段时间|最近|近来|近期|从前"
        r"|第[一二三四五六七八九十\d]+天",
        unresolved,
    ),
)
