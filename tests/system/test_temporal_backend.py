"""The example of the documentation: a backend captures from its own workflow, and awaits the compile."""

import asyncio
import base64
import json
import os
import subprocess
import sys
from pathlib import Path
from uuid import uuid4

import pytest
from temporalio.client import Client
from temporalio.exceptions import ApplicationError
from temporalio.testing import ActivityEnvironment

from api.client.temporal import AwaitCompile, CaptureCall, Captured, CaptureMessage, Compiled, MemoryActivities
from bootstrap.temporal.plugin import build_plugin
from tests.stack import DevStack, Memory, good

EXAMPLE = Path(__file__).parents[2] / "docs" / "how-to" / "temporal_backend.py"
KEY = bytes(range(32))

pytestmark = pytest.mark.slow


def temporal_address(stack: DevStack) -> str:
    return f"127.0.0.1:{json.loads((stack.folder / 'ports.json').read_text())['temporal']}"


def run_example(env: dict[str, str]) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, str(EXAMPLE)]
    return subprocess.run(command, capture_output=True, text=True, timeout=90, env=os.environ | env)


async def test_the_example_runs_and_its_words_become_facts(stack: DevStack, memory: Memory) -> None:
    good(memory.http.post("/v1/admin/projects", json={"name": "gateway"}))
    key = memory.http.headers["Authorization"].removeprefix("Bearer ")
    env = {
        "MEMC_URL": stack.url,
        "MEMC_API_KEY": key,
        "MEMC_CODEC_KEYS": f"backend:{base64.b64encode(KEY).decode()}",
        "TEMPORAL_ADDRESS": temporal_address(stack),
        "PYTHONPATH": str(EXAMPLE.parents[2]),
    }
    ran = await asyncio.to_thread(run_example, env)
    assert ran.stdout.strip() == "done", ran.stderr[-2000:]
    assert memory.recall("谁负责网关项目", user_id="lin", project="gateway")["items"]
    client = await Client.connect(temporal_address(stack), plugins=[build_plugin({"backend": KEY})])
    history = await client.get_workflow_handle("ticket-1").fetch_history()
    assert "网关" not in json.dumps(history.to_json_dict(), ensure_ascii=False)


@pytest.fixture
async def activities(stack: DevStack, memory: Memory):
    key = memory.http.headers["Authorization"].removeprefix("Bearer ")
    async with MemoryActivities(url=stack.url, api_key=key) as found:
        yield found


async def test_captured_twice_it_is_there_once(memory: Memory, activities: MemoryActivities) -> None:
    call = CaptureCall(messages=(CaptureMessage(content="We use Redis for the queue."),), user_id="lin")
    first = await ActivityEnvironment().run(activities.capture_memory, call)
    again = await ActivityEnvironment().run(activities.capture_memory, call)
    assert isinstance(first, Captured)
    assert first == again
    done = await ActivityEnvironment().run(activities.await_compile, AwaitCompile(operation_id=first.operation_id))
    assert isinstance(done, Compiled)
    assert done.status == "done"


async def test_a_refusal_is_final_and_carries_its_code(activities: MemoryActivities) -> None:
    call = CaptureCall(messages=(CaptureMessage(content="x"),), user_id="lin", visibility="everyone")
    with pytest.raises(ApplicationError) as raised:
        await ActivityEnvironment().run(activities.capture_memory, call)
    assert (raised.value.type, raised.value.non_retryable) == ("invalid", True)
    with pytest.raises(ApplicationError) as unknown:
        await ActivityEnvironment().run(activities.await_compile, AwaitCompile(operation_id=uuid4()))
    assert (unknown.value.type, unknown.value.non_retryable) == ("not_found", True)


async def test_an_api_that_is_away_is_worth_another_attempt() -> None:
    async with MemoryActivities(url="http://127.0.0.1:9", api_key="k") as away:
        with pytest.raises(ApplicationError) as raised:
            await ActivityEnvironment().run(away.await_compile, AwaitCompile(operation_id=uuid4()))
    assert (raised.value.type, raised.value.non_retryable) == ("unavailable", False)
