"""Corrections, conflicts, edits and retractions over HTTP: what a person sees, and what hostile bodies get."""

from uuid import uuid4

import pytest

from tests.stack import DevStack, Json, Memory, eventually, good, message

SAID = "2026-03-10T09:00:00+08:00"


def home(memory: Memory) -> Json:
    """A fact that was said in March."""
    memory.say([message("I live in Chengdu.", SAID)], user_id="lin", timezone="Asia/Shanghai")
    return next(fact for fact in memory.facts(user_id="lin") if "Chengdu" in fact["text"])


def values(memory: Memory, **fields: str) -> list[tuple[str, str]]:
    found = memory.timeline("me", "lives_in", user_id="lin", **fields)
    return [(item["value"], item["status"]) for item in found]


def test_c32_a_correction_makes_a_new_memory_and_keeps_the_wrong_one_with_its_reason(memory: Memory) -> None:
    wrong = home(memory)
    body = {"value": "Beijing", "reason": "I mixed up two people"}
    right = good(memory.http.patch(f"/v1/memories/{wrong['memory_id']}", json=body))
    assert (right["value"], right["corrects"], right["reason"]) == ("Beijing", wrong["memory_id"], "correction")
    assert right["valid_from"] == wrong["valid_from"]
    assert right["explanation"]
    looked_up = good(
        memory.http.get("/v1/facts/lookup", params={"subject": "me", "predicate": "lives_in", "user_id": "lin"})
    )
    assert looked_up["memory_id"] == right["memory_id"]
    old = good(memory.http.get(f"/v1/memories/{wrong['memory_id']}"))
    assert (old["status"], old["superseded_by"]) == ("superseded", right["memory_id"])
    then = good(memory.http.get(f"/v1/memories/{wrong['memory_id']}", params={"known_at": wrong["known_from"]}))
    assert (then["status"], then["known_to"], then["version"]) == ("current", None, 1)
    lineage = good(memory.http.get(f"/v1/memories/{wrong['memory_id']}/lineage"))
    assert [(event["kind"], event["reason"]) for event in lineage["people"]] == [("correct", body["reason"])]
    eventually(lambda: any("Beijing" in text for text in memory.texts("where does lin live", user_id="lin")))
    assert not any("Chengdu" in text for text in memory.texts("where does lin live", user_id="lin"))


def test_a_correction_sent_again_with_its_key_is_carried_out_once_and_can_be_undone(memory: Memory) -> None:
    wrong, headers = home(memory), {"Idempotency-Key": uuid4().hex}
    path = f"/v1/memories/{wrong['memory_id']}"
    answers = [good(memory.http.patch(path, json={"value": "Beijing"}, headers=headers)) for _ in range(2)]
    assert answers[0] == answers[1]
    assert sorted(values(memory)) == [("Beijing", "current"), ("Chengdu", "superseded")]
    undo = f"/v1/corrections/{answers[0]['correction_id']}/undo"
    assert good(memory.http.post(undo, json={}))["undone"] is True
    assert good(memory.http.post(undo, json={}))["undone"] is True
    assert values(memory) == [("Chengdu", "current")]


def test_a_wrongly_read_date_is_corrected(memory: Memory) -> None:
    fact = home(memory)
    body = {"valid_from": "2026-02-01T00:00:00+08:00", "reason": "since February"}
    moved = good(memory.http.patch(f"/v1/memories/{fact['memory_id']}", json=body))
    assert (moved["value"], moved["valid_from"][:10]) == ("Chengdu", "2026-02-01")
    asked = {"subject": "me", "predicate": "lives_in", "user_id": "lin", "as_of": "2026-02-15T00:00:00Z"}
    assert good(memory.http.get("/v1/facts/lookup", params=asked))["value"] == "Chengdu"
    assert memory.http.get("/v1/facts/lookup", params=asked | {"known_at": fact["known_from"]}).status_code == 404


def test_a_chunk_is_edited_and_its_facts_follow(memory: Memory) -> None:
    answer = memory.say([message("I live in Chengdu.", SAID)], user_id="lin")
    path = f"/v1/chunks/{answer['chunk_ids'][0]}"
    edited = good(
        memory.http.patch(path, json={"content": "I live in Harbin.", "reason": "typo"}, headers={"Prefer": "wait=30"})
    )
    assert edited["status"] == "done"
    assert [fact["value"] for fact in edited["facts"]] == ["Harbin"]
    assert values(memory) == [("Harbin", "current")]
    assert memory.http.patch(path, json={"content": "I live in Wuhan."}).status_code == 404


def test_a_chunk_is_retracted_and_comes_back_when_that_is_undone(memory: Memory) -> None:
    answer = memory.say([message("I live in Chengdu.", SAID)], user_id="lin")
    path = f"/v1/chunks/{answer['chunk_ids'][0]}"
    gone = good(memory.http.delete(path, params={"reason": "not mine"}))
    assert (gone["retracted"], gone["erased"]) == (True, False)
    assert memory.facts(user_id="lin") == []
    assert memory.texts("Chengdu", user_id="lin") == []
    assert good(memory.http.delete(path))["correction_id"] == gone["correction_id"]
    good(memory.http.post(f"/v1/corrections/{gone['correction_id']}/undo", json={}))
    assert values(memory) == [("Chengdu", "current")]
    eventually(lambda: memory.texts("Chengdu", user_id="lin"))


def test_a_recalled_chunk_is_revoked_like_a_memory(memory: Memory) -> None:
    memory.say([message("The spare key hangs behind the clock.", SAID)], user_id="lin")
    items = memory.recall("spare key", user_id="lin", kinds=["chunk"])["items"]
    body = {"memory_id": items[0]["memory_id"], "reason": "no longer true"}
    revoked = good(memory.http.post("/v1/revocations", json=body))
    assert memory.recall("spare key", user_id="lin", kinds=["chunk"])["items"] == []
    good(memory.http.post(f"/v1/revocations/{revoked['revocation_id']}/undo"))
    assert memory.recall("spare key", user_id="lin", kinds=["chunk"])["items"]


def test_a_conflict_is_listed_marked_and_resolved(stack: DevStack, memory: Memory) -> None:
    with stack.client(memory.new_key(source_kinds=["conversation", "record", "document"])) as hr:
        hr.say([message("Rui is grade 6.", SAID)], user_id="lin", source={"kind": "record", "external_id": "hr"})
        hr.say([message("Rui is grade 7.", "2026-03-12T09:00:00+08:00")], user_id="lin")
    found = good(memory.http.get("/v1/conflicts", params={"user_id": "lin"}))["items"]
    assert [[m["status"] for m in item["memories"]] for item in found] == [["current", "pending"]]
    current, waiting = found[0]["memories"]
    assert not any(" 7" in text for text in memory.texts("what is Rui's grade", user_id="lin", kinds=["semantic"]))
    path = f"/v1/conflicts/{found[0]['id']}/resolve"
    answer = good(memory.http.post(path, json={"choose": waiting["memory_id"], "reason": "promoted in March"}))
    assert answer["memory"]["status"] == "current"
    assert good(memory.http.get(f"/v1/memories/{current['memory_id']}"))["status"] == "superseded"
    assert good(memory.http.get("/v1/conflicts", params={"user_id": "lin"}))["items"] == []
    assert memory.http.post(path, json={"choose": "both"}).status_code == 409


def test_pinning_restoring_and_revoking_are_events_with_their_author(memory: Memory) -> None:
    path = f"/v1/memories/{home(memory)['memory_id']}"
    good(memory.http.post(f"{path}/pin"))
    good(memory.http.delete(f"{path}/pin"))
    good(memory.http.post(f"{path}/restore"))
    revoked = good(
        memory.http.post("/v1/revocations", json={"memory_id": path.rpartition("/")[2], "reason": "why not"})
    )
    good(memory.http.post(f"/v1/revocations/{revoked['revocation_id']}/undo"))
    people = good(memory.http.get(f"{path}/lineage"))["people"]
    assert [event["kind"] for event in people] == ["pin", "unpin", "restore", "revoke", "unrevoke"]
    assert [event["reason"] for event in people if event["kind"] == "revoke"] == ["why not"]
    assert all(event["author_key"] for event in people)


HOSTILE = [
    ("PATCH", "/v1/memories/{memory}", {}, 422),
    ("PATCH", "/v1/memories/{memory}", {"value": ""}, 422),
    ("PATCH", "/v1/memories/{memory}", {"value": "  "}, 422),
    ("PATCH", "/v1/memories/{memory}", {"value": "a", "text": "b"}, 422),
    ("PATCH", "/v1/memories/{memory}", {"value": 7}, 422),
    ("PATCH", "/v1/memories/{memory}", {"value": "x" * 2_001}, 422),
    ("PATCH", "/v1/memories/{memory}", {"value": "a\u0000b"}, 400),
    ("PATCH", "/v1/memories/{memory}", {"value": "a", "reason": "r" * 1_001}, 422),
    ("PATCH", "/v1/memories/{memory}", {"value": "a", "authority": 100}, 422),
    ("PATCH", "/v1/memories/{memory}", {"valid_from": "2026-03-01T00:00:00"}, 422),
    ("PATCH", "/v1/memories/{memory}", {"valid_from": "0001-01-01T00:00:00Z"}, 422),
    ("PATCH", "/v1/memories/{unknown}", {"value": "a"}, 404),
    ("PATCH", "/v1/memories/not-an-id", {"value": "a"}, 422),
    ("PATCH", "/v1/chunks/{unknown}", {"content": "a"}, 404),
    ("PATCH", "/v1/chunks/{unknown}", {"content": " "}, 422),
    ("PATCH", "/v1/chunks/{unknown}", {"content": "a", "role": "system"}, 422),
    ("DELETE", "/v1/chunks/{unknown}", None, 404),
    ("POST", "/v1/conflicts/{unknown}/resolve", {"choose": "both"}, 404),
    ("POST", "/v1/conflicts/{unknown}/resolve", {"choose": "first"}, 422),
    ("POST", "/v1/conflicts/{unknown}/resolve", {}, 422),
    ("POST", "/v1/corrections/{unknown}/undo", {}, 404),
    ("GET", "/v1/conflicts?limit=0", None, 422),
    ("GET", "/v1/memories/{memory}?as_of=2026-03-01T00:00:00", None, 422),
    ("GET", "/v1/memories/{memory}?known_at=2000-01-01T00:00:00Z", None, 404),
]


def test_hostile_corrections_get_the_right_problem_and_change_nothing(memory: Memory) -> None:
    fact = home(memory)
    for method, path, body, status in HOSTILE:
        url = path.format(memory=fact["memory_id"], unknown=uuid4())
        answer = memory.http.request(method, url, json=body)
        assert answer.status_code == status, f"{method} {path} {str(body)[:80]}: {answer.text[:200]}"
        assert answer.headers["content-type"] == "application/problem+json"
        assert "Chengdu" not in answer.text
    assert good(memory.http.get(f"/v1/memories/{fact['memory_id']}"))["version"] == fact["version"]


@pytest.mark.parametrize("foreign", ["tenant", "user"])
def test_nobody_corrects_what_they_may_not_see(stack: DevStack, memory: Memory, foreign: str) -> None:
    fact = home(memory)
    fields: Json = {"tenant": f"t-{uuid4().hex}"} if foreign == "tenant" else {"user_id": "omar"}
    with stack.client() as development:
        key = development.new_key(**fields) if foreign == "tenant" else memory.new_key(**fields)
    with stack.client(key) as other:
        chunk = fact["evidence"][0]["chunk_id"]
        assert other.http.patch(f"/v1/memories/{fact['memory_id']}", json={"value": "Oslo"}).status_code == 404
        assert other.http.patch(f"/v1/chunks/{chunk}", json={"content": "I live in Oslo."}).status_code == 404
        assert other.http.delete(f"/v1/chunks/{chunk}").status_code == 404
    assert values(memory) == [("Chengdu", "current")]


def test_a_key_that_only_reads_corrects_nothing(stack: DevStack, memory: Memory) -> None:
    fact = home(memory)
    with stack.client(memory.new_key(permissions=["read"])) as reader:
        answer = reader.http.patch(f"/v1/memories/{fact['memory_id']}", json={"value": "Oslo"})
        assert (answer.status_code, answer.json()["code"]) == (403, "forbidden")


def run(memory: Memory, kind: str) -> None:
    operation = good(memory.http.post(f"/v1/lifecycle/{kind}/run", json={}))["operation_id"]
    assert memory.ended(operation)["status"] == "done"


def test_what_was_not_confirmed_for_long_is_retired_and_comes_back_when_it_is_said_again(memory: Memory) -> None:
    memory.say([message("I live in Chengdu.", "2024-01-01T09:00:00+08:00")], user_id="lin")
    assert values(memory) == [("Chengdu", "current")]
    run(memory, "expire")
    assert values(memory) == [("Chengdu", "expired")]
    memory.say("I live in Chengdu.", user_id="lin", session_id="later")
    assert values(memory) == [("Chengdu", "current")]
    run(memory, "revalidate")
    (item,) = memory.timeline("me", "lives_in", user_id="lin")
    assert (item["status"], item["reason"]) == ("current", "revalidated")


def test_a_correction_of_words_as_they_were_said_is_one_of_their_only_statement(memory: Memory) -> None:
    chunk = memory.say("The tax office has us under TX-43573.", user_id="quill")["chunk_ids"][0]
    good(memory.http.patch(f"/v1/memories/{chunk}", json={"value": "TX-82846"}))
    assert [fact["value"] for fact in memory.facts(user_id="quill", status="current")] == ["TX-82846"]


def test_a_correction_of_words_with_several_statements_says_which_they_are(memory: Memory) -> None:
    chunk = memory.say("Yara leads billing. Yara plays cello.", user_id="quilt")["chunk_ids"][0]
    answer = memory.http.patch(f"/v1/memories/{chunk}", params={"user_id": "quilt"}, json={"value": "x"})
    assert answer.status_code == 409
    assert all(fact["memory_id"] in answer.json()["detail"] for fact in memory.facts(user_id="quilt"))
