"""How present a memory is: a pure function of when it was recorded, of what answers used it, and of the time.

Running decay more often, or less, changes nothing: nothing is stored but events.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final

from memory.model.assertion import MemoryKind
from memory.model.fact import FactVersion, PredicateClass

THRESHOLD: Final = 0.3
"""Below it a memory goes cold."""

SPACING: Final = timedelta(days=1)
"""Uses closer together than this count once: a burst is not learning."""

NEAR_FUTURE: Final = timedelta(days=30)
CHUNK_HALF_LIFE_DAYS: Final = 14.0

_GAIN_PER_USE: Final = 1.0
_LONGEST: Final = 8.0

_IDENTITY_TEXT: Final = (
    "name birthday gender nationality born_in language allergy spouse fiance father mother child son daughter brother"
    " sister grandfather grandmother"
)
IDENTITY: Final = frozenset(_IDENTITY_TEXT.split())
"""What a person is does not fade."""


def strength(half_life_days: float, recorded_at: datetime, uses: Sequence[datetime], now: datetime) -> float:
    """The strength, 0..1: halves each half-life since it was last recorded or used.

    Args:
        half_life_days: Of the predicate's volatility class; each spaced use lengthens it.
        recorded_at: When the newest evidence was recorded.
        uses: When answers relied on it (declared uses and restores only; a recall alone is none). Any order.
        now: The evaluation clock; uses after it have not happened yet.
    """
    past = sorted(use for use in uses if recorded_at <= use <= now)
    anchor = past[-1] if past else recorded_at
    age_days = max((now - anchor).total_seconds(), 0.0) / 86_400
    stretched = half_life_days * min(1.0 + _GAIN_PER_USE * spaced(past, recorded_at), _LONGEST)
    return 0.5 ** (age_days / max(stretched, 1e-6))


def spaced(uses: Sequence[datetime], recorded_at: datetime) -> int:
    """How many of the sorted uses lie at least a day after the one that counted before."""
    count, last = 0, recorded_at
    for use in uses:
        if use - last >= SPACING:
            count, last = count + 1, use
    return count


def is_cold(value: float, *, exempt: bool = False) -> bool:
    """Whether a memory of that strength leaves daily recall (it is restorable, never deleted)."""
    return not exempt and value < THRESHOLD


def exempt(fact: FactVersion, now: datetime) -> bool:
    """Pinned memories, rules, identity and plans of the near future do not go cold."""
    if fact.pinned or fact.kind is MemoryKind.PROCEDURAL:
        return True
    if fact.slot.predicate.rpartition(".")[2] in IDENTITY:
        return True
    return _is_near(fact, now)


def _is_near(fact: FactVersion, now: datetime) -> bool:
    begins = fact.event_start or fact.event_end
    if fact.predicate_class is PredicateClass.STATE or begins is None:
        return False
    over = (fact.event_end or begins) <= now
    return not over and begins <= now + NEAR_FUTURE


def chunk_is_cold(recorded_at: datetime, uses: Sequence[datetime], now: datetime) -> bool:
    """Whether a chunk from which no statement was taken leaves daily recall."""
    return is_cold(strength(CHUNK_HALF_LIFE_DAYS, recorded_at, uses, now))
