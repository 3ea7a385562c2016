"""Tries the topics on a sentence, and tells which part of the sentence they leave for the other readers."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Final

from memory.language.statements.clause import Clause
from memory.language.statements.frames import Stance, stance_of
from memory.language.statements.pattern import Hit, Pattern, Statement
from memory.language.statements.peel import Peeled
from memory.language.statements.subject_words import SPEAKER
from memory.language.statements.topics.kit import of_another
from memory.ports.recognizer import EntityType

_BREAK: Final = re.compile(r"[,;:，；：]\s*")
_WISHES: Final = re.compile(
    r"\bI'd (?:rather|like|prefer|love)\b|\b(?:wrong|mistake|mistaken|slip|typo)\b|[错误]|不对|不准|改主意|想换|我想要",
    re.I,
)
_CLAIM: Final = re.compile(
    r"\b(?:it'?s|it is|that'?s|is) (?:false|possible|a lie|untrue)\b|\byou (?:think|believe|say"
    r"|claim)\b|\byou(?:'re| are) wrong\b"
    r"|不是事实|瞎编|假的|乱说|谣|不属实",
    re.I,
)
_ASIDE: Final = re.compile(r"^[^，,：:]*(?:的?时候|时)[，,：:注]|^when(?:ever)? you\b", re.I)
"""`When you suggest recipes: I eat vegan` asks for nothing now."""
_UNREAL: Final = re.compile(
    r"\b(?:if|unless|suppose|imagine|were to|would be)\b|如果|要是|假如|万一|的话|听说|据说", re.I
)
_TAG: Final = re.compile(
    r",? (?:ok(?:ay)?|all right)\?$|,? (?:in case of \w+|in case any\w+ \w+|if (?:anyone|anybody|the \w+"
    r"|someone|you) (?:asks?|needs?|wants?|rings?|calls?)\b[^.]*)(?=\.?$)"
    r"|[，,](?:好吗|行吗|可以吗|好不好)[？?]?$",
    re.I,
)
_LEAD: Final = re.compile(
    r"\b(?:changed|moved|mistake|mistaken|wrong|misread|over|done|shift\w*|found|came across|dug|updated?"
    r"|checked|counted|messed|finished|doctor|people|they|funder|finance|shop|boxes|died"
    r"|sorry|news|correction|handover|turned|operator|switched|latest)\b|[变换改动错]|更正|不对|完成|挪|调|通知"
    r"|搬|注销|说一下|记一下|说个事|补|翻到|查|搞定|看腻|听腻|口味|不行了|累|信里|腾|批"
    r"|项目的$|辛苦|为准|说错|说岔|投降|反映|这样|照这个|停机|支援|回老家|报错|口头说好|没意义|不看|装修|不去了"
    r"|就当没说|修路|没人|别急|谢|说明|纪要|日志|记录|发票|收据|看了|记混|上线之?[起后]|被占|刷漆|盘点|照片"
    r"|特殊|以前的",
    re.I,
)
"""What leads up to a change, or gives its reason: nothing that would be asked for."""
_SO: Final = re.compile(
    r"^(?:people|everyone|everybody|folks|some|several)\b[^,]*, so\b|^(?:大家|很多人|有人)[^，,]*[，,]", re.I
)
MIN_REST: Final = 4


@dataclass(frozen=True, slots=True)
class Found:
    """What one topic read: the statements, and the stretches of the chunk that it did not look at."""

    statements: tuple[Statement, ...]
    rest: tuple[tuple[int, int], ...]


def read_topics(clause: Clause, source: str, patterns: Iterable[Pattern]) -> Iterable[Found]:
    """The readings of a whole sentence, the surest first."""
    for pattern in patterns:
        match = pattern.regex.search(clause.full.text)
        if match is None:
            continue
        hit = Hit(match, clause, clause.full, source)
        told = tuple(replace(s, rule=pattern.name) for s in pattern.read(hit))
        statements = tuple(s for s in told if not (_of_the_speaker(s) and of_another(hit)))
        if statements:
            yield Found(statements, _rest(hit))


def _of_the_speaker(statement: Statement) -> bool:
    subject = statement.subject
    return isinstance(subject, Peeled) and subject.subject.casefold() in SPEAKER


def is_topical(text: str, stance: Stance, language: str) -> bool:
    """Whether a sentence of this stance may tell of a topic: `ok?` asks nothing, `if anyone asks` supposes nothing."""
    if _CLAIM.search(text) is not None:
        return False
    plain = _TAG.sub("", text)
    stance = stance if plain == text else stance_of(plain, language)
    if stance is Stance.SUPPOSED:
        return _WISHES.search(text) is not None and _UNREAL.search(text) is None
    if stance is Stance.DENIED:
        # `so parcels go to 2 Quarry Lane, nobody's in at ours`: what is denied is the reason after it.
        told = re.split(r"[,，](?=[^,，]*$)", plain)[0]
        return told != plain and stance_of(told, language) is Stance.PLAIN
    return stance is Stance.PLAIN or (stance is Stance.TASK and _ASIDE.search(text) is not None)


def is_reason(text: str) -> bool:
    """Whether what people said is only the reason for what is told: `people complained, so we start at 9`."""
    return _SO.match(text) is not None


def _rest(hit: Hit) -> tuple[tuple[int, int], ...]:
    """The clauses before and after the match, where they are long enough to say something."""
    text, start = hit.view.text, hit.clause.start
    before = [m.end() for m in _BREAK.finditer(text, 0, hit.match.start() + 1) if m.start() <= hit.match.start()]
    after = next((m.start() for m in _BREAK.finditer(text, hit.match.end())), len(text))
    parts = ((start, start + (before[-1] if before else 0)), (start + after, hit.clause.end))
    named = [m.start for m in hit.clause.mentions if m.type is EntityType.PERSON]
    told = (part for part in parts if part[1] - part[0] >= MIN_REST)
    return tuple(
        (left, right)
        for left, right in told
        if any(left <= at < right for at in named) or _LEAD.search(text[left - start : right - start]) is None
    )
