"""The last resort: a clause with a subject and a verb is kept in its own words, as an event, a plan or a state."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final

from memory.language.statements.clause import Clause
from memory.language.statements.pattern import Hit, Statement, clean_value, custom, usable
from memory.language.statements.peel import Peeled, peel
from memory.language.statements.subjects import plausible
from memory.model.assertion import MemoryKind, Modality
from memory.model.timespan import Bound
from memory.ports.recognizer import EntityType, Token

_ZH_NOMINAL: Final = frozenset(
    [
        "n",
        "nr",
        "nz",
        "ns",
        "nt",
        "nw",
        "r",
        "PER",
        "LOC",
        "ORG",
        "vn",
        "an",
        "f",
        "s",
        "m",
        "q",
        "PRON",
        "NOUN",
        "PROPN",
        "NUM",
        "a",
        "xc",
        "u",
    ]
)
_ASPECT: Final = re.compile(r"(?:了|过|完|好了|掉|成了|上线|关闭|结束|完成|恢复|回滚|中断|瘫|停)")
_FUTURE_ZH: Final = re.compile(r"(?:要|会|将|打算|计划|准备|预计|约好|安排|决定|即将)")
_OBJECT_POS: Final = frozenset({"NOUN", "PROPN", "DET", "NUM", "ADJ", "PRON"})
_PAST_TAGS: Final = frozenset({"VBD", "VBN"})


def _after_time(clause: Clause) -> bool:
    """Whether the time of the clause lies ahead of its base."""
    span = clause.event_time
    return span is not None and span.bound is Bound.AT and span.start is not None and span.start >= span.base


def verb_index_zh(tokens: Sequence[Token]) -> int | None:
    """The index of the main verb: a verb after a noun, the first with an aspect particle, else the first."""
    verbs = [i for i, t in enumerate(tokens) if t.tag in ("v", "vd") or (t.tag == "a" and i > 0)]
    verbs = [i for i in verbs if i > 0 or len(verbs) == 1]
    for i in verbs:
        if i + 1 < len(tokens) and tokens[i + 1].text in ("了", "过", "完", "掉", "着", "好"):
            return i
    plain = [
        i
        for i in verbs
        if any(t.tag in ("n", "nz", "nr", "r", "PER", "LOC", "ORG", "vn", "nt", "ns") for t in tokens[:i])
    ]
    return plain[0] if plain else (verbs[0] if verbs else None)


def verb_index_en(tokens: Sequence[Token], bare: bool = False) -> int | None:
    """The index of the first finite verb or auxiliary, after at least one word unless `bare`."""
    for i, token in enumerate(tokens):
        if (i or bare) and token.tag in ("VBD", "VBZ", "VBP", "MD"):
            return i
    return None


def _subject_words(clause: Clause, source: str, verb: int | None) -> str:
    if verb is None:
        return ""
    gone = {i for span in clause.spans for i in range(*span.span)}
    left = clause.start
    right = clause.tokens[verb].start
    kept = set(clause.bare.places)
    return "".join(source[i] for i in range(left, right) if i in kept and i not in gone)


def whole_clause(clause: Clause, source: str) -> Statement:
    """An event whose value is the clause in its own words."""
    verb = (verb_index_zh if clause.language == "zh" else verb_index_en)(clause.tokens)
    # A noun phrase alone (`the outage`) is its own subject.
    alone = clean_value("".join(source[i] for i in clause.bare.places), clause.language)
    if verb is None:
        verb = next((i for i, token in enumerate(clause.tokens) if i and token.tag in ("VBN", "VB", "VBG")), None)
    words = _subject_words(clause, source, verb) if verb is not None else alone
    hit_words = re.sub(r"^(?:the|a|an)\s+", "", words.strip(), flags=re.I)
    from_subject = Peeled(peel(hit_words, clause.language).subject)
    value = "".join(source[i] for i in clause.bare.places)
    return Statement(
        from_subject,
        "event",
        clean_value(value, clause.language),
        kind=MemoryKind.EPISODIC,
        confidence=0.55,
        rule="event",
    )


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
    words = _subject_words(clause, hit.source, verb)
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
    future = peeled.planned or _after_time(clause) or _FUTURE_ZH.match(rest) or re.search(r"约好|约了|说好", rest)
    if future:
        yield Statement(peeled, "plan", value, kind=MemoryKind.EPISODIC, modality=Modality.PLANNED, confidence=0.65)
    elif _ASPECT.search(clause.text + clause.final) or clause.event_time is not None:
        yield Statement(peeled, "event", value, kind=MemoryKind.EPISODIC, confidence=0.6)


def _solid_subject(tokens: Sequence[Token]) -> bool:
    """A pronoun, a name, a plural, or a noun with its article: `work trips` is no subject and verb."""
    return not tokens or any(t.pos in ("PRON", "PROPN", "DET") or t.tag in ("NNS", "PRP$") for t in tokens)


_SEMI: Final = frozenset(["need", "have", "go", "want", "hope", "intend", "promise", "wish"])
_INWARD: Final = frozenset(
    [
        "see",
        "know",
        "mean",
        "guess",
        "think",
        "understand",
        "agree",
        "hope",
        "wonder",
        "appreciate",
        "hear",
        "get",
        "say",
        "tell",
        "bet",
        "suppose",
        "sound",
        "look",
        "seem",
        "feel",
        "thank",
        "apologize",
        "apologise",
        "promise",
        "believe",
        "remember",
        "forget",
        "imagine",
        "care",
        "mind",
        "want",
        "wish",
        "let",
        "make",
        "help",
        "go",
        "come",
        "do",
        "be",
        "ask",
        "take",
        "find",
        "try",
        "keep",
        "give",
        "show",
        "happen",
        "matter",
        "swear",
        "trust",
        "love",
        "keep",
        "realize",
        "realise",
        "admire",
        "sense",
        "tend",
        "deserve",
        "suggest",
        "recommend",
        "cheer",
        "notice",
        "talk",
        "chat",
        "enjoy",
        "bring",
        "change",
        "put",
    ]
)
"""Present-tense verbs of the moment and of the mind: they tell no lasting state."""


def _semi_modal(tokens: Sequence[Token], verb: int) -> int | None:
    """The index of the verb after `need to`, `going to`, `have to`; None where there is none."""
    for i in range(verb, min(verb + 4, len(tokens) - 2)):
        if tokens[i].lemma in _SEMI and tokens[i + 1].text == "to" and tokens[i + 2].tag == "VB":
            return i + 2
    return None


@custom("en.event", r"^(?P<s>.+)$")
def en_event(hit: Hit) -> Iterable[Statement]:
    """Something happened or is to happen: a subject and a finite verb."""
    clause = hit.clause
    verb = verb_index_en(clause.tokens, bare=True)
    if verb is None:
        return
    main = verb
    semi = _semi_modal(clause.tokens, main)
    main = semi if semi is not None else main
    while semi is None and main + 1 < len(clause.tokens) and clause.tokens[main].pos in ("AUX", "PART", "ADV"):
        if clause.tokens[main].lemma in ("have", "do") and clause.tokens[main + 1].pos in _OBJECT_POS:
            break
        main += 1
    token = clause.tokens[main]
    first = verb == 0 and clause.tokens[0].tag in ("VBZ", "VBD")
    words = _subject_words(clause, hit.source, main)
    peeled = peel(words, "en")
    value = clean_value("".join(hit.source[i] for i in clause.bare.places if i >= token.start), "en")
    if not usable(value) or (not peeled.subject and not first) or token.pos not in ("VERB", "AUX", "NOUN", "ADJ"):
        return
    if (token.pos == "AUX" and token.lemma not in ("have", "do")) or (token.pos == "ADJ" and token.tag != "VBN"):
        return
    progressive = token.tag == "VBG" and clause.tokens[verb].pos == "AUX"
    if peeled.planned or (_after_time(clause) and (progressive or token.tag in ("VBZ", "VBP", "VB"))):
        yield Statement(peeled, "plan", value, kind=MemoryKind.EPISODIC, modality=Modality.PLANNED, confidence=0.65)
    elif token.tag in _PAST_TAGS or peeled.past:
        yield Statement(peeled, "event", value, kind=MemoryKind.EPISODIC, confidence=0.6)
    elif token.lemma not in _INWARD and _solid_subject(clause.tokens[:verb]):
        rest = clean_value("".join(hit.source[i] for i in clause.bare.places if i >= token.end), "en")
        if usable(rest):
            yield Statement(peeled, "has" if token.lemma == "have" else token.lemma, rest, confidence=0.6)
