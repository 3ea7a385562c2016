"""Consolidation: repeats of one statement become one memory with many evidences.

Only what says the same is folded: equal once articles, particles, plurals and spelling are out of the way. Numbers and
negations always count, so `room 101` and `room 102`, or `eats fish` and `does not eat fish`, stay apart. Nothing is
deleted: the folded memory is superseded by the one that keeps its evidence.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final
from uuid import UUID

from memory.model.fact import FactStatus, FactVersion, PredicateClass
from memory.settle.registry import DEFAULT_REGISTRY, Registry, plain_wording
from memory.settle.values import normal_value

_WORD: Final = re.compile(r"[\u3400-\u9fff]|[^\W\u3400-\u9fff]+(?:[.'’-][^\W\u3400-\u9fff]+)*")
_EMPTY_TEXT: Final = "the a an my our your very really just quite some please 的 了 吧 呢 啊 呀 嘛 很 挺"
_EMPTY: Final = frozenset(_EMPTY_TEXT.split())
_SPELLING: Final = (("favourite", "favorite"), ("colour", "color"), ("behaviour", "behavior"), ("centre", "center"))


@dataclass(frozen=True, slots=True)
class FoldPlan:
    """`folded` give their evidence to `keep`; `evidence` is the union, sorted."""

    keep: UUID
    folded: tuple[UUID, ...]
    evidence: tuple[UUID, ...]


def plan_consolidation(facts: Iterable[FactVersion], registry: Registry = DEFAULT_REGISTRY) -> list[FoldPlan]:
    """Which of the open versions repeat each other. Once the plans are applied, there are none left."""
    groups: dict[tuple[object, ...], dict[UUID, FactVersion]] = {}
    for fact in facts:
        if _may_fold(fact):
            groups.setdefault(_statement(fact, registry), {})[fact.memory_id] = fact
    plans = [_plan(list(group.values())) for group in groups.values() if len(group) > 1]
    return sorted(plans, key=lambda plan: plan.keep.int)


def _may_fold(fact: FactVersion) -> bool:
    return fact.status is FactStatus.CURRENT and fact.known_to is None and fact.valid_to is None


def _statement(fact: FactVersion, registry: Registry) -> tuple[object, ...]:
    """What two facts must share to be one statement."""
    when = (
        (_instant(fact.event_start), _instant(fact.event_end)) if fact.predicate_class is PredicateClass.EVENT else ()
    )
    value: object = fact.object_id if fact.object_id is not None else near_key(fact.value)
    return (
        fact.slot.scope_key,
        fact.slot.purpose,
        fact.slot.subject_id,
        _predicate_key(fact.slot.predicate, registry),
        fact.predicate_class,
        value,
        when,
        fact.scope.sensitivity,
    )


def _instant(moment: datetime | None) -> datetime | None:
    return None if moment is None else moment.astimezone(UTC)


def _predicate_key(predicate: str, registry: Registry) -> str:
    head, _, last = predicate.rpartition(".")
    if registry.registered(last):
        return predicate
    canonical = registry.canonical(last, "en") or " ".join(_words(plain_wording(last)))
    return f"{head}.{canonical}" if head else canonical


def near_key(value: str) -> str:
    """The words of a value that carry its meaning, in order; equal for near-duplicates."""
    return " ".join(_words(normal_value(value))) or normal_value(value)


def _words(text: str) -> list[str]:
    for british, american in _SPELLING:
        text = text.replace(british, american)
    return [_singular(word) for word in _WORD.findall(text) if word not in _EMPTY]


def _singular(word: str) -> str:
    if not word.isascii() or len(word) < 4 or not word.isalpha() or word.endswith(("ss", "us", "is")):
        return word
    if word.endswith("ies"):
        return word[:-3] + "y"
    return word[:-1] if word.endswith("s") else word


def _plan(group: Sequence[FactVersion]) -> FoldPlan:
    # What was folded into before stays the keeper; then the pinned, the best evidenced, the oldest.
    ordered = sorted(
        group, key=lambda f: (not f.consolidated, not f.pinned, -len(f.evidence), f.known_from, f.memory_id.int)
    )
    evidence = {assertion for fact in group for assertion in fact.evidence}
    return FoldPlan(
        keep=ordered[0].memory_id,
        folded=tuple(fact.memory_id for fact in ordered[1:]),
        evidence=tuple(sorted(evidence, key=lambda a: a.int)),
    )
