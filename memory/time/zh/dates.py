"""Chinese rules for written dates: years, months, days of the month, of both calendars."""

from typing import Final

from memory.time import periods as of
from memory.time.festivals import before_first_of, festival, lunar
from memory.time.grammar import Meaning, Need, Rule, rule
from memory.time.numbers import ISO_WEEK, year_number, zh_number
from memory.time.ranges import Range
from memory.time.zh.patterns import (
    DAY,
    MONTH,
    NO_HOUSE,
    NUMERAL,
    YEAR,
    Match,
    number,
)


def iso_week(m: Match) -> Meaning | None:
    """2026-W10, 2026-W10-3."""
    return of.iso_week(int(m["y"]), int(m["w"]), int(m["wd"]) if m["wd"] else None)


def full_date(m: Match) -> Meaning | None:
    return of.dated(year_number(m["y"], number(m, "y")), number(m, "m"), number(m, "d"))


def year_month(m: Match) -> Meaning | None:
    return of.in_month(year_number(m["y"], number(m, "y")), number(m, "m"))


def year_said(m: Match) -> Meaning | None:
    return of.in_year(year_number(m["y"], number(m, "y")))


def minguo_year(m: Match) -> Meaning | None:
    """Years of the Republic: 民國114年 is 2025."""
    return of.in_year(1911 + (1 if m["y"] == "元" else number(m, "y")))


def decade(m: Match) -> Meaning | None:
    """90年代, 二十世纪八十年代, 2010年代."""
    value = zh_number(m["y"])
    if value is None or value % 10:
        return None
    if value > 100:
        return of.in_decade(value)
    century = {"上": 1900, "本": 2000}.get(m["c"][0]) if m["c"] else None
    if century is None:
        century = 100 * (number(m, "cn") - 1) if m["cn"] else (1900 if value >= 40 else 2000)
    return of.in_decade(century + value) if 1 <= century + value < 9900 else None


def month_and_day(m: Match) -> Meaning | None:
    """二月二, without 日, is a day of the old calendar or no date at all."""
    if not m["said"] and m["d"] in "一二三四五六七八九":
        return None
    return of.month_day(number(m, "m"), number(m, "d"))


def month_slash_day(m: Match) -> Meaning | None:
    return of.month_day(number(m, "m"), number(m, "d"))


def month_name(m: Match) -> Meaning | None:
    return of.month(number(m, "m"))


def day_number(m: Match) -> Meaning | None:
    return of.day_of_month(number(m, "d"))


_LUNAR_MONTHS: Final = {"正": 1, "冬": 11, "腊": 12}


def lunar_date(m: Match) -> Meaning | None:
    """农历八月十五, 正月初一, 腊月二十三."""
    month = _LUNAR_MONTHS.get(m["lm"]) or zh_number(m["lm"])
    day = zh_number(m["ld"].removeprefix("初"))
    if month is None or day is None or not (1 <= month <= 12 and 1 <= day <= 30):
        return None
    if month == 12 and day == 30:  # the last day of the old year, which has 29 days as often
        return festival(before_first_of(lunar(1, 1)))
    return festival(lunar(month, day))


def quarter_name(m: Match) -> Meaning | None:
    return of.quarter(number(m, "q" if m["q"] else "q2"))


def month_pair(m: Match) -> Meaning | None:
    """七八月: from July to August."""
    first, last = number(m, "a"), number(m, "b")
    near, far = of.month(first), of.month(last)
    return Range(near, far) if near and far and last == first + 1 else None


def month_range(m: Match) -> Meaning | None:
    """4-5月, 6到8月."""
    near, far = of.month(int(m["a"])), of.month(int(m["b"]))
    return Range(near, far) if near and far and int(m["a"]) < int(m["b"]) else None


def days_of_month(m: Match) -> Meaning | None:
    """3月4-6日: one month for both ends."""
    near, far = (of.month_day(number(m, "m"), int(m[side])) for side in ("a", "b"))
    return Range(near, far) if near and far and int(m["a"]) < int(m["b"]) else None


def days_of_current(m: Match) -> Meaning | None:
    """10-12号."""
    near, far = of.day_of_month(int(m["a"])), of.day_of_month(int(m["b"]))
    return Range(near, far) if near and far and int(m["a"]) < int(m["b"]) else None


RULES: Final[tuple[Rule, ...]] = (
    rule("full_date", rf"(?<!\d){YEAR}年{MONTH}月{DAY}(?:[日号]|(?![\d{NUMERAL}]))", full_date),
    rule(
        "full_date",
        r"(?<![\d.])(?P<y>(?:19|20)\d\d)(?P<sep>[-/.])(?P<m>\d{1,2})(?P=sep)(?P<d>\d{1,2})(?![\d.-])",
        full_date,
    ),
    rule("year_month", rf"(?<!\d){YEAR}年{MONTH}月份?", year_month),
    rule(
        "year",
        rf"(?<![\d第满近]){YEAR}年(?!级|代|前|后|以|之|来|多|间|轻|薪|限|内|里|期|龄|底薪|半|的?时间)",
        year_said,
    ),
    rule(
        "year",
        r"(?<![\d第满近])(?P<y>(?:19|20)\d\d|[一二][零〇○一二三四五六七八九]{3})年(?=以|之|前|后|来|起)(?!前后)",
        year_said,
    ),
    rule("minguo_year", r"民国(?P<y>元|\d{1,3}|[一二三四五六七八九十百零]{1,5})年", minguo_year),
    rule(
        "decade",
        r"(?P<c>上个?世纪|本世纪|(?P<cn>\d\d|[一二]?十[一二三四五六七八九]?)世纪)?(?P<y>\d0|(?:19|20)\d0|[一二三四五六七八九]十)年代[初中末]?",
        decade,
    ),
    rule(
        "month_day",
        rf"(?<![\d.]){MONTH}月份?{DAY}(?:(?P<said>[日号])|(?![\d{NUMERAL}个天周年月次])){NO_HOUSE}",
        month_and_day,
    ),
    rule(
        "month_day_slash",
        r"(?<![\d/.分度占约剩例率第给达层码页章集关轮组步阶压])(?P<m>1[0-2]|0?[1-9])/(?P<d>3[01]|[12]\d|0?[1-9])(?![\d/.%杯分次勺页个人份]|的(?:[人概几学员用成选家女男客数内股投利收面时]|钱|量))",
        month_slash_day,
    ),
    rule("month", rf"(?<![\d.{NUMERAL}个闰]){MONTH}月份?(?![亮球饼经]|一[次回趟]|两[次回趟])", month_name),
    rule(
        "month_range",
        r"(?<![\d.:/年-])(?P<a>1[0-2]|[1-9])(?:-|~|到|至)(?P<b>1[0-2]|[1-9])月份?(?![\d亮球饼])",
        month_range,
    ),
    rule(
        "month_range",
        r"(?<=年)(?P<a>1[0-2]|[1-9])(?:-|~|到|至)(?P<b>1[0-2]|[1-9])月份?(?![\d亮球饼])",
        month_range,
    ),
    rule(
        "day_range",
        r"(?P<m>1[0-2]|0?[1-9]|十[一二]?|[一二三四五六七八九])月(?P<a>[12]\d|3[01]|0?[1-9])(?:-|~|到|至|、)(?P<b>[12]\d|3[01]|0?[1-9])[号日]",
        days_of_month,
    ),
    rule(
        "day_range",
        rf"(?<![\d第{NUMERAL}.月/-])(?P<a>[12]\d|3[01]|0?[1-9])(?:-|~|到|至)(?P<b>[12]\d|3[01]|0?[1-9])号{NO_HOUSE}",
        days_of_current,
    ),
    rule(
        "month_pair",
        rf"(?<![\d{NUMERAL}])(?P<a>[一二三四五六七八])(?P<b>[二三四五六七八九])月份?(?![亮球饼])",
        month_pair,
    ),
    rule("day_number", rf"(?<![\d第路街巷弄{NUMERAL}.]){DAY}号{NO_HOUSE}", day_number),
    rule("day_number", rf"(?<![\d第{NUMERAL}.]){DAY}日(?![本常子语志程])", day_number, Need.SUPPORT),
    rule(
        "lunar_date",
        r"(?:农历|阴历|旧历)(?P<lm>[正冬腊]|十[一二]?|[一二三四五六七八九])月(?P<ld>十[一二三四五六七八九]|二十[一二三四五六七八九]?|廿[一二三四五六七八九]?|三十"
        r"|初?[一二三四五六七八九十])",
        lunar_date,
    ),
    rule(
        "lunar_date",
        r"(?P<lm>[正冬腊])月(?P<ld>十[一二三四五六七八九]|二十[一二三四五六七八九]?|廿[一二三四五六七八九]?|三十|初?[一二三四五六七八九十])",
        lunar_date,
    ),
    rule("lunar_date", r"(?P<lm>十[一二]?|[一二三四五六七八九])月(?P<ld>初[一二三四五六七八九十])", lunar_date),
    rule("iso_week", ISO_WEEK, iso_week),
    rule("quarter", r"第?(?P<q>[一二三四1-4])季度|(?<![a-z\d])q(?P<q2>[1-4])(?![a-z\d])", quarter_name),
)
