"""In which state each candidate stands at the moment that is asked about."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from memory.model.fact import FactVersion, ItemStatus
from memory.model.recalled import RecallRequest, Weights, Window
from memory.ports.recalling import ReadableChunk, ReadableFact
from memory.ports.vector_index import ObjectKind
from memory.recall.analysis import QueryAnalysis
from memory.recall.assistants import waits
from memory.recall.echo import echoed_status
from memory.recall.fusion import Key
from memory.recall.guess import is_guess
from memory.recall.profiles import Profile
from memory.recall.status import chunk_status, item_status, overridden, telling, was_past
from memory.settle.registry import Registry
from memory.usecases.ageing import has_lapsed, is_chunk_cold_now, is_cold_now
from memory.usecases.recall_candidates import Evidence


@dataclass(frozen=True, slots=True)
class Assembly:
    """What every item depends on."""

    request: RecallRequest
    analysis: QueryAnalysis
    window: Window | None
    registry: Registry
    weights: Weights
    include: frozenset[str]
    within: Window | None = None
    talk: bool = False

    @staticmethod
    def of(request: RecallRequest, analysis: QueryAnalysis, registry: Registry, profile: Profile) -> "Assembly":
        """`within`: the window that nothing may lie outside of, where the request, or all that is asked, says so."""
        window = request.window or analysis.reading.window
        within = request.window or (window if analysis.timing.only else None)
        asked = analysis.reading.question_class
        weights, include = profile.weights_for(asked, request.weights), request.include | profile.include
        return Assembly(request, analysis, window, registry, weights, include, within, analysis.timing.talk)

    @property
    def now(self) -> datetime:
        """The evaluation clock."""
        return self.request.now

    def names_lost(self, status: ItemStatus | None) -> bool:
        """Whether a candidate that lost is to be named. Revoked words are for the audit, not for any answer."""
        return self.request.explain and status is not ItemStatus.REVOKED


class States:
    """The state of each candidate at the moment that is asked about. A chunk's is found when it is first asked for: most
    candidates are never looked at.
    """

    def __init__(self, assembly: Assembly, evidence: Evidence) -> None:
        self._assembly = assembly
        self._evidence = evidence
        self._facts = _fact_states(assembly, evidence)
        self._chunks: dict[UUID, ItemStatus | None] = {}
        self._stated = [(found.fact, self._facts[memory_id]) for memory_id, found in evidence.facts.items()]

    def of(self, key: Key) -> ItemStatus | None:
        """None for what does not hold yet, and for what the authority does not show."""
        kind, object_id = key
        if kind is not ObjectKind.CHUNK:
            return self._facts.get(object_id)
        if object_id not in self._chunks:
            found = self._evidence.chunks.get(object_id)
            self._chunks[object_id] = None if found is None else self._of_chunk(found)
        return self._chunks[object_id]

    def holds(self, key: Key) -> bool:
        """Whether it is so at that moment: what it names may be followed."""
        return self.of(key) is ItemStatus.CURRENT

    def _of_chunk(self, found: ReadableChunk) -> ItemStatus | None:
        """A chunk has the state of what it states, or of what it echoes."""
        request, chunk = self._assembly.request, found.chunk
        status = chunk_status(
            chunk.said_at,
            telling(self._told(found)),
            now=request.now,
            as_of=request.as_of,
            cold=is_chunk_cold_now(found, request.now),
            echoed=None if self._cited(found) else echoed_status(chunk.text, chunk.role, self._stated),
        )
        if status is not ItemStatus.CURRENT or self._assembly.talk:
            return status
        if self._cited(found):
            return ItemStatus.PENDING if is_guess(chunk.text, chunk.role) else status
        return ItemStatus.PENDING if waits(chunk.text, chunk.role, self._stated) else status

    def _cited(self, found: ReadableChunk) -> list[UUID]:
        return [memory_id for memory_id in found.fact_ids if memory_id in self._facts]

    def _told(self, found: ReadableChunk) -> list[tuple[FactVersion, ItemStatus | None]]:
        """What its words state and decides its state: neither what is merely old, nor what was told of as past."""
        facts = [(self._evidence.facts[memory_id], self._facts[memory_id]) for memory_id in self._cited(found)]
        return [
            (told.fact, state)
            for told, state in facts
            if not self._is_only_old(told, state) and not was_past(told.fact, state, found.chunk.said_at)
        ]

    def _is_only_old(self, found: ReadableFact, state: ItemStatus | None) -> bool:
        """Whether a fact has expired by its age alone: nobody said that it is over, and the words still tell what they told."""
        now = self._assembly.now
        moment = self._assembly.request.as_of or now
        return state is ItemStatus.EXPIRED and item_status(found.fact, now=now, as_of=moment) is not state


def _fact_states(assembly: Assembly, evidence: Evidence) -> dict[UUID, ItemStatus | None]:
    """The state of each fact; of rivals in several scopes the narrowest wins."""
    request, states = assembly.request, dict[UUID, ItemStatus | None]()
    for memory_id, found in evidence.facts.items():
        cold = is_cold_now(found, assembly.registry, request.now)
        state = item_status(found.fact, now=request.now, as_of=request.as_of, cold=cold)
        holds = state in (ItemStatus.CURRENT, ItemStatus.COLD)
        lapsed = holds and has_lapsed(found, assembly.registry, request.as_of or request.now)
        states[memory_id] = ItemStatus.EXPIRED if lapsed else state
    holding = [evidence.facts[memory_id].fact for memory_id, state in states.items() if state is ItemStatus.CURRENT]
    return states | dict.fromkeys(overridden(holding), ItemStatus.OVERRIDDEN)
