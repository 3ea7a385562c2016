"""One capture inside its transaction: all questions in one round trip, all writes in another."""

from collections.abc import Mapping
from typing import Any, Final, LiteralString
from uuid import UUID

from psycopg.types.json import Jsonb

from adapters.postgres import postings
from adapters.postgres.messages import Fresh, Resolved, resolve
from adapters.postgres.pool import Connection, Row, rows, scalar
from adapters.postgres.postings import bucket_id
from adapters.postgres.repeats import ANSWER_KEY, READ_KEY, same_request
from adapters.postgres.rows import SCOPE_COLUMNS, scope_params, stage_params
from adapters.postgres.wanting import Want, want
from memory.model.capture import CapturePlan, CaptureReceipt
from memory.model.errors import Erased
from memory.model.scope import DEBUG
from memory.ports.projecting import Target
from memory.ports.vector_index import ObjectKind

# One statement, in this order: the key first, where a repeat of the request waits for its first answer; then the source,
# whose row lock orders the captures into it, so that what is known of it cannot change until the commit.
_CLAIM = f"""
WITH claimed AS (
    INSERT INTO idempotency (tenant_id, key_hash, fingerprint, operation_id, source_id, chunk_ids, created_at)
    SELECT %(tenant)s, %(key)s, %(fingerprint)s, %(operation)s, %(source)s, %(chunks)s::uuid[], %(now)s
    WHERE %(key)s::bytea IS NOT NULL
    ON CONFLICT (tenant_id, key_hash) DO NOTHING RETURNING 1),
locked AS (
    INSERT INTO source AS s (tenant_id, source_id, kind, external_id, title, version, {", ".join(SCOPE_COLUMNS)},
        created_at, updated_at, last_place)
    SELECT %(tenant)s, %(source)s, %(kind)s, %(external_id)s, %(title)s, %(version)s,
        {", ".join(f"%({name})s" for name in SCOPE_COLUMNS)}, %(now)s, %(now)s, %(turn)s + %(numbered)s
    FROM (SELECT count(*) FROM claimed) AS after_the_key
    ON CONFLICT (tenant_id, source_id) DO UPDATE SET updated_at = EXCLUDED.updated_at,
        last_place = greatest(s.last_place, %(turn)s) + %(numbered)s,
        title = COALESCE(EXCLUDED.title, s.title), version = COALESCE(EXCLUDED.version, s.version)
    RETURNING last_place, xmax = 0 AS is_new)
SELECT locked.last_place, locked.is_new, EXISTS (SELECT FROM claimed) AS is_ours,
    EXISTS (SELECT FROM fence f WHERE f.tenant_id = %(tenant)s AND f.event_hmac = ANY(%(fences)s::bytea[])) AS is_fenced
FROM locked"""
_KNOWN_COLUMNS = "c.chunk_id, c.operation_id, c.message_id, c.turn, c.content_hmac, c.version, c.place, c.counted"
_KNOWN = f"""
SELECT {_KNOWN_COLUMNS} FROM chunk c
WHERE c.tenant_id = %(tenant)s AND c.source_id = %(source)s AND c.replaced_by IS NULL
  AND c.message_id = ANY(%(messages)s::text[])
UNION ALL
SELECT {_KNOWN_COLUMNS} FROM chunk c
WHERE c.tenant_id = %(tenant)s AND c.source_id = %(source)s AND c.replaced_by IS NULL
  AND c.message_id IS NULL AND c.turn = ANY(%(turns)s::int[]) AND c.content_hmac = ANY(%(hmacs)s::bytea[])"""
_EDITED = f"""
SELECT {_KNOWN_COLUMNS} FROM chunk c
WHERE c.tenant_id = %(tenant)s AND c.chunk_id = ANY(%(edited)s) AND c.replaced_by IS NULL AND c.status <> 'retracted'"""
_WORKFLOW = "SELECT workflow_id FROM operation WHERE tenant_id = %(tenant)s AND operation_id = %(operation)s"

_EACH: Final[Mapping[LiteralString, LiteralString]] = {
    "chunk_id": "uuid",
    "position": "integer",
    "turn": "integer",
    "place": "integer",
    "message_id": "text",
    "role": "text",
    "speaker": "text",
    "text": "text",
    "content_hmac": "bytea",
    "fence": "bytea[]",
    "said_at": "timestamptz",
    "timezone": "text",
    "said_at_assumed": "boolean",
    "recorded_at": "timestamptz",
    "run_id": "text",
    "step": "text",
    "tags": "text[]",
    "importance": "double precision",
    "retention_class": "text",
    "status": "text",
    "status_reason": "text",
    "version": "integer",
    "replaced_by": "uuid",
}
_WRITE = f"""
WITH made AS (
    INSERT INTO operation (tenant_id, operation_id, kind, status, workflow_id, source_id, chunk_ids, stages,
        {", ".join(SCOPE_COLUMNS)}, accepted_at, updated_at)
    VALUES (%(tenant)s, %(operation)s, %(kind)s, %(status)s, %(workflow)s, %(source)s, %(chunks)s::uuid[], %(stages)s,
        {", ".join(f"%({name})s" for name in SCOPE_COLUMNS)}, %(now)s, %(now)s)),
said AS (
    INSERT INTO chunk (tenant_id, source_id, operation_id, {", ".join(SCOPE_COLUMNS)}, {", ".join(_EACH)})
    SELECT %(tenant)s, %(source)s, %(operation)s, {", ".join(f"%({name})s" for name in SCOPE_COLUMNS)},
        {", ".join([f"r.{name}" for name in _EACH])}
    FROM jsonb_to_recordset(%(said)s) AS r ({", ".join([f"{name} {kind}" for name, kind in _EACH.items()])})),
words AS (
    INSERT INTO posting (tenant_id, bucket, object_kind, token, object_id, tf, length)
    SELECT %(tenant)s, %(bucket)s, 'chunk', p.token, p.object_id, p.tf, p.length
    FROM unnest(%(tokens)s::text[], %(objects)s::uuid[], %(tfs)s::int[], %(lengths)s::int[])
        AS p (token, object_id, tf, length)
    ORDER BY p.token)
INSERT INTO outbox (tenant_id, target, kind, object_id, wanted_version, operation_id, waiting_since)
SELECT %(tenant)s, 'vectors', 'chunk', w.object_id, 1, %(operation)s, now() FROM unnest(%(wanted)s::uuid[]) AS w (object_id)"""
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
        receipt = await self._receipt(resolved)
        if self._key is not None and _answer(receipt) != _planned(self._plan):
            await self._connection.execute(
                ANSWER_KEY,
                self._base | {"key": self._key} | dict(zip(("operation", "chunks"), _answer(receipt), strict=True)),
            )
        return receipt

    async def _look(self) -> tuple[CaptureReceipt | None, Resolved]:
        """Asks what is known of the messages, with the key claimed and the source locked: losers of a race wait here."""
        (claim,) = await rows(self._connection, _CLAIM, self._claim_params())
        if claim["is_fenced"]:
            raise Erased("One of these messages was erased and may not come back.")
        if self._key is not None and not claim["is_ours"]:
            return await self._first_answer(), Resolved(0)
        numbered = sum(draft.chunk.turn is None for draft in self._plan.chunks)
        known = [] if claim["is_new"] else await self._known()
        return None, resolve(self._plan.chunks, known, claim["last_place"] - numbered)

    async def _first_answer(self) -> CaptureReceipt:
        """The answer to an earlier request with this key."""
        found = await rows(self._connection, READ_KEY, self._base | {"key": self._key})
        row = same_request(found, self._plan.fingerprint)
        return CaptureReceipt(
            row["operation_id"], row["source_id"], tuple(row["chunk_ids"]), row["workflow_id"] or "", repeated=True
        )

    async def _known(self) -> list[Row]:
        edited = [draft.replaces for draft in self._plan.chunks if draft.replaces is not None]
        if edited:
            return await rows(self._connection, _EDITED, self._base | {"edited": edited})
        chunks = [draft.chunk for draft in self._plan.chunks]
        messages = [found.message_id for found in chunks if found.message_id is not None]
        turns = [found.turn for found in chunks if found.turn is not None]
        if not messages and not turns:
            return []
        hmacs = [found.content_hmac for found in chunks]
        return await rows(self._connection, _KNOWN, self._base | {"messages": messages, "turns": turns, "hmacs": hmacs})

    def _claim_params(self) -> dict[str, Any]:
        source = self._plan.source
        operation_id, chunk_ids = _planned(self._plan)
        turns = [draft.chunk.turn for draft in self._plan.chunks if draft.chunk.turn is not None]
        return (
            self._base
            | scope_params(self._plan.scope)
            | {"key": self._key, "fingerprint": self._plan.fingerprint, "operation": operation_id, "chunks": chunk_ids}
            | {"kind": source.kind.value, "external_id": source.external_id, "title": source.title}
            | {
                "version": source.version,
                "turn": max(turns, default=0),
                "numbered": len(self._plan.chunks) - len(turns),
            }
            | {"fences": [fence for draft in self._plan.chunks for fence in draft.fence]}
        )

    async def _store(self, resolved: Resolved) -> None:
        await self._replace(resolved)
        await self._connection.execute(_WRITE, self._write_params(resolved))

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
        gone = [Want(Target.VECTORS, ObjectKind.CHUNK, old_id, delete=True) for old_id in old_ids]
        await want(self._connection, self._plan.tenant_id, gone, operation_id)

    def _write_params(self, resolved: Resolved) -> dict[str, Any]:
        operation, scope = self._plan.operation, self._plan.scope
        live = [fresh.draft for fresh in resolved.fresh if fresh.replaced_by is None and scope.purpose != DEBUG]
        words = [(token, d.chunk.chunk_id, tf, d.token_length) for d in live for token, tf in d.tokens]
        return (
            self._base
            | scope_params(scope)
            | {"operation": operation.operation_id, "kind": operation.kind.value, "status": operation.status.value}
            | {"workflow": operation.workflow_id, "stages": Jsonb(stage_params(operation.stages))}
            | {"chunks": resolved.chunk_ids, "said": Jsonb([_said(fresh) for fresh in resolved.fresh])}
            | {"bucket": bucket_id(scope.key, scope.purpose), "wanted": [draft.chunk.chunk_id for draft in live]}
            | {"tokens": [word[0] for word in words], "objects": [word[1] for word in words]}
            | {"tfs": [word[2] for word in words], "lengths": [word[3] for word in words]}
        )

    async def _receipt(self, resolved: Resolved) -> CaptureReceipt:
        operation_id, workflow_id = self._plan.operation.operation_id, self._plan.operation.workflow_id
        first = None if resolved.fresh else resolved.repeated[0]
        if first is not None and first.operation_id is not None:
            operation_id = first.operation_id
            workflow_id = await scalar(self._connection, _WORKFLOW, self._base | {"operation": operation_id})
        return CaptureReceipt(
            operation_id,
            self._plan.source.source_id,
            tuple(resolved.chunk_ids),
            workflow_id,
            repeated=not resolved.fresh,
        )


def _said(fresh: Fresh) -> dict[str, Any]:
    """A chunk as JSON, which the database reads back into columns."""
    found = fresh.draft.chunk
    return {
        "chunk_id": str(found.chunk_id),
        "position": found.position,
        "turn": found.turn,
        "place": fresh.place,
        "message_id": found.message_id,
        "role": found.role.value,
        "speaker": found.speaker,
        "text": found.text,
        "content_hmac": _hex(found.content_hmac),
        "fence": [_hex(fence) for fence in fresh.draft.fence],
        "said_at": found.said_at.isoformat(),
        "timezone": found.timezone,
        "said_at_assumed": found.said_at_assumed,
        "recorded_at": found.recorded_at.isoformat(),
        "run_id": found.run_id,
        "step": found.step,
        "tags": list(found.tags),
        "importance": found.importance,
        "retention_class": found.retention_class.value,
        "status": "replaced" if fresh.replaced_by else found.status.value,
        "status_reason": found.status_reason,
        "version": fresh.version,
        "replaced_by": str(fresh.replaced_by) if fresh.replaced_by else None,
    }


def _hex(raw: bytes) -> str:
    return f"\\x{raw.hex()}"


def _planned(plan: CapturePlan) -> tuple[UUID, list[UUID]]:
    return plan.operation.operation_id, [draft.chunk.chunk_id for draft in plan.chunks]


def _answer(receipt: CaptureReceipt) -> tuple[UUID, list[UUID]]:
    return receipt.operation_id, list(receipt.chunk_ids)
