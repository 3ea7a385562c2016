"""Claims R10 and R11: questions that join statements, and questions about the last time of something and what came of it.

The second sets are by authors who had not seen the code, and in freer words. They are printed and not judged: what they say is
what a stranger's words would get.
"""

import tempfile
from collections import Counter
from pathlib import Path
from typing import Any

from benchmarks.recall import conversations
from tests.stack import DevStack, Memory

DATA = Path(__file__).parents[2] / "tests" / "data"
SECOND = Path(__file__).parents[1] / "data"
LEAST_RELATED, LEAST_IN_ORDER = 0.85, 0.80


def run() -> bool:
    """Prints right / asked by kind and language; true when both gates hold."""
    with tempfile.TemporaryDirectory(prefix="memc-claim-") as folder:
        stack = DevStack(Path(folder)).start()
        try:
            with stack.client(timeout=120) as memory:
                held = [
                    _relations(memory, DATA / "relations.jsonl") >= LEAST_RELATED,
                    _episodes(memory, DATA / "episodes.jsonl") >= LEAST_IN_ORDER,
                ]
                print("second sets, by strangers:")
                _relations(memory, SECOND / "relations_second.jsonl")
                _episodes(memory, SECOND / "episodes_second.jsonl")
                return all(held)
        finally:
            stack.stop()


def _relations(memory: Memory, path: Path) -> float:
    """R10: the share with the right entity before any wrong one within the first three, and a path to it."""
    rows, marks, paths = conversations.read(path), Counter[tuple[str, str, bool]](), 0
    conversations.tell(memory, rows)
    for row, probe in _probes(rows):
        right, led = conversations.related(probe, conversations.ask(memory, row, probe))
        marks[probe["kind"], row["language"], right] += 1
        paths += right and led
    share = conversations.table(marks)
    print(
        f"R10 right entity first in {share:.1%} ({LEAST_RELATED:.0%}), with a path in {paths} of {_right(marks)} right answers"
    )
    return share


def _episodes(memory: Memory, path: Path) -> float:
    """R11: the share with the right event first, and what followed it among the first four."""
    rows, marks = conversations.read(path), Counter[tuple[str, str, bool]]()
    conversations.tell(memory, rows)
    for row, probe in _probes(rows):
        marks[probe["kind"], row["language"], conversations.in_order(probe, conversations.ask(memory, row, probe))] += 1
    share = conversations.table(marks)
    print(f"R11 right event, then what followed, in {share:.1%} ({LEAST_IN_ORDER:.0%})")
    return share


def _probes(rows: list[dict[str, Any]]) -> list[tuple[dict[str, Any], dict[str, Any]]]:
    return [(row, probe) for row in rows for probe in row["probes"]]


def _right(marks: "Counter[tuple[str, str, bool]]") -> int:
    return sum(count for (_, _, right), count in marks.items() if right)
