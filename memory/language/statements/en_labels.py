"""English: what a label says of the words after its colon, where no verb stands: stock, forecasts, calendars."""

import re
from collections.abc import Iterable, Sequence
from typing import Final

from memory.language.statements.attributes import attribute, named_value
from memory.language.statements.generic import lies_ahead
from memory.language.statements.pattern import Hit, Pattern, Statement, clean_value, custom, usable
from memory.language.statements.peel import Peeled
from memory.language.statements.words import words
from memory.model.assertion import MemoryKind, Modality
from memory.ports.recognizer import Token

_FINITE: Final = frozenset(["VBZ", "VBD", "VBP", "MD"])
_VERBLESS: Final = re.compile(r"\b(?:i|we|you|he|she|they|it|please|dear|ignore|always|never)\b", re.I)


_UNIT: Final = r"(?:degrees|percent|km|kg|euros?|dollars|pounds|hours?|minutes?|days?|am|pm)\b"


def _bare(hit: Hit, group: str) -> str:
    left, right = hit.match.span(group)
    kept = set(hit.clause.bare.places)
    return clean_value("".join(hit.source[p] for p in hit.view.places[left:right] if p in kept), "en")


def _verbless(hit: Hit) -> bool:
    return not any(t.tag in _FINITE for t in hit.clause.tokens) and _VERBLESS.search(hit.view.text) is None


@custom(
    "en.stock",
    r"^(?:[A-Za-z][A-Za-z\- ]{2,30}?): (?P<v>\d[\d,]*(?: [\w-]+ of)?) (?P<s>[A-Za-z][\w\- ]{2,40}?)"
    r"(?:(?P<r>,? (?:in stock|left|remaining|available|on hand|total)\b.*)|, (?P<d>.+)| (?P<p>(?:on|in|at) .+))?$",
    timed=True,
)
def stock(hit: Hit) -> Iterable[Statement]:
    """Inventory: 48 boxes of nitrile gloves, size M, on shelf C2."""
    if not _verbless(hit) or hit.clause.spans or re.match(_UNIT, hit.raw("s"), re.I):
        return
    subject = Peeled(hit.raw("s").strip(), parsed=True)
    yield Statement(subject, "quantity", re.sub(r" of$", "", hit.raw("v").strip()), confidence=0.6)
    place = re.search(
        r"\b(?:on|in|at) (?P<v>(?:shelf|room|aisle|bay|rack|drawer|box|the|bin|store|cupboard)\b.*)$", hit.view.text
    )
    if place is not None:
        yield Statement(subject, "location", clean_value(place["v"], "en"), confidence=0.6)


@custom(
    "en.agenda",
    r"^(?:calendar|agenda|diary|schedule|appointments?|next appointment|upcoming|today|booking|reservation): (?P<s>.+?)"
    r"(?:,| on| at| -) (?P<v>.+)$",
    timed=True,
)
def agenda(hit: Hit) -> Iterable[Statement]:
    """Calendar: dentist on 4 May, 09:30."""
    subject = _bare(hit, "s")
    if not _verbless(hit) or not hit.clause.spans or not usable(subject):
        return
    ahead = Modality.PLANNED if lies_ahead(hit.clause.event_time) else None
    given = Peeled(subject, parsed=True)
    yield Statement(given, "schedule", hit.value(), kind=MemoryKind.EPISODIC, modality=ahead, confidence=0.6)


@custom(
    "en.label_of",
    r"^(?P<n>[A-Z][\w ]{2,30}?) (?:for|of|in|at|on|to) (?P<x>[^:]{2,60}?): (?P<v>[^:]{2,80})$",
    timed=True,
)
def label_of(hit: Hit) -> Iterable[Statement]:
    """Forecast for Bergen on Friday: rain, 11 °C."""
    thing = _bare(hit, "x")
    if _verbless(hit) and usable(thing) and usable(hit.value()):
        yield Statement(Peeled(thing, parsed=True), named_value(hit.raw("n")), hit.value(), confidence=0.6)


@custom(
    "en.label_state",
    r"^(?P<s>[A-Z][\w#\- ]{0,24}?[\d#][\w\-]*): (?P<v>(?!(?-i:[A-Z]))[^:]{3,80})$",
    timed=True,
)
def label_state(hit: Hit) -> Iterable[Statement]:
    """Order 7741: shipped on 3 March."""
    if _verbless(hit) and usable(hit.value()):
        yield Statement(Peeled(hit.raw("s").strip(), parsed=True), "status", hit.value(), confidence=0.6)


@custom("en.label_known", r"^(?P<s>[A-Za-z][\w\- ']{2,40}): (?P<v>[a-z\d][^:]{2,60})$")
def label_known(hit: Hit) -> Iterable[Statement]:
    """Order status: shipped; first-aid kit: behind the counter; temperature: 18 °C, wind from the west."""
    label = Peeled(hit.raw("s").strip())
    read = attribute(label, "en")
    if not _verbless(hit) or not usable(hit.value()):
        return
    if read is not None and read[1] not in ("description", "event", "plan", "instruction"):
        yield Statement(read[0], read[1], hit.value(), confidence=0.6)
    elif re.match(_WHERE, hit.raw("v"), re.I):
        yield Statement(label, "location", hit.value(), confidence=0.6)
    elif hit.raw("v")[0].isdigit():
        yield Statement(label, "value", hit.value(), confidence=0.55)


_WHERE: Final = (
    r"(?:in|on|at|under|behind|next to|beside|inside|above|below|opposite|near)\b|(?:the )?(?:top|bottom|second"
    r"|first|third|left|right"
    r"|middle|upper|lower|back|front) (?:drawer|shelf|cupboard|box|room|floor|cabinet|locker|rack)"
)
_SPEECH: Final = words(
    "email mail body text page message prompt system user assistant instruction instructions content document comment quote"
    " title subject story poem example sentence question lyrics task translation translate human bot chat transcript"
)


def label_end(text: str, tokens: Sequence[Token], start: int, end: int) -> int:
    """Where the sentence behind a label of common nouns begins: `Timetable: line 7 runs …`; `start` when there is none."""
    found = re.match(r"[A-Z][\w-]*(?: [\w-]+){0,2}:\s+(?=\S)", text[start:end])
    if found is None:
        return start
    inside = [t for t in tokens if start <= t.start < start + found.end() and t.pos != "PUNCT"]
    after = [t for t in tokens if start + found.end() <= t.start < end]
    nouns = all(t.pos in ("NOUN", "ADJ", "ADV", "NUM") and t.lemma not in _SPEECH for t in inside)
    opened = bool(after) and after[0].pos not in ("VERB", "AUX") and after[0].text.casefold() not in ("i", "we", "you")
    said = opened and any(t.tag in _FINITE for t in after[1:])
    return start + found.end() if inside and nouns and said else start


SENTENCES: Final[tuple[Pattern, ...]] = (stock, agenda, label_of, label_state, label_known)
