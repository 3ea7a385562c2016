"""`ModelAttemptStore` on Postgres."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any
from uuid import UUID

from adapters.postgres.joins import CHUNK_OF_ASSERTION, each
from adapters.postgres.pool import Database, Row, insert, rows
from adapters.postgres.visible import LIVE_CHUNK
from memory.model.reading import ASK_MODEL, AttemptKind, ModelAttempt
from memory.ports.failpoints import declare, failpoint

ATTEMPTS_BEFORE_COMMIT = declare("model_attempts.before_commit")
ATTEMPTS_AFTER_COMMIT = declare("model_attempts.after_commit")


class PostgresModelAttemptStore:
    """See `memory.ports.model_reading.ModelAttemptStore`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def open_stage(self, tenant_id: UUID, operation_id: UUID) -> None:
        params = {"tenant": tenant_id, "operation": operation_id, "stage": ASK_MODEL}
        async with self._database.writing(tenant_id) as connection:
            await connection.execute(_OPEN_STAGE, params)

    async def attempts(self, tenant_id: UUID, operation_id: UUID) -> list[ModelAttempt]:
        async with self._database.reading(tenant_id) as connection:
            found = await rows(connection, _ATTEMPTS, {"tenant": tenant_id, "operation": operation_id})
        return [_attempt(row) for row in found]

    async def cached(self, tenant_id: UUID, cache_keys: Sequence[bytes]) -> Mapping[bytes, str]:
        async with self._database.reading(tenant_id) as connection:
            found = await rows(connection, _CACHED, {"tenant": tenant_id, "keys": list(cache_keys)})
        return {bytes(row["cache_key"]): row["reply"] for row in found}

    async def record(self, tenant_id: UUID, attempts: Sequence[ModelAttempt]) -> None:
        async with self._database.writing(tenant_id) as connection:
            params = {"tenant": tenant_id, "chunks": [attempt.chunk_id for attempt in attempts]}
            live = {row["chunk_id"] for row in await rows(connection, _LOCK_LIVE, params)}
            kept = [_params(tenant_id, attempt) for attempt in attempts if attempt.chunk_id in live]
            if kept:
                async with connection.cursor() as cursor:
                    await cursor.executemany(_RECORD, kept)
            failpoint(ATTEMPTS_BEFORE_COMMIT)
        failpoint(ATTEMPTS_AFTER_COMMIT)


_OPEN_STAGE = """
UPDATE operation o SET stages = (
    SELECT jsonb_agg(p.item ORDER BY p.place, p.half) FROM (
        SELECT s.item, s.place, 1 AS half FROM jsonb_array_elements(o.stages) WITH ORDINALITY AS s (item, place)
        UNION ALL
        SELECT jsonb_build_object('name', %(stage)s::text, 'status', 'pending', 'attempts', 0, 'error', NULL), s.place, 0
        FROM jsonb_array_elements(o.stages) WITH ORDINALITY AS s (item, place)
        WHERE s.item ->> 'name' = 'extract') p)
WHERE o.tenant_id = %(tenant)s AND o.operation_id = %(operation)s AND o.status NOT IN ('done', 'partial', 'failed')
  AND NOT o.stages @> jsonb_build_array(jsonb_build_object('name', %(stage)s::text))"""
# By the chunks, not by the attempts' own operation: a repeat of the words in another operation has attempts of its own.
_ATTEMPTS = f"""
WITH mine AS MATERIALIZED (
    SELECT c.* FROM chunk c WHERE c.tenant_id = %(tenant)s AND c.operation_id = %(operation)s)
SELECT a.* FROM mine c {each("model_attempt", "a", "a.chunk_id = c.chunk_id")}
WHERE {LIVE_CHUNK} ORDER BY c.position, a.ordinal"""
_CACHED = f"""
SELECT DISTINCT ON (a.cache_key) a.cache_key, a.reply FROM model_attempt a {CHUNK_OF_ASSERTION}
WHERE a.tenant_id = %(tenant)s AND a.cache_key = ANY(%(keys)s) AND a.outcome = 'accepted'
  AND NOT EXISTS (SELECT FROM tombstone t WHERE t.tenant_id = c.tenant_id AND t.object_id = c.chunk_id)
ORDER BY a.cache_key, a.at DESC"""
_LOCK_LIVE = f"""
SELECT c.chunk_id FROM chunk c WHERE c.tenant_id = %(tenant)s AND c.chunk_id = ANY(%(chunks)s) AND {LIVE_CHUNK}
ORDER BY c.chunk_id FOR NO KEY UPDATE OF c"""
_RECORD = (
    insert(
        "model_attempt",
        [
            *("tenant_id", "chunk_id", "operation_id", "run", "ordinal", "kind", "outcome", "model", "version"),
            *("cache_key", "reply", "tokens_in", "tokens_out", "cost_usd", "took_ms", "at"),
        ],
    )
    + " ON CONFLICT DO NOTHING"
)


def _attempt(row: Row) -> ModelAttempt:
    return ModelAttempt(
        chunk_id=row["chunk_id"],
        operation_id=row["operation_id"],
        run=row["run"],
        ordinal=row["ordinal"],
        kind=AttemptKind(row["kind"]),
        outcome=row["outcome"],
        model=row["model"],
        version=row["version"],
        cache_key=bytes(row["cache_key"]),
        reply=row["reply"],
        tokens_in=row["tokens_in"],
        tokens_out=row["tokens_out"],
        cost_usd=row["cost_usd"],
        took_ms=row["took_ms"],
        at=row["at"],
    )


def _params(tenant_id: UUID, attempt: ModelAttempt) -> dict[str, Any]:
    return {"tenant_id": tenant_id, **asdict(attempt), "kind": attempt.kind.value}
