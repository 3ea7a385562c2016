"""`POST /v1/extract`: statements over HTTP, the same as on the command line; hostile bodies get problem documents."""

import json
import subprocess
import sys

import pytest

from tests.stack import Json, Memory, good

ASKED: Json = {
    "text": "I moved from Boston to Denver last month. She likes it there.",
    "base": "2026-03-10T09:00:00+08:00",
    "timezone": "Asia/Shanghai",
    "speaker": "Lin",
    "previous": [{"speaker": "Lin", "text": "My sister Helga came to see me."}],
}
FIELDS = {
    "subject", "predicate", "value", "polarity", "modality", "kind", "scope", "span", "quote", "event_time",
    "confidence", "entities",
}  # fmt: skip


def asked(**fields: object) -> Json:
    return ASKED | fields


def test_a_text_is_read_into_statements_and_nothing_is_stored(memory: Memory) -> None:
    answer = good(memory.http.post("/v1/extract", json=ASKED))

    home = next(item for item in answer["assertions"] if item["predicate"] == "lives_in")
    assert home.keys() >= FIELDS
    assert (home["subject"], home["value"], home["polarity"], home["modality"]) == ("Lin", "Denver", "+", "asserted")
    assert home["quote"] == ASKED["text"][slice(*home["span"])]
    assert home["event_time"]["start"].startswith("2026-02-01")
    assert {"text": "Denver", "type": "place", "span": [23, 29]} in answer["entities"]
    assert memory.facts() == []


def test_relations_lead_to_two_statements_and_quote_what_shows_them(memory: Memory) -> None:
    text = "The outage was caused by the expired cert."

    answer = good(memory.http.post("/v1/extract", json=asked(text=text)))

    (relation,) = answer["relations"]
    assert (relation["kind"], relation["quote"]) == ("CAUSE", text)
    assert max(relation["from"], relation["to"]) < len(answer["assertions"])


@pytest.mark.parametrize("speaker", ["system", "tool", "assistant"])
def test_a_speaker_named_like_a_role_has_that_role(memory: Memory, speaker: str) -> None:
    answer = good(memory.http.post("/v1/extract", json=asked(text="You live in Rome.", speaker=speaker)))

    assert answer["assertions"] == []


def test_an_unnamed_speaker_is_the_user(memory: Memory) -> None:
    body = {"text": "我住在厦门。", "base": "2026-03-10T09:00:00", "timezone": "Asia/Shanghai"}

    answer = good(memory.http.post("/v1/extract", json=body))

    assert [item["subject"] for item in answer["assertions"]] == ["user"]


def test_the_command_line_reads_the_same(memory: Memory) -> None:
    over_http = good(memory.http.post("/v1/extract", json=ASKED))
    command = [sys.executable, "-m", "api.cli.main", "extract", "--jsonl"]
    run = subprocess.run(command, input=json.dumps(ASKED), capture_output=True, text=True, check=True)

    assert json.loads(run.stdout) == ASKED | over_http


@pytest.mark.parametrize("line", ["[1]", "7", "{", '{"text": "x"}', '{"text": 1, "base": "2026-03-10T09:00:00Z"}',
                                  '{"text": "x", "base": "0001-01-01T00:00:00Z"}'])  # fmt: skip
def test_a_line_that_is_no_row_ends_the_command_with_a_sentence(line: str) -> None:
    command = [sys.executable, "-m", "api.cli.main", "extract", "--jsonl"]
    run = subprocess.run(command, input=line, capture_output=True, text=True, check=False)

    assert run.returncode == 1
    assert "Traceback" not in run.stderr
    assert "JSON object" in run.stderr


HOSTILE: list[tuple[str, object, int, str]] = [
    ("not JSON", b"{text: hi}", 400, "malformed"),
    ("broken UTF-8", b'{"text":"\xff\xfe"}', 400, "malformed"),
    ("half a surrogate pair", b'{"text":"\\ud83d","base":"2026-03-10T09:00:00Z"}', 400, "malformed"),
    ("a NUL", b'{"text":"a\\u0000b","base":"2026-03-10T09:00:00Z"}', 400, "malformed"),
    ("deep nesting", b'{"text":' + b"[" * 5_000 + b"]" * 5_000 + b"}", 400, "malformed"),
    ("a list", [ASKED], 422, "invalid"),
    ("nothing", b"", 422, "invalid"),
    ("no text", {"base": "2026-03-10T09:00:00Z"}, 422, "invalid"),
    ("a text that is a number", asked(text=7), 422, "invalid"),
    ("a text above its limit", asked(text="x" * 32_001), 422, "invalid"),
    ("no base", {"text": "x"}, 422, "invalid"),
    ("a base that is no time", asked(base="yesterday"), 422, "invalid"),
    ("a base before all records", asked(base="0001-01-01T00:00:00Z"), 422, "invalid"),
    ("a naive base at the end of time", asked(base="9999-12-31T23:59:59"), 422, "invalid"),
    ("a zone that does not exist", asked(timezone="Mars/Olympus"), 422, "invalid"),
    ("a zone that is a path", asked(timezone="../../etc/passwd"), 422, "invalid"),
    ("a speaker with a control character", asked(speaker="a\u0007"), 422, "invalid"),
    ("a role that does not exist", asked(role="wizard"), 422, "invalid"),
    ("turns that are no list", asked(previous="hello"), 422, "invalid"),
    ("a turn without text", asked(previous=[{"speaker": "a"}]), 422, "invalid"),
    ("too many turns", asked(previous=[{"speaker": "a", "text": "b"}] * 51), 422, "invalid"),
    ("an unknown field", asked(colour="red"), 422, "invalid"),
    ("an unknown field in a turn", asked(previous=[{"text": "b", "colour": "red"}]), 422, "invalid"),
    ("a body above its limit", b'{"text":"' + b"x" * (1024 * 1024) + b'"}', 413, "too_large"),
]


@pytest.mark.parametrize(("what", "body", "status", "code"), HOSTILE, ids=[row[0] for row in HOSTILE])
def test_a_hostile_body_gets_the_right_problem(memory: Memory, what: str, body: object, status: int, code: str) -> None:
    raw = body if isinstance(body, bytes) else json.dumps(body).encode()

    answer = memory.http.post("/v1/extract", content=raw, headers={"Content-Type": "application/json"})

    assert (answer.status_code, answer.headers["content-type"]) == (status, "application/problem+json"), what
    assert answer.json()["code"] == code


def test_a_request_without_a_key_is_refused(memory: Memory) -> None:
    answer = memory.http.post("/v1/extract", json=ASKED, headers={"Authorization": "Bearer wrong"})

    assert (answer.status_code, answer.json()["code"]) == (401, "unauthenticated")


@pytest.mark.parametrize("unit", ["a ", "我", "because so ", "因为，", "\"'“", "1.2.3:", "I said that ", "我说他说"])
def test_a_text_of_one_thing_repeated_to_the_limit_is_answered_in_time(memory: Memory, unit: str) -> None:
    text = (unit * 32_000)[:32_000]

    answer = memory.http.post("/v1/extract", json=asked(text=text), timeout=20)

    assert answer.status_code == 200
