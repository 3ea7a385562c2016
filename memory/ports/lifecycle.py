"""Port: revocation, decay, consolidation and erasure at the authority."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol
from uuid import UUID

from memory.model.decided import NOBODY, Author
from memory.model.erasing import Erasure, Lineage, Selector, StoreReceipt
from memory.model.fact import FactVersion, Slot
from memory.model.scope import Reader


@dataclass(frozen=True, slots=True)
class AgeingFact:
    """An open, current fact version with what its strength depends on; `last_said`: when its newest words were said."""

    fact: FactVersion
    recorded_at: datetime
    uses: tuple[datetime, ...]
    cold: bool
    last_said: datetime | None = None
    retired_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Revocation:
    """A revocation and the slot that it touches."""

    revocation_id: UUID
    memory_id: UUID
    slot: Slot


class LifecycleStore(Protocol):
    """Forgetting short of erasure. Each method is one transaction, safe to run twice."""

    async def revoke(
        self,
        tenant_id: UUID,
        reader: Reader,
        memory_id: UUID,
        revocation_id: UUID,
        reason: str,
        now: datetime,
        by: Author = NOBODY,
    ) -> Revocation:
        """Puts a memory out of use: the newest version becomes `revoked` in this very transaction. Raises `NotFound`."""
        ...

    async def revocation(self, tenant_id: UUID, revocation_id: UUID) -> Revocation:
        """A revocation by its id, undone or not. Raises `NotFound`."""
        ...

    async def undo_revocation(
        self, tenant_id: UUID, reader: Reader, revocation_id: UUID, now: datetime, by: Author = NOBODY
    ) -> Revocation:
        """Takes a revocation back; the slot is settled again afterwards. Raises `NotFound`."""
        ...

    async def ageing_facts(self, tenant_id: UUID, after: UUID | None, limit: int) -> list[AgeingFact]:
        """Open, current facts by memory id: a page for decay and consolidation."""
        ...

    async def facts_about(self, tenant_id: UUID, subjects: Sequence[tuple[str, UUID]]) -> list[FactVersion]:
        """Open, current versions of the given (scope key, subject entity) pairs: among these, repeats are looked for."""
        ...

    async def set_cold(self, tenant_id: UUID, cold: Sequence[UUID], warm: Sequence[UUID], now: datetime) -> int:
        """Marks memories as cold or warm; returns how many changed."""
        ...

    async def retire(self, tenant_id: UUID, lapsed: Mapping[UUID, datetime]) -> int:
        """Marks memories as retired from a moment on; returns how many changed."""
        ...

    async def revalidate(self, tenant_id: UUID, memory_ids: Sequence[UUID], now: datetime) -> int:
        """Brings retired memories back, each as a new version; returns how many changed."""
        ...

    async def restore(
        self, tenant_id: UUID, reader: Reader, memory_id: UUID, now: datetime, by: Author = NOBODY
    ) -> None:
        """Brings a cold memory back: an event that counts as a use. Raises `NotFound` (also for an erased one)."""
        ...

    async def pin(
        self,
        tenant_id: UUID,
        reader: Reader,
        memory_id: UUID,
        now: datetime,
        by: Author = NOBODY,
        *,
        pinned: bool = True,
    ) -> None:
        """Keeps a memory from going cold, or lets it again; an event with its author. Raises `NotFound`."""
        ...

    async def fold(self, tenant_id: UUID, keep: UUID, folded: Sequence[UUID], now: datetime) -> bool:
        """Folds repeats into one memory: its evidence becomes the union, the others are superseded by it.

        Returns False, and writes nothing, when one of them has changed meanwhile or it was done before.
        """
        ...

    async def tenants(self) -> list[UUID]:
        """All tenants, for scheduled work."""
        ...


class ErasureStore(Protocol):
    """The authority's part of the erase saga."""

    async def select(self, tenant_id: UUID, reader: Reader, selector: Selector) -> Lineage:
        """What a selector hits, by lineage; empty when nothing. Raises `Conflict` when a subject name is ambiguous."""
        ...

    async def request(
        self, tenant_id: UUID, reader: Reader, selector: Selector, erasure_id: UUID, reason: str, now: datetime
    ) -> Erasure:
        """Selects, and in the same transaction writes tombstones for every chunk and every fact without other evidence,
        fences for the events, and the erasure row. From its commit on no reader sees any of it.

        Raises `NotFound` when nothing matches.
        """
        ...

    async def erasure(self, tenant_id: UUID, erasure_id: UUID) -> Erasure:
        """Raises `NotFound`."""
        ...

    async def lineage(self, tenant_id: UUID, erasure_id: UUID) -> Lineage:
        """What the erasure has to remove, as recorded with its tombstones."""
        ...

    async def detach(self, tenant_id: UUID, erasure_id: UUID) -> list[Slot]:
        """Withdraws the assertions of the tombstoned chunks; returns the slots to settle again (re-derivation)."""
        ...

    async def delete_rows(self, tenant_id: UUID, erasure_id: UUID, limit: int) -> int:
        """Deletes a batch of rows of the lineage (chunks, postings, assertions, links, evidence, facts, relations,
        entities that nothing names any more); returns how many; 0 when nothing is left.
        """
        ...

    async def count_rows(self, tenant_id: UUID, erasure_id: UUID) -> int:
        """Rows of the lineage that are still there: an independent read for verification."""
        ...

    async def delete_log(self, tenant_id: UUID, erasure_id: UUID) -> int:
        """Removes the lineage from recall logs and uses; returns how many rows were touched."""
        ...

    async def record(self, tenant_id: UUID, erasure_id: UUID, receipt: StoreReceipt) -> None:
        """Stores the receipt of one store."""
        ...

    async def finish(self, tenant_id: UUID, erasure_id: UUID, now: datetime) -> None:
        """Ends the erasure: status done; the lineage of ids is kept as tombstones and fences only."""
        ...

    async def set_status(self, tenant_id: UUID, erasure_id: UUID, status: str) -> None:
        """`running`, `blocked` or `held`."""
        ...

    async def stranded(self, older_than: datetime, limit: int) -> list[tuple[UUID, UUID, str]]:
        """Erasures of all tenants that are not done and were requested before: (tenant, erasure, workflow id)."""
        ...
