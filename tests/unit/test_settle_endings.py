"""What rests on a thing ends with it."""

import pytest
from settle_builders import day, predicate, said, slot

from memory.model.fact import Cardinality
from memory.model.settled import LinkedAssertion, Timeline
from memory.settle.endings import endings, rests, says_over
from memory.settle.timeline import settle

RUNS_ON = predicate("deployment")
USES = predicate("uses", Cardinality.MULTI)


def gone(at: str, when: str) -> LinkedAssertion:
    return said("decommissioned", at, event=(when, None), source="status")


def timeline(*told: LinkedAssertion, over: LinkedAssertion, of: object = RUNS_ON) -> Timeline:
    found = RUNS_ON if of is RUNS_ON else USES
    return settle(slot(found), [*told, *endings(told, [("alder", over)])], found)


def test_what_runs_on_a_thing_runs_there_until_it_is_gone() -> None:
    (run,) = timeline(said("alder", "03-01"), over=gone("03-05", "03-03")).runs
    assert (run.value, run.valid_to, run.reason) == ("alder", day("03-03"), "ended_in_words")


def test_what_took_its_place_stays() -> None:
    told = said("alder", "03-01"), said("birch", "03-04")
    assert [run.value for run in timeline(*told, over=gone("03-05", "03-03")).runs if run.valid_to is None] == ["birch"]


def test_other_things_of_the_slot_stay() -> None:
    told = said("Alder", "03-01"), said("birch", "03-01")
    line = timeline(*told, over=gone("03-05", "03-03"), of=USES)
    assert {run.value for run in line.runs if run.valid_to is None} == {"birch"}


def test_the_order_of_arrival_decides_nothing() -> None:
    told = said("alder", "03-01"), said("alder", "03-02", source="again")
    over = gone("03-05", "03-03")
    assert timeline(*told, over=over) == timeline(*told[::-1], over=over)


@pytest.mark.parametrize("status", ["decommissioned", "shut down", "retired last week", "已下线", "停用", "报废了"])
def test_words_that_say_that_a_thing_is_gone(status: str) -> None:
    assert says_over(status)


@pytest.mark.parametrize("status", ["green", "in review", "delayed", "进行中", "上线"])
def test_other_states_end_nothing(status: str) -> None:
    assert not says_over(status)


def test_only_what_needs_the_thing_rests_on_it() -> None:
    assert rests("deployment")
    assert rests("jobs.deployment")
    assert not rests("likes")
