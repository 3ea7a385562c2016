"""`OutboxStore` on Postgres."""

from collections.abc import Iterable, Sequence
from typing import Any
from uuid import UUID

from adapters.postgres.joins import STATE_OF_FACT, each
from adapters.postgres.pool import Database, Row, rows
from adapters.postgres.visible import FACT_KEPT, LIVE_CHUNK
from memory.model.ids import derived_id
from memory.model.scope import GENERAL, Visibility, scope_key
from memory.ports.graph_index import EdgeKind, GraphEdge, GraphNode
from memory.ports.projecting import GraphSource, ProjectionLag, Target, VectorSource, WantedObject
from memory.ports.vector_index import ObjectKind

LIVE = "current"
"""The status of chunks and entities in projections: what may not be shown is not there at all."""


class PostgresOutboxStore:
    """See `memory.ports.projecting.OutboxStore`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def wanted(
        self,
        tenant_id: UUID,
        target: Target,
        limit: int,
        operations: Sequence[UUID] = (),
        kinds: Sequence[ObjectKind] = (),
    ) -> list[WantedObject]:
        params = {"tenant": tenant_id, "target": target.value, "limit": limit, "operations": list(operations)}
        params |= {"kinds": [kind.value for kind in kinds or ObjectKind]}
        async with self._database.reading(tenant_id) as connection:
            found = await rows(connection, _WANTED_OF_OPERATIONS if operations else _WANTED, params)
        return [
            WantedObject(
                tenant_id,
                target,
                ObjectKind(row["kind"]),
                row["object_id"],
                row["wanted_version"],
                row["wanted_deleted"],
            )
            for row in found
        ]

    async def tenants_waiting(self, target: Target, limit: int) -> list[UUID]:
        async with self._database.across_tenants() as connection:
            found = await rows(connection, _TENANTS_WAITING, {"target": target.value, "limit": limit})
        return [row["tenant_id"] for row in found]

    async def vector_sources(self, tenant_id: UUID, objects: Sequence[WantedObject]) -> list[VectorSource]:
        params = _params(tenant_id, Target.VECTORS, objects)
        async with self._database.reading(tenant_id) as connection:
            chunks = await connection.execute(_CHUNK_VECTORS, params)
            facts = await connection.execute(_FACT_VECTORS, params)
            found = [_vector_source(ObjectKind.CHUNK, row) for row in await chunks.fetchall()]
            return [*found, *(_vector_source(ObjectKind.FACT, row) for row in await facts.fetchall())]

    async def graph_sources(self, tenant_id: UUID, objects: Sequence[WantedObject]) -> list[GraphSource]:
        params = _params(tenant_id, Target.GRAPH, objects)
        async with self._database.reading(tenant_id) as connection:
            entities = await connection.execute(_ENTITY_NODES, params)
            facts = await connection.execute(_FACT_NODES, params)
            relations = await connection.execute(_RELATIONS, params)
            found = [GraphSource(_entity_node(tenant_id, row), ()) for row in await entities.fetchall()]
            nodes = await facts.fetchall()
            related = await relations.fetchall()
        return [*found, *(_fact_source(tenant_id, row, related) for row in nodes)]

    async def mark_projected(self, tenant_id: UUID, objects: Sequence[WantedObject]) -> list[WantedObject]:
        live: set[tuple[Target, str, UUID]] = set()
        async with self._database.writing(tenant_id) as connection:
            for target in Target:
                mine = [item for item in objects if item.target is target]
                if mine:
                    params = _params(tenant_id, target, mine) | {"versions": [item.version for item in mine]}
                    found = await rows(connection, _MARK, params)
                    live |= {(target, row["kind"], row["object_id"]) for row in found if row["live"]}
        return [
            item for item in objects if not item.delete and (item.target, item.kind.value, item.object_id) not in live
        ]

    async def lag(self, tenant_id: UUID | None, target: Target) -> ProjectionLag:
        if tenant_id is None:
            async with self._database.across_tenants() as connection:
                found = await rows(connection, _LAG_OF_ALL, {"target": target.value})
        else:
            async with self._database.reading(tenant_id) as connection:
                found = await rows(connection, _LAG, {"tenant": tenant_id, "target": target.value})
        return ProjectionLag(target, found[0]["expected"], found[0]["waiting"], found[0]["oldest_wait"])


_WANTED = """
SELECT kind, object_id, wanted_version, wanted_deleted FROM outbox
WHERE tenant_id = %(tenant)s AND target = %(target)s AND projected_version < wanted_version AND kind = ANY(%(kinds)s)
ORDER BY waiting_since, object_id LIMIT %(limit)s"""
_WANTED_OF_OPERATIONS = """
SELECT kind, object_id, wanted_version, wanted_deleted FROM outbox
WHERE tenant_id = %(tenant)s AND target = %(target)s AND projected_version < wanted_version AND kind = ANY(%(kinds)s)
  AND operation_id = ANY(%(operations)s)
ORDER BY waiting_since, object_id LIMIT %(limit)s"""
_TENANTS_WAITING = "SELECT tenant_id FROM memc_tenants_waiting(%(target)s, %(limit)s)"
_LAG_OF_ALL = "SELECT * FROM memc_outbox_lag(%(target)s)"
_LAG = """
SELECT count(*) FILTER (WHERE NOT wanted_deleted) AS expected,
    count(*) FILTER (WHERE projected_version < wanted_version) AS waiting,
    min(waiting_since) FILTER (WHERE projected_version < wanted_version) AS oldest_wait
FROM outbox WHERE tenant_id = %(tenant)s AND target = %(target)s"""

_ASKED = f"""
FROM unnest(%(kinds)s::text[], %(objects)s::uuid[]) AS w (kind, object_id)
{each("outbox", "b", "b.target = %(target)s AND b.kind = w.kind AND b.object_id = w.object_id")}"""
# The version is read with the object, so that what is written is never older than its version says.
_CHUNK_VECTORS = f"""
SELECT c.chunk_id AS object_id, b.wanted_version AS version, c.scope_key, c.purpose, c.sensitivity,
    '{LIVE}' AS status, c.said_at AS at, CASE WHEN c.speaker = '' THEN c.text ELSE c.speaker || ': ' || c.text END AS text
{_ASKED} {each("chunk", "c", "c.chunk_id = b.object_id")}
WHERE b.tenant_id = %(tenant)s AND b.target = %(target)s AND b.kind = 'chunk' AND NOT b.wanted_deleted
  AND c.purpose <> 'debug' AND {LIVE_CHUNK}"""
_STATUS = "CASE WHEN f.status = 'current' AND m.cold THEN 'cold' ELSE f.status END"
_FACT_VECTORS = f"""
SELECT f.memory_id AS object_id, b.wanted_version AS version, f.scope_key, f.purpose, f.sensitivity,
    {_STATUS} AS status, COALESCE(f.event_start, f.valid_from, f.known_from) AS at, f.text
{_ASKED} {each("fact_version", "f", "f.memory_id = b.object_id AND f.known_to IS NULL")}
{STATE_OF_FACT}
WHERE b.tenant_id = %(tenant)s AND b.target = %(target)s AND b.kind = 'fact' AND NOT b.wanted_deleted
  AND f.status <> 'retracted' AND {FACT_KEPT}"""
_ENTITY_NODES = f"""
SELECT e.entity_id, e.workspace, b.wanted_version AS version
{_ASKED} {each("entity", "e", "e.entity_id = b.object_id")}
WHERE b.tenant_id = %(tenant)s AND b.target = %(target)s AND b.kind = 'entity' AND NOT b.wanted_deleted"""
_FACT_NODES = f"""
SELECT f.memory_id, b.wanted_version AS version, f.scope_key, f.purpose, f.sensitivity, {_STATUS} AS status,
    f.valid_from, f.valid_to, f.subject_id, f.object_id
{_ASKED} {each("fact_version", "f", "f.memory_id = b.object_id AND f.known_to IS NULL")}
{STATE_OF_FACT}
WHERE b.tenant_id = %(tenant)s AND b.target = %(target)s AND b.kind = 'fact' AND NOT b.wanted_deleted
  AND f.status <> 'retracted' AND {FACT_KEPT}"""
# A relation between two assertions is one between the memories that cite them.
_RELATIONS = f"""
SELECT me.memory_id AS from_id, f.memory_id AS to_id, r.kind, max(r.confidence) AS weight
FROM evidence me
{each("relation", "r", "r.from_assertion = me.assertion_id")}
{each("assertion", "a", "a.assertion_id = r.to_assertion AND a.live")}
{each("evidence", "te", "te.assertion_id = r.to_assertion AND te.to_version IS NULL")}
{each("fact_version", "f", "f.memory_id = te.memory_id AND f.known_to IS NULL AND f.status <> 'retracted'")}
WHERE me.tenant_id = %(tenant)s AND me.memory_id = ANY(%(objects)s) AND me.to_version IS NULL
  AND me.memory_id <> te.memory_id AND {FACT_KEPT}
GROUP BY me.memory_id, f.memory_id, r.kind"""

_MARK = """
UPDATE outbox b SET projected_version = greatest(b.projected_version, w.version)
FROM (SELECT * FROM unnest(%(kinds)s::text[], %(objects)s::uuid[], %(versions)s::bigint[])
    AS u (kind, object_id, version) ORDER BY kind, object_id) w
WHERE b.tenant_id = %(tenant)s AND b.target = %(target)s AND b.kind = w.kind AND b.object_id = w.object_id
  AND b.kind = ANY(%(kinds)s) AND b.object_id = ANY(%(objects)s)
RETURNING b.kind, b.object_id, NOT b.wanted_deleted
    AND NOT EXISTS (SELECT FROM tombstone t WHERE t.tenant_id = b.tenant_id AND t.object_id = b.object_id) AS live"""


def _params(tenant_id: UUID, target: Target, objects: Iterable[WantedObject]) -> dict[str, Any]:
    found = list(objects)
    return {
        "tenant": tenant_id,
        "target": target.value,
        "kinds": [item.kind.value for item in found],
        "objects": [item.object_id for item in found],
    }


def _vector_source(kind: ObjectKind, row: Row) -> VectorSource:
    return VectorSource(
        kind=kind,
        object_id=row["object_id"],
        version=row["version"],
        scope_key=str(row["scope_key"]),
        purpose=row["purpose"],
        sensitivity=row["sensitivity"],
        status=row["status"],
        at=row["at"],
        text=row["text"],
    )


def _entity_node(tenant_id: UUID, row: Row) -> GraphNode:
    """An entity is visible to whoever reaches it through a visible fact; its own scope is its workspace."""
    return GraphNode(
        tenant_id=tenant_id,
        kind=ObjectKind.ENTITY,
        object_id=row["entity_id"],
        version=row["version"],
        scope_key=scope_key(Visibility.WORKSPACE, row["workspace"], "", "", "", ""),
        purpose=GENERAL,
        sensitivity=0,
        status=LIVE,
        valid_from=None,
        valid_to=None,
    )


def _fact_source(tenant_id: UUID, row: Row, related: Sequence[Row]) -> GraphSource:
    node = GraphNode(
        tenant_id=tenant_id,
        kind=ObjectKind.FACT,
        object_id=row["memory_id"],
        version=row["version"],
        scope_key=str(row["scope_key"]),
        purpose=row["purpose"],
        sensitivity=row["sensitivity"],
        status=row["status"],
        valid_from=row["valid_from"],
        valid_to=row["valid_to"],
    )
    ends = [(EdgeKind.SUBJECT, ObjectKind.ENTITY, row["subject_id"], 1.0)]
    if row["object_id"] is not None:
        ends.append((EdgeKind.OBJECT, ObjectKind.ENTITY, row["object_id"], 1.0))
    ends += [
        (EdgeKind(found["kind"]), ObjectKind.FACT, found["to_id"], found["weight"])
        for found in related
        if found["from_id"] == row["memory_id"]
    ]
    return GraphSource(node, tuple(_edge(node, *end) for end in ends))


def _edge(node: GraphNode, kind: EdgeKind, to_kind: ObjectKind, to_id: UUID, weight: float) -> GraphEdge:
    return GraphEdge(
        tenant_id=node.tenant_id,
        edge_id=derived_id("edge", [kind.value, node.object_id, to_id]),
        kind=kind,
        from_kind=ObjectKind.FACT,
        from_id=node.object_id,
        to_kind=to_kind,
        to_id=to_id,
        version=node.version,
        weight=weight,
    )
