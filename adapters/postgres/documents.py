"""`DocumentStore` on Postgres."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from psycopg.types.json import Jsonb

from adapters.postgres import postings
from adapters.postgres.joins import each
from adapters.postgres.pool import Connection, Database, Row, insert, rows, scalar
from adapters.postgres.rows import SCOPE_COLUMNS, scope, scope_params, stage_params
from adapters.postgres.visible import LIVE_CHUNK
from adapters.postgres.wanting import Want, want
from memory.model.chunk import Operation, RetentionClass, Role, Source
from memory.model.document import Document, DocumentFormat, DocumentPart, PartSettings
from memory.model.errors import Erased, NotFound
from memory.model.principal import SourceKind
from memory.ports.failpoints import declare, failpoint
from memory.ports.projecting import Target
from memory.ports.vector_index import ObjectKind

ACCEPT_BEFORE_COMMIT = declare("document.before_commit")
ACCEPT_AFTER_COMMIT = declare("document.after_commit")


class PostgresDocumentStore:
    """See `memory.ports.documents.DocumentStore`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def newest(self, tenant_id: UUID, source_id: UUID) -> Document | None:
        found = await self._documents(tenant_id, _OF_SOURCE, {"source": source_id})
        return found[0] if found else None

    async def of_source(self, tenant_id: UUID, source_id: UUID) -> list[Document]:
        found = await self._documents(tenant_id, _OF_SOURCE, {"source": source_id})
        if not found:
            raise NotFound("There is no such source.")
        return found

    async def document(self, tenant_id: UUID, document_id: UUID) -> Document | None:
        found = await self._documents(tenant_id, _BY_ID, {"document": document_id})
        return found[0] if found else None

    async def known_chunks(self, tenant_id: UUID, source_id: UUID) -> Mapping[tuple[str, bytes], UUID]:
        async with self._database.reading(tenant_id) as connection:
            found = await rows(connection, _KNOWN, {"tenant": tenant_id, "source": source_id})
        return {(row["message_id"], bytes(row["content_hmac"])): row["chunk_id"] for row in found}

    async def fenced(self, tenant_id: UUID, fences: Sequence[bytes]) -> bool:
        async with self._database.reading(tenant_id) as connection:
            return bool(await scalar(connection, _FENCED, {"tenant": tenant_id, "fences": list(fences)}))

    async def keep(self, tenant_id: UUID, document: Document, parts: Sequence[DocumentPart]) -> None:
        async with self._database.writing(tenant_id) as connection:
            await _store(connection, tenant_id, document, parts)

    async def accept(
        self,
        tenant_id: UUID,
        document: Document,
        parts: Sequence[DocumentPart],
        operation: Operation,
        fences: Sequence[bytes],
    ) -> None:
        async with self._database.writing(tenant_id) as connection:
            if await scalar(connection, _FENCED, {"tenant": tenant_id, "fences": list(fences)}):
                raise Erased("A part of this document was erased and may not come back.")
            await connection.execute(_SOURCE, _source_params(tenant_id, document))
            await connection.execute(_OPERATION, _operation_params(tenant_id, operation))
            await _store(connection, tenant_id, document, parts)
            failpoint(ACCEPT_BEFORE_COMMIT)
        failpoint(ACCEPT_AFTER_COMMIT)

    async def parts(self, tenant_id: UUID, document_id: UUID, after: int, limit: int) -> list[DocumentPart]:
        params = {"tenant": tenant_id, "document": document_id, "after": after, "limit": limit}
        async with self._database.reading(tenant_id) as connection:
            found = await rows(connection, _PARTS, params)
        return [
            DocumentPart(row["ordinal"], row["chunk_id"], row["part_start"], row["part_end"], row["heading"])
            for row in found
        ]

    async def placed(self, tenant_id: UUID, document_id: UUID, chunks: Mapping[int, UUID]) -> None:
        params = {"tenant": tenant_id, "document": document_id, "ordinals": list(chunks), "chunks": [*chunks.values()]}
        async with self._database.writing(tenant_id) as connection:
            await connection.execute(_PLACE, params)
            await connection.execute(_TAKEN, params | {"taken": max(chunks, default=-1) + 1})

    async def retire(self, tenant_id: UUID, document: Document) -> int:
        params = {"tenant": tenant_id, "source": document.source.source_id, "document": document.document_id}
        async with self._database.writing(tenant_id) as connection:
            gone = await rows(connection, _RETIRE, params)
            chunks = [row["chunk_id"] for row in gone]
            if not chunks:
                return 0
            await connection.execute(_WITHDRAW, params | {"chunks": chunks})
            counted = [row["chunk_id"] for row in gone if row["counted"]]
            uncounted = [row["chunk_id"] for row in gone if not row["counted"]]
            await postings.remove(connection, tenant_id, counted, uncounted)
            wants = [Want(Target.VECTORS, ObjectKind.CHUNK, chunk_id, delete=True) for chunk_id in chunks]
            await want(connection, tenant_id, wants, document.operation_id)
            return len(chunks)

    async def texts(self, tenant_id: UUID, chunk_ids: Sequence[UUID]) -> Mapping[UUID, str]:
        async with self._database.reading(tenant_id) as connection:
            found = await rows(connection, _TEXTS, {"tenant": tenant_id, "chunks": list(chunk_ids)})
        return {row["chunk_id"]: row["text"] for row in found}

    async def _documents(self, tenant_id: UUID, query: Any, params: dict[str, Any]) -> list[Document]:
        async with self._database.reading(tenant_id) as connection:
            return [_document(row) for row in await rows(connection, query, {"tenant": tenant_id, **params})]


_SELECT = f"""
SELECT d.*, s.kind, s.external_id, s.title, s.version AS source_version, s.workspace, s.project, s.user_id, s.agent_id,
    s.session_id, s.visibility, s.purpose, s.sensitivity
FROM document d {each("source", "s", "s.source_id = d.source_id")} WHERE d.tenant_id = %(tenant)s"""
_OF_SOURCE = f"{_SELECT} AND d.source_id = %(source)s AND NOT d.erased ORDER BY d.recorded_at DESC, d.document_id DESC"
_BY_ID = f"{_SELECT} AND d.document_id = %(document)s"
_KNOWN = f"""
SELECT c.message_id, c.content_hmac, c.chunk_id FROM chunk c
WHERE c.tenant_id = %(tenant)s AND c.source_id = %(source)s AND c.replaced_by IS NULL AND c.message_id IS NOT NULL
  AND {LIVE_CHUNK}"""
_FENCED = """
SELECT EXISTS (SELECT FROM fence f WHERE f.tenant_id = %(tenant)s AND f.event_hmac = ANY(%(fences)s::bytea[]))"""
_SOURCE = f"""
INSERT INTO source AS s (tenant_id, source_id, kind, external_id, title, version, {", ".join(SCOPE_COLUMNS)},
    created_at, updated_at)
VALUES (%(tenant)s, %(source)s, %(kind)s, %(external_id)s, %(title)s, %(version)s,
    {", ".join(f"%({name})s" for name in SCOPE_COLUMNS)}, %(now)s, %(now)s)
ON CONFLICT (tenant_id, source_id) DO UPDATE SET updated_at = EXCLUDED.updated_at,
    title = COALESCE(EXCLUDED.title, s.title), version = COALESCE(EXCLUDED.version, s.version)"""
_OPERATION = (
    insert(
        "operation",
        [
            *("tenant_id", "operation_id", "kind", "status", "workflow_id", "source_id", "chunk_ids", "stages"),
            *(*SCOPE_COLUMNS, "accepted_at", "updated_at"),
        ],
    )
    + " ON CONFLICT DO NOTHING"
)
_DOCUMENT = (
    insert(
        "document",
        [
            *("tenant_id", "document_id", "source_id", "operation_id", "version", "format", "characters", "parts"),
            *("content_hmac", "fence", "blob_key", "request", "taken", "recorded_at"),
        ],
    )
    + " ON CONFLICT DO NOTHING"
)
_STORE_PARTS = """
INSERT INTO document_part (tenant_id, document_id, ordinal, chunk_id, part_start, part_end, heading)
SELECT %(tenant)s, %(document)s, p.* FROM unnest(%(ordinals)s::int[], %(chunks)s::uuid[], %(starts)s::int[],
    %(ends)s::int[], %(headings)s::text[]) AS p ON CONFLICT DO NOTHING"""
_PARTS = """
SELECT * FROM document_part WHERE tenant_id = %(tenant)s AND document_id = %(document)s AND ordinal >= %(after)s
ORDER BY ordinal LIMIT %(limit)s"""
_PLACE = """
UPDATE document_part p SET chunk_id = n.chunk_id
FROM unnest(%(ordinals)s::int[], %(chunks)s::uuid[]) AS n (ordinal, chunk_id)
WHERE p.tenant_id = %(tenant)s AND p.document_id = %(document)s AND p.ordinal = n.ordinal
  AND p.chunk_id <> n.chunk_id"""
_TAKEN = """
UPDATE document SET taken = greatest(taken, %(taken)s) WHERE tenant_id = %(tenant)s AND document_id = %(document)s"""
_RETIRE = f"""
UPDATE chunk c SET status = 'retracted', status_reason = 'newer_version', counted = false
FROM (SELECT c.tenant_id, c.chunk_id, c.counted FROM chunk c
    WHERE c.tenant_id = %(tenant)s AND c.source_id = %(source)s AND {LIVE_CHUNK}
      AND NOT EXISTS (SELECT FROM document_part p WHERE p.tenant_id = c.tenant_id
        AND p.document_id = %(document)s AND p.chunk_id = c.chunk_id)
    ORDER BY c.chunk_id FOR NO KEY UPDATE OF c) old
WHERE c.tenant_id = old.tenant_id AND c.chunk_id = old.chunk_id RETURNING c.chunk_id, old.counted"""
_WITHDRAW = """
UPDATE assertion SET live = false, withdrawn_by = %(document)s
WHERE tenant_id = %(tenant)s AND chunk_id = ANY(%(chunks)s) AND live"""
_TEXTS = f"""
SELECT c.chunk_id, c.text FROM chunk c
WHERE c.tenant_id = %(tenant)s AND c.chunk_id = ANY(%(chunks)s) AND {LIVE_CHUNK}"""


async def _store(connection: Connection, tenant_id: UUID, document: Document, parts: Sequence[DocumentPart]) -> None:
    await connection.execute(_DOCUMENT, _document_params(tenant_id, document))
    params = {
        "tenant": tenant_id,
        "document": document.document_id,
        "ordinals": [part.ordinal for part in parts],
        "chunks": [part.chunk_id for part in parts],
        "starts": [part.start for part in parts],
        "ends": [part.end for part in parts],
        "headings": [part.heading for part in parts],
    }
    await connection.execute(_STORE_PARTS, params)


def _source_params(tenant_id: UUID, document: Document) -> dict[str, Any]:
    source = document.source
    return scope_params(document.scope) | {
        "tenant": tenant_id,
        "source": source.source_id,
        "kind": source.kind.value,
        "external_id": source.external_id,
        "title": source.title,
        "version": source.version,
        "now": document.recorded_at,
    }


def _operation_params(tenant_id: UUID, operation: Operation) -> dict[str, Any]:
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
    }


def _document_params(tenant_id: UUID, document: Document) -> dict[str, Any]:
    return {
        "tenant_id": tenant_id,
        "document_id": document.document_id,
        "source_id": document.source.source_id,
        "operation_id": document.operation_id,
        "version": document.version,
        "format": document.format.value,
        "characters": document.characters,
        "parts": document.parts,
        "content_hmac": document.content_hmac,
        "fence": list(document.fence),
        "blob_key": document.blob_key,
        "request": Jsonb(_settings_params(document.settings)),
        "taken": document.taken,
        "recorded_at": document.recorded_at,
    }


def _settings_params(settings: PartSettings) -> dict[str, Any]:
    return {
        "role": settings.role.value,
        "speaker": settings.speaker,
        "timezone": settings.timezone,
        "said_at": settings.said_at.isoformat(),
        "importance": settings.importance,
        "tags": list(settings.tags),
        "retention_class": settings.retention_class.value,
    }


def _settings(stored: dict[str, Any]) -> PartSettings:
    return PartSettings(
        role=Role(stored["role"]),
        speaker=stored["speaker"],
        timezone=stored["timezone"],
        said_at=datetime.fromisoformat(stored["said_at"]),
        importance=stored["importance"],
        tags=tuple(stored["tags"]),
        retention_class=RetentionClass(stored["retention_class"]),
    )


def _document(row: Row) -> Document:
    return Document(
        document_id=row["document_id"],
        source=Source(
            row["source_id"], SourceKind(row["kind"]), row["external_id"], row["title"], row["source_version"]
        ),
        scope=scope(row),
        version=row["version"],
        format=DocumentFormat(row["format"]),
        characters=row["characters"],
        parts=row["parts"],
        content_hmac=bytes(row["content_hmac"]),
        blob_key=row["blob_key"],
        settings=_settings(row["request"]),
        recorded_at=row["recorded_at"],
        fence=tuple(map(bytes, row["fence"])),
        taken=row["taken"],
        erased=row["erased"],
        operation_id=row["operation_id"],
    )
