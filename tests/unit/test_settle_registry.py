"""The predicate registry."""

import pytest

from memory.model.fact import Cardinality, PredicateClass
from memory.settle.registry import DEFAULT_REGISTRY, Predicate, Registry


@pytest.mark.parametrize(
    ("wording", "language", "name"),
    [
        ("负责人", "zh", "owner"),
        ("負責人", "zh", "owner"),
        ("the Deadline", "en", "deadline"),
        ("截止日期", "zh", "deadline"),
        ("deadline", "zh", "deadline"),
        ("e-mail", "en", "email"),
        ("预算", "en", "budget"),
        ("stripes", "en", None),
    ],
)
def test_wordings_of_both_languages_lead_to_one_name(wording: str, language: str, name: str | None) -> None:
    assert DEFAULT_REGISTRY.canonical(wording, language) == name


def test_a_dotted_name_inherits_from_its_last_part() -> None:
    assert DEFAULT_REGISTRY.lookup("parser.version").cardinality is Cardinality.SINGLE
    assert DEFAULT_REGISTRY.lookup("parser.version").name == "parser.version"
    assert DEFAULT_REGISTRY.registered("parser.version")


def test_an_unknown_name_is_a_state_with_many_values() -> None:
    found = DEFAULT_REGISTRY.lookup("has stripes")

    assert (found.cardinality, found.cls, found.official) == (Cardinality.MULTI, PredicateClass.STATE, False)
    assert not DEFAULT_REGISTRY.registered("has stripes")


def test_events_and_plans_have_their_class() -> None:
    assert DEFAULT_REGISTRY.lookup("event").cls is PredicateClass.EVENT
    assert DEFAULT_REGISTRY.lookup("plan").cls is PredicateClass.PLAN


def test_the_system_of_record_is_right_about_official_ones() -> None:
    assert {p.name for p in DEFAULT_REGISTRY.all() if p.official} == {
        "grade",
        "title",
        "permission",
        "balance",
        "policy",
    }


def test_half_lives_lie_between_a_week_and_a_month() -> None:
    assert all(7 <= p.half_life_days <= 30 for p in DEFAULT_REGISTRY.all())


def test_two_predicates_may_not_claim_one_wording() -> None:
    deadline = DEFAULT_REGISTRY.lookup("deadline")
    thief = Predicate("thief", (), ("deadline",), deadline.cardinality, deadline.cls, 14, deadline.kind)

    with pytest.raises(ValueError, match="belongs to two"):
        Registry([deadline, thief])
