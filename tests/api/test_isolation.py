"""Promise M8: two tenants, every endpoint, every id of the other one: 404, as if unknown."""

from collections.abc import Iterator
from dataclasses import dataclass
from uuid import uuid4

import pytest

from tests.stack import DevStack, Json, Memory, good, message

WORDS = "Wen's locker code is 4417. We use Redis for the queue."


@dataclass(frozen=True, slots=True)
class Mine:
    """Ids of everything that one tenant owns, by the name of the path parameter that takes them."""

    ids: dict[str, list[str]]
    foreign: Memory
    own: Memory


@pytest.fixture(scope="module")
def mine(stack: DevStack) -> Iterator[Mine]:
    """A tenant with one of everything, and a client of another tenant with all permissions."""
    with stack.client() as development:
        keys = [
            development.new_key(tenant=f"wall-{uuid4().hex[:8]}", permissions=["read", "write", "forget", "admin"])
            for _ in range(2)
        ]
    with stack.client(keys[0]) as own, stack.client(keys[1]) as foreign:
        yield Mine(_one_of_everything(own), foreign, own)


def _one_of_everything(own: Memory) -> dict[str, list[str]]:
    answer = own.say([message(WORDS, id="m1")], user_id="lin", session_id="s1")
    going = own.say("Tao moved to Lyon.", user_id="tao", session_id="s2")
    facts = own.facts(user_id="lin")
    bundle = own.recall("locker code", user_id="lin")
    memory_id = facts[0]["memory_id"]
    revocation = good(own.http.post("/v1/revocations", json={"memory_id": facts[-1]["memory_id"]}))
    erasure = own.erase({"session_id": "s2"})
    key = good(own.http.post("/v1/admin/keys", json={"permissions": ["read"]}))
    own.say("Omar owns the billing service. Ingrid owns the search service.", user_id="lin")
    entities = {item["name"]: item["id"] for item in good(own.http.get("/v1/entities"))["items"]}
    merged = {"entity_ids": [entities["Omar"], entities["Ingrid"]]}
    change = good(own.http.post("/v1/entities/merge", json=merged))
    own.say("I live in Chengdu.", user_id="pat")
    home = own.facts(user_id="pat")[0]["memory_id"]
    correction = good(own.http.patch(f"/v1/memories/{home}", json={"value": "Beijing"}))
    own.say("I live in Shanghai.", user_id="pat")  # waits beside the correction
    conflicts = good(own.http.get("/v1/conflicts", params={"user_id": "pat"}))["items"]
    return {
        "correction_id": [correction["correction_id"]],
        "conflict_id": [conflicts[0]["id"]],
        "operation_id": [answer["operation_id"], going["operation_id"]],
        "memory_id": [memory_id],
        "recall_id": [bundle["recall_id"]],
        "revocation_id": [revocation["revocation_id"]],
        "erasure_id": [erasure["erasure_id"]],
        "key_id": [key["id"]],
        "entity_id": [entities["Omar"]],
        "change_id": [change["change_id"]],
        "source_id": [answer["source_id"]],
        "chunk_id": answer["chunk_ids"],
    }


def _paths(own: Memory) -> list[tuple[str, str, str]]:
    """(method, path template, parameter) of every endpoint that takes an id, from the OpenAPI document."""
    spec = own.http.get("/openapi.json").json()
    return [
        (method, path, path.split("{")[1].split("}")[0])
        for path, operations in spec["paths"].items()
        for method in operations
        if "{" in path and "{kind}" not in path
    ]


BODIES: dict[str, Json] = {
    "/v1/recalls/{recall_id}/uses": {"memory_ids": [str(uuid4())]},
    "/v1/recalls/{recall_id}/feedback": {"memory_id": str(uuid4()), "useful": True},
    "/v1/conflicts/{conflict_id}/resolve": {"choose": "both"},
}
PATCHES: dict[str, Json] = {
    "/v1/memories/{memory_id}": {"value": "0000"},
    "/v1/chunks/{chunk_id}": {"content": "other words"},
}


def _body(method: str, path: str) -> Json | None:
    return PATCHES.get(path) if method == "patch" else BODIES.get(path)


def test_every_endpoint_answers_every_foreign_id_as_an_unknown_one(mine: Mine) -> None:
    asked = 0
    for method, path, parameter in _paths(mine.own):
        assert parameter in mine.ids, f"{path}: this test knows no {parameter}; add one"
        for foreign_id in mine.ids[parameter]:
            answers = [
                mine.foreign.http.request(method, path.replace(f"{{{parameter}}}", found), json=_body(method, path))
                for found in (foreign_id, str(uuid4()))
            ]
            assert [answer.status_code for answer in answers] == [404, 404], f"{method} {path}: {answers[0].text}"
            assert answers[0].json() == answers[1].json(), path
            asked += 1
    assert asked >= 12


@pytest.mark.parametrize(
    ("path", "body", "place"),
    [
        ("/v1/revocations", {"memory_id": ""}, "memory_id"),
        ("/v1/erasures", {"selector": {"memory_id": ""}}, "memory_id"),
        ("/v1/erasures", {"selector": {"source_id": ""}}, "source_id"),
        ("/v1/erasures", {"selector": {"chunk_ids": [""]}}, "chunk_id"),
        ("/v1/erasures", {"selector": {"session_id": "s1"}}, ""),
        ("/v1/erasures", {"selector": {"user_id": "lin"}}, ""),
        ("/v1/erasures", {"selector": {"subject": "Wen"}}, ""),
    ],
)
def test_a_foreign_id_in_a_body_is_unknown_and_nothing_happens(mine: Mine, path: str, body: Json, place: str) -> None:
    filled = _filled(body, mine.ids[place][0]) if place else body
    answer = mine.foreign.http.post(path, json=filled)
    assert (answer.status_code, answer.json()["code"]) == (404, "not_found")
    assert mine.own.texts("locker code", user_id="lin")


def _filled(body: Json, value: str) -> Json:
    found: Json = {}
    for name, inner in body.items():
        if isinstance(inner, dict):
            found[name] = {key: value if kept == "" else [value] for key, kept in inner.items()}
        else:
            found[name] = value
    return found


def test_listings_recall_and_waiting_show_nothing_of_another_tenant(mine: Mine) -> None:
    foreign = mine.foreign
    assert foreign.facts(user_id="lin") == []
    assert foreign.recall("locker code", user_id="lin")["items"] == []
    assert foreign.timeline("Wen", "locker code", user_id="lin") == []
    own_keys = {key["id"] for key in good(mine.own.http.get("/v1/admin/keys"))["items"]}
    foreign_keys = {key["id"] for key in good(foreign.http.get("/v1/admin/keys"))["items"]}
    assert own_keys.isdisjoint(foreign_keys)
    after = foreign.http.post("/v1/recall", json={"query": "x", "after_operation": mine.ids["operation_id"][0]})
    assert after.status_code == 404


def test_a_key_bound_to_a_user_or_to_projects_opens_nothing_beyond_them_by_id(stack: DevStack, memory: Memory) -> None:
    memory.http.post("/v1/admin/projects", json={"name": "gateway"})
    memory.http.post("/v1/admin/projects", json={"name": "ledger"})
    memory.say("We use Redis for the queue.", user_id="lin", project="gateway")
    memory_id = memory.facts(user_id="lin", project="gateway")[0]["memory_id"]
    bound = [memory.new_key(user_id="omar"), memory.new_key(projects=["ledger"])]
    for key in bound:
        with stack.client(key) as client:
            assert client.http.get(f"/v1/memories/{memory_id}").status_code == 404
            assert client.http.delete(f"/v1/memories/{memory_id}").status_code == 404
            assert client.http.post("/v1/erasures", json={"selector": {"memory_id": memory_id}}).status_code == 404
    assert memory.http.get(f"/v1/memories/{memory_id}").status_code == 200
