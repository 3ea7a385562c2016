"""The benchmark data as dialogues and questions. The data stay where they are: their licences let them measure only."""

import json
import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

Json = dict[str, Any]

CATEGORIES = {1: "multi-hop", 2: "temporal", 3: "open-domain", 4: "single-hop", 5: "adversarial"}


@dataclass(frozen=True, slots=True)
class Turn:
    """One turn; `said_at` is local in the dialogue's zone."""

    turn_id: str
    speaker: str
    text: str
    said_at: datetime


@dataclass(frozen=True, slots=True)
class Question:
    """A question and the turns that answer it; `asked_at` None asks now."""

    text: str
    category: str
    gold: frozenset[str]
    asked_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Dialogue:
    """Sessions in order, each of them some turns in order, and the questions about them."""

    name: str
    timezone: str
    sessions: tuple[tuple[Turn, ...], ...]
    questions: tuple[Question, ...]


def data_folder(name: str) -> Path | None:
    """A folder of the benchmark data; None when it is not on this machine."""
    folder = Path(os.environ.get("MEMC_BENCH_DATA", "../shared/data")) / name
    return folder if folder.is_dir() else None


def locomo(folder: Path) -> Iterator[Dialogue]:
    """LoCoMo: ten long English conversations."""
    for sample in json.loads((folder / "locomo10.json").read_text(encoding="utf-8")):
        sessions = tuple(_locomo_sessions(sample["conversation"]))
        known = {turn.turn_id for session in sessions for turn in session}
        questions = tuple(question for asked in sample["qa"] if (question := _locomo_question(asked, known)))
        yield Dialogue(sample["sample_id"], "UTC", sessions, questions)


def _locomo_sessions(conversation: Json) -> Iterator[tuple[Turn, ...]]:
    number = 1
    while f"session_{number}_date_time" in conversation:
        began = datetime.strptime(conversation[f"session_{number}_date_time"], "%I:%M %p on %d %B, %Y")  # noqa: DTZ007
        turns = conversation.get(f"session_{number}") or []
        if turns:
            yield tuple(Turn(turn["dia_id"], turn["speaker"], _locomo_text(turn), began) for turn in turns)
        number += 1


def _locomo_text(turn: Json) -> str:
    caption = turn.get("blip_caption")
    return f"{turn['text']} [shares {caption}]" if caption else turn["text"]


def _locomo_question(asked: Json, known: set[str]) -> Question | None:
    """Evidence as the ids that name a turn; a question without any is left out."""
    listed = " ".join(asked.get("evidence") or [])
    named = [_repaired(part) for part in re.split(r"[;,\s]+", listed) if part]
    gold = frozenset(turn for turn in named if turn in known)
    return Question(asked["question"], CATEGORIES[asked["category"]], gold) if gold else None


def _repaired(turn_id: str) -> str:
    found = re.fullmatch(r"D:?(\d+):0*(\d+)", turn_id)
    return f"D{found[1]}:{found[2]}" if found else turn_id


def memdaily(folder: Path) -> Iterator[Dialogue]:
    """MemDaily: Chinese messages to an assistant."""
    for path in sorted(folder.glob("*.json")):
        for found in json.loads(path.read_text(encoding="utf-8")):
            turns = tuple(
                Turn(str(said["mid"]), "user", said["message"], _chinese_time(said["time"]))
                for said in found["message_list"]
            )
            asked = tuple(
                Question(
                    question["question"],
                    path.stem,
                    frozenset(str(step) for step in question["target_step_id"]),
                    _chinese_time(question["time"]),
                )
                for question in found["question_list"]
                if question["target_step_id"]
            )
            yield Dialogue(f"{path.stem}-{found['tid']}", "Asia/Shanghai", (turns,), asked)


def _chinese_time(text: str) -> datetime:
    year, month, day, hour, minute = (int(part) for part in re.findall(r"\d+", text)[:5])
    return datetime(year, month, day, hour, minute)  # noqa: DTZ001  local in the dialogue's zone
