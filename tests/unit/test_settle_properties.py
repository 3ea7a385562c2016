"""What must hold of any timeline: the order of arrival, repeats and batches decide nothing."""

from dataclasses import replace
from datetime import datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from settle_builders import DID, EXAMPLES, GRADE, HOME, LIKES, LOOSE, again, day, predicate, said, slot, value_at

from memory.model.assertion import Application, Authority, Change, Modality
from memory.model.fact import Cardinality, FactStatus, FactVersion, PredicateClass
from memory.model.scope import Scope
from memory.model.settled import LinkedAssertion, RevocationMark, Run, Timeline
from memory.settle.diff import SlotContext, diff
from memory.settle.predicate import Predicate
from memory.settle.timeline import settle

PREDICATES = [HOME, GRADE, LIKES, LOOSE, DID, predicate("release", cls=PredicateClass.PLAN)]
days = st.integers(1, 28).map(lambda d: f"03-{d:02d}")


@st.composite
def events(draw: st.DrawFn) -> tuple[tuple[str | None, str | None] | None, str]:
    kind = draw(st.sampled_from(["", "", "at", "until", "since", "within", "open"]))
    if not kind:
        return None, ""
    first, second = sorted((draw(st.integers(1, 27)), draw(st.integers(1, 27))))
    start, end = f"03-{first:02d}", f"03-{second + 1:02d}"
    if kind == "open":
        return (None, end), "until"
    return ((start, None) if kind == "since" else (start, end)), kind


@st.composite
def statements(draw: st.DrawFn) -> LinkedAssertion:
    event, bound = draw(events())
    return said(
        draw(st.sampled_from(["a", "b", "c"])),
        draw(days),
        source=draw(st.sampled_from(["s", "t", "u"])),
        authority=draw(st.sampled_from([Authority.USER_STATED] * 4 + list(Authority))),
        polarity=draw(st.sampled_from(["+", "+", "+", "+", "-"])),
        modality=draw(st.sampled_from([Modality.ASSERTED] * 5 + [Modality.PLANNED, Modality.QUOTED])),
        change=draw(st.sampled_from([Change.NONE] * 3 + list(Change))),
        application=draw(st.sampled_from([Application.ALWAYS] * 3 + list(Application))),
        event=event,
        bound=bound,
        grain=draw(st.sampled_from(["day", "minute"])),
        recorded=draw(days),
        confidence=draw(st.sampled_from([0.2, 0.8, 0.8, 0.9])),
        ordinal=draw(st.integers(0, 2)),
    )


some = st.lists(statements(), max_size=12)
predicates = st.sampled_from(PREDICATES)


def overlap(left: Run, right: Run) -> bool:
    def before(end: datetime | None, start: datetime | None) -> bool:
        return end is not None and (start is None or end <= start)

    empty = left.valid_from == left.valid_to or right.valid_from == right.valid_to
    return not empty and not before(left.valid_to, right.valid_from) and not before(right.valid_to, left.valid_from)


@settings(max_examples=EXAMPLES, deadline=None)
@given(st.data(), some, predicates)
def test_i7_order_and_repeats_of_arrival_decide_nothing(
    data: st.DataObject, given_statements: list[LinkedAssertion], of: Predicate
) -> None:
    shuffled = data.draw(st.permutations(given_statements + given_statements[:3]))
    assert settle(slot(of), shuffled, of) == settle(slot(of), given_statements, of)


@settings(max_examples=EXAMPLES, deadline=None)
@given(some)
def test_when_a_statement_was_recorded_decides_no_value(given_statements: list[LinkedAssertion]) -> None:
    def values(line: Timeline) -> list[tuple[object, ...]]:
        return sorted((r.value_norm, str(r.valid_from), str(r.valid_to), r.status, r.reason) for r in line.runs)

    at_once = [replace(s, assertion=replace(s.assertion, recorded_at=day("04-01"))) for s in given_statements]
    assert values(settle(slot(), at_once, HOME)) == values(settle(slot(), given_statements, HOME))


@settings(max_examples=60, deadline=None)
@given(some, st.sampled_from([HOME, GRADE]))
def test_a_single_valued_slot_never_holds_two_values_at_one_time(
    given_statements: list[LinkedAssertion], of: Predicate
) -> None:
    runs = [
        run
        for run in settle(slot(of), given_statements, of).runs
        if run.cardinality is Cardinality.SINGLE and run.status in (FactStatus.CURRENT, FactStatus.SUPERSEDED)
    ]
    clashes = [(a.value, b.value) for i, a in enumerate(runs) for b in runs[i + 1 :] if overlap(a, b)]
    assert clashes == []


@settings(max_examples=60, deadline=None)
@given(some, predicates)
def test_every_run_has_evidence_an_ordered_interval_and_an_id_of_its_own(
    given_statements: list[LinkedAssertion], of: Predicate
) -> None:
    line = settle(slot(of), given_statements, of)
    known = {s.assertion.assertion_id for s in given_statements}
    assert all(run.evidence and set(run.evidence) <= known for run in line.runs)
    assert all(not run.valid_from or not run.valid_to or run.valid_from <= run.valid_to for run in line.runs)
    ids = [run.memory_id for run in line.runs]
    assert len(ids) == len(set(ids))
    assert {run.superseded_by for run in line.runs} - {None} <= set(ids)


@settings(max_examples=50, deadline=None)
@given(some, predicates)
def test_each_statement_that_counts_has_exactly_one_decision(
    given_statements: list[LinkedAssertion], of: Predicate
) -> None:
    counted = {
        s.assertion.assertion_id
        for s in given_statements
        if s.assertion.modality in (Modality.ASSERTED, Modality.PLANNED)
    }
    decided = [d.assertion_id for d in settle(slot(of), given_statements, of).decisions]
    assert sorted(decided, key=str) == sorted(counted, key=str)


@settings(max_examples=50, deadline=None)
@given(some, statements())
def test_i15_a_lower_authority_never_takes_time_from_a_persons_word(
    given_statements: list[LinkedAssertion], late: LinkedAssertion
) -> None:
    people = [
        replace(s, assertion=replace(s.assertion, authority=Authority.USER_STATED, confidence=0.8))
        for s in given_statements
    ]
    other = again(late, "poison")
    poison = replace(other, assertion=replace(other.assertion, authority=Authority.ASSISTANT_SAID, value="z"))

    def held(line: Timeline) -> list[tuple[object, ...]]:
        return [(r.value, r.valid_from, r.valid_to, r.evidence) for r in line.runs if r.value != "z"]

    assert held(settle(slot(), [*people, poison], HOME)) == held(settle(slot(), people, HOME))


def context(given_statements: list[LinkedAssertion], of: Predicate, known_from: str = "04-01") -> SlotContext:
    ids = [s.assertion.assertion_id for s in given_statements]
    return SlotContext(
        slot=slot(of),
        subject="Lin",
        scopes=dict.fromkeys(ids, Scope(user_id="lin")),
        said_at={s.assertion.assertion_id: s.assertion.said_at for s in given_statements},
        known_from=day(known_from),
    )


def store(current: list[FactVersion], line: Timeline, ctx: SlotContext) -> list[FactVersion]:
    """What the authority holds after the changes: the open versions."""
    open_versions = {version.memory_id: version for version in current}
    for change in diff(current, line, ctx):
        if change.close is not None:
            assert open_versions[change.close[0]].version == change.close[1]
            del open_versions[change.close[0]]
        if change.insert is not None:
            assert change.insert.memory_id not in open_versions
            open_versions[change.insert.memory_id] = change.insert
    return list(open_versions.values())


@settings(max_examples=EXAMPLES, deadline=None)
@given(some, predicates)
def test_i4_equal_input_writes_nothing(given_statements: list[LinkedAssertion], of: Predicate) -> None:
    line = settle(slot(of), given_statements, of)
    stored = store([], line, context(given_statements, of))
    assert len(stored) == len(line.runs)
    assert diff(stored, line, context(given_statements, of, "05-01")) == []


@settings(max_examples=EXAMPLES, deadline=None)
@given(some, st.integers(0, 12), predicates)
def test_i7_batches_lead_to_the_same_state_as_all_at_once(
    given_statements: list[LinkedAssertion], cut: int, of: Predicate
) -> None:
    first, everything = given_statements[:cut], given_statements
    stored = store([], settle(slot(of), first, of), context(first, of))
    stored = store(stored, settle(slot(of), everything, of), context(everything, of))
    live = [v for v in stored if v.status is not FactStatus.RETRACTED]
    at_once = store([], settle(slot(of), everything, of), context(everything, of))

    def key(version: FactVersion) -> FactVersion:
        return replace(version, version=0)

    assert sorted(map(key, live), key=lambda v: v.memory_id.int) == sorted(
        map(key, at_once), key=lambda v: v.memory_id.int
    )


@settings(max_examples=50, deadline=None)
@given(some, st.integers(0, 11), days)
def test_a_revocation_puts_its_evidence_out_of_use_and_undoing_it_leaves_no_residue(
    given_statements: list[LinkedAssertion], choice: int, at: str
) -> None:
    line = settle(slot(), given_statements, HOME)
    if not line.runs:
        return
    target = line.runs[choice % len(line.runs)]
    mark = RevocationMark(target.memory_id, day(at), "", target.evidence)
    revoked = settle(slot(), given_statements, HOME, [mark])
    bound = {e for run in revoked.runs if run.status is FactStatus.REVOKED for e in run.evidence}
    live = {e for run in revoked.runs if run.status is not FactStatus.REVOKED for e in run.evidence}
    assert not bound & live
    assert settle(slot(), given_statements, HOME, []) == line


@pytest.mark.parametrize("of", PREDICATES, ids=lambda p: p.name)
def test_nothing_gives_nothing(of: Predicate) -> None:
    assert settle(slot(of), [], of).runs == ()


@st.composite
def everyday(draw: st.DrawFn) -> list[LinkedAssertion]:
    """One person's plain statements, and at most one exception for each of two further values."""
    plain = draw(st.lists(st.tuples(st.sampled_from("abc"), st.integers(1, 28)), max_size=8, unique_by=lambda p: p[1]))
    found = [said(value, f"03-{number:02d}") for value, number in plain]
    for value in "xy":
        if draw(st.booleans()):
            first, second = sorted((draw(st.integers(1, 27)), draw(st.integers(1, 27))))
            told = f"03-{draw(st.integers(1, 28)):02d}"
            found.append(said(value, told, event=(f"03-{first:02d}", f"03-{second + 1:02d}"), bound="within"))
    return found


def expected_at(given_statements: list[LinkedAssertion], moment: datetime) -> str | None:
    """The rule in a line: of all that covers the moment, what was vouched for last."""
    best: tuple[datetime, datetime, str] | None = None
    for s in given_statements:
        a = s.assertion
        start, end = a.event_start or a.said_at, a.event_end
        if start <= moment and (end is None or moment < end):
            candidate = (max(a.said_at, start), a.said_at, a.value)
            best = candidate if best is None else max(best, candidate)
    return None if best is None else best[2]


@settings(max_examples=100, deadline=None)
@given(everyday())
def test_any_day_holds_what_was_vouched_for_last(given_statements: list[LinkedAssertion]) -> None:
    line = settle(slot(), given_statements, HOME)
    for number in range(1, 29):
        moment = f"03-{number:02d}T12:00"
        expected = expected_at(given_statements, day(moment))
        assert value_at(line, moment) == ([] if expected is None else [expected])
