"""Small made conversations with questions about relations (R10) and about what happened last and then (R11)."""

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from tests.stack import Memory, good

Json = dict[str, Any]
AT_ONCE = 6


def read(path: Path) -> list[Json]:
    """Rows of a file of conversations."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]


def tell(memory: Memory, rows: Sequence[Json]) -> None:
    """Captures all sessions of all conversations, those of one conversation in order."""
    capture_in_order(memory, [list(_captures(row)) for row in rows])


def capture_in_order(memory: Memory, conversations: Sequence[list[Json]]) -> None:
    """Captures the sessions of each conversation one after the other, of several conversations at a time."""
    for start in range(0, len(conversations), AT_ONCE):
        some = conversations[start : start + AT_ONCE]
        while any(some):
            operations = [good(memory.http.post("/v1/memories", json=left.pop(0))) for left in some if left]
            for operation in operations:
                assert memory.ended(operation["operation_id"], 300)["status"] == "done"


def _captures(row: Json) -> Iterator[Json]:
    for session in dict.fromkeys(turn["session_id"] for turn in row["turns"]):
        messages = [
            {key: turn[key] for key in ("turn", "role", "name", "content", "said_at")}
            for turn in row["turns"]
            if turn["session_id"] == session
        ]
        named = {"user_id": row["user_id"], "session_id": session, "timezone": row["timezone"]}
        yield {"messages": messages, "source": {"kind": "conversation", "external_id": session}} | named


def ask(memory: Memory, row: Json, probe: Json, **fields: Any) -> list[Json]:
    """The items of the answer to a probe."""
    asked = {"user_id": row["user_id"], "timezone": row["timezone"], "now": probe["at"], "limit": 8} | fields
    if "as_of" in probe:
        asked["as_of"] = probe["as_of"]
    return memory.recall(probe["query"], **asked)["items"]


def words_of(item: Json) -> str:
    """What an item says: its text, value and quotes."""
    quotes = " ".join(quote["quote"] for quote in item["evidence"])
    return f"{item['text']} {item['value'] or ''} {quotes}".casefold()


def names(item: Json, spellings: Iterable[str]) -> bool:
    """Whether an item names one of these."""
    text = words_of(item)
    return any(spelling.casefold() in text for spelling in spellings)


def related(probe: Json, items: Sequence[Json]) -> tuple[bool, bool]:
    """(the right entity comes before any wrong one and within the first three, a path leads there)."""
    right = [spelling for group in probe["expect"] for spelling in group]
    first = next((item for item in items if names(item, right) or names(item, probe["forbid"])), None)
    found = first is not None and names(first, right) and items.index(first) < 3
    return found, any(item["path"] for item in items if names(item, right))


def in_order(probe: Json, items: Sequence[Json]) -> bool:
    """The right event first; what followed it among the first four."""
    if not items or not names(items[0], probe["first"]):
        return False
    return not probe["then"] or any(names(item, probe["then"]) for item in items[:4])


def table(marks: Counter[tuple[str, str, bool]]) -> float:
    """Prints right / asked by kind and language; the share that is right."""
    kinds = sorted({kind for kind, _, _ in marks})
    for kind in kinds:
        cells = [
            f"{language} {marks[kind, language, True]:3}/{marks[kind, language, True] + marks[kind, language, False]:<3}"
            for language in ("zh", "en")
        ]
        print(f"  {kind:12} {'  '.join(cells)}")
    right = sum(count for (_, _, good_one), count in marks.items() if good_one)
    return right / sum(marks.values())
