"""One capture inside its transaction: all questions in one round trip, all writes in another."""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from psycopg.types.json import Jsonb

from adapters.postgres import postings
from adapters.postgres.messages import Fresh, Resolved, resolve
from adapters.postgres.pool import Connection, Row, insert, rows, scalar
from adapters.postgres.postings import Indexed
from adapters.postgres.repeats import ANSWER_KEY, CLAIM_KEY, READ_KEY, claim_params, same_request
from adapters.postgres.rows import SCOPE_COLUMNS, scope_params, stage_params
from adapters.postgres.wanting import Want, want
from memory.model.capture import CapturePlan, CaptureReceipt, ChunkDraft
from memory.model.errors import Erased
from memory.model.scope import DEBUG
from memory.ports.projecting import Target
from memory.ports.vector_index import ObjectKind

_FENCED = "SELECT EXISTS (SELECT FROM fence WHERE tenant_id = %(tenant)s AND event_hmac = ANY(%(fences)s)) AS fenced"

# The row lock on the source orders the captures into it, so that what is known cannot change until the commit.
_SOURCE = f"""
INSERT INTO source AS s (tenant_id, source_id, kind, external_id, title, version, {", ".join(SCOPE_COLUMNS)},
    created_at, updated_at, last_place)
VALUES (%(tenant)s, %(source)s, %(kind)s, %(external_id)s, %(title)s, %(version)s,
    {", ".join(f"%({name})s" for name in SCOPE_COLUMNS)}, %(now)s, %(now)s, %(turn)s + %(numbered)s)
ON CONFLICT (tenant_id, source_id) DO UPDATE SET updated_at = EXCLUDED.updated_at,
    last_place = greatest(s.last_place, %(turn)s) + %(numbered)s,
    title = COALESCE(EXCLUDED.title, s.title), version = COALESCE(EXCLUDED.version, s.version)
RETURNING last_place"""
_KNOWN = """
SELECT c.chunk_id, c.operation_id, c.message_id, c.turn, c.content_hmac, c.version, c.place, c.counted, o.workflow_id
FROM chunk c JOIN operation o USING (tenant_id, operation_id)
WHERE c.tenant_id = %(tenant)s AND c.source_id = %(source)s AND c.replaced_by IS NULL
  AND c.message_id = ANY(%(messages)s::text[])
UNION ALL
SELECT c.chunk_id, c.operation_id, c.message_id, c.turn, c.content_hmac, c.version, c.place, c.counted, o.workflow_id
FROM chunk c JOIN operation o USING (tenant_id, operation_id)
WHERE c.tenant_id = %(tenant)s AND c.source_id = %(source)s AND c.replaced_by IS NULL
  AND c.message_id IS NULL AND c.turn = ANY(%(turns)s::int[]) AND c.content_hmac = ANY(%(hmacs)s::bytea[])"""


_OPERATION = f"""
INSERT INTO operation (tenant_id, operation_id, kind, status, workflow_id, source_id, chunk_ids, stages,
    {", ".join(SCOPE_COLUMNS)}, accepted_at, updated_at)
VALUES (%(tenant)s, %(operation)s, %(kind)s, %(status)s, %(workflow)s, %(source)s, %(chunks)s::uuid[], %(stages)s,
    {", ".join(f"%({name})s" for name in SCOPE_COLUMNS)}, %(now)s, %(now)s)"""
_CHUNK = insert(
    "chunk",
    [
        *("tenant_id", "chunk_id", "source_id", "operation_id", *SCOPE_COLUMNS, "position", "turn", "place"),
        *("message_id", "role", "speaker", "text", "content_hmac", "fence", "said_at", "timezone", "said_at_assumed"),
        *("recorded_at", "run_id", "step", "tags", "importance", "retention_class", "status", "status_reason"),
        *("version", "replaced_by"),
    ],
)
_REPLACE = """
UPDATE chunk SET status = 'replaced', replaced_by = %(new)s, counted = false
WHERE tenant_id = %(tenant)s AND chunk_id = %(old)s"""
_WITHDRAW = """
UPDATE assertion SET live = false, withdrawn_by = %(operation)s
WHERE tenant_id = %(tenant)s AND chunk_id = ANY(%(chunks)s) AND live"""


class Capture:
    """One capture inside its transaction."""

    def __init__(self, connection: Connection, plan: CapturePlan) -> None:
        self._connection = connection
        self._plan = plan
        self._key = plan.idempotency_key_hash
        self._base = {"tenant": plan.tenant_id, "source": plan.source.source_id, "now": plan.recorded_at}

    async def run(self) -> CaptureReceipt:
        first, resolved = await self._look()
        if first is not None:
            return first
        if resolved.fresh:
            await self._store(resolved)
        receipt = self._receipt(resolved)
        if self._key is not None and _answer(receipt) != _planned(self._plan):
            await self._connection.execute(
                ANSWER_KEY,
                self._base | {"key": self._key} | dict(zip(("operation", "chunks"), _answer(receipt), strict=True)),
            )
        return receipt

    async def _look(self) -> tuple[CaptureReceipt | None, Resolved]:
        """Asks what is known of the messages, with the key claimed and the source locked: losers of a race wait here."""
        await self._refuse_erased()
        first = await self._claim_key()
        if first is not None:
            return first, Resolved(0)
        source = await rows(self._connection, _SOURCE, self._source_params())
        numbered = sum(draft.chunk.turn is None for draft in self._plan.chunks)
        return None, resolve(self._plan.chunks, await self._known(), source[0]["last_place"] - numbered)

    async def _refuse_erased(self) -> None:
        fences = [fence for draft in self._plan.chunks for fence in draft.fence]
        if fences and await scalar(self._connection, _FENCED, self._base | {"fences": fences}):
            raise Erased("One of these messages was erased and may not come back.")

    async def _claim_key(self) -> CaptureReceipt | None:
        """The answer to an earlier request with this key; None when there was none, or no key."""
        if self._key is None:
            return None
        operation_id, chunk_ids = _planned(self._plan)
        claim = self._base | claim_params(
            self._plan.tenant_id, self._key, self._plan.fingerprint, self._plan.recorded_at
        )
        if await rows(self._connection, CLAIM_KEY, claim | {"operation": operation_id, "chunks": chunk_ids}):
            return None
        row = same_request(await rows(self._connection, READ_KEY, claim), self._plan.fingerprint)
        return CaptureReceipt(
            row["operation_id"], row["source_id"], tuple(row["chunk_ids"]), row["workflow_id"] or "", repeated=True
        )

    async def _known(self) -> list[Row]:
        chunks = [draft.chunk for draft in self._plan.chunks]
        messages = [found.message_id for found in chunks if found.message_id is not None]
        turns = [found.turn for found in chunks if found.turn is not None]
        if not messages and not turns:
            return []
        hmacs = [found.content_hmac for found in chunks]
        return await rows(self._connection, _KNOWN, self._base | {"messages": messages, "turns": turns, "hmacs": hmacs})

    def _source_params(self) -> dict[str, Any]:
        source = self._plan.source
        named = {"kind": source.kind.value, "external_id": source.external_id, "title": source.title}
        turns = [draft.chunk.turn for draft in self._plan.chunks if draft.chunk.turn is not None]
        places = {"turn": max(turns, default=0), "numbered": len(self._plan.chunks) - len(turns)}
        return self._base | scope_params(self._plan.scope) | named | places | {"version": source.version}

    async def _store(self, resolved: Resolved) -> None:
        connection, tenant_id, operation = self._connection, self._plan.tenant_id, self._plan.operation
        await connection.execute(_OPERATION, self._operation_params(resolved))
        await self._replace(resolved)
        await self._insert_chunks(resolved.fresh)
        live = [fresh.draft for fresh in resolved.fresh if fresh.replaced_by is None]
        await postings.insert(connection, tenant_id, ObjectKind.CHUNK, [_indexed(draft) for draft in live])
        wants = [
            Want(Target.VECTORS, ObjectKind.CHUNK, draft.chunk.chunk_id)
            for draft in live
            if draft.chunk.scope.purpose != DEBUG
        ]
        gone = [Want(Target.VECTORS, ObjectKind.CHUNK, old.chunk_id, delete=True) for old, _ in resolved.replaced]
        await want(connection, tenant_id, [*wants, *gone], operation.operation_id)

    async def _replace(self, resolved: Resolved) -> None:
        """An edit: the old version is out of recall at once; its statements are withdrawn by this operation."""
        if not resolved.replaced:
            return
        for old, new_id in resolved.replaced:
            await self._connection.execute(_REPLACE, self._base | {"old": old.chunk_id, "new": new_id})
        old_ids = [old.chunk_id for old, _ in resolved.replaced]
        operation_id = self._plan.operation.operation_id
        await self._connection.execute(_WITHDRAW, self._base | {"operation": operation_id, "chunks": old_ids})
        counted = [old.chunk_id for old, _ in resolved.replaced if old.counted]
        uncounted = [old.chunk_id for old, _ in resolved.replaced if not old.counted]
        await postings.remove(self._connection, self._plan.tenant_id, counted, uncounted)

    async def _insert_chunks(self, fresh: Sequence[Fresh]) -> None:
        if len(fresh) == 1:
            await self._connection.execute(_CHUNK, self._chunk_params(fresh[0]))
            return
        async with self._connection.cursor() as cursor:
            await cursor.executemany(_CHUNK, [self._chunk_params(item) for item in fresh])

    def _operation_params(self, resolved: Resolved) -> dict[str, Any]:
        operation = self._plan.operation
        named = {"operation": operation.operation_id, "kind": operation.kind.value, "status": operation.status.value}
        named |= {"workflow": operation.workflow_id, "stages": Jsonb(stage_params(operation.stages))}
        return self._base | scope_params(operation.scope) | named | {"chunks": resolved.chunk_ids}

    def _chunk_params(self, fresh: Fresh) -> dict[str, Any]:
        found = fresh.draft.chunk
        return scope_params(found.scope) | {
            "tenant_id": self._plan.tenant_id,
            "chunk_id": found.chunk_id,
            "source_id": self._plan.source.source_id,
            "operation_id": self._plan.operation.operation_id,
            "position": found.position,
            "turn": found.turn,
            "place": fresh.place,
            "message_id": found.message_id,
            "role": found.role.value,
            "speaker": found.speaker,
            "text": found.text,
            "content_hmac": found.content_hmac,
            "fence": list(fresh.draft.fence),
            "said_at": found.said_at,
            "timezone": found.timezone,
            "said_at_assumed": found.said_at_assumed,
            "recorded_at": found.recorded_at,
            "run_id": found.run_id,
            "step": found.step,
            "tags": list(found.tags),
            "importance": found.importance,
            "retention_class": found.retention_class.value,
            "status": "replaced" if fresh.replaced_by else found.status.value,
            "status_reason": found.status_reason,
            "version": fresh.version,
            "replaced_by": fresh.replaced_by,
        }

    def _receipt(self, resolved: Resolved) -> CaptureReceipt:
        operation_id, workflow_id = self._plan.operation.operation_id, self._plan.operation.workflow_id
        first = None if resolved.fresh else resolved.repeated[0]
        if first is not None and first.operation_id is not None:
            operation_id, workflow_id = first.operation_id, first.workflow_id
        return CaptureReceipt(
            operation_id,
            self._plan.source.source_id,
            tuple(resolved.chunk_ids),
            workflow_id,
            repeated=not resolved.fresh,
        )


def _indexed(draft: ChunkDraft) -> Indexed:
    scope = draft.chunk.scope
    return Indexed(draft.chunk.chunk_id, scope.key, scope.purpose, draft.tokens, draft.token_length)


def _planned(plan: CapturePlan) -> tuple[UUID, list[UUID]]:
    return plan.operation.operation_id, [draft.chunk.chunk_id for draft in plan.chunks]


def _answer(receipt: CaptureReceipt) -> tuple[UUID, list[UUID]]:
    return receipt.operation_id, list(receipt.chunk_ids)
