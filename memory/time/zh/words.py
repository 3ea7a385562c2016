"""Tables of Chinese time words."""

from collections.abc import Iterable
from typing import Final

from memory.time.calendar import Unit
from memory.time.festivals import DayOf, before_first_of, fixed, from_easter, lunar, nth, solar_term

DAYS: Final = {
    "大前天": -3, "大前日": -3, "前天": -2, "前日": -2, "昨天": -1, "昨日": -1, "今天": 0, "今日": 0,
    "明天": 1, "明日": 1, "后天": 2, "大后天": 3,
    "大前儿": -3, "前儿": -2, "昨儿": -1, "今儿": 0, "明儿": 1, "后儿": 2, "大后儿": 3,
}  # fmt: skip
DAY_CHARACTERS: Final = {"今": 0, "昨": -1, "明": 1, "前": -2, "后": 2}
YEARS: Final = {
    "大前年": -3, "前年": -2, "去年": -1, "昨年": -1, "旧年": -1, "今年": 0, "本年": 0,
    "明年": 1, "来年": 1, "后年": 2, "大后年": 3,
}  # fmt: skip
WEEKDAYS: Final = {"一": 0, "二": 1, "三": 2, "四": 3, "五": 4, "六": 5, "日": 6, "天": 6}
UNITS: Final = {
    "分钟": Unit.MINUTE, "小时": Unit.HOUR, "钟头": Unit.HOUR, "天": Unit.DAY, "日": Unit.DAY,
    "周": Unit.WEEK, "星期": Unit.WEEK, "礼拜": Unit.WEEK, "月": Unit.MONTH, "季度": Unit.QUARTER, "年": Unit.YEAR,
    "工作日": Unit.DAY, "刻钟": Unit.MINUTE, "晚": Unit.DAY, "周年": Unit.YEAR,
}  # fmt: skip
SEASONS: Final = {"春": 0, "夏": 1, "秋": 2, "冬": 3}
SEASON_PARTS: Final = {"初": 0, "早": 0, "盛": 1, "仲": 1, "深": 2, "晚": 2, "暮": 2, "隆": 1, "开": 0, "入": 0}
DAY_PART_WORDS: Final = {
    "凌晨": "small_hours", "半夜": "small_hours", "后半夜": "small_hours", "大半夜": "small_hours", "清晨": "early_morning",
    "清早": "early_morning", "一大早": "early_morning", "一早": "early_morning", "大清早": "early_morning",
    "大早上": "early_morning", "一大清早": "early_morning", "早晨": "morning", "早上": "morning", "早间": "morning",
    "早起": "morning", "前晌": "forenoon", "上午": "forenoon", "午前": "forenoon", "中午": "midday", "正午": "midday",
    "晌午": "midday", "午间": "midday", "大中午": "midday", "下午": "afternoon", "午后": "afternoon", "后晌": "afternoon",
    "傍晚": "dusk", "傍黑": "dusk", "黄昏": "dusk", "晚上": "evening", "晚间": "evening", "夜里": "night", "夜间": "night",
    "夜晚": "evening", "深夜": "late_evening", "大晚上": "evening", "白天": "daytime", "大白天": "daytime", "前半夜": "evening",
}  # fmt: skip
SHORT_PARTS: Final = {"早": "morning", "晚": "evening", "夜": "night", "晨": "early_morning", "午": "midday"}
STEPS: Final = {"上上上": -3, "上上": -2, "上": -1, "本": 0, "这": 0, "下": 1, "下下": 2, "下下下": 3}
PARTS_OF_MONTH: Final = {"上旬": 0, "中旬": 1, "下旬": 2}
ORDINALS: Final = {"一": 1, "二": 2, "三": 3, "四": 4, "五": 5, "六": 6, "头": 1, "首": 1}

_SPRING_FESTIVAL: Final = lunar(1, 1)
FESTIVALS: Final[dict[str, tuple[DayOf, int]]] = {
    "元旦": (fixed(1, 1), 1), "春节": (_SPRING_FESTIVAL, 7), "新春": (_SPRING_FESTIVAL, 7), "农历新年": (_SPRING_FESTIVAL, 7),
    "大年初一": (_SPRING_FESTIVAL, 1), "大年初二": (lunar(1, 2), 1), "大年初三": (lunar(1, 3), 1), "大年初四": (lunar(1, 4), 1),
    "大年初五": (lunar(1, 5), 1), "大年初六": (lunar(1, 6), 1), "大年初七": (lunar(1, 7), 1),
    "除夕": (before_first_of(_SPRING_FESTIVAL), 1), "大年三十": (before_first_of(_SPRING_FESTIVAL), 1),
    "年三十": (before_first_of(_SPRING_FESTIVAL), 1), "大年夜": (before_first_of(_SPRING_FESTIVAL), 1),
    "年夜": (before_first_of(_SPRING_FESTIVAL), 1),
    "元宵节": (lunar(1, 15), 1), "元宵": (lunar(1, 15), 1), "清明节": (solar_term("清明"), 1), "清明": (solar_term("清明"), 1),
    "端午节": (lunar(5, 5), 1), "端午": (lunar(5, 5), 1), "七夕节": (lunar(7, 7), 1), "七夕": (lunar(7, 7), 1),
    "中元节": (lunar(7, 15), 1), "中秋节": (lunar(8, 15), 1), "中秋": (lunar(8, 15), 1), "重阳节": (lunar(9, 9), 1),
    "重阳": (lunar(9, 9), 1), "腊八节": (lunar(12, 8), 1), "腊八": (lunar(12, 8), 1), "小年": (lunar(12, 23), 1),
    "情人节": (fixed(2, 14), 1), "妇女节": (fixed(3, 8), 1), "三八节": (fixed(3, 8), 1), "三八妇女节": (fixed(3, 8), 1),
    "植树节": (fixed(3, 12), 1), "愚人节": (fixed(4, 1), 1), "劳动节": (fixed(5, 1), 1), "五一劳动节": (fixed(5, 1), 1),
    "青年节": (fixed(5, 4), 1), "儿童节": (fixed(6, 1), 1), "六一儿童节": (fixed(6, 1), 1), "建党节": (fixed(7, 1), 1),
    "建军节": (fixed(8, 1), 1), "教师节": (fixed(9, 10), 1), "国庆节": (fixed(10, 1), 1), "国庆": (fixed(10, 1), 1),
    "万圣节": (fixed(10, 31), 1), "万圣夜": (fixed(10, 31), 1), "光棍节": (fixed(11, 11), 1), "双十一": (fixed(11, 11), 1),
    "双11": (fixed(11, 11), 1), "双十二": (fixed(12, 12), 1), "双12": (fixed(12, 12), 1), "双十节": (fixed(10, 10), 1),
    "平安夜": (fixed(12, 24), 1), "圣诞夜": (fixed(12, 24), 1), "圣诞节": (fixed(12, 25), 1), "圣诞": (fixed(12, 25), 1),
    "跨年夜": (fixed(12, 31), 1), "母亲节": (nth(5, 6, 2), 1), "父亲节": (nth(6, 6, 3), 1), "感恩节": (nth(11, 3, 4), 1),
    "复活节": (from_easter(0), 1),
}  # fmt: skip
HOLIDAY_LENGTHS: Final = {"国庆": 7, "国庆节": 7, "十一": 7, "春节": 7, "五一": 5, "劳动节": 5}
SHORT_HOLIDAYS: Final = {"十一": fixed(10, 1), "五一": fixed(5, 1), "六一": fixed(6, 1)}


def any_of(table: Iterable[str]) -> str:
    """An alternation, the longest word first."""
    return "|".join(sorted(table, key=len, reverse=True))
