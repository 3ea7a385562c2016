"""Claims R10 and R11: questions that join statements, and questions about the last time of something and what came of it."""

import tempfile
from collections import Counter
from pathlib import Path
from typing import Any

from benchmarks.recall import conversations
from tests.stack import DevStack, Memory

DATA = Path(__file__).parents[2] / "tests" / "data"
LEAST_RELATED, LEAST_IN_ORDER = 0.85, 0.80


def run() -> bool:
    """Prints right / asked by kind and language; true when both gates hold."""
    with tempfile.TemporaryDirectory(prefix="memc-claim-") as folder:
        stack = DevStack(Path(folder)).start()
        try:
            with stack.client(timeout=120) as memory:
                return all([_relations(memory), _episodes(memory)])
        finally:
            stack.stop()


def _relations(memory: Memory) -> bool:
    """R10: the right entity before any wrong one within the first three, and a path to it."""
    rows, marks, paths = conversations.read(DATA / "relations.jsonl"), Counter[tuple[str, str, bool]](), 0
    conversations.tell(memory, rows)
    for row, probe in _probes(rows):
        right, path = conversations.related(probe, conversations.ask(memory, row, probe))
        marks[probe["kind"], row["language"], right] += 1
        paths += right and path
    share = conversations.table(marks)
    print(
        f"R10 right entity first in {share:.1%} ({LEAST_RELATED:.0%}), with a path in {paths} of {_right(marks)} right answers"
    )
    return share >= LEAST_RELATED


def _episodes(memory: Memory) -> bool:
    """R11: the right event first, what followed it among the first four."""
    rows, marks = conversations.read(DATA / "episodes.jsonl"), Counter[tuple[str, str, bool]]()
    conversations.tell(memory, rows)
    for row, probe in _probes(rows):
        marks[probe["kind"], row["language"], conversations.in_order(probe, conversations.ask(memory, row, probe))] += 1
    share = conversations.table(marks)
    print(f"R11 right event, then what followed, in {share:.1%} ({LEAST_IN_ORDER:.0%})")
    return share >= LEAST_IN_ORDER


def _probes(rows: list[dict[str, Any]]) -> list[tuple[dict[str, Any], dict[str, Any]]]:
    return [(row, probe) for row in rows for probe in row["probes"]]


def _right(marks: "Counter[tuple[str, str, bool]]") -> int:
    return sum(count for (_, _, right), count in marks.items() if right)
