"""What settling takes and gives: linked assertions in, runs of values out."""

from dataclasses import dataclass
from datetime import datetime
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


@dataclass(frozen=True, slots=True)
class RevocationMark:
    """A memory was revoked at `at`: evidence recorded up to then no longer supports it."""

    memory_id: UUID
    at: datetime
    reason: str


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
