"""How long a statement keeps without being confirmed: by the volatility class of its predicate, in data time.

What has lapsed is retired, never deleted: a run marks it, reading shows it as `expired`, and a newer statement of the same
value brings it back.
"""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Final

from memory.forget.strength import exempt
from memory.model.fact import FactVersion, PredicateClass

_BY_HALF_LIFE: Final = ((7.0, timedelta(days=90)), (14.0, timedelta(days=365)))
_SLOWEST: Final = timedelta(days=5 * 365)


def time_to_live(half_life_days: float) -> timedelta:
    """How long a statement keeps: what changes by the day 90 days, a project's state a year, what a person is five."""
    return next((ttl for half_life, ttl in _BY_HALF_LIFE if half_life_days <= half_life), _SLOWEST)


def lapses_at(said_at: Iterable[datetime], half_life_days: float) -> datetime | None:
    """When a memory lapses that was last said then; None without any words."""
    last = max(said_at, default=None)
    return None if last is None else last + time_to_live(half_life_days)


def may_lapse(fact: FactVersion, now: datetime) -> bool:
    """Only states without an end lapse; not what is pinned, a rule, or what a person is."""
    return fact.predicate_class is PredicateClass.STATE and fact.valid_to is None and not exempt(fact, now)
