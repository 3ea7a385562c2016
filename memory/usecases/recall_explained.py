"""Why an answer is as it is: what every signal added, and which candidates lost to what."""

from collections.abc import Iterable, Mapping, Sequence
from uuid import UUID

from memory.model.recalled import Explanation, LostCandidate, RecallItem, Weights
from memory.recall.fusion import Key
from memory.recall.profiles import Profile

MOST_LOST = 60
"""Candidates that an explanation names, the best of them first."""


def explain(
    profile: Profile,
    weights: Weights,
    hops: int,
    signals: Mapping[Key, Mapping[str, float]],
    lost: Sequence[LostCandidate],
    after: tuple[Sequence[RecallItem], Sequence[RecallItem], Sequence[RecallItem]],
    limit: int,
) -> Explanation:
    """The explanation of one answer.

    Args:
        profile: The profile in force.
        weights: Weights of the parts of a score.
        hops: How far the graph was walked.
        signals: By candidate, what each signal added.
        lost: Candidates that may not be shown, or were not asked for.
        after: The items after assembling, after folding, and those chosen.
        limit: How many items were asked for.
    """
    assembled, folded, chosen = after
    left_over = "limit" if len(chosen) >= limit else "budget"
    named = [*lost, *_folded(assembled, folded), *_left_over(folded, chosen, left_over)]
    best = sorted(named, key=lambda found: (-found.score, str(found.memory_id)))[:MOST_LOST]
    known = {item.memory_id for item in chosen} | {found.memory_id for found in best}
    told = {key[1]: dict(parts) for key, parts in signals.items() if key[1] in known}
    return Explanation(profile.name, weights, hops, told, tuple(best))


def lost_item(item: RecallItem, lost_by: str, into: UUID | None = None) -> LostCandidate:
    """An item that did not come into the answer."""
    return LostCandidate(item.memory_id, item.kind, item.text, lost_by, item.score, item.scores, item.legs, into)


def _folded(assembled: Iterable[RecallItem], folded: Sequence[RecallItem]) -> Iterable[LostCandidate]:
    kept = {item.memory_id for item in folded}
    holder = {quote.chunk_id: item.memory_id for item in reversed(folded) for quote in item.evidence}
    for item in assembled:
        if item.memory_id not in kept:
            yield lost_item(item, "folded", holder.get(item.evidence[0].chunk_id) if item.evidence else None)


def _left_over(folded: Iterable[RecallItem], chosen: Sequence[RecallItem], lost_by: str) -> Iterable[LostCandidate]:
    kept = {item.memory_id for item in chosen}
    return (lost_item(item, lost_by) for item in folded if item.memory_id not in kept)
