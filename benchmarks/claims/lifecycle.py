"""Claims S6, R5 and R9: long conversations whose facts change, played over HTTP, and told in two orders of arrival."""

import json
import re
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from benchmarks.claims._scripts import tool
from benchmarks.recall.conversations import capture_in_order
from tests.stack import DevStack, Memory, good

TESTS = Path(__file__).parents[2] / "tests"
SET, PLAYER = TESTS / "data" / "lifecycle_dev.jsonl", TESTS / "tools" / "run_lifecycle.py"
S6_KINDS = ("current", "as_of", "exception_during", "exception_after", "correction", "backfill", "low_authority")
S6_LEAST, R5_LEAST, R5_LEAST_KEPT, MOST_FORBIDDEN = 0.75, 0.85, 0.90, 0.01
STATUSES = ("current", "superseded", "expired", "pending", "overridden", "revoked")
BUDGET, KEPT_LEAST = 300, 0.95

Json = dict[str, Any]
Fact = tuple[Any, ...]


def run() -> bool:
    """Prints the tables; true when all gates hold."""
    with tempfile.TemporaryDirectory(prefix="memc-claim-") as folder:
        stack = DevStack(Path(folder)).start()
        try:
            return all([_played(stack), _within_budget(stack), _two_orders(stack)])
        finally:
            stack.stop()


def _played(stack: DevStack) -> bool:
    """R5 and S6: every probe at its own time."""
    command = [sys.executable, str(PLAYER), "--url", stack.url, "--key", stack.api_key, "--file", str(SET)]
    done = subprocess.run([*command, "--parallel", "3", "--show", "100"], capture_output=True, text=True, check=False)
    print(done.stdout)
    marks = _marks(done.stdout)
    total, right = _sum(marks), _sum(marks, place=0)
    kept = {kind: cell for kind, cell in marks.items() if kind[0] != "erased"}
    shown = int(found[1]) if (found := re.search(r"forbidden shown (\d+)", done.stdout)) else total
    share, kept_share = right / total, _sum(kept, place=0) / _sum(kept)
    print(
        f"R5 {right} of {total} right ({share:.1%}), without `erased` {kept_share:.1%}, forbidden {shown / total:.2%}"
    )
    held = share >= R5_LEAST and kept_share >= R5_LEAST_KEPT and shown / total <= MOST_FORBIDDEN
    for language in ("zh", "en"):
        asked = {cell: marks[cell] for cell in marks if cell[0] in S6_KINDS and cell[1] == language}
        part = _sum(asked, place=0) / _sum(asked)
        print(f"S6 kinds of settling, {language}: {_sum(asked, place=0)} of {_sum(asked)} ({part:.1%})")
        held = held and part >= S6_LEAST
    return held


def _within_budget(stack: DevStack) -> bool:
    """R9: what stands among the first three stays within a budget of tokens."""
    player = tool("run_lifecycle")
    kept = Counter[bool]()

    class Play(player.Play):
        """Asks each probe a second time, within the budget."""

        def recall(self, body: Json) -> list[Json]:
            self.asked: Json = body
            return super().recall(body)

        def probe(self, probe: Json) -> None:
            super().probe(probe)
            zone = player.zone_of(self.row["timezone"], probe["at"])
            if not probe["expect_any"] or player.unmet(probe, super().recall(self.asked), zone):
                return
            kept[not player.unmet(probe, super().recall(self.asked | {"token_budget": BUDGET}), zone)] += 1

    def play(row: Json) -> None:
        Play(row, api, "budget", time.monotonic() + 3000).go()

    rows: list[Json] = [json.loads(line) for line in SET.read_text(encoding="utf-8").splitlines()]
    api = player.Api(stack.url, stack.api_key)
    with ThreadPoolExecutor(3) as pool:
        list(pool.map(play, rows))
    share = kept[True] / kept.total()
    print(
        f"R9 a budget of {BUDGET} tokens keeps the answer in {kept[True]} of {kept.total()} probes ({share:.1%}, 95 %)"
    )
    return share >= KEPT_LEAST


def _marks(printed: str) -> dict[tuple[str, str], tuple[int, int]]:
    """(kind, language) -> (right, asked)."""
    lines = re.findall(r"^  (\w+) +zh +(\d+)/(\d+) +en +(\d+)/(\d+)", printed, flags=re.M)
    cells = ((kind, language, numbers) for kind, *n in lines for language, numbers in (("zh", n[:2]), ("en", n[2:])))
    return {(kind, language): (int(right), int(asked)) for kind, language, (right, asked) in cells}


def _sum(marks: dict[tuple[str, str], tuple[int, int]], place: int = 1) -> int:
    return sum(cell[place] for cell in marks.values())


def _two_orders(stack: DevStack) -> bool:
    """S6: the sessions of a dialogue arrive as they were said, and the last one first: the same facts."""
    dialogues = [json.loads(line) for line in SET.read_text(encoding="utf-8").splitlines()]
    with stack.client() as memory:
        told = [_facts_told(memory, dialogues, order) for order in ("said", "reversed")]
    differing = 0
    for dialogue in dialogues:
        first, second = (facts[dialogue["id"]] for facts in told)
        differing += first != second
        for sign, facts in (("-", first - second), ("+", second - first)):
            for fact in sorted(facts, key=repr):
                print(f"  {dialogue['id']} {sign} {fact}")
    counted = sum(len(facts) for facts in told[0].values())
    print(
        f"S6 two orders of arrival: {len(dialogues) - differing} of {len(dialogues)} dialogues equal, {counted} facts"
    )
    return differing == 0


def _facts_told(memory: Memory, dialogues: list[Json], order: str) -> dict[str, frozenset[Fact]]:
    capture_in_order(memory, [_sessions(dialogue, order) for dialogue in dialogues])
    return {dialogue["id"]: frozenset(_facts(memory, dialogue, order)) for dialogue in dialogues}


def _sessions(dialogue: Json, order: str) -> list[Json]:
    """The captures of a dialogue, in their order of arrival."""
    sessions = dialogue["sessions"] if order == "said" else dialogue["sessions"][::-1]
    return [_capture(dialogue, session, order) for session in sessions]


def _capture(dialogue: Json, session: Json, order: str) -> Json:
    name = f"{session['session_id']}-{order}"
    messages = [
        {"id": f"{name}-{turn['turn']}"} | {key: turn[key] for key in ("turn", "role", "name", "content", "said_at")}
        for turn in session["turns"]
    ]
    return {
        "messages": messages,
        "user_id": f"{dialogue['user_id']}-{order}",
        "project": f"{session['project']}-{order}",
        "session_id": name,
        "timezone": dialogue["timezone"],
        "source": {"kind": "conversation", "external_id": name} | session.get("source", {}),
    }


def _facts(memory: Memory, dialogue: Json, order: str) -> Iterator[Fact]:
    """What holds and held, without ids and without the time of knowing."""
    for project in sorted({session["project"] for session in dialogue["sessions"]}):
        scope = {"user_id": f"{dialogue['user_id']}-{order}", "project": f"{project}-{order}"}
        for status in STATUSES:
            for fact in _pages(memory, scope | {"status": status}):
                words = [str(fact[name]).replace(f"-{order}", "") for name in ("subject", "predicate", "value", "text")]
                yield (*words, fact["kind"], status, fact["valid_from"], fact["valid_to"], len(fact["evidence"]))


def _pages(memory: Memory, filters: Json) -> Iterable[Json]:
    cursor: str | None = None
    while True:
        params = {"limit": 200} | filters | ({"cursor": cursor} if cursor else {})
        page = good(memory.http.get("/v1/memories", params=params))
        yield from page["items"]
        cursor = page["next_cursor"]
        if cursor is None:
            return
