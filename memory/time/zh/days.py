"""Chinese rules for days, weeks, months, seasons, years and their parts."""

from typing import Final

from memory.model.timespan import Grain
from memory.time import parts
from memory.time import periods as of
from memory.time.calendar import Unit
from memory.time.clock import day_part
from memory.time.festivals import before_first_of, festival, lunar
from memory.time.grammar import Meaning, Need, Rule, rule
from memory.time.numbers import year_number, zh_number
from memory.time.ranges import Range
from memory.time.terms import Nested
from memory.time.zh import words
from memory.time.zh.patterns import DAY, MONTH, NO_HOUSE, STEP, WEEK, WEEKDAY, YEAR, Match, number


def day_word(m: Match) -> Meaning:
    return of.relative(Unit.DAY, words.DAYS[m["day"]])


def day_with_part(m: Match) -> Meaning:
    """今早, 昨晚, 明晚: the day and its part in two characters."""
    return Nested((of.relative(Unit.DAY, words.DAY_CHARACTERS[m["day"]]), day_part(words.SHORT_PARTS[m["part"]])))


def year_word(m: Match) -> Meaning:
    return of.relative(Unit.YEAR, words.YEARS[m["year"]])


def stepped_unit(m: Match) -> Meaning:
    """上周, 下下个月, 本季度."""
    return of.relative(words.UNITS[m["unit"]], words.STEPS[m["step"]])


def stepped_weekday(m: Match) -> Meaning:
    return of.weekday_of_week(words.WEEKDAYS[m["wd"]], words.STEPS[m["step"]])


def stepped_weekend(m: Match) -> Meaning:
    return of.weekend_of_week(words.STEPS[m["step"]])


def bare_weekday(m: Match) -> Meaning:
    return of.weekday(words.WEEKDAYS[m["wd"]])


def stepped_season(m: Match) -> Meaning:
    """这个夏天."""
    return of.season(words.SEASONS[m["season"]])


# Dates


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


# Parts of months, years and seasons


def part_of_month(m: Match) -> Meaning:
    return of.month_part(parts.third(words.PARTS_OF_MONTH[m["part"]]))


_EDGES: Final = {
    "初": parts.beginning,
    "头": parts.beginning,
    "中": parts.third(1),
    "底": parts.ending,
    "末": parts.ending,
    "尾": parts.ending,
}


def edge_of_month(m: Match) -> Meaning:
    return of.month_part(_EDGES[m["edge"]])


def edge_of_year(m: Match) -> Meaning:
    return of.year_part(*{"初": (1, 1), "中": (6, 2)}.get(m["edge"], (12, 1)))


def edge_of_frame(m: Match) -> Meaning:
    """去年底, 5月初, 三季度末: of the period said just before."""
    return parts.PartOfFrame(_EDGES[m["edge"]])


def half_year(m: Match) -> Meaning:
    return of.half(1 if m["half"] in "上前" else 2)


def half_month(m: Match) -> Meaning:
    return of.month_part(parts.halved(1 if m["half"] in "上前" else 2))


def season_name(m: Match) -> Meaning:
    return of.season(words.SEASONS[m["season"]])


def season_part(m: Match) -> Meaning:
    """初夏, 深秋."""
    return Nested(
        (of.season(words.SEASONS[m["season"]]), parts.PartOfFrame(parts.third(words.SEASON_PARTS[m["part"]])))
    )


def quarter_name(m: Match) -> Meaning | None:
    return of.quarter(number(m, "q" if m["q"] else "q2"))


def nth_of_frame(m: Match) -> Meaning | None:
    """5月第二周, 三月的第一个周一, 上个月最后一天."""
    order = -1 if m["last"] else zh_number(m["n"])
    if order is None or order == 0 or order > 31:
        return None
    if m["wd"]:
        return parts.PartOfFrame(parts.nth_weekday_in(words.WEEKDAYS[m["wd"]], order), grain=Grain.DAY)
    match m["unit"]:
        case "天":
            return parts.PartOfFrame(parts.nth_day(order), grain=Grain.DAY)
        case "周末":
            return parts.PartOfFrame(parts.nth_weekday_in(5, order, 2), grain=Grain.WEEKEND)
        case _:
            return parts.PartOfFrame(parts.nth_week(order), grain=Grain.WEEK)


def same_time(_: Match) -> Meaning:
    return parts.SameTime()


def same_day(m: Match) -> Meaning:
    """明年今天, 去年的今天."""
    return Nested((of.relative(Unit.YEAR, words.YEARS[m["year"]]), parts.SameDay()))


def month_pair(m: Match) -> Meaning | None:
    """七八月: from July to August."""
    first, last = number(m, "a"), number(m, "b")
    near, far = of.month(first), of.month(last)
    return Range(near, far) if near and far and last == first + 1 else None


def weekday_pair(m: Match) -> Meaning | None:
    """周六日, 周三四."""
    first, last = words.WEEKDAYS[m["a"]], words.WEEKDAYS[m["b"]]
    return Range(of.weekday(first), of.weekday(last)) if last == first + 1 else None


def containing(m: Match) -> Meaning:
    """圣诞节那周."""
    unit = next(unit for word, unit in words.UNITS.items() if word in m[0] and unit is not Unit.DAY)
    return parts.Containing(unit)


# Festivals


def festival_name(m: Match) -> Meaning:
    return festival(*words.FESTIVALS[m["name"]])


def holiday(m: Match) -> Meaning:
    """国庆假期, 五一期间, 十一长假."""
    name = m["name"]
    day_of = words.SHORT_HOLIDAYS.get(name) or words.FESTIVALS[name][0]
    return festival(day_of, words.HOLIDAY_LENGTHS.get(name, 3))


def short_holiday(m: Match) -> Meaning:
    return festival(words.SHORT_HOLIDAYS[m["name"]])


def lunar_term(m: Match) -> Meaning:
    return festival(words.solar_term(m["name"]))


# 张国庆, 李夏天: a surname in front makes a person of it.
_NO_SURNAME: Final = (
    r"(?<![张王李赵刘陈杨黄吴徐孙胡朱郭罗梁宋郑谢韩唐冯"
    r"曹彭曾萧肖田董袁潘蒋蔡余杜叶程苏魏吕丁沈姚卢姜崔钟谭陆汪范廖韦贾邹熊孟秦邱侯尹薛阎段雷])"
)
_NUMERAL: Final = "零一二三四五六七八九十百千万亿两几"
RULES: Final[tuple[Rule, ...]] = (
    rule("day_word", rf"(?P<day>{words.any_of(words.DAYS)})个?", day_word),
    rule("day_with_part", r"(?P<day>今|昨|明)(?P<part>早|晚|夜|晨|午)(?:上|间|里)?(?![餐饭报期安]|霜)", day_with_part),
    rule("year_word", rf"(?P<year>{words.any_of(words.YEARS)})(?![夜轻])", year_word),
    rule("stepped_unit", rf"{STEP}一?个?(?P<unit>周|星期|礼拜|月|季度)(?![期刊边围身转亮球饼经])", stepped_unit),
    rule("stepped_weekday", rf"{STEP}一?个?{WEEK}{WEEKDAY}", stepped_weekday),
    rule("stepped_weekend", rf"{STEP}一?个?周末", stepped_weekend),
    rule("stepped_season", r"这个?(?P<season>[春夏秋冬])(?:天|季)", stepped_season),
    rule("weekday", rf"{WEEK}{WEEKDAY}", bare_weekday),
    # From Monday on: elsewhere 周一起 is 一起, together.
    rule("weekday", rf"(?:(?<=从)|(?<=自)){WEEK}(?P<wd>一)(?=起)", bare_weekday),
    rule("stepped_weekday", rf"(?:(?<=从)|(?<=自)){STEP}一?个?{WEEK}(?P<wd>一)(?=起)", stepped_weekday),
    rule("weekend", r"周末", lambda _: of.weekend()),
    rule("full_date", rf"(?<!\d){YEAR}年{MONTH}月{DAY}(?:[日号]|(?![\d{_NUMERAL}]))", full_date),
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
    rule("minguo_year", r"民国(?P<y>元|\d{1,3}|[一二三四五六七八九十百零]{1,5})年", minguo_year),
    rule(
        "decade",
        r"(?P<c>上个?世纪|本世纪|(?P<cn>\d\d|[一二]?十[一二三四五六七八九]?)世纪)?(?P<y>\d0|(?:19|20)\d0|[一二三四五六七八九]十)年代[初中末]?",
        decade,
    ),
    rule(
        "month_day",
        rf"(?<![\d.]){MONTH}月份?{DAY}(?:(?P<said>[日号])|(?![\d{_NUMERAL}个天周年月次])){NO_HOUSE}",
        month_and_day,
    ),
    rule(
        "month_day_slash",
        r"(?<![\d/.分度占约剩例率第给达])(?P<m>1[0-2]|0?[1-9])/(?P<d>3[01]|[12]\d|0?[1-9])(?![\d/.%杯分次勺页个人份]|的[人概几])",
        month_slash_day,
    ),
    rule("month", rf"(?<![\d.{_NUMERAL}个闰]){MONTH}月份?(?![亮球饼经]|一[次回趟]|两[次回趟])", month_name),
    rule(
        "month_pair",
        rf"(?<![\d{_NUMERAL}])(?P<a>[一二三四五六七八])(?P<b>[二三四五六七八九])月份?(?![亮球饼])",
        month_pair,
    ),
    rule("weekday_pair", rf"{WEEK}(?P<a>[一二三四五六])(?P<b>[二三四五六日])(?![\d个次])", weekday_pair),
    rule("containing", r"的?(?:那|这|当)(?:一?周|个?星期|个?礼拜|个?月|一?年)(?!末)", containing, Need.COMPANY),
    rule("day_number", rf"(?<![\d第{_NUMERAL}.]){DAY}号{NO_HOUSE}", day_number),
    rule("day_number", rf"(?<![\d第{_NUMERAL}.]){DAY}日(?![本常子语志程])", day_number, Need.SUPPORT),
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
    rule("month_part", r"(?P<part>[上中下]旬)", part_of_month),
    rule(
        "month_edge",
        r"(?<![\d零一二三四五六七八九十个])月(?P<edge>[初头中底末尾])(?![薪线层价色妆稿天])",
        edge_of_month,
    ),
    rule("year_edge", r"(?<![\d零一二三四五六七八九十财])年(?P<edge>[初中底末尾])(?![薪线层价色稿])", edge_of_year),
    rule(
        "edge",
        r"(?<=[月年份周])的?(?P<edge>[初中底末])(?![学国心间级秋央旬薪线层价色稿天])|(?<=季度)(?P<e2>[初中末])",
        lambda m: parts.PartOfFrame(_EDGES[m["edge"] or m["e2"]]),
        Need.COMPANY,
    ),
    rule("half_year", r"(?P<half>[上下前后])半年", half_year),
    rule("half_month", r"(?P<half>[上下前后])半个?月", half_month),
    rule("season", rf"{_NO_SURNAME}(?P<season>[春夏秋冬])(?:天|季)(?!的?故事)", season_name),
    rule("season_part", r"(?P<part>[初早盛仲深晚暮隆])(?P<season>[春夏秋冬])(?![节联运])", season_part),
    rule("season", r"(?<=年)的?(?P<season>[春夏秋冬])(?![节天季])", season_name, Need.COMPANY),
    rule("quarter", r"第?(?P<q>[一二三四1-4])季度|(?<![a-z\d])q(?P<q2>[1-4])(?![a-z\d])", quarter_name),
    rule(
        "nth_of_frame",
        r"的?(?:第(?P<n>\d|[一二三四五六])|(?P<last>最后))(?:一个|个|一)?(?:(?P<unit>周末|周(?![一二三四五六日])|星期(?![一二三四五六日天])|天)"
        rf"|{WEEK}{WEEKDAY})",
        nth_of_frame,
        Need.COMPANY,
    ),
    rule("same_time", r"的今[天日]|的?(?:这个?时候|这会儿|这个时间|同期|同一时间|同一天)", same_time, Need.COMPANY),
    rule("same_day", r"(?P<year>去年|前年|明年|后年)的?(?:今天|今日|这一?天)", same_day),
    rule(
        "festival",
        rf"{_NO_SURNAME}(?P<name>{words.any_of(words.FESTIVALS)})(?:那天|当天|当日)?(?![路街村镇树帽粥蒜糕木饼档版图号歌卡]|月饼|粽子|老人"
        r"|上河图|联欢|红包|大街|礼物|套餐|限定|汤圆)",
        festival_name,
    ),
    rule(
        "holiday",
        rf"(?<![{_NUMERAL}])(?P<name>十一|五一|{words.any_of(words.FESTIVALS)})(?:小?长假|假期|黄金周|期间|放假)",
        holiday,
    ),
    rule(
        "short_holiday",
        rf"(?<![{_NUMERAL}])(?P<name>五一|六一)(?:那天|当天)?(?![路街村镇桥中大广{_NUMERAL}])(?=[节那当前后要去回出到我们就放,，。的]|$)",
        short_holiday,
    ),
    rule(
        "solar_term",
        rf"{_NO_SURNAME}(?P<name>立春|春分|谷雨|立夏|夏至|立秋|秋分|立冬|冬至|惊蛰|芒种|霜降)(?:那天|当天)?(?!传媒|文化|集团|公司)",
        lunar_term,
    ),
)
