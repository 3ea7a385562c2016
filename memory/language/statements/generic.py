"""What the last resorts of both languages share: where the verb stands, and a clause kept in its own words."""

import re
from collections.abc import Sequence
from dataclasses import replace

from memory.language.statements.clause import Clause
from memory.language.statements.pattern import Statement, clean_value
from memory.language.statements.peel import Peeled, peel
from memory.model.assertion import MemoryKind
from memory.model.timespan import Bound, TimeSpan
from memory.ports.recognizer import Token


def after_time(clause: Clause) -> bool:
    """Whether the time of the clause lies ahead of its base."""
    return lies_ahead(clause.event_time)


def time_within(clause: Clause, start: int, end: int) -> TimeSpan | None:
    """The time among characters `start..end` of the chunk, chosen as for a clause."""
    spans = tuple(span for span in clause.spans if start <= span.span[0] and span.span[1] <= end)
    return replace(clause, spans=spans).event_time


def lies_ahead(span: TimeSpan | None) -> bool:
    """Whether a time is a point or period ahead of its base."""
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


def subject_words(clause: Clause, source: str, verb: int | None) -> str:
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
    words = subject_words(clause, source, verb) if verb is not None else alone
    hit_words = re.sub(r"^(?:the|a|an)(?:\s+|$)", "", words.strip(), flags=re.I)
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
