"""Promise M3 and the manners of `memc dev`: ready soon, one at a time, nothing left behind, all data there after a kill."""

import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from bootstrap.embedded.processes import alive
from bootstrap.embedded.state import StateDir
from tests.servers import require_neo4j, require_weaviate
from tests.stack import DevStack, good

pytestmark = [pytest.mark.slow, pytest.mark.timeout(240)]

READY_WITHIN_S = 15
READY_WITH_REAL_SERVERS_S = 45
GONE_WITHIN_S = 10
CHILDREN = {"postgres", "temporal", "api", "worker"}


@pytest.fixture
def stack(tmp_path: Path) -> Iterator[DevStack]:
    """A stack of the test's own."""
    made = DevStack(tmp_path / "state")
    yield made
    made.stop()


def run_dev(*options: str, **env: str) -> subprocess.CompletedProcess[str]:
    """`memc dev` that is expected to refuse."""
    command = [sys.executable, "-m", "api.cli.main", "dev", *options]
    return subprocess.run(command, capture_output=True, text=True, timeout=60, env=os.environ | env, check=False)


def eventually(holds: Callable[[], bool], within_s: float) -> bool:
    give_up = time.monotonic() + within_s
    while not holds():
        if time.monotonic() > give_up:
            return False
        time.sleep(0.02)
    return True


def test_it_is_ready_soon_and_sigterm_leaves_no_child(stack: DevStack) -> None:
    stack.start()
    assert stack.ready_s < READY_WITHIN_S
    children = StateDir(stack.folder).recorded_children()
    assert set(children) == CHILDREN
    assert all(alive(mark) for mark in children.values())
    began = time.monotonic()
    assert stack.stop() == 0
    assert time.monotonic() - began < GONE_WITHIN_S
    assert not any(alive(mark) for mark in children.values())


@pytest.mark.weaviate
@pytest.mark.neo4j
def test_with_real_weaviate_and_neo4j_it_is_ready_in_time_and_leaves_no_child(tmp_path: Path) -> None:
    require_weaviate()
    require_neo4j()
    stack = DevStack(tmp_path / "state", ("--vector", "weaviate", "--graph", "neo4j")).start()
    try:
        children = StateDir(stack.folder).recorded_children()
        assert set(children) == CHILDREN | {"weaviate", "neo4j"}
        with stack.client() as memory:
            found = good(memory.http.get("/v1/projections"))["items"]
        assert [item["backend"] for item in found] == ["weaviate", "neo4j"]
    finally:
        began = time.monotonic()
        stack.stop()
    assert stack.ready_s < READY_WITH_REAL_SERVERS_S
    assert time.monotonic() - began < GONE_WITHIN_S
    assert not any(alive(mark) for mark in children.values())


def test_after_kill_9_a_start_finds_all_data_and_no_stray_process(stack: DevStack) -> None:
    stack.start()
    key = stack.api_key
    with stack.client() as memory:
        memory.say("My sister lives in Porto.", user_id="lin")
    before = StateDir(stack.folder).recorded_children()
    stack.kill()
    stack.start()
    assert not any(alive(mark) for mark in before.values())
    assert stack.api_key == key
    with stack.client() as memory:
        assert any("Porto" in fact["text"] for fact in memory.facts(user_id="lin"))
        assert memory.texts("Where does my sister live?", user_id="lin")


def test_a_second_one_on_the_same_folder_is_refused_with_a_sentence(stack: DevStack) -> None:
    stack.start()
    refused = run_dev("--json", "--port", "0", "--state-dir", str(stack.folder))
    assert refused.returncode == 1
    answer = json.loads(refused.stdout)
    assert answer["ready"] is False
    assert "already runs" in answer["error"]["message"]
    assert stack.url in answer["error"]["message"]


def test_a_killed_worker_and_a_killed_api_are_back_within_seconds(stack: DevStack) -> None:
    stack.start()
    for name in ("worker", "api"):
        before = stack.child(name)
        os.kill(before, signal.SIGKILL)
        assert eventually(lambda name=name, before=before: stack.child(name) not in {before, None}, 1.5)
    with stack.client() as memory:
        assert eventually(lambda: _answers(stack), 60)
        memory.say("My brother lives in Graz.", user_id="lin")


def _answers(stack: DevStack) -> bool:
    return all(child["state"] == "ready" for child in stack.control("status")["children"])


def test_a_child_is_stopped_and_started_on_request(stack: DevStack) -> None:
    stack.start()
    answer = stack.control("stop temporal")
    assert {child["name"]: child["state"] for child in answer["children"]}["temporal"] == "paused"
    with stack.client() as memory:
        assert memory.http.get("/readyz").status_code == 200
    assert _answers(stack) is False
    stack.control("start temporal")
    assert eventually(lambda: _answers(stack), 60)
    assert "error" in stack.control("stop nothing")


def test_a_busy_port_is_told_in_one_sentence(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        refused = run_dev("--port", str(port), "--state-dir", str(tmp_path / "state"))
    assert refused.returncode == 1
    assert f"Port {port} " in refused.stderr
    assert "--port" in refused.stderr
    assert "Traceback" not in refused.stderr


def test_an_unknown_setting_stops_the_start(tmp_path: Path) -> None:
    refused = run_dev("--json", "--state-dir", str(tmp_path / "state"), MEMC_VECTR="weaviate")
    assert refused.returncode == 1
    assert "MEMC_VECTR" in json.loads(refused.stdout)["error"]["message"]


def test_memc_api_key_fixes_the_development_key(tmp_path: Path) -> None:
    stack = DevStack(tmp_path / "state", env={"MEMC_API_KEY": "a-fixed-key"}).start()
    try:
        assert stack.api_key == "a-fixed-key"
        with stack.client("a-fixed-key") as memory:
            good(memory.http.get("/v1/projections"))
    finally:
        stack.stop()


def test_everything_listens_on_the_loopback_interface_only(stack: DevStack) -> None:
    stack.start()
    pids = {mark.pid for mark in StateDir(stack.folder).recorded_children().values()}
    listening = subprocess.run(["ss", "-ltnpH"], capture_output=True, text=True, check=False)
    if listening.returncode != 0:
        pytest.skip("ss is not installed")
    ours = [line for line in listening.stdout.splitlines() if any(f"pid={pid}," in line for pid in pids)]
    assert len(ours) >= len(CHILDREN) - 1
    assert all(line.split()[3].startswith("127.0.0.1:") for line in ours)
