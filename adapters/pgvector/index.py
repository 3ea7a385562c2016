"""`VectorIndex` on Postgres with pgvector: the embedded vector projection."""

import math
import time
from collections.abc import Sequence
from typing import Any
from uuid import UUID

from adapters.pgvector import schema
from adapters.pgvector.reals import Reals
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
from memory.model.errors import ConfigurationInvalid
from memory.ports.vector_index import ObjectKind, ProjectedRef, VectorHit, VectorObject, VectorQuery

BATCH = 100
# Up to so many objects in a reader's scopes, all of them are compared: exact, and faster than a filtered graph search.
EXACT_LIMIT = 20_000
_PREPARE_LOCK = 7_301_001  # any number that only this adapter uses
_PREPARE_TIMEOUT_S = 60.0
_LARGE_FOR_S = 60.0
_MOST_LARGE = 1_000
_Wide = tuple[UUID, tuple[str, ...], tuple[ObjectKind, ...]]
"""Readers whose searches go by the index: tenant, scopes and kinds."""

_UPSERT = """
INSERT INTO projection.vector_object AS held
    (tenant_id, kind, object_id, version, scope_key, purpose, sensitivity, status, at, embedding)
SELECT %(tenant)s, kind, object_id, version, scope_key, purpose, sensitivity, status, at,
    (%(vectors)s::real[])[(n - 1) * %(length)s::int + 1 : n * %(length)s::int]::halfvec
FROM unnest(%(kinds)s::text[], %(ids)s::uuid[], %(versions)s::bigint[], %(scope_keys)s::text[], %(purposes)s::text[],
            %(sensitivities)s::smallint[], %(statuses)s::text[], %(ats)s::timestamptz[])
    WITH ORDINALITY AS fresh(kind, object_id, version, scope_key, purpose, sensitivity, status, at, n)
ORDER BY kind, object_id
ON CONFLICT (tenant_id, kind, object_id) DO UPDATE
SET version = excluded.version, scope_key = excluded.scope_key, purpose = excluded.purpose,
    sensitivity = excluded.sensitivity, status = excluded.status, at = excluded.at, embedding = excluded.embedding
WHERE held.version < excluded.version
RETURNING kind, object_id, version
"""

_FETCH = """
SELECT kind, object_id, version
FROM projection.vector_object JOIN unnest(%(kinds)s::text[], %(ids)s::uuid[]) AS wanted(kind, object_id)
    USING (kind, object_id)
WHERE tenant_id = %(tenant)s
"""

_DELETE = """
DELETE FROM projection.vector_object AS held
USING (SELECT DISTINCT kind, object_id FROM unnest(%(kinds)s::text[], %(ids)s::uuid[]) AS given(kind, object_id)) AS gone
WHERE held.tenant_id = %(tenant)s AND held.kind = gone.kind AND held.object_id = gone.object_id
"""

_MATCHES = """
tenant_id = %(tenant)s AND scope_key = ANY(%(scope_keys)s::text[]) AND kind = ANY(%(kinds)s::text[])
AND (cardinality(%(statuses)s::text[]) = 0 OR status = ANY(%(statuses)s::text[]))
AND purpose = ANY(%(purposes)s::text[]) AND sensitivity <= %(max_sensitivity)s::smallint
"""

_HOW_MANY = (
    f"SELECT count(*) FROM (SELECT FROM projection.vector_object WHERE {_MATCHES} LIMIT %(exact_limit)s + 1) AS c"  # noqa: S608
)

# OFFSET 0 keeps the planner from answering with the HNSW index and filtering afterwards.
_EXACT = f"""
SELECT kind, object_id, version, distance
FROM (SELECT kind, object_id, version, embedding <=> %(vector)s::real[]::halfvec AS distance
      FROM projection.vector_object WHERE {_MATCHES} OFFSET 0) AS candidate
ORDER BY distance, kind, object_id LIMIT %(limit)s
"""  # noqa: S608  only constants are put together

_APPROXIMATE = f"""
SELECT kind, object_id, version, embedding <=> %(vector)s::real[]::halfvec AS distance
FROM projection.vector_object WHERE {_MATCHES}
ORDER BY embedding <=> %(vector)s::real[]::halfvec LIMIT %(candidates)s
"""  # noqa: S608  only constants are put together

_STORED_DIMENSION = """
SELECT atttypmod FROM pg_attribute
WHERE attrelid = to_regclass('projection.vector_object') AND attname = 'embedding'
"""


class PgVectorIndex:
    """Vectors in a table with row-level security; the pool belongs to whoever made it."""

    def __init__(
        self,
        pool: Pool,
        *,
        exact_limit: int = EXACT_LIMIT,
        read_timeout_s: float = READ_TIMEOUT_S,
        write_timeout_s: float = WRITE_TIMEOUT_S,
    ) -> None:
        self._pool = pool
        self._exact_limit = exact_limit
        self._large: dict[_Wide, float] = {}
        self._read_timeout_s = read_timeout_s
        self._write_timeout_s = write_timeout_s

    @property
    def backend(self) -> str:
        return "pgvector"

    async def prepare(self, dimension: int) -> None:
        async with tenant_transaction(self._pool, None, _PREPARE_TIMEOUT_S) as cursor:
            await cursor.execute("SELECT pg_advisory_xact_lock(%s)", [_PREPARE_LOCK])
            stored = await _stored_dimension(cursor)
            if stored is None:
                for statement in schema.ddl(dimension):
                    await cursor.execute(statement.encode())
            elif stored != dimension:
                raise ConfigurationInvalid(
                    f"the vector table holds {stored} dimensions and the embedding model gives {dimension}: "
                    "set MEMC_EMBEDDING_DIMENSION back, or rebuild the projection with the new model"
                )

    async def upsert(self, objects: Sequence[VectorObject]) -> None:
        tenant_id = one_tenant(each.tenant_id for each in objects)
        kept = newest(objects, key=lambda each: (each.kind, each.object_id), version=lambda each: each.version)
        for batch in batches(list(kept.values()), BATCH):
            assert tenant_id is not None
            wanted: dict[Ref, int] = {(each.kind, each.object_id): each.version for each in batch}
            async with tenant_transaction(self._pool, tenant_id, self._write_timeout_s) as cursor:
                await cursor.execute(_UPSERT, {"tenant": tenant_id} | _columns(batch))
                stored = versions_of(_refs(await cursor.fetchall()))
                # What was not written is there in a newer version, or there is a fault.
                unwritten = [ref for ref in wanted if ref not in stored]
                if unwritten:
                    stored |= versions_of(await _fetch(cursor, tenant_id, unwritten))
                confirm(wanted, stored, self.backend)

    async def delete(self, tenant_id: UUID, refs: Sequence[Ref]) -> int:
        gone = 0
        for batch in batches(refs, BATCH):
            async with tenant_transaction(self._pool, tenant_id, self._write_timeout_s) as cursor:
                await cursor.execute(_DELETE, {"tenant": tenant_id} | _keys(batch))
                gone += cursor.rowcount
        return gone

    async def search(self, query: VectorQuery) -> list[VectorHit]:
        if query.limit < 1 or not (query.scope_keys and query.purposes and query.kinds):
            return []
        parameters = _search_parameters(query) | {"exact_limit": self._exact_limit}
        async with tenant_transaction(
            self._pool, query.tenant_id, self._read_timeout_s, _approximate_settings(query.limit)
        ) as cursor:
            rows: list[tuple[str, UUID, int, float]] = []
            if await self._is_large(cursor, query, parameters):
                await cursor.execute(_APPROXIMATE, parameters, prepare=False)
                rows = await cursor.fetchall()
            # The iterative scan gives up after `hnsw.max_scan_tuples`: too few hits of many are no answer.
            if len(rows) < query.limit:
                await cursor.execute(_EXACT, parameters, prepare=False)
                rows = await cursor.fetchall()
        hits = [VectorHit(ObjectKind(row[0]), row[1], row[2], _similarity(row[3])) for row in rows]
        return sorted(hits, key=lambda hit: -hit.similarity)[: query.limit]

    async def _is_large(self, cursor: Cursor, query: VectorQuery, parameters: dict[str, object]) -> bool:
        """Whether the reader sees too many objects to compare them all. Counting costs a third of a search: a yes stands for
        a while, and one that has become wrong costs nothing but a little time.
        """
        reader = (query.tenant_id, tuple(query.scope_keys), tuple(query.kinds))
        now = time.monotonic()
        if self._large.get(reader, 0.0) > now:
            return True
        await cursor.execute(_HOW_MANY, parameters, prepare=False)
        row = await cursor.fetchone()
        large = row is not None and row[0] > self._exact_limit
        if large:
            kept = {key: until for key, until in self._large.items() if until > now}
            self._large = (kept if len(kept) < _MOST_LARGE else {}) | {reader: now + _LARGE_FOR_S}
        return large

    async def fetch(self, tenant_id: UUID, refs: Sequence[Ref]) -> list[ProjectedRef]:
        async with tenant_transaction(self._pool, tenant_id, self._read_timeout_s) as cursor:
            return await _fetch(cursor, tenant_id, list(dict.fromkeys(refs)))

    async def count(self, tenant_id: UUID) -> int:
        async with tenant_transaction(self._pool, tenant_id, self._read_timeout_s) as cursor:
            await cursor.execute("SELECT count(*) FROM projection.vector_object WHERE tenant_id = %s", [tenant_id])
            row = await cursor.fetchone()
            return int(row[0]) if row else 0

    async def ping(self) -> str:
        async with tenant_transaction(self._pool, None, self._read_timeout_s) as cursor:
            await cursor.execute("SELECT extversion FROM pg_extension WHERE extname = 'vector'")
            row = await cursor.fetchone()
        if row is None:
            raise ConfigurationInvalid("Postgres has no extension `vector`: run `memc migrate`")
        return str(row[0])

    async def close(self) -> None:
        """Nothing: the pool is shared and closed by its owner."""


async def _stored_dimension(cursor: Cursor) -> int | None:
    await cursor.execute(_STORED_DIMENSION)
    row = await cursor.fetchone()
    return int(row[0]) if row else None


async def _fetch(cursor: Cursor, tenant_id: UUID, refs: Sequence[Ref]) -> list[ProjectedRef]:
    await cursor.execute(_FETCH, {"tenant": tenant_id} | _keys(refs))
    return _refs(await cursor.fetchall())


def _refs(found: Sequence[tuple[Any, ...]]) -> list[ProjectedRef]:
    return [ProjectedRef(ObjectKind(row[0]), row[1], row[2]) for row in found]


def _keys(refs: Sequence[Ref]) -> dict[str, object]:
    return {"kinds": [kind.value for kind, _ in refs], "ids": [object_id for _, object_id in refs]}


def _columns(objects: Sequence[VectorObject]) -> dict[str, object]:
    return {
        "kinds": [each.kind.value for each in objects],
        "ids": [each.object_id for each in objects],
        "versions": [each.version for each in objects],
        "scope_keys": [each.scope_key for each in objects],
        "purposes": [each.purpose for each in objects],
        "sensitivities": [int(each.sensitivity) for each in objects],
        "statuses": [each.status for each in objects],
        "ats": [each.at for each in objects],
        "vectors": Reals.of([each.vector for each in objects]),
        "length": len(objects[0].vector),
    }


def _search_parameters(query: VectorQuery) -> dict[str, object]:
    return {
        "tenant": query.tenant_id,
        "vector": Reals.of([query.vector]),
        "scope_keys": list(query.scope_keys),
        "purposes": list(query.purposes),
        "kinds": [kind.value for kind in query.kinds],
        "statuses": list(query.statuses),
        "max_sensitivity": int(query.max_sensitivity),
        "limit": query.limit,
        # The index finds near ones first, but not strictly: the nearest are chosen from more than are wanted.
        "candidates": 2 * query.limit + 50,
    }


def _approximate_settings(limit: int) -> dict[str, str]:
    return {
        "hnsw.iterative_scan": "relaxed_order",
        "hnsw.ef_search": str(min(max(100, 2 * limit), 1000)),
        # Only the HNSW index gives an order without a sort; the exact statement has to sort either way.
        "enable_sort": "off",
    }


def _similarity(distance: float) -> float:
    # The cosine of a zero vector is not a number.
    return 0.0 if math.isnan(distance) else 1.0 - distance
