"""The lattice of authority, pair by pair: a lower word never takes the place of a higher one."""

import pytest
from settle_builders import GRADE, HOME, again, day, said, slot
from settle_ledger import Ledger

from memory.model.assertion import Authority, Modality
from memory.model.fact import FactStatus, PredicateClass
from memory.model.settled import MarkKind
from memory.settle.predicate import Predicate
from memory.settle.timeline import settle

A = Authority
PERSONAL = [
    {A.MODEL_INFERRED},
    {A.ASSISTANT_SAID},
    {A.DOCUMENT},
    {A.TOOL_OBSERVED, A.TASK_RESULT},
    {A.RECORD},
    {A.USER_STATED},
    {A.MANUAL_CORRECTION},
]
OFFICIAL = [*PERSONAL[:4], {A.USER_STATED}, {A.RECORD}, {A.MANUAL_CORRECTION}]


def place(order: list[set[Authority]], authority: Authority) -> int:
    return next(number for number, tier in enumerate(order) if authority in tier)


PAIRS = [(of, order, first, then) for of, order in ((HOME, PERSONAL), (GRADE, OFFICIAL)) for first in A for then in A]


@pytest.mark.parametrize(
    ("of", "order", "first", "then"), PAIRS, ids=[f"{p[0].name}: {p[2].name}, then {p[3].name}" for p in PAIRS]
)
def test_i15_the_weightier_word_holds_and_the_lighter_one_waits(
    of: Predicate, order: list[set[Authority]], first: Authority, then: Authority
) -> None:
    ledger = Ledger(of=of)
    ledger.say(said("old", "03-01", authority=first))
    ledger.say(said("new", "03-10", authority=then))
    replaces = place(order, then) >= place(order, first)
    states = {v.value: v.status for v in ledger.open}
    assert states == (
        {"old": FactStatus.SUPERSEDED, "new": FactStatus.CURRENT}
        if replaces
        else {"old": FactStatus.CURRENT, "new": FactStatus.PENDING}
    )
    assert ledger.value_on(5) == "old"


@pytest.mark.parametrize("poison", [A.DOCUMENT, A.ASSISTANT_SAID, A.MODEL_INFERRED, A.TOOL_OBSERVED])
def test_no_number_of_poisoned_sources_outweighs_a_person(poison: Authority) -> None:
    ledger = Ledger()
    ledger.say(said("Porto", "03-01"))
    for number in range(40):
        ledger.say(again(said("Moscow", "03-10", authority=poison, source=f"p{number}"), f"copy{number}"))
    assert [v.value for v in ledger.open if v.status is FactStatus.CURRENT] == ["Porto"]


def test_a_temporary_exception_to_a_correction_is_no_contradiction() -> None:
    ledger = Ledger()
    ledger.say(said("Jinan", "03-01"))
    ledger.correct(ledger.open[0], "Harbin")
    ledger.say(said("Lyon", "03-08", event=("03-09", "03-12"), bound="within"))
    assert [ledger.value_on(number) for number in (5, 10, 15)] == ["Harbin", "Lyon", "Harbin"]


def test_both_may_hold_until_a_newer_statement_replaces_both() -> None:
    ledger = Ledger(of=GRADE)
    ledger.say(said("6", "03-01", authority=A.RECORD))
    ledger.say(said("7", "03-05"))
    waiting = next(v for v in ledger.open if v.status is FactStatus.PENDING)
    ledger.decide(MarkKind.BOTH, waiting)
    assert {v.value: v.status for v in ledger.open} == {"6": FactStatus.CURRENT, "7": FactStatus.CURRENT}
    ledger.say(said("8", "03-20", authority=A.RECORD))
    held = {v.value: v.valid_to for v in ledger.open}
    assert held == {"6": day("03-20"), "7": day("03-20"), "8": None}


def test_undoing_any_decision_leaves_the_timeline_as_it_was() -> None:
    ledger = Ledger(of=GRADE)
    ledger.say(said("6", "03-01", authority=A.RECORD))
    ledger.say(said("7", "03-05"))

    def line() -> list[tuple[object, ...]]:
        return sorted(
            (v.value, str(v.valid_from), str(v.valid_to), v.status, v.reason, v.memory_id.int) for v in ledger.open
        )

    before = line()
    six, seven = sorted(ledger.open, key=lambda v: v.value)
    for kind, bound, choice in (
        (MarkKind.BOTH, [seven], None),
        (MarkKind.NEITHER, [six, seven], None),
        (MarkKind.CHOOSE, [], seven),
        (MarkKind.CHOOSE, [seven], six),
    ):
        mark = ledger.decide(kind, *bound, choose=choice)
        assert line() != before
        ledger.undo(mark)
        assert line() == before


def test_a_plan_makes_no_state_of_a_word_that_waits_behind_the_record() -> None:
    told = [
        said("a", "03-01", authority=Authority.RECORD),
        said("b", "03-02", modality=Modality.PLANNED),
        said("b", "03-02"),
    ]
    runs = settle(slot(GRADE), told, GRADE).runs
    states = [(run.value, run.status) for run in runs if run.predicate_class is PredicateClass.STATE]
    assert states == [("a", FactStatus.CURRENT), ("b", FactStatus.PENDING)]
