"""Entities and predicates over HTTP: listed, merged, split, undone."""

from uuid import uuid4

import pytest

from tests.stack import Json, Memory, good


def names(memory: Memory, **filters: str) -> dict[str, str]:
    return {item["name"]: item["id"] for item in good(memory.http.get("/v1/entities", params=filters))["items"]}


def test_entities_are_listed_with_their_names_and_pages(memory: Memory) -> None:
    memory.say("Omar owns the billing service. We moved to Graz.", user_id="lin")

    listed = good(memory.http.get("/v1/entities", params={"limit": 1}))
    rest = good(memory.http.get("/v1/entities", params={"cursor": listed["next_cursor"], "limit": 200}))

    found = {item["name"]: item for item in (*listed["items"], *rest["items"])}
    assert found["Omar"].keys() >= {"id", "name", "aliases", "type", "status"}
    assert (found["Omar"]["type"], found["Omar"]["status"]) == ("person", "active")
    assert names(memory, name="OMAR").keys() == {"Omar"}
    assert names(memory, name="Omar", user_id="somebody-else") == {}
    one = good(memory.http.get(f"/v1/entities/{found['Omar']['id']}"))
    assert one == found["Omar"]


def test_a_merge_is_seen_at_once_and_undone_without_residue(memory: Memory) -> None:
    memory.say("The billing service runs on Hetzner. Fakturo is written in Go.", user_id="lin")
    memory.say("Fakturo was closed yesterday.", user_id="lin")
    before = _facts(memory)
    known = names(memory)
    merged = {"entity_ids": [known["billing service"], known["Fakturo"]], "into": known["billing service"]}

    made = good(memory.http.post("/v1/entities/merge", json=merged))

    assert {subject for subject, _, _ in _facts(memory)} == {"billing service"}
    assert "Fakturo" not in names(memory)
    assert memory.http.get(f"/v1/entities/{known['Fakturo']}").status_code == 404
    good(memory.http.post(f"/v1/entities/changes/{made['change_id']}/undo"))
    assert _facts(memory) == before
    assert names(memory) == known


def _facts(memory: Memory) -> set[tuple[str, str, str]]:
    return {(f["subject"], f["predicate"], f["value"]) for f in memory.facts(user_id="lin")}


def test_a_repeated_merge_with_one_key_is_one_change(memory: Memory) -> None:
    memory.say("Ana handles design. Anna handles testing.", user_id="lin")
    known = names(memory)
    body = {"entity_ids": [known["Ana"], known["Anna"]]}

    first, again = (
        good(memory.http.post("/v1/entities/merge", json=body, headers={"Idempotency-Key": "m-1"})) for _ in range(2)
    )

    assert first == again


@pytest.mark.parametrize(
    ("path", "body", "status", "code"),
    [
        ("/v1/entities/merge", {"entity_ids": []}, 422, "invalid"),
        ("/v1/entities/merge", {"entity_ids": ["1; drop table entity"]}, 422, "invalid"),
        ("/v1/entities/merge", {"entity_ids": [str(uuid4()), str(uuid4())]}, 404, "not_found"),
        ("/v1/entities/merge", {"entity_ids": [str(uuid4())], "colour": "red"}, 422, "invalid"),
        ("/v1/entities/split", {"aliases": ["x"]}, 422, "invalid"),
        ("/v1/entities/split", {"entity_id": str(uuid4()), "aliases": ["x"]}, 404, "not_found"),
        (f"/v1/entities/changes/{uuid4()}/undo", {}, 404, "not_found"),
    ],
)
def test_a_change_that_cannot_be_made_is_a_problem(
    memory: Memory, path: str, body: Json, status: int, code: str
) -> None:
    answer = memory.http.post(path, json=body)

    assert (answer.status_code, answer.json()["code"]) == (status, code)


def test_a_key_of_one_user_may_not_remake_entities(memory: Memory) -> None:
    key = memory.new_key(user_id="lin")
    body = {"entity_ids": [str(uuid4()), str(uuid4())]}

    answer = memory.http.post("/v1/entities/merge", json=body, headers={"Authorization": f"Bearer {key}"})

    assert (answer.status_code, answer.json()["code"]) == (403, "forbidden")


def test_predicates_are_listed_with_their_wordings_and_uses(memory: Memory) -> None:
    memory.say("我的跑步搭子是昌月。预算是八十万。", user_id="lin")

    items = {item["name"]: item for item in good(memory.http.get("/v1/predicates"))["items"]}

    assert items["budget"]["uses"] == 1
    assert "预算" in items["budget"]["wordings"]["zh"]
    assert (items["budget"]["cardinality"], items["budget"]["registered"]) == ("single", True)
    assert items["跑步搭子.value"]["uses"] == 1
