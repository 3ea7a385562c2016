"""The score of an item: relevance, importance and recency by weight, and a bounded bonus for what proved useful."""

import math
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final

from memory.model.assertion import Authority
from memory.model.recalled import Scores, Weights

MAX_BONUS: Final = 0.2
FEEDBACK_STEP: Final = 0.05
MAX_FEEDBACK: Final = 4
"""So many users and sessions, on balance, move importance as far as any number does."""
RECENCY_HALF_LIFE: Final = timedelta(days=30)

_TRUST: Final[dict[Authority, float]] = {
    Authority.MODEL_INFERRED: 0.85,
    Authority.ASSISTANT_SAID: 0.9,
    Authority.DOCUMENT: 0.97,
}


def recency(at: datetime, now: datetime, half_life: timedelta = RECENCY_HALF_LIFE) -> float:
    """1 for now, half of it a half-life ago; what lies ahead counts as now."""
    age = max((now - at).total_seconds(), 0.0)
    return 0.5 ** (age / half_life.total_seconds())


def strength_bonus(strength: float, uses: Sequence[datetime], now: datetime) -> float:
    """At most 0.2, and nothing for a memory that no answer ever relied on."""
    counted = sum(1 for use in uses if use <= now)
    return MAX_BONUS * min(max(strength, 0.0), 1.0) * (1 - 0.5**counted)


def importance_after(importance: float, feedback: int) -> float:
    """Importance after what users said of its usefulness: moved by at most 0.2, so that nobody farms it."""
    moved = FEEDBACK_STEP * min(max(feedback, -MAX_FEEDBACK), MAX_FEEDBACK)
    return min(max(importance + moved, 0.0), 1.0)


def total(scores: Scores, weights: Weights, authority: Authority | None = None) -> float:
    """The score of an item, 0..1; `authority` is a fact's, None for words as they were said."""
    parts = weights.relevance + weights.importance + weights.recency
    summed = (
        weights.relevance * scores.relevance + weights.importance * scores.importance + weights.recency * scores.recency
    )
    base = summed / parts if parts > 0 and math.isfinite(parts) else scores.relevance
    trust = 1.0 if authority is None else _TRUST.get(authority, 1.0)
    return min(max(base * trust + min(scores.strength, MAX_BONUS), 0.0), 1.0)
