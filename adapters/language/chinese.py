"""What LAC gets wrong, put right by rules over its words; offsets are those of the analysed text.

The text comes folded to simplified characters (same length), so that one set of rules serves both spellings.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from adapters.language.lac import Word
from adapters.language.wellknown import WELL_KNOWN
from memory.ports.recognizer import EntityType

UPOS: Final = {
    "PER": "PROPN", "LOC": "PROPN", "ORG": "PROPN", "nz": "PROPN", "nw": "PROPN",
    "n": "NOUN", "vn": "NOUN", "an": "NOUN", "s": "NOUN", "t": "NOUN", "TIME": "NOUN", "q": "NOUN",
    "v": "VERB", "vd": "VERB", "a": "ADJ", "ad": "ADV", "d": "ADV", "f": "ADP", "p": "ADP",
    "r": "PRON", "m": "NUM", "c": "CCONJ", "u": "PART", "xc": "PART", "w": "PUNCT",
}  # fmt: skip
"""LAC's classes as universal parts of speech."""

_SURNAMES: Final = (
    "王李张刘陈杨黄赵吴周徐孙马朱胡郭何高林罗郑梁谢宋唐许韩冯邓曹彭曾肖田董袁潘于蒋蔡余杜叶程苏魏吕丁任沈姚卢姜崔"
    " 钟谭陆汪范金石廖贾夏韦付方白邹孟熊秦邱江尹薛闫段雷侯龙史陶黎贺顾毛郝龚邵万钱严覃武戴莫孔向汤阎尤俞"
)
# Words that begin like a nickname (小米, 老师): 小 and 老 before these surnames are no names.
_NICKNAMED: Final = "".join(c for c in _SURNAMES if c not in "方石白毛万金武向龙江钟段高于何任余")
_TITLE: Final = (
    "工程师|工|总监|总|董事长|董|经理|老师|教授|博士|医生|大夫|护士|律师|主任|主管|主编|部长|处长|科长|局长|院长|校长|行长|店长"
    "|组长|队长|班长|书记|秘书|会计|教练|导演|导|师傅|师兄|师姐|同学|先生|女士|小姐|太太|夫人|哥|姐|叔叔|叔|阿姨|姨|伯伯|伯|奶奶|爷爷"
)
_CALLED: Final = re.compile(rf"[{_SURNAMES}](?:{_TITLE})|[老小][{_NICKNAMED}]")
# A word, or a name of several words with capitals.
_LATIN: Final = re.compile(
    r"[A-Z][A-Za-z]+(?: [A-Z][A-Za-z]+)+(?![\w'+#-])"
    r"|[A-Za-z][A-Za-z0-9_]*(?:[.\-_/@']+[A-Za-z0-9_]+)*(?:\+\+|#)?"
)
_WORK_TITLE: Final = re.compile(r"《([^《》]{1,40})》")
_SPLIT_WELL_KNOWN: Final = re.compile("|".join(sorted(map(re.escape, WELL_KNOWN), key=len, reverse=True)))

_EMPLOYED_AT: Final = frozenset({"在", "从", "加入", "入职", "离开", "跳槽到", "去", "去了"})
_EMPLOYED_TEXT: Final = "做 当 上班 工作 任职 离职 实习 辞职 担任 入职 就职 供职"
_EMPLOYED: Final = frozenset(_EMPLOYED_TEXT.split())
_USES_TEXT: Final = (
    "用 使用 改用 换成 换 切到 切换到 迁 迁移 迁到 选 选用 选择 采用 部署 安装 装 引入 基于 升级 下载 打开 接入 集成"
    " 试用"
)
_USES: Final = frozenset(_USES_TEXT.split())
_LIGHT_TEXT: Final = "了 着 过 到 成 的 在 从 把 ， 、 和 与 或"
_LIGHT: Final = frozenset(_LIGHT_TEXT.split())
_PERSONAL_VERBS_TEXT: Final = (
    "说 负责 觉得 喜欢 认为 告诉 问 建议 讨厌 想 同意 反对 住 住在 去 来 接手 提到 回复 写 写的 要求 答应 决定 希望"
    " 爱 养 结婚 生日"
)
_PERSONAL_VERBS: Final = frozenset(_PERSONAL_VERBS_TEXT.split())
_BEFORE_PERSON_TEXT: Final = "叫 同事 朋友 老板 领导 经理 找 问 告诉 联系 通知 同学 丈夫 妻子 老公 老婆 室友"
_BEFORE_PERSON: Final = frozenset(_BEFORE_PERSON_TEXT.split())
# Characters that LAC glues to a name and title.
_GLUED: Final = frozenset("是说在要会想也")
_NO_NAMES_TEXT: Final = (
    "中文 英文 汉语 英语 日语 法语 德语 韩语 普通话 粤语 简体 繁体 简体中文 微博 网上 手机 电脑 春节 国庆 中秋"
)
_NO_NAMES: Final = frozenset(_NO_NAMES_TEXT.split())


@dataclass(frozen=True, slots=True)
class Span:
    """A tagged word at `start..end`; `type` is set on named entities."""

    start: int
    end: int
    tag: str
    type: EntityType | None = None


def _placed(words: Sequence[Word]) -> list[Span]:
    spans: list[Span] = []
    at = 0
    for word in words:
        spans.append(Span(at, at + len(word.text), word.tag))
        at += len(word.text)
    return spans


def _tag_at(spans: Sequence[Span], start: int, end: int) -> str:
    """The tag of the word that covers most of `start..end`, or `PER` if any word in it is a person."""
    if any(s.tag == "PER" and start <= s.start and s.end <= end for s in spans):
        return "PER"
    return max(spans, key=lambda s: min(s.end, end) - max(s.start, start)).tag


def _with_piece(spans: list[Span], piece: Span) -> list[Span]:
    """The words with `piece` as one word; words that reach over its ends are cut there."""
    result: list[Span] = []
    for span in spans:
        if span.start < piece.start:
            result.append(Span(span.start, min(span.end, piece.start), span.tag, span.type))
        if span.start <= piece.start < span.end:
            result.append(piece)
        if span.end > piece.end:
            result.append(Span(max(span.start, piece.end), span.end, span.tag, span.type))
    return result


def _join_latin(text: str, spans: list[Span]) -> list[Span]:
    for match in _LATIN.finditer(text):
        start, end = match.span()
        tag = _tag_at(spans, start, end)
        spans = _with_piece(spans, Span(start, end, tag if tag in ("PER", "LOC", "ORG", "n", "nz", "v") else "nz"))
    return spans


def _join_people(text: str, spans: list[Span]) -> list[Span]:
    """陈经理, 张工, 老张: where both ends are ends of words, so that 紧张工作 and 王总是 hold no person."""
    for match in _CALLED.finditer(text):
        start, end = match.span()
        if not any(s.start == start for s in spans):
            continue
        if any(s.end == end for s in spans):
            spans = _with_piece(spans, Span(start, end, "PER"))
        elif text[end : end + 1] in _GLUED and any(s.start == start and s.end == end + 1 for s in spans):
            spans = _with_piece(_with_piece(spans, Span(start, end, "PER")), Span(end, end + 1, "v"))
    return spans


def _join_well_known(text: str, spans: list[Span]) -> list[Span]:
    for match in _SPLIT_WELL_KNOWN.finditer(text):
        start, end = match.span()
        inside_longer = any(s.start <= start and end <= s.end and s.end - s.start > end - start for s in spans)
        if not inside_longer:
            spans = _with_piece(spans, Span(start, end, "nz", WELL_KNOWN[match[0]]))
    return spans


def _join_works(text: str, spans: list[Span]) -> list[Span]:
    for match in _WORK_TITLE.finditer(text):
        spans = _with_piece(spans, Span(match.start(1), match.end(1), "nw", EntityType.OTHER))
    return spans


def _neighbours(text: str, spans: Sequence[Span], i: int) -> tuple[str, str]:
    """The next words before and after that are not light ones, as text."""

    def word(k: int) -> str:
        return text[spans[k].start : spans[k].end].strip()

    before, after = i - 1, i + 1
    while before >= 0 and (not word(before) or word(before) in _LIGHT):
        before -= 1
    while after < len(spans) and not word(after):
        after += 1
    return (word(before) if before >= 0 else ""), (word(after) if after < len(spans) else "")


def _employer(text: str, spans: Sequence[Span], i: int) -> bool:
    """`在启明做架构师`, `从云帆离职`: the thing between is an organisation, even if it looks like a person."""
    before = text[spans[i - 1].start : spans[i - 1].end] if i else ""
    after = text[spans[i + 1].start : spans[i + 1].end] if i + 1 < len(spans) else ""
    return before in _EMPLOYED_AT and after in _EMPLOYED


def _latin_type(word: str, tag: str, before: str, after: str) -> EntityType | None:
    """The type of a Latin word in a Chinese sentence; most small-letter words and abbreviations are no names."""
    if not any(c.isupper() for c in word) or len(word) < 2:
        return None
    if before in _BEFORE_PERSON or (" " in word and tag == "PER"):
        return EntityType.PERSON
    if after in _PERSONAL_VERBS and word[0].isupper() and word[1:].islower():
        return EntityType.PERSON
    if before in _USES:
        return EntityType.PRODUCT
    if " " in word:
        return _NAMED.get(tag, EntityType.OTHER)
    if not word[1:].islower():
        mixed = any(c.islower() for c in word) and "-" not in word
        return EntityType.PRODUCT if mixed else _NAMED.get(tag) if len(word) > 4 else None
    return _NAMED.get(tag, EntityType.PRODUCT if tag in ("n", "nz") else EntityType.OTHER)


_NAME_TAGS: Final = frozenset({"PER", "LOC", "ORG", "nz", "nw"})
_NAMED: Final = {"PER": EntityType.PERSON, "LOC": EntityType.PLACE, "ORG": EntityType.ORG}


def _han_type(word: str, tag: str, before: str, employer: bool) -> EntityType | None:
    if len(word) < 2 or word in _NO_NAMES:
        return None
    if employer and tag in ("PER", "nz", "ORG"):
        return EntityType.ORG
    if tag in _NAMED:
        return _NAMED[tag]
    if tag in ("nz", "nw"):
        return EntityType.PRODUCT if before in _USES else EntityType.OTHER
    return None


def _typed(text: str, spans: Sequence[Span]) -> Iterator[Span]:
    for i, span in enumerate(spans):
        if span.type is not None or span.tag == "w":
            yield span
            continue
        word = text[span.start : span.end]
        kind = None
        if _LATIN.fullmatch(word):
            kind = _latin_type(word, span.tag, *_neighbours(text, spans, i))
        elif span.tag in _NAME_TAGS and not word.isascii():
            before, _ = _neighbours(text, spans, i)
            kind = _han_type(word, span.tag, before, _employer(text, spans, i))
        yield Span(span.start, span.end, span.tag, kind)


def read_words(text: str, words: Sequence[Word]) -> list[Span]:
    """Turns LAC's words of a folded text into words with entities; the spans cover the text without gaps."""
    spans = [s for s in _placed(words) if s.end > s.start]
    if not spans:
        return []
    spans = _join_works(text, _join_well_known(text, _join_people(text, _join_latin(text, spans))))
    return list(_typed(text, spans))
