"""Tables of Chinese time words."""

from typing import Final

from memory.time.calendar import Unit

DAYS: Final = {
    "大前天": -3, "大前日": -3, "前天": -2, "前日": -2, "昨天": -1, "昨日": -1, "今天": 0, "今日": 0,
    "明天": 1, "明日": 1, "后天": 2, "大后天": 3,
    "大前儿": -3, "前儿": -2, "昨儿": -1, "今儿": 0, "明儿": 1, "后儿": 2, "大后儿": 3,
}  # fmt: skip
YEARS: Final = {"大前年": -3, "前年": -2, "去年": -1, "昨年": -1, "今年": 0, "本年": 0, "明年": 1, "来年": 1, "后年": 2, "大后年": 3}
WEEKDAYS: Final = {"一": 0, "二": 1, "三": 2, "四": 3, "五": 4, "六": 5, "日": 6, "天": 6}
UNITS: Final = {
    "分钟": Unit.MINUTE, "分": Unit.MINUTE, "小时": Unit.HOUR, "钟头": Unit.HOUR, "天": Unit.DAY, "日": Unit.DAY,
    "周": Unit.WEEK, "星期": Unit.WEEK, "礼拜": Unit.WEEK, "月": Unit.MONTH, "季度": Unit.QUARTER, "年": Unit.YEAR,
    "工作日": Unit.DAY, "世纪": Unit.DECADE,
}  # fmt: skip
SEASONS: Final = {"春": 0, "夏": 1, "秋": 2, "冬": 3}
DAY_PART_WORDS: Final = {
    "凌晨": "small_hours", "半夜": "small_hours", "后半夜": "small_hours", "清晨": "early_morning", "清早": "early_morning",
    "一大早": "early_morning", "一早": "early_morning", "大清早": "early_morning", "大早上": "early_morning",
    "早晨": "morning", "早上": "morning", "早间": "morning", "上午": "forenoon", "午前": "forenoon", "中午": "midday",
    "正午": "midday", "晌午": "midday", "午间": "midday", "下午": "afternoon", "午后": "afternoon", "傍晚": "dusk", "黄昏": "dusk",
    "晚上": "evening", "晚间": "evening", "夜里": "night", "夜间": "night", "夜晚": "evening", "深夜": "late_evening",
    "大半夜": "late_evening", "白天": "daytime", "大晚上": "evening",
}  # fmt: skip
SHORT_PARTS: Final = {"早": "morning", "晚": "evening", "夜": "night", "晨": "early_morning", "午": "midday"}
STEPS: Final = {"上上": -2, "上": -1, "本": 0, "这": 0, "此": 0, "下": 1, "下下": 2, "上上上": -3, "下下下": 3, "前": -2}
PARTS_OF_MONTH: Final = {"上旬": 0, "中旬": 1, "下旬": 2}
