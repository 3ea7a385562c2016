"""English labels of tools with a list behind: `Parcel RR4471: arrived at Leipzig depot, delivery expected 9 September`."""

import re
from collections.abc import Iterable
from typing import Final

from memory.language.statements.generic import lies_ahead, time_within
from memory.language.statements.pattern import Hit, Pattern, Statement, clean_value, custom, usable
from memory.language.statements.peel import Peeled
from memory.model.assertion import MemoryKind, Modality
from memory.model.timespan import TimeSpan

_SPOKEN: Final = re.compile(
    r"\b(?:i|we|you|he|she|they|my|our|your|please|ignore|always|never|must|should|assistant|user|agent)\b", re.I
)
_ENTRY: Final = re.compile(
    r"^(?:calendar(?: entry| event)?|event|appointment|agenda|diary|diary entry|booking|booking confirmed"
    r"|reservation(?: confirmed)?|reminder"
    r"|meeting|upcoming|next appointment|invitation|rota|shift)$",
    re.I,
)
_NOTED: Final = re.compile(
    r"^(?:note|notes|tip|warning|instructions?|system|important|page|readme|comment|result|results|search result|text)\b",
    re.I,
)
_SETTLED: Final = re.compile(
    r"^(?:settled|decided|agreed|sorted|right|so|ok(?:ay)?|update|news|final|rule|rules|fyi|reminder to self)$", re.I
)
_PLACE: Final = re.compile(
    r"^(?:room|hall|gate|platform|clinic|ward|desk|bay|terminal|building|floor|stand|at|in|on) ?\b", re.I
)


@custom(
    "en.label_list",
    r"^(?P<s>[A-Z][\w#'./ -]{1,40}?): (?P<r>[^:;]+(?::\d\d[^:;]*)*(?:, [^:;]+(?::\d\d[^:;]*)*){1,4})$",
    timed=True,
)
def label_list(hit: Hit) -> Iterable[Statement]:
    """Calendar entry: Parents' evening, 12 November 18:30, Room 14."""
    label, parts = hit.raw("s").strip(), _parts(hit)
    if _SPOKEN.search(hit.view.text) or _NOTED.match(label) or _SETTLED.match(label) or len(parts) < 2:
        return
    verb = any(t.tag in ("VBP", "MD") or (t.tag == "VBZ" and t.lemma == "be") for t in hit.clause.tokens)
    if verb or not (hit.clause.spans or re.search(r"\d", label)):
        return
    if _ENTRY.match(label):
        if re.search(r"\d", hit.source[slice(*parts[0])]):
            return
        label, parts = clean_value(hit.source[slice(*parts[0])], "en"), parts[1:]
    for start, end in parts:
        yield from _told(hit, label, start, end)


def _parts(hit: Hit) -> list[tuple[int, int]]:
    """The members of the list as characters of the chunk."""
    left = hit.match.start("r")
    found = re.finditer(r"(?:[^,]|,(?=\d))+", hit.match["r"])
    spans = ((m.start() + left + len(m[0]) - len(m[0].lstrip()), m.end() + left) for m in found)
    return [(hit.view.places[a], hit.view.places[b - 1] + 1) for a, b in spans]


def _told(hit: Hit, label: str, start: int, end: int) -> Iterable[Statement]:
    words = hit.source[start:end].strip(" .")
    time = time_within(hit.clause, start, end)
    if not usable(clean_value(words, "en")):
        return
    subject = Peeled(label, parsed=True)
    if time is not None:
        yield _timed(subject, words, time)
    elif _PLACE.match(words):
        yield Statement(subject, "location", words, confidence=0.55, timeless=True)
    else:
        yield Statement(subject, "status", words, confidence=0.55, timeless=True)


def _timed(subject: Peeled, words: str, time: TimeSpan) -> Statement:
    ahead = Modality.PLANNED if lies_ahead(time) else None
    return Statement(subject, "schedule", words, kind=MemoryKind.EPISODIC, modality=ahead, time=time, confidence=0.6)


SENTENCES: Final[tuple[Pattern, ...]] = (label_list,)
