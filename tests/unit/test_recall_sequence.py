"""The last time of something, and what came after or before it."""

from collections.abc import Sequence
from datetime import timedelta

from memory.model.recalled import RecallItem
from memory.recall.sequence import in_sequence
from tests.unit.recall_builders import NOW, ago, item, quote


def told(text: str, days: float, score: float, turn: int = 1) -> RecallItem:
    return item(text, score=score, evidence=(quote(text, turn=turn, said_at=ago(days)),))


def texts(items: Sequence[RecallItem], anaphora: str) -> list[str]:
    return [found.text for found in in_sequence(items, anaphora, NOW)]


def test_of_several_dinners_the_latest_leads() -> None:
    dinners = [told("dinner in May", 300, 0.8), told("dinner in March", 7, 0.75), told("a dentist", 1, 0.3)]
    assert texts(dinners, "last_time") == ["dinner in March", "dinner in May", "a dentist"]


def test_what_lies_ahead_is_no_last_time() -> None:
    ahead = item("dinner on Friday", score=0.8, valid_from=NOW + timedelta(days=3))
    assert texts([ahead, told("dinner in March", 7, 0.7)], "last_time") == ["dinner on Friday", "dinner in March"]


def test_what_followed_stands_behind_its_anchor_nearest_first() -> None:
    talk = [
        told("the release slipped", 9, 0.9, turn=3),
        told("before that", 9, 0.5, turn=1),
        told("then we rolled back", 9, 0.3, turn=5),
        told("then we told the customer", 9, 0.4, turn=8),
    ]
    after = texts(talk, "afterwards")
    assert after[:3] == ["the release slipped", "then we rolled back", "then we told the customer"]
    assert texts(talk, "beforehand")[:2] == ["the release slipped", "before that"]


def test_scores_fall_from_item_to_item() -> None:
    talk = [told("a", 9, 0.9, turn=3), told("b", 9, 0.3, turn=5), told("c", 8, 0.6, turn=1)]
    for anaphora in ("afterwards", "beforehand", "last_time", ""):
        scores = [found.score for found in in_sequence(talk, anaphora, NOW)]
        assert scores == sorted(scores, reverse=True) or anaphora == ""


def test_a_question_without_anaphora_leaves_the_order_alone() -> None:
    talk = [told("b", 9, 0.3), told("a", 8, 0.9)]
    assert texts(talk, "") == ["b", "a"]
    assert in_sequence([], "last_time", NOW) == []
