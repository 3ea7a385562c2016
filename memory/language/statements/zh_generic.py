"""The last resort for Chinese: any declarative clause with a subject and a predicate, read by its word classes.

It knows no special wordings. What a clause says is kept as its verb phrase, with the polarity, modality and kind that
the words before the verb and the time of the clause show. Its confidence is low; the patterns before it know better.
"""

import re
from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from memory.language.statements.attributes import noun_predicate
from memory.language.statements.clause import Clause
from memory.language.statements.pattern import Hit, Statement, custom, usable
from memory.language.statements.peel import Peeled
from memory.language.statements.subject_words import PERSON_RELATIONS
from memory.language.statements.zh_clause_parts import Parts, clause_parts, subject_phrase, without_place_word, words_of
from memory.language.statements.zh_nominal import read_nominal
from memory.language.statements.zh_reading import PERSON_WORDS, Reading
from memory.language.statements.zh_silence import ONCE, REQUEST, silent
from memory.language.statements.zh_topics import by_hand
from memory.language.statements.zh_words import VERBS
from memory.model.assertion import MemoryKind, Modality
from memory.settle.registry import DEFAULT_REGISTRY

_CARES_FOR: Final = re.compile(r"^(?:管|负责|带|盯|接手|照看|照顾|打理|主持|看管)$")
_KNOWN: Final = {
    "有": "has",
    "支持": "support",
    "在": "location",
    "是": "description",
    "用": "uses",
    "就是": "description",
}
_POTENTIAL: Final = re.compile(r"(?<=[\u4e00-\u9fff])不(?:[了得]|(?=[到着动起开上下完好出住来去惯清懂见进回]))(?!.?不)")
_SAYS: Final = re.compile(r"^(?:说|讲|表示|告诉|提醒|建议|通知|回复|反馈|要求|嘱咐|叮嘱)$")
_MEASURE: Final = re.compile(r"^一?[只个位条台辆名款间家种张件](?=[\u4e00-\u9fff]{2})")
_ONE_DAY: Final = re.compile(
    r"[上下这本]个?(?:周|星期|礼拜)|今|明|昨|后天|前天|\d+[月号日]|去年|[一二三四五六七八九十]+[月号]"
)
_EACH: Final = re.compile(r"^(?:每|周末|工作日|平日|隔)")
_WEEKDAY: Final = re.compile(r"(?:周|星期|礼拜)[一二三四五六日天]")


def _ordered(reading: Reading, value: str) -> Statement | None:
    """What is not to be done, and how something is to be done."""
    parts = reading.parts
    mine = reading.subject in ("", "我")
    wished = _asked_for(parts) or reading.hit.clause.final.startswith("吧")
    if mine and wished and ONCE.search(reading.hit.clause.text):
        return _of(reading, "prefers", value, MemoryKind.PREFERENCE, Modality.ASSERTED)
    if parts.has("forbidden") and mine and (reading.topic or len(value) > 3):
        return _of(reading, "instruction", value, MemoryKind.PROCEDURAL, Modality.ASSERTED)
    if parts.has("forbidden") and not reading.about_person:
        about = replace(_of(reading, "instruction", value, MemoryKind.PROCEDURAL, Modality.ASSERTED))
        return replace(about, subject=Peeled("我", negative=True), value=reading.subject + value)
    if parts.has("henceforth") and not reading.about_person:
        return _of(reading, "instruction", value, MemoryKind.PROCEDURAL, Modality.ASSERTED)
    if parts.has("rule") and not (reading.subject and reading.about_person):
        return _of(reading, "instruction", value, MemoryKind.PROCEDURAL, Modality.ASSERTED)
    to_me = parts.has("all") and not reading.happened and "我" in reading.object()
    if to_me and not reading.about_person:
        return _of(reading, "instruction", value, MemoryKind.PROCEDURAL, Modality.ASSERTED)
    if parts.has("bidden") and not reading.about_person and reading.hit.clause.event_time is None:
        return _of(reading, "instruction", value, MemoryKind.PROCEDURAL, Modality.ASSERTED)
    return None


def _asked_for(parts: Parts) -> bool:
    """Whether something is asked for: 帮我订素食, 给我订经济舱."""
    return REQUEST.match(parts.verb) is not None or any(REQUEST.match(t.lemma) for t in parts.tokens[: parts.head])


def _of(reading: Reading, predicate: str, value: str, kind: MemoryKind, modality: Modality | None) -> Statement:
    parts = reading.parts
    peeled = Peeled(
        reading.subject,
        negative=parts.has("negative"),
        doubtful=parts.has("doubtful") or (parts.has("wished") and modality is None),
        ends=parts.has("ends"),
        was=parts.has("was") and kind is not MemoryKind.EPISODIC,
        past=parts.has("done"),
    )
    rule = "zh.done" if not reading.subject and by_hand(parts) and kind is not MemoryKind.PROCEDURAL else ""
    return Statement(peeled, predicate, value, kind=kind, modality=modality, confidence=0.55, personal=True, rule=rule)


def _state(reading: Reading, value: str) -> Statement:
    """What is so, or is usually so."""
    parts = reading.parts
    kind = MemoryKind.PREFERENCE if parts.has("usual") and reading.about_person else MemoryKind.SEMANTIC
    rest = reading.object() if not parts.verb.endswith("是") else _MEASURE.sub("", reading.object())
    if (
        parts.within
        or parts.has("potential")
        or parts.first != parts.head
        or not usable(rest)
        or len(rest) < 2
        or reading.part
    ):
        return _of(reading, "habit" if kind is MemoryKind.PREFERENCE else "does", value, kind, None)
    if _CARES_FOR.match(parts.verb) and reading.about_person:
        return _of(reading, "responsible_for", rest, kind, None)
    if any(t.tag in VERBS or t.tag in ("d", "u") for t in parts.after) and parts.verb not in _KNOWN:
        return _of(reading, "habit" if kind is MemoryKind.PREFERENCE else "does", value, kind, None)
    named = DEFAULT_REGISTRY.canonical(parts.verb, "zh")
    predicate = _KNOWN.get("是" if parts.verb.endswith("是") else parts.verb) or ("does" if named else parts.verb)
    return _of(reading, predicate, value if predicate == "does" else rest, kind, None)


def _not_whole(reading: Reading, statement: Statement) -> Statement:
    """A value that is nearly all of the text says nothing that the text does not: its verb becomes the predicate."""
    rest = reading.object()
    if (
        reading.is_whole(statement.value)
        and usable(rest)
        and len(rest) > 1
        and statement.kind is not MemoryKind.PROCEDURAL
    ):
        return replace(statement, predicate=reading.parts.verb, value=rest)
    return statement


def _habit_kind(reading: Reading) -> MemoryKind:
    return MemoryKind.PREFERENCE if reading.parts.has("usual") else MemoryKind.SEMANTIC


def recurrent(clause: Clause) -> bool:
    """Whether the time words name days that come again and again: 每周三, 周二周四晚上, 周末."""
    times = [t.lemma for t in clause.tokens if t.tag == "TIME"]
    if not times or any(_ONE_DAY.search(t) for t in times):
        return False
    return _EACH.match(times[0]) is not None or sum(len(_WEEKDAY.findall(t)) for t in times) > 1


def read_clause(hit: Hit, parts: Parts) -> Iterable[Statement]:
    """The statement of a clause that has a verb or an adjective."""
    reading = Reading(hit, parts)
    value = _without_potential(parts, reading.phrase())
    told = _told(reading)
    if told is not None:
        yield told
        return
    asked = _attribute_of_topic(reading)
    if asked is not None:
        yield from asked
        return
    if silent(reading, value):
        return
    ordered = _ordered(reading, value)
    if ordered is not None:
        yield ordered
    elif recurrent(hit.clause) and not hit.clause.final.startswith("了") and not parts.has("planned"):
        yield _of(reading, "habit", reading.timed(value), _habit_kind(reading), Modality.ASSERTED)
    elif reading.lies_ahead:
        yield _not_whole(reading, _of(reading, "plan", value, MemoryKind.EPISODIC, Modality.PLANNED))
    elif reading.happened and not parts.has("usual"):
        yield _not_whole(reading, _of(reading, "event", value, MemoryKind.EPISODIC, None))
    elif parts.tokens[parts.head or 0].tag == "a":
        yield _of(reading, "does", value, MemoryKind.SEMANTIC, None)
    else:
        yield _not_whole(reading, _state(reading, value))


def _without_potential(parts: Parts, value: str) -> str:
    """喝不惯 denies 喝惯, 跑不了步 denies 跑步."""
    if parts.has("negative"):
        return value
    found = _POTENTIAL.search(value)
    if found is None or parts.verb[:1] not in value[: found.start()]:
        return value
    parts.flags |= {"negative", "potential"}
    return value[: found.start()] + value[found.end() :]


def _told(reading: Reading) -> Statement | None:
    """医生说我有点脂肪肝, inside a sentence: somebody's words, kept as theirs."""
    value = re.sub(r"^[：:，,“\"]+", "", reading.object())
    person = reading.subject and not PERSON_WORDS.match(reading.subject)
    if not _SAYS.match(reading.parts.verb) or not person or not usable(value) or len(value) < 3:
        return None
    return _of(reading, "said", value, MemoryKind.SEMANTIC, Modality.QUOTED)


def _attribute_of_topic(reading: Reading) -> list[Statement] | None:
    """状态已发货 after the order's number: the status of the order."""
    noun = noun_predicate(reading.subject, "zh") if reading.subject and reading.hit.clause.prefixed else None
    if noun is None or noun[0] or noun[1] in PERSON_RELATIONS or noun[1] in _KNOWN.values():
        return None
    value = reading.object() if reading.parts.verb in ("是", "为") else reading.phrase()
    times = "".join(t.text for t in reading.hit.clause.tokens if t.tag == "TIME")
    if times and value in ("变", "动", "改") and reading.parts.has("negative"):
        value = times  # 起飞时间18:45不变
        reading.parts.flags.discard("negative")
    made = _of(reading, noun[1], value, MemoryKind.SEMANTIC, None)
    return (
        [replace(made, subject=replace(made.subject, subject=""))]
        if usable(value) and isinstance(made.subject, Peeled)
        else []
    )


@custom("zh.event", r"^(?P<s>.+)$")
def zh_event(hit: Hit) -> Iterable[Statement]:
    """Any clause with a predicate: what happened, what is to happen, what is so."""
    parts = clause_parts(hit.clause)
    if parts.head is not None:
        yield from read_clause(hit, parts)
    else:
        yield from read_nominal(hit)


def named_subject(clause: Clause, source: str) -> str:
    """The subject or topic that a clause names, whether anything is read of it or not."""
    parts = clause_parts(clause)
    at = subject_phrase(parts)
    if at is None:
        return ""
    left, right = parts.phrases[at]
    asks = noun_predicate(words_of(parts, left, right, source, clause.bare.places), "zh")
    if asks is not None and not asks[0]:
        return ""
    if right - left == 1 and parts.tokens[left].tag == "r" and not PERSON_WORDS.match(parts.tokens[left].lemma):
        return ""
    if parts.head is None and parts.tokens[left].lemma == "我":
        right = left + 1
    words = without_place_word(words_of(parts, left, right, source, clause.bare.places))
    mine = noun_predicate(words.lstrip("我的"), "zh") if words.startswith("我") and len(words) > 2 else None
    return "我" if mine is not None and mine[1] not in PERSON_RELATIONS else words
