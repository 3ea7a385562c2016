"""Decay: which memories go cold and which are warm again. A function of history and time only."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from memory.forget.strength import exempt, is_cold, strength
from memory.model.fact import FactVersion
from memory.ports.lifecycle import AgeingFact
from memory.settle.registry import Registry


@dataclass(frozen=True, slots=True)
class DecayInput:
    """A current fact with what its strength depends on; `cold` is how it is marked today."""

    fact: FactVersion
    recorded_at: datetime
    uses: tuple[datetime, ...]
    cold: bool
    half_life_days: float


@dataclass(frozen=True, slots=True)
class DecayPlan:
    """Memories to mark, sorted: empty when all marks are right already."""

    cold: tuple[UUID, ...]
    warm: tuple[UUID, ...]


def decay_input(ageing: AgeingFact, registry: Registry) -> DecayInput:
    """A fact as the authority gives it, with the half-life of its predicate."""
    half_life = registry.lookup(ageing.fact.slot.predicate).half_life_days
    return DecayInput(ageing.fact, ageing.recorded_at, ageing.uses, ageing.cold, half_life)


def should_be_cold(item: DecayInput, now: datetime) -> bool:
    """Whether a fact is cold at a moment, whatever it is marked as."""
    value = strength(item.half_life_days, item.recorded_at, item.uses, now)
    return is_cold(value, exempt=exempt(item.fact, now))


def plan_decay(facts: Sequence[DecayInput], now: datetime) -> DecayPlan:
    """What has to be marked so that the marks fit the moment; applying it once or seven times is the same."""
    cold = {item.fact.memory_id: should_be_cold(item, now) for item in facts}
    marked = {item.fact.memory_id: item.cold for item in facts}
    return DecayPlan(
        cold=tuple(sorted((key for key, is_now in cold.items() if is_now and not marked[key]), key=lambda k: k.int)),
        warm=tuple(sorted((key for key, is_now in cold.items() if not is_now and marked[key]), key=lambda k: k.int)),
    )
