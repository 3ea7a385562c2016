"""Dialogues go in over HTTP, questions too; what comes back is turned into rankings of turns, and checked."""

import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from benchmarks.recall.dialogues import Dialogue, Question, Turn
from tests.stack import Memory, good

Json = dict[str, Any]

MESSAGES_AT_ONCE = 50
LIMIT = 30
OPEN_AT_ONCE = 8
"""Captures that wait for their compile: a client that sent all at once would only measure its own queue."""

PATIENCE_S = 7_200
INTERVALS = ("valid_from", "valid_to", "known_from", "known_to")


@dataclass(slots=True)
class Told:
    """What was captured: the turn behind each chunk, by dialogue and chunk id, and the words of each chunk."""

    turns: dict[str, str] = field(default_factory=dict[str, str])
    words: dict[str, str] = field(default_factory=dict[str, str])
    operations: list[str] = field(default_factory=list[str])


@dataclass(frozen=True, slots=True)
class Answer:
    """The turns of each item, best first, how long it took, and what was wrong with its evidence."""

    items: list[list[str]]
    milliseconds: float
    faults: list[str]


def tell(memory: Memory, dialogues: Iterable[Dialogue], told: Told) -> None:
    """Captures every session of every dialogue, its turns in order."""
    for dialogue in dialogues:
        for number, session in enumerate(dialogue.sessions, 1):
            for start in range(0, len(session), MESSAGES_AT_ONCE):
                _tell(memory, dialogue, number, start, session[start : start + MESSAGES_AT_ONCE], told)


def _tell(memory: Memory, dialogue: Dialogue, number: int, start: int, turns: Sequence[Turn], told: Told) -> None:
    messages = [
        {
            "role": "user",
            "content": turn.text,
            "said_at": turn.said_at.isoformat(),
            "turn": start + place,
            **({} if turn.speaker == "user" else {"name": turn.speaker}),
        }
        for place, turn in enumerate(turns)
    ]
    body = {
        "messages": messages,
        "user_id": dialogue.name,
        "session_id": f"{dialogue.name}-{number}",
        "timezone": dialogue.timezone,
    }
    if len(told.operations) >= OPEN_AT_ONCE:
        memory.ended(told.operations[-OPEN_AT_ONCE], PATIENCE_S)
    answer = good(memory.http.post("/v1/memories", json=body))
    told.operations.append(answer["operation_id"])
    for turn, chunk_id in zip(turns, answer["chunk_ids"], strict=True):
        told.turns[chunk_id] = turn.turn_id
        told.words[chunk_id] = turn.text


def compiled(memory: Memory, told: Told) -> None:
    """Returns when every capture is compiled; raises when one failed."""
    for operation in told.operations:
        assert memory.ended(operation, PATIENCE_S)["status"] == "done"


def ask(memory: Memory, dialogue: Dialogue, question: Question, told: Told, **fields: Any) -> Answer:
    """One question, as a client would ask it."""
    body: Json = {
        "query": question.text,
        "user_id": dialogue.name,
        "limit": LIMIT,
        "timezone": dialogue.timezone,
    } | fields
    if question.asked_at is not None:
        body["now"] = f"{question.asked_at.isoformat()}+08:00"
    began = time.perf_counter()
    answer = good(memory.http.post("/v1/recall", json=body))
    took = 1000 * (time.perf_counter() - began)
    items = [[told.turns[quote["chunk_id"]] for quote in item["evidence"]] for item in answer["items"]]
    return Answer(items, took, list(_faults(answer["items"], told)))


def _faults(items: Iterable[Json], told: Told) -> Iterator[str]:
    """Every item must show its words, where they stand, and both its intervals."""
    for item in items:
        if any(name not in item for name in INTERVALS) or item["known_from"] is None:
            yield f"{item['memory_id']}: an interval is missing"
        if not item["evidence"]:
            yield f"{item['memory_id']}: no evidence"
        for quote in item["evidence"]:
            words = told.words[quote["chunk_id"]][quote["start"] : quote["end"]]
            if words != quote["quote"] or quote["source_id"] is None or quote["turn"] is None:
                yield f"{item['memory_id']}: its quote is not at its place"
