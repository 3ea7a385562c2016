"""Port: what recall reads at the authority. Reads only, except the log."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Protocol
from uuid import UUID

from memory.model.chunk import Chunk
from memory.model.errors import NotFound
from memory.model.fact import FactVersion
from memory.model.recalled import EvidenceQuote, TemporalExpansion, Window
from memory.model.scope import Reader
from memory.ports.vector_index import ObjectKind


@dataclass(frozen=True, slots=True)
class KeywordHit:
    """A candidate of the keyword leg with its BM25 score."""

    kind: ObjectKind
    object_id: UUID
    score: float


@dataclass(frozen=True, slots=True)
class ReadableFact:
    """A fact version that the reader may see, with its quotes and the state that reading adds.

    `uses` are the times at which answers relied on it (restores count too); `recorded_at` is when its newest evidence was
    recorded; `cold` how it is marked today (what counts is computed at reading); `feedback` the users and sessions that found
    it useful, less those that did not.
    """

    fact: FactVersion
    predicate: str
    evidence: tuple[EvidenceQuote, ...]
    uses: tuple[datetime, ...]
    cold: bool
    recorded_at: datetime
    feedback: int = 0
    retired_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class ShownItem:
    """A memory that a recall showed: when an answer relied on it, and whether it was useful (None: nobody said)."""

    memory_id: UUID
    used_at: datetime | None
    useful: bool | None


@dataclass(frozen=True, slots=True)
class RecallRecord:
    """A recall as the log holds it: never the question, nor any words."""

    recall_id: UUID
    at: datetime
    user_id: str
    items: tuple[ShownItem, ...]


@dataclass(frozen=True, slots=True)
class ReadableChunk:
    """A chunk that the reader may see; `fact_ids` are the memories that cite it (whatever their status)."""

    chunk: Chunk
    fact_ids: tuple[UUID, ...]
    cold: bool


@dataclass(frozen=True, slots=True)
class FactFilter:
    """Filters of a listing; None does not filter."""

    statuses: frozenset[str] = frozenset()
    kind: str | None = None
    subject: str | None = None
    predicate: str | None = None
    session_id: str | None = None
    as_of: datetime | None = None
    known_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Page:
    """Keyset paging: `after` is the (known_from, memory_id) of the last item seen."""

    limit: int
    after: tuple[datetime, UUID] | None = None


@dataclass(frozen=True, slots=True)
class LineageStatement:
    """A statement behind a memory: its words, and from which version of the memory to which it is cited."""

    assertion_id: UUID
    chunk_id: UUID
    source_id: UUID
    extractor: str
    extractor_version: str
    quote: str
    start: int
    end: int
    said_at: datetime
    authority: int
    from_version: int
    to_version: int | None


@dataclass(frozen=True, slots=True)
class LineageVersion:
    """A version of a memory: its state, why, and from when to when it was known."""

    version: int
    status: str
    reason: str
    known_from: datetime
    known_to: datetime | None


@dataclass(frozen=True, slots=True)
class MemoryLineage:
    """Where a memory comes from and where it went."""

    statements: tuple[LineageStatement, ...]
    versions: tuple[LineageVersion, ...]
    projections: tuple[tuple[str, int, int], ...]
    """(target, wanted version, projected version)"""

    def known_at(self, moment: datetime) -> "MemoryLineage":
        """What of it was known by then; raises `NotFound` when that is nothing."""
        versions = tuple(v for v in self.versions if v.known_from <= moment)
        if not versions:
            raise NotFound("There is no such memory.")
        last = versions[-1].version
        statements = tuple(s for s in self.statements if s.from_version <= last)
        seen = (v if v.known_to is None or v.known_to <= moment else replace(v, known_to=None) for v in versions)
        return replace(self, statements=statements, versions=tuple(seen))


class RecallStore(Protocol):
    """Reads under the reader's scope keys, purposes and sensitivity; tombstoned things are never returned.

    `known_at` None means all that is known.
    """

    async def keyword(
        self, tenant_id: UUID, reader: Reader, tokens: Sequence[str], kinds: Sequence[ObjectKind], limit: int
    ) -> list[KeywordHit]:
        """The best by BM25 (k1 0.9, b 0.4) over the postings: two phases as in RETRIEVAL.md section 3."""
        ...

    async def facts(
        self, tenant_id: UUID, reader: Reader, memory_ids: Sequence[UUID], known_at: datetime | None
    ) -> list[ReadableFact]:
        """The versions known at `known_at`, in no order."""
        ...

    async def chunks(self, tenant_id: UUID, reader: Reader, chunk_ids: Sequence[UUID]) -> list[ReadableChunk]:
        """Chunks that may be shown as evidence or context (debug, replaced, retracted ones are not)."""
        ...

    async def facts_of_chunks(
        self, tenant_id: UUID, reader: Reader, chunk_ids: Sequence[UUID]
    ) -> dict[UUID, list[UUID]]:
        """Memory ids by the chunk that they cite."""
        ...

    async def facts_of_entities(
        self, tenant_id: UUID, reader: Reader, entity_ids: Sequence[UUID], limit: int
    ) -> list[UUID]:
        """Memories about the entities, newest first."""
        ...

    async def speakers_named(self, tenant_id: UUID, reader: Reader, names: Sequence[str]) -> list[str]:
        """Those who speak in the reader's conversations under one of these names (in lower case), as they are written."""
        ...

    async def entities_named(
        self, tenant_id: UUID, workspace: str, project: str, names: Sequence[str]
    ) -> dict[str, UUID]:
        """Entities by normalised name or alias (`memory.language.linking.normal_name`)."""
        ...

    async def slot_facts(
        self,
        tenant_id: UUID,
        reader: Reader,
        subject_ids: Sequence[UUID],
        predicates: Sequence[str],
        known_at: datetime | None,
        limit: int,
        parts: bool = False,
    ) -> list[ReadableFact]:
        """All runs of the slots (any status), by validity: for look-up, timeline and the slot leg.

        `parts`: also what the subject's parts say to the same question (`parser.version` where `version` is asked).
        """
        ...

    async def in_window(
        self, tenant_id: UUID, reader: Reader, window: Window, limit: int
    ) -> list[tuple[ObjectKind, UUID]]:
        """Facts whose event time, and chunks whose `said_at`, lie in the window."""
        ...

    async def neighbours(
        self, tenant_id: UUID, reader: Reader, chunk_ids: Sequence[UUID], expansion: TemporalExpansion
    ) -> dict[UUID, list[tuple[UUID, int]]]:
        """By seed: the chunks next to it in the same session, with their signed distance in turns (or steps)."""
        ...

    async def list_facts(
        self, tenant_id: UUID, reader: Reader, wanted: FactFilter, page: Page, now: datetime
    ) -> list[ReadableFact]:
        """A page of open versions, newest known first."""
        ...

    async def history(self, tenant_id: UUID, reader: Reader, memory_id: UUID) -> list[ReadableFact]:
        """All versions of one memory, oldest first; empty when the reader may not see it."""
        ...

    async def lineage(self, tenant_id: UUID, reader: Reader, memory_id: UUID) -> MemoryLineage:
        """Raises `NotFound`."""
        ...

    async def log_recall(
        self,
        tenant_id: UUID,
        recall_id: UUID,
        reader: Reader,
        memory_ids: Sequence[UUID],
        at: datetime,
        *,
        simulated: bool,
    ) -> None:
        """Records which memories were shown (never the query)."""
        ...

    async def record_uses(self, tenant_id: UUID, recall_id: UUID, memory_ids: Sequence[UUID], at: datetime) -> int:
        """Records that an answer relied on memories of that recall; returns how many were new. Raises `NotFound`."""
        ...

    async def record_feedback(
        self, tenant_id: UUID, recall_id: UUID, memory_id: UUID, at: datetime, *, useful: bool
    ) -> bool:
        """Records one user's word, in one session, on a memory that the recall showed; False when it showed no such one."""
        ...

    async def shown(self, tenant_id: UUID, recall_id: UUID) -> RecallRecord:
        """What a recall showed, and what was said of it since. Raises `NotFound`."""
        ...
