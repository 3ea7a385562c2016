"""Deleting the rows of an erasure in batches, and counting what is left by another way of asking."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, LiteralString
from uuid import UUID

from adapters.postgres import postings
from adapters.postgres.joins import each
from adapters.postgres.pool import Connection, removed, rows, scalar
from adapters.postgres.wanting import Want, want
from memory.ports.projecting import Target
from memory.ports.vector_index import ObjectKind


@dataclass(frozen=True, slots=True)
class Objects:
    """The recorded lineage: keys by kind, sorted."""

    by_kind: Mapping[str, Sequence[str]]

    def keys(self, kind: str) -> tuple[str, ...]:
        return tuple(self.by_kind.get(kind, ()))

    def ids(self, kind: str) -> tuple[UUID, ...]:
        return tuple(UUID(key) for key in self.keys(kind))


_OBJECTS = """
SELECT kind, array_agg(object_key ORDER BY object_key) AS keys FROM erasure_object
WHERE tenant_id = %(tenant)s AND erasure_id = %(erasure)s GROUP BY kind"""


async def objects(connection: Connection, tenant_id: UUID, erasure_id: UUID) -> Objects:
    found = await rows(connection, _OBJECTS, {"tenant": tenant_id, "erasure": erasure_id})
    return Objects({row["kind"]: row["keys"] for row in found})


async def delete_batch(connection: Connection, tenant_id: UUID, erasure_id: UUID, limit: int) -> int:
    """Deletes the next batch: facts, then versions that cite erased words, then evidence, then what held it."""
    found = await objects(connection, tenant_id, erasure_id)
    params: dict[str, Any] = {
        "tenant": tenant_id,
        "limit": limit,
        "all_facts": list(found.ids("fact")),
        "all_chunks": list(found.ids("chunk")),
        "survivors": list(found.ids("survivor")),
        "operations": list(found.ids("operation")),
        "sources": list(found.ids("source")),
        "entities": list(found.ids("entity")),
    }
    for step in (_delete_facts, _delete_derived, _delete_chunks, _delete_holders):
        deleted = await step(connection, params)
        if deleted:
            return deleted
    return 0


async def _run(connection: Connection, statements: Sequence[LiteralString], params: Mapping[str, Any]) -> int:
    return sum([await removed(connection, statement, dict(params)) for statement in statements])


_NEXT_FACTS = """
SELECT f.memory_id FROM unnest(%(all_facts)s::uuid[]) AS f (memory_id)
WHERE EXISTS (SELECT FROM fact_version v WHERE v.tenant_id = %(tenant)s AND v.memory_id = f.memory_id)
   OR EXISTS (SELECT FROM evidence e WHERE e.tenant_id = %(tenant)s AND e.memory_id = f.memory_id)
   OR EXISTS (SELECT FROM memory_state m WHERE m.tenant_id = %(tenant)s AND m.memory_id = f.memory_id)
   OR EXISTS (SELECT FROM revocation r WHERE r.tenant_id = %(tenant)s AND r.memory_id = f.memory_id)
   OR EXISTS (SELECT FROM posting p WHERE p.tenant_id = %(tenant)s AND p.object_id = f.memory_id)
   OR f.memory_id IN (SELECT unnest(v.memory_ids) FROM person_event v WHERE v.tenant_id = %(tenant)s)
LIMIT %(limit)s"""
_OF_FACTS: Final[tuple[LiteralString, ...]] = (
    "DELETE FROM fact_version WHERE tenant_id = %(tenant)s AND memory_id = ANY(%(facts)s)",
    "DELETE FROM evidence WHERE tenant_id = %(tenant)s AND memory_id = ANY(%(facts)s)",
    "DELETE FROM memory_state WHERE tenant_id = %(tenant)s AND memory_id = ANY(%(facts)s)",
    "DELETE FROM revocation WHERE tenant_id = %(tenant)s AND memory_id = ANY(%(facts)s)",
    "DELETE FROM person_event WHERE tenant_id = %(tenant)s AND memory_ids && %(facts)s",
)


async def _delete_facts(connection: Connection, params: dict[str, Any]) -> int:
    batch = [row["memory_id"] for row in await rows(connection, _NEXT_FACTS, params)]
    if not batch:
        return 0
    gone = await postings.remove(connection, params["tenant"], batch, [])
    return gone + await _run(connection, _OF_FACTS, params | {"facts": batch})


# A version that cites erased words may repeat them. Closed versions go; so does the retracted end of a memory that now
# lives on under another id. An open one of a survivor was settled anew without those words.
_DERIVED = f"""
DELETE FROM fact_version f WHERE (f.tenant_id, f.memory_id, f.version) IN (
    SELECT v.tenant_id, v.memory_id, v.version FROM fact_version v {each("evidence", "e", "e.memory_id = v.memory_id")}
    WHERE v.tenant_id = %(tenant)s AND v.memory_id = ANY(%(survivors)s) AND e.chunk_id = ANY(%(all_chunks)s)
      AND e.from_version <= v.version AND (e.to_version IS NULL OR e.to_version > v.version)
      AND (v.known_to IS NOT NULL OR v.status = 'retracted')
    LIMIT %(limit)s)"""
# What lost every version leaves no state behind.
_BARE: Final[tuple[LiteralString, ...]] = (
    """DELETE FROM evidence e WHERE e.tenant_id = %(tenant)s AND e.memory_id = ANY(%(survivors)s)
      AND NOT EXISTS (SELECT FROM fact_version f WHERE f.tenant_id = e.tenant_id AND f.memory_id = e.memory_id)
   """,
    """DELETE FROM memory_state m WHERE m.tenant_id = %(tenant)s AND m.memory_id = ANY(%(survivors)s)
      AND NOT EXISTS (SELECT FROM fact_version f WHERE f.tenant_id = m.tenant_id AND f.memory_id = m.memory_id)
   """,
)


async def _delete_derived(connection: Connection, params: dict[str, Any]) -> int:
    if not params["survivors"]:
        return 0
    return await _run(connection, [_DERIVED, *_BARE], params)


_NEXT_CHUNKS = """
SELECT c.chunk_id, c.counted FROM chunk c
WHERE c.tenant_id = %(tenant)s AND c.chunk_id = ANY(%(all_chunks)s) ORDER BY c.chunk_id LIMIT %(limit)s"""
# In the order in which rows refer to each other.
_OF_CHUNKS: Final[tuple[LiteralString, ...]] = (
    "DELETE FROM evidence WHERE tenant_id = %(tenant)s AND chunk_id = ANY(%(chunks)s)",
    """DELETE FROM relation r WHERE r.tenant_id = %(tenant)s AND (r.chunk_id = ANY(%(chunks)s)
        OR r.from_assertion IN (SELECT a.assertion_id FROM assertion a
            WHERE a.tenant_id = %(tenant)s AND a.chunk_id = ANY(%(chunks)s))
        OR r.to_assertion IN (SELECT a.assertion_id FROM assertion a
            WHERE a.tenant_id = %(tenant)s AND a.chunk_id = ANY(%(chunks)s)))""",
    """DELETE FROM mention_link l USING assertion a WHERE l.tenant_id = %(tenant)s AND a.tenant_id = l.tenant_id
        AND a.assertion_id = l.assertion_id AND a.chunk_id = ANY(%(chunks)s)""",
    """DELETE FROM topic_piece p USING assertion a WHERE p.tenant_id = %(tenant)s AND a.tenant_id = p.tenant_id
        AND a.assertion_id = p.assertion_id AND a.chunk_id = ANY(%(chunks)s)""",
    "DELETE FROM assertion WHERE tenant_id = %(tenant)s AND chunk_id = ANY(%(chunks)s)",
    "DELETE FROM rejection WHERE tenant_id = %(tenant)s AND chunk_id = ANY(%(chunks)s)",
    "DELETE FROM model_attempt WHERE tenant_id = %(tenant)s AND chunk_id = ANY(%(chunks)s)",
    "DELETE FROM document_part WHERE tenant_id = %(tenant)s AND chunk_id = ANY(%(chunks)s)",
    "DELETE FROM time_span WHERE tenant_id = %(tenant)s AND chunk_id = ANY(%(chunks)s)",
    """DELETE FROM idempotency i WHERE i.tenant_id = %(tenant)s AND i.chunk_ids && %(chunks)s
        AND i.source_id IN (SELECT c.source_id FROM chunk c
            WHERE c.tenant_id = %(tenant)s AND c.chunk_id = ANY(%(chunks)s))""",
    "DELETE FROM person_event WHERE tenant_id = %(tenant)s AND chunk_ids && %(chunks)s",
    "DELETE FROM chunk WHERE tenant_id = %(tenant)s AND chunk_id = ANY(%(chunks)s)",
)


# An operation whose other chunks stay names only those.
_SHORTEN = """UPDATE operation o SET chunk_ids = array(SELECT i FROM unnest(o.chunk_ids) AS i WHERE i <> ALL(%(chunks)s))
        WHERE o.tenant_id = %(tenant)s AND o.operation_id IN (SELECT c.operation_id FROM chunk c
            WHERE c.tenant_id = %(tenant)s AND c.chunk_id = ANY(%(chunks)s))"""


async def _delete_chunks(connection: Connection, params: dict[str, Any]) -> int:
    batch = await rows(connection, _NEXT_CHUNKS, params)
    if not batch:
        return 0
    counted = [row["chunk_id"] for row in batch if row["counted"]]
    uncounted = [row["chunk_id"] for row in batch if not row["counted"]]
    gone = await postings.remove(connection, params["tenant"], counted, uncounted)
    found = params | {"chunks": [*counted, *uncounted]}
    await connection.execute(_SHORTEN, found)
    return gone + await _run(connection, _OF_CHUNKS, found)


# What was named again since the request stays.
_UNNAMED: Final = """
    NOT EXISTS (SELECT FROM mention_link l WHERE l.tenant_id = x.tenant_id AND l.entity_id = x.entity_id)
    AND NOT EXISTS (SELECT FROM fact_version f WHERE f.tenant_id = x.tenant_id AND f.subject_id = x.entity_id)
    AND NOT EXISTS (SELECT FROM fact_version f WHERE f.tenant_id = x.tenant_id AND f.object_id = x.entity_id)"""
_EMPTY_OPERATION: Final = """
    NOT EXISTS (SELECT FROM chunk c WHERE c.tenant_id = x.tenant_id AND c.operation_id = x.operation_id)"""
_EMPTY_SOURCE: Final = """
    NOT EXISTS (SELECT FROM chunk c WHERE c.tenant_id = x.tenant_id AND c.source_id = x.source_id)"""
_HOLDERS: Final[tuple[LiteralString, ...]] = (
    f"DELETE FROM operation x WHERE x.tenant_id = %(tenant)s AND x.operation_id = ANY(%(operations)s)"
    f" AND {_EMPTY_OPERATION}",
    f"""DELETE FROM document_part p USING document x WHERE x.tenant_id = %(tenant)s AND p.tenant_id = x.tenant_id
        AND p.document_id = x.document_id AND x.source_id = ANY(%(sources)s) AND {_EMPTY_SOURCE}""",
    f"DELETE FROM document x WHERE x.tenant_id = %(tenant)s AND x.source_id = ANY(%(sources)s) AND {_EMPTY_SOURCE}",
    f"DELETE FROM source x WHERE x.tenant_id = %(tenant)s AND x.source_id = ANY(%(sources)s) AND {_EMPTY_SOURCE}",
    # Names that a merge had copied of them go with them, and so does what was decided about them, with its reason.
    f"""DELETE FROM entity_alias n USING entity x WHERE n.tenant_id = %(tenant)s AND n.origin = ANY(%(entities)s)
        AND x.tenant_id = n.tenant_id AND x.entity_id = n.origin AND x.merged_into = n.entity_id AND {_UNNAMED}""",
    f"""DELETE FROM entity_change h USING entity x WHERE h.tenant_id = %(tenant)s AND x.tenant_id = h.tenant_id
        AND x.entity_id = ANY(%(entities)s) AND x.entity_id = ANY(h.entity_id || h.other_ids) AND {_UNNAMED}""",
    f"DELETE FROM entity_alias x WHERE x.tenant_id = %(tenant)s AND x.entity_id = ANY(%(entities)s) AND {_UNNAMED}",
    f"DELETE FROM entity x WHERE x.tenant_id = %(tenant)s AND x.entity_id = ANY(%(entities)s) AND {_UNNAMED}",
)


async def _delete_holders(connection: Connection, params: dict[str, Any]) -> int:
    return await _run(connection, _HOLDERS, params)


_COUNT = f"""
WITH o AS MATERIALIZED (SELECT kind, object_key::uuid AS id FROM erasure_object
    WHERE tenant_id = %(tenant)s AND erasure_id = %(erasure)s AND kind NOT IN ('workflow', 'blob')),
gone AS (SELECT id FROM o WHERE kind IN ('chunk', 'fact'))
SELECT
    (SELECT count(*) FROM chunk c WHERE c.tenant_id = %(tenant)s AND c.chunk_id = ANY(ARRAY(SELECT id FROM gone)))
    + (SELECT count(*) FROM assertion a WHERE a.tenant_id = %(tenant)s AND a.chunk_id = ANY(ARRAY(SELECT id FROM gone)))
    + (SELECT count(*) FROM assertion a {each("mention_link", "l", "l.assertion_id = a.assertion_id")}
        WHERE a.tenant_id = %(tenant)s AND a.chunk_id = ANY(ARRAY(SELECT id FROM gone)))
    + (SELECT count(*) FROM time_span t WHERE t.tenant_id = %(tenant)s AND t.chunk_id = ANY(ARRAY(SELECT id FROM gone)))
    + (SELECT count(*) FROM rejection r WHERE r.tenant_id = %(tenant)s AND r.chunk_id = ANY(ARRAY(SELECT id FROM gone)))
    + (SELECT count(*) FROM model_attempt a WHERE a.tenant_id = %(tenant)s AND a.chunk_id = ANY(ARRAY(SELECT id FROM gone)))
    + (SELECT count(*) FROM document_part p WHERE p.tenant_id = %(tenant)s AND p.chunk_id = ANY(ARRAY(SELECT id FROM gone)))
    + (SELECT count(*) FROM relation r WHERE r.tenant_id = %(tenant)s AND r.chunk_id = ANY(ARRAY(SELECT id FROM gone)))
    + (SELECT count(*) FROM evidence e WHERE e.tenant_id = %(tenant)s AND e.chunk_id = ANY(ARRAY(SELECT id FROM gone)))
    + (SELECT count(*) FROM evidence e WHERE e.tenant_id = %(tenant)s AND e.memory_id = ANY(ARRAY(SELECT id FROM gone)))
    + (SELECT count(*) FROM posting p WHERE p.tenant_id = %(tenant)s AND p.object_id = ANY(ARRAY(SELECT id FROM gone)))
    + (SELECT count(*) FROM fact_version f WHERE f.tenant_id = %(tenant)s AND f.memory_id = ANY(ARRAY(SELECT id FROM gone)))
    + (SELECT count(*) FROM memory_state m WHERE m.tenant_id = %(tenant)s AND m.memory_id = ANY(ARRAY(SELECT id FROM gone)))
    + (SELECT count(*) FROM revocation r WHERE r.tenant_id = %(tenant)s AND r.memory_id = ANY(ARRAY(SELECT id FROM gone)))
    + (SELECT count(*) FROM person_event v WHERE v.tenant_id = %(tenant)s
        AND (v.memory_ids && ARRAY(SELECT id FROM gone) OR v.chunk_ids && ARRAY(SELECT id FROM gone)))
    + (SELECT count(*) FROM idempotency i WHERE i.tenant_id = %(tenant)s
        AND i.chunk_ids && ARRAY(SELECT id FROM gone))
    + (SELECT count(*) FROM operation x WHERE x.tenant_id = %(tenant)s
        AND x.operation_id = ANY(ARRAY(SELECT id FROM o WHERE kind = 'operation')) AND {_EMPTY_OPERATION})
    + (SELECT count(*) FROM document x WHERE x.tenant_id = %(tenant)s
        AND x.source_id = ANY(ARRAY(SELECT id FROM o WHERE kind = 'source')) AND {_EMPTY_SOURCE})
    + (SELECT count(*) FROM source x WHERE x.tenant_id = %(tenant)s
        AND x.source_id = ANY(ARRAY(SELECT id FROM o WHERE kind = 'source')) AND {_EMPTY_SOURCE})
    + (SELECT count(*) FROM entity x WHERE x.tenant_id = %(tenant)s
        AND x.entity_id = ANY(ARRAY(SELECT id FROM o WHERE kind = 'entity')) AND {_UNNAMED})
    + (SELECT count(*) FROM entity_change h JOIN o ON o.kind = 'entity' AND o.id = ANY(h.entity_id || h.other_ids)
        WHERE h.tenant_id = %(tenant)s AND NOT EXISTS (SELECT FROM entity x
            WHERE x.tenant_id = h.tenant_id AND x.entity_id = o.id))"""


async def count(connection: Connection, tenant_id: UUID, erasure_id: UUID) -> int:
    """Rows of the lineage that are still there."""
    return int(await scalar(connection, _COUNT, {"tenant": tenant_id, "erasure": erasure_id}))


_LOG: Final[tuple[LiteralString, ...]] = (
    "DELETE FROM recall_use WHERE tenant_id = %(tenant)s AND memory_id = ANY(%(objects)s)",
    "DELETE FROM recall_feedback WHERE tenant_id = %(tenant)s AND memory_id = ANY(%(objects)s)",
    "DELETE FROM recall_item WHERE tenant_id = %(tenant)s AND memory_id = ANY(%(objects)s)",
    # Whoever is erased as a user, a session or a project did not ask anything either.
    """DELETE FROM recall_log l USING erasure e
    WHERE l.tenant_id = %(tenant)s AND e.tenant_id = l.tenant_id AND e.erasure_id = %(erasure)s
      AND (e.workspace = '' OR l.workspace = e.workspace) AND (e.project = '' OR l.project = e.project)
      AND (e.user_id = '' OR l.user_id = e.user_id)
      AND CASE e.selector_kind WHEN 'user_id' THEN l.user_id WHEN 'session_id' THEN l.session_id
        WHEN 'project' THEN l.project END = ANY(e.selector_values)""",
)


async def delete_log(connection: Connection, tenant_id: UUID, erasure_id: UUID) -> int:
    """Takes the lineage out of the recall log; returns how many rows that were."""
    found = await objects(connection, tenant_id, erasure_id)
    ids = [*found.ids("chunk"), *found.ids("fact")]
    return await _run(connection, _LOG, {"tenant": tenant_id, "erasure": erasure_id, "objects": ids})


_FORGET_OUTBOX = "DELETE FROM outbox WHERE tenant_id = %(tenant)s AND object_id = ANY(%(objects)s)"
_LIVING_ENTITIES = "SELECT entity_id FROM entity WHERE tenant_id = %(tenant)s AND entity_id = ANY(%(objects)s)"
_FORGET_OBJECTS = "DELETE FROM erasure_object WHERE tenant_id = %(tenant)s AND erasure_id = %(erasure)s"


async def forget_lineage(connection: Connection, tenant_id: UUID, erasure_id: UUID) -> None:
    """Drops the recorded lineage and its outbox rows. An entity that was named again is wanted again."""
    found = await objects(connection, tenant_id, erasure_id)
    entities = list(found.ids("entity"))
    living = await rows(connection, _LIVING_ENTITIES, {"tenant": tenant_id, "objects": entities})
    alive = {row["entity_id"] for row in living}
    gone = [*found.ids("chunk"), *found.ids("fact"), *(entity for entity in entities if entity not in alive)]
    await connection.execute(_FORGET_OUTBOX, {"tenant": tenant_id, "objects": gone})
    wants = [Want(Target.GRAPH, ObjectKind.ENTITY, entity) for entity in sorted(alive)]
    await want(connection, tenant_id, wants, None)
    await connection.execute(_FORGET_OBJECTS, {"tenant": tenant_id, "erasure": erasure_id})
