"""What happened last, what came of it, and how it ended: the words of a conversation as episodes about one topic.

A question such as `the last time the gateway went down` names a kind of event. Of all turns that tell of one (they match the
anchor, the part of the question that names it, about as well as the best), the latest session is the last episode; its
first telling turn is the event, the turns behind it and the same topic in later sessions are what followed.
"""

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final
from uuid import UUID

LEAST: Final = 0.25
MOST: Final = 0.6
"""Between these shares of the best match, the widest gap parts what tells of the same kind of event from the rest."""
WORDS: Final = 0.55
"""The share of the words in a match; the rest is meaning."""
FOLLOWERS: Final = 3
LATER: Final = 2
"""How many turns behind the anchor count as what followed, before later sessions do."""


@dataclass(frozen=True, slots=True)
class SpokenTurn:
    """A turn that may be shown. `meaning`: its nearness to the anchor, None where that leg did not bring it."""

    chunk_id: UUID
    session: str
    said_at: datetime
    place: int
    tokens: frozenset[str]
    meaning: float | None
    told: bool
    """A person tells something with it: no assistant's turn and no question."""


def led_by(anaphora: str, anchor: Sequence[str], turns: Sequence[SpokenTurn], now: datetime) -> tuple[UUID, ...]:
    """The turns that lead the answer, in order; empty where nothing tells of the topic.

    Args:
        anaphora: `last_time`, `in_the_end`, `afterwards`; anything else leads to nothing.
        anchor: Tokens of the words that name the event.
        turns: Candidates, in any order.
        now: Nothing said later counts.
    """
    past = sorted((turn for turn in turns if turn.said_at <= now), key=_place)
    topic = _topic(anchor, [turn for turn in past if turn.told])
    if not topic:
        return ()
    least = _least(list(topic.values()))
    telling = [turn for turn in past if topic.get(turn.chunk_id, 0.0) >= least]
    match anaphora:
        case "last_time":
            return _with_followers(_latest_episode(telling), past, telling)
        case "in_the_end":
            return (telling[-1].chunk_id,)
        case "afterwards":
            best = max(telling, key=lambda turn: (topic[turn.chunk_id], _place(turn)))
            return _with_followers(best, past, telling)
        case _:
            return ()


def _place(turn: SpokenTurn) -> tuple[datetime, int, str]:
    return turn.said_at, turn.place, str(turn.chunk_id)


def _topic(anchor: Sequence[str], turns: Sequence[SpokenTurn]) -> dict[UUID, float]:
    """How well each turn tells of the anchor, 0..1: the weight of its words that are there, and nearness of meaning."""
    df = Counter(token for turn in turns for token in turn.tokens)
    weights = {token: math.log(1 + len(turns) / df[token]) for token in anchor if df[token]}
    whole = math.fsum(weights.values())
    near = [turn.meaning for turn in turns if turn.meaning is not None]
    least, span = min(near, default=0.0), max(near, default=0.0) - min(near, default=0.0)
    found: dict[UUID, float] = {}
    for turn in turns:
        words = math.fsum(weight for token, weight in weights.items() if token in turn.tokens) / whole if whole else 0.0
        meaning = (turn.meaning - least) / span if turn.meaning is not None and span > 0 else 0.0
        if words or meaning:
            found[turn.chunk_id] = WORDS * words + (1 - WORDS) * meaning
    return found


def _least(scores: Sequence[float]) -> float:
    """The score from which on turns are on the topic: above the widest gap, as a ratio."""
    ranked = sorted(scores, reverse=True)
    best = ranked[0]
    gaps = [
        (above / max(below, 0.02 * best), above)
        for above, below in zip(ranked, [*ranked[1:], 0.0], strict=True)
        if above >= LEAST * best and below <= MOST * best
    ]
    return max(gaps)[1]


def _latest_episode(telling: Sequence[SpokenTurn]) -> SpokenTurn:
    """The first telling turn of the last session that has one."""
    last = telling[-1].session
    return next(turn for turn in telling if turn.session == last)


def _with_followers(anchor: SpokenTurn, past: Sequence[SpokenTurn], telling: Sequence[SpokenTurn]) -> tuple[UUID, ...]:
    """The anchor, what was told next in its session, and then the topic in later sessions."""
    after = [turn for turn in past if turn.told and _place(turn) > _place(anchor)]
    same = [turn for turn in after if turn.session == anchor.session][:LATER]
    later = [turn for turn in telling if _place(turn) > _place(anchor) and turn.session != anchor.session]
    nearest = later or [turn for turn in after if turn.session != anchor.session]
    chosen = list(dict.fromkeys(turn.chunk_id for turn in (anchor, *same, *nearest)))
    return tuple(chosen[: FOLLOWERS + 1])
