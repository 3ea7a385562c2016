"""`CompileStore` on Postgres: chunks, their times, statements and entities. Settling is in `settling.py`."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from adapters.postgres import linking
from adapters.postgres.entities import PostgresEntityStore
from adapters.postgres.joins import CHUNK_OF_ASSERTION, SOURCE_OF_CHUNK, SUBJECT_LINK, each
from adapters.postgres.pool import Connection, Database, Row, insert, rows
from adapters.postgres.rows import (
    CHUNK,
    assertion_params,
    chunk,
    mention,
    reading,
    scope,
    slot,
    span_params,
)
from adapters.postgres.settling import settle_slots
from adapters.postgres.turning import PIECE, piece_params
from adapters.postgres.visible import CHUNK_KEPT, LIVE_CHUNK
from adapters.postgres.wanting import Want, want
from memory.model.fact import Slot
from memory.model.timespan import TimeReading
from memory.ports.compiling import (
    ChunkStatements,
    ChunkToCompile,
    EntityRecord,
    LinkEvent,
    SlotDecision,
    UnlinkedMention,
)
from memory.ports.failpoints import declare, failpoint
from memory.ports.projecting import Target
from memory.ports.vector_index import ObjectKind

STATEMENTS_BEFORE_COMMIT = declare("save_statements.before_commit")
STATEMENTS_AFTER_COMMIT = declare("save_statements.after_commit")
LINKS_BEFORE_COMMIT = declare("save_links.before_commit")
LINKS_AFTER_COMMIT = declare("save_links.after_commit")


class PostgresCompileStore:
    """See `memory.ports.compiling.CompileStore`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def chunks_to_compile(self, tenant_id: UUID, operation_id: UUID, previous: int) -> list[ChunkToCompile]:
        params = {"tenant": tenant_id, "operation": operation_id, "previous": previous}
        async with self._database.reading(tenant_id) as connection:
            found = await rows(connection, _CHUNKS, params)
            before = await rows(connection, _PREVIOUS, params) if previous else []
            times = await rows(connection, _TIMES, params)
        turns, spans = _grouped(before, "seed_id"), _grouped(times, "chunk_id")
        return [
            ChunkToCompile(
                chunk=chunk(row),
                previous=tuple(chunk(turn) for turn in turns.get(row["chunk_id"], [])),
                reading=reading(spans.get(row["chunk_id"], [])) if row["times_resolved"] else None,
            )
            for row in found
        ]

    async def save_times(self, tenant_id: UUID, readings: Mapping[UUID, TimeReading]) -> None:
        async with self._database.writing(tenant_id) as connection:
            live = await _lock_live(connection, tenant_id, readings)
            params = {"tenant": tenant_id, "chunks": sorted(live)}
            await connection.execute(_FORGET_TIMES, params)
            spans = [
                {"tenant_id": tenant_id, "chunk_id": chunk_id, "ordinal": ordinal, **span}
                for chunk_id in sorted(live)
                for ordinal, span in enumerate(span_params(readings[chunk_id]))
            ]
            await _insert_many(connection, _TIME, spans)
            await connection.execute(_TIMES_RESOLVED, params)

    async def save_statements(self, tenant_id: UUID, statements: Sequence[ChunkStatements]) -> None:
        async with self._database.writing(tenant_id) as connection:
            live = await _lock_live(connection, tenant_id, [found.chunk_id for found in statements])
            found = [item for item in statements if item.chunk_id in live]
            await _save_statements(connection, tenant_id, found, live)
            failpoint(STATEMENTS_BEFORE_COMMIT)
        failpoint(STATEMENTS_AFTER_COMMIT)

    async def known_entities(self, tenant_id: UUID, workspace: str, project: str) -> list[EntityRecord]:
        params = {"tenant": tenant_id, "workspace": workspace, "project": project}
        async with self._database.reading(tenant_id) as connection:
            return [linking.entity(row) for row in await rows(connection, linking.KNOWN_ENTITIES, params)]

    async def unlinked_mentions(self, tenant_id: UUID, operation_id: UUID) -> list[UnlinkedMention]:
        params = {"tenant": tenant_id, "operation": operation_id}
        async with self._database.reading(tenant_id) as connection:
            found = await rows(connection, _UNLINKED, params)
        return [
            UnlinkedMention(row["assertion_id"], row["role"], mention(row, "mention"), scope(row), row["speaker"])
            for row in found
        ]

    async def save_links(
        self, tenant_id: UUID, entities: Sequence[EntityRecord], events: Sequence[LinkEvent], now: datetime
    ) -> None:
        async with self._database.writing(tenant_id) as connection:
            await linking.save(connection, tenant_id, entities, events, now)
            failpoint(LINKS_BEFORE_COMMIT)
        failpoint(LINKS_AFTER_COMMIT)

    async def join(
        self, tenant_id: UUID, change_id: UUID, speaker: UUID, named: UUID, now: datetime, decide: SlotDecision
    ) -> None:
        entities = PostgresEntityStore(self._database)
        await entities.merge(tenant_id, change_id, speaker, [named], "the speaker has this name", now, decide)

    async def slots_of_operation(self, tenant_id: UUID, operation_id: UUID) -> list[Slot]:
        async with self._database.reading(tenant_id) as connection:
            return await _slots(connection, tenant_id, operation_id)

    async def settle_slots(
        self, tenant_id: UUID, slots: Sequence[Slot], operation_id: UUID | None, decide: SlotDecision
    ) -> int:
        return await settle_slots(self._database, tenant_id, slots, operation_id, decide)

    async def withdraw(self, tenant_id: UUID, operation_id: UUID) -> list[Slot]:
        params = {"tenant": tenant_id, "operation": operation_id}
        async with self._database.writing(tenant_id) as connection:
            await connection.execute(_WITHDRAW, params)
            chunks = await rows(connection, _CHUNK_IDS, params)
            wants = [Want(Target.VECTORS, ObjectKind.CHUNK, row["chunk_id"], delete=True) for row in chunks]
            await want(connection, tenant_id, wants, operation_id)
            return await _slots(connection, tenant_id, operation_id)


_CHUNKS = f"""
SELECT {CHUNK}, c.times_resolved FROM chunk c {SOURCE_OF_CHUNK}
WHERE c.tenant_id = %(tenant)s AND c.operation_id = %(operation)s AND {LIVE_CHUNK}
ORDER BY c.position, c.chunk_id"""
_PREVIOUS = f"""
SELECT seed.chunk_id AS seed_id, before.* FROM (
    SELECT c.tenant_id, c.chunk_id, c.source_id, c.place, c.position FROM chunk c
    WHERE c.tenant_id = %(tenant)s AND c.operation_id = %(operation)s AND {LIVE_CHUNK}) seed
CROSS JOIN LATERAL (
    SELECT {CHUNK}, c.place FROM chunk c {SOURCE_OF_CHUNK}
    WHERE c.tenant_id = seed.tenant_id AND c.source_id = seed.source_id
      AND (c.place, c.position) < (seed.place, seed.position) AND c.chunk_id <> seed.chunk_id AND {LIVE_CHUNK}
    ORDER BY c.place DESC, c.position DESC LIMIT %(previous)s) before
ORDER BY seed.chunk_id, before.place, before.position"""
# An operation's few chunks are found first: while a table is small all its indexes look alike to the planner, and a
# join of two whole tables would follow (docs/decisions/0005-plans-for-new-tenants.md).
_MINE = """
WITH mine AS MATERIALIZED (
    SELECT c.* FROM chunk c WHERE c.tenant_id = %(tenant)s AND c.operation_id = %(operation)s)"""
_TIMES = f"""{_MINE}
SELECT t.* FROM mine c {each("time_span", "t", "t.chunk_id = c.chunk_id")}
ORDER BY t.chunk_id, t.ordinal"""

# Locked, so that no edit of the chunk comes between this question and the commit.
_LOCK_LIVE = f"""
SELECT c.chunk_id, c.scope_key, c.purpose FROM chunk c
WHERE c.tenant_id = %(tenant)s AND c.chunk_id = ANY(%(chunks)s) AND {LIVE_CHUNK}
ORDER BY c.chunk_id FOR NO KEY UPDATE OF c"""
_FORGET_TIMES = "DELETE FROM time_span WHERE tenant_id = %(tenant)s AND chunk_id = ANY(%(chunks)s)"
_TIMES_RESOLVED = """
UPDATE chunk SET times_resolved = true
WHERE tenant_id = %(tenant)s AND chunk_id = ANY(%(chunks)s) AND NOT times_resolved"""
_TIME = insert(
    "time_span",
    [
        *("tenant_id", "chunk_id", "ordinal", "kind", "start_at", "end_at", "grain", "certainty", "rule", "raw"),
        *("span_start", "span_end", "base", "timezone", "bound", "value"),
    ],
)

_ASSERTION = (
    insert(
        "assertion",
        [
            *("tenant_id", "assertion_id", "chunk_id", "source_id", "ordinal", "subject_kind", "subject_text"),
            *("subject_type", "object_kind", "object_text", "object_type", "predicate", "value", "polarity"),
            *("modality", "kind", "change", "application", "span_start", "span_end", "event_start", "event_end"),
            *("event_bound", "event_grain", "event_certainty", "event_raw", "confidence", "authority", "said_at"),
            *("recorded_at", "extractor", "extractor_version", "topic"),
        ],
    )
    # An assertion is immutable: the same run again only makes it live again.
    + """
ON CONFLICT (tenant_id, assertion_id) DO UPDATE SET live = true, withdrawn_by = NULL WHERE NOT assertion.live"""
)
_OVERTAKEN = """
UPDATE assertion a SET live = false, withdrawn_by = c.operation_id FROM chunk c
WHERE a.tenant_id = %(tenant)s AND c.tenant_id = a.tenant_id AND c.chunk_id = a.chunk_id AND a.live
  AND a.chunk_id = %(chunk)s AND a.extractor = %(extractor)s AND a.assertion_id <> ALL(%(assertions)s)"""
_RELATION = (
    insert(
        "relation",
        [
            *("tenant_id", "relation_id", "kind", "from_assertion", "to_assertion", "chunk_id", "span_start"),
            *("span_end", "confidence"),
        ],
    )
    + " ON CONFLICT DO NOTHING"
)
_FORGET_REJECTIONS = """
DELETE FROM rejection WHERE tenant_id = %(tenant)s AND chunk_id = %(chunk)s AND extractor = %(extractor)s"""
_REJECTION = insert("rejection", ["tenant_id", "chunk_id", "extractor", "ordinal", "reason", "span_start", "span_end"])

_UNLINKED = f"""{_MINE}
SELECT a.assertion_id, m.role, m.mention_kind, m.mention_text, m.mention_type, c.speaker, c.workspace, c.project,
    c.user_id, c.agent_id, c.session_id, c.visibility, c.purpose, c.sensitivity
FROM mine c {each("assertion", "a", "a.chunk_id = c.chunk_id")}
CROSS JOIN LATERAL (VALUES
    ('subject', a.subject_kind, a.subject_text, a.subject_type),
    ('object', a.object_kind, a.object_text, a.object_type)) AS m (role, mention_kind, mention_text, mention_type)
WHERE a.live AND m.mention_kind IS NOT NULL AND {LIVE_CHUNK}
  AND NOT EXISTS (SELECT FROM mention_link l
    WHERE l.tenant_id = a.tenant_id AND l.assertion_id = a.assertion_id AND l.role = m.role AND l.known_to IS NULL)
ORDER BY c.position, a.ordinal, m.role DESC"""

_SLOTS = f"""{_MINE}, stated AS MATERIALIZED (
    SELECT c.scope_key, c.purpose, a.assertion_id, a.predicate
    FROM mine c {each("assertion", "a", "a.chunk_id = c.chunk_id AND a.live")}
    WHERE {CHUNK_KEPT})
SELECT s.scope_key, s.purpose, l.entity_id AS subject_id, s.predicate
FROM stated s {each("mention_link", "l", "l.assertion_id = s.assertion_id AND " + SUBJECT_LINK)}
UNION
SELECT c.scope_key, c.purpose, l.entity_id, a.predicate
FROM assertion a {CHUNK_OF_ASSERTION}
{each("mention_link", "l", "l.assertion_id = a.assertion_id AND " + SUBJECT_LINK)}
WHERE a.tenant_id = %(tenant)s AND a.withdrawn_by = %(operation)s AND {CHUNK_KEPT}"""
_WITHDRAW = """
UPDATE assertion a SET live = false, withdrawn_by = %(operation)s
WHERE a.tenant_id = %(tenant)s AND a.live AND a.chunk_id = ANY(ARRAY(
    SELECT c.chunk_id FROM chunk c WHERE c.tenant_id = %(tenant)s AND c.operation_id = %(operation)s))"""
_CHUNK_IDS = "SELECT chunk_id FROM chunk WHERE tenant_id = %(tenant)s AND operation_id = %(operation)s"


def _grouped(found: Iterable[Row], name: str) -> dict[UUID, list[Row]]:
    groups: dict[UUID, list[Row]] = {}
    for row in found:
        groups.setdefault(row[name], []).append(row)
    return groups


async def _lock_live(connection: Connection, tenant_id: UUID, chunk_ids: Iterable[UUID]) -> dict[UUID, Row]:
    """The chunks of these that are there, with their scope."""
    params = {"tenant": tenant_id, "chunks": list(chunk_ids)}
    return {row["chunk_id"]: row for row in await rows(connection, _LOCK_LIVE, params)}


async def _slots(connection: Connection, tenant_id: UUID, operation_id: UUID) -> list[Slot]:
    return [slot(row) for row in await rows(connection, _SLOTS, {"tenant": tenant_id, "operation": operation_id})]


async def _insert_many(connection: Connection, statement: Any, params: Sequence[Mapping[str, Any]]) -> None:
    if params:
        async with connection.cursor() as cursor:
            await cursor.executemany(statement, params)


async def _save_statements(
    connection: Connection, tenant_id: UUID, found: Sequence[ChunkStatements], live: Mapping[UUID, Row]
) -> None:
    runs = [
        {
            "tenant": tenant_id,
            "chunk": item.chunk_id,
            "extractor": item.extractor,
            "assertions": [stated.assertion_id for stated in item.assertions],
        }
        for item in found
    ]
    await _insert_many(connection, _OVERTAKEN, runs)
    stated = [{"tenant_id": tenant_id, **assertion_params(a)} for item in found for a in item.assertions]
    await _insert_many(connection, _ASSERTION, stated)
    pieces = [row for item in found for a in item.assertions for row in piece_params(tenant_id, a, live[a.chunk_id])]
    await _insert_many(connection, PIECE, pieces)
    await _insert_many(connection, _RELATION, _relations(tenant_id, found))
    await _insert_many(connection, _FORGET_REJECTIONS, runs)
    await _insert_many(connection, _REJECTION, _rejections(tenant_id, found))


def _relations(tenant_id: UUID, found: Sequence[ChunkStatements]) -> list[dict[str, Any]]:
    return [
        {
            "tenant_id": tenant_id,
            "relation_id": row.relation_id,
            "kind": row.kind,
            "from_assertion": row.from_assertion,
            "to_assertion": row.to_assertion,
            "chunk_id": row.chunk_id,
            "span_start": row.start,
            "span_end": row.end,
            "confidence": row.confidence,
        }
        for item in found
        for row in item.relations
    ]


def _rejections(tenant_id: UUID, found: Sequence[ChunkStatements]) -> list[dict[str, Any]]:
    return [
        {
            "tenant_id": tenant_id,
            "chunk_id": rejected.chunk_id,
            "extractor": item.extractor,
            "ordinal": ordinal,
            "reason": rejected.reason,
            "span_start": rejected.start,
            "span_end": rejected.end,
        }
        for item in found
        for ordinal, rejected in enumerate(item.rejections)
    ]
