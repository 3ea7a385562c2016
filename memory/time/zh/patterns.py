"""Pieces of pattern that the Chinese rules share, and how a counted length is read."""

import re
from typing import Final

from memory.time.calendar import Unit
from memory.time.numbers import ZH_NUMBER, zh_number
from memory.time.offsets import SIZES, Length
from memory.time.zh import words

Match = re.Match[str]

YEAR: Final = r"(?P<y>\d{4}|[一二][零〇○一二三四五六七八九]{3}|\d{2}|[零〇一二三四五六七八九]{2})"
MONTH: Final = r"(?P<m>1[0-2]|0?[1-9]|十[一二]?|[一二三四五六七八九])"
DAY: Final = (
    r"(?P<d>3[01]|[12]\d|0?[1-9]|三十一?|[二廿]十?[一二三四五六七八九]|二十|廿|十[一二三四五六七八九]?"
    r"|[一二三四五六七八九])"
)
NUMERAL: Final = "零一二三四五六七八九十百千万亿两几"
# 3号楼, 2号线, 7号球衣 are no dates.
NO_HOUSE: Final = r"(?![楼线机门店院馆厅桌球位房车选厂仓库井码令召称铺岛电舱窗柜床服])"
HOUR: Final = r"(?P<h>2[0-4]|1\d|0?\d|二十[一二三四]?|十[一二三四五六七八九]?|[零一二两三四五六七八九])"
MINUTE: Final = r"(?P<min>[0-5]?\d|[二三四五]?十[一二三四五六七八九]?|[零〇]?[一二三四五六七八九])"
# 一 to 六 behind 周 may open another word (上周一共, 上周五个人): then no weekday is meant.
WEEKDAY: Final = (
    r"(?P<wd>[一二三四五六日天])"
    r"(?![个次位件条名种类]|(?<=一)(?:共|直|起|边|样|定|切|些|同|向|旦|并|律|天天|家|群|帮|周|路|度|整|连|块)|(?<=一)下(?!午)"
    r"|(?<=日)[本常语程报志]|(?<=天)[气天])"
)
WEEK: Final = r"(?:周|星期|礼拜)"
STEP: Final = r"(?<![以之手脚底乡楼马早晚])(?P<step>上上上|上上|上|这|本|下下下|下下|下)"

# An English day in a Chinese sentence, before a Chinese time of that day.
EN_WEEKDAYS: Final = {
    name: n for n, name in enumerate(("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"))
}
EN_WEEKDAY: Final = "|".join(EN_WEEKDAYS)
BEFORE_CHINESE: Final = (
    r"(?=\s*的?(?:早|上午|中午|下午|傍晚|晚|凌晨|夜里|半夜|\d{1,2}点|[一二三四五六七八九十两]{1,3}点))"
)

UNIT: Final = (
    r"(?P<unit>分钟|刻钟|小时|钟头|工作日|天|日(?![本常子元])|周年|周(?![一二三四五六日末])"
    r"|星期(?![一二三四五六日天])|礼拜(?![一二三四五六日天])|月|季度|年(?!级|代|龄|轻|薪|限|终|会))"
)
LENGTH: Final = (
    r"(?P<rough>大约|大概|约莫?|差不多|将近|近|快)?"
    r"(?P<n>好几|几|数|若干|半|两三|三四|四五|五六|六七|七八|八九|三五|一两|十几|十来|几十|\d+\.5|" + ZH_NUMBER + r")"
    r"(?P<more>多|来)?个?(?P<and_half>半)?(?P<more2>多)?" + UNIT + r"(?P<half_after>半)?(?P<more3>多)?(?:的?时间)?"
)  # fmt: skip
# 两年零三个月, 一小时二十分钟.
COMPOUND: Final = (
    rf"(?P<n>{ZH_NUMBER})个?(?P<unit>年|月|周|星期|天|小时|钟头)(?:零|又)?"
    rf"(?P<n2>{ZH_NUMBER})个?(?P<unit2>月|周|星期|天|小时|钟头|分钟)"
)
AGO: Final = r"(?:之前|以前|前)(?![后台端往]|面(?![试谈签]))"
AHEAD: Final = r"(?:之后|以后|过后|后)(?![来端台悔]|面(?![试谈签]))"
# A noun of an event in front: 毕业三年后, 手术两周后 count from that event, not from the base.
AFTER_EVENT: Final = r"(?<=[了过完业婚院职班课饭学会赛试术手书款货线布产孩])"

_VAGUE: Final = frozenset({"几", "数", "好几", "若干"})
_LOOSE_COUNTS: Final = {"十几": (11, 19), "十来": (9, 12), "几十": (20, 90)}
_DIGITS: Final = {c: n for n, c in enumerate("零一二三四五六七八九")} | {"两": 2}


def number(match: Match, group: str) -> int:
    """The numeral of a group; -1 where it is none (which no calendar accepts)."""
    value = zh_number(match[group])
    return -1 if value is None else value


def said(match: Match, group: str) -> str | None:
    """What a group holds; None also where the rule has no such group."""
    return match.groupdict().get(group)


def length_of(m: Match) -> Length | None:
    """三天, 一个半月, 半小时, 两周半, 两三天, 几天, 三个工作日, 一刻钟."""
    unit, count_text = words.UNITS[m["unit"]], m["n"]
    if _is_a_date(m):
        return None
    rough = any(m[group] for group in ("rough", "more", "more2", "more3"))
    if count_text in _VAGUE:
        return Length(3, unit, vague=True, rough=True)
    if count_text == "半":
        return Length(0.5, unit, rough=rough) if unit is not Unit.QUARTER else None
    if count_text in _LOOSE_COUNTS:
        low, high = _LOOSE_COUNTS[count_text]
        return Length(low, unit, up_to=high, rough=True)
    if len(count_text) == 2 and all(c in _DIGITS for c in count_text):
        low, high = (_DIGITS[c] for c in count_text)
        return Length(low, unit, up_to=high) if low < high else None
    count = _count(count_text)
    if count is None or not 0 < count <= 9999:
        return None
    if m["unit"] == "刻钟":
        return Length(15 * count, unit, rough=rough)
    return Length(
        count + (0.5 if m["and_half"] or m["half_after"] else 0), unit, rough=rough, working=m["unit"] == "工作日"
    )


_MONTH_NAMES: Final = frozenset("一二三四五六七八九十") | {"十一", "十二"} | {str(n) for n in range(1, 13)}


def _is_a_date(m: Match) -> bool:
    """2023年以来 and 五月之后 speak of a year and a month; of lengths only 三年, 五个月, 两月."""
    if m["unit"] == "年":
        return bool(_YEAR_NAME.fullmatch(m["n"]))
    return m["unit"] == "月" and "个" not in m[0] and m["n"] in _MONTH_NAMES


_YEAR_NAME: Final = re.compile(r"(?:19|20)\d\d|[一二][零〇○一二三四五六七八九]{3}")


def compound_of(m: Match) -> Length | None:
    first, second = words.UNITS[m["unit"]], words.UNITS[m["unit2"]]
    many, few = zh_number(m["n"]), zh_number(m["n2"])
    if many is None or few is None or not many or not few or SIZES[first] <= SIZES[second]:
        return None
    return Length(many, first, plus=Length(few, second))


def _count(text: str) -> float | None:
    return float(text) if "." in text else zh_number(text)
