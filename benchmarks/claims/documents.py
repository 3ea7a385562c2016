"""A Markdown handbook and a tool log: captured at once, compiled with small histories, every quote at its offset.

`MEMC_BENCH_HANDBOOK_KIB` sets the size of the handbook that is compiled to its end (10,240 is the claim; a compile takes as long
as its words are many). The capture is always timed with 10 MiB.
"""

import os
import random
import sqlite3
import tempfile
import time
from pathlib import Path
from typing import Any

import psycopg

from tests.stack import DevStack, Memory, good

CAPTURE_S = 5.0
EVENTS = 2_000
TEAMS = ("Payments", "Gateway", "Search", "Billing", "Mobile", "Data")
PEOPLE = ("Maya Lund", "Tom Beck", "Ingrid Falk", "陈静", "李雷", "Ben Voss")
FILLER = (
    "Requests go through the queue before they reach the workers.",
    "Every change is reviewed by a second person on the same day.",
    "服务上线之前要经过灰度发布。",
    "Alerts are sent to the channel of the team and to the person on duty.",
    "日志保存在统一的平台上，按服务检索。",
)


def handbook(bytes_wanted: int, seed: int) -> str:
    """Sections with headings, paragraphs, lists and rules in both languages."""
    draw = random.Random(seed)
    parts: list[str] = []
    size = 0
    while size < bytes_wanted:
        number = len(parts)
        parts.append(_section(number, draw))
        size += len(parts[-1].encode())
    return "".join(parts)


def _section(number: int, draw: random.Random) -> str:
    team, person = draw.choice(TEAMS), draw.choice(PEOPLE)
    filler = " ".join(draw.choices(FILLER, k=12))
    return (
        f"## {number} {team}\n\nThe service {team.lower()}-{number} is owned by {person}. {filler}\n\n"
        f"- The limit of {team.lower()}-{number} is {draw.randrange(10, 900)} requests.\n"
        f"- {team.lower()}-{number} must never be stopped on Fridays.\n\n{team}组的负责人是{person}。{filler}\n\n"
    )


def tool_log(lines: int) -> str:
    """Lines as a tool prints them."""
    return "\n".join(
        f"2026-03-10 09:{n // 60 % 60:02}:{n % 60:02} INFO worker-{n % 7} finished job {n} in {n % 97} ms"
        for n in range(lines)
    )


def run() -> bool:
    """Prints capture times, compile times, history sizes and misplaced quotes."""
    whole = handbook(10 * 1024 * 1024, 1)
    part = handbook(int(os.environ.get("MEMC_BENCH_HANDBOOK_KIB", "10240")) * 1024, 2)
    with tempfile.TemporaryDirectory(prefix="memc-claim-") as folder:
        stack = DevStack(Path(folder)).start()
        try:
            with stack.client(timeout=120.0) as memory:
                return _measure(stack, memory, whole, part)
        finally:
            stack.stop()


def _measure(stack: DevStack, memory: Memory, whole: str, part: str) -> bool:
    held = _capture_whole(memory, whole)
    for name, text, kind in (("handbook", part, "document"), ("tool log", tool_log(5_000), "tool")):
        seconds, answer = _captured(memory, name, text, kind)
        started = time.monotonic()
        operation = memory.ended(answer["operation_id"], 7_200)
        events = _events(stack, answer["workflow_id"])
        wrong, quotes = _misplaced(stack, answer["source_id"], text)
        print(
            f"{name}: {len(text.encode()) / 2**20:.2f} MiB, captured in {seconds:.2f} s, {len(answer['chunk_ids'])} parts, "
            f"{operation['status']} after {time.monotonic() - started:.0f} s, longest history {events} events, "
            f"{quotes} quotes, {wrong} not at their offset"
        )
        held &= seconds <= CAPTURE_S and operation["status"] == "done" and events <= EVENTS and not wrong
    return held


def _capture_whole(memory: Memory, whole: str) -> bool:
    seconds, answer = _captured(memory, "whole handbook", whole, "document")
    memory.erase({"source_id": answer["source_id"]}, seconds=600)
    size = len(whole.encode()) / 2**20
    print(
        f"whole handbook: {size:.2f} MiB, captured in {seconds:.2f} s, {len(answer['chunk_ids'])} parts, erased again"
    )
    return seconds <= CAPTURE_S


def _captured(memory: Memory, name: str, text: str, kind: str) -> tuple[float, dict[str, Any]]:
    raw = text.encode()
    fields = {"kind": kind, "user_id": "bench", "project": name, "external_id": name, "title": name}
    started = time.monotonic()
    answer = good(memory.http.post("/v1/sources", files={"file": (f"{name}.md", raw)}, data=fields))
    return time.monotonic() - started, answer


def _events(stack: DevStack, workflow_id: str) -> int:
    """The longest history among the document's own runs and its pages', out of the engine's own store."""
    with sqlite3.connect(f"file:{stack.folder / 'temporal.db'}?mode=ro", uri=True) as connection:
        columns = [row[1] for row in connection.execute("PRAGMA table_info(executions)")]
        assert "next_event_id" in columns, columns
        found = connection.execute(
            "SELECT max(next_event_id) - 1 FROM executions WHERE workflow_id NOT LIKE 'temporal-sys-%'"
        ).fetchone()
    assert workflow_id
    return int(found[0])


def _misplaced(stack: DevStack, source_id: str, text: str) -> tuple[int, int]:
    """Quotes that are not the characters of the text at their place, and how many quotes there are."""
    with psycopg.connect(stack.superuser_database_url) as connection:
        rows = connection.execute(
            "SELECT p.part_start, c.text, a.span_start, a.span_end FROM assertion a JOIN chunk c USING (tenant_id, chunk_id)"
            " JOIN document_part p USING (tenant_id, chunk_id) WHERE a.source_id = %s AND a.live",
            [source_id],
        ).fetchall()
        parts = connection.execute(
            "SELECT p.part_start, p.part_end, c.text FROM document_part p JOIN chunk c USING (tenant_id, chunk_id)"
            " WHERE c.source_id = %s",
            [source_id],
        ).fetchall()
    wrong = sum(text[at + start : at + end] != words[start:end] for at, words, start, end in rows)
    return wrong + sum(text[start:end] != words for start, end, words in parts), len(rows)
