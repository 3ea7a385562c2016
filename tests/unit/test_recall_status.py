"""How a fact and a chunk stand at the moment that is asked about."""

from datetime import timedelta

import pytest
from recall_builders import NOW, ago, fact, ident

from memory.model.chunk import Role
from memory.model.fact import FactStatus, ItemStatus, PredicateClass
from memory.model.scope import Visibility
from memory.recall.echo import echoed_status, repeats
from memory.recall.status import chunk_status, item_status, overridden, telling
from memory.recall.visible import shows, visible_statuses, wanted_kind

OLD = fact("Porto", status=FactStatus.SUPERSEDED, valid_from=ago(30), valid_to=ago(10), superseded_by=ident("Lyon"))


def test_a_superseded_fact_is_current_as_of_the_time_in_which_it_held() -> None:
    assert item_status(OLD, now=NOW) is ItemStatus.SUPERSEDED
    assert item_status(OLD, now=NOW, as_of=ago(20)) is ItemStatus.CURRENT
    assert item_status(OLD, now=NOW, as_of=ago(40)) is None


def test_a_state_that_ended_without_successor_is_expired() -> None:
    ended = fact(status=FactStatus.SUPERSEDED, valid_to=ago(1))
    assert item_status(ended, now=NOW) is ItemStatus.EXPIRED


def test_c29_an_exception_expires_by_itself() -> None:
    exception = fact("Jinan", valid_from=ago(2), valid_to=NOW + timedelta(days=2))
    assert item_status(exception, now=NOW) is ItemStatus.CURRENT
    assert item_status(exception, now=NOW + timedelta(days=3)) is ItemStatus.EXPIRED


def test_what_resumes_later_is_not_shown_while_the_exception_holds() -> None:
    resumed = fact(valid_from=NOW + timedelta(days=2), reason="resumed")
    assert item_status(resumed, now=NOW) is None
    assert item_status(resumed, now=NOW + timedelta(days=3)) is ItemStatus.CURRENT


def test_a_change_announced_for_later_is_shown_with_its_interval() -> None:
    assert item_status(fact(valid_from=NOW + timedelta(days=9)), now=NOW) is ItemStatus.CURRENT


def test_c40_a_plan_past_its_date_is_expired_and_an_event_stays_current() -> None:
    plan = fact(valid_from=ago(9), valid_to=ago(1), cls=PredicateClass.PLAN)
    event = fact(valid_from=ago(9), cls=PredicateClass.EVENT, event=(ago(9), ago(8)))
    assert item_status(plan, now=NOW) is ItemStatus.EXPIRED
    assert item_status(plan, now=NOW, as_of=ago(5)) is ItemStatus.CURRENT
    assert item_status(event, now=NOW) is ItemStatus.CURRENT


@pytest.mark.parametrize(
    ("stored", "shown"),
    [
        (FactStatus.REVOKED, ItemStatus.REVOKED),
        (FactStatus.RETRACTED, ItemStatus.REVOKED),
        (FactStatus.PENDING, ItemStatus.PENDING),
    ],
)
def test_states_that_no_date_changes(stored: FactStatus, shown: ItemStatus) -> None:
    assert item_status(fact(status=stored), now=NOW) is shown


def test_a_value_that_never_held_is_superseded_at_any_date() -> None:
    never = fact(status=FactStatus.SUPERSEDED, valid_from=ago(9), valid_to=ago(9))
    assert item_status(never, now=NOW, as_of=ago(9)) is ItemStatus.SUPERSEDED


def test_cold_is_computed_at_reading_and_never_for_pinned_facts() -> None:
    assert item_status(fact(), now=NOW, cold=True) is ItemStatus.COLD
    assert item_status(fact(pinned=True), now=NOW, cold=True) is ItemStatus.CURRENT


def test_the_narrowest_scope_wins_and_a_project_is_narrower_than_everywhere() -> None:
    here = fact("Porto", project="gateway")
    everywhere = fact("Lyon", project="")
    team = fact("Oslo", visibility=Visibility.PROJECT)
    assert overridden([here, everywhere, team]) == {everywhere.memory_id, team.memory_id}


def test_a_chunk_whose_statements_are_all_over_is_marked_so() -> None:
    over = [ItemStatus.SUPERSEDED, ItemStatus.EXPIRED]
    assert chunk_status(ago(5), over, now=NOW) is ItemStatus.SUPERSEDED
    assert chunk_status(ago(5), [ItemStatus.EXPIRED, None], now=NOW) is ItemStatus.EXPIRED
    assert chunk_status(ago(5), [ItemStatus.REVOKED], now=NOW) is ItemStatus.REVOKED
    assert chunk_status(ago(5), [*over, ItemStatus.CURRENT], now=NOW) is ItemStatus.CURRENT


def test_an_event_in_the_same_words_does_not_bring_an_old_value_along() -> None:
    event = fact("switched to Nomad", cls=PredicateClass.EVENT)
    over = telling([(event, ItemStatus.CURRENT), (OLD, ItemStatus.SUPERSEDED)])
    still = telling([(event, ItemStatus.CURRENT), (fact(), ItemStatus.CURRENT)])
    assert chunk_status(ago(5), over, now=NOW) is ItemStatus.SUPERSEDED
    assert chunk_status(ago(5), still, now=NOW) is ItemStatus.CURRENT


def test_a_chunk_without_statements_is_current_until_it_cools() -> None:
    assert chunk_status(ago(5), [], now=NOW) is ItemStatus.CURRENT
    assert chunk_status(ago(5), [], now=NOW, cold=True) is ItemStatus.COLD


def test_a_chunk_said_after_the_day_asked_about_is_hidden() -> None:
    assert chunk_status(ago(5), [ItemStatus.CURRENT], now=NOW, as_of=ago(6)) is None


def test_a_chunk_of_a_sender_whose_clock_is_ahead_is_shown_at_once() -> None:
    assert chunk_status(NOW + timedelta(hours=14), [], now=NOW) is ItemStatus.CURRENT


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("好的，离线安装包，记住了。", "离线安装包"),
        ("明白，也就是北斗。", "北斗"),
        ("January 27, got it.", "January 27"),
        ("Thanks, so that's Lada Niva.", "Lada Niva"),
        ("I've written down Wexley.", "Wexley"),
    ],
)
def test_a_confirmation_repeats_what_it_confirms(text: str, value: str) -> None:
    assert repeats(text, value)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("Leipzig has a fine zoo and two orchestras worth hearing.", "Leipzig"),
        ("距离影响很大，我怀疑网关在乌兰察布。", "廊坊"),
        ("Shall I book Wexley?", "Wexley"),
    ],
)
def test_words_of_their_own_are_no_echo(text: str, value: str) -> None:
    assert not repeats(text, value)


def test_an_echo_has_the_state_of_what_it_repeats() -> None:
    text = "好的，Porto，记住了。"
    assert echoed_status(text, Role.ASSISTANT, [(OLD, ItemStatus.SUPERSEDED)]) is ItemStatus.SUPERSEDED
    assert echoed_status(text, Role.ASSISTANT, [(OLD, ItemStatus.SUPERSEDED), (OLD, ItemStatus.CURRENT)]) is (
        ItemStatus.CURRENT
    )
    assert echoed_status(text, Role.USER, [(OLD, ItemStatus.SUPERSEDED)]) is None
    assert chunk_status(ago(5), [], now=NOW, echoed=ItemStatus.SUPERSEDED) is ItemStatus.SUPERSEDED


def test_default_answers_show_current_only() -> None:
    assert visible_statuses(frozenset()) == {ItemStatus.CURRENT}


def test_history_cold_and_pending_are_shown_when_asked_for_and_revoked_never() -> None:
    everything = visible_statuses({"history", "cold", "pending"})
    assert everything == set(ItemStatus) - {ItemStatus.REVOKED}
    assert not shows(None, {"history"})


def test_kinds_filter_only_when_named() -> None:
    assert wanted_kind("chunk", frozenset())
    assert not wanted_kind("chunk", {"semantic"})
