"""From what the legs found to one relevance a candidate."""

from collections.abc import Mapping
from dataclasses import dataclass
from uuid import UUID

from memory.ports.recalling import ReadableChunk, ReadableFact
from memory.ports.vector_index import ObjectKind
from memory.recall.analysis import is_question
from memory.recall.fusion import Candidate, Key
from memory.usecases.recall_legs import Gathered, Ref


@dataclass(frozen=True, slots=True)
class Evidence:
    """Candidates as the authority shows them, by id."""

    facts: Mapping[UUID, ReadableFact]
    chunks: Mapping[UUID, ReadableChunk]

    def joined(self, other: "Evidence") -> "Evidence":
        """Both together."""
        return Evidence({**self.facts, **other.facts}, {**self.chunks, **other.chunks})

    def unread(self) -> dict[UUID, UUID]:
        """Memories that the chunks state and that were not read, each with the first chunk that states it."""
        stated: dict[UUID, UUID] = {}
        for chunk_id, found in self.chunks.items():
            for memory_id in found.fact_ids:
                if memory_id not in self.facts:
                    stated.setdefault(memory_id, chunk_id)
        return stated

    def __contains__(self, ref: Ref) -> bool:
        return ref[1] in (self.facts if ref[0] is ObjectKind.FACT else self.chunks)


Ranking = dict[Key, float]


def candidates_of(found: Gathered, evidence: Evidence, speakers: tuple[str, ...]) -> list[Candidate]:
    """Every candidate that the authority shows, with its signals."""
    slots = {(ObjectKind.FACT, fact.fact.memory_id) for fact in found.slots}
    entity, window = set(found.entity), set(found.window)
    chunks = [_of_chunk(chunk, found, window, speakers) for chunk in evidence.chunks.values()]
    facts = [_of_fact(fact, found, slots, entity, window) for fact in evidence.facts.values()]
    return [*chunks, *facts]


def _of_chunk(found: ReadableChunk, gathered: Gathered, window: set[Ref], speakers: tuple[str, ...]) -> Candidate:
    chunk = found.chunk
    key = (ObjectKind.CHUNK, chunk.chunk_id)
    return Candidate(
        key=key,
        keyword=gathered.keyword.get(key),
        semantic=gathered.semantic.get(key),
        window=float(key in window),
        task_keyword=gathered.task_keyword.get(key),
        task_semantic=gathered.task_semantic.get(key),
        around=gathered.around.get(key),
        speaker=chunk.speaker in speakers,
        question=is_question(chunk.text),
        length=len(chunk.text.encode()),
        session=chunk.scope.session_id or str(chunk.source.source_id),
    )


def _of_fact(found: ReadableFact, gathered: Gathered, slots: set[Ref], entity: set[Ref], window: set[Ref]) -> Candidate:
    fact = found.fact
    key = (ObjectKind.FACT, fact.memory_id)
    return Candidate(
        key=key,
        keyword=gathered.keyword.get(key),
        semantic=gathered.semantic.get(key),
        entity=float(key in entity),
        slot=float(key in slots),
        window=float(key in window),
        task_keyword=gathered.task_keyword.get(key),
        task_semantic=gathered.task_semantic.get(key),
        around=gathered.around.get(key),
        length=len(fact.text.encode()),
        cites=tuple(quote.chunk_id for quote in found.evidence),
    )
