"""Erase: gone everywhere. A forward-only saga: readers are blind from the request's commit on, then each store is emptied,
verified by an independent read, and gives a receipt.
"""

from collections.abc import Callable
from datetime import datetime
from uuid import UUID

from memory.model.erasing import Erasure, Lineage, Selector, Store, StoreReceipt
from memory.model.errors import BlobsUnavailable, NotFound, StaleWrite
from memory.model.principal import Permission, Principal
from memory.model.scope import Reader
from memory.ports.blobs import BlobStore
from memory.ports.compiling import CompileStore
from memory.ports.graph_index import GraphIndex
from memory.ports.keys import Histories
from memory.ports.lifecycle import ErasureStore
from memory.ports.projecting import Target
from memory.ports.vector_index import ObjectKind, VectorIndex
from memory.settle.registry import Registry
from memory.usecases.access import reader_of, require
from memory.usecases.project import Projector
from memory.usecases.settling import slot_decision

BATCH = 500


class EraseMemory:
    """The request and the steps of the saga. Every step is safe to run twice."""

    def __init__(
        self,
        *,
        erasures: ErasureStore,
        compile_store: CompileStore,
        projector: Projector,
        vectors: VectorIndex,
        graph: GraphIndex,
        histories: Histories,
        registry: Registry,
        clock: Callable[[], datetime],
        blobs: BlobStore | None = None,
    ) -> None:
        """`blobs` is None where no store of large content is configured."""
        self._blobs = blobs
        self._erasures = erasures
        self._compile_store = compile_store
        self._projector = projector
        self._vectors = vectors
        self._graph = graph
        self._histories = histories
        self._registry = registry
        self._clock = clock

    async def plan(self, principal: Principal, reader: Reader, selector: Selector) -> Lineage:
        """What an erasure would remove; raises `NotFound` when the selector matches nothing."""
        require(principal, Permission.FORGET)
        lineage = await self._erasures.select(principal.tenant_id, reader_of(principal, reader), selector)
        if lineage.empty:
            raise NotFound("Nothing matches this selector, and nothing was done.")
        return lineage

    async def request(
        self, principal: Principal, reader: Reader, selector: Selector, reason: str, erasure_id: UUID
    ) -> Erasure:
        """Hides everything at once, in one transaction; the saga removes it afterwards. Raises `NotFound`, `Conflict`."""
        require(principal, Permission.FORGET)
        bound = reader_of(principal, reader)
        return await self._erasures.request(principal.tenant_id, bound, selector, erasure_id, reason, self._clock())

    async def get(self, principal: Principal, erasure_id: UUID) -> Erasure:
        """How far an erasure is; raises `NotFound`."""
        require(principal, Permission.FORGET)
        return await self._erasures.erasure(principal.tenant_id, erasure_id)

    async def detach(self, tenant_id: UUID, erasure_id: UUID) -> None:
        """Withdraws the erased evidence and settles its slots again: what it had superseded comes back."""
        slots = await self._erasures.detach(tenant_id, erasure_id)
        if slots:
            decide = slot_decision(self._registry, self._clock)
            await self._compile_store.settle_slots(tenant_id, slots, None, decide)

    async def delete_authority(self, tenant_id: UUID, erasure_id: UUID) -> None:
        """Deletes the rows of the lineage in batches."""
        found = await self._erasures.count_rows(tenant_id, erasure_id)
        while await self._erasures.delete_rows(tenant_id, erasure_id, BATCH):
            pass
        left = await self._erasures.count_rows(tenant_id, erasure_id)
        await self._receipt(tenant_id, erasure_id, Store.AUTHORITY, found, left)

    async def delete_vectors(self, tenant_id: UUID, erasure_id: UUID) -> None:
        """Deletes the vectors of the lineage, then brings the index up to what was settled again."""
        lineage = await self._erasures.lineage(tenant_id, erasure_id)
        refs = _vector_refs(lineage)
        found = len(await self._vectors.fetch(tenant_id, refs))
        await self._vectors.delete(tenant_id, refs)
        left = len(await self._vectors.fetch(tenant_id, refs))
        await self._receipt(tenant_id, erasure_id, Store.VECTORS, found, left)
        await self._projector.drain_all(tenant_id, Target.VECTORS)

    async def delete_graph(self, tenant_id: UUID, erasure_id: UUID) -> None:
        """Deletes the nodes of the lineage with their edges, then brings the graph up to what was settled again."""
        lineage = await self._erasures.lineage(tenant_id, erasure_id)
        refs = _graph_refs(lineage)
        found = len(await self._graph.fetch(tenant_id, refs))
        await self._graph.delete(tenant_id, refs)
        left = len(await self._graph.fetch(tenant_id, refs)) + await self._graph.edges_of(tenant_id, refs)
        await self._receipt(tenant_id, erasure_id, Store.GRAPH, found, left)
        await self._projector.drain_all(tenant_id, Target.GRAPH)

    async def delete_blobs(self, tenant_id: UUID, erasure_id: UUID) -> None:
        """Deletes the content outside the authority that holds any of the lineage."""
        keys = (await self._erasures.lineage(tenant_id, erasure_id)).blobs
        if keys and self._blobs is None:
            raise BlobsUnavailable("Content to be erased lies in a blob store. Set MEMC_BLOB_URL to where it is.")
        found = left = 0
        if self._blobs is not None:
            for key in keys:
                found += await self._blobs.exists(key)
                await self._blobs.delete(key)
                left += await self._blobs.exists(key)
        await self._receipt(tenant_id, erasure_id, Store.BLOBS, found, left)

    async def delete_log(self, tenant_id: UUID, erasure_id: UUID) -> None:
        """Removes the lineage from recall logs and uses; a second look must find nothing."""
        found = await self._erasures.delete_log(tenant_id, erasure_id)
        left = await self._erasures.delete_log(tenant_id, erasure_id)
        await self._receipt(tenant_id, erasure_id, Store.RECALL_LOG, found, left)

    async def delete_histories(self, tenant_id: UUID, erasure_id: UUID) -> None:
        """Deletes the workflow histories that concern the lineage."""
        lineage = await self._erasures.lineage(tenant_id, erasure_id)
        found = sum([await self._histories.delete(workflow_id) for workflow_id in lineage.workflows])
        left = sum([await self._histories.exists(workflow_id) for workflow_id in lineage.workflows])
        await self._receipt(tenant_id, erasure_id, Store.WORKFLOW_HISTORY, found, left)

    async def finish(self, tenant_id: UUID, erasure_id: UUID) -> None:
        """Ends the erasure; every store has given its receipt."""
        await self._erasures.finish(tenant_id, erasure_id, self._clock())

    async def mark_blocked(self, tenant_id: UUID, erasure_id: UUID, store: Store) -> None:
        """Shows that a store is down; the saga goes on by itself."""
        await self._erasures.record(tenant_id, erasure_id, StoreReceipt(store, "blocked", 0, 0, None))
        await self._erasures.set_status(tenant_id, erasure_id, "blocked")

    async def _receipt(self, tenant_id: UUID, erasure_id: UUID, store: Store, found: int, left: int) -> None:
        """Records what a store lost; what is still there makes the step run again instead of reporting done early.

        A step that runs twice finds nothing the second time: the first receipt, which counted, is kept by the store.
        """
        if left:
            raise StaleWrite("The store still holds something of what was erased. The step runs again by itself.")
        await self._erasures.record(tenant_id, erasure_id, StoreReceipt(store, "done", found, found, self._clock()))


def _vector_refs(lineage: Lineage) -> list[tuple[ObjectKind, UUID]]:
    chunks = [(ObjectKind.CHUNK, found) for found in lineage.chunks]
    return [*chunks, *((ObjectKind.FACT, found) for found in lineage.facts)]


def _graph_refs(lineage: Lineage) -> list[tuple[ObjectKind, UUID]]:
    facts = [(ObjectKind.FACT, found) for found in lineage.facts]
    return [*facts, *((ObjectKind.ENTITY, found) for found in lineage.entities)]
