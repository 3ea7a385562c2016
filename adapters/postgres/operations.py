"""`OperationStore` on Postgres."""

from datetime import datetime
from typing import Any
from uuid import UUID

from psycopg.types.json import Jsonb

from adapters.postgres import postings
from adapters.postgres.joins import each
from adapters.postgres.pool import Connection, Database, insert, rows
from adapters.postgres.rows import SCOPE_COLUMNS, operation, scope_params, stage_params
from adapters.postgres.wanting import Want, want
from memory.model.chunk import FINAL_STATUSES, Operation, OperationKind, OperationStatus, Rejection
from memory.model.errors import Conflict, NotFound
from memory.ports.captures import StrandedOperation
from memory.ports.projecting import Target
from memory.ports.vector_index import ObjectKind


class PostgresOperationStore:
    """See `memory.ports.captures.OperationStore`. What has ended stays ended: late reports change nothing."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def operation(self, tenant_id: UUID, operation_id: UUID) -> Operation:
        async with self._database.reading(tenant_id) as connection:
            return await _read(connection, tenant_id, operation_id)

    async def rejections(self, tenant_id: UUID, operation_id: UUID) -> list[Rejection]:
        params = {"tenant": tenant_id, "operation": operation_id}
        async with self._database.reading(tenant_id) as connection:
            found = await rows(connection, _REJECTIONS, params)
        return [Rejection(row["chunk_id"], row["reason"], row["span_start"], row["span_end"]) for row in found]

    async def create(self, tenant_id: UUID, operation: Operation) -> Operation:
        async with self._database.writing(tenant_id) as connection:
            return await create_operation(connection, tenant_id, operation)

    async def begin_stage(self, tenant_id: UUID, operation_id: UUID, stage: str, attempt: int | None) -> Operation:
        params = {"tenant": tenant_id, "operation": operation_id, "stage": stage, "attempt": attempt}
        found = await self._database.call(_BEGIN_STAGE, params)
        if not found:
            raise NotFound("There is no such operation.")
        return operation(found[0])

    async def end_stage(self, tenant_id: UUID, operation_id: UUID, stage: str, error: str | None = None) -> None:
        params = {"tenant": tenant_id, "operation": operation_id, "stage": stage, "error": error}
        await self._database.call(_END_STAGE, params)

    async def finish(
        self, tenant_id: UUID, operation_id: UUID, status: OperationStatus, error: str | None, now: datetime
    ) -> None:
        failed = status is OperationStatus.FAILED
        params = {"tenant": tenant_id, "operation": operation_id, "status": status.value, "error": error, "now": now}
        params |= {"chunk_status": "failed" if failed else "compiled", "reason": error if failed else None}
        async with self._database.writing(tenant_id) as connection:
            await connection.execute(_FINISH, params)
            ended = await rows(connection, _END_CHUNKS, params)
            fresh = sorted(row["chunk_id"] for row in ended if not row["was_counted"])
            await postings.count(connection, tenant_id, fresh)

    async def reopen(self, tenant_id: UUID, operation_id: UUID, now: datetime) -> Operation:
        async with self._database.writing(tenant_id) as connection:
            found = await _read(connection, tenant_id, operation_id, lock=True)
            if found.status not in FINAL_STATUSES or found.status is OperationStatus.DONE:
                raise Conflict("Only a failed operation can be tried again.")
            attempt = found.attempt + 1
            params = {"tenant": tenant_id, "operation": operation_id, "attempt": attempt, "now": now}
            params |= {"workflow": f"{found.kind.value}-{operation_id}-{attempt}"}
            await connection.execute(_REOPEN, params)
            if found.kind is OperationKind.COMPILE:
                # What a cancelled or failed compile withdrew from the vectors is wanted there again.
                again = await rows(connection, _REOPEN_CHUNKS, params)
                wants = [Want(Target.VECTORS, ObjectKind.CHUNK, row["chunk_id"]) for row in again]
                await want(connection, tenant_id, wants, operation_id)
            return await _read(connection, tenant_id, operation_id)

    async def request_cancel(self, tenant_id: UUID, operation_id: UUID, now: datetime) -> Operation:
        async with self._database.writing(tenant_id) as connection:
            found = await _read(connection, tenant_id, operation_id, lock=True)
            if found.status in FINAL_STATUSES:
                raise Conflict("The operation has ended already.")
            await connection.execute(_CANCEL, {"tenant": tenant_id, "operation": operation_id, "now": now})
            return await _read(connection, tenant_id, operation_id)

    async def stranded(self, older_than: datetime, limit: int) -> list[StrandedOperation]:
        async with self._database.across_tenants() as connection:
            found = await rows(connection, _STRANDED, {"older_than": older_than, "limit": limit})
        return [
            StrandedOperation(row["tenant_id"], row["operation_id"], OperationKind(row["kind"]), row["workflow_id"])
            for row in found
        ]


async def create_operation(connection: Connection, tenant_id: UUID, operation: Operation) -> Operation:
    """Stores an operation in the caller's transaction, or finds it stored."""
    await connection.execute(_CREATE, _params(tenant_id, operation))
    return await _read(connection, tenant_id, operation.operation_id)


_READ = "SELECT * FROM operation WHERE tenant_id = %(tenant)s AND operation_id = %(operation)s"
_READ_LOCKED = f"{_READ} FOR UPDATE"
_REJECTIONS = f"""
SELECT r.chunk_id, r.reason, r.span_start, r.span_end FROM chunk c {each("rejection", "r", "r.chunk_id = c.chunk_id")}
WHERE c.tenant_id = %(tenant)s AND c.operation_id = %(operation)s
  AND NOT EXISTS (SELECT FROM tombstone t WHERE t.tenant_id = c.tenant_id AND t.object_id = c.chunk_id)
ORDER BY c.position, r.extractor, r.ordinal"""
_CREATE = (
    insert(
        "operation",
        [
            *("tenant_id", "operation_id", "kind", "status", "workflow_id", "source_id", "chunk_ids", "stages"),
            *(*SCOPE_COLUMNS, "accepted_at", "updated_at", "error", "cancel_requested", "attempt", "effective_now"),
            "subject_id",
        ],
    )
    + " ON CONFLICT DO NOTHING"
)
_OPEN = "status NOT IN ('done', 'partial', 'failed')"
# Functions that begin, do and end a transaction of the tenant in one round trip: a compile has six stages.
_BEGIN_STAGE = "SELECT * FROM memc_begin_stage(%(tenant)s, %(operation)s, %(stage)s, %(attempt)s)"
_END_STAGE = "SELECT memc_end_stage(%(tenant)s, %(operation)s, %(stage)s, %(error)s)"
_FINISH = f"""
UPDATE operation SET status = %(status)s, error = %(error)s, updated_at = %(now)s
WHERE tenant_id = %(tenant)s AND operation_id = %(operation)s AND {_OPEN}"""
_END_CHUNKS = """
WITH before AS (
    SELECT c.chunk_id, c.counted FROM chunk c
    WHERE c.tenant_id = %(tenant)s AND c.operation_id = %(operation)s AND c.status IN ('captured', 'compiling')
      AND NOT EXISTS (SELECT FROM tombstone t WHERE t.tenant_id = c.tenant_id AND t.object_id = c.chunk_id)
    ORDER BY c.chunk_id FOR NO KEY UPDATE OF c)
UPDATE chunk c SET status = %(chunk_status)s, status_reason = %(reason)s, counted = true
FROM before b WHERE c.tenant_id = %(tenant)s AND c.chunk_id = b.chunk_id
RETURNING c.chunk_id, b.counted AS was_counted"""
_REOPEN = """
UPDATE operation SET status = 'accepted', error = NULL, cancel_requested = false, attempt = %(attempt)s,
    workflow_id = %(workflow)s, updated_at = %(now)s, stages = (
    SELECT coalesce(jsonb_agg(s.item || '{"status": "pending", "error": null}' ORDER BY s.place), '[]')
    FROM jsonb_array_elements(stages) WITH ORDINALITY AS s (item, place))
WHERE tenant_id = %(tenant)s AND operation_id = %(operation)s"""
_REOPEN_CHUNKS = """
UPDATE chunk c SET status = 'captured', status_reason = NULL
WHERE c.tenant_id = %(tenant)s AND c.operation_id = %(operation)s AND c.status = 'failed' AND c.purpose <> 'debug'
  AND NOT EXISTS (SELECT FROM tombstone t WHERE t.tenant_id = c.tenant_id AND t.object_id = c.chunk_id)
RETURNING c.chunk_id"""
_CANCEL = """
UPDATE operation SET cancel_requested = true, updated_at = %(now)s
WHERE tenant_id = %(tenant)s AND operation_id = %(operation)s"""
_STRANDED = "SELECT * FROM memc_stranded_operations(%(older_than)s, %(limit)s)"


async def _read(connection: Connection, tenant_id: UUID, operation_id: UUID, *, lock: bool = False) -> Operation:
    params = {"tenant": tenant_id, "operation": operation_id}
    found = await rows(connection, _READ_LOCKED if lock else _READ, params)
    if not found:
        raise NotFound("There is no such operation.")
    return operation(found[0])


def _params(tenant_id: UUID, operation: Operation) -> dict[str, Any]:
    return scope_params(operation.scope) | {
        "tenant_id": tenant_id,
        "operation_id": operation.operation_id,
        "kind": operation.kind.value,
        "status": operation.status.value,
        "workflow_id": operation.workflow_id,
        "source_id": operation.source_id,
        "chunk_ids": list(operation.chunk_ids),
        "stages": Jsonb(stage_params(operation.stages)),
        "accepted_at": operation.accepted_at,
        "updated_at": operation.updated_at,
        "error": operation.error,
        "cancel_requested": operation.cancel_requested,
        "attempt": operation.attempt,
        "effective_now": operation.effective_now,
        "subject_id": operation.subject_id,
    }
