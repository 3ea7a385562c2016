"""The client commands against a running `memc dev`, found by its state folder alone."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.stack import DevStack

pytestmark = [pytest.mark.slow, pytest.mark.timeout(180)]

USER = "commands-user"


def memc(stack: DevStack, *words: str, code: int = 0) -> dict[str, Any]:
    """The one JSON document that a command answers with."""
    command = [sys.executable, "-m", "api.cli.main", *words, "--json"]
    environment = os.environ | {"MEMC_STATE_DIR": str(stack.folder)}
    done = subprocess.run(command, capture_output=True, text=True, env=environment, timeout=120, check=False)
    assert done.returncode == code, done.stdout + done.stderr
    (line,) = done.stdout.splitlines()
    return json.loads(line)


def test_words_are_added_recalled_changed_and_erased(stack: DevStack) -> None:
    added = memc(stack, "add", "My sister lives in Porto.", "--user", USER, "--wait", "30")
    assert added["status"] == "done"
    assert "Porto" in added["facts"][0]["text"]
    memc(stack, "add", "我妹妹现在住在成都。", "--user", USER, "--wait", "30")
    bundle = memc(stack, "recall", "Where does my sister live?", "--user", USER)
    assert bundle["items"][0]["evidence"][0]["quote"]
    operation = memc(stack, "operations", "get", added["operation_id"])
    assert all(stage["status"] == "done" for stage in operation["stages"])
    erased = memc(stack, "erase", "--user-id", USER)
    assert erased["status"] == "done"
    assert memc(stack, "recall", "Where does my sister live?", "--user", USER)["items"] == []


def test_a_revoked_memory_is_out_of_use(stack: DevStack) -> None:
    added = memc(stack, "add", "My brother lives in Graz.", "--user", f"{USER}-2", "--wait", "30")
    memory_id = added["facts"][0]["memory_id"]
    assert memc(stack, "revoke", memory_id, "--reason", "a test")["revoked"] is True
    shown = memc(stack, "recall", "Where does my brother live?", "--user", f"{USER}-2")["items"]
    assert memory_id not in {item["memory_id"] for item in shown}


def test_an_unknown_memory_is_a_failure_with_a_code(stack: DevStack) -> None:
    answer = memc(stack, "revoke", "01a22aa4-d017-775f-bf39-2fe2a2a2fa10", code=1)
    assert answer["error"]["code"] == "not_found"


def test_keys_are_made_listed_and_withdrawn(stack: DevStack) -> None:
    made = memc(stack, "keys", "create", "--permission", "read", "--user", USER)
    assert made["id"] in {key["id"] for key in memc(stack, "keys", "list")["items"]}
    memc(stack, "keys", "withdraw", made["id"])
    assert made["id"] not in {key["id"] for key in memc(stack, "keys", "list")["items"]}


def test_schedules_are_applied_and_listed(stack: DevStack) -> None:
    applied = memc(stack, "schedules", "apply")
    assert set(applied.values()) == {"updated"}
    assert {item["schedule_id"] for item in memc(stack, "schedules", "list")["items"]} == set(applied)


def test_the_doctor_finds_a_running_stack_well(stack: DevStack) -> None:
    report = memc(stack, "doctor")
    assert report["healthy"] is True
    assert {finding["name"] for finding in report["findings"]} >= {
        "postgres",
        "row-level security",
        "temporal",
        "worker",
    }


def test_the_doctor_says_what_is_down_and_what_to_do(stack: DevStack) -> None:
    stack.control("stop temporal")
    try:
        report = memc(stack, "doctor", code=1)
    finally:
        stack.control("start temporal")
    down = {finding["name"]: finding for finding in report["findings"] if finding["state"] == "failed"}
    assert set(down) == {"temporal"}
    assert down["temporal"]["advice"]


def test_the_production_parts_say_what_they_need(tmp_path: Path) -> None:
    for words in (["serve"], ["worker"], ["migrate"]):
        command = [sys.executable, "-m", "api.cli.main", *words]
        clean = {name: value for name, value in os.environ.items() if not name.startswith("MEMC_")}
        environment = clean | {"PYTHONPATH": str(Path.cwd())}
        done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, env=environment, check=False)
        assert done.returncode == 1
        assert "DATABASE_URL is not set" in done.stderr
