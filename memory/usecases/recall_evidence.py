"""Reads candidates at the authority: what may not be shown is dropped here, and never comes back."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from memory.model.scope import Reader
from memory.ports.recalling import ReadableChunk, ReadableFact, RecallStore
from memory.ports.vector_index import ObjectKind
from memory.recall.fusion import Lead
from memory.usecases.recall_candidates import Evidence, Ranking
from memory.usecases.recall_legs import Ref, chunk_ids, fact_ids

TOLD_FACTOR = 0.85
"""What is stated in words that were found, and what no leg found itself, is worth so much of the words."""


@dataclass(frozen=True, slots=True)
class Stated:
    """The best chunks with all that they state, and leads to that; `left_out`: there were more chunks."""

    evidence: Evidence
    leads: list[Lead]
    left_out: bool


@dataclass(frozen=True, slots=True)
class EvidenceReader:
    """Reads for one question: in scope, in purpose, not tombstoned, as known at a time (None: now)."""

    store: RecallStore
    tenant_id: UUID
    reader: Reader
    known_at: datetime | None

    async def shown(self, refs: Sequence[Ref]) -> Evidence:
        """Candidates as they may be shown; the rest is dropped. What the chunks state is not read yet."""
        chunks, facts = await asyncio.gather(self._chunks(chunk_ids(refs)), self._facts(fact_ids(refs)))
        return Evidence(facts, chunks)

    async def whole(self, refs: Sequence[Ref], known: Evidence) -> Evidence:
        """What is known, and with it these candidates with all that they state: a chunk's state depends on it."""
        joined = known.joined(await self.shown([ref for ref in dict.fromkeys(refs) if ref not in known]))
        return joined.joined(Evidence(await self._facts(list(joined.unread())), {}))

    async def stated(self, evidence: Evidence, ranking: Ranking, kept: int) -> Stated:
        """With what the best chunks state, so many of them. The others are left out: nobody knows their state."""
        best = sorted(evidence.chunks, key=lambda chunk_id: (-ranking[ObjectKind.CHUNK, chunk_id], chunk_id))
        shortened = Evidence(evidence.facts, {chunk_id: evidence.chunks[chunk_id] for chunk_id in best[:kept]})
        unread = shortened.unread()
        whole = shortened.joined(Evidence(await self._facts(list(unread)), {}))
        return Stated(whole, [_told(chunk, memory) for memory, chunk in unread.items()], kept < len(best))

    async def _chunks(self, wanted: Sequence[UUID]) -> dict[UUID, ReadableChunk]:
        found = await self.store.chunks(self.tenant_id, self.reader, wanted) if wanted else []
        return {each.chunk.chunk_id: each for each in found}

    async def _facts(self, wanted: Sequence[UUID]) -> dict[UUID, ReadableFact]:
        found = await self.store.facts(self.tenant_id, self.reader, wanted, self.known_at) if wanted else []
        return {each.fact.memory_id: each for each in found}


def _told(chunk_id: UUID, memory_id: UUID) -> Lead:
    return Lead((ObjectKind.CHUNK, chunk_id), (ObjectKind.FACT, memory_id), TOLD_FACTOR)
