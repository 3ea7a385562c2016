"""From ranked candidates to items: their state at the moment asked about, their score, and the reasons."""

from collections.abc import Container, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from uuid import UUID

from memory.language.authority import authority_of
from memory.model.fact import ItemStatus
from memory.model.recalled import (
    EventTime,
    EvidenceQuote,
    LostCandidate,
    RecallItem,
    RecallRequest,
    Scores,
    Weights,
    Window,
)
from memory.ports.recalling import ReadableChunk, ReadableFact
from memory.ports.vector_index import ObjectKind
from memory.recall.analysis import QueryAnalysis
from memory.recall.assistants import waits
from memory.recall.echo import echoed_status
from memory.recall.fusion import Key, spread
from memory.recall.guess import is_guess
from memory.recall.profiles import Profile
from memory.recall.scoring import importance_after, recency, strength_bonus, total
from memory.recall.status import chunk_status, item_status, overridden, telling, was_past
from memory.recall.timing import contains, happened_within
from memory.recall.visible import shows, wanted_kind
from memory.settle.registry import Registry
from memory.time import resolve
from memory.usecases.ageing import has_lapsed, is_chunk_cold_now, is_cold_now, strength_now
from memory.usecases.items import fact_item
from memory.usecases.recall_candidates import Evidence, Ranking
from memory.usecases.recall_episodes import leading_turns
from memory.usecases.recall_expansion import Expansion
from memory.usecases.recall_explained import lost_item
from memory.usecases.recall_legs import Gathered

DEFAULT_IMPORTANCE = 0.5
_TELLING = (ItemStatus.CURRENT, ItemStatus.EXPIRED)
Judged = tuple[RecallItem, str]
"""An item, and why it is not shown ("" where it is)."""


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


@dataclass(frozen=True, slots=True)
class Assembled:
    """The items that may be shown, best first; and what lost, where that was asked for."""

    items: tuple[RecallItem, ...]
    lost: tuple[LostCandidate, ...]
    led_by: tuple[UUID, ...] = ()
    """Chunks that tell the episode which was asked for, in order."""


def assemble(
    assembly: Assembly, found: Gathered, evidence: Evidence, ranking: Ranking, expansion: Expansion
) -> Assembled:
    """What may be shown of the candidates."""
    relevance = spread(ranking, expansion.leads)
    states = _fact_states(assembly, evidence)
    reasons = _Reasons.of(found, expansion, assembly.window)
    spoken = {chunk_id: _chunk_state(assembly, evidence, told, states) for chunk_id, told in evidence.chunks.items()}
    led_by = _episode(assembly, evidence, spoken, found)
    judged = [
        *_facts(assembly, evidence, relevance, states, reasons),
        *_chunks(assembly, evidence, relevance, spoken | dict.fromkeys(led_by, ItemStatus.CURRENT), reasons),
    ]
    shown = [item for item, lost_by in judged if not lost_by]
    lost = tuple(lost_item(item, lost_by) for item, lost_by in judged if lost_by)
    return Assembled(tuple(sorted(shown, key=lambda item: (-item.score, str(item.memory_id)))), lost, led_by)


def _is_only_old(assembly: Assembly, found: ReadableFact, state: ItemStatus | None) -> bool:
    """Whether a fact has expired by its age alone: nobody said that it is over, and the words still tell what they told."""
    moment = assembly.request.as_of or assembly.now
    return state is ItemStatus.EXPIRED and item_status(found.fact, now=assembly.now, as_of=moment) is not state


def held(assembly: Assembly, evidence: Evidence) -> set[Key]:
    """The candidates that hold: what they name may be followed."""
    states = _fact_states(assembly, evidence)
    facts = {(ObjectKind.FACT, memory_id) for memory_id, state in states.items() if state is ItemStatus.CURRENT}
    spoken = ((chunk_id, _chunk_state(assembly, evidence, told, states)) for chunk_id, told in evidence.chunks.items())
    return facts | {(ObjectKind.CHUNK, chunk_id) for chunk_id, state in spoken if state is ItemStatus.CURRENT}


def _episode(
    assembly: Assembly, evidence: Evidence, states: Mapping[UUID, ItemStatus | None], found: Gathered
) -> tuple[UUID, ...]:
    """The turns that tell what was asked for. What happened stays so, although a state that was told with it is over."""
    told = [evidence.chunks[chunk_id] for chunk_id, state in states.items() if state in _TELLING]
    return leading_turns(assembly.analysis, told, found.anchor, assembly.request.as_of or assembly.now)


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


@dataclass(frozen=True, slots=True)
class _Reasons:
    """Why a candidate is there."""

    found: Gathered
    expansion: Expansion
    window: Window | None
    by_leg: Mapping[str, Container[Key]]

    @staticmethod
    def of(found: Gathered, expansion: Expansion, window: Window | None) -> "_Reasons":
        by_leg: dict[str, Container[Key]] = {
            "keyword": found.keyword,
            "semantic": found.semantic,
            "lookup": {(ObjectKind.FACT, fact.fact.memory_id) for fact in found.slots},
            "entity": set(found.entity),
            "window": set(found.window),
            "graph": expansion.paths,
            "neighbour": expansion.neighbours,
        }
        return _Reasons(found, expansion, window, by_leg)

    def legs(self, key: Key) -> tuple[str, ...]:
        return tuple(name for name, keys in self.by_leg.items() if key in keys)

    def dress(self, item: RecallItem, key: Key) -> RecallItem:
        path = self.expansion.paths.get(key, ())
        window = self.window if key in self.by_leg["window"] else None
        return replace(item, legs=self.legs(key), path=path, hop=len(path), window=window)


def _facts(
    assembly: Assembly,
    evidence: Evidence,
    relevance: dict[Key, float],
    states: dict[UUID, ItemStatus | None],
    reasons: _Reasons,
) -> Iterator[Judged]:
    for memory_id, found in evidence.facts.items():
        status, key = states[memory_id], (ObjectKind.FACT, memory_id)
        fits = assembly.within is None or _fact_fits(assembly, assembly.within, found)
        lost_by = _lost_by(assembly, status, found.fact.kind.value, fits=fits)
        if lost_by and not assembly.names_lost(status):
            continue
        scores = _fact_scores(assembly, found, relevance.get(key, 0.0))
        score = total(scores, assembly.weights, found.fact.authority)
        scaled = score * assembly.request.scope_weights.get(found.fact.scope.visibility.value, 1.0)
        shown = fact_item(found, status or ItemStatus.PENDING, score=scaled, scores=scores)
        yield reasons.dress(shown, key), lost_by


def _chunks(
    assembly: Assembly,
    evidence: Evidence,
    relevance: dict[Key, float],
    states: Mapping[UUID, ItemStatus | None],
    reasons: _Reasons,
) -> Iterator[Judged]:
    for chunk_id, found in evidence.chunks.items():
        key, status = (ObjectKind.CHUNK, chunk_id), states[chunk_id]
        fits = assembly.within is None or _chunk_fits(assembly, assembly.within, found)
        lost_by = _lost_by(assembly, status, "chunk", fits=fits)
        if lost_by and not assembly.names_lost(status):
            continue
        scores = _chunk_scores(assembly, found, relevance.get(key, 0.0))
        score = total(scores, assembly.weights, authority_of(found.chunk.source.kind, found.chunk.role))
        scaled = score * assembly.request.scope_weights.get(found.chunk.scope.visibility.value, 1.0)
        yield reasons.dress(_chunk_item(found, status or ItemStatus.PENDING, scaled, scores), key), lost_by


def _chunk_state(
    assembly: Assembly, evidence: Evidence, found: ReadableChunk, states: dict[UUID, ItemStatus | None]
) -> ItemStatus | None:
    """A chunk has the state of what it states, or of what it echoes."""
    request = assembly.request
    cited = [(evidence.facts[memory_id].fact, states[memory_id]) for memory_id in found.fact_ids if memory_id in states]
    told = [
        (fact, state)
        for fact, state in cited
        if not _is_only_old(assembly, evidence.facts[fact.memory_id], state)
        and not was_past(fact, state, found.chunk.said_at)
    ]
    echoed = None
    if not cited:
        others = ((other.fact, states[memory_id]) for memory_id, other in evidence.facts.items())
        echoed = echoed_status(found.chunk.text, found.chunk.role, others)
    status = chunk_status(
        found.chunk.said_at,
        telling(told),
        now=request.now,
        as_of=request.as_of,
        cold=is_chunk_cold_now(found, request.now),
        echoed=echoed,
    )
    if status is not ItemStatus.CURRENT or assembly.talk:
        return status
    if cited:
        waiting = is_guess(found.chunk.text, found.chunk.role)
    else:
        others = ((other.fact, states[memory_id]) for memory_id, other in evidence.facts.items())
        waiting = waits(found.chunk.text, found.chunk.role, others)
    return ItemStatus.PENDING if waiting else status


def _lost_by(assembly: Assembly, status: ItemStatus | None, kind: str, *, fits: bool) -> str:
    """Why a candidate is not shown; "" where it is. `fits`: it belongs to the window that was asked for."""
    if status is None:
        return "not_yet"
    if not shows(status, assembly.include):
        return status.value
    if not wanted_kind(kind, assembly.request.kinds):
        return "kind"
    return "" if fits else "window"


def _fact_fits(assembly: Assembly, window: Window, found: ReadableFact) -> bool:
    fact, said = found.fact, [quote.said_at for quote in found.evidence]
    if assembly.talk and any(contains(window, moment) for moment in said):
        return True
    return happened_within(window, (fact.event_start, fact.event_end), fact.valid_from, said)


def _chunk_fits(assembly: Assembly, window: Window, found: ReadableChunk) -> bool:
    """Words that state something stand for it: when that happened counts, unless it is asked what was said."""
    asked = assembly.talk or assembly.request.window is not None or not found.fact_ids
    return asked and contains(window, found.chunk.said_at)


def _fact_moment(found: ReadableFact) -> datetime:
    """When it happened or began, else when it was last said."""
    fact = found.fact
    said = max((quote.said_at for quote in found.evidence), default=fact.known_from)
    return fact.event_start or fact.valid_from or said


def _fact_scores(assembly: Assembly, found: ReadableFact, relevance: float) -> Scores:
    strength = strength_now(found, assembly.registry, assembly.now)
    return Scores(
        relevance=relevance,
        importance=importance_after(found.fact.importance, found.feedback),
        recency=recency(_fact_moment(found), assembly.now),
        strength=strength_bonus(strength, found.uses, assembly.now),
    )


def _chunk_scores(assembly: Assembly, found: ReadableChunk, relevance: float) -> Scores:
    importance = found.chunk.importance
    return Scores(
        relevance=relevance,
        importance=DEFAULT_IMPORTANCE if importance is None else importance,
        recency=recency(found.chunk.said_at, assembly.now),
        strength=0.0,
    )


def dated(item: RecallItem) -> RecallItem:
    """Words as they were said, with the time that they tell of, seen from when they were said; others as they are."""
    if item.kind != "chunk" or not item.evidence:
        return item
    quote = item.evidence[0]
    spans = [span for span in resolve(quote.quote, quote.said_at, quote.timezone).spans if span.start is not None]
    if not spans:
        return item
    told = max(spans, key=lambda span: span.certainty)
    return replace(item, event_time=EventTime(told.start, told.end, told.grain, told.certainty, told.raw))


def _chunk_item(found: ReadableChunk, status: ItemStatus, score: float, scores: Scores) -> RecallItem:
    chunk = found.chunk
    quote = EvidenceQuote(
        source_id=chunk.source.source_id,
        chunk_id=chunk.chunk_id,
        session_id=chunk.scope.session_id,
        turn=chunk.turn,
        speaker=chunk.speaker,
        said_at=chunk.said_at,
        quote=chunk.text,
        start=0,
        end=len(chunk.text),
        timezone=chunk.timezone,
        said_at_assumed=chunk.said_at_assumed,
    )
    return RecallItem(
        memory_id=chunk.chunk_id,
        version=chunk.version,
        kind="chunk",
        text=chunk.text,
        status=status,
        score=score,
        scores=scores,
        legs=(),
        path=(),
        hop=0,
        window=None,
        subject=None,
        predicate=None,
        value=None,
        valid_from=chunk.said_at,
        valid_to=None,
        known_from=chunk.recorded_at,
        known_to=None,
        event_time=None,
        directive=False,  # read once it is chosen
        evidence=(quote,),
    )
