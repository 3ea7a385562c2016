"""The development set: at least what the grammar reached; wrong answers and false alarms weigh most."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from memory.model.errors import InputInvalid
from memory.time.jsonl import rows

TESTS = Path(__file__).parents[2]
GOLD = TESTS / "data" / "time_dev.jsonl"
SCORER = TESTS / "tools" / "score_time.py"


def _score(*args: str | Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(SCORER), *(str(arg) for arg in args)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_development_set_is_read_without_a_mistake(tmp_path: Path) -> None:
    inputs = _score(GOLD, "--inputs").stdout.splitlines()
    answers = tmp_path / "time.out"
    answers.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows(inputs)), encoding="utf-8")
    done = _score(GOLD, answers, "--show", "--min-right", "100", "--max-wrong", "0", "--max-false", "0")
    assert done.returncode == 0, done.stdout


def test_rows_pass_unknown_fields_through_in_order() -> None:
    lines = [
        json.dumps({"text": f"昨天{n}", "base": "2026-03-10T09:00:00+08:00", "timezone": "Asia/Shanghai", "tag": n})
        for n in range(3)
    ]
    answered = list(rows(lines))
    assert [row["tag"] for row in answered] == [0, 1, 2]
    spans = answered[0]["spans"]
    assert isinstance(spans, list)
    assert {"raw": "昨天", "start": "2026-03-09T00:00:00+08:00", "end": "2026-03-10T00:00:00+08:00"}.items() <= spans[
        0
    ].items()


@pytest.mark.parametrize(
    "line",
    [
        "nonsense",
        "[1]",
        '{"text":1,"base":"2026-03-10","timezone":"UTC"}',
        '{"text":"a","base":"no","timezone":"UTC"}',
        '{"text":"a","base":"2026-03-10","timezone":"Moon/Base"}',
        '{"text":"a","base":"2026-03-10","timezone":"../etc"}',
    ],
)
def test_a_bad_line_is_refused_with_a_typed_error(line: str) -> None:
    with pytest.raises(InputInvalid):
        list(rows([line]))
