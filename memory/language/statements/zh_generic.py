"""The last resort for Chinese: a clause with a subject and a verb is kept in its own words, as an event or a plan."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final

from memory.language.statements.generic import after_time, subject_words, verb_index_zh
from memory.language.statements.pattern import Hit, Statement, clean_value, custom, usable
from memory.language.statements.peel import peel
from memory.language.statements.plausible import plausible
from memory.model.assertion import MemoryKind, Modality
from memory.ports.recognizer import EntityType, Token

_ASPECT: Final = re.compile(r"(?:了|过|完|好了|掉|成了|上线|关闭|结束|完成|恢复|回滚|中断|瘫|停)")
_FUTURE_ZH: Final = re.compile(r"(?:要|会|将|打算|计划|准备|预计|约好|安排|决定|即将)")


def _before_objects(tokens: Sequence[Token], verb: int) -> int:
    """The predicate begins with the preposition before its verb: 把车卖了, 和供应商开会."""
    for i in range(verb):
        if tokens[i].tag in ("p", "c") and tokens[i].text in (
            "把",
            "被",
            "和",
            "跟",
            "与",
            "给",
            "对",
            "向",
            "用",
            "从",
            "在",
            "为",
            "同",
            "让",
            "于",
            "往",
        ):
            together = tokens[i].text in ("和", "跟", "与", "同") and i > 0 and tokens[i - 1].tag in ("PER", "nr", "r")
            if not together or tokens[i - 1].tag == "r":
                return i
    return verb


@custom("zh.event", r"^(?P<s>.+)$")
def zh_event(hit: Hit) -> Iterable[Statement]:
    """Something happened or is to happen: a subject, a verb with an aspect particle or a time."""
    clause = hit.clause
    verb = verb_index_zh(clause.tokens)
    if verb is None:
        return
    verb = _before_objects(clause.tokens, verb)
    rest = "".join(hit.source[i] for i in clause.bare.places if i >= clause.tokens[verb].start)
    words = subject_words(clause, hit.source, verb)
    starts = {t.start for t in clause.tokens}
    offsets = {i for i, p in enumerate(p for p in clause.bare.places if p < clause.tokens[verb].start) if p in starts}
    peeled = peel(words, "zh", offsets)
    value = clean_value(rest, "zh")
    before = clause.tokens[verb - 1] if verb else None
    if before is not None and before.tag in ("v", "vd") and peeled.subject.endswith(before.text):
        return  # the subject would end in a verb: the words were cut in the wrong place
    actor = next((m for m in clause.mentions if m.type is EntityType.PERSON and peeled.subject.endswith(m.text)), None)
    if actor is not None and plausible(peeled.subject.removesuffix(actor.text), "zh"):
        peeled = replace(peeled, subject=actor.text)  # 开业典礼乔磊会来: an occasion, and then who
    if value.startswith("我") and not peeled.subject:
        peeled, value = replace(peeled, subject="我"), value[1:]
    if value.endswith("是") or (peeled.negative and not peeled.subject and not clause.prefixed):
        return
    lone = not peeled.subject and clause.event_time is None and "我" not in words
    if (
        not usable(value)
        or (lone and not clause.prefixed)
        or (len(peeled.subject) == 1 and peeled.subject not in "我他她它")
    ):
        return
    if clause.tokens[verb].tag == "a" and not peeled.subject:
        return  # 今天心情不错: a mood, nobody's
    future = peeled.planned or after_time(clause) or _FUTURE_ZH.match(rest) or re.search(r"约好|约了|说好", rest)
    if future:
        yield Statement(peeled, "plan", value, kind=MemoryKind.EPISODIC, modality=Modality.PLANNED, confidence=0.65)
    elif _ASPECT.search(clause.text + clause.final) or clause.event_time is not None:
        yield Statement(peeled, "event", value, kind=MemoryKind.EPISODIC, confidence=0.6)
