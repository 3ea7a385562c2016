"""The last resort for English: a clause with a subject and a verb is kept in its own words, as an event, a plan or a state."""

from collections.abc import Iterable, Sequence
from typing import Final

from memory.language.statements.generic import after_time, subject_words, verb_index_en
from memory.language.statements.pattern import Hit, Statement, clean_value, custom, usable
from memory.language.statements.peel import peel
from memory.model.assertion import MemoryKind, Modality
from memory.ports.recognizer import Token

_OBJECT_POS: Final = frozenset({"NOUN", "PROPN", "DET", "NUM", "ADJ", "PRON"})
_PAST_TAGS: Final = frozenset({"VBD", "VBN"})


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
    words = subject_words(clause, hit.source, main)
    peeled = peel(words, "en")
    value = clean_value("".join(hit.source[i] for i in clause.bare.places if i >= token.start), "en")
    if not usable(value) or (not peeled.subject and not first) or token.pos not in ("VERB", "AUX", "NOUN", "ADJ"):
        return
    if (token.pos == "AUX" and token.lemma not in ("have", "do")) or (token.pos == "ADJ" and token.tag != "VBN"):
        return
    progressive = token.tag == "VBG" and clause.tokens[verb].pos == "AUX"
    if peeled.planned or (after_time(clause) and (progressive or token.tag in ("VBZ", "VBP", "VB"))):
        yield Statement(peeled, "plan", value, kind=MemoryKind.EPISODIC, modality=Modality.PLANNED, confidence=0.65)
    elif token.tag in _PAST_TAGS or peeled.past:
        yield Statement(peeled, "event", value, kind=MemoryKind.EPISODIC, confidence=0.6)
    elif token.lemma not in _INWARD and _solid_subject(clause.tokens[:verb]):
        rest = clean_value("".join(hit.source[i] for i in clause.bare.places if i >= token.end), "en")
        if usable(rest):
            yield Statement(peeled, "has" if token.lemma == "have" else token.lemma, rest, confidence=0.6)
