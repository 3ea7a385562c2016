"""The level reached on the annotated development set, in both languages; the scorer is the one it came with."""

import json
import subprocess
import sys
from pathlib import Path

from memory.language.jsonl import rows
from memory.ports.recognizer import Recognizer

TESTS = Path(__file__).parents[1]
SCORER = TESTS / "tools" / "score_extract.py"
GOLD = TESTS / "data" / "extract_dev.jsonl"
BOUNDS = ["--min-recall", "93", "--min-kind", "95", "--min-event", "90", "--min-entities", "90"]
LIMITS = ["--max-violated", "0", "--max-dirty", "0", "--max-per-row", "1.6"]


def _score(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, SCORER, GOLD, *arguments], capture_output=True, text=True, check=False)


def test_the_development_set_is_read_at_the_level_reached(recognizer: Recognizer, tmp_path: Path) -> None:
    predicted = tmp_path / "predicted.jsonl"
    inputs = _score("--inputs").stdout.splitlines()
    predicted.write_text(
        "\n".join(json.dumps(row, ensure_ascii=False) for row in rows(inputs, recognizer)), encoding="utf-8"
    )

    scored = _score(predicted, *BOUNDS, *LIMITS)

    assert scored.returncode == 0, scored.stdout


def test_a_row_is_passed_through_with_its_unknown_fields(recognizer: Recognizer) -> None:
    line = json.dumps(
        {"text": "I live in Ghent.", "base": "2026-03-10T09:00:00", "timezone": "Europe/Brussels", "id": 7}
    )

    (row,) = rows([line], recognizer)

    assert row["id"] == 7
    assert [a["subject"] for a in row["assertions"]] == ["user"]  # type: ignore[index,union-attr]
