"""Chinese rules for days, weeks, months, seasons, years and their parts."""

from typing import Final

from memory.model.timespan import Grain
from memory.time import parts
from memory.time import periods as of
from memory.time.calendar import Unit
from memory.time.clock import day_part
from memory.time.festivals import festival
from memory.time.grammar import Meaning, Need, Rule, rule
from memory.time.numbers import zh_number
from memory.time.ranges import Range
from memory.time.terms import Nested, Pick
from memory.time.zh import words
from memory.time.zh.patterns import (
    BEFORE_CHINESE,
    EN_WEEKDAY,
    EN_WEEKDAYS,
    NUMERAL,
    STEP,
    WEEK,
    WEEKDAY,
    Match,
)


def day_word(m: Match) -> Meaning:
    return of.relative(Unit.DAY, words.DAYS[m["day"]])


def day_pair(m: Match) -> Meaning | None:
    """明后天, 今明两天, 昨今两日."""
    first, last = (of.relative(Unit.DAY, words.DAY_CHARACTERS[m[side]]) for side in ("a", "b"))
    neighbours = words.DAY_CHARACTERS[m["b"]] == words.DAY_CHARACTERS[m["a"]] + 1
    return Range(first, last) if neighbours else None


def day_with_part(m: Match) -> Meaning:
    """今早, 昨晚, 明晚: the day and its part in two characters."""
    return Nested((of.relative(Unit.DAY, words.DAY_CHARACTERS[m["day"]]), day_part(words.SHORT_PARTS[m["part"]])))


def night_into_morning(m: Match) -> Meaning:
    """昨晚|凌晨两点: the small hours that end that night, so those of the day after."""
    return of.relative(Unit.DAY, words.DAY_CHARACTERS[m["day"]] + 1)


def year_word(m: Match) -> Meaning:
    return of.relative(Unit.YEAR, words.YEARS[m["year"]])


def stepped_unit(m: Match) -> Meaning:
    """上周, 下下个月, 本季度."""
    return of.relative(words.UNITS[m["unit"]], words.STEPS[m["step"]])


def stepped_weekday(m: Match) -> Meaning:
    return of.weekday_of_week(words.WEEKDAYS[m["wd"]], words.STEPS[m["step"]])


def stepped_weekend(m: Match) -> Meaning:
    return of.weekend_of_week(words.STEPS[m["step"]])


def stepped_weekday_in_english(m: Match) -> Meaning:
    """下周 Friday."""
    return of.weekday_of_week(EN_WEEKDAYS[m["en"]], words.STEPS[m["step"]])


def day_in_english(m: Match) -> Meaning:
    """Tomorrow | 下午三点."""
    return of.relative(Unit.DAY, {"today": 0, "yesterday": -1}.get(m["day"], 1))


def weekday_in_english(m: Match) -> Meaning:
    """Next Friday | 下午三点."""
    return of.weekday(EN_WEEKDAYS[m["en"]], _ENGLISH_PICKS.get(m["pick"], Pick.OTHER_DAY))


_ENGLISH_PICKS: Final = {"next": Pick.NEXT, "last": Pick.LAST, "this": Pick.THIS}


def bare_weekday(m: Match) -> Meaning:
    return of.weekday(words.WEEKDAYS[m["wd"]])


def stepped_season(m: Match) -> Meaning:
    """这个夏天."""
    return of.season(words.SEASONS[m["season"]])


# Dates


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


def season_edge(m: Match) -> Meaning:
    """夏末, 秋初: the last or the first of its months."""
    part = parts.third(0 if m["edge"] == "初" else 2)
    return Nested((of.season(words.SEASONS[m["season"]]), parts.PartOfFrame(part)))


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


def same_date(_: Match) -> Meaning:
    """三年前|的今天, 上个月|的今天."""
    return parts.SameDay()


def same_time(_: Match) -> Meaning:
    return parts.SameTime()


def same_day(m: Match) -> Meaning:
    """明年今天, 去年的今天."""
    return Nested((of.relative(Unit.YEAR, words.YEARS[m["year"]]), parts.SameDay()))


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
RULES: Final[tuple[Rule, ...]] = (
    rule("day_word", rf"(?P<day>{words.any_of(words.DAYS)})个?", day_word),
    rule("day_pair", r"(?P<a>[前昨今明])(?P<b>[昨今明后])(?:两|这两)?[天日](?!性)", day_pair),
    rule("night_into_morning", r"(?P<day>今|昨|明)(?:天|日)?(?:晚|夜|夜里|晚上|半夜)的?(?=凌晨)", night_into_morning),
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
    rule("weekday_pair", rf"{WEEK}(?P<a>[一二三四五六])(?P<b>[二三四五六日])(?![\d个次])", weekday_pair),
    rule("containing", r"的?(?:那|这|当)(?:一?周|个?星期|个?礼拜|个?月|一?年)(?!末)", containing, Need.COMPANY),
    rule("month_part", r"(?P<part>[上中下]旬)", part_of_month),
    rule(
        "month_edge",
        r"(?<![\d零一二三四五六七八九十个])月(?P<edge>[初头中底末尾])(?:的?(?:头|前|那|最后)(?:几|两|三)天)?(?![薪线层价色妆稿天])",
        edge_of_month,
    ),
    rule("stepped_weekday", rf"{STEP}一?个?{WEEK}\s*(?P<en>{EN_WEEKDAY})(?![a-z])", stepped_weekday_in_english),
    rule("day_in_english", rf"(?<![a-z])(?P<day>today|tomorrow|yesterday){BEFORE_CHINESE}", day_in_english),
    rule(
        "weekday_in_english",
        rf"(?<![a-z])(?:(?P<pick>next|last|this)\s+)?(?P<en>{EN_WEEKDAY}){BEFORE_CHINESE}",
        weekday_in_english,
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
    rule("season_edge", rf"{_NO_SURNAME}(?P<season>[春夏秋冬])(?P<edge>[初末])(?![次回名代年])", season_edge),
    rule("season_start", r"(?P<part>开|入)(?P<season>[春夏秋冬])(?![节联运])", season_part),
    rule("season", r"(?<=年)的?(?P<season>[春夏秋冬])(?![节天季])", season_name, Need.COMPANY),
    rule(
        "nth_of_frame",
        r"的?(?:第(?P<n>\d|[一二三四五六])|(?P<last>最后))(?:一个|个|一)?(?:(?P<unit>周末|周(?![一二三四五六日])|星期(?![一二三四五六日天])|天)"
        rf"|{WEEK}{WEEKDAY})",
        nth_of_frame,
        Need.COMPANY,
    ),
    rule("same_date", r"的(?:今[天日]|同一天)|同一天", same_date, Need.COMPANY),
    rule("same_time", r"的?(?:这个?时候|这会儿|这个时间|同期|同一时间)", same_time, Need.COMPANY),
    rule("same_day", r"(?P<year>去年|前年|明年|后年)的?(?:今天|今日|这一?天)", same_day),
    rule(
        "festival",
        rf"{_NO_SURNAME}(?P<name>{words.any_of(words.FESTIVALS)})(?:那天|当天|当日)?(?![路街村镇树帽粥蒜糕木饼档版图号歌卡]|月饼|粽子|老人"
        r"|上河图|联欢|红包|大街|礼物|套餐|限定|汤圆)",
        festival_name,
    ),
    rule(
        "holiday",
        rf"(?<![{NUMERAL}])(?P<name>十一|五一|{words.any_of(words.FESTIVALS)})(?:小?长假|假期|黄金周|期间|(?=放假))",
        holiday,
    ),
    rule(
        "short_holiday",
        rf"(?<![{NUMERAL}])(?P<name>五一|六一)(?:那天|当天)?(?![路街村镇桥中大广{NUMERAL}])(?=[节那当前后要去回出到我们就放,，。的]|$)",
        short_holiday,
    ),
    rule(
        "solar_term",
        rf"{_NO_SURNAME}(?P<name>立春|春分|谷雨|立夏|夏至|立秋|秋分|立冬|冬至|惊蛰|芒种|霜降)(?:那天|当天)?(?!传媒|文化|集团|公司)",
        lunar_term,
    ),
)
