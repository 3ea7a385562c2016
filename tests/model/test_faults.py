"""A model's server that fails in every way known: each compile ends right, and never as an empty success."""

from collections.abc import Generator
from pathlib import Path
from typing import Any

import psycopg
import pytest

from tests.model.cases import FAULTS, FIVE, Fault, always
from tests.model.server import FakeModel, good, item, serving
from tests.stack import DevStack, Memory

pytestmark = pytest.mark.slow

Ended = dict[str, dict[str, Any]]
FALL = "when the Berlin Wall fell"
MET = f"I met Ingrid Falk {FALL}."
DATED = item(MET, "event", MET, event={"words": FALL, "from": "1989-11-09"})


@pytest.fixture(scope="module")
def model() -> Generator[FakeModel]:
    cases = {fault.name: fault.case for fault in FAULTS} | {"event_known": always(good(DATED))}
    with serving(cases) as found:
        yield found


@pytest.fixture(scope="module")
def stack(model: FakeModel, tmp_path_factory: pytest.TempPathFactory) -> Generator[DevStack]:
    env = {
        "MEMC_LLM_MODEL": "openai/fake",
        "MEMC_LLM_API_BASE": model.url,
        "MEMC_LLM_ALLOW_PRIVATE": "true",
        "MEMC_LLM_TIMEOUT_S": "3",
        "MEMC_EMBEDDING_MODEL": "hash:64",
    }
    found = DevStack(tmp_path_factory.mktemp("model"), env=env).start()
    yield found
    found.stop()


@pytest.fixture(scope="module")
def memory(stack: DevStack) -> Generator[Memory]:
    with stack.client() as found:
        yield found


@pytest.fixture(scope="module")
def ended(memory: Memory) -> Ended:
    """All cases at once, each by a person and in a project of its own; by name, once every one has ended."""
    asked = {
        fault.name: memory.say(
            f"{fault.words} (case {fault.name})", wait=False, user_id=fault.name, project=f"p-{fault.name}"
        )
        for fault in FAULTS
    }
    return {name: memory.ended(answer["operation_id"], 240) for name, answer in asked.items()}


def attempts(operation: dict[str, Any]) -> list[dict[str, Any]]:
    return operation["model"]["attempts"]


def facts(memory: Memory, fault: Fault) -> list[dict[str, Any]]:
    return memory.facts(user_id=fault.name, project=f"p-{fault.name}")


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.name)
def test_each_fault_ends_as_it_should(ended: Ended, fault: Fault) -> None:
    operation = ended[fault.name]
    assert (operation["status"], operation["error"]) == (fault.status, fault.error), operation["stages"]
    assert tuple(attempt["outcome"] for attempt in attempts(operation)) == fault.outcomes
    if fault.kinds:
        assert tuple(attempt["kind"] for attempt in attempts(operation)) == fault.kinds
    reasons = {words["reason"] for words in operation["rejected"]}
    assert set(fault.rejected) <= reasons


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.name)
def test_the_rules_own_statements_stand_whatever_the_model_did(memory: Memory, ended: Ended, fault: Fault) -> None:
    assert ended[fault.name]
    found = facts(memory, fault)
    values = [fact["value"] for fact in found]
    if fault.words.startswith("The budget"):
        assert [value for value in values if "4100" in value], values
    assert bool([value for value in values if value == "Ingrid Falk"]) >= fault.reviewer, values
    assert not {"Zed Quux", "hunter2", "Mallory"} & set(values)


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.name)
def test_nothing_is_stated_twice_and_every_quote_stands_in_its_words(
    memory: Memory, ended: Ended, fault: Fault
) -> None:
    assert ended[fault.name]
    found = facts(memory, fault)
    said = f"{fault.words} (case {fault.name})"
    for fact in found:
        for evidence in fact["evidence"]:
            assert said[evidence["start"] : evidence["end"]] == evidence["quote"]
    keys = [(fact["subject"], fact["predicate"], fact["value"]) for fact in found]
    assert len(keys) == len(set(keys))


C64 = ("prose", "bad_escapes", "thinks", "echoes_schema")


@pytest.mark.parametrize("name", C64)
def test_c64_prose_bad_escapes_thoughts_and_schema_echoes_never_end_as_an_empty_success(
    memory: Memory, ended: Ended, name: str
) -> None:
    fault = next(fault for fault in FAULTS if fault.name == name)
    assert ended[name]["status"] == "done"
    assert attempts(ended[name])[-1]["outcome"] == "accepted"
    assert "Ingrid Falk" in {fact["value"] for fact in facts(memory, fault)}


def test_the_five_good_ones_stay_beside_the_malformed_one(memory: Memory, ended: Ended) -> None:
    fault = next(fault for fault in FAULTS if fault.name == "one_bad_among_five")
    assert ended[fault.name]["status"] == "done"
    assert {item["value"] for item in FIVE} <= {fact["value"] for fact in facts(memory, fault)}


def test_what_failed_for_good_says_so_on_its_stage(ended: Ended) -> None:
    for name, code in {
        "always_fails": "model_unavailable",
        "always_empty": "model_reply",
        "refuses": "model_refused",
    }.items():
        stages = {stage["name"]: stage for stage in ended[name]["stages"]}
        assert (stages["ask_model"]["status"], stages["ask_model"]["error"]) == ("failed", code)
        assert stages["extract"]["status"] == "done"


def test_tokens_are_counted_and_retry_after_is_kept(ended: Ended) -> None:
    assert ended["prose"]["model"]["tokens_in"] == 100
    assert ended["echoes_schema"]["model"]["tokens_out"] == 40
    first, second = attempts(ended["too_many_requests"])
    assert first["kind"] == second["kind"] == "ask"
    assert second["at"] > first["at"]


def test_a_statement_of_the_model_never_has_more_authority_than_its_source(stack: DevStack, ended: Ended) -> None:
    assert ended["obeys"]
    with psycopg.connect(stack.superuser_database_url) as connection:
        found = connection.execute("SELECT DISTINCT authority FROM assertion WHERE extractor = 'model'").fetchall()
    assert found == [(60,)]


def test_the_same_words_are_not_asked_twice(memory: Memory, model: FakeModel, ended: Ended) -> None:
    assert ended["prose"]
    before = model.calls["prose"]
    words = f"{next(fault.words for fault in FAULTS if fault.name == 'prose')} (case prose)"
    again = memory.say(words, user_id="prose", project="p-prose", session_id="later")
    operation = memory.ended(again["operation_id"])
    assert [attempt["kind"] for attempt in attempts(operation)] == ["cached"]
    assert model.calls["prose"] == before


def test_a_partial_compile_can_be_tried_again(memory: Memory, model: FakeModel, ended: Ended) -> None:
    operation = ended["always_truncated"]
    model.cases["always_truncated"] = next(fault.case for fault in FAULTS if fault.name == "prose")
    memory.http.post(f"/v1/operations/{operation['operation_id']}/retry", json={}).raise_for_status()
    assert memory.ended(operation["operation_id"])["status"] == "done"
    fault = next(fault for fault in FAULTS if fault.name == "always_truncated")
    assert "Ingrid Falk" in [fact["value"] for fact in facts(memory, fault)]


def test_text_is_fenced_by_a_word_that_changes(model: FakeModel, ended: Ended) -> None:
    assert ended
    fences = {
        message["content"].rsplit("<<", 1)[1] for request in model.requests for message in request["messages"][1:2]
    }
    assert len(fences) == len(model.requests)
    assert all(request["temperature"] == 0 and request["response_format"] for request in model.requests)


def test_an_erased_message_leaves_nothing_of_what_the_model_said(stack: DevStack, memory: Memory, ended: Ended) -> None:
    operation = ended["duplicates"]
    memory.erase({"chunk_ids": operation["chunk_ids"]})
    with psycopg.connect(stack.superuser_database_url) as connection:
        left = connection.execute(
            "SELECT count(*) FROM model_attempt WHERE chunk_id = ANY(%s::uuid[])", [operation["chunk_ids"]]
        ).fetchone()
    assert left == (0,)


def test_no_word_of_a_reply_is_in_any_log(stack: DevStack, ended: Ended) -> None:
    assert ended
    logs = "\n".join(path.read_text(errors="replace") for path in Path(stack.folder).rglob("*.log"))
    assert "hunter2" not in logs
    assert "Ingrid" not in logs


def test_a_time_that_only_the_model_knows_is_kept_with_its_low_certainty(memory: Memory) -> None:
    asked = memory.say(f"{MET} (case event_known)", wait=False, user_id="event_known", project="p-event")
    assert memory.ended(asked["operation_id"], 60)["status"] == "done"
    dated = [
        fact["event_time"] for fact in memory.facts(user_id="event_known", project="p-event") if fact["event_time"]
    ]
    assert [(event["start"][:10], event["raw"], event["certainty"]) for event in dated] == [("1989-11-09", FALL, 0.4)]
