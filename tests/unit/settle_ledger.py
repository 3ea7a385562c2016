"""A ledger of one slot: statements, revocations and people's decisions, with every version ever written."""

from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from uuid import UUID

from settle_builders import HOME, SUBJECT, day, slot

from memory.model.assertion import Assertion, Authority
from memory.model.decided import PERSON
from memory.model.fact import FactStatus, FactVersion
from memory.model.ids import derived_id
from memory.model.scope import Scope
from memory.model.settled import LinkedAssertion, MarkKind, PersonMark, RevocationMark
from memory.recall.status import item_status
from memory.settle.diff import SlotContext, diff
from memory.settle.predicate import Predicate
from memory.settle.timeline import settle

BEGIN = day("04-01")


@dataclass(slots=True)
class Ledger:
    """Applies changes one after the other, as the authority does, and keeps closed versions."""

    of: Predicate = HOME
    statements: list[LinkedAssertion] = field(default_factory=list[LinkedAssertion])
    revocations: list[RevocationMark] = field(default_factory=list[RevocationMark])
    marks: list[PersonMark] = field(default_factory=list[PersonMark])
    versions: list[FactVersion] = field(default_factory=list[FactVersion])
    tick: int = 0

    @property
    def now(self) -> datetime:
        return BEGIN + timedelta(hours=self.tick)

    @property
    def open(self) -> list[FactVersion]:
        return [v for v in self.versions if v.known_to is None and v.status is not FactStatus.RETRACTED]

    def say(self, *said: LinkedAssertion) -> None:
        """Statements arrive now, whenever they were said."""
        self.tick += 1
        known = {s.assertion.assertion_id for s in self.statements}
        fresh = [s for s in said if s.assertion.assertion_id not in known]
        arrived = [replace(s, assertion=replace(s.assertion, recorded_at=self.now)) for s in fresh]
        self.statements += arrived
        self.settle()

    def revoke(self, memory: FactVersion) -> RevocationMark:
        self.tick += 1
        mark = RevocationMark(memory.memory_id, self.now, "", memory.evidence)
        self.revocations.append(mark)
        self.settle()
        return mark

    def correct(
        self, memory: FactVersion, value: str, start: datetime | None = None, end: datetime | None = None
    ) -> PersonMark:
        """A person's correction of the memory's whole time, or of the given one."""
        self.tick += 1
        begins, ends = start or memory.valid_from, end or memory.valid_to
        made = self._made(memory, value, begins, ends)
        self.statements.append(made)
        mark = PersonMark(
            derived_id("event", [self.tick]),
            MarkKind.CORRECT,
            (memory.memory_id,),
            self.now,
            memory.evidence,
            made.assertion.assertion_id,
        )
        self.marks.append(mark)
        self.settle()
        return mark

    def decide(self, kind: MarkKind, *memories: FactVersion, choose: FactVersion | None = None) -> PersonMark:
        """A person's decision on a conflict: `memories` are put out of use, or beside, as the kind says."""
        self.tick += 1
        made = None if choose is None else self._made(choose, choose.value, choose.valid_from, choose.valid_to)
        if made is not None:
            self.statements.append(made)
        cited = tuple(a for memory in memories for a in memory.evidence)
        named = tuple(m.memory_id for m in (*memories, *((choose,) if choose else ())))
        mark = PersonMark(
            derived_id("event", [self.tick]),
            kind,
            named,
            self.now,
            cited,
            made.assertion.assertion_id if made else None,
        )
        self.marks.append(mark)
        self.settle()
        return mark

    def undo(self, mark: PersonMark | RevocationMark) -> None:
        self.tick += 1
        if isinstance(mark, RevocationMark):
            self.revocations.remove(mark)
        else:
            self.marks.remove(mark)
            self.statements = [s for s in self.statements if s.assertion.assertion_id != mark.made]
        self.settle()

    def edit(self, old: LinkedAssertion, new: LinkedAssertion) -> None:
        """Other words in the place of a statement's."""
        self.statements.remove(old)
        self.say(new)

    def settle(self) -> None:
        line = settle(slot(self.of), self.statements, self.of, self.revocations, marks=self.marks)
        ids = [s.assertion.assertion_id for s in self.statements]
        context = SlotContext(
            slot=slot(self.of),
            subject="Lin",
            scopes=dict.fromkeys(ids, Scope(user_id="lin")),
            said_at={s.assertion.assertion_id: s.assertion.said_at for s in self.statements},
            known_from=self.now,
        )
        newest = [v for v in self.versions if v.known_to is None]
        for change in diff(newest, line, context):
            if change.close is not None:
                self._close(*change.close)
            if change.insert is not None:
                self.versions.append(change.insert)

    def _close(self, memory_id: UUID, version: int) -> None:
        for place, v in enumerate(self.versions):
            if (v.memory_id, v.version) == (memory_id, version):
                assert v.known_to is None
                self.versions[place] = replace(v, known_to=self.now)

    def answer(self, as_of: datetime, known_at: datetime) -> list[tuple[str, str]]:
        """What was believed at `known_at` of the day `as_of`: (value, status)."""
        known = [
            v
            for v in self.versions
            if v.known_from <= known_at
            and (v.known_to is None or v.known_to > known_at)
            and v.status is not FactStatus.RETRACTED
        ]
        states = ((v, item_status(v, now=day("05-01"), as_of=as_of)) for v in known)
        return sorted((v.value, status.value) for v, status in states if status is not None)

    def holds(self, as_of: datetime) -> list[str]:
        """The values that hold on a day, as it is known now."""
        return [
            value for value, status in self.answer(as_of, self.now) if status == "current" or status == "superseded"
        ]

    def value_on(self, number: int) -> str | None:
        """The one value of a day of March, whether or not it has ended since."""
        moment = day(f"03-{number:02d}T12:00")
        held = [
            v.value
            for v in self.open
            if v.status in (FactStatus.CURRENT, FactStatus.SUPERSEDED)
            and (v.valid_from is None or v.valid_from <= moment)
            and (v.valid_to is None or moment < v.valid_to)
        ]
        assert len(held) <= 1, held
        return held[0] if held else None

    def _made(self, memory: FactVersion, value: str, start: datetime | None, end: datetime | None) -> LinkedAssertion:
        cited = next(s for s in self.statements if s.assertion.assertion_id in memory.evidence)
        name = [f"decision-{self.tick}"]
        assertion: Assertion = replace(
            cited.assertion,
            assertion_id=derived_id("assertion", name),
            chunk_id=derived_id("chunk", name),
            source_id=derived_id("source", name),
            value=value,
            authority=Authority.MANUAL_CORRECTION,
            said_at=self.now,
            recorded_at=self.now,
            event_start=start,
            event_end=end,
            event_bound="at" if end is None else "within",
            event_raw="",
            extractor=PERSON,
        )
        return LinkedAssertion(assertion, SUBJECT, "Lin", None, None, 0)
