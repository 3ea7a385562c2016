"""Strength of what the authority shows, at the evaluation clock: a function of history and time only."""

from datetime import datetime

from memory.forget.strength import chunk_is_cold, exempt, is_cold, strength
from memory.forget.ttl import lapses_at, may_lapse
from memory.ports.recalling import ReadableChunk, ReadableFact
from memory.settle.registry import Registry


def strength_now(found: ReadableFact, registry: Registry, now: datetime) -> float:
    """The strength of a memory, 0..1."""
    half_life = registry.lookup(found.predicate).half_life_days
    return strength(half_life, found.recorded_at, found.uses, now)


def is_cold_now(found: ReadableFact, registry: Registry, now: datetime) -> bool:
    """Whether a memory has gone cold by `now`."""
    return is_cold(strength_now(found, registry, now), exempt=exempt(found.fact, now))


def has_lapsed(found: ReadableFact, registry: Registry, moment: datetime) -> bool:
    """Whether a retired memory was still unconfirmed at a moment: newer words count at once, before any run."""
    if found.retired_at is None or not may_lapse(found.fact, moment):
        return False
    half_life = registry.lookup(found.predicate).half_life_days
    lapsed = lapses_at((quote.said_at for quote in found.evidence), half_life)
    return lapsed is not None and lapsed <= moment


def is_chunk_cold_now(found: ReadableChunk, now: datetime) -> bool:
    """Whether a chunk without statements has gone cold by `now`."""
    return not found.fact_ids and chunk_is_cold(found.chunk.recorded_at, (), now)
