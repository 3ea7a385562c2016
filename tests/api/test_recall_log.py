"""What a recall showed can be read again, and its usefulness said: bounded, and once a user and session."""

from uuid import uuid4

from tests.stack import DevStack, Memory, good


def asked(memory: Memory, user: str, session: str = "s1") -> tuple[str, str]:
    """A recall and the first memory that it showed, once its log is written."""
    bundle = memory.recall("Where do I live?", user_id=user, session_id=session)
    fact = next(item for item in bundle["items"] if item["kind"] != "chunk")
    memory.poll_until(f"/v1/recalls/{bundle['recall_id']}")
    return bundle["recall_id"], fact["memory_id"]


def importance(memory: Memory, user: str) -> float:
    items = memory.recall("Where do I live?", user_id=user)["items"]
    return next(item["scores"]["importance"] for item in items if item["kind"] != "chunk")


def test_feedback_moves_importance_once_a_session(memory: Memory) -> None:
    user = f"u-{uuid4().hex[:8]}"
    memory.say("I live in Porto.", user_id=user, visibility="user")
    before = importance(memory, user)
    recall_id, memory_id = asked(memory, user)
    for _ in range(5):
        good(memory.http.post(f"/v1/recalls/{recall_id}/feedback", json={"memory_id": memory_id, "useful": True}))
    assert importance(memory, user) == before + 0.05
    good(memory.http.post(f"/v1/recalls/{recall_id}/feedback", json={"memory_id": memory_id, "useful": False}))
    assert importance(memory, user) == before - 0.05


def test_a_recall_shows_what_was_used_and_what_was_useful(memory: Memory) -> None:
    user = f"u-{uuid4().hex[:8]}"
    memory.say("I live in Porto.", user_id=user, visibility="user")
    recall_id, memory_id = asked(memory, user)
    good(memory.http.post(f"/v1/recalls/{recall_id}/uses", json={"memory_ids": [memory_id]}))
    good(memory.http.post(f"/v1/recalls/{recall_id}/feedback", json={"memory_id": memory_id, "useful": True}))
    (item,) = [i for i in good(memory.http.get(f"/v1/recalls/{recall_id}"))["items"] if i["memory_id"] == memory_id]
    assert item["used_at"] is not None
    assert item["useful"] is True


def test_what_was_not_shown_cannot_be_judged(memory: Memory) -> None:
    user = f"u-{uuid4().hex[:8]}"
    memory.say("I live in Porto.", user_id=user, visibility="user")
    recall_id, _ = asked(memory, user)
    answer = memory.http.post(f"/v1/recalls/{recall_id}/feedback", json={"memory_id": str(uuid4()), "useful": True})
    assert (answer.status_code, answer.json()["code"]) == (404, "not_found")


def test_a_key_of_another_user_sees_no_recall_of_this_one(stack: DevStack, memory: Memory) -> None:
    user = f"u-{uuid4().hex[:8]}"
    memory.say("I live in Porto.", user_id=user, visibility="user")
    recall_id, memory_id = asked(memory, user)
    with stack.client(memory.new_key(user_id="omar")) as omars:
        judged = omars.http.post(f"/v1/recalls/{recall_id}/feedback", json={"memory_id": memory_id, "useful": False})
        assert [omars.http.get(f"/v1/recalls/{recall_id}").status_code, judged.status_code] == [404, 404]
