"""Chinese clauses without a verb: rows of attributes and values, what somebody is, and bare answers."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from memory.language.statements.attributes import named_value, noun_predicate
from memory.language.statements.pattern import Hit, Statement, clean_value, usable
from memory.language.statements.peel import Peeled
from memory.language.statements.subject_words import PERSON_RELATIONS, is_body
from memory.language.statements.subjects import plausible
from memory.language.statements.zh_words import FAMILY, NAMES
from memory.model.assertion import MemoryKind
from memory.ports.recognizer import Token

_ATTRIBUTE_TAGS: Final = frozenset(["n", "vn", "an"])
_UNIT: Final = re.compile(
    r"^(?:℃|%|‰|°|元|块|度|次|个|人|岁|克|斤|米|升|瓦|伏|页|级|期|mg|kg|cm|ml|bpm|mmHg)|^[A-Za-zμ°℃%/]{1,6}$"
)
_NO_ATTRIBUTE: Final = re.compile(r"^(?:大家|第|时候|东西|事情?|问题|情况|样子|地方|人|话|先生|女士|小姐|老师)$")
_VAGUE: Final = re.compile(r"什么|哪|谁|怎么|几点|多少|[你您]")
_ABOUT: Final = re.compile(
    r"^(?:一共|总共|共|大概|大约|约|差不多|将近|才|只|已经|都|目前|现在|也就|最多|至少|不到|已)$"
)
_DETERMINER: Final = re.compile(r"^(?:[这那]|每|某|该)(?:一?[个件台辆只条套本张把间家种款双部份批栋座棵瓶箱袋位])?$")
_EVERY: Final = re.compile(r"^(?:每|隔)(?!个?人|位|家|件|份|张|次都)")
_POSTPOSED: Final = frozenset(["了", "的", "啦", "哦", "呢"])
_HOLDS: Final = re.compile(
    r"^(?:患者|病人|姓名|客户|学生|学员|会员|乘客|旅客|考生|收件人|寄件人|联系人|员工|申请人|投保人|业主|租客|司机)$"
)
"""After such a word the name is whose the figures after it are."""
MIN_TERM: Final = 2
MAX_FRAGMENT: Final = 16
MIN_UNDER_WAY: Final = 3


@dataclass(frozen=True, slots=True)
class Pair:
    """An attribute with its value; `owner` are the words before it."""

    owner: str
    attribute: str
    value: str


def _figure(token: Token) -> bool:
    return token.tag in ("m", "TIME") or token.tag in NAMES or token.text[:1].isdigit()


def _text(tokens: Sequence[Token], source: str) -> str:
    return source[tokens[0].start : tokens[-1].end] if tokens else ""


def _value_end(tokens: Sequence[Token], at: int) -> int:
    """The end of the value that starts at `at`: figures, names, their measures and units."""
    end = at + 1
    while (
        end < len(tokens)
        and not _term_ahead(tokens, at, end)
        and (
            _figure(tokens[end])
            or tokens[end].tag == "q"
            or tokens[end].lemma in "的多来以上下左右"
            or _UNIT.match(tokens[end].text)
        )
    ):
        end += 1
    return end


def _term_ahead(tokens: Sequence[Token], at: int, end: int) -> bool:
    """钱玉兰|血红蛋白 96: after a name another attribute begins."""
    named = tokens[at].tag == "PER" and tokens[end].tag == "nz" and end + 1 < len(tokens)
    return named and tokens[end + 1].tag == "m"


def pairs_of(tokens: Sequence[Token], source: str) -> list[Pair]:
    """The rows `attribute value` of words without a verb; empty when the words are no such rows."""
    found: list[Pair] = []
    at = left = 0
    while at < len(tokens):
        latin = tokens[at].tag == "nz" and (tokens[at].text.isascii() or len(tokens[at].text) > MIN_TERM)
        long = len(tokens[at].text) > 1 or (
            at > left and (tokens[at - 1].tag == "q" or tokens[at - 1].lemma in ("这", "那"))
        )
        named = (tokens[at].tag in _ATTRIBUTE_TAGS or latin) and long and at + 1 < len(tokens)
        if not named or not _fits(tokens[at], tokens[at + 1]):
            at += 1
            continue
        end = _value_end(tokens, at + 1)
        noun = at - 1 if at > left and tokens[at - 1].tag in ("v", "vn") else at  # 起飞|时间
        owner = [t for t in tokens[left:noun] if t.tag != "TIME"]
        found.append(
            Pair(
                _text(owner, source).rstrip("的"),
                _text(tokens[noun : at + 1], source),
                _text(tokens[at + 1 : end], source),
            )
        )
        at = left = end
    return found if left == len(tokens) else []


def _fits(noun: Token, value: Token) -> bool:
    """Whether a noun and what follows can be an attribute and its value; 糖尿病十几年 is none."""
    if FAMILY.match(noun.lemma) and value.tag != "PER":
        return False
    if not _figure(value) or _NO_ATTRIBUTE.match(noun.lemma):
        return False
    return (
        value.tag != "TIME"
        or noun_predicate(noun.text, "zh") is not None
        or noun.lemma.endswith(("时间", "日期", "日"))
    )


def _without_heading(all_tokens: Sequence[Token], tokens: list[Token]) -> tuple[str, list[Token]]:
    """护理记录：3床…: the heading, and the words after it."""
    colon = next((t for t in all_tokens if t.text in (":", "：")), None)
    if colon is None:
        return "", tokens
    before = [t for t in tokens if t.start < colon.start]
    after = [t for t in tokens if t.start > colon.start]
    rows = len(after) > 1 and (not any(_figure(t) for t in before) or _has_row(after))
    if not before or not rows:
        return "", tokens
    return "".join(t.text for t in before), after


def _has_row(tokens: Sequence[Token]) -> bool:
    return any(t.tag in _ATTRIBUTE_TAGS and _fits(t, tokens[i + 1]) for i, t in enumerate(tokens[:-1]))


def _of_pair(pair: Pair, before: Peeled, prefixed: bool) -> Statement | None:
    value = clean_value(pair.value, "zh")
    if not usable(value) or _VAGUE.search(pair.owner + value):
        return None
    read = noun_predicate(pair.attribute, "zh")
    predicate = read[1] if read is not None else named_value(pair.attribute)
    if read is not None and (read[1] in PERSON_RELATIONS or read[0]):
        predicate = named_value(pair.attribute) if read[0] else read[1]
    owner = re.sub(r"^(?:新|旧|老|现|原|目前|现在|最新)的?$", "", pair.owner)
    if _DETERMINER.match(owner):
        return Statement(
            Peeled(owner + pair.attribute), "description", value, confidence=0.55, rule="zh.figures", timeless=True
        )
    if not owner and not before.subject and not prefixed and read is None and not is_body(pair.attribute):
        return Statement(
            Peeled(pair.attribute), "description", value, confidence=0.55, rule="zh.figures", timeless=True
        )
    subject = Peeled(owner) if owner else before
    return Statement(
        subject, predicate, value, kind=MemoryKind.SEMANTIC, confidence=0.6, rule="zh.figures", timeless=True
    )


def _with_kin(tokens: Sequence[Token]) -> int:
    """How many words the person at the head takes: 我, 我奶奶, 他弟, 小王; 0 when there is none."""
    if not tokens:
        return 0
    if tokens[0].lemma in ("我", "他", "她", "我们", "咱们"):
        after = 2 if len(tokens) > 2 and tokens[1].lemma in ("家", "的") else 1
        kin = len(tokens) > after and FAMILY.match(tokens[after].lemma) is not None
        return after + 1 if kin else 2 if len(tokens) > 2 and tokens[1].lemma == "家" else 1
    return 1 if tokens[0].tag == "PER" else 0


def _what_one_is(hit: Hit, tokens: Sequence[Token]) -> Iterable[Statement]:
    """我90年的, 我奶奶糖尿病十几年了: a person, and what is said of them without a verb."""
    who = _with_kin(tokens)
    if who and hit.source[tokens[who - 1].end : tokens[who - 1].end + 1] in ("、", "/", "＋", "+"):
        return  # 我、大林和阿琪: a list of people
    rest = [t for t in tokens[who:] if t.lemma not in _POSTPOSED]
    if not who or not rest or rest[0].tag in ("d", "c", "p", "r") or rest[0].lemma in ("这", "那", "呢"):
        return
    value = clean_value(_text(tokens[who:], hit.source), "zh")
    if usable(value) and len(value) > 1 and not _VAGUE.search(value):
        subject = Peeled(_text(tokens[:who], hit.source))
        yield Statement(subject, "description", value, confidence=0.55, rule="zh.nominal", timeless=True)


def _fragment(hit: Hit, tokens: Sequence[Token]) -> Iterable[Statement]:
    """Names and figures alone go on about the clause before, or answer a question: 五年级; 杜航和苗苗."""
    value = clean_value(_text(tokens, hit.source), "zh")
    named = any(_figure(t) or t.tag in ("n", "nz") for t in tokens)
    plain = all(
        t.tag in NAMES or t.tag in ("n", "m", "q", "c", "vn", "a", "TIME", "f", "s") or t.lemma in "的和跟与"
        for t in tokens
    )
    if named and plain and usable(value) and 1 < len(value) <= MAX_FRAGMENT and not _VAGUE.search(value):
        yield Statement(Peeled(""), "description", value, confidence=0.5, rule="zh.fragment", timeless=True)


def _under_way(hit: Hit, tokens: Sequence[Token]) -> Statement | None:
    """二楼的投影机送修中: a thing, and what is being done with it."""
    if len(tokens) < MIN_UNDER_WAY or tokens[-1].lemma != "中" or tokens[-2].tag not in ("vn", "v"):
        return None
    at = next((i for i, p in enumerate(hit.view.places) if p >= tokens[-2].start), 0)
    return Statement(
        hit.peeled_of((0, at)), "status", hit.raw_of((at, len(hit.view.text))), personal=True, rule="zh.under_way"
    )


def _again(hit: Hit, tokens: Sequence[Token]) -> Statement | None:
    """每两周一对一一次: what comes again, in its own words."""
    if not _EVERY.match(hit.clause.text) or len(tokens) < MIN_UNDER_WAY:
        return None
    value = clean_value(_text(tokens, hit.source), "zh")
    return Statement(
        Peeled(""), "habit", value, kind=MemoryKind.SEMANTIC, confidence=0.55, personal=True, rule="zh.every"
    )


def _rows(hit: Hit, heading: str, tokens: Sequence[Token]) -> list[Statement]:
    pairs = pairs_of(tokens, hit.source)
    if any(pair.owner and not plausible(pair.owner, "zh") for pair in pairs):
        return []
    holder = next((p.value for p in pairs if _HOLDS.match(p.attribute)), "")
    told = [
        _of_pair(p, Peeled(heading if _HOLDS.match(p.attribute) else holder or heading), hit.clause.prefixed)
        for p in pairs
    ]
    return [s for s in told if s is not None]


def _roster(hit: Hit) -> list[Statement]:
    """周一小美, 夜班周四老刘: who is on when."""
    tokens = [
        t for t in hit.clause.tokens if t.tag not in ("w", "xc") and t.lemma not in ("归", "是", "由", "轮到", "到")
    ]
    times = [t for t in tokens if t.tag == "TIME"]
    people = [t for t in tokens if t.tag == "PER" or t.lemma == "我"]
    duty = [t for t in tokens if t not in times and t not in people]
    if len(times) != 1 or not people or tokens[-1] not in people or any(t.tag not in ("n", "vn", "nz") for t in duty):
        return []
    when = "".join(t.text for t in (*duty, *times))
    return [
        Statement(Peeled(t.text), "schedule", when, confidence=0.55, timeless=True, rule="zh.roster") for t in people
    ]


def read_nominal(hit: Hit) -> Iterable[Statement]:
    """What a clause without a verb states."""
    all_tokens = hit.clause.tokens
    tokens = [t for t in all_tokens if (t.tag not in ("w", "xc") or _UNIT.match(t.text)) and not _ABOUT.match(t.lemma)]
    heading, tokens = _without_heading(all_tokens, tokens)
    single = _under_way(hit, tokens) or _again(hit, tokens)
    found = (
        [single]
        if single is not None
        else _roster(hit) or _rows(hit, heading, tokens) or list(_what_one_is(hit, tokens))
    )
    yield from found
    if not found and hit.clause.prefixed and tokens:
        yield from _fragment(hit, tokens)
