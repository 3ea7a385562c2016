"""A slot under everything that may happen to it, against a model of a few lines; and a past that never changes."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule
from settle_builders import EXAMPLES, HOME, again, day, said, slot
from settle_ledger import Ledger
from test_settle_properties import predicates, statements

from memory.model.fact import FactStatus, FactVersion
from memory.model.settled import LinkedAssertion, PersonMark, RevocationMark
from memory.settle.predicate import Predicate
from memory.settle.timeline import settle

values = st.sampled_from("abcde")
days = st.integers(1, 28)


@dataclass(frozen=True)
class Claim:
    """What the model knows of a statement: a person's word (1) or correction (2) on a value from a day on."""

    weight: int
    start: int
    order: int
    value: str
    end: int = 99


class SlotMachine(RuleBasedStateMachine):
    """Captures, corrections, revocations, edits, conflicts and undoings in any order."""

    def __init__(self) -> None:
        super().__init__()
        self.ledger = Ledger()
        self.model: dict[object, Claim] = {}
        self.undone: list[tuple[PersonMark | RevocationMark, dict[object, Claim]]] = []
        self.snapshots: dict[tuple[int, int], list[tuple[str, str]]] = {}
        self.used: set[int] = set()

    def expected(self, number: int) -> str | None:
        """The whole rule: of what covers the day, the weightier, then the later, word counts."""
        covering = [c for c in self.model.values() if c.start <= number < c.end]
        return max(covering, key=lambda c: (c.weight, c.start, c.order)).value if covering else None

    def held(self) -> list[FactVersion]:
        """Memories that held for some time."""
        alive = (FactStatus.CURRENT, FactStatus.SUPERSEDED)
        return [v for v in self.ledger.open if v.status in alive and v.valid_from != v.valid_to]

    @rule(value=values, number=days)
    def capture(self, value: str, number: int) -> None:
        if number in self.used:
            return
        self.used.add(number)
        statement = said(value, f"03-{number:02d}", source=f"s{number}")
        self.ledger.say(statement)
        self.model[statement.assertion.assertion_id] = Claim(1, number, number, value)
        self.undone.clear()

    @precondition(lambda self: self.held())
    @rule(choice=st.integers(0, 40), value=st.sampled_from("vwxyz"))
    def correct(self, choice: int, value: str) -> None:
        memory = self.held()[choice % len(self.held())]
        before = dict(self.model)
        mark = self.ledger.correct(memory, value)
        for cited in memory.evidence:
            self.model.pop(cited, None)
        start, end = self.number(memory.valid_from), self.number(memory.valid_to)
        self.model[mark.made] = Claim(2, start or 0, 100 + self.ledger.tick, value, end or 99)
        self.undone.append((mark, before))

    @precondition(lambda self: self.held())
    @rule(choice=st.integers(0, 40))
    def revoke(self, choice: int) -> None:
        memory = self.held()[choice % len(self.held())]
        before = dict(self.model)
        mark = self.ledger.revoke(memory)
        for cited in memory.evidence:
            self.model.pop(cited, None)
        self.undone.append((mark, before))

    @precondition(lambda self: self.undone)
    @rule()
    def undo_the_last(self) -> None:
        mark, before = self.undone.pop()
        self.ledger.undo(mark)
        self.model = before

    @precondition(lambda self: not self.ledger.marks and not self.ledger.revocations and self.ledger.statements)
    @rule(choice=st.integers(0, 40), value=values)
    def edit(self, choice: int, value: str) -> None:
        old = self.ledger.statements[choice % len(self.ledger.statements)]
        number = old.assertion.said_at.day
        new = again(said(value, f"03-{number:02d}", source=f"s{number}"), f"edit-{self.ledger.tick}")
        self.ledger.edit(old, new)
        del self.model[old.assertion.assertion_id]
        self.model[new.assertion.assertion_id] = Claim(1, number, number, value)

    def number(self, moment: datetime | None) -> int | None:
        return None if moment is None else (moment - day("03-01")).days + 1

    @invariant()
    def every_day_holds_what_the_model_says(self) -> None:
        for number in range(1, 29, 3):
            assert self.ledger.value_on(number) == self.expected(number), number

    @invariant()
    def no_answer_for_a_past_has_changed(self) -> None:
        for (tick, number), answer in self.snapshots.items():
            moment = day("04-01") + timedelta(hours=tick)
            assert self.ledger.answer(day(f"03-{number:02d}T12:00"), moment) == answer
        for number in (3, 14, 28):
            key = (self.ledger.tick, number)
            self.snapshots[key] = self.ledger.answer(day(f"03-{number:02d}T12:00"), self.ledger.now)

    @invariant()
    def settling_again_writes_nothing(self) -> None:
        before = len(self.ledger.versions)
        self.ledger.settle()
        assert len(self.ledger.versions) == before


SlotMachine.TestCase.settings = settings(max_examples=max(40, EXAMPLES // 10), stateful_step_count=14, deadline=None)
TestSlotMachine = SlotMachine.TestCase

batches = st.lists(st.lists(statements(), min_size=1, max_size=4), min_size=1, max_size=4)


@settings(max_examples=EXAMPLES, deadline=None)
@given(batches, predicates, st.integers(0, 9))
def test_i16_the_answer_for_a_past_never_changes_by_later_writes(
    arriving: list[list[LinkedAssertion]], of: Predicate, choice: int
) -> None:
    ledger, asked = Ledger(of=of), [day(f"03-{number:02d}T12:00") for number in (2, 9, 16, 23, 28)]
    answers: dict[tuple[datetime, datetime], object] = {}
    for batch in arriving:
        ledger.say(*batch)
        answers |= {(as_of, ledger.now): ledger.answer(as_of, ledger.now) for as_of in asked}
        if choice < 3 and ledger.open:
            ledger.revoke(ledger.open[choice % len(ledger.open)])
        elif choice < 6 and ledger.open and ledger.open[0].status is not FactStatus.REVOKED:
            ledger.correct(ledger.open[0], "z")
        answers |= {(as_of, ledger.now): ledger.answer(as_of, ledger.now) for as_of in asked}
    for (as_of, known_at), answer in answers.items():
        assert ledger.answer(as_of, known_at) == answer
    there = settle(slot(of), ledger.statements, of, ledger.revocations, marks=ledger.marks)
    back = settle(slot(of), ledger.statements[::-1], of, ledger.revocations[::-1], marks=ledger.marks[::-1])
    assert there == back


@settings(max_examples=EXAMPLES, deadline=None)
@given(st.lists(st.tuples(values, days), max_size=8, unique_by=lambda p: p[1]), values, days)
def test_back_filled_facts_change_only_what_they_should(plain: list[tuple[str, int]], value: str, number: int) -> None:
    if number in {taken for _, taken in plain}:
        return
    ledger = Ledger(of=HOME)
    ledger.say(*(said(v, f"03-{n:02d}", source=f"s{n}") for v, n in plain))
    before = {n: ledger.value_on(n) for n in range(1, 29)}
    ledger.say(said(value, f"03-{number:02d}", source="back-filled"))
    next_change = min((n for _, n in plain if n > number), default=29)
    changed = {n for n in range(1, 29) if ledger.value_on(n) != before[n]}
    assert changed <= set(range(number, next_change))
    assert ledger.value_on(number) == value


def test_two_corrections_to_one_value_side_by_side_hold_for_both_their_times() -> None:
    ledger = Ledger()
    ledger.say(
        *(said(value, f"03-{number:02d}", source=f"s{number}") for number, value in ((1, "a"), (3, "b"), (5, "c")))
    )
    for wrong in ("b", "a"):
        memory = next(v for v in ledger.open if v.value == wrong and v.valid_from != v.valid_to)
        ledger.correct(memory, "y")
    assert [ledger.value_on(number) for number in (1, 2, 3, 4, 5)] == ["y", "y", "y", "y", "c"]
