"""Expansion from seeds: along the graph, and to the turns next to them. What it brings counts relative to its seed."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from uuid import UUID

from memory.model.errors import ProjectionUnavailable
from memory.model.recalled import PathHop, RecallRequest, TemporalExpansion
from memory.model.scope import Reader
from memory.ports.graph_index import GraphIndex, PathStep, WalkHit, WalkQuery
from memory.ports.recalling import RecallStore
from memory.ports.vector_index import ObjectKind
from memory.recall.fusion import Key, Lead
from memory.usecases.recall_candidates import Evidence, Ranking
from memory.usecases.recall_legs import Gathered, Ref

SEEDS = 8
FAN_OUT = 12
WALK_LIMIT = 60
HOP_FACTOR = 0.7
TURN_FACTOR = 0.6
NEAR = TemporalExpansion("turn", 2, "both")
NEIGHBOUR_SEEDS = 12
"""Chunks of each leg whose neighbours are looked at."""
DEADLINE_S = 0.2


@dataclass(slots=True)
class Expansion:
    """Leads to further candidates, the paths that led there, and what was down or late."""

    leads: list[Lead] = field(default_factory=list[Lead])
    paths: dict[Key, tuple[PathHop, ...]] = field(default_factory=dict[Key, tuple[PathHop, ...]])
    neighbours: set[Key] = field(default_factory=set[Key])
    degraded: list[str] = field(default_factory=list[str])

    def new_refs(self, evidence: Evidence) -> list[Key]:
        """Targets that were not read yet."""
        return [key for key in dict.fromkeys(lead.target for lead in self.leads) if key not in evidence]


class Expander:
    """Follows seeds; every failure degrades the answer and never fails it."""

    def __init__(self, store: RecallStore, graph: GraphIndex) -> None:
        self._store = store
        self._graph = graph

    async def near(
        self, tenant_id: UUID, reader: Reader, request: RecallRequest, found: Gathered
    ) -> dict[UUID, list[tuple[UUID, int]]]:
        """The turns next to the best chunks: they are candidates too, and lend each other their scores."""
        seeds = [*_best(found.keyword), *_best(found.semantic)]
        if not seeds or without_neighbours(request):
            return {}
        return await self._store.neighbours(tenant_id, reader, list(dict.fromkeys(seeds)), NEAR)

    async def expand(
        self,
        tenant_id: UUID,
        reader: Reader,
        request: RecallRequest,
        hops: int,
        ranking: Ranking,
        first: Sequence[UUID] = (),
    ) -> Expansion:
        """Walks the graph so many hops, and the neighbours of the best chunks, and of those named first, as far as the
        request asks.
        """
        expansion = Expansion()
        named = [(ObjectKind.CHUNK, chunk_id) for chunk_id in first]
        seeds = list(dict.fromkeys([*named, *_seeds(ranking, ObjectKind.CHUNK)]))
        await asyncio.gather(
            self._walk(tenant_id, reader, request, _seeds(ranking, ObjectKind.FACT), hops, expansion),
            self._turns(tenant_id, reader, request.temporal, seeds, expansion),
        )
        return expansion

    async def _walk(
        self,
        tenant_id: UUID,
        reader: Reader,
        request: RecallRequest,
        seeds: Sequence[Key],
        hops: int,
        expansion: Expansion,
    ) -> None:
        if not hops or not seeds:
            return
        query = WalkQuery(
            tenant_id=tenant_id,
            seeds=seeds,
            scope_keys=reader.scope_keys,
            purposes=reader.purposes,
            max_sensitivity=int(reader.max_sensitivity),
            statuses=(),
            max_hops=min(hops + 1, 3),
            fan_out=FAN_OUT,
            limit=WALK_LIMIT,
            as_of=request.as_of,
        )
        try:
            hits = await asyncio.wait_for(self._graph.walk(query), DEADLINE_S)
        except (TimeoutError, ProjectionUnavailable):
            expansion.degraded.append("graph")
            return
        for hit in hits:
            _lead_along(hit, expansion)

    async def _turns(
        self,
        tenant_id: UUID,
        reader: Reader,
        asked: TemporalExpansion | None,
        seeds: Sequence[Key],
        expansion: Expansion,
    ) -> None:
        if asked is None or not asked.distance or not seeds:
            return
        near = await self._store.neighbours(tenant_id, reader, [seed[1] for seed in seeds[:SEEDS]], asked)
        for seed, others in near.items():
            for other, distance in others:
                target = (ObjectKind.CHUNK, other)
                expansion.leads.append(Lead((ObjectKind.CHUNK, seed), target, TURN_FACTOR ** abs(distance)))
                expansion.neighbours.add(target)


def without_neighbours(request: RecallRequest) -> bool:
    """Whether the request wants nothing from the turns beside a hit, nor from its session: a distance of zero."""
    return request.temporal is not None and request.temporal.distance == 0


def _best(scores: Mapping[Ref, float]) -> list[UUID]:
    chunks = [ref for ref in scores if ref[0] is ObjectKind.CHUNK]
    return [ref[1] for ref in sorted(chunks, key=lambda ref: (-scores[ref], str(ref[1])))[:NEIGHBOUR_SEEDS]]


def _seeds(ranking: Ranking, kind: ObjectKind) -> list[Key]:
    best = sorted((key for key in ranking if key[0] is kind), key=lambda key: (-ranking[key], str(key[1])))
    return best[:SEEDS]


def _lead_along(hit: WalkHit, expansion: Expansion) -> None:
    """A fact that was reached counts by its hops between facts; entities are only passed through."""
    if hit.kind is not ObjectKind.FACT or not hit.path:
        return
    target, first = (hit.kind, hit.object_id), hit.path[0]
    expansion.leads.append(Lead((first.from_kind, first.from_id), target, HOP_FACTOR**hit.hops))
    expansion.paths.setdefault(target, tuple(_hop(step) for step in hit.path))


def _hop(step: PathStep) -> PathHop:
    """In the direction of the edge, whichever way it was walked."""
    ends = (step.from_id, step.to_id) if step.forward else (step.to_id, step.from_id)
    return PathHop(ends[0], step.edge.value, ends[1])
