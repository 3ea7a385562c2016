"""The legs of recall: each finds candidates on its own, in parallel, under one deadline. A dead leg degrades the answer."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import TypeVar
from uuid import UUID

from memory.language.linking import project_entity_id, speaker_entity_id
from memory.model.errors import ProjectionUnavailable
from memory.model.recalled import RecallRequest, Window
from memory.model.scope import Reader
from memory.ports.embedder import Embedder
from memory.ports.recalling import ReadableFact, RecallStore
from memory.ports.vector_index import ObjectKind, VectorIndex, VectorQuery
from memory.usecases.linking import NOBODY

Ref = tuple[ObjectKind, UUID]
Found = TypeVar("Found")

KEYWORD_LIMIT = 90
VECTOR_LIMIT = 70
OWN_LIMIT, ENTITY_LIMIT = 40, 20
"""The newest facts of who asks, and of whom or what a question names."""
SLOT_LIMIT = 40
WINDOW_LIMIT = 60
AROUND_LIMIT = 20
DEADLINE_S = 0.5
"""For all legs together; expansion and the authority check have the rest of the 800 ms."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A query as the legs need it: tokens, the text to embed, named entities, predicates, a window, the work at hand, the
    event that it points from, and what was said around it.
    """

    tokens: tuple[str, ...]
    dense: str
    subjects: tuple[UUID, ...]
    predicates: tuple[str, ...]
    about_speaker: bool
    window: Window | None
    task: str | None = None
    task_tokens: tuple[str, ...] = ()
    anchor: str | None = None
    around: str | None = None


@dataclass(slots=True)
class Gathered:
    """What the legs found, and which of them are down or late."""

    keyword: dict[Ref, float] = field(default_factory=dict[Ref, float])
    semantic: dict[Ref, float] = field(default_factory=dict[Ref, float])
    slots: list[ReadableFact] = field(default_factory=list[ReadableFact])
    entity: list[Ref] = field(default_factory=list[Ref])
    window: list[Ref] = field(default_factory=list[Ref])
    task_keyword: dict[Ref, float] = field(default_factory=dict[Ref, float])
    task_semantic: dict[Ref, float] = field(default_factory=dict[Ref, float])
    anchor: dict[Ref, float] = field(default_factory=dict[Ref, float])
    around: dict[Ref, float] = field(default_factory=dict[Ref, float])
    degraded: list[str] = field(default_factory=list[str])
    took_ms: dict[str, float] = field(default_factory=dict[str, float])
    cut_off: bool = False
    """The lexical or the dense leg gave as many as it may."""

    @property
    def refs(self) -> list[Ref]:
        """Every candidate once, in the order in which the legs gave them. The work at hand brings none: it only ranks."""
        slots = [(ObjectKind.FACT, found.fact.memory_id) for found in self.slots]
        return list(
            dict.fromkeys(
                [*self.keyword, *self.semantic, *slots, *self.entity, *self.window, *self.anchor, *self.around]
            )
        )


class Legs:
    """Runs the legs of one query."""

    def __init__(
        self, store: RecallStore, vectors: VectorIndex, embedder: Embedder, stopwatch: Callable[[], float]
    ) -> None:
        self._store = store
        self._vectors = vectors
        self._embedder = embedder
        self._stopwatch = stopwatch

    async def gather(
        self, tenant_id: UUID, reader: Reader, request: RecallRequest, asked: Asked, width: int = 1
    ) -> Gathered:
        """All legs at once, each with up to `width` times its usual number; what is late or down is named in `degraded`,
        and never fails the answer.
        """
        found = Gathered()
        scored, listed = await asyncio.gather(
            self._scored(tenant_id, reader, asked, width, found),
            self._listed(tenant_id, reader, request, asked, found),
        )
        found.keyword, found.semantic, found.task_keyword, found.task_semantic, found.anchor, found.around = (
            hits or {} for hits in scored
        )
        slots, entity, window = listed
        found.slots, found.entity, found.window = slots or [], entity or [], window or []
        found.cut_off = len(found.keyword) >= KEYWORD_LIMIT * width or len(found.semantic) >= VECTOR_LIMIT * width
        return found

    async def _scored(
        self, tenant_id: UUID, reader: Reader, asked: Asked, width: int, found: Gathered
    ) -> Sequence[dict[Ref, float] | None]:
        """By words and by meaning: of the question, then of the work at hand; and the event that the question points from."""
        return await asyncio.gather(
            self._in_time(self.keyword(tenant_id, reader, asked.tokens, KEYWORD_LIMIT * width), "keyword", found),
            self._in_time(self.semantic(tenant_id, reader, asked.dense, VECTOR_LIMIT * width), "vectors", found),
            self._in_time(self.keyword(tenant_id, reader, asked.task_tokens, KEYWORD_LIMIT * width), "task", found),
            self._in_time(self.semantic(tenant_id, reader, asked.task, VECTOR_LIMIT * width), "task", found),
            self._in_time(self.semantic(tenant_id, reader, asked.anchor, VECTOR_LIMIT * width), "vectors", found),
            self._in_time(self.semantic(tenant_id, reader, asked.around, AROUND_LIMIT), "vectors", found),
        )

    async def _listed(
        self, tenant_id: UUID, reader: Reader, request: RecallRequest, asked: Asked, found: Gathered
    ) -> tuple[list[ReadableFact] | None, list[Ref] | None, list[Ref] | None]:
        """By slot, by entity, by time."""
        subjects = _subjects(reader, asked)
        return await asyncio.gather(
            self._in_time(self._slots(tenant_id, reader, subjects, asked, request.known_at), "lookup", found),
            self._in_time(self._entity(tenant_id, reader, subjects, asked), "entities", found),
            self._in_time(self._window(tenant_id, reader, asked), "window", found),
        )

    async def _in_time(self, leg: Awaitable[Found], name: str, gathered: Gathered) -> Found | None:
        began = self._stopwatch()
        try:
            return await asyncio.wait_for(leg, DEADLINE_S)
        except (TimeoutError, ProjectionUnavailable):
            gathered.degraded.append(name)
            return None
        finally:
            took = 1000 * (self._stopwatch() - began)
            gathered.took_ms[name] = max(took, gathered.took_ms.get(name, 0.0))

    async def keyword(self, tenant_id: UUID, reader: Reader, tokens: Sequence[str], limit: int) -> dict[Ref, float]:
        """The best by words, with their BM25."""
        if not tokens:
            return {}
        kinds = [ObjectKind.CHUNK, ObjectKind.FACT]
        hits = await self._store.keyword(tenant_id, reader, tokens, kinds, limit)
        return {(hit.kind, hit.object_id): hit.score for hit in hits}

    async def semantic(self, tenant_id: UUID, reader: Reader, text: str | None, limit: int) -> dict[Ref, float]:
        """The nearest by meaning, with their similarity."""
        if text is None:
            return {}
        vector = await asyncio.to_thread(self._embedder.embed_query, text)
        query = VectorQuery(
            tenant_id=tenant_id,
            vector=vector,
            scope_keys=reader.scope_keys,
            purposes=reader.purposes,
            max_sensitivity=int(reader.max_sensitivity),
            kinds=[ObjectKind.CHUNK, ObjectKind.FACT],
            statuses=(),
            limit=limit,
        )
        hits = await self._vectors.search(query)
        return {(hit.kind, hit.object_id): hit.similarity for hit in hits}

    async def _slots(
        self,
        tenant_id: UUID,
        reader: Reader,
        subjects: Sequence[UUID],
        asked: Asked,
        known_at: datetime | None,
    ) -> list[ReadableFact]:
        if not asked.predicates:
            return []
        return await self._store.slot_facts(tenant_id, reader, subjects, asked.predicates, known_at, SLOT_LIMIT, True)

    async def _entity(self, tenant_id: UUID, reader: Reader, subjects: Sequence[UUID], asked: Asked) -> list[Ref]:
        if not asked.subjects and not asked.about_speaker:
            return []
        most = OWN_LIMIT if asked.about_speaker else ENTITY_LIMIT
        ids = await self._store.facts_of_entities(tenant_id, reader, subjects, most)
        return [(ObjectKind.FACT, memory_id) for memory_id in ids]

    async def _window(self, tenant_id: UUID, reader: Reader, asked: Asked) -> list[Ref]:
        if asked.window is None:
            return []
        return await self._store.in_window(tenant_id, reader, asked.window, WINDOW_LIMIT)


def _subjects(reader: Reader, asked: Asked) -> list[UUID]:
    """Entities that the query may be about: those named, the speaker, and the project."""
    found = list(asked.subjects)
    if asked.about_speaker:
        found.append(speaker_entity_id(reader.workspace, reader.user_id or NOBODY))
    found.append(project_entity_id(reader.workspace, reader.project))
    return list(dict.fromkeys(found))


def chunk_ids(refs: Sequence[Ref]) -> list[UUID]:
    """The chunks among candidates."""
    return [found for kind, found in refs if kind is ObjectKind.CHUNK]


def fact_ids(refs: Sequence[Ref]) -> list[UUID]:
    """The facts among candidates."""
    return [found for kind, found in refs if kind is ObjectKind.FACT]
