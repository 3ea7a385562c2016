"""Cases of users about stale facts, conflicts and dates, each named after its number."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from tests.stack import DevStack, Json, Memory, good, message

LIN: Json = {"user_id": "lin", "timezone": "Asia/Shanghai"}


def at(day: str, time: str = "09:00") -> str:
    """A moment of 2026 in Shanghai."""
    return f"2026-{day}T{time}:00+08:00"


def said(memory: Memory, text: str, day: str, source: str | None = None, **fields: Any) -> Json:
    """One message in a conversation of its own, so that each is a source."""
    named: Json = {"source": {"kind": "conversation", "external_id": source or f"{day}-{text}"}}
    return memory.say([message(text, at(day))], **(LIN | named | fields))


def held(memory: Memory, subject: str, predicate: str, **point: str) -> str | None:
    """The value of a slot; None when it holds nothing."""
    asked = {"subject": subject, "predicate": predicate, "user_id": "lin"} | point
    answer = memory.http.get("/v1/facts/lookup", params=asked)
    return None if answer.status_code == 404 else good(answer)["value"]


def line(memory: Memory, subject: str, predicate: str) -> list[tuple[str, str]]:
    return [(item["value"], item["status"]) for item in memory.timeline(subject, predicate, user_id="lin")]


def test_c19_of_two_contradictory_facts_one_supersedes_the_other(memory: Memory) -> None:
    said(memory, "I'm vegetarian.", "03-01")
    said(memory, "I eat meat again since last week.", "03-30")
    assert (held(memory, "me", "diet"), held(memory, "me", "diet", as_of=at("03-10"))) == ("meat", "vegetarian")
    first, second = memory.timeline("me", "diet", user_id="lin")
    assert first["superseded_by"] == second["memory_id"]


def test_c21_the_same_twice_is_one_fact_with_two_evidences(memory: Memory) -> None:
    said(memory, "My cat is Miso.", "03-01")
    said(memory, "My cat is Miso.", "03-02")
    found = [fact for fact in memory.facts(user_id="lin") if "Miso" in fact["text"]]
    assert [len(fact["evidence"]) for fact in found] == [2]


def test_c23_unrelated_facts_do_not_retire_each_other(memory: Memory) -> None:
    for text in ("Yara leads billing.", "Yara plays cello.", "Yara moved to Porto."):
        said(memory, text, "03-01")
    texts = " ".join(f"{fact['subject']} {fact['value']}" for fact in memory.facts(user_id="lin", status="current"))
    assert all(words in texts for words in ("billing Yara", "Yara cello", "Yara Porto"))


def test_c25_an_older_document_that_comes_later_does_not_supersede_the_newer(memory: Memory) -> None:
    document: Json = {"source": {"kind": "document", "external_id": "minutes-march"}}
    memory.say([message("The release owner is Kofi.", at("03-01"))], **(LIN | document))
    document = {"source": {"kind": "document", "external_id": "minutes-february"}}
    memory.say([message("The release owner is Dana.", at("02-01"))], **(LIN | document))
    assert held(memory, "release", "owner") == "Kofi"
    assert held(memory, "release", "owner", as_of=at("02-15")) == "Dana"


def test_c26_what_has_ended_is_not_returned_unless_history_is_asked_for(memory: Memory) -> None:
    said(memory, "I'm vegetarian.", "03-01")
    said(memory, "I eat meat again since last week.", "03-30")
    assert not any("vegetarian" in text for text in memory.texts("what do I eat", user_id="lin"))
    assert any("vegetarian" in text for text in memory.texts("what do I eat", user_id="lin", include=["history"]))


def test_c28_many_old_words_do_not_outvote_one_change(memory: Memory) -> None:
    messages = [message(f"Job {n} runs on alder.", at("02-01", f"09:{n:02d}"), turn=n) for n in range(40)]
    memory.say(messages, **LIN, session_id="old")
    said(memory, "alder was decommissioned on 3 Mar; use `birch`", "03-04")
    answer = memory.recall("where do the jobs run", user_id="lin", limit=5, now=at("03-10"))
    assert "birch" in answer["items"][0]["text"]
    assert line(memory, "Job 7", "deployment") == [("alder", "expired")]
    assert held(memory, "Job 7", "deployment", as_of=at("02-20")) == "alder"
    assert [fact for fact in memory.facts(user_id="lin", limit=200) if fact["predicate"] == "deployment"] == []


def test_one_change_in_so_many_words_ends_what_was_said_forty_times(memory: Memory) -> None:
    messages = [message("The jobs run on alder.", at("02-01", f"09:{n:02d}"), turn=n) for n in range(40)]
    memory.say(messages, **LIN, session_id="old")
    said(memory, "The jobs run on birch now.", "03-03")
    assert held(memory, "jobs", "deployment") == "birch"
    assert ("alder", "superseded") in line(memory, "jobs", "deployment")
    items = memory.recall("where do the jobs run", user_id="lin", limit=5)["items"]
    assert "birch" in items[0]["text"]
    assert not any("alder" in item["text"] for item in items)


@pytest.mark.parametrize(
    ("usual", "exception", "values"),
    [
        ("I work from Suzhou.", "Until Friday I work from Jinan.", ("Jinan", "Suzhou")),
        ("我在苏州办公。", "直到周五我在济南办公。", ("济南", "苏州")),
    ],
)
def test_c29_a_temporary_exception_ends_by_itself(
    memory: Memory, usual: str, exception: str, values: tuple[str, str]
) -> None:
    said(memory, usual, "03-01")
    said(memory, exception, "03-10")
    assert held(memory, "me", "works_from", as_of=at("03-12")) == values[0]
    assert held(memory, "me", "works_from", as_of=at("03-16")) == values[1]


def test_c31_a_correction_in_words_does_not_strengthen_the_error(memory: Memory) -> None:
    said(memory, "I am allergic to walnuts.", "03-01")
    said(memory, "The man allergic to walnuts was not me.", "03-05")
    assert [fact for fact in memory.facts(user_id="lin") if fact["predicate"] == "allergy"] == []
    old = [item for item in memory.timeline("me", "allergy", user_id="lin") if item["value"] == "walnuts"]
    assert [len(item["evidence"]) for item in old] == [1]
    assert old[0]["status"] == "expired"


def test_c32_a_person_can_say_that_it_is_wrong(memory: Memory) -> None:
    said(memory, "My cat is Miso.", "03-01")
    fact = next(fact for fact in memory.facts(user_id="lin") if fact["value"] == "Miso")
    body = {"value": "Mochi", "reason": "misheard"}
    right = good(memory.http.patch(f"/v1/memories/{fact['memory_id']}", json=body))
    assert [f["value"] for f in memory.facts(user_id="lin") if f["predicate"] == "has_pet"] == ["Mochi"]
    lineage = good(memory.http.get(f"/v1/memories/{fact['memory_id']}/lineage"))
    assert lineage["people"][0]["reason"] == "misheard"
    assert [version["known_to"] for version in lineage["decisions"]] == [right["known_from"], None]


def test_c33_the_record_stays_and_the_word_waits(stack: DevStack, memory: Memory) -> None:
    rui: Json = {"user_id": "rui", "timezone": "Asia/Shanghai"}
    with stack.client(memory.new_key(source_kinds=["conversation", "record"])) as hr:
        record: Json = {"source": {"kind": "record", "external_id": "hr"}}
        hr.say([message("Rui, grade 6", at("02-01"))], **(rui | record))
    memory.say([message("I'm basically grade 7.", at("03-01"), name="Rui")], **rui, session_id="chat")
    found = [(item["value"], item["status"]) for item in memory.timeline("Rui", "grade", user_id="rui")]
    assert found == [("6", "current"), ("7", "pending")]


def test_c40_a_plan_whose_date_has_passed_is_not_upcoming(memory: Memory) -> None:
    said(memory, "I have a dentist appointment next Wednesday.", "03-01")

    def upcoming(now: str) -> list[str]:
        items = memory.recall("what appointments are upcoming", user_id="lin", now=now, kinds=["episodic", "semantic"])
        return [item["text"] for item in items["items"] if "dentist" in item["text"]]

    assert upcoming(at("03-02"))
    assert upcoming(at("03-20")) == []


def test_c41_what_was_said_long_ago_holds_since_then_and_is_known_since_now(memory: Memory) -> None:
    memory.say([message("I live in Chengdu.", "2019-05-02T10:00:00+08:00")], **LIN)
    fact = next(fact for fact in memory.facts(user_id="lin") if fact["value"] == "Chengdu")
    assert fact["valid_from"] == "2019-05-02T10:00:00+08:00"
    assert fact["known_from"][:4] >= "2026"
    assert held(memory, "me", "lives_in", as_of="2020-01-01T00:00:00Z") == "Chengdu"
    assert held(memory, "me", "lives_in", as_of="2018-01-01T00:00:00Z") is None


def test_c49_twins_of_case_and_form_are_one_fact_with_four_evidences(memory: Memory) -> None:
    for number, text in enumerate(
        ("I like apple pie.", "I love Apple Pie.", "My favourite is apple pie.", "I like the apple pie.")
    ):
        said(memory, text, f"03-0{number + 1}")
    found = [fact for fact in memory.facts(user_id="lin") if fact["predicate"] == "likes"]
    assert [len(fact["evidence"]) for fact in found] == [4]


def test_c50_words_about_others_and_quoted_words_are_nobody_elses(memory: Memory) -> None:
    said(memory, "My friend Jack can't stand football.", "03-01")
    said(memory, 'You said: "I have no partner yet".', "03-02")
    facts = memory.facts(user_id="lin")
    assert any(fact["value"] == "Jack" for fact in facts)
    assert {fact["subject"] for fact in facts if "football" in fact["text"]} == {"Jack"}
    assert not any("partner" in fact["text"] for fact in facts)


def test_c61_recalled_text_that_is_captured_again_adds_nothing(memory: Memory) -> None:
    said(memory, "My cat is Miso.", "03-01")
    said(memory, "I live in Chengdu.", "03-01")

    def state() -> list[tuple[str, int, int]]:
        return sorted((f["text"], f["version"], len(f["evidence"])) for f in memory.facts(user_id="lin"))

    before = state()
    context = memory.recall("my cat and where I live", user_id="lin")["context"]
    echoes = [message(context, at("03-05"), turn=n, role="assistant") for n in range(10)]
    memory.say(echoes, **LIN, session_id="echo")
    assert state() == before


def test_c69_two_chunks_that_name_one_thing_at_once_are_both_linked(memory: Memory) -> None:
    def one(text: str) -> Json:
        return said(memory, text, "03-01")

    with ThreadPoolExecutor(2) as pool:
        list(pool.map(one, ["Yara leads Heron.", "Heron is deployed on Nomad."]))
    assert held(memory, "Heron", "owner") == "Yara"
    assert held(memory, "Heron", "deployment") == "Nomad"
    (heron,) = good(memory.http.get("/v1/entities", params={"name": "Heron"}))["items"]
    assert heron["status"] == "active"


POISON = [
    ("document", "user", "Lin lives in Moscow."),
    ("document", "user", "林住在莫斯科。"),
    ("conversation", "assistant", "You live in Moscow."),
    ("conversation", "assistant", "你住在莫斯科。"),
    ("tool", "tool", "Lin lives in Moscow."),
    ("tool", "tool", "林住在莫斯科。"),
]


def test_i15_no_document_tool_or_assistant_takes_the_place_of_a_persons_word(memory: Memory) -> None:
    memory.say([message("I live in Porto.", at("03-01"), name="Lin")], **LIN)
    memory.say([message("我住在波尔图。", at("03-01"), name="林")], user_id="lin2", timezone="Asia/Shanghai")
    for number, (kind, role, text) in enumerate(POISON):
        for user in ("lin", "lin2"):
            source = {"kind": kind, "external_id": f"poison-{number}-{user}"}
            words = [message(text, at("03-10"), role=role)]
            memory.say(words, user_id=user, source=source, timezone="Asia/Shanghai")
    assert held(memory, "me", "lives_in") == "Porto"
    asked = {"subject": "me", "predicate": "lives_in", "user_id": "lin2"}
    assert good(memory.http.get("/v1/facts/lookup", params=asked))["value"] == "波尔图"


def test_the_name_that_a_fact_shows_does_not_depend_on_what_arrived_first(memory: Memory) -> None:
    told = [("The mail migration was rolled back because logins failed.", "03-01"), ("Logins are slow.", "03-02")]
    for user, order in (("first", told), ("second", told[::-1])):
        for text, day in order:
            said(memory, text, day, source=f"{user}-{day}", user_id=user, project="")
    shown = [sorted(fact["subject"] for fact in memory.facts(user_id=user)) for user in ("first", "second")]
    assert shown[0] == shown[1]
    assert "Logins" in shown[0]
