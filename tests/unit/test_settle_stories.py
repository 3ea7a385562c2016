"""The ten stories of docs/explanation/settling.md, each under its number."""

import re
from pathlib import Path

from settle_builders import DID, GRADE, HOME, LIKES, again, day, predicate, said
from settle_ledger import Ledger

from memory.model.assertion import Authority, Change, Modality
from memory.model.fact import FactStatus, PredicateClass
from memory.recall.status import item_status

A = Authority
PAGE = Path(__file__).parents[2] / "docs" / "explanation" / "settling.md"


def states(ledger: Ledger) -> dict[str, str]:
    return {v.value: v.status.value for v in ledger.open}


def test_story_1_a_newer_word_takes_over_and_the_older_one_keeps_its_time() -> None:
    ledger = Ledger()
    ledger.say(said("Porto", "03-01"))
    ledger.say(said("Faro", "03-20"))
    assert (ledger.value_on(10), ledger.value_on(25)) == ("Porto", "Faro")
    porto, faro = sorted(ledger.open, key=lambda v: v.valid_from or day("01-01"))
    assert (porto.superseded_by, porto.reason) == (faro.memory_id, "newer_statement")


def test_story_2_an_old_document_that_comes_late_fills_the_past_only() -> None:
    ledger = Ledger()
    ledger.say(said("Kofi", "03-20", authority=A.DOCUMENT))
    ledger.say(said("Dana", "03-05", authority=A.DOCUMENT))
    assert [ledger.value_on(n) for n in (2, 10, 25)] == [None, "Dana", "Kofi"]


def test_story_3_an_exception_ends_by_itself() -> None:
    ledger = Ledger()
    ledger.say(said("Suzhou", "03-01"))
    ledger.say(said("Jinan", "03-10", event=("03-10", "03-14"), bound="until"))
    assert [ledger.value_on(n) for n in (5, 12, 20)] == ["Suzhou", "Jinan", "Suzhou"]


def test_story_4_the_record_is_right_about_a_grade_and_a_person_about_a_home() -> None:
    grade, home = Ledger(of=GRADE), Ledger(of=HOME)
    for ledger in (grade, home):
        ledger.say(said("the record's", "03-01", authority=A.RECORD))
        ledger.say(said("the person's", "03-10"))
    assert states(grade) == {"the record's": "current", "the person's": "pending"}
    assert states(home) == {"the record's": "superseded", "the person's": "current"}


def test_story_5_saying_it_again_adds_evidence_and_an_echo_adds_nothing() -> None:
    ledger = Ledger()
    first = said("Porto", "03-01")
    ledger.say(first, again(said("Porto", "03-05"), "a month later"))
    ledger.say(said("Porto", "03-06", authority=A.ASSISTANT_SAID))
    assert [len(v.evidence) for v in ledger.open] == [2]


def test_story_6_a_denial_ends_and_does_not_strengthen() -> None:
    ledger = Ledger(of=predicate("allergy", LIKES.cardinality))
    ledger.say(said("walnuts", "03-01"))
    ledger.say(said("walnuts", "03-05", polarity="-"))
    walnuts, denial = ledger.open
    assert (denial.value, denial.text, denial.status) == (
        "not walnuts",
        "Lin is not allergic to walnuts",
        FactStatus.CURRENT,
    )
    assert (walnuts.status, walnuts.valid_to, len(walnuts.evidence)) == (FactStatus.SUPERSEDED, day("03-05"), 1)


def test_story_7_a_correction_stands_in_the_place_of_the_error_and_can_be_taken_back() -> None:
    ledger = Ledger()
    ledger.say(said("Chengdu", "03-01"))
    before, wrong = ledger.now, ledger.open[0]
    mark = ledger.correct(wrong, "Beijing")
    assert ledger.value_on(2) == "Beijing"
    assert ledger.answer(day("03-10"), before) == [("Chengdu", "current")]
    ledger.undo(mark)
    assert states(ledger) == {"Chengdu": "current"}


def test_story_8_of_two_equal_words_neither_is_used_before_a_person_decides() -> None:
    ledger = Ledger()
    ledger.say(said("Kofi", "03-01", authority=A.DOCUMENT, source="a"))
    ledger.say(said("Dana", "03-01", authority=A.DOCUMENT, source="b"))
    assert states(ledger) == {"Kofi": "pending", "Dana": "pending"}
    ledger.correct(next(v for v in ledger.open if v.value == "Dana"), "Dana")
    assert ledger.value_on(9) == "Dana"


def test_story_9_what_happened_stays_and_a_plan_goes_by() -> None:
    did, plan = Ledger(of=DID), Ledger(of=predicate("release", cls=PredicateClass.PLAN))
    did.say(said("signed the lease", "03-08", event=("03-07", "03-08"), grain="day"))
    plan.say(said("dentist", "03-01", modality=Modality.PLANNED, event=("03-04", "03-05"), grain="day"))
    assert item_status(did.open[0], now=day("04-01")) == "current"
    assert item_status(plan.open[0], now=day("03-02")) == "current"
    assert item_status(plan.open[0], now=day("03-20")) == "expired"


def test_story_10_the_order_of_arrival_decides_nothing_and_no_past_answer_changes() -> None:
    told = [said("Porto", "03-01"), said("Faro", "03-20", change=Change.REPLACES), said("Lyon", "03-10")]
    forth, back = Ledger(), Ledger()
    for one in told:
        forth.say(one)
    early = forth.now
    answer = forth.answer(day("03-15"), early)
    for one in reversed(told):
        back.say(one)
    assert [forth.value_on(n) for n in range(1, 29)] == [back.value_on(n) for n in range(1, 29)]
    forth.say(said("Evora", "03-12"))
    assert forth.answer(day("03-15"), early) == answer


def test_each_story_of_the_page_is_a_test() -> None:
    told = re.findall(r"^## (\d+)\. ", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    tested = [name.split("_")[2] for name in globals() if name.startswith("test_story_")]
    assert told == tested == [str(number) for number in range(1, 11)]
