"""Questions that point along time without naming one: the last time of something, and what came after or before it."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import Final
from uuid import UUID

from memory.model.recalled import RecallItem, TemporalExpansion

NEAR_THE_BEST: Final = 0.75
"""Items of this share of the best score tell of the same thing: which of them was last is for time to say."""

FOLLOWERS: Final = 4
FADING: Final = 0.96

EXPANSION: Final = {
    "last_time": TemporalExpansion("turn", 4, "forward"),
    "in_the_end": TemporalExpansion("turn", 4, "forward"),
    "afterwards": TemporalExpansion("turn", 4, "forward"),
    "beforehand": TemporalExpansion("turn", 3, "backward"),
}
"""Where a question asks what followed, the turns behind its anchor are candidates, unless the request says otherwise."""


def in_sequence(
    items: Sequence[RecallItem], anaphora: str, now: datetime, led_by: Sequence[UUID] = ()
) -> list[RecallItem]:
    """Items, best first, in the order that the question's anaphora asks for; scores keep falling.

    `led_by` are turns that tell the episode that was asked for (`memory.recall.episodes`): they lead, in that order. Without:

    `last_time`: of those that match about as well as the best, the latest leads. `afterwards` and `beforehand`: behind
    the anchor, which matches best, comes what followed (or preceded) it, nearest first.
    """
    ranked = sorted(items, key=lambda item: -item.score)
    leading = [item for chunk_id in led_by for item in ranked if item.memory_id == chunk_id]
    if leading:
        top = ranked[0].score
        led = [replace(item, score=top * FADING**place) for place, item in enumerate(leading)]
        rest = (item for item in ranked if item not in leading)
        return [*led, *(replace(item, score=item.score * FADING ** len(led)) for item in rest)]
    match anaphora:
        case "last_time":
            return _latest_first(ranked, now)
        case "afterwards":
            return _around(ranked, forward=True)
        case "beforehand":
            return _around(ranked, forward=False)
        case _:
            return list(items)


def moment_of(item: RecallItem) -> datetime:
    """When it happened, else when it began, else when it was said."""
    event = item.event_time.start if item.event_time is not None else None
    said = min((quote.said_at for quote in item.evidence), default=item.known_from)
    return event or item.valid_from or said


def _latest_first(ranked: Sequence[RecallItem], now: datetime) -> list[RecallItem]:
    """The scores stay where they are; the items change places."""
    if not ranked:
        return []
    least = NEAR_THE_BEST * ranked[0].score
    rivals = [item for item in ranked if item.score >= least and moment_of(item) <= now]
    others = [item for item in ranked if item not in rivals]
    by_time = sorted(rivals, key=lambda item: (moment_of(item), item.score), reverse=True)
    scores = sorted((item.score for item in rivals), reverse=True)
    moved = [replace(item, score=score) for item, score in zip(by_time, scores, strict=True)]
    return sorted([*moved, *others], key=lambda item: -item.score)


def _around(ranked: Sequence[RecallItem], *, forward: bool) -> list[RecallItem]:
    if not ranked:
        return []
    anchor, place = ranked[0], _place(ranked[0])
    beside = [item for item in ranked[1:] if (_place(item) > place if forward else _place(item) < place)]
    beside = [item for item in beside if _together(item, anchor)]
    nearest = sorted(beside, key=_place, reverse=not forward)[:FOLLOWERS]
    led = [replace(item, score=anchor.score * FADING ** (n + 1)) for n, item in enumerate(nearest)]
    rest = [item for item in ranked[1:] if item not in nearest]
    return [anchor, *sorted([*led, *rest], key=lambda item: -item.score)]


def _place(item: RecallItem) -> tuple[datetime, int]:
    """When, and within one session at which turn."""
    turns = [quote.turn for quote in item.evidence if quote.turn is not None]
    said = min((quote.said_at for quote in item.evidence), default=item.known_from)
    return said, min(turns, default=0)


def _together(item: RecallItem, anchor: RecallItem) -> bool:
    """Told in the same session, or of the same subject."""
    sessions = {quote.session_id or str(quote.source_id) for quote in anchor.evidence}
    same_session = any((quote.session_id or str(quote.source_id)) in sessions for quote in item.evidence)
    return same_session or (item.subject is not None and item.subject == anchor.subject)
