"""Times end to end: what was said long ago and is captured today, by the table of states, events and plans, and at recall."""

from collections.abc import Sequence
from uuid import uuid4

import pytest

from tests.stack import Json, Memory, message

SAID = "2023-05-08T10:00:00+08:00"  # a Monday
ZONE = "Asia/Shanghai"
Edges = tuple[str | None, str | None]


def remembered(memory: Memory, text: str, said_at: str = SAID) -> Json:
    """The one fact that a user's words leave, whatever its status is today."""
    user = f"u-{uuid4().hex[:8]}"
    memory.say([message(text, said_at)], user_id=user, timezone=ZONE)
    found = [fact for status in ("current", "expired") for fact in memory.facts(user_id=user, status=status)]
    assert len(found) == 1, [fact["text"] for fact in found]
    return found[0]


def edges(value: Json | None, first: str, last: str) -> Edges:
    assert value is not None
    return value[first], value[last]


@pytest.mark.parametrize(
    ("text", "valid"),
    [
        ("I live in Porto.", (SAID, None)),
        ("我住在杭州。", (SAID, None)),
        ("I moved to Porto on 3 March 2023.", ("2023-03-03T00:00:00+08:00", None)),
        ("我2023年3月3日搬到了杭州。", ("2023-03-03T00:00:00+08:00", None)),
        ("Until Friday I work from Jinan.", (SAID, "2023-05-13T00:00:00+08:00")),
        ("周五之前我在济南办公。", (SAID, "2023-05-12T00:00:00+08:00")),
        ("The budget was 300 euros from January to March.", ("2023-01-01T00:00:00+08:00", "2023-04-01T00:00:00+08:00")),
        ("一月到三月预算是三百元。", ("2023-01-01T00:00:00+08:00", "2023-04-01T00:00:00+08:00")),
        ("I have lived in Lyon since 2019.", ("2019-01-01T00:00:00+08:00", None)),
        ("我从2019年起住在成都。", ("2019-01-01T00:00:00+08:00", None)),
    ],
)
def test_a_state_holds_as_its_words_say(memory: Memory, text: str, valid: Edges) -> None:
    assert edges(remembered(memory, text), "valid_from", "valid_to") == valid


@pytest.mark.parametrize(
    ("text", "event"),
    [
        ("I signed the lease yesterday.", ("2023-05-07T00:00:00+08:00", "2023-05-08T00:00:00+08:00")),
        ("我昨天签了租约。", ("2023-05-07T00:00:00+08:00", "2023-05-08T00:00:00+08:00")),
        ("去年夏天去了青岛。", ("2022-06-01T00:00:00+08:00", "2022-09-01T00:00:00+08:00")),
    ],
)
def test_an_event_keeps_its_interval_and_stays_what_happened(memory: Memory, text: str, event: Edges) -> None:
    fact = remembered(memory, text)
    assert edges(fact["event_time"], "start", "end") == event
    assert fact["status"] == "current"


@pytest.mark.parametrize("text", ["I broke my arm.", "我摔断了胳膊。"])
def test_an_event_without_a_time_has_none_and_lies_near_its_telling(memory: Memory, text: str) -> None:
    fact = remembered(memory, text)
    assert fact["event_time"] is None
    assert (fact["valid_from"], fact["status"]) == (SAID, "current")


@pytest.mark.parametrize(
    ("text", "event"),
    [
        (
            "I have a dentist appointment next Wednesday.",
            ("2023-05-10T00:00:00+08:00", "2023-05-11T00:00:00+08:00"),
        ),
        ("下周三我要去看牙医。", ("2023-05-17T00:00:00+08:00", "2023-05-18T00:00:00+08:00")),
    ],
)
def test_a_plan_expires_with_its_interval(memory: Memory, text: str, event: Edges) -> None:
    fact = remembered(memory, text)
    assert edges(fact["event_time"], "start", "end") == event
    assert (fact["valid_to"], fact["status"]) == (event[1], "expired")


@pytest.mark.parametrize("text", ["I plan to visit Kyoto.", "我打算去京都。"])
def test_a_plan_without_a_time_stays_open(memory: Memory, text: str) -> None:
    fact = remembered(memory, text)
    assert (fact["event_time"], fact["valid_to"], fact["status"]) == (None, None, "current")


def texts_at(memory: Memory, query: str, now: str, **fields: object) -> list[str]:
    answer = memory.recall(query, now=now, timezone=ZONE, **fields)
    return [item["text"] for item in answer["items"]]


def told(memory: Memory, turns: Sequence[tuple[str, str]]) -> str:
    user = f"u-{uuid4().hex[:8]}"
    for text, said_at in turns:
        memory.say([message(text, said_at)], user_id=user, timezone=ZONE)
    return user


def test_a_day_in_a_question_finds_that_days_facts_and_no_others(memory: Memory) -> None:
    turns = (("我昨天签了租约。", SAID), ("我昨天和小王吃了火锅。", "2023-05-10T09:00:00+08:00"))
    user = told(memory, turns)
    asked = {"user_id": user}
    (lease,) = texts_at(memory, "昨天", "2023-05-08T12:00:00+08:00", **asked)
    (dinner,) = texts_at(memory, "昨天发生了什么？", "2023-05-10T12:00:00+08:00", **asked)
    assert "租约" in lease
    assert "火锅" in dinner
    assert texts_at(memory, "昨天", "2023-05-20T12:00:00+08:00", **asked) == []
    assert len(texts_at(memory, "上周聊过什么", "2023-05-15T12:00:00+08:00", **asked)) == 2


def test_since_a_month_finds_what_changed_after_it_began(memory: Memory) -> None:
    turns = (
        ("I live in Lyon.", "2023-02-01T20:00:00+08:00"),
        ("I moved to Porto.", "2023-04-01T20:00:00+08:00"),
        ("I signed the lease yesterday.", SAID),
    )
    user = told(memory, turns)
    found = texts_at(memory, "What changed since March?", "2023-05-09T12:00:00+08:00", user_id=user)
    assert any("Porto" in text for text in found)
    assert any("lease" in text for text in found)
    assert not any("Lyon" in text for text in found)


def test_the_last_day_of_a_window_given_by_dates_counts(memory: Memory) -> None:
    user = told(
        memory, (("I saw the dentist today.", "2023-05-06T20:00:00+08:00"), ("I signed the lease today.", SAID))
    )
    window = {"from": "2023-05-01", "to": "2023-05-06"}
    found = texts_at(memory, "what did I do", "2023-06-09T12:00:00+08:00", user_id=user, window=window)
    assert len(found) == 1
    assert "dentist" in found[0]


def test_c34_yesterday_is_the_day_before_it_was_said_not_before_it_was_captured(memory: Memory) -> None:
    event = remembered(memory, "I signed the lease yesterday.")["event_time"]
    assert (event["start"], event["raw"]) == ("2023-05-07T00:00:00+08:00", "yesterday")


def test_c35_half_an_hour_past_midnight_yesterday_is_the_local_day(memory: Memory) -> None:
    event = remembered(memory, "我昨天交了报告。", "2026-03-10T00:30:00+08:00")["event_time"]
    assert event["start"] == "2026-03-09T00:00:00+08:00"


def test_c37_ten_turns_without_a_date_get_none(memory: Memory) -> None:
    lines = [
        *(
            "I love green tea.",
            "My cat is Miso.",
            "I work at Acme.",
            "The gateway belongs to Lin.",
            "I moved to Porto.",
        ),
        *("我喜欢喝绿茶。", "我的猫叫小米。", "我在阿里上班。", "网关由小林负责。", "我搬到了杭州。"),
    ]
    user = told(memory, [(line, f"2026-03-10T09:{number:02}:00+08:00") for number, line in enumerate(lines)])
    facts = memory.facts(user_id=user)
    assert len(facts) >= 8
    assert [fact["event_time"] for fact in facts] == [None] * len(facts)


def test_c40_a_plan_whose_day_is_over_is_not_upcoming(memory: Memory) -> None:
    user = told(memory, [("I have a dentist appointment next Wednesday.", "2026-03-01T09:00:00+08:00")])
    before = texts_at(memory, "What is upcoming for me?", "2026-03-02T09:00:00+08:00", user_id=user)
    after = texts_at(memory, "What is upcoming for me?", "2026-03-20T09:00:00+08:00", user_id=user)
    assert any("dentist" in text for text in before)
    assert not any("dentist" in text for text in after)


def test_c41_what_is_imported_late_holds_from_when_it_was_said_and_is_known_from_now(memory: Memory) -> None:
    fact = remembered(memory, "I live in Porto.")
    assert fact["valid_from"] == SAID
    assert fact["known_from"] > "2026"


def test_c42_times_with_z_with_an_offset_and_with_none_are_all_kept_aware(memory: Memory) -> None:
    user = f"u-{uuid4().hex[:8]}"
    moments = ("2026-03-10T01:00:00Z", "2026-03-10T09:00:00+08:00", "2026-03-10T09:00:00")
    said = [message(f"My cat number {n} is Miso{n}.", at) for n, at in enumerate(moments)]
    chunks = memory.say(said, user_id=user, timezone=ZONE)["chunk_ids"]
    quotes = [quote for item in memory.recall("cat", user_id=user, limit=50)["items"] for quote in item["evidence"]]
    shown = {quote["chunk_id"]: (quote["said_at"], quote["said_at_assumed"]) for quote in quotes}
    assert [shown[chunk] for chunk in chunks] == [
        ("2026-03-10T09:00:00+08:00", naive) for naive in (False, False, True)
    ]


def test_c29_a_stay_until_friday_ends_by_itself_and_the_usual_place_holds_again(memory: Memory) -> None:
    turns = (
        ("I work from Berlin.", "2026-03-01T09:00:00+08:00"),
        ("Until Friday I work from Jinan.", "2026-03-10T09:00:00+08:00"),
    )
    user = told(memory, turns)
    thursday = texts_at(memory, "Where do I work from?", "2026-03-12T09:00:00+08:00", user_id=user)
    monday = texts_at(memory, "Where do I work from?", "2026-03-16T09:00:00+08:00", user_id=user)
    assert "Jinan" in thursday[0]
    assert "Berlin" in monday[0]
    assert not any("Jinan" in text for text in monday)
