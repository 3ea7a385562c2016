"""Port: people's decisions on memory. Each method is one transaction that settles what it changes; safe to run twice."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol
from uuid import UUID

from memory.model.assertion import Assertion
from memory.model.capture import CapturePlan, CaptureReceipt
from memory.model.chunk import Chunk, Operation
from memory.model.decided import Conflict, PersonEvent
from memory.model.fact import FactVersion, Slot
from memory.model.scope import Reader
from memory.ports.compiling import SlotDecision


@dataclass(frozen=True, slots=True)
class Statement:
    """A statement that a decision makes: its words as a chunk, and the assertion that they are."""

    capture: CapturePlan
    assertion: Assertion


@dataclass(frozen=True, slots=True)
class DecisionPlan:
    """A decision ready to be stored. Without words of its own it brings the operation that projects it."""

    event: PersonEvent
    operation: Operation
    statement: Statement | None = None


@dataclass(frozen=True, slots=True)
class Decided:
    """A stored decision, the memory that now stands for it (None when none does), and whether it was there already."""

    event: PersonEvent
    memory_id: UUID | None
    operation: Operation


@dataclass(frozen=True, slots=True)
class Undone:
    """What an undoing leaves to do: the operation that projects it."""

    event: PersonEvent
    operation: Operation


PlanDecision = Callable[[FactVersion, Sequence[FactVersion], str], DecisionPlan]
"""From the memory that is meant, the open versions of its slot and the zone in which it was said to the decision; run
under the slot's lock."""

PlanResolution = Callable[[Sequence[FactVersion], str], DecisionPlan]
"""From the open versions of a slot and the zone of its newest words to the decision; run under the slot's lock."""


class DecisionStore(Protocol):
    """What people decided, at the authority."""

    async def decide(
        self, tenant_id: UUID, reader: Reader, memory_id: UUID, event_id: UUID, plan: PlanDecision, decide: SlotDecision
    ) -> Decided:
        """Stores a decision on one memory and settles its slot. Raises `NotFound`, and what the plan raises."""
        ...

    async def resolve(
        self,
        tenant_id: UUID,
        reader: Reader,
        conflict_id: UUID,
        event_id: UUID,
        plan: PlanResolution,
        decide: SlotDecision,
    ) -> Decided:
        """Stores a decision on a conflict and settles its slot. Raises `NotFound`, and what the plan raises."""
        ...

    async def undo(
        self, tenant_id: UUID, reader: Reader, event_id: UUID, operation: Operation, now: datetime, decide: SlotDecision
    ) -> Undone:
        """Takes a decision back and settles its slots. Raises `NotFound`; `Conflict` for what cannot be taken back."""
        ...

    async def edit(
        self, tenant_id: UUID, reader: Reader, chunk_id: UUID, plan: Callable[[Chunk], tuple[CapturePlan, PersonEvent]]
    ) -> CaptureReceipt:
        """Puts a next version in the place of a chunk. Raises `NotFound`, `Erased`."""
        ...

    async def retract(
        self,
        tenant_id: UUID,
        reader: Reader,
        chunk_id: UUID,
        event: PersonEvent,
        operation: Operation,
        decide: SlotDecision,
    ) -> Undone:
        """Takes a chunk out of use and settles the slots that it spoke of. Raises `NotFound`."""
        ...

    async def conflicts(
        self, tenant_id: UUID, reader: Reader, now: datetime, after: UUID | None, limit: int
    ) -> list[Conflict]:
        """Slots with memories that wait for a decision, by id."""
        ...

    async def rivals(self, tenant_id: UUID, reader: Reader, slot: Slot, now: datetime) -> list[UUID]:
        """The memories of a conflict: those that wait, and those that hold meanwhile."""
        ...

    async def events_of(self, tenant_id: UUID, memory_ids: Sequence[UUID]) -> list[PersonEvent]:
        """What people decided about memories, oldest first."""
        ...
