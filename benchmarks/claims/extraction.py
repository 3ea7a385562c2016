"""Claims E1, E2, E5 and E6: what the local extractor reads, how sure it is, how fast it is and what it weighs."""

import json
import os
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from itertools import product
from pathlib import Path
from typing import Any

from adapters.language import build_recognizer
from adapters.language.lac import LacModel
from benchmarks.claims._scripts import tool
from memory.language.extraction import extract_batch
from memory.language.jsonl import input_of, rows
from memory.ports.recognizer import Recognizer
from tests.extraction import test_frames, test_pronouns
from tests.extraction.reading import chunk, facts, told
from tests.stack import DevStack, eventually, message

TESTS = Path(__file__).parents[2] / "tests"
GOLD, SCORER = TESTS / "data" / "extract_dev.jsonl", TESTS / "tools" / "score_extract.py"
BOUNDS = ["--min-recall", "75", "--min-kind", "85", "--min-event", "90", "--min-entities", "85"]
LIMITS = ["--max-violated", "0", "--max-dirty", "7.2", "--max-per-row", "2.5"]
LEAST_PER_S, MOST_MIB, BATCH, CHUNKS = 120, 900, 64, 2_000
CHILD = "--measure"
MIB = 1024


def run() -> bool:
    """Prints every figure; true when all bounds hold."""
    recognizer = build_recognizer()
    held = [_score(recognizer), _frames(recognizer), _pronouns(recognizer), _speed(), _worker_memory()]
    _calibration(recognizer)
    return all(held)


def _gold() -> list[dict[str, Any]]:
    return [json.loads(line) for line in GOLD.read_text(encoding="utf-8").splitlines() if line.strip()]


def _predicted(recognizer: Recognizer) -> list[dict[str, Any]]:
    inputs = [
        json.dumps({k: row[k] for k in ("text", "base", "timezone", "speaker", "previous") if k in row})
        for row in _gold()
    ]
    return list(rows(inputs, recognizer))


def _score(recognizer: Recognizer) -> bool:
    with tempfile.NamedTemporaryFile("w", suffix=".jsonl", encoding="utf-8") as predicted:
        predicted.writelines(json.dumps(row, ensure_ascii=False) + "\n" for row in _predicted(recognizer))
        predicted.flush()
        command = [sys.executable, str(SCORER), str(GOLD), predicted.name, *BOUNDS, *LIMITS]
        scored = subprocess.run(command, capture_output=True, text=True, check=False)
    print(f"E1 the development set\n{scored.stdout.rstrip()}")
    return scored.returncode == 0


def _frames(recognizer: Recognizer) -> bool:
    sets = (
        ("zh", test_frames.CHINESE_FRAMES, test_frames.CHINESE_STATEMENTS),
        ("en", test_frames.ENGLISH_FRAMES, test_frames.ENGLISH_STATEMENTS),
    )
    broken = 0
    for language, frames, statements in sets:
        texts = [test_frames.framed(frame, statement) for frame, statement in product(frames, statements)]
        found = sum(bool(facts(read)) for read in extract_batch([chunk(text) for text in texts], recognizer))
        print(
            f"E2 {language}: {len(frames)} frames x {len(statements)} statements, {found} of {len(texts)} give a fact"
        )
        broken += found
    return broken == 0


def _pronouns(recognizer: Recognizer) -> bool:
    held = True
    for language, wanted in (("zh", test_pronouns.CHINESE), ("en", test_pronouns.ENGLISH)):
        chunks = [chunk(text, previous=[("Lin", turn) for turn in turns]) for turns, text, _, _ in wanted]
        read = extract_batch(chunks, recognizer)
        right = sum(
            any(test_pronouns.means(told(draft), subject, value) for draft in extraction.drafts)
            for (_, _, subject, value), extraction in zip(wanted, read, strict=True)
        )
        print(f"E6 {language}: {right} of {len(wanted)} subjects completed")
        held = held and right >= 0.8 * len(wanted)
    return held


def _calibration(recognizer: Recognizer) -> None:
    """How often a statement of a confidence meets an expectation; true extras count as misses, so this is a lower bound."""
    scorer = tool("score_extract")
    counts: Counter[float] = Counter()
    right: Counter[float] = Counter()
    for row, found in zip(_gold(), _predicted(recognizer), strict=True):
        for item in found["assertions"]:
            counts[item["confidence"]] += 1
            right[item["confidence"]] += any(scorer.meets(want, item, row) for want in row["expect"])
    print("confidence  statements  expected by the annotation")
    for confidence in sorted(counts):
        share = right[confidence] / counts[confidence]
        print(f"{confidence:>10.2f}  {counts[confidence]:>10}  {right[confidence]:>4} ({share:.0%})")


def _speed() -> bool:
    """Measured in a process of its own, on one core."""
    child = subprocess.run(
        [sys.executable, "-m", "benchmarks.claims.extraction", CHILD],
        capture_output=True,
        text=True,
        check=True,
        env=os.environ | {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"},
    )
    found = json.loads(child.stdout)
    for language, per_s in found["per_s"].items():
        print(f"E5 {language}: {per_s:.0f} chunks/s on one core in batches of {BATCH}")
    print(f"E5 models loaded {found['loads']} time(s); that process holds {found['rss_mib']:.0f} MiB")
    slowest = min(found["per_s"].values())
    return slowest >= LEAST_PER_S and found["loads"] == 1 and found["rss_mib"] <= MOST_MIB


def _worker_memory() -> bool:
    """The worker of a whole stack after it has compiled all texts of the development set."""
    with tempfile.TemporaryDirectory(prefix="memc-claim-") as folder:
        stack = DevStack(Path(folder)).start()
        try:
            with stack.client() as memory:
                texts = [row["text"] for row in _gold()]
                for at in range(0, len(texts), BATCH):
                    said = memory.say([message(text) for text in texts[at : at + BATCH]], wait=False, user_id="lin")
                    memory.ended(said["operation_id"], 300)
            eventually(lambda: stack.child("worker") > 0)
            rss_mib = _rss_mib(stack.child("worker"))
        finally:
            stack.stop()
    print(f"E5 a worker holds {rss_mib:.0f} MiB after compiling {len(texts)} texts")
    return rss_mib <= MOST_MIB


def _rss_mib(pid: int) -> float:
    status = Path(f"/proc/{pid}/status").read_text(encoding="utf-8")
    return next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmRSS")) / MIB


def _texts(language: str) -> list[dict[str, Any]]:
    chosen = [row for row in _gold() if row["language"] == language]
    return (chosen * (CHUNKS // len(chosen) + 1))[:CHUNKS]


def _measure() -> None:
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    loads = 0
    original = LacModel.__init__

    def counted(self: LacModel, threads: int = 1) -> None:
        nonlocal loads
        loads += 1
        original(self, threads)

    LacModel.__init__ = counted
    recognizer = build_recognizer()
    per_s = {language: _rate(_texts(language), recognizer) for language in ("zh", "en")}
    print(json.dumps({"per_s": per_s, "loads": loads, "rss_mib": _rss_mib(os.getpid())}))


def _rate(wanted: Sequence[dict[str, Any]], recognizer: Recognizer) -> float:
    extract_batch([input_of(row) for row in wanted[:BATCH]], recognizer)
    started = time.perf_counter()
    for at in range(0, len(wanted), BATCH):
        extract_batch([input_of(row) for row in wanted[at : at + BATCH]], recognizer)
    return len(wanted) / (time.perf_counter() - started)


if __name__ == "__main__" and CHILD in sys.argv:
    _measure()
