"""Repeats folded into one item with all their evidence; a chunk gives way to the facts taken from it, unless it adds."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from typing import Final
from uuid import UUID

from memory.model.fact import ItemStatus
from memory.model.recalled import EvidenceQuote, RecallItem, Scores
from memory.settle.values import normal_value, value_words

CHUNK: Final = "chunk"
_LINKING: Final = frozenset("is are was were be has have had the a an of s 的 是 了 在".split())  # noqa: SIM905
_ADDS_AT_LEAST: Final = 6
"""So many further words make a chunk worth showing beside its facts."""


def fold(
    items: Sequence[RecallItem],
    cited_by: Mapping[UUID, Sequence[UUID]],
    weigh: Callable[[Scores], float] = lambda scores: scores.relevance,
    whole: Collection[UUID] = (),
) -> list[RecallItem]:
    """Folds duplicates and covered chunks.

    Args:
        items: Best first.
        cited_by: By chunk id, the memories that cite it. A chunk item's `memory_id` is its chunk id.
        weigh: What scores amount to, as the items' own were weighed.
        whole: Chunks that are shown in their own words: what was taken from them is not told twice.

    Returns:
        Best first; an item that took in another has the better score of the two, and the evidence of both.
    """
    distinct = [item for item in _without_repeats(items) if not _within(item, whole)]
    facts = {item.memory_id: item for item in distinct if item.kind != CHUNK}
    kept: list[RecallItem] = []
    for item in distinct:
        covering = [facts[fact] for fact in cited_by.get(item.memory_id, ()) if fact in facts]
        if item.kind == CHUNK and covering and item.memory_id not in whole and not adds(item.text, covering):
            for fact in covering:
                facts[fact.memory_id] = _cover(facts[fact.memory_id], item, weigh)
            continue
        kept.append(item)
    merged = [facts.get(item.memory_id, item) if item.kind != CHUNK else item for item in kept]
    return _without_parts(sorted(merged, key=lambda item: -item.score))


def _within(item: RecallItem, whole: Collection[UUID]) -> bool:
    """Whether a statement stands in no other words than those that are shown whole."""
    return bool(whole) and item.kind != CHUNK and all(quote.chunk_id in whole for quote in item.evidence)


def _without_parts(items: Sequence[RecallItem]) -> list[RecallItem]:
    """Without facts that say nothing beyond a cause among the items (`logins failed`); the cause takes their place."""
    causes = [item for item in items if item.kind != CHUNK and (item.predicate or "").rpartition(".")[2] == "cause"]
    if not causes:
        return list(items)
    said = {item.memory_id: value_words(normal_value(item.text)) for item in items if item.kind != CHUNK}
    whole_of = {
        item.memory_id: whole for whole in causes for item in items if item is not whole and _is_part(item, whole, said)
    }
    kept: dict[UUID, RecallItem] = {}
    for item in items:
        whole = whole_of.get(item.memory_id, item)
        known = kept.get(whole.memory_id)
        kept[whole.memory_id] = _absorb(known or whole, item) if item is not whole else known or whole
    return list(kept.values())


def _is_part(item: RecallItem, whole: RecallItem, said: Mapping[UUID, frozenset[str]]) -> bool:
    if item.kind == CHUNK or item.status is not whole.status or item.superseded_by is not None:
        return False
    words = said[item.memory_id] - _LINKING
    return len(words) > 1 and words <= said[whole.memory_id]


def adds(text: str, facts: Sequence[RecallItem]) -> bool:
    """Whether the words of a chunk say clearly more than the facts taken from it."""
    said = value_words(normal_value(text))
    told = value_words(normal_value(" ".join(f"{fact.text} {fact.value or ''}" for fact in facts)))
    # A Chinese word has about two characters.
    return sum(0.5 if word > "\u2fff" else 1.0 for word in said - told) >= _ADDS_AT_LEAST


def _without_repeats(items: Sequence[RecallItem]) -> list[RecallItem]:
    seen: dict[tuple[object, ...], int] = {}
    kept: list[RecallItem] = []
    for item in items:
        place = seen.setdefault(_identity(item), len(kept))
        if place == len(kept):
            kept.append(item)
        else:
            kept[place] = _absorb(kept[place], item)
    return kept


def _identity(item: RecallItem) -> tuple[object, ...]:
    """Items of one identity say the same of the same time."""
    if item.kind == CHUNK:
        speaker = item.evidence[0].speaker if item.evidence else ""
        return CHUNK, speaker, normal_value(item.text), item.status
    event = item.event_time.start if item.event_time is not None else None
    span = (item.valid_from, item.valid_to) if item.status is not ItemStatus.CURRENT else ()
    return (
        item.predicate,
        normal_value(item.subject or ""),
        normal_value(item.value or item.text),
        item.status,
        event,
        span,
    )


def _absorb(keeper: RecallItem, other: RecallItem) -> RecallItem:
    """The keeper with the other's evidence, legs and better score."""
    better = keeper if keeper.score >= other.score else other
    path = keeper.path or other.path
    return replace(
        keeper,
        score=better.score,
        scores=better.scores,
        legs=tuple(dict.fromkeys((*keeper.legs, *other.legs))),
        path=path,
        hop=len(path),
        evidence=_evidence((*keeper.evidence, *other.evidence)),
    )


def _cover(fact: RecallItem, chunk: RecallItem, weigh: Callable[[Scores], float]) -> RecallItem:
    """The fact with the relevance of its words; how important and how strong it is stays its own."""
    scores = replace(
        fact.scores,
        relevance=max(fact.scores.relevance, chunk.scores.relevance),
        recency=max(fact.scores.recency, chunk.scores.recency),
    )
    before = weigh(fact.scores)
    score = fact.score * weigh(scores) / before if before > 0 else chunk.score
    return replace(_absorb(fact, replace(chunk, score=0.0)), score=min(score, 1.0), scores=scores)


def _evidence(quotes: Sequence[EvidenceQuote]) -> tuple[EvidenceQuote, ...]:
    """Each quote once; a whole chunk beside a quote from it says nothing more."""
    exact = {(quote.chunk_id, quote.start, quote.end): quote for quote in quotes}
    kept = [quote for quote in exact.values() if not any(_inside(other, quote) for other in exact.values())]
    return tuple(kept)


def _inside(inner: EvidenceQuote, outer: EvidenceQuote) -> bool:
    same = inner.chunk_id == outer.chunk_id and (inner.start, inner.end) != (outer.start, outer.end)
    return same and outer.start <= inner.start and inner.end <= outer.end
