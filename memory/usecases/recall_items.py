"""From ranked candidates to items: their state at the moment asked about, their score, and the reasons."""

from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from uuid import UUID

from memory.language.authority import authority_of
from memory.model.assertion import Authority
from memory.model.fact import ItemStatus
from memory.model.recalled import EventTime, EvidenceQuote, LostCandidate, RecallItem, Scores, Window
from memory.model.scope import Scope
from memory.ports.recalling import ReadableChunk, ReadableFact
from memory.ports.vector_index import ObjectKind
from memory.recall.fusion import Key, spread
from memory.recall.scoring import importance_after, recency, strength_bonus, total
from memory.recall.timing import contains, happened_within
from memory.recall.visible import shows, wanted_kind
from memory.time import resolve
from memory.usecases.ageing import strength_now
from memory.usecases.items import fact_item
from memory.usecases.recall_candidates import Evidence, Ranking
from memory.usecases.recall_episodes import EPISODIC, leading_turns
from memory.usecases.recall_expansion import Expansion
from memory.usecases.recall_explained import lost_item
from memory.usecases.recall_legs import Gathered
from memory.usecases.recall_states import Assembly, States

DEFAULT_IMPORTANCE = 0.5
_TELLING = (ItemStatus.CURRENT, ItemStatus.EXPIRED)
DRAWN_FOR_EACH, DRAWN_MORE = 2, 24
"""So many different candidates are made into items for each one that was asked for, and so many more: some fold."""


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
    """What may be shown of the candidates, as far as an answer may need it; all of it where the answer is to be explained."""
    states = States(assembly, evidence)
    led_by = _episode(assembly, evidence, states, found)
    drawn = _Drawn(assembly, evidence, states, _Reasons.of(found, expansion, assembly.window), frozenset(led_by))
    drawn.draw(_scored(assembly, evidence, spread(ranking, expansion.leads)), led_by)
    shown = sorted(drawn.items.values(), key=lambda item: (-item.score, item.memory_id))
    return Assembled(tuple(shown), tuple(drawn.lost), led_by)


@dataclass(frozen=True, slots=True)
class _Scored:
    """A candidate with what it amounts to."""

    key: Key
    score: float
    scores: Scores


def _scored(assembly: Assembly, evidence: Evidence, relevance: Mapping[Key, float]) -> list[_Scored]:
    """All candidates, the best first."""
    facts = [_scored_fact(assembly, found, relevance) for found in evidence.facts.values()]
    chunks = [_scored_chunk(assembly, found, relevance) for found in evidence.chunks.values()]
    return sorted([*facts, *chunks], key=lambda scored: (-scored.score, scored.key[1]))


def _scored_fact(assembly: Assembly, found: ReadableFact, relevance: Mapping[Key, float]) -> _Scored:
    key = (ObjectKind.FACT, found.fact.memory_id)
    scores = _fact_scores(assembly, found, relevance.get(key, 0.0))
    return _Scored(key, _score(assembly, scores, found.fact.authority, found.fact.scope), scores)


def _scored_chunk(assembly: Assembly, found: ReadableChunk, relevance: Mapping[Key, float]) -> _Scored:
    chunk, key = found.chunk, (ObjectKind.CHUNK, found.chunk.chunk_id)
    scores = _chunk_scores(assembly, found, relevance.get(key, 0.0))
    return _Scored(key, _score(assembly, scores, authority_of(chunk.source.kind, chunk.role), chunk.scope), scores)


def _score(assembly: Assembly, scores: Scores, authority: Authority, scope: Scope) -> float:
    scaled = assembly.request.scope_weights.get(scope.visibility.value, 1.0)
    return scaled * total(scores, assembly.weights, authority)


@dataclass(slots=True)
class _Drawn:
    """Items as they are drawn, the best first, until there are enough for the answer: the rest is never made.

    A chunk brings its facts along, however low they stand: it may give way to them. Words that were said before count once.
    """

    assembly: Assembly
    evidence: Evidence
    states: States
    reasons: "_Reasons"
    leading: frozenset[UUID]
    items: dict[Key, RecallItem] = field(default_factory=dict[Key, RecallItem])
    lost: list[LostCandidate] = field(default_factory=list[LostCandidate])
    looked_at: set[Key] = field(default_factory=set[Key])
    said: set[tuple[ObjectKind, str]] = field(default_factory=set[tuple[ObjectKind, str]])

    @property
    def enough(self) -> bool:
        request = self.assembly.request
        return not request.explain and len(self.said) >= DRAWN_FOR_EACH * request.limit + DRAWN_MORE

    def draw(self, scored: Sequence[_Scored], first: Sequence[UUID]) -> None:
        """`first`: chunks that lead the answer, wherever they stand."""
        by_key = {found.key: found for found in scored}
        keys = [(ObjectKind.CHUNK, chunk_id) for chunk_id in first]
        for found in [*(by_key[key] for key in keys), *scored]:
            if self.enough:
                return
            if self._add(found) and found.key[0] is ObjectKind.CHUNK:
                for memory_id in self.evidence.chunks[found.key[1]].fact_ids:
                    fact = by_key.get((ObjectKind.FACT, memory_id))
                    if fact is not None:
                        self._add(fact)

    def _add(self, found: _Scored) -> bool:
        """Whether it may be shown; what was asked to be named keeps why it may not."""
        if found.key in self.looked_at:
            return False
        self.looked_at.add(found.key)
        leads = found.key[0] is ObjectKind.CHUNK and found.key[1] in self.leading
        status = ItemStatus.CURRENT if leads else self.states.of(found.key)
        lost_by = self._lost_by(found.key, status)
        if lost_by and not self.assembly.names_lost(status):
            return False
        item = self.reasons.dress(self._item(found, status or ItemStatus.PENDING), found.key)
        if lost_by:
            self.lost.append(lost_item(item, lost_by))
            return False
        self.items[found.key] = item
        self.said.add((found.key[0], item.text))
        return True

    def _item(self, found: _Scored, status: ItemStatus) -> RecallItem:
        if found.key[0] is ObjectKind.CHUNK:
            return _chunk_item(self.evidence.chunks[found.key[1]], status, found.score, found.scores)
        return fact_item(self.evidence.facts[found.key[1]], status, score=found.score, scores=found.scores)

    def _lost_by(self, key: Key, status: ItemStatus | None) -> str:
        """Why a candidate is not shown; "" where it is."""
        if status is None:
            return "not_yet"
        if not shows(status, self.assembly.include):
            return status.value
        kind = "chunk" if key[0] is ObjectKind.CHUNK else self.evidence.facts[key[1]].fact.kind.value
        if not wanted_kind(kind, self.assembly.request.kinds):
            return "kind"
        return "" if _fits(self.assembly, self.evidence, key) else "window"


def _fits(assembly: Assembly, evidence: Evidence, key: Key) -> bool:
    """Whether a candidate belongs to the window that was asked for."""
    if assembly.within is None:
        return True
    if key[0] is ObjectKind.CHUNK:
        return _chunk_fits(assembly, assembly.within, evidence.chunks[key[1]])
    return _fact_fits(assembly, assembly.within, evidence.facts[key[1]])


def _episode(assembly: Assembly, evidence: Evidence, states: States, found: Gathered) -> tuple[UUID, ...]:
    """The turns that tell what was asked for. What happened stays so, although a state that was told with it is over."""
    if assembly.analysis.anaphora not in EPISODIC:
        return ()
    told = [chunk for chunk_id, chunk in evidence.chunks.items() if states.of((ObjectKind.CHUNK, chunk_id)) in _TELLING]
    return leading_turns(assembly.analysis, told, found.anchor, assembly.request.as_of or assembly.now)


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
