"""The rules of Chinese: each a name, a pattern and what it means."""

import re
from typing import Final

from memory.model.timespan import OtherKind
from memory.time.calendar import Unit
from memory.time.clock import Half, clock, day_part
from memory.time.grammar import Meaning, Other, Rule, Shift, Side, compiled
from memory.time.numbers import ZH_NUMBER, year_number, zh_number
from memory.time.offsets import Length, away, coming, recent
from memory.time.periods import (
    PartOfFrame,
    beginning,
    dated,
    day_of_month,
    ending,
    half,
    halved,
    in_month,
    in_year,
    month,
    month_day,
    month_part,
    quarter,
    relative,
    season,
    third,
    weekday,
    weekday_of_week,
    weekend,
    weekend_of_week,
    year_part,
)
from memory.time.terms import Nested, Pick
from memory.time.zh import words

Match = re.Match[str]
N: Final = ZH_NUMBER
# 一 to 六 behind 周 may open another word (上周一共, 上周五个人): then the weekday is not meant.
_NO_WEEKDAY: Final = r"(?![个次位件]|(?<=一)(?:共|直|边|样|定|切|些|同|向|旦|并|律|天天)|(?<=一)下(?!午)|(?<=日)[本常语程报志])"
_WEEKDAY: Final = rf"(?P<wd>[一二三四五六日天]){_NO_WEEKDAY}"
_STEP: Final = r"(?P<step>上上上|上上|上|这|本|此|下下下|下下|下)"


def _any(table: object) -> str:
    assert isinstance(table, dict)
    return "|".join(sorted((re.escape(str(word)) for word in table), key=len, reverse=True))


def _int(match: Match, group: str) -> int:
    value = zh_number(match[group])
    return -1 if value is None else value


# Days, weeks, months, years from the base


def day_word(m: Match) -> Meaning:
    return relative(Unit.DAY, words.DAYS[m["day"]])


def day_with_part(m: Match) -> Meaning:
    """今早, 昨晚, 明晚: the day and its part in two characters."""
    count = {"今": 0, "当": 0, "昨": -1, "明": 1, "前": -2, "后": 2}[m["day"]]
    return Nested((relative(Unit.DAY, count), day_part(words.SHORT_PARTS[m["part"]])))


def year_word(m: Match) -> Meaning:
    return relative(Unit.YEAR, words.YEARS[m["year"]])


def stepped_unit(m: Match) -> Meaning:
    """上周, 下下个月, 本季度."""
    return relative(words.UNITS[m["unit"]], words.STEPS[m["step"]])


def stepped_weekday(m: Match) -> Meaning:
    return weekday_of_week(words.WEEKDAYS[m["wd"]], words.STEPS[m["step"]])


def stepped_weekend(m: Match) -> Meaning:
    return weekend_of_week(words.STEPS[m["step"]])


def bare_weekday(m: Match) -> Meaning:
    return weekday(words.WEEKDAYS[m["wd"]])


# Dates


def full_date(m: Match) -> Meaning | None:
    year = year_number(m["y"], _int(m, "y"))
    return dated(year, _int(m, "m"), _int(m, "d"))


def year_month(m: Match) -> Meaning | None:
    return in_month(year_number(m["y"], _int(m, "y")), _int(m, "m"))


def year_said(m: Match) -> Meaning | None:
    if len(m["y"]) not in (2, 4):
        return None
    return in_year(year_number(m["y"], _int(m, "y")))


def minguo(m: Match) -> Meaning | None:
    return in_year(1911 + (1 if m["y"] == "元" else _int(m, "y")))


def month_and_day(m: Match) -> Meaning | None:
    return month_day(_int(m, "m"), _int(m, "d"))


def month_name(m: Match) -> Meaning | None:
    return month(_int(m, "m"))


def day_number(m: Match) -> Meaning | None:
    return day_of_month(_int(m, "d"))


# Parts of months and years


def part_of_month(m: Match) -> Meaning:
    return month_part(third(words.PARTS_OF_MONTH[m["part"]]))


def edge_of_month(m: Match) -> Meaning:
    return month_part({"初": beginning, "头": beginning, "中": third(1), "底": ending, "末": ending, "尾": ending}[m["edge"]])


def edge_of_year(m: Match) -> Meaning:
    return year_part(*{"初": (1, 1), "头": (1, 1), "中": (6, 2), "底": (12, 1), "末": (12, 1), "尾": (12, 1)}[m["edge"]])


def edge_of_frame(m: Match) -> Meaning:
    """去年底, 5月初, 三季度末: of the period said just before."""
    return PartOfFrame({"初": beginning, "中": third(1), "底": ending, "末": ending}[m["edge"]])


def part_of_frame(m: Match) -> Meaning:
    return PartOfFrame(third({"早": 0, "前": 0, "中": 1, "后": 2, "晚": 2}[m["part"]]))


def half_year(m: Match) -> Meaning:
    return half(1 if m["half"] in "上前" else 2)


def half_month(m: Match) -> Meaning:
    return month_part(halved(1 if m["half"] in "上前" else 2))


def season_name(m: Match) -> Meaning:
    return season(words.SEASONS[m["season"]])


def quarter_name(m: Match) -> Meaning | None:
    return quarter(_int(m, "q" if m["q"] else "q2"))


# Clock


def part_of_day(m: Match) -> Meaning:
    return day_part(words.DAY_PART_WORDS[m["part"]])


def clock_time(m: Match) -> Meaning | None:
    """三点, 8点半, 两点一刻, 14点05分, 两点多."""
    hour = _int(m, "h")
    minute = _minute(m)
    return clock(hour, minute, Half.FULL if hour > 12 else Half.OPEN, loose=bool(m["loose"]))


def _minute(m: Match) -> int | None:
    if m["half"]:
        return 30
    if m["quarters"]:
        return 15 * _int(m, "quarters")
    return _int(m, "min") if m["min"] else None


def clock_digits(m: Match) -> Meaning | None:
    hour, minute = int(m["h"]), int(m["min"])
    return clock(hour, minute, Half.FULL if hour > 12 or len(m["h"]) == 2 else Half.OPEN)


def noon(_: Match) -> Meaning | None:
    return clock(12, None, Half.FULL)


def midnight(_: Match) -> Meaning | None:
    return clock(0, None, Half.FULL)


# Counted distances


def length_of(m: Match) -> Length | None:
    """三天, 一个半月, 半小时, 两周半, 几天."""
    unit = words.UNITS[m["unit"]]
    rough, working = bool(m["rough"]) or bool(m["more"]), m["unit"] == "工作日"
    if unit is Unit.DECADE:
        return None
    if m["n"] in ("几", "数", "好几", "若干"):
        return Length(3, unit, vague=True, rough=True)
    if m["n"] == "半":
        return Length(0.5, unit, rough=rough)
    count = zh_number(m["n"])
    if count is None or count == 0 or count > 9999:
        return None
    return Length(count + (0.5 if m["and_half"] or m["half_after"] else 0), unit, rough=rough, working=working)


def counted(m: Match) -> Meaning | None:
    return length_of(m)


def ago(m: Match) -> Meaning | None:
    length = length_of(m)
    return length and Shift(length, Side.BEFORE, away(length, -1))


def ahead(m: Match) -> Meaning | None:
    length = length_of(m)
    return length and Shift(length, Side.AFTER, away(length, 1))


def front(m: Match) -> Meaning | None:
    """前两天: before what stands to the left, else the last few days."""
    length = length_of(m)
    if length is None:
        return None
    few = length.vague or (length.unit is Unit.DAY and length.count == 2)
    otherwise = away(Length(2, length.unit, vague=True), -1) if few else recent(length)
    return Shift(length, Side.BEFORE, otherwise)


def recent_few(m: Match) -> Meaning | None:
    """头两天, 前些天, 这几天."""
    return away(Length(3, words.UNITS[m["unit"]], vague=True), -1)


def back(m: Match) -> Meaning | None:
    length = length_of(m)
    return length and Shift(length, Side.AFTER, Other(OtherKind.UNRESOLVED))


def last_counted(m: Match) -> Meaning | None:
    length = length_of(m)
    return length and recent(length)


def next_counted(m: Match) -> Meaning | None:
    length = length_of(m)
    return length and coming(length)


def unresolved(_: Match) -> Meaning:
    return Other(OtherKind.UNRESOLVED)


_UNIT_WORD: Final = r"(?P<unit>分钟|小时|钟头|工作日|天|日|周|星期|礼拜|月|季度|年)"
_LENGTH: Final = (
    r"(?P<rough>大约|大概|约|差不多|将近|近|快)?(?P<n>好几|几|数|若干|半|" + N + r")(?P<more>多|来)?个?(?P<and_half>半)?(?:多)?"
    + _UNIT_WORD + r"(?P<half_after>半)?(?:时间|的时间)?"
)  # fmt: skip
_AGO: Final = r"(?:之前|以前|前)(?![后台端面往])"
_AHEAD: Final = r"(?:之后|以后|过后|后)(?![来面端台悔])"
_Y: Final = r"(?P<y>\d{4}|[一二][零〇○一二三四五六七八九]{3}|\d{2})"
_M: Final = r"(?P<m>1[0-2]|0?[1-9]|十[一二]?|[一二三四五六七八九])"
_D: Final = r"(?P<d>3[01]|[12]\d|0?[1-9]|三十一?|二十[一二三四五六七八九]?|十[一二三四五六七八九]?|[一二三四五六七八九]|廿[一二三四五六七八九]?)"
_NO_HOUSE: Final = r"(?![楼线机门店院馆厅桌球位房车选厂仓库井码令召称])"
_MIN: Final = r"(?P<min>[0-5]?\d|[零〇]?[一二三四五六七八九]|[二三四五]?十[一二三四五六七八九]?)"
_HOUR: Final = r"(?P<h>2[0-4]|1\d|0?\d|二十[一二三四]?|十[一二三四五六七八九]?|[零一二两三四五六七八九])"

RULES: Final[tuple[Rule, ...]] = (
    compiled("day_word", rf"(?P<day>{_any(words.DAYS)})(?:个)?", day_word),
    compiled("day_with_part", r"(?P<day>今|昨|明|当)(?P<part>早|晚|夜|晨|午)(?:上|间)?(?!餐|饭)", day_with_part),
    compiled("year_word", rf"(?P<year>{_any(words.YEARS)})", year_word),
    compiled("stepped_unit", rf"{_STEP}一?个?(?P<unit>周|星期|礼拜|月|季度)(?!期|刊|边|围|[到亮球饼经])", stepped_unit),
    compiled("stepped_weekday", rf"{_STEP}一?个?(?:周|星期|礼拜){_WEEKDAY}", stepped_weekday),
    compiled("stepped_weekend", rf"{_STEP}一?个?周末", stepped_weekend),
    compiled("weekday", rf"(?:周|星期|礼拜){_WEEKDAY}", bare_weekday),
    compiled("weekend", r"周末", lambda _: weekend()),
    compiled("full_date", rf"{_Y}年{_M}月{_D}[日号]", full_date),
    compiled("full_date", r"(?<![\d.])(?P<y>\d{4})(?P<sep>[-/.])(?P<m>\d{1,2})(?P=sep)(?P<d>\d{1,2})(?![\d.])", full_date),
    compiled("year_month", rf"{_Y}年{_M}月份?", year_month),
    compiled("year", rf"{_Y}年(?!级|代|前|后|以|之|来|多|间|轻|级|限|薪)", year_said),
    compiled("minguo_year", r"民国(?P<y>元|\d{1,3}|[一二三四五六七八九十百零]{1,5})年", minguo),
    compiled("month_day", rf"{_M}月{_D}[日号]?{_NO_HOUSE}", month_and_day),
    compiled("month_day_slash", rf"(?<![\d/.])(?P<m>1[0-2]|0?[1-9])/(?P<d>3[01]|[12]\d|0?[1-9])(?![\d/.%]|(?:日|号)?[杯分次])", month_and_day),
    compiled("month", rf"(?<!个){_M}月份?(?!亮|球|饼|经)", month_name),
    compiled("day_number", rf"(?<![\d第]){_D}号{_NO_HOUSE}", day_number),
    compiled("day_number", rf"(?<![\d第月]){_D}日(?!本|常|子|语|志|程)", day_number, weak=True),
    compiled("month_part", r"(?P<part>[上中下]旬)", part_of_month),
    compiled("month_edge", r"月(?P<edge>[初头中底末尾])", edge_of_month),
    compiled("year_edge", r"年(?P<edge>[初头中底末尾])", edge_of_year),
    compiled("edge", r"(?<=[月周度年])(?P<edge>[初中底末])(?!学|国|心|间|级)", edge_of_frame, weak=True),
    compiled("half_year", r"(?P<half>[上下前后])半年", half_year),
    compiled("half_month", r"(?P<half>[上下前后])半个?月", half_month),
    compiled("season", r"(?P<season>[春夏秋冬])(?:天|季)", season_name),
    compiled("quarter", r"第?(?P<q>[一二三四1-4])季度|(?<![a-z])q(?P<q2>[1-4])(?![a-z\d])", quarter_name),
    compiled("part_of_day", rf"(?P<part>{_any(words.DAY_PART_WORDS)})(?:的)?(?!好)", part_of_day),
    compiled(
        "clock", rf"(?<![\d.第]){_HOUR}(?:点|时)(?:(?P<half>半)|(?P<quarters>[一三])刻|{_MIN}分?)?(?P<loose>多)?(?:钟|整)?(?![\d])", clock_time, weak=True,
    ),
    compiled("clock_digits", r"(?<![\d:.])(?P<h>[01]?\d|2[0-4]):(?P<min>[0-5]\d)(?::[0-5]\d)?(?![\d:])", clock_digits, weak=True),
    compiled("midnight", r"午夜|零点", midnight),
    compiled("ago", rf"{_LENGTH}{_AGO}", ago),
    compiled("ahead", rf"(?:再过|过)?{_LENGTH}{_AHEAD}", ahead),
    compiled("front", rf"前{_LENGTH}", front),
    compiled("back", rf"后{_LENGTH}", back),
    compiled("recent_few", r"(?:头|前|这)(?:两|几|些|俩)个?(?P<unit>天|日|周|星期|礼拜|月|年)", recent_few),
    compiled("last_counted", rf"(?:最近|近|过去|这|刚过去)的?这?{_LENGTH}(?:里|内|以来|来|中)?", last_counted),
    compiled("next_counted", rf"(?:未来|接下来|今后|往后|之后)的?{_LENGTH}(?:里|内|之内|以内)?", next_counted),
    compiled("within", rf"{_LENGTH}(?:之内|以内)", next_counted),
    compiled("length", _LENGTH, counted),
    compiled("anaphora", r"上次|上回|下次|下回|那天|那时候?|当时|当天|那年|那一天|有一天|某天|改天|前一阵子?|前段时间|最近|近来|近期|以前|从前|第[一二三四五六七八九十\d]+天", unresolved),
)  # fmt: skip
