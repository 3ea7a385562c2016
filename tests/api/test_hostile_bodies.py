"""Bad input: each hostile body is answered by the right problem document; nothing is stored, nothing crashes."""

import json

import pytest

from tests.stack import Memory

OK = {"text": "hello there", "user_id": "lin"}
DEEP = b'{"text":' + b"[" * 5_000 + b"]" * 5_000 + b"}"


def message(**fields: object) -> dict[str, object]:
    """A capture of one message with some fields replaced."""
    return {"user_id": "lin", "messages": [{"role": "user", "content": "hello there"} | fields]}


def capture(**fields: object) -> dict[str, object]:
    """A capture of a text with some fields replaced."""
    return OK | fields


# (what it is, body as JSON value or raw bytes, status, code)
CAPTURES: list[tuple[str, object, int, str]] = [
    ("not JSON", b"{text: hi}", 400, "malformed"),
    ("nothing at all", b"", 422, "invalid"),
    ("half a document", b'{"text":"hi"', 400, "malformed"),
    ("a trailing comma", b'{"text":"hi",}', 400, "malformed"),
    ("broken UTF-8", b'{"text":"\xff\xfe"}', 400, "malformed"),
    ("UTF-16", json.dumps(OK).encode("utf-16"), 400, "malformed"),
    ("NaN as a number", b'{"messages":[{"role":"user","content":"x","importance":NaN}]}', 400, "malformed"),
    ("infinity as a number", b'{"messages":[{"role":"user","content":"x","importance":Infinity}]}', 400, "malformed"),
    ("deep nesting", DEEP, 400, "malformed"),
    ("a key named twice", b'{"text":"hi","text":"ho"}', 400, "malformed"),
    ("half a surrogate pair", b'{"text":"\\ud83d"}', 400, "malformed"),
    ("a NUL in the text", b'{"text":"a\\u0000b"}', 400, "malformed"),
    ("a NUL in a key", b'{"te\\u0000xt":"ab"}', 400, "malformed"),
    ("a list instead of an object", [OK], 422, "invalid"),
    ("a string instead of an object", "hello", 422, "invalid"),
    ("null instead of an object", None, 422, "invalid"),
    ("a number instead of a text", capture(text=7), 422, "invalid"),
    ("an empty text", capture(text=""), 422, "invalid"),
    ("a text of blanks", capture(text=" \n\t "), 422, "invalid"),
    ("a text above its limit", capture(text="x" * 32_001), 422, "invalid"),
    ("text and messages together", capture(messages=[{"role": "user", "content": "x"}]), 422, "invalid"),
    ("neither text nor messages", {"user_id": "lin"}, 422, "invalid"),
    ("no message in the list", {"user_id": "lin", "messages": []}, 422, "invalid"),
    ("too many messages", {"user_id": "lin", "messages": [{"role": "user", "content": "x"}] * 101}, 422, "invalid"),
    ("a role that does not exist", message(role="wizard"), 422, "invalid"),
    ("content that is no text", message(content={"a": 1}), 422, "invalid"),
    ("a time that is no time", message(said_at="yesterday"), 422, "invalid"),
    ("the 30th of February", message(said_at="2026-02-30T10:00:00Z"), 422, "invalid"),
    ("a time before all records", message(said_at="0001-01-01T00:00:00Z"), 422, "invalid"),
    ("a time in the far future", message(said_at="9999-12-31T23:59:59Z"), 422, "invalid"),
    ("a turn that is negative", message(turn=-1), 422, "invalid"),
    ("a turn beyond all numbers", message(turn=10**30), 422, "invalid"),
    ("a turn that is a text", message(turn="seven"), 422, "invalid"),
    ("an importance above one", message(importance=1.5), 422, "invalid"),
    ("tags that are no list", message(tags="a"), 422, "invalid"),
    ("a message id of blanks with a line break", message(id="a\nb"), 422, "invalid"),
    ("a message id above its limit", message(id="i" * 201), 422, "invalid"),
    ("an unknown field", capture(colour="red"), 422, "invalid"),
    ("an unknown field inside a message", message(colour="red"), 422, "invalid"),
    ("a zone that does not exist", capture(timezone="Mars/Olympus"), 422, "invalid"),
    ("a zone that is a path", capture(timezone="../../etc/passwd"), 422, "invalid"),
    ("a visibility that does not exist", capture(visibility="everyone"), 422, "invalid"),
    ("a session visibility without a session", capture(visibility="session"), 422, "invalid"),
    ("a user id with a control character", capture(user_id="lin\u0007"), 422, "invalid"),
    ("a user id above its limit", capture(user_id="u" * 201), 422, "invalid"),
    ("a sensitivity that does not exist", capture(sensitivity="top-secret"), 422, "invalid"),
    ("a source kind that does not exist", capture(source={"kind": "rumour"}), 422, "invalid"),
    ("a source kind that the key may not write", capture(source={"kind": "record"}), 403, "forbidden"),
    ("a body above its limit", b'{"text":"' + b"x" * (1024 * 1024) + b'"}', 413, "too_large"),
    (
        "two messages with one id",
        {"messages": [{"role": "user", "content": c, "id": "m"} for c in "ab"]},
        422,
        "invalid",
    ),
]

RECALLS: list[tuple[str, object, int, str]] = [
    ("an empty query", {"query": ""}, 422, "invalid"),
    ("a query above its limit", {"query": "x" * 2_001}, 422, "invalid"),
    ("a limit of zero", {"query": "x", "limit": 0}, 422, "invalid"),
    ("a limit above its limit", {"query": "x", "limit": 101}, 422, "invalid"),
    ("a naive as_of", {"query": "x", "as_of": "2026-03-01T00:00:00"}, 422, "invalid"),
    (
        "a window that ends before it starts",
        {"query": "x", "window": {"from": "2026-03-09", "to": "2026-03-01"}},
        422,
        "invalid",
    ),
    ("four hops", {"query": "x", "expand": {"graph_hops": 4}}, 422, "invalid"),
    ("a negative weight", {"query": "x", "weights": {"relevance": -1}}, 422, "invalid"),
    ("an operation that is no id", {"query": "x", "after_operation": "1; drop table chunk"}, 422, "invalid"),
]

ERASURES: list[tuple[str, object, int, str]] = [
    ("no selector", {"selector": {}}, 422, "invalid"),
    ("two selectors", {"selector": {"user_id": "a", "project": "b"}}, 422, "invalid"),
    ("an unknown selector", {"selector": {"text": "the Oslo trip"}}, 422, "invalid"),
    ("a selector of nothing", {"selector": {"session_id": "never-seen"}}, 404, "not_found"),
]

TABLE = [
    *(("/v1/memories", *row) for row in CAPTURES),
    *(("/v1/recall", *row) for row in RECALLS),
    *(("/v1/erasures", *row) for row in ERASURES),
]


@pytest.mark.parametrize(("path", "what", "body", "status", "code"), TABLE, ids=[f"{row[0]} {row[1]}" for row in TABLE])
def test_a_hostile_body_gets_the_right_problem_and_stores_nothing(
    memory: Memory, path: str, what: str, body: object, status: int, code: str
) -> None:
    raw = body if isinstance(body, bytes) else json.dumps(body).encode()
    answer = memory.http.post(path, content=raw, headers={"Content-Type": "application/json"})
    assert answer.status_code == status, f"{what}: {answer.text[:300]}"
    assert answer.headers["content-type"] == "application/problem+json"
    problem = answer.json()
    assert (problem["code"], problem["status"]) == (code, status)
    assert problem["title"]
    assert problem["detail"]
    assert "wizard" not in answer.text
    assert memory.facts(user_id="lin") == []
    assert memory.recall("hello there", user_id="lin")["items"] == []


def test_strange_but_valid_text_is_kept_as_it_came(memory: Memory) -> None:
    text = "Ünïcödé 👩‍👩‍👧 全角ＡＢＣ مرحبا \u200b zero width,\ttabs and\r\nlines\x1b[31m"
    memory.say(text, user_id="lin")
    items = memory.recall("Ünïcödé 全角", user_id="lin", kinds=["chunk"])["items"]
    assert [item["text"] for item in items] == [text]


def test_a_missing_or_wrong_key_is_refused_alike(memory: Memory) -> None:
    for header in ("", "Bearer", "Bearer wrong", "Basic abc", f"Bearer mc_{'0' * 32}_{'a' * 43}"):
        answer = memory.http.get("/v1/memories", headers={"Authorization": header})
        assert (answer.status_code, answer.json()["code"]) == (401, "unauthenticated")
        assert answer.headers["www-authenticate"] == "Bearer"


def test_an_unknown_address_or_method_is_a_problem_document_too(memory: Memory) -> None:
    assert memory.http.get("/v1/nothing").json()["code"] == "not_found"
    assert memory.http.put("/v1/memories").json()["code"] == "method_not_allowed"


def test_an_idempotency_key_with_another_body_is_a_conflict(memory: Memory) -> None:
    headers = {"Idempotency-Key": "k-1"}
    memory.http.post("/v1/memories", json=OK, headers=headers)
    answer = memory.http.post("/v1/memories", json=OK | {"text": "something else"}, headers=headers)
    assert (answer.status_code, answer.json()["code"]) == (409, "idempotency_reused")
