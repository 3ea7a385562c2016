"""How a request steers recall: profiles, the work at hand, and why an answer is as it is."""

from collections.abc import Iterator
from uuid import uuid4

import pytest

from tests.stack import DevStack, Json, Memory, good, message

LIN: Json = {"user_id": "lin"}


@pytest.fixture(scope="module")
def told(stack: DevStack) -> Iterator[Memory]:
    """A tenant in which Lin moved, and two drafts exist."""
    with stack.client() as development:
        key = development.new_key(tenant=f"options-{uuid4().hex[:8]}")
    with stack.client(key) as memory:
        memory.say([message("I live in Chengdu.", "2026-03-01T09:00:00Z")], **LIN, session_id="a")
        memory.say([message("I moved to Porto.", "2026-03-05T09:00:00Z")], **LIN, session_id="b")
        memory.say("The draft of the brochure is in the green folder.", **LIN, session_id="c")
        memory.say("The draft of the invoice is in the red folder.", **LIN, session_id="d")
        yield memory


def test_an_explanation_names_what_lost_and_to_what(told: Memory) -> None:
    bundle = told.recall("Where do I live?", **LIN, limit=1, explain=True)
    why = bundle["explain"]
    lost = {found["lost_by"]: found for found in why["lost"]}
    assert "Chengdu" in lost["superseded"]["text"]
    assert "limit" in lost
    top = bundle["items"][0]["memory_id"]
    assert why["signals"][top]["slot"] > 0
    assert why["profile"] == "chat"


def test_an_answer_has_no_explanation_unless_it_is_asked_for(told: Memory) -> None:
    assert "explain" not in told.recall("Where do I live?", **LIN)


def test_a_revoked_memory_is_not_in_an_explanation(told: Memory) -> None:
    told.say("My locker is number 4417.", **LIN)
    fact = next(found for found in told.facts(**LIN) if "4417" in found["text"])
    good(told.http.post("/v1/revocations", json={"memory_id": fact["memory_id"]}))
    assert "4417" not in told.http.post("/v1/recall", json={"query": "my locker", "explain": True} | LIN).text


def test_the_work_at_hand_decides_between_two_that_match_alike(told: Memory) -> None:
    def first(task: str) -> str:
        return told.recall("Where is the draft?", **LIN, task=task)["items"][0]["text"]

    assert "brochure" in first("Printing the brochure for the trade fair")
    assert "invoice" in first("Sending the invoice to the customer")


def test_the_work_at_hand_brings_nothing_that_the_question_does_not_find(told: Memory) -> None:
    def shown(**fields: object) -> set[str]:
        return {item["memory_id"] for item in told.recall("Where is the draft?", **LIN, limit=50, **fields)["items"]}

    assert shown(task="Moving to Porto") == shown()


def test_the_compliance_profile_shows_what_has_ended_with_its_status(told: Memory) -> None:
    items = told.recall("Where do I live?", **LIN, profile="compliance")["items"]
    assert {"current", "superseded"} <= {item["status"] for item in items}


def test_profiles_can_be_read_with_their_numbers(told: Memory) -> None:
    found: list[Json] = good(told.http.get("/v1/profiles"))["items"]
    assert [profile["name"] for profile in found] == ["chat", "search", "compliance"]
    assert all(profile["weights"]["relevance"] > 0 and profile["signals"]["keyword"] > 0 for profile in found)


def test_an_unknown_profile_is_refused(told: Memory) -> None:
    answer = told.http.post("/v1/recall", json={"query": "x", "profile": "audit"})
    assert (answer.status_code, answer.json()["code"]) == (422, "invalid")


def test_a_distance_of_zero_leaves_the_turns_beside_a_hit_alone(told: Memory) -> None:
    expand = {"graph_hops": 0, "temporal": {"distance": 0}}
    signals = told.recall("Where is the draft?", **LIN, expand=expand, explain=True)["explain"]["signals"]
    assert signals
    assert not any(name.startswith(("keyword_", "semantic_")) for parts in signals.values() for name in parts)


def test_a_candidate_that_lost_is_named_once(told: Memory) -> None:
    why = told.recall("Where do I live?", **LIN, kinds=["chunk"], explain=True)["explain"]
    lost = [found["memory_id"] for found in why["lost"]]
    assert "kind" in {found["lost_by"] for found in why["lost"]}
    assert len(lost) == len(set(lost))


def test_an_explanation_tells_how_long_each_leg_took(told: Memory) -> None:
    took = told.recall("Where do I live?", **LIN, explain=True)["explain"]["took_ms"]
    assert {"keyword", "vectors", "lookup", "entities", "window"} <= set(took)
    assert all(0 <= milliseconds < 10_000 for milliseconds in took.values())


def test_many_old_words_do_not_hide_the_ones_that_hold(told: Memory) -> None:
    """Only so many candidates are looked at closely: where all of those are over, more are."""
    days = [f"2026-{month:02}-{day:02}T09:00:00Z" for month in (1, 2, 3) for day in range(1, 27)]
    codes = [message(f"I live in Town{place:03}.", at) for place, at in enumerate(days)]
    told.say(codes[:50], user_id="mover", session_id="m1")
    told.say(codes[50:], user_id="mover", session_id="m2")
    items = told.recall("Which town do I live in?", user_id="mover", limit=1, kinds=["chunk"])["items"]
    assert [item["text"] for item in items] == [f"I live in Town{len(days) - 1:03}."]


def test_what_is_said_around_a_question_changes_nothing_about_it(told: Memory) -> None:
    alone = told.recall("Where is the draft of the invoice?", **LIN)["items"][0]["text"]
    around = "It rained all night and the tram was late again. Where is the draft of the invoice? Thanks a lot."
    assert told.recall(around, **LIN)["items"][0]["text"] == alone
    assert (
        told.recall(around, **LIN)["query"]["class"]
        == told.recall("Where is the draft of the invoice?", **LIN)["query"]["class"]
    )
