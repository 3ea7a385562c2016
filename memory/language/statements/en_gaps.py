"""English clauses that leave out the verb of the clause before: `the wine is in the cellar, the beer in the garage`."""

import re
from collections.abc import Iterable, Sequence
from typing import Final

from memory.language.statements.pattern import Hit, Pattern, Statement, clean_value, custom, usable
from memory.language.statements.peel import Peeled
from memory.language.statements.words import words
from memory.ports.recognizer import Token

_PLACES: Final = words("in at on near under behind inside beside opposite above below")
_VERBAL: Final = frozenset(["VBZ", "VBD", "VBP", "MD"])
_PLACED: Final = {"be": "location", "live": "lives_in"}
_DOES: Final = {"do": "responsible_for", "handle": "responsible_for", "have": "has"}
_OPENS: Final = frozenset(["DT", "PRP$", "NNP", "NN", "NNS"])


def _verb(tokens: Sequence[Token], start: int) -> int | None:
    """The last inflected verb before the character `start`."""
    return next((i for i in reversed(range(len(tokens))) if tokens[i].start < start and tokens[i].tag in _VERBAL), None)


def _parallel(tokens: Sequence[Token], verb: int, first: Token) -> bool:
    """Whether the subject of the verb opens like the noun that may be a second one."""
    own = next(
        (i for i, t in enumerate(tokens) if t.dep in ("nsubj", "nsubjpass") and t.head == verb and i < verb), None
    )
    if (
        own is None
        or tokens[own].pos == "PRON"
        or first.text.casefold() in ("a", "an", "one", "this", "that", "some", "any", "no")
    ):
        return False
    opening = min((i for i, t in enumerate(tokens) if t.head == own and i < own), default=own)
    named = (tokens[own].tag == "NNP") == (first.tag == "NNP")
    return named and (tokens[opening].tag in ("DT", "PRP$")) >= (first.tag in ("DT", "PRP$"))


def gapped(tokens: Sequence[Token], start: int, end: int) -> tuple[int, int] | None:
    """The verb left out of the characters `start..end`, and the token after the second subject; None elsewhere."""
    inside = [i for i, t in enumerate(tokens) if start <= t.start < end and t.pos != "PUNCT"]
    verb = _verb(tokens, start)
    if verb is None or not 3 <= len(inside) <= 9 or any(tokens[i].pos in ("VERB", "AUX") for i in inside):
        return None
    if tokens[inside[0]].tag not in _OPENS or not _parallel(tokens, verb, tokens[inside[0]]):
        return None
    before = [t for t in tokens[verb + 1 :] if t.start < start]
    led = next((i for i in inside[1:] if tokens[i].pos == "ADP"), None)
    if before and before[0].pos == "ADP" and before[0].lemma in _PLACES:
        return (verb, led) if led is not None and tokens[led].lemma in _PLACES and led != inside[-1] else None
    determined = before and before[0].tag == "DT" and tokens[inside[0]].tag == "NNP" and tokens[inside[1]].tag == "DT"
    return (verb, inside[1]) if determined and tokens[verb].lemma != "be" else None


def gap_cuts(text: str, start: int, end: int, tokens: Sequence[Token]) -> list[tuple[int, int]]:
    """Commas and conjunctions before a clause without its verb."""
    marks = [m.span() for m in re.finditer(r",\s+(?:and\s+)?|\s+and\s+", text[start:end])]
    ends = [left for left, _ in marks[1:]] + [end - start]
    spans = ((left + start, right + start, stop + start) for (left, right), stop in zip(marks, ends, strict=False))
    return [(left, right) for left, right, stop in spans if gapped(tokens, right, stop) is not None]


@custom("en.gapped", r"^(?P<s>[\w' -]{2,60})$", timed=True)
def gap(hit: Hit) -> Iterable[Statement]:
    """The beer in the garage, after where the wine is."""
    tokens = hit.clause.sentence
    found = gapped(tokens, hit.clause.start, hit.clause.end)
    if found is None:
        return
    verb, at = found
    subject = hit.source[hit.clause.start : tokens[at].start].strip()
    placed = tokens[at].pos == "ADP"
    value = clean_value(hit.source[tokens[at].end if placed else tokens[at].start : hit.clause.end], "en")
    lemma = tokens[verb].lemma
    name = _PLACED.get(lemma, f"{lemma} {tokens[at].lemma}") if placed else _DOES.get(lemma, lemma)
    if usable(value):
        yield Statement(Peeled(subject, parsed=True), name, value, confidence=0.55)


PATTERNS: Final[tuple[Pattern, ...]] = (gap,)
