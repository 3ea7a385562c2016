"""Causes: which part of a sentence is the cause, and which the effect."""

import re
from dataclasses import dataclass
from typing import Final

from memory.language.statements.clause import Clause
from memory.language.statements.generic import whole_clause
from memory.language.statements.pattern import Statement


@dataclass(frozen=True, slots=True)
class CausePair:
    """Characters of the sentence: the cause and the effect."""

    cause: tuple[int, int]
    effect: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Source:
    """A clause with the chunk's text."""

    clause: Clause
    text: str


_ZH: Final = (
    re.compile(r"^(?:因为|由于|因)(?P<c>[^，,]{2,60}?)[，,]\s*(?:所以|因此|因而|导致|使得|故)?(?P<e>.{2,})$"),
    re.compile(
        r"^(?P<e>.{2,}?)[，,]?\s*(?:是|主要是|就是)?(?:因为|由于)(?P<c>.{2,}?)(?:导致的?|造成的?|引起的?)?[。！]*$"
    ),
    re.compile(
        r"^(?P<e>.{2,}?)(?:是|都是|全是)(?:被|因|由)?(?P<c>.{2,}?)(?:导致|造成|引起|害|搞|弄|引发|闹|折腾|惹|累|憋|吓|冻|熬|压|摔|磨|晒|吃坏|用坏|热|磕|撞)的[。！]*$"
    ),
    re.compile(
        r"^(?P<e>.{0,8}(?:病|疼|痛|酸|肿|炎|感冒|发烧|坏|断|漏|堵|咳嗽?|过敏|伤|裂|黑屏|死机|停|慢|卡|失眠|胖|瘦|红|麻|哑|晕|吐|拉肚子|烧)了?)"
        r"(?:是|都是|主要是|就是|全是)(?:被|因|由)?(?P<c>.{2,10}?)的[。！]*$"
    ),
    re.compile(r"^(?P<c>.{2,}?)[，,]?\s*(?:导致|造成|引起|引发|使得|害得|致使)了?(?P<e>.{2,})$"),
    re.compile(
        r"^(?P<e>.{2,}?)的?(?:根本)?(?:原因|起因)(?:查到了|找到了|查出来了|"
        r"已查明|就?是|在于)+[：:，,]?\s*(?:因为|由于)?(?P<c>.{2,})$"
    ),
    re.compile(r"^(?P<c>.{3,}?)[，,]\s*(?:所以|因此|因而|于是|结果)(?P<e>.{2,})$"),
    re.compile(
        r"^(?P<e>[^，,]{4,}?)[，,]\s*(?:主要|其实)?(?:根子|原因|根源|症结|病根|问题|毛病|祸根)(?:就|都|主要|还是)*(?:在于?|出在)(?P<c>.{3,})$"
    ),
)
_EN: Final = (
    re.compile(
        r"^(?:because of|due to|owing to|thanks to|as a result of|because|since) (?P<c>[^,]{3,120}?), (?P<e>.{3,})$",
        re.I,
    ),
    re.compile(
        r"^(?:because of|due to|owing to|thanks to|as a result of) (?P<c>[^,]{3,80}?)"
        r" (?P<e>(?:we|i|he|she|they|it)\b(?! and).{3,})$",
        re.I,
    ),
    re.compile(
        r"^(?P<e>.{3,}?) (?:was|were|is|are) (?:all |mostly |simply |just |probably )?(?:down to|the result of|a"
        r" result of|thanks to"
        r"|the fault of|because of|due to) (?P<c>.{3,})$",
        re.I,
    ),
    re.compile(
        r"^(?P<e>.{3,}?) (?:was|were|is|are|has been|had been|got) (?:\w+ly )?(?:caused|"
        r"triggered|brought on|brought about|produced) by (?P<c>.{3,})$",
        re.I,
    ),
    re.compile(
        r"^(?P<e>.{3,}?),? (?:because of|due to|owing to|thanks to|as a result of|"
        r"on account of|because) (?P<c>.{3,})$",
        re.I,
    ),
    re.compile(
        r"^(?P<c>.{3,}?),? (?:caused|triggered|led to|resulted in|brought about|is why|was why|"
        r"which caused) (?P<e>.{3,})$",
        re.I,
    ),
    re.compile(
        r"^(?:the )?(?:root )?(?:cause|reason) (?:of|for|behind) (?P<e>.{3,}?) (?:is|was|"
        r"turned out to be) (?:that )?(?P<c>.{3,})$",
        re.I,
    ),
    re.compile(r"^why (?P<e>.{3,60}?): (?P<c>.{3,})$", re.I),
    re.compile(
        r"^(?P<c>.{5,}?),? (?:and so|and as a result|as a result|therefore|which is why|"
        r"so) (?P<e>(?:the|we|i|it|our|my|all|every|they|he|she)\b.{3,})$",
        re.I,
    ),
)
_NO_CAUSE: Final = re.compile(r"\b(?:not|n't) (?:because|due)|不是因为|并非因为|倒不是")


_PROOF: Final = {
    "zh": re.compile(
        r"^(?P<c>.{4,40}?)[，,]?(?:这)?(?:就|也|都)?(?:说明|表明|证明|"
        r"印证)了?(?P<e>(?!书|会|文档|材料).{4,})$"
    ),
    "en": re.compile(
        r"^(?P<c>.{5,80}?),? (?:which )?(?:shows?|showed|confirms?|confirmed|"
        r"proves?|proved|demonstrates?|demonstrated) that (?P<e>.{5,})$",
        re.I,
    ),
}
_NO_PROOF: Final = re.compile(
    r"\b(?:not|n't|never|i|we|you|he|she|they)\b(?= (?:show|confirm|"
    r"prove|demonstrate))|[没不]有?(?:说明|表明|证明)",
    re.I,
)


def split_proof(text: str, language: str) -> CausePair | None:
    """The two sides of `X shows that Y`; None when the sentence is none, or a person only says so."""
    if _NO_PROOF.search(text):
        return None
    found = _PROOF[language].match(text.rstrip(" .。!！;；"))
    return None if found is None else CausePair(found.span("c"), found.span("e"))


def split(text: str, language: str) -> CausePair | None:
    """The two sides of a comparable sentence that tells a cause; None when it tells none."""
    if _NO_CAUSE.search(text):
        return None
    stripped = text.rstrip(" .。!！;；")
    for pattern in _ZH if language == "zh" else _EN:
        found = pattern.search(stripped)
        if found is not None:
            return CausePair(found.span("c"), found.span("e"))
    return None


def as_event(source: Source) -> Statement:
    """One side of a cause that no pattern knows: it happened, in its own words."""
    return whole_clause(source.clause, source.text)
