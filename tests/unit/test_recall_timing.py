"""What a question says about time, and what belongs to a window."""

from datetime import UTC, datetime

import pytest

from memory.model.recalled import Window
from memory.recall.timing import Timing, happened_within, timing_of
from memory.time import resolve

NOW = datetime(2026, 3, 10, 9, tzinfo=UTC)
MARCH = Window(datetime(2026, 3, 1, tzinfo=UTC), datetime(2026, 4, 1, tzinfo=UTC))


def timing(query: str) -> Timing:
    return timing_of(query, resolve(query, NOW, "Asia/Shanghai"))


@pytest.mark.parametrize(
    "query",
    [
        *(
            "昨天",
            "昨天发生了什么？",
            "上周聊过什么",
            "我前天做了什么",
            "上个月有哪些变化",
            "去年夏天的事情",
            "昨天我都干嘛了",
        ),
        *("yesterday", "What happened yesterday?", "what did we talk about last week", "What changed since March?"),
        *("What did I do on Monday?", "anything new this week?"),
    ],
)
def test_a_question_that_names_a_time_and_nothing_else(query: str) -> None:
    assert timing(query).only


@pytest.mark.parametrize(
    "query",
    [
        *("上周我和小王聊了什么", "昨天的预算是多少", "去年我住在哪里", "什么时候去看牙医", "你好", "发生了什么"),
        *("Where did I live last year?", "What did Omar do yesterday?", "When is the release?", "what happened"),
    ],
)
def test_a_question_with_a_subject_of_its_own(query: str) -> None:
    assert not timing(query).only


def test_relative_words_are_not_looked_for_and_dates_are() -> None:
    assert timing("昨天的预算").content == "的预算"
    assert timing("the budget of last week").content == "the budget of"
    assert "5月7日" in timing("5月7日的预算").content
    assert "March 2024" in timing("the budget in March 2024").content


def test_who_asks_what_was_said_means_the_saying() -> None:
    assert timing("上周聊过什么").talk
    assert timing("what did we discuss last week").talk
    assert not timing("昨天发生了什么").talk


def test_an_event_belongs_to_the_windows_that_it_touches() -> None:
    said = [datetime(2026, 3, 9, tzinfo=UTC)]
    assert happened_within(MARCH, (datetime(2026, 2, 27, tzinfo=UTC), datetime(2026, 3, 2, tzinfo=UTC)), None, said)
    assert not happened_within(MARCH, (datetime(2026, 2, 1, tzinfo=UTC), datetime(2026, 3, 1, tzinfo=UTC)), None, said)
    assert happened_within(MARCH, (datetime(2026, 3, 31, tzinfo=UTC), None), None, [])


def test_without_an_event_its_beginning_counts_and_without_that_its_telling() -> None:
    said = [datetime(2026, 3, 9, tzinfo=UTC)]
    assert not happened_within(MARCH, (None, None), datetime(2026, 1, 1, tzinfo=UTC), said)
    assert happened_within(MARCH, (None, None), datetime(2026, 3, 1, tzinfo=UTC), [])
    assert happened_within(MARCH, (None, None), None, said)
    assert not happened_within(MARCH, (None, None), None, [datetime(2026, 4, 1, tzinfo=UTC)])
