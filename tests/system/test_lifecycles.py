"""Promise M11: decay and consolidation depend on history and time only; an unused memory cools and comes back."""

from uuid import uuid4

import pytest

from tests.stack import Json, Memory, eventually, good, message

SAID = "2026-01-05T09:00:00+08:00"


def run(memory: Memory, kind: str, now: str, times: int) -> None:
    """Runs a lifecycle so many times with one clock."""
    for _ in range(times):
        answer = good(memory.http.post(f"/v1/lifecycle/{kind}/run", json={"now": now}))
        assert memory.ended(answer["operation_id"])["status"] == "done"


def state(memory: Memory, user: str, now: str) -> list[tuple[str, str, int]]:
    """What a user can see of their memories at a time, with cold ones: text, status, evidences."""
    items = memory.recall("coffee tea Heron", user_id=user, now=now, include=["cold"], limit=50)["items"]
    return sorted((item["text"], item["status"], len(item["evidence"])) for item in items if item["kind"] != "chunk")


def said(memory: Memory, user: str) -> None:
    memory.say([message("I like oolong tea.", SAID), message("Heron uses Redis.", SAID)], user_id=user)


def in_days(days: int) -> str:
    """A clock so many days ahead of now; memories age from when they were recorded."""
    from datetime import UTC, datetime, timedelta

    return (datetime.now(UTC) + timedelta(days=days)).isoformat()


def test_c57_after_sixty_idle_days_a_memory_is_cold_restorable_and_not_gone(memory: Memory) -> None:
    said(memory, "lin")
    later = in_days(60)
    run(memory, "decay", later, 1)
    assert [
        item for item in memory.recall("oolong tea", user_id="lin", now=later)["items"] if "oolong" in item["text"]
    ] == []
    cold = cold_items(memory, later)
    assert cold
    good(memory.http.post(f"/v1/memories/{cold[0]['memory_id']}/restore"))
    assert any("oolong" in item["text"] for item in memory.recall("oolong tea", user_id="lin")["items"])


def cold_items(memory: Memory, now: str) -> list[Json]:
    items = memory.recall("oolong tea", user_id="lin", now=now, include=["cold"])["items"]
    return [item for item in items if item["status"] == "cold" and "oolong" in item["text"]]


@pytest.mark.parametrize("times", [0, 1, 7])
def test_decay_run_any_number_of_times_gives_the_same_state(memory: Memory, times: int) -> None:
    said(memory, "lin")
    later = in_days(60)
    run(memory, "decay", later, times)
    seen = state(memory, "lin", later)
    assert seen
    assert {status for _, status, _ in seen} == {"cold"}


def test_c60_consolidation_run_three_times_keeps_one_item_with_all_evidence(memory: Memory) -> None:
    for number in range(5):
        words = [message("I prefer oolong tea.", SAID, id=f"m{number}")]
        memory.say(words, user_id="lin", session_id=f"s-{number}")
    run(memory, "consolidate", in_days(1), 1)
    once = state(memory, "lin", in_days(1))
    run(memory, "consolidate", in_days(1), 2)
    assert state(memory, "lin", in_days(1)) == once
    facts = [fact for fact in memory.facts(user_id="lin") if "oolong" in fact["text"]]
    assert [len(fact["evidence"]) for fact in facts] == [5]


def test_a_revoked_memory_is_out_of_use_at_once_and_comes_back_when_that_is_undone(memory: Memory) -> None:
    memory.say("I like oolong tea.", user_id="lin")
    fact = memory.facts(user_id="lin")[0]
    answer = good(memory.http.post("/v1/revocations", json={"memory_id": fact["memory_id"], "reason": "not mine"}))
    assert memory.texts("oolong tea", user_id="lin") == []
    assert [item["status"] for item in memory.facts(user_id="lin", status="revoked")] == ["revoked"]
    good(memory.http.post(f"/v1/revocations/{answer['revocation_id']}/undo"))
    eventually(lambda: memory.texts("oolong tea", user_id="lin"))


def test_restoring_or_asking_for_an_erased_or_unknown_memory_is_404(memory: Memory) -> None:
    memory.say("I like oolong tea.", user_id="lin")
    memory_id = memory.facts(user_id="lin")[0]["memory_id"]
    assert memory.erase({"memory_id": memory_id})["status"] == "done"
    for found in (memory_id, str(uuid4())):
        assert memory.http.get(f"/v1/memories/{found}").status_code == 404
        assert memory.http.post(f"/v1/memories/{found}/restore").status_code == 404
