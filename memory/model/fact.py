"""Facts: what holds in a slot, in two clocks. A memory is one run of one value in one slot."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from uuid import UUID

from memory.model.assertion import Authority, MemoryKind
from memory.model.ids import derived_id
from memory.model.scope import Scope


class FactStatus(StrEnum):
    """Stored states. `expired`, `cold` and `overridden` are computed at reading."""

    CURRENT = "current"
    SUPERSEDED = "superseded"
    PENDING = "pending"
    REVOKED = "revoked"
    RETRACTED = "retracted"


class ItemStatus(StrEnum):
    """States that an answer shows."""

    CURRENT = "current"
    SUPERSEDED = "superseded"
    EXPIRED = "expired"
    PENDING = "pending"
    OVERRIDDEN = "overridden"
    COLD = "cold"
    REVOKED = "revoked"


class Cardinality(StrEnum):
    """How many values a slot holds at one time."""

    SINGLE = "single"
    MULTI = "multi"
    EVENT = "event"


class PredicateClass(StrEnum):
    """What kind of thing a predicate tells (DESIGN.md section 5): it decides validity."""

    STATE = "state"
    EVENT = "event"
    PLAN = "plan"


@dataclass(frozen=True, slots=True)
class Slot:
    """One question that memory answers: (scope, subject, predicate). `subject_id` is an entity."""

    scope_key: str
    purpose: str
    subject_id: UUID
    predicate: str

    @property
    def slot_id(self) -> UUID:
        """Deterministic within a tenant."""
        return derived_id("slot", [self.scope_key, self.purpose, self.subject_id, self.predicate])


@dataclass(frozen=True, slots=True)
class FactVersion:
    """One version of a memory. `known_to` is None for the newest. Times are aware; validity is half-open."""

    memory_id: UUID
    version: int
    slot: Slot
    scope: Scope
    subject: str
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
    known_from: datetime
    known_to: datetime | None
    event_start: datetime | None
    event_end: datetime | None
    event_grain: str
    event_certainty: float
    event_raw: str
    confidence: float
    authority: Authority
    importance: float
    reason: str
    superseded_by: UUID | None
    evidence: tuple[UUID, ...]
    """Assertion ids."""
    directive: bool = False
    pinned: bool = False
    consolidated: bool = False
