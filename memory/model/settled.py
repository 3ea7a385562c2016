"""What settling takes and gives: linked assertions in, runs of values out."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from uuid import UUID

from memory.model.assertion import Assertion, Authority, MemoryKind
from memory.model.fact import Cardinality, FactStatus, PredicateClass


@dataclass(frozen=True, slots=True)
class LinkedAssertion:
    """A live assertion with the entities that its mentions are linked to."""

    assertion: Assertion
    subject_id: UUID
    subject_name: str
    object_id: UUID | None
    object_name: str | None
    position: int = 0
    """Place of its chunk in its source (turn): orders what was said at one time."""


@dataclass(frozen=True, slots=True)
class RevocationMark:
    """A memory was revoked at `at`: evidence recorded up to then no longer supports it.

    `assertion_ids` are those that it cited then: with them the mark still binds when the memory's first evidence is gone.
    """

    memory_id: UUID
    at: datetime
    reason: str
    assertion_ids: tuple[UUID, ...] = ()


class MarkKind(StrEnum):
    """What a person's decision does to the memories that it names."""

    CORRECT = "correct"
    CHOOSE = "choose"
    BOTH = "both"
    NEITHER = "neither"


@dataclass(frozen=True, slots=True)
class PersonMark:
    """A person's decision on memories of a slot: what was recorded up to `at` in support of them counts no more.

    `made` is the assertion that states what is right instead; without it (erased) the mark is void. With `both`, what is
    bound stands beside the rest.
    """

    mark_id: UUID
    kind: MarkKind
    memory_ids: tuple[UUID, ...]
    at: datetime
    assertion_ids: tuple[UUID, ...] = ()
    made: UUID | None = None


class Verdict(StrEnum):
    """What was decided about one assertion."""

    REPLACE = "replace"
    COEXIST = "coexist"
    PENDING = "pending"
    REJECT = "reject"


@dataclass(frozen=True, slots=True)
class Decision:
    """The verdict on one assertion and its reason code; `memory_id` is the run that it supports, ends or echoes."""

    assertion_id: UUID
    verdict: Verdict
    reason: str
    memory_id: UUID | None


@dataclass(frozen=True, slots=True)
class Run:
    """One run of one value in a slot, as settled: what becomes a memory.

    `memory_id` derives from slot, normalised value and the run's first known assertion. `valid_from`/`valid_to` are
    half-open, None is open. `superseded_by` names another run of the same slot. `evidence` are assertion ids, sorted.
    """

    memory_id: UUID
    value: str
    value_norm: str
    object_id: UUID | None
    text: str
    kind: MemoryKind
    cardinality: Cardinality
    predicate_class: PredicateClass
    status: FactStatus
    valid_from: datetime | None
    valid_to: datetime | None
    event_start: datetime | None
    event_end: datetime | None
    event_grain: str
    event_certainty: float
    event_raw: str
    confidence: float
    authority: Authority
    reason: str
    superseded_by: UUID | None
    evidence: tuple[UUID, ...]


@dataclass(frozen=True, slots=True)
class Timeline:
    """All runs of one slot, ordered by validity."""

    slot_id: UUID
    runs: tuple[Run, ...]
    decisions: tuple[Decision, ...] = ()
    """One for each assertion that could become a fact, sorted by assertion id."""
