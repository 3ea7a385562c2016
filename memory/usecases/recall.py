"""Recall: legs in parallel, verified at the authority, fused, expanded, scored, folded, packed and retold."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from uuid import UUID

from memory.language.directive import looks_like_instruction
from memory.language.tokens import query_tokens, token_count
from memory.model.errors import NotFound, ProjectionUnavailable
from memory.model.principal import Permission, Principal
from memory.model.recalled import Explanation, QueryReading, RecallBundle, RecallItem, RecallRequest, Weights
from memory.model.scope import Reader
from memory.ports.embedder import Embedder
from memory.ports.graph_index import GraphIndex
from memory.ports.recalling import RecallRecord, RecallStore
from memory.ports.vector_index import ObjectKind, VectorIndex
from memory.recall.analysis import QueryAnalysis, read_query
from memory.recall.asking import message_of
from memory.recall.bridges import joins
from memory.recall.folding import fold
from memory.recall.fusion import Adjacency, FusionWeights, Key, contributions, fuse
from memory.recall.names import name_candidates
from memory.recall.packing import pack
from memory.recall.profiles import PROFILES, Profile
from memory.recall.retelling import retell
from memory.recall.scoring import total
from memory.recall.sequence import EXPANSION, in_sequence
from memory.settle.registry import Registry
from memory.usecases.access import reader_of, require
from memory.usecases.recall_bridges import Bridges
from memory.usecases.recall_candidates import Evidence, Ranking, candidates_of
from memory.usecases.recall_causes import causal_seeds, hits_of, lead_on
from memory.usecases.recall_episodes import EPISODIC, leading_turns
from memory.usecases.recall_evidence import EvidenceReader
from memory.usecases.recall_expansion import Expander, Expansion, without_neighbours
from memory.usecases.recall_explained import explain
from memory.usecases.recall_items import Assembled, assemble, dated
from memory.usecases.recall_legs import Asked, Gathered, Legs
from memory.usecases.recall_states import Assembly


@dataclass(frozen=True, slots=True)
class _Query:
    """A question on its way: who asks, the words that ask, and how they were understood."""

    tenant_id: UUID
    reader: Reader
    request: RecallRequest
    text: str
    analysis: QueryAnalysis
    asked: Asked
    profile: Profile

    @property
    def hops(self) -> int:
        """How far the graph is walked: as the request says, else as the profile has it for such a question."""
        asked = self.request.graph_hops
        return self.profile.hops.get(self.reading.question_class, 0) if asked is None else asked

    @property
    def fusion(self) -> FusionWeights:
        return self.profile.fusion.alone() if without_neighbours(self.request) else self.profile.fusion

    @property
    def weights(self) -> Weights:
        return self.profile.weights_for(self.reading.question_class, self.request.weights)

    @property
    def crosses(self) -> bool:
        """Whether the question joins statements, and may."""
        return self.request.graph_hops != 0 and joins(self.text, has_slot=bool(self.analysis.predicates))

    @property
    def reading(self) -> QueryReading:
        return self.analysis.reading

    def kept(self, width: int) -> int:
        """How many chunks are looked at closely. An episode is told in turns that need not be among the best."""
        return MOST_CHUNKS if self.analysis.anaphora in EPISODIC else width * (self.request.limit + SPARE)


@dataclass(frozen=True, slots=True)
class _Search:
    """What one search found. `cut_off`: a leg gave as many candidates as it may, so there are more behind them."""

    assembled: Assembled
    evidence: Evidence
    degraded: tuple[str, ...]
    cut_off: bool
    signals: Mapping[Key, Mapping[str, float]]
    took_ms: Mapping[str, float]

    @property
    def items(self) -> tuple[RecallItem, ...]:
        return self.assembled.items

    def starved(self, limit: int) -> bool:
        """What may not be shown has crowded out what may: forty old facts must not outvote one change."""
        return self.cut_off and len(self.items) < min(limit, ENOUGH)


def _warned(item: RecallItem) -> RecallItem:
    """Words as they were said that read like an instruction are marked; a fact was marked when it was settled."""
    return replace(item, directive=looks_like_instruction(item.text)) if item.kind == "chunk" else item


NARROW, WIDE = 1, 6
SPARE, MOST_CHUNKS = 24, 2_000
"""So many chunks more than items are looked at: some give way to what they state, some may not be shown."""
CROSSING_S = 0.3
DATED = 5
"""So many of the first items get the day that their words tell, where the question asks for one."""
ENOUGH = 3


class RecallMemory:
    """Answers questions. Never waits for Temporal or a model; a dead projection degrades the answer."""

    def __init__(
        self,
        *,
        store: RecallStore,
        vectors: VectorIndex,
        graph: GraphIndex,
        embedder: Embedder,
        registry: Registry,
        new_id: Callable[[], UUID],
        stopwatch: Callable[[], float],
    ) -> None:
        self._store = store
        self._legs = Legs(store, vectors, embedder, stopwatch)
        self._expander = Expander(store, graph)
        self._registry = registry
        self._new_id = new_id
        self._stopwatch = stopwatch

    async def recall(self, principal: Principal, request: RecallRequest) -> RecallBundle:
        """The bundle for a question.

        Raises:
            Forbidden: the reader is beyond the key.
            Unavailable: the authority does not answer.
        """
        began = self._stopwatch()
        query = await self._understand(principal, request)
        search = await self._search(query, NARROW)
        if search.starved(query.request.limit):
            search = await self._search(query, WIDE)
        return self._bundle(query, search, began)

    async def _search(self, query: _Query, width: int) -> _Search:
        """Candidates of all legs, `width` times as many as usual; expanded, verified, scored."""
        request = query.request
        found = await self._legs.gather(query.tenant_id, query.reader, request, query.asked, width)
        near = await self._expander.near(query.tenant_id, query.reader, request, found)
        beside = [(ObjectKind.CHUNK, chunk_id) for others in near.values() for chunk_id, _ in others]
        reading = EvidenceReader(self._store, query.tenant_id, query.reader, request.known_at)
        evidence = await reading.shown(list(dict.fromkeys([*found.refs, *beside])))
        candidates, adjacency = candidates_of(found, evidence, query.analysis.speakers), Adjacency.of(near)
        ranking = fuse(candidates, adjacency, query.fusion)
        signals = contributions(candidates, adjacency, query.fusion) if request.explain else {}
        # What followed an episode stands behind its anchor, which need not be among the best.
        led_by = leading_turns(query.analysis, evidence.chunks.values(), found.anchor, request.now)
        stated, expansion = await asyncio.gather(
            reading.stated(evidence, ranking, query.kept(width)),
            self._expander.expand(query.tenant_id, query.reader, request, query.hops, ranking, led_by),
        )
        evidence = await reading.whole(expansion.new_refs(stated.evidence), stated.evidence)
        expansion.leads.extend(stated.leads)
        if query.reading.question_class == "why" and query.hops:
            evidence = await self._follow_causes(query, reading, ranking, evidence, expansion)
        assembly = Assembly.of(request, query.analysis, self._registry, query.profile)
        if query.crosses and not found.degraded:
            bridges = Bridges(self._legs, reading, assembly, query.text)
            evidence = await self._cross_in_time(bridges, found, ranking, evidence, expansion)
        assembled = assemble(assembly, found, evidence, ranking, expansion)
        degraded = (*found.degraded, *expansion.degraded)
        cut_off = (found.cut_off or stated.left_out) and width < WIDE
        return _Search(assembled, evidence, degraded, cut_off, signals, found.took_ms)

    async def _follow_causes(
        self, query: _Query, reading: EvidenceReader, ranking: Ranking, evidence: Evidence, expansion: Expansion
    ) -> Evidence:
        """One cause further back than the question's own words lead."""
        seeds = causal_seeds(ranking, evidence)
        found = await hits_of(self._store, query.tenant_id, query.reader, seeds, query.asked.tokens)
        evidence = await reading.whole([key for keys in found.values() for key in keys], evidence)
        lead_on(expansion, ranking, found, evidence)
        return evidence

    async def _cross_in_time(
        self, bridges: Bridges, found: Gathered, ranking: Ranking, evidence: Evidence, expansion: Expansion
    ) -> Evidence:
        """What leads on from the best answers; what takes too long, or meets a projection that is down, is given up and said."""
        try:
            return await asyncio.wait_for(bridges.cross(found, ranking, evidence, expansion), CROSSING_S)
        except (TimeoutError, ProjectionUnavailable):
            expansion.degraded.append("relations")
            return evidence

    async def log(self, principal: Principal, request: RecallRequest, bundle: RecallBundle) -> None:
        """Records which memories were shown; done after the answer."""
        reader = reader_of(principal, request.reader)
        ids = [item.memory_id for item in bundle.items if item.kind != "chunk"]
        await self._store.log_recall(
            principal.tenant_id, bundle.recall_id, reader, ids, request.now, simulated=request.simulated
        )

    async def record_uses(self, principal: Principal, recall_id: UUID, memory_ids: Sequence[UUID], at: datetime) -> int:
        """Records what an answer relied on: only that strengthens a memory. Raises `NotFound`."""
        require(principal, Permission.READ)
        return await self._store.record_uses(principal.tenant_id, recall_id, memory_ids, at)

    async def record_feedback(
        self, principal: Principal, recall_id: UUID, memory_id: UUID, at: datetime, *, useful: bool
    ) -> None:
        """Records whether a memory that was shown was useful; once a user and session. Raises `NotFound`."""
        await self.shown(principal, recall_id)
        recorded = await self._store.record_feedback(principal.tenant_id, recall_id, memory_id, at, useful=useful)
        if not recorded:
            raise NotFound("That recall showed no such memory, or asked under a simulated clock.")

    async def shown(self, principal: Principal, recall_id: UUID) -> RecallRecord:
        """What a recall showed, and what was said of it since. Raises `NotFound`."""
        require(principal, Permission.READ)
        found = await self._store.shown(principal.tenant_id, recall_id)
        if principal.user_id and found.user_id != principal.user_id:
            raise NotFound("There is no such recall.")
        return found

    async def _understand(self, principal: Principal, request: RecallRequest) -> _Query:
        reader, message = reader_of(principal, request.reader), message_of(request.query)
        candidates = name_candidates(message.asked)
        known, speakers = await asyncio.gather(
            self._store.entities_named(principal.tenant_id, reader.workspace, reader.project, candidates),
            self._store.speakers_named(principal.tenant_id, reader, candidates),
        )
        analysis = read_query(
            message.asked, request.now, request.timezone, sorted(known), speakers, registry=self._registry
        )
        asked = Asked(
            tokens=tuple(query_tokens(analysis.timing.content)),
            dense=analysis.dense_text,
            subjects=tuple(known[name] for name in analysis.reading.entities if name in known),
            predicates=analysis.predicates,
            about_speaker=analysis.first_person,
            window=request.window or analysis.reading.window,
            anchor=analysis.anchor if analysis.anaphora in EPISODIC else None,
            task=request.task or None,
            task_tokens=tuple(query_tokens(request.task)) if request.task else (),
            around=message.around or None,
        )
        # What followed an anchor may share no word with the question.
        request = replace(request, temporal=request.temporal or EXPANSION.get(analysis.anaphora))
        return _Query(principal.tenant_id, reader, request, message.asked, analysis, asked, PROFILES[request.profile])

    def _bundle(self, query: _Query, search: _Search, began: float) -> RecallBundle:
        request, reading = query.request, query.reading
        cited_by = {chunk_id: found.fact_ids for chunk_id, found in search.evidence.chunks.items()}
        weights = query.weights
        led_by = search.assembled.led_by
        folded = fold(search.items, cited_by, lambda scores: total(scores, weights), led_by)
        ordered = in_sequence(folded, query.analysis.anaphora, request.now, led_by)
        chosen = [_warned(item) for item in pack(ordered, request.limit, request.token_budget)]
        if reading.question_class == "when":
            chosen = [dated(item) if place < DATED else item for place, item in enumerate(chosen)]
        context = retell(chosen, reading.language, request.timezone, reading.entities)
        return RecallBundle(
            recall_id=self._new_id(),
            query=reading,
            items=tuple(chosen),
            context=context,
            tokens=token_count(context),
            degraded=tuple(dict.fromkeys(search.degraded)),
            took_ms=1000 * (self._stopwatch() - began),
            explanation=self._explained(query, search, folded, chosen) if request.explain else None,
        )

    def _explained(
        self, query: _Query, search: _Search, folded: Sequence[RecallItem], chosen: Sequence[RecallItem]
    ) -> Explanation:
        after = (search.items, folded, chosen)
        lost, limit = search.assembled.lost, query.request.limit
        told = explain(query.profile, query.weights, query.hops, search.signals, lost, after, limit)
        return replace(told, took_ms=dict(search.took_ms))
