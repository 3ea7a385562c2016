"""Port: entities as they are seen, merged and split; and how often each predicate is used."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol
from uuid import UUID

from memory.model.scope import Reader
from memory.ports.compiling import EntityRecord, SlotDecision
from memory.ports.recalling import Page


@dataclass(frozen=True, slots=True)
class SeenEntity:
    """An entity that the reader may see; `pending` is a mention that waits to be linked."""

    entity_id: UUID
    name: str
    aliases: tuple[str, ...]
    type: str
    status: str
    at: datetime


@dataclass(frozen=True, slots=True)
class EntityChange:
    """A merge of `other_ids` into `entity_id`, or a split of the one of `other_ids` off it."""

    change_id: UUID
    kind: str
    entity_id: UUID
    other_ids: tuple[UUID, ...]
    moved: int


class EntityStore(Protocol):
    """Entities of one tenant. Changes move links as new versions and settle what they touch, in one transaction."""

    async def entities(
        self, tenant_id: UUID, reader: Reader, name: str | None, page: Page, entity_id: UUID | None = None
    ) -> tuple[list[SeenEntity], bool]:
        """A page of entities that a visible live statement names, oldest first, and whether more follow."""
        ...

    async def pending(self, tenant_id: UUID, reader: Reader, page: Page) -> tuple[list[SeenEntity], bool]:
        """Mentions that wait since several entities fit, oldest first, and whether more follow."""
        ...

    async def records(self, tenant_id: UUID, entity_ids: Sequence[UUID]) -> list[EntityRecord]:
        """Entities that are there and not merged into another."""
        ...

    async def change(self, tenant_id: UUID, change_id: UUID) -> EntityChange | None:
        """A change that was made before."""
        ...

    async def merge(
        self,
        tenant_id: UUID,
        change_id: UUID,
        into: UUID,
        others: Sequence[UUID],
        reason: str,
        now: datetime,
        decide: SlotDecision,
    ) -> EntityChange:
        """All that is said of `others` is said of `into`. A repeat of the change answers the same."""
        ...

    async def split(
        self,
        tenant_id: UUID,
        change_id: UUID,
        entity_id: UUID,
        new: EntityRecord,
        assertion_ids: Sequence[UUID],
        reason: str,
        now: datetime,
        decide: SlotDecision,
    ) -> EntityChange:
        """What is said of `entity_id` by one of `new.aliases`, or in one of the statements, is said of `new`."""
        ...

    async def undo(self, tenant_id: UUID, change_id: UUID, now: datetime, decide: SlotDecision) -> EntityChange:
        """Takes a change back, with what was linked through it since; raises `NotFound`."""
        ...

    async def predicate_counts(self, tenant_id: UUID, reader: Reader) -> dict[str, int]:
        """Live visible statements of each predicate."""
        ...
