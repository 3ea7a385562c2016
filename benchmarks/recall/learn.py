"""Learns the weights of recall's signals: `python -m benchmarks.recall.learn`. Prints them; a person puts them into `fusion`.

Free data only (`benchmarks.recall.free`): LoCoMo and MemDaily measure and are never learned from. Each question is asked over
HTTP with `explain`, which gives the standardised signals of the candidates. The loss is listwise: minus the logarithm of the
softmax over the candidates at those that answer, averaged over questions, with a pull towards the weights in force (Cao et
al., Learning to Rank: From Pairwise Approach to Listwise Approach, ICML 2007).
"""

import json
import os
import sys
import tempfile
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.recall.asking import Told
from benchmarks.recall.dialogues import Dialogue, Question
from benchmarks.recall.free import free
from benchmarks.recall.report import told_once
from memory.recall.fusion import DEFAULT, FusionWeights
from tests.stack import DevStack, Memory

NAMES = [
    f.name for f in fields(FusionWeights) if f.name not in ("middle", "scale", "cited", "task_keyword", "task_semantic")
]
CHUNK_NAMES = [name for name in NAMES if name not in ("slot", "entity")]
"""Facts alone have those; they are learned from no turn."""
STEPS, RATE, PULL = 400, 0.05, 1.0
LIMIT = 100

Array = np.ndarray[Any, np.dtype[np.float64]]


@dataclass(frozen=True, slots=True)
class List:
    """The candidates of a question: a row of standardised signals each, and which of them answer."""

    signals: Array
    gold: Array
    split: int


def main() -> int:
    """Prints the weights learned from three parts of four, and the loss on the fourth, before and after."""
    dialogues = list(free())
    with tempfile.TemporaryDirectory(prefix="memc-learn-") as fresh:
        state = Path(os.environ.get("MEMC_BENCH_STATE", fresh)) / "free"
        stack = DevStack(state).start()
        try:
            told = told_once(stack, dialogues, state / "told.json")
            with stack.client(timeout=60) as memory:
                lists = [
                    found
                    for number, (d, q) in enumerate(_asked(dialogues))
                    for found in _list(memory, d, q, told, number)
                ]
        finally:
            stack.stop()
    _report(lists)
    return 0


def _asked(dialogues: list[Dialogue]) -> list[tuple[Dialogue, Question]]:
    return [(dialogue, question) for dialogue in dialogues for question in dialogue.questions]


def _list(memory: Memory, dialogue: Dialogue, question: Question, told: Told, number: int) -> list[List]:
    answer = memory.recall(question.text, user_id=dialogue.name, limit=LIMIT, timezone=dialogue.timezone, explain=True)
    parts: dict[str, dict[str, float]] = answer["explain"]["signals"]
    chunks = [(key, told.turns[key]) for key in parts if key in told.turns]
    gold = np.array([turn in question.gold for _, turn in chunks], dtype=float)
    if not gold.any() or gold.all():
        return []
    rows = [[parts[key].get(name, 0.0) / getattr(DEFAULT, name) for name in CHUNK_NAMES] for key, _ in chunks]
    return [List(np.array(rows), gold, number % 4)]


def loss(weights: Array, lists: list[List]) -> tuple[float, Array]:
    """Mean listwise loss and its gradient."""
    total, slope = 0.0, np.zeros_like(weights)
    for found in lists:
        scores = found.signals @ weights
        shares = np.exp(scores - scores.max())
        shares /= shares.sum()
        target = found.gold / found.gold.sum()
        total -= float((target * np.log(shares + 1e-12)).sum())
        slope += found.signals.T @ (shares - target)
    return total / len(lists), slope / len(lists)


def learned(start: Array, lists: list[List]) -> Array:
    """Gradient descent from the weights in force, pulled back to them."""
    weights = start.copy()
    for _ in range(STEPS):
        _, slope = loss(weights, lists)
        weights -= RATE * (slope + PULL * (weights - start))
    return weights


def _hits(weights: Array, lists: list[List], depth: int = 10) -> float:
    found = [
        item.gold[np.argsort(-(item.signals @ weights), kind="stable")[:depth]].sum() / item.gold.sum()
        for item in lists
    ]
    return 100 * float(np.mean(found))


def _report(lists: list[List]) -> None:
    start = np.array([getattr(DEFAULT, name) for name in CHUNK_NAMES])
    train, held = [item for item in lists if item.split], [item for item in lists if not item.split]
    weights = learned(start, train)
    print(f"{len(train)} questions learned from, {len(held)} held out")
    for name, vector in (("in force", start), ("learned", weights)):
        print(
            f"{name:9} loss {loss(vector, train)[0]:.3f} / held out {loss(vector, held)[0]:.3f}, "
            f"recall@10 of the candidates {_hits(vector, train):.1f} / {_hits(vector, held):.1f}"
        )
    print(
        json.dumps({name: round(float(value), 3) for name, value in zip(CHUNK_NAMES, weights, strict=True)}, indent=1)
    )


if __name__ == "__main__":
    sys.exit(main())
