"""Bringing projections up to date: what the outbox wants is written, read back, and ticked off."""

import asyncio
from collections.abc import Sequence
from uuid import UUID

from memory.ports.embedder import Embedder
from memory.ports.graph_index import GraphIndex
from memory.ports.projecting import OutboxStore, Target, VectorSource, WantedObject
from memory.ports.vector_index import ObjectKind, VectorIndex, VectorObject

BATCH = 64
"""Objects that are read, embedded and written together."""


class Projector:
    """Moves objects from the authority to the projections. Idempotent; raises `ProjectionUnavailable` on an outage."""

    def __init__(self, outbox: OutboxStore, vectors: VectorIndex, graph: GraphIndex, embedder: Embedder) -> None:
        self._outbox = outbox
        self._vectors = vectors
        self._graph = graph
        self._embedder = embedder

    async def tenants_waiting(self, target: Target, limit: int = 100) -> list[UUID]:
        """Tenants with something to project."""
        return await self._outbox.tenants_waiting(target, limit)

    async def drain(
        self,
        tenant_id: UUID,
        target: Target,
        *,
        operations: Sequence[UUID] = (),
        kinds: Sequence[ObjectKind] = (),
        limit: int = BATCH,
    ) -> int:
        """Projects one batch; returns how many objects are now as wanted (0: nothing waits)."""
        wanted = await self._outbox.wanted(tenant_id, target, limit, operations, kinds)
        if wanted:
            await self._write(tenant_id, target, wanted)
            await self._take_back(tenant_id, target, await self._outbox.mark_projected(tenant_id, wanted))
        return len(wanted)

    async def drain_all(
        self, tenant_id: UUID, target: Target, *, operations: Sequence[UUID] = (), kinds: Sequence[ObjectKind] = ()
    ) -> int:
        """Projects batches until nothing waits; returns how many objects that were."""
        total = 0
        while done := await self.drain(tenant_id, target, operations=operations, kinds=kinds):
            total += done
            if done < BATCH:
                break
        return total

    async def _write(self, tenant_id: UUID, target: Target, wanted: Sequence[WantedObject]) -> None:
        if target is Target.VECTORS:
            await self._write_vectors(tenant_id, wanted)
        else:
            await self._write_graph(tenant_id, wanted)

    async def _write_vectors(self, tenant_id: UUID, wanted: Sequence[WantedObject]) -> None:
        sources = await self._outbox.vector_sources(tenant_id, [item for item in wanted if not item.delete])
        if sources:
            vectors = await asyncio.to_thread(self._embedder.embed_passages, [source.text for source in sources])
            await self._vectors.upsert([_object(tenant_id, *pair) for pair in zip(sources, vectors, strict=True)])
        gone = _absent(wanted, {(source.kind, source.object_id) for source in sources})
        if gone:
            await self._vectors.delete(tenant_id, gone)

    async def _write_graph(self, tenant_id: UUID, wanted: Sequence[WantedObject]) -> None:
        sources = await self._outbox.graph_sources(tenant_id, [item for item in wanted if not item.delete])
        if sources:
            await self._graph.upsert(
                [source.node for source in sources], [edge for source in sources for edge in source.edges]
            )
        gone = _absent(wanted, {(source.node.kind, source.node.object_id) for source in sources})
        if gone:
            await self._graph.delete(tenant_id, gone)

    async def _take_back(self, tenant_id: UUID, target: Target, late: Sequence[WantedObject]) -> None:
        """What was tombstoned while it was being written goes again: an erasure beats a late writer."""
        if late:
            index = self._vectors if target is Target.VECTORS else self._graph
            await index.delete(tenant_id, [(item.kind, item.object_id) for item in late])


def _absent(wanted: Sequence[WantedObject], present: set[tuple[ObjectKind, UUID]]) -> list[tuple[ObjectKind, UUID]]:
    return [(item.kind, item.object_id) for item in wanted if (item.kind, item.object_id) not in present]


def _object(tenant_id: UUID, source: VectorSource, vector: Sequence[float]) -> VectorObject:
    return VectorObject(
        tenant_id=tenant_id,
        kind=source.kind,
        object_id=source.object_id,
        version=source.version,
        scope_key=source.scope_key,
        purpose=source.purpose,
        sensitivity=source.sensitivity,
        status=source.status,
        at=source.at,
        vector=vector,
    )
