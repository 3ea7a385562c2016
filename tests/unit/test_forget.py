"""Strength, decay and consolidation: functions of history and time."""

from dataclasses import replace
from datetime import datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st
from recall_builders import NOW, ago, fact, ident

from memory.forget.consolidation import near_key, plan_consolidation
from memory.forget.decay import DecayInput, plan_decay
from memory.forget.strength import THRESHOLD, chunk_is_cold, exempt, is_cold, strength
from memory.model.assertion import MemoryKind
from memory.model.fact import FactStatus, FactVersion, PredicateClass

times = st.integers(0, 400).map(lambda d: ago(d))


def test_strength_halves_each_half_life() -> None:
    assert strength(14, NOW, [], NOW) == 1.0
    assert strength(14, ago(14), [], NOW) == pytest.approx(0.5)


def test_an_age_below_nothing_counts_as_none() -> None:
    assert strength(7, NOW + timedelta(days=5), [], NOW) == 1.0


def test_a_use_resets_the_age_and_spaced_uses_lengthen_the_half_life() -> None:
    once, unused = strength(14, ago(60), [ago(20)], NOW), strength(14, ago(60), [], NOW)
    burst = strength(14, ago(60), [ago(20), ago(20), ago(19.9)], NOW)
    spread = strength(14, ago(60), [ago(50), ago(35), ago(20)], NOW)
    assert unused < once < spread
    assert burst == pytest.approx(once, abs=0.01)


def test_a_use_after_now_has_not_happened_yet() -> None:
    assert strength(14, ago(30), [NOW + timedelta(days=1)], NOW) == strength(14, ago(30), [], NOW)


@given(st.lists(times, max_size=8), times)
def test_strength_stays_between_nothing_and_one_in_any_order_of_uses(uses: list[datetime], recorded: datetime) -> None:
    value = strength(14, recorded, uses, NOW)
    assert 0.0 <= value <= 1.0
    assert value == strength(14, recorded, uses[::-1], NOW)


@given(st.lists(times, max_size=5), st.integers(0, 300), st.integers(0, 300))
def test_strength_only_falls_while_nothing_happens(uses: list[datetime], sooner: int, later: int) -> None:
    first, second = sorted((sooner, later))
    values = [strength(14, ago(400), uses, NOW + timedelta(days=days)) for days in (first, second)]
    assert values[0] >= values[1]


@pytest.mark.parametrize("half_life", [7.0, 14.0, 30.0])
def test_c57_sixty_idle_days_leave_a_memory_cold_whatever_its_class(half_life: float) -> None:
    assert is_cold(strength(half_life, ago(60), [], NOW))
    assert chunk_is_cold(ago(60), [], NOW)


def test_pinned_memories_rules_identity_and_near_plans_do_not_go_cold() -> None:
    soon = (NOW + timedelta(days=5), NOW + timedelta(days=6))
    assert exempt(fact(pinned=True), NOW)
    assert exempt(fact(kind=MemoryKind.PROCEDURAL), NOW)
    assert exempt(fact(predicate="birthday"), NOW)
    assert exempt(fact(cls=PredicateClass.PLAN, event=soon), NOW)
    assert not exempt(fact(cls=PredicateClass.PLAN, event=(ago(9), ago(8))), NOW)
    assert not exempt(fact(), NOW)


def ageing(name: str, recorded: datetime, uses: tuple[datetime, ...] = (), *, cold: bool = False) -> DecayInput:
    return DecayInput(fact(name=name), recorded, uses, cold, 14.0)


def test_decay_marks_what_is_cold_and_warms_what_was_used() -> None:
    idle, used = ageing("idle", ago(60)), ageing("used", ago(60), (ago(1),), cold=True)
    plan = plan_decay([idle, used, ageing("fresh", ago(1))], NOW)
    assert plan.cold == (idle.fact.memory_id,)
    assert plan.warm == (used.fact.memory_id,)


def _apply(facts: list[DecayInput], now: datetime) -> list[DecayInput]:
    plan = plan_decay(facts, now)
    marks = {**dict.fromkeys(plan.cold, True), **dict.fromkeys(plan.warm, False)}
    return [replace(found, cold=marks.get(found.fact.memory_id, found.cold)) for found in facts]


@given(st.lists(st.tuples(times, st.lists(times, max_size=3)), max_size=6))
def test_decay_run_once_late_or_every_day_gives_the_same(histories: list[tuple[datetime, list[datetime]]]) -> None:
    facts = [ageing(str(i), recorded, tuple(uses)) for i, (recorded, uses) in enumerate(histories)]
    daily = facts
    for day in range(7):
        daily = _apply(daily, NOW + timedelta(days=day))
    assert _apply(facts, NOW + timedelta(days=6)) == daily
    assert _apply(daily, NOW + timedelta(days=6)) == daily


def test_c60_repeats_of_one_statement_fold_into_one_with_all_evidence() -> None:
    facts = [
        fact(value, name=str(i), predicate="likes")
        for i, value in enumerate(["spicy food", "the spicy foods", "Spicy  food!"])
    ]
    plans = plan_consolidation(facts)
    assert len(plans) == 1
    assert len(plans[0].folded) == 2
    assert len(plans[0].evidence) == 3


def _fold(facts: list[FactVersion]) -> list[FactVersion]:
    by_id = {found.memory_id: found for found in facts}
    for plan in plan_consolidation(facts):
        by_id[plan.keep] = replace(by_id[plan.keep], evidence=plan.evidence, consolidated=True)
        for gone in plan.folded:
            by_id[gone] = replace(
                by_id[gone], status=FactStatus.SUPERSEDED, superseded_by=plan.keep, reason="folded", consolidated=True
            )
    return list(by_id.values())


VALUES = [
    "spicy food",
    "Spicy foods",
    "the spicy food",
    "spicy fish",
    "no spicy food",
    "room 101",
    "room 102",
    "吃辣",
    "吃辣的",
]


@given(st.lists(st.sampled_from(VALUES), max_size=8))
def test_consolidation_three_times_is_consolidation_once(values: list[str]) -> None:
    once = _fold([fact(value, name=str(i), predicate="likes") for i, value in enumerate(values)])
    assert _fold(_fold(once)) == once
    assert plan_consolidation(once) == []


def test_a_late_repeat_joins_the_memory_that_keeps_the_others() -> None:
    once = _fold([fact("tea", name="b"), fact("Tea", name="c")])
    keeper = next(found for found in once if found.status is FactStatus.CURRENT)
    late = fact("tea", name="a", known_from=ago(90), evidence=tuple(ident(f"e{i}") for i in range(9)))
    assert plan_consolidation([*once, late])[0].keep == keeper.memory_id


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("room 101", "room 102"),
        ("eats fish", "does not eat fish"),
        ("喜欢吃辣", "不喜欢吃辣"),
        ("早上喝咖啡", "晚上喝咖啡"),
        ("version 2.1", "version 2.10"),
        ("left bank", "right bank"),
    ],
)
def test_what_differs_by_a_number_a_negation_or_one_word_stays_apart(left: str, right: str) -> None:
    assert near_key(left) != near_key(right)
    assert plan_consolidation([fact(left, name="l"), fact(right, name="r")]) == []


def test_other_scopes_and_ended_facts_are_never_folded() -> None:
    ended = fact("tea", name="e", valid_to=ago(1))
    elsewhere = fact("tea", name="x", project="other")
    assert plan_consolidation([fact("tea", name="t"), ended, elsewhere]) == []


def test_two_wordings_of_one_unregistered_predicate_are_one_question() -> None:
    facts = [fact("saw", name="a", predicate="favourite tool"), fact("saw", name="b", predicate="the favorite tools")]
    assert len(plan_consolidation(facts)) == 1


def test_the_threshold_is_what_the_paper_says() -> None:
    assert THRESHOLD == 0.3
