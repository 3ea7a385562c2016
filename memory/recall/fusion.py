"""One relevance from many signals: each standardised over the candidates of the query, summed by weight, squashed.

Lexical, dense and structural signals have no common scale, and ranks throw away how much better the best is. So every
signal becomes a z-score over its candidates; expansions count relative to the seed from which they came.
"""

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from uuid import UUID

from memory.ports.vector_index import ObjectKind

Key = tuple[ObjectKind, UUID]


@dataclass(frozen=True, slots=True)
class Candidate:
    """What is known of one candidate. `keyword` and `semantic` are None where the leg did not bring it.

    `task_keyword` and `task_semantic` are its scores for the work at hand, `around` for what was said around the question;
    `cites` are the chunks that a fact cites; `session` groups chunks; `length` counts bytes: a Chinese character has three,
    a token of either language about as many.
    """

    key: Key
    keyword: float | None = None
    semantic: float | None = None
    entity: float = 0.0
    slot: float = 0.0
    window: float = 0.0
    task_keyword: float | None = None
    task_semantic: float | None = None
    around: float | None = None
    speaker: bool = False
    question: bool = False
    length: int = 0
    session: str = ""
    cites: tuple[UUID, ...] = ()


@dataclass(frozen=True, slots=True)
class FusionWeights:
    """The weight of each standardised signal; `scale` and `middle` squash the sum to 0..1."""

    keyword: float = 0.35
    semantic: float = 0.62
    keyword_previous: float = 0.1
    keyword_next: float = 0.05
    keyword_before_previous: float = 0.12
    semantic_previous: float = 0.16
    semantic_next: float = 0.15
    semantic_before_previous: float = 0.06
    keyword_session: float = 0.45
    semantic_session: float = 0.37
    cited: float = 0.3
    entity: float = 0.15
    slot: float = 0.45
    window: float = 0.25
    task_keyword: float = 0.2
    task_semantic: float = 0.2
    around: float = 0.15
    speaker: float = 0.5
    question: float = -0.32
    length: float = 0.2
    middle: float = 1.5
    scale: float = 1.3

    def alone(self) -> "FusionWeights":
        """The same without what turns beside a candidate and its session say."""
        near = [name for name in _SIGNALS if name.startswith(("keyword_", "semantic_"))]
        return replace(self, **dict.fromkeys(near, 0.0))


DEFAULT = FusionWeights()
OF_WORDS = 0.5
"""The share of the words that a fact was taken from in how relevant it is."""
_NEIGHBOURS = {-1: "previous", 1: "next", -2: "before_previous"}
_SIGNALS = tuple(f.name for f in fields(FusionWeights) if f.name not in ("middle", "scale"))


@dataclass(frozen=True, slots=True)
class Adjacency:
    """Turns that stand next to each other in a session: by chunk, the chunk at a signed distance."""

    at: Mapping[UUID, Mapping[int, UUID]] = field(default_factory=dict[UUID, Mapping[int, UUID]])

    @staticmethod
    def of(neighbours: Mapping[UUID, Sequence[tuple[UUID, int]]]) -> "Adjacency":
        """From neighbours by seed; read in both directions."""
        at: dict[UUID, dict[int, UUID]] = {}
        for seed, near in neighbours.items():
            for other, distance in near:
                at.setdefault(seed, {})[distance] = other
                at.setdefault(other, {})[-distance] = seed
        return Adjacency(at)


def fuse(
    candidates: Sequence[Candidate], adjacency: Adjacency = Adjacency(), weights: FusionWeights = DEFAULT
) -> dict[Key, float]:
    """The relevance of each candidate, 0..1. A signal that is the same for all says nothing and adds nothing."""
    items = _once(candidates)
    sums = [0.0] * len(items)
    for _, values in _weighed(items, adjacency, weights):
        for index, value in enumerate(values):
            sums[index] += value
    _lend(items, sums, weights.cited)
    return {item.key: squash(value, weights) for item, value in zip(items, sums, strict=True)}


def contributions(
    candidates: Sequence[Candidate], adjacency: Adjacency = Adjacency(), weights: FusionWeights = DEFAULT
) -> dict[Key, dict[str, float]]:
    """What each signal adds to each candidate before facts and chunks lend each other, in units of the sum."""
    items = _once(candidates)
    told: dict[Key, dict[str, float]] = {item.key: {} for item in items}
    for name, values in _weighed(items, adjacency, weights):
        for item, value in zip(items, values, strict=True):
            told[item.key][name] = value
    return told


def _once(candidates: Sequence[Candidate]) -> list[Candidate]:
    return list({candidate.key: candidate for candidate in candidates}.values())


def _weighed(
    items: Sequence[Candidate], adjacency: Adjacency, weights: FusionWeights
) -> Iterator[tuple[str, list[float]]]:
    signals = _signals(items, adjacency)
    for name in _SIGNALS:
        weight: float = getattr(weights, name)
        values = signals.get(name)
        if values is not None and weight:
            yield name, [weight * z for z in standardise(values)]


def squash(value: float, weights: FusionWeights = DEFAULT) -> float:
    """A sum of z-scores as a relevance in 0..1; steep enough that the best do not all look alike."""
    return 1.0 / (1.0 + math.exp(-(value - weights.middle) / weights.scale))


def standardise(values: Sequence[float | None]) -> list[float]:
    """Z-scores; what a leg did not bring counts as just below the least that it brought."""
    known = [value for value in values if value is not None]
    if not known:
        return [0.0] * len(values)
    floor = min(known)
    filled = [floor if value is None else value for value in values]
    mean = math.fsum(filled) / len(filled)
    deviation = math.sqrt(math.fsum((value - mean) ** 2 for value in filled) / len(filled))
    if deviation < 1e-9:
        return [0.0] * len(values)
    return [(value - mean) / deviation for value in filled]


def _signals(items: Sequence[Candidate], adjacency: Adjacency) -> dict[str, list[float | None]]:
    signals: dict[str, list[float | None]] = {
        "keyword": [item.keyword for item in items],
        "semantic": [item.semantic for item in items],
        "entity": [item.entity for item in items],
        "slot": [item.slot for item in items],
        "window": [item.window for item in items],
        "task_keyword": [item.task_keyword for item in items],
        "task_semantic": [item.task_semantic for item in items],
        "around": [item.around for item in items],
        "speaker": [float(item.speaker) for item in items],
        "question": [float(item.question) for item in items],
        "length": [math.log1p(item.length) for item in items],
    }
    for leg in ("keyword", "semantic"):
        known = [value for value in signals[leg] if value is not None]
        floor = min(known, default=0.0)
        by_chunk = {item.key[1]: getattr(item, leg) for item in items if item.key[0] is ObjectKind.CHUNK}
        for distance, name in _NEIGHBOURS.items():
            signals[f"{leg}_{name}"] = [_at(item, distance, adjacency, by_chunk, floor) for item in items]
        signals[f"{leg}_session"] = _by_session(items, leg, floor)
    return signals


def _at(
    item: Candidate, distance: int, adjacency: Adjacency, scores: Mapping[UUID, float | None], floor: float
) -> float | None:
    other = adjacency.at.get(item.key[1], {}).get(distance)
    value = None if other is None else scores.get(other)
    return floor if value is None else value


def _by_session(items: Sequence[Candidate], leg: str, floor: float) -> list[float | None]:
    """The session's best lexical score, and the mean of its three best dense ones."""
    keep = 1 if leg == "keyword" else 3
    best: dict[str, list[float]] = {}
    for item in items:
        value: float | None = getattr(item, leg)
        if value is not None and item.session:
            best.setdefault(item.session, []).append(value)
    top = {name: sorted(values, reverse=True)[:keep] for name, values in best.items()}
    mean = {name: sum(values) / len(values) for name, values in top.items()}
    return [mean.get(item.session, floor) for item in items]


def _lend(items: Sequence[Candidate], sums: list[float], weight: float) -> None:
    """A fact lends its score to the chunks that it cites, and takes from the best of them."""
    place = {item.key[1]: index for index, item in enumerate(items) if item.key[0] is ObjectKind.CHUNK}
    own = list(sums)
    lent: dict[int, float] = {}
    for index, item in enumerate(items):
        cited = [place[chunk] for chunk in item.cites if chunk in place]
        for chunk in cited:
            lent[chunk] = max(lent.get(chunk, 0.0), own[index])
        if cited:
            # Short words match easily: how well a fact fits is also for the words that it was taken from to say.
            best = max(own[chunk] for chunk in cited)
            sums[index] = (1 - OF_WORDS) * own[index] + OF_WORDS * best + weight * max(0.0, best)
    for chunk, value in lent.items():
        sums[chunk] += weight * max(0.0, value)


@dataclass(frozen=True, slots=True)
class Lead:
    """`target` was reached from `seed`; it is worth `factor` of it, where that is more than its own relevance."""

    seed: Key
    target: Key
    factor: float


def spread(relevance: Mapping[Key, float], leads: Iterable[Lead]) -> dict[Key, float]:
    """Relevance after expansion: the own one, or a share of the best seed's, whichever is more."""
    result = dict(relevance)
    for lead in leads:
        share = min(relevance.get(lead.seed, 0.0) * lead.factor, 1.0)
        result[lead.target] = max(result.get(lead.target, 0.0), share)
    return result
