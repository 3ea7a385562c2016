"""Dialogues that may be learned from: friends' talks made for this project, and MemoryBank (MIT) with questions made for it."""

import json
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from benchmarks.recall.dialogues import Dialogue, Question, Turn, data_folder

HERE = Path(__file__).parents[1] / "data"
Json = dict[str, Any]


def free() -> Iterator[Dialogue]:
    """All free dialogues; MemoryBank only where its data are on this machine."""
    yield from friends()
    folder = data_folder("memorybank")
    if folder is not None:
        yield from memorybank(folder)


def friends() -> Iterator[Dialogue]:
    """Four pairs of friends over half a year each."""
    for talk in json.loads((HERE / "friends.json").read_text(encoding="utf-8")):
        sessions = tuple(
            tuple(
                Turn(turn["id"], turn["speaker"], turn["text"], datetime.fromisoformat(session["date"]))
                for turn in session["turns"]
            )
            for session in talk["sessions"]
        )
        asked = tuple(Question(q["question"], q["category"], frozenset(q["gold"])) for q in talk["questions"])
        yield Dialogue(talk["id"], "UTC", sessions, asked)


def memorybank(folder: Path) -> Iterator[Dialogue]:
    """MemoryBank: ten days of an assistant and a user, turn by turn, with questions about single turns and several."""
    rows = [json.loads(line) for line in (HERE / "memorybank_questions.jsonl").read_text(encoding="utf-8").splitlines()]
    for language, name in (("en", "memory_bank_en.json"), ("zh", "memory_bank_cn.json")):
        bank = json.loads((folder / name).read_text(encoding="utf-8"))
        for user, told in bank.items():
            asked = tuple(
                Question(row["question"], f"{language}-{row['category']}", frozenset(map(str, row["gold"])))
                for row in rows
                if row["language"] == language and row["user"] == user
            )
            zone = "UTC" if language == "en" else "Asia/Shanghai"
            yield Dialogue(f"mb-{language}-{user.strip()}", zone, tuple(_days(user.strip(), told["history"])), asked)


def _days(user: str, history: Json) -> Iterator[tuple[Turn, ...]]:
    number = 0
    for day, exchanges in history.items():
        began, turns = datetime.fromisoformat(f"{day}T10:00:00"), list[Turn]()
        for exchange in exchanges:
            for speaker, words in ((user, exchange["query"]), ("Assistant", exchange["response"])):
                turns.append(Turn(str(number), speaker, words, began + timedelta(minutes=len(turns))))
                number += 1
        yield tuple(turns)
