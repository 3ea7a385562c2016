"""`GraphIndex` on plain Postgres tables: the embedded graph projection."""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from adapters.pggraph import statements
from adapters.pggraph.schema import DDL
from adapters.projection.common import (
    READ_TIMEOUT_S,
    WRITE_TIMEOUT_S,
    Ref,
    batches,
    confirm,
    newest,
    one_tenant,
    versions_of,
)
from adapters.projection.pg import Cursor, Pool, tenant_transaction
from adapters.projection.walk import Reached, breadth_first, check_walk
from memory.ports.graph_index import EdgeKind, GraphEdge, GraphNode, PathStep, WalkHit, WalkQuery
from memory.ports.vector_index import ObjectKind, ProjectedRef

BATCH = 500
_PREPARE_LOCK = 7_301_002  # any number that only this adapter uses
_PREPARE_TIMEOUT_S = 60.0


class PgGraphIndex:
    """Nodes and edges in two tables with row-level security; the pool belongs to whoever made it."""

    def __init__(
        self, pool: Pool, *, read_timeout_s: float = READ_TIMEOUT_S, write_timeout_s: float = WRITE_TIMEOUT_S
    ) -> None:
        self._pool = pool
        self._read_timeout_s = read_timeout_s
        self._write_timeout_s = write_timeout_s

    @property
    def backend(self) -> str:
        return "postgres"

    async def prepare(self) -> None:
        async with tenant_transaction(self._pool, None, _PREPARE_TIMEOUT_S) as cursor:
            await cursor.execute("SELECT pg_advisory_xact_lock(%s)", [_PREPARE_LOCK])
            await cursor.execute(
                "SELECT to_regclass('projection.graph_node') IS NULL OR to_regclass('projection.graph_edge') IS NULL"
            )
            row = await cursor.fetchone()
            if row and row[0]:
                for statement in DDL:
                    await cursor.execute(statement.encode())

    async def upsert(self, nodes: Sequence[GraphNode], edges: Sequence[GraphEdge]) -> None:
        tenant_id = one_tenant([node.tenant_id for node in nodes] + [edge.tenant_id for edge in edges])
        if tenant_id is None:
            return
        kept_nodes = newest(nodes, key=lambda node: (node.kind, node.object_id), version=lambda node: node.version)
        for batch in batches(list(kept_nodes.values()), BATCH):
            await self._upsert_nodes(tenant_id, batch)
        kept_edges = newest(edges, key=lambda edge: edge.edge_id, version=lambda edge: edge.version)
        for batch in batches(list(kept_edges.values()), BATCH):
            await self._upsert_edges(tenant_id, batch)

    async def _upsert_nodes(self, tenant_id: UUID, nodes: Sequence[GraphNode]) -> None:
        wanted: dict[Ref, int] = {(node.kind, node.object_id): node.version for node in nodes}
        async with tenant_transaction(self._pool, tenant_id, self._write_timeout_s) as cursor:
            await cursor.execute(statements.UPSERT_NODES, {"tenant": tenant_id} | _node_columns(nodes))
            confirm(wanted, versions_of(await _fetch(cursor, tenant_id, list(wanted))), self.backend)

    async def _upsert_edges(self, tenant_id: UUID, edges: Sequence[GraphEdge]) -> None:
        parameters = {"tenant": tenant_id} | _edge_columns(edges)
        async with tenant_transaction(self._pool, tenant_id, self._write_timeout_s) as cursor:
            await cursor.execute(statements.ADD_BARE_NODES, parameters)
            await cursor.execute(statements.UPSERT_EDGES, parameters)
            await cursor.execute(statements.FETCH_EDGES, parameters)
            stored = {row[0]: row[1] for row in await cursor.fetchall()}
            confirm({edge.edge_id: edge.version for edge in edges}, stored, self.backend)

    async def delete(self, tenant_id: UUID, refs: Sequence[Ref]) -> int:
        gone = 0
        for batch in batches(refs, BATCH):
            async with tenant_transaction(self._pool, tenant_id, self._write_timeout_s) as cursor:
                await cursor.execute(statements.DELETE_NODES, {"tenant": tenant_id} | _keys(batch))
                gone += cursor.rowcount
        return gone

    async def delete_edges(self, tenant_id: UUID, edge_ids: Sequence[UUID]) -> int:
        gone = 0
        for batch in batches(edge_ids, BATCH):
            async with tenant_transaction(self._pool, tenant_id, self._write_timeout_s) as cursor:
                await cursor.execute(statements.DELETE_EDGES, {"tenant": tenant_id, "ids": list(batch)})
                gone += cursor.rowcount
        return gone

    async def walk(self, query: WalkQuery) -> list[WalkHit]:
        check_walk(query)
        visible = _visibility(query)
        async with tenant_transaction(self._pool, query.tenant_id, self._read_timeout_s) as cursor:

            async def expand(frontier: Sequence[Ref], seen: Sequence[Ref]) -> list[Reached]:
                parameters = visible | _keys(frontier) | {"seen": [_name(ref) for ref in seen]}
                await cursor.execute(statements.EXPAND.encode(), parameters, prepare=False)
                return [_reached(frontier, row) for row in await cursor.fetchall()]

            await cursor.execute(statements.VISIBLE_SEEDS, visible | _keys(query.seeds), prepare=False)
            seeds = [(ObjectKind(row[0]), row[1]) for row in await cursor.fetchall()]
            return await breadth_first(query, seeds, expand)

    async def fetch(self, tenant_id: UUID, refs: Sequence[Ref]) -> list[ProjectedRef]:
        async with tenant_transaction(self._pool, tenant_id, self._read_timeout_s) as cursor:
            return await _fetch(cursor, tenant_id, list(dict.fromkeys(refs)))

    async def edges_of(self, tenant_id: UUID, refs: Sequence[Ref]) -> int:
        return await self._number(tenant_id, statements.COUNT_EDGES, {"tenant": tenant_id} | _keys(refs))

    async def count(self, tenant_id: UUID) -> int:
        return await self._number(tenant_id, statements.COUNT_NODES, {"tenant": tenant_id})

    async def _number(self, tenant_id: UUID, statement: str, parameters: dict[str, object]) -> int:
        async with tenant_transaction(self._pool, tenant_id, self._read_timeout_s) as cursor:
            await cursor.execute(statement.encode(), parameters)
            row = await cursor.fetchone()
            return int(row[0]) if row else 0

    async def ping(self) -> str:
        async with tenant_transaction(self._pool, None, self._read_timeout_s) as cursor:
            await cursor.execute("SHOW server_version")
            row = await cursor.fetchone()
            return str(row[0]) if row else ""

    async def close(self) -> None:
        """Nothing: the pool is shared and closed by its owner."""


async def _fetch(cursor: Cursor, tenant_id: UUID, refs: Sequence[Ref]) -> list[ProjectedRef]:
    await cursor.execute(statements.FETCH_NODES, {"tenant": tenant_id} | _keys(refs))
    return [ProjectedRef(ObjectKind(row[0]), row[1], row[2]) for row in await cursor.fetchall()]


def _reached(frontier: Sequence[Ref], row: tuple[Any, ...]) -> Reached:
    ordinal, edge, forward, to_kind, to_id = row
    origin = int(ordinal) - 1
    from_kind, from_id = frontier[origin]
    return Reached(origin, PathStep(from_kind, from_id, EdgeKind(edge), ObjectKind(to_kind), to_id, forward))


def _name(ref: Ref) -> str:
    return f"{ref[0].value}:{ref[1]}"


def _keys(refs: Sequence[Ref]) -> dict[str, object]:
    return {"kinds": [kind.value for kind, _ in refs], "ids": [object_id for _, object_id in refs]}


def _visibility(query: WalkQuery) -> dict[str, object]:
    return {
        "tenant": query.tenant_id,
        "scope_keys": list(query.scope_keys),
        "purposes": list(query.purposes),
        "max_sensitivity": int(query.max_sensitivity),
        "statuses": list(query.statuses),
        "as_of": query.as_of,
        "fan_out": query.fan_out,
    }


def _node_columns(nodes: Sequence[GraphNode]) -> dict[str, object]:
    return {
        "kinds": [node.kind.value for node in nodes],
        "ids": [node.object_id for node in nodes],
        "versions": [node.version for node in nodes],
        "scope_keys": [node.scope_key for node in nodes],
        "purposes": [node.purpose for node in nodes],
        "sensitivities": [int(node.sensitivity) for node in nodes],
        "statuses": [node.status for node in nodes],
        "valid_froms": [node.valid_from for node in nodes],
        "valid_tos": [node.valid_to for node in nodes],
    }


def _edge_columns(edges: Sequence[GraphEdge]) -> dict[str, object]:
    return {
        "ids": [edge.edge_id for edge in edges],
        "edge_kinds": [edge.kind.value for edge in edges],
        "from_kinds": [edge.from_kind.value for edge in edges],
        "from_ids": [edge.from_id for edge in edges],
        "to_kinds": [edge.to_kind.value for edge in edges],
        "to_ids": [edge.to_id for edge in edges],
        "versions": [edge.version for edge in edges],
        "weights": [float(edge.weight) for edge in edges],
    }
