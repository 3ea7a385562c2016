"""How good a ranking of turns is, without a model as judge: recall@k, nDCG@10, and a paired bootstrap."""

import math
import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

DEPTHS = (3, 5, 10, 20)
NDCG_DEPTH = 10


def slots_of(items: Iterable[Sequence[str]]) -> list[str | None]:
    """Items as slots: an item adds the turns of its evidence that were not seen yet; one without any takes an empty slot."""
    slots: list[str | None] = []
    seen: set[str] = set()
    for turns in items:
        fresh = [turn for turn in dict.fromkeys(turns) if turn not in seen]
        seen.update(fresh)
        slots += fresh or ([] if turns else [None])
    return slots


def recall_at(slots: Sequence[str | None], gold: frozenset[str], depth: int) -> float:
    """The share of the gold turns among the first slots."""
    return len(gold & set(slots[:depth])) / len(gold)


def ndcg(slots: Sequence[str | None], gold: frozenset[str], depth: int = NDCG_DEPTH) -> float:
    """Normalised discounted cumulative gain with binary gain."""
    gained = sum(1 / math.log2(place + 2) for place, turn in enumerate(slots[:depth]) if turn in gold)
    best = sum(1 / math.log2(place + 2) for place in range(min(depth, len(gold))))
    return gained / best


@dataclass(slots=True)
class Scores:
    """The scores of one way of answering, by question, in one order for all ways."""

    categories: list[str] = field(default_factory=list[str])
    recalls: dict[int, list[float]] = field(default_factory=lambda: {depth: [] for depth in DEPTHS})
    ndcgs: list[float] = field(default_factory=list[float])

    def add(self, category: str, slots: Sequence[str | None], gold: frozenset[str]) -> None:
        """Scores one answer."""
        self.categories.append(category)
        for depth in DEPTHS:
            self.recalls[depth].append(recall_at(slots, gold, depth))
        self.ndcgs.append(ndcg(slots, gold))

    def recall(self, depth: int, categories: Iterable[str] = ()) -> float:
        """Mean recall in percent, of all questions or of some categories."""
        return _mean(self._of(self.recalls[depth], set(categories)))

    def gain(self, categories: Iterable[str] = ()) -> float:
        """Mean nDCG@10 in percent."""
        return _mean(self._of(self.ndcgs, set(categories)))

    def _of(self, values: Sequence[float], categories: set[str]) -> list[float]:
        pairs = zip(values, self.categories, strict=True)
        return [value for value, category in pairs if not categories or category in categories]


def bootstrap(
    ours: Sequence[float], theirs: Sequence[float], rounds: int = 2_000, seed: int = 7
) -> tuple[float, float]:
    """The 95 % interval of the mean difference in percent points, by resampling questions (paired)."""
    differences = [a - b for a, b in zip(ours, theirs, strict=True)]
    chance, count = random.Random(seed), len(differences)
    means = sorted(sum(chance.choices(differences, k=count)) / count for _ in range(rounds))
    return 100 * means[int(0.025 * rounds)], 100 * means[int(0.975 * rounds)]


def _mean(values: Sequence[float]) -> float:
    return 100 * sum(values) / len(values) if values else math.nan
