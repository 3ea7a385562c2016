"""The Chinese grammar: rules, glue, ranges, the words around an expression, and where the verb looks."""

import re
from typing import Final

from memory.time.grammar import Affix, Grammar, Mode, scanner
from memory.time.terms import Rank, Tense
from memory.time.zh import clocks, counts, days

_PAST: Final = re.compile(
    r"了(?!解|不起)|(?<![通超经不难越路])过(?![期程年节敏度于滤户关来得日几两去式渡审分半])|刚|已经?|曾|以来|完(?=[了的])|当时|结果|^(?![就是有我你他她它])[^,。的]{1,5}的(?=[^,。]|$)"
)
_TODAY_IS: Final = re.compile(r"今[天日](?:就?是|又是)?$")
_HERE: Final = re.compile(r"(?:就?要|快|又|终于|马上就?)?[到来]了")
_HABIT: Final = re.compile(r"总是|经常|一般|通常|平时|每次|每[天周月年晚早]|习惯|往往|从来|天天|常常|工作日")
_FUTURE: Final = re.compile(
    r"(?<![重主需必只还])要(?!求|素|点|是)|需要|(?<![开大晨例年聚约机社都散宴协周班茶])会(?![议员上计场谈见所费话])(?=[\u4e00-\u9fff])|将(?![近军])|打算|准备|计划|预计|必须|记得|别忘|提醒|得去|安排|预约|争取|即将"
    r"|截止|务必|一定|应该|希望|想|能|可以|就(?:到期|放假|开学|结束|毕业|满|到|该|开始|出发|能).{0,6}了|快.{0,6}了|麻烦|请(?!了|过|假)|再(?!次)"
)
_CLAUSE: Final = re.compile(r"[,。!?;\n]")
_LOOK: Final = 60


def tense(text: str, start: int, end: int) -> Tense:
    """By the marks of the clause: those of the future decide, else those of the past; the time words are left out."""
    left = max((m.end() for m in _CLAUSE.finditer(text, max(0, start - _LOOK), start)), default=max(0, start - _LOOK))
    right = _CLAUSE.search(text, end, end + _LOOK)
    before, after = text[left:start], text[end : right.start() if right else end + _LOOK]
    if _TODAY_IS.search(before) or _HERE.match(after):
        return Tense.NONE
    if _HABIT.search(before) or _HABIT.search(after):
        return Tense.HABIT
    if _FUTURE.search(before) or _FUTURE.search(after):
        return Tense.FUTURE
    if _PAST.search(after) or _PAST.search(before):
        return Tense.PAST
    return Tense.NONE


def _prefix(pattern: str, mode: Mode, *, supports: bool = True) -> Affix:
    return Affix(re.compile(rf"(?:{pattern})\s*$"), mode, supports)


def _suffix(pattern: str, mode: Mode, *, supports: bool = True, finest: Rank = Rank.PART) -> Affix:
    return Affix(re.compile(rf"\s*(?:{pattern})"), mode, supports, finest=finest)


_RULES: Final = (*days.RULES, *clocks.RULES, *counts.RULES)
GRAMMAR: Final = Grammar(
    name="zh",
    rules=_RULES,
    scan=scanner(_RULES),
    glue=re.compile(r"\s*的?\s*|,\s*|\s*\(\s*"),
    link=re.compile(r"\s*(?:一直到|直到|到|至|-|~|—{1,2}|–)\s*"),
    listing=re.compile(r"\s*(?:和|、|及|以及|与|跟|或者?|还有)\s*"),
    prefixes=(
        _prefix(r"一直到|直到|截至|截止到?|不晚于|最晚|最迟|最晚到|持续到|延续到|有效期(?:至|到)|至迟", Mode.BY),
        _prefix(r"自从|自打|(?<![各独来])自", Mode.SINCE),
        _prefix(r"(?<!服)从|打从|(?<![\u4e00-\u9fff])打", Mode.FROM),
        _prefix(r"大约|大概|约|差不多|将近", Mode.ROUGH, supports=False),
        _prefix(r"在|于|定在|改到|改成|约在|等到|赶在", Mode.AT),
    ),
    suffixes=(
        _suffix(r"之前|以前|前(?![后台端往夕夜些几]|面(?![试谈签]))", Mode.BEFORE),
        _suffix(r"之后|以后|过后|后(?![来面端台悔天年第])", Mode.AFTER),
        _suffix(r"以来|至今|到现在|到今天为止", Mode.SINCE),
        _suffix(r"为止", Mode.BY),
        _suffix(r"起(?![来床飞码点名头不了的])|开始(?!前|后)", Mode.STARTING, finest=Rank.DAY),
        _suffix(r"左右|前后|上下", Mode.ROUGH),
        _suffix(r"期间|(?:之内|以内|内)(?![部存容])", Mode.DURING),
    ),
    anchor_left=True,
    tense=tense,
)  # fmt: skip
