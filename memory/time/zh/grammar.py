"""The Chinese grammar: rules, glue, ranges, the words around an expression, and where the verb looks."""

import re
from typing import Final

from memory.time.grammar import Affix, Grammar, Mode, scanner
from memory.time.terms import Tense
from memory.time.zh.rules import RULES

_PAST: Final = re.compile(r"[了过]|刚|已经|曾|以来|完|当时|结果|^.{1,6}?的(?=$|[\w])")
_FUTURE: Final = re.compile(r"要(?!求|素)|会(?!议|员|上|计|场|谈)|将(?!近)|打算|准备|计划|预计|必须|记得|别忘|提醒|得去|安排|预约|争取|即将|截止")
_CLAUSE: Final = re.compile(r"[，。！？；,!?;\n]")


def tense(text: str, start: int, end: int) -> Tense:
    """By the marks of the clause: those of the future decide, else those of the past; the words of the time are left out."""
    left = max((m.end() for m in _CLAUSE.finditer(text, max(0, start - 60), start)), default=max(0, start - 60))
    right = _CLAUSE.search(text, end, end + 60)
    before, after = text[left:start], text[end : right.start() if right else end + 60]
    if _FUTURE.search(before) or _FUTURE.search(after):
        return Tense.FUTURE
    if _PAST.search(before) or _PAST.search(after):
        return Tense.PAST
    return Tense.NONE


def _prefix(pattern: str, mode: Mode) -> Affix:
    return Affix(re.compile(rf"(?:{pattern})\s*$"), mode)


def _suffix(pattern: str, mode: Mode) -> Affix:
    return Affix(re.compile(rf"\s*(?:{pattern})"), mode)


GRAMMAR: Final = Grammar(
    name="zh",
    rules=RULES,
    scan=scanner(RULES),
    glue=re.compile(r"\s*的?\s*|[ ,，、]\s*"),
    link=re.compile(r"\s*(?:一直到|直到|到|至|-|~|—{1,2}|–|～)\s*"),
    prefixes=(
        _prefix("一直到|直到|截至|截止到?|不晚于|最晚|最迟|持续到", Mode.BY),
        _prefix("自从|自", Mode.SINCE),
        _prefix("从|打", Mode.FROM),
        _prefix("大约|大概|约|差不多|将近", Mode.ROUGH),
        _prefix("在|于", Mode.AT),
    ),
    suffixes=(
        _suffix("之前|以前|前(?![后台端面往])", Mode.BEFORE),
        _suffix("之后|以后|后(?![来面端台悔天年])", Mode.AFTER),
        _suffix("以来|至今|到现在", Mode.SINCE),
        _suffix("为止", Mode.BY),
        _suffix("起(?![来床])|开始", Mode.STARTING),
        _suffix("左右|前后|上下", Mode.ROUGH),
        _suffix("期间", Mode.DURING),
    ),
    anchor_left=True,
    tense=tense,
)
