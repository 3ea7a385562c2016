"""Repairs of the word boundaries that the Chinese recogniser often gets wrong; every repair keeps the places of the text."""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from memory.language.person_names import SURNAMES
from memory.ports.recognizer import Token

_NICK: Final = re.compile(rf"^[老小阿][{SURNAMES}]$")
_NO_NICK: Final = re.compile(
    r"^(?:老(?:板|师|家|花|毛|云|成|黄|方法|路|房|车)|小(?:时|区|米|麦|白菜|花|车|路|费|鱼|牛|龙虾|方|明|红|包|马|雪|雷|宗|计|曲|辛|高|单|节|项|康|平|章|金|广|步|安|和|解|胡|童|成|温|强|宁|毛|苗|熊|管|常))$"
)
_SIZE: Final = frozenset("重数长宽高价费率量租龄距径速压温差薪")
"""毛|重, 快门|数: a measure cut off from its noun."""
_TO_WHOM: Final = re.compile(r"^(别|不要|不用|没|不|先|再|就|都|也|还)(给|跟|让|帮|对|叫|替)(我们|我|他|她)$")
_NUMBERED: Final = re.compile(
    r"(?:会议室|线|楼|门|机|仓|厅|桌|车间|车厢|房|库|出口|柜|馆|院|窗口|站台|病房|病区|床|包间|摊位|店|炉|泵|电梯|塔|井|闸|棚|温室|地块|注塑|车床|设备|电机|服务器|节点|产线|仓库)"
)
"""三号会议室 is a room, no day."""
_NUMBER_OF: Final = re.compile(
    r"(?:登机口|车厢|座位|站台|窗口|柜台|床位|泊位|车位|储物柜|门牌|房间|包厢|检票口|出口|号码|编号|航站楼|摊位|工位)(?:变更|改|换|调整|变)?(?:为|成|到|是|在)?\s*$"
)
"""登机口变更为23号 is a gate, no day."""
_PLACE_HEAD: Final = re.compile(r"^[里外上下前后]$")
_DIGITS: Final = re.compile(r"^\d{2,}$")
_YEAR: Final = re.compile(r"^(?:[大高初研][一二三四五]|小[一二三四五六]|中[一二三]|国[一二三])$")
_AFTER_ONE: Final = frozenset(["v", "d", "p", "a", "TIME", "nz", "vn"])
_ADVERBS: Final = {
    ("压", "根"): "d",
    ("压根", "儿"): "d",
    ("都", "是"): "v",
    ("打", "小"): "d",
    ("合计", "着"): "v",
    ("盘算", "着"): "v",
    ("计划", "着"): "v",
}


def numbered(before: str, after: str) -> bool:
    """Whether a number with 号 between these words names a room, a gate or a machine."""
    return _NUMBERED.match(after) is not None or _NUMBER_OF.search(before) is not None


def _joined(left: Token, right: Token, tag: str) -> Token:
    words = left.text + right.text
    return replace(left, text=words, lemma=words, end=right.end, tag=tag)


def _apart(token: Token) -> tuple[Token, ...]:
    """别给我 in one word: the adverb, the preposition, the person."""
    found = _TO_WHOM.match(token.lemma) if len(token.text) == len(token.lemma) else None
    if found is None:
        return (token,)
    at, made = token.start, list[Token]()
    for words, tag in zip(found.groups(), ("d", "p", "r"), strict=True):
        made.append(replace(token, text=words, lemma=words, start=at, end=at + len(words), tag=tag))
        at += len(words)
    return tuple(made)


def _pair(left: Token, right: Token, after: Token | None) -> tuple[Token, ...] | None:
    """Two words that are one, or that are cut in the wrong place; None where they are well."""
    if left.end != right.start:
        return None
    both = left.text + right.text
    if (left.text, right.text) in _ADVERBS:
        return (_joined(left, right, _ADVERBS[left.text, right.text]),)
    if _YEAR.match(both) and (after is None or after.tag not in ("q", "m")):
        return (_joined(left, right, "n"),)
    if _NICK.match(both) and not _NO_NICK.match(both) and left.tag in ("a", "n", "nz") and right.tag != "PER":
        return (_joined(left, right, "PER"),)
    figure = after is not None and (after.tag == "m" or after.text[:1].isdigit() or after.lemma in ("才", "约", "是"))
    if left.tag in ("n", "vn", "nz") and right.text in _SIZE and figure:
        return (_joined(left, right, "n"),)
    if _PLACE_HEAD.match(left.text) and right.text.startswith("头") and len(right.text) == 2:
        head = replace(right, text="头", lemma="头", end=right.start + 1)
        rest = replace(right, text=right.text[1:], lemma=right.text[1:], start=right.start + 1, tag="v")
        return _joined(left, head, "f"), rest
    return None


def _one_of_two(before: Token | None, left: Token, right: Token, after: Token | None) -> tuple[Token, ...] | None:
    """大的学钢琴, 我家小的: one of two children."""
    if left.text not in ("大", "小") or right.text != "的" or after is None:
        return None
    opens = before is None or before.tag == "w" or before.lemma in ("家", "我家", "家里")
    return (_joined(left, right, "PER"),) if opens and after.tag in _AFTER_ONE else None


def _numbers(tokens: Sequence[Token]) -> list[Token]:
    """0571-88231907 and the like in one piece."""
    made: list[Token] = []
    for token in tokens:
        broken = (
            len(made) > 1 and made[-1].text == "-" and _DIGITS.match(token.text) and _DIGITS.match(made[-2].text[-2:])
        )
        if broken and made[-2].end == made[-1].start and made[-1].end == token.start:
            hyphen = made.pop()
            made[-1] = _joined(_joined(made[-1], hyphen, "m"), token, "m")
        else:
            made.append(token)
    return made


def repaired(tokens: Sequence[Token]) -> tuple[Token, ...]:
    """The words of a sentence with their boundaries put right."""
    pieces = _numbers([piece for token in tokens for piece in _apart(token)])
    pieces = [replace(t, tag="v", pos="VERB") if t.lemma == "靠" and t.tag == "p" else t for t in pieces]
    made: list[Token] = []
    at = 0
    while at < len(pieces):
        after = pieces[at + 2] if at + 2 < len(pieces) else None
        better = _pair(pieces[at], pieces[at + 1], after) if at + 1 < len(pieces) else None
        if better is None and at + 1 < len(pieces):
            better = _one_of_two(pieces[at - 1] if at else None, pieces[at], pieces[at + 1], after)
        made += better or (pieces[at],)
        at += 1 if better is None else 2
    return tuple(made)
