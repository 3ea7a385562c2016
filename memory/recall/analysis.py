"""What a question asks: its language, class, entities, time window, and the predicates whose slots would answer it.

By rule and fast: recall never waits for a model.
"""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from typing import Final

from memory.language.detect import language_of
from memory.language.han import fold
from memory.model.recalled import QueryReading, Window
from memory.model.timespan import Bound, TimeReading, TimeSpan
from memory.recall.cues import (
    AFTERWARDS,
    ASIDE,
    ASKS,
    BEFOREHAND,
    FIRST_PERSON,
    FIRST_PLURAL,
    FORMS,
    IN_THE_END,
    LAST_TIME,
    PREDICATE_CUES,
    QUESTION_CLASSES,
    QUESTION_MARK,
)
from memory.recall.timing import Timing, timing_of
from memory.settle.registry import DEFAULT_REGISTRY, Registry
from memory.time import resolve

_HAN: Final = re.compile(r"[\u3400-\u9fff]")
_POSSESSIVE: Final = r"(?:['’]s?)?"
_MOST_PREDICATES: Final = 4


@dataclass(frozen=True, slots=True)
class QueryAnalysis:
    """How a question was understood.

    `predicates` are registry names, the likeliest first. `dense_text` is the query without the participants' names, for
    the embedder (a name pulls towards everything that its bearer said). `speakers` are the participants whom the query
    names; `timing` is what it says about time, whose relative words are not in `dense_text`; `first_person` and
    `first_plural` that it asks about the user or the project. `anaphora` is `last_time`, `in_the_end`,
    `afterwards`, `beforehand` or ""; `anchor` are the words that name the event it points from.
    """

    reading: QueryReading
    predicates: tuple[str, ...]
    timing: Timing
    dense_text: str
    speakers: tuple[str, ...]
    first_person: bool
    first_plural: bool
    anaphora: str
    anchor: str


def read_query(
    query: str,
    now: datetime,
    timezone: str,
    known_entities: Sequence[str],
    participants: Sequence[str] = (),
    registry: Registry = DEFAULT_REGISTRY,
) -> QueryAnalysis:
    """Reads a question.

    Args:
        query: As it was asked.
        now: The evaluation clock, aware: `last week` in a question is seen from here.
        timezone: IANA name in which days are read.
        known_entities: Names and aliases that memory knows in the reader's scope.
        participants: Names of those who speak in the reader's conversations.
        registry: The predicates.
    """
    plain = fold(unicodedata.normalize("NFKC", query))
    names = mentioned(query, known_entities)
    speakers = mentioned(query, participants)
    times = resolve(query, now, timezone)
    timing = timing_of(query, times)
    return QueryAnalysis(
        reading=QueryReading(
            language=language_of(query),
            question_class=question_class(plain),
            entities=names,
            window=window_of(times),
        ),
        predicates=predicates_asked(plain, registry),
        timing=timing,
        dense_text=without_names(timing.content or query, speakers),
        speakers=speakers,
        first_person=FIRST_PERSON.search(plain) is not None,
        first_plural=FIRST_PLURAL.search(plain) is not None,
        anaphora=_anaphora(plain),
        anchor=anchor_of(query),
    )


def question_class(query: str) -> str:
    """`why history next when relation list how preference`, else `fact`."""
    return next((name for name, cue in QUESTION_CLASSES if cue.search(query)), "fact")


def is_question(text: str) -> bool:
    """Whether a turn asks rather than tells: as an answer it is worth less."""
    stripped = text.strip()
    return QUESTION_MARK.search(stripped) is not None or (ASKS.match(stripped) is not None and len(stripped) < 80)


def _anaphora(query: str) -> str:
    found = next((name for name, cue in _ANAPHORA if cue.search(query)), "")
    # What it was in the end (到底) may be the cause that is asked for.
    return "" if found == "in_the_end" and question_class(query) == "why" else found


_ANAPHORA: Final = (
    ("beforehand", BEFOREHAND),
    ("last_time", LAST_TIME),
    ("afterwards", AFTERWARDS),
    ("in_the_end", IN_THE_END),
)


def anchor_of(query: str) -> str:
    """The words of a question that name an event, without what it asks about it; the question itself where none are left."""
    named = ASIDE.sub("", query.strip())
    for cue in (LAST_TIME, IN_THE_END, AFTERWARDS, FORMS):
        named = cue.sub(" ", named)
    left = " ".join(named.split())
    return left if re.search(r"\w{2}|[\u3400-\u9fff]", left) else query


def mentioned(query: str, names: Sequence[str]) -> tuple[str, ...]:
    """Those of the names that stand in the query, the longest first; a name inside a longer found one does not count."""
    plain = _comparable(query)
    found: list[str] = []
    taken: list[tuple[int, int]] = []
    for name in sorted(dict.fromkeys(names), key=lambda n: (-len(n), n)):
        for start, end in _places(_comparable(name), plain):
            if not any(start < e and s < end for s, e in taken):
                taken.append((start, end))
                found.append(name)
                break
    return tuple(found)


def _comparable(text: str) -> str:
    return fold(unicodedata.normalize("NFKC", text)).casefold()


def _places(name: str, text: str) -> list[tuple[int, int]]:
    if not name.strip():
        return []
    if _HAN.search(name):
        # One character alone is part of too many words.
        return [(m.start(), m.end()) for m in re.finditer(re.escape(name), text)] if len(name) > 1 else []
    return [(m.start(), m.end()) for m in re.finditer(rf"(?<![a-z0-9]){re.escape(name)}(?![a-z0-9])", text)]


def without_names(query: str, names: Sequence[str]) -> str:
    """The query without the names and their possessives; the query itself when nothing else is left."""
    text = query
    for name in sorted(names, key=len, reverse=True):
        parts = [name, *(part for part in name.split() if len(part) > 1)] if " " in name else [name]
        for part in parts:
            bounds = ("", "的?") if _HAN.search(part) else (r"(?<![A-Za-z0-9])", rf"{_POSSESSIVE}(?![A-Za-z0-9])")
            text = re.sub(bounds[0] + re.escape(part) + bounds[1], " ", text, flags=re.IGNORECASE)
    left = " ".join(text.split())
    return left if re.search(r"\w", left) else query


def window_of(times: TimeReading) -> Window | None:
    """The time that the question speaks of: the narrowest span around all that it names; None without any."""
    spans = [span for span in times.spans if not _is_now(span)]
    if not spans:
        return None
    starts = [_opens(span) for span in spans]
    ends = [_closes(span) for span in spans]
    known_starts = [start for start in starts if start is not None]
    known_ends = [end for end in ends if end is not None]
    return Window(
        min(known_starts) if len(known_starts) == len(starts) else None,
        max(known_ends) if len(known_ends) == len(ends) else None,
    )


def _is_now(span: TimeSpan) -> bool:
    return span.raw.strip().casefold() in {
        "now",
        "currently",
        "现在",
        "現在",
        "目前",
        "当前",
        "right now",
        "at present",
    }


def _opens(span: TimeSpan) -> datetime | None:
    return None if span.bound is Bound.UNTIL else span.start


def _closes(span: TimeSpan) -> datetime | None:
    return None if span.bound is Bound.SINCE else span.end


def predicates_asked(query: str, registry: Registry = DEFAULT_REGISTRY) -> tuple[str, ...]:
    """Registry names whose wordings or cues stand in the query, the longest wording first."""
    text = query.casefold()
    found: dict[str, int] = {}
    for name, cue in PREDICATE_CUES:
        match = cue.search(query)
        if match is not None:
            found[name] = max(found.get(name, 0), len(match[0]) + 1)
    for wording, name in _wordings(registry):
        if len(wording) > found.get(name, 0) and _stands(wording, text):
            found[name] = len(wording)
    return tuple(sorted(found, key=lambda name: (-found[name], name))[:_MOST_PREDICATES])


@lru_cache(maxsize=8)
def _wordings(registry: Registry) -> list[tuple[str, str]]:
    pairs: list[tuple[str, str]] = []
    for predicate in registry.all():
        # Single characters (在, 有, 用) and words like `is` stand in any question.
        pairs += [(wording, predicate.name) for wording in predicate.wordings_zh if len(wording) > 1]
        words = (predicate.name.replace("_", " "), *predicate.wordings_en)
        pairs += [(wording, predicate.name) for wording in words if len(wording) > 3]
    return pairs


def _stands(wording: str, text: str) -> bool:
    if wording not in text:
        return False
    return (
        _HAN.search(wording) is not None
        or re.search(rf"(?<![a-z]){re.escape(wording)}(?:s|'s)?(?![a-z])", text) is not None
    )
