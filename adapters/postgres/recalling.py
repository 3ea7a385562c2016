"""`RecallStore` on Postgres: one query a question, the reader's scope inside each."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any, Final, LiteralString
from uuid import UUID

from adapters.postgres import keywords, recall_log
from adapters.postgres.joins import SOURCE_OF_CHUNK, each
from adapters.postgres.listing import list_query
from adapters.postgres.pool import Database, Row, rows
from adapters.postgres.readable import NEWEST, facts_query, known, readable
from adapters.postgres.rows import CHUNK, chunk
from adapters.postgres.visible import FACT_KEPT, LIVE_CHUNK, opened, reader_params, seen
from memory.language.linking import normal_name
from memory.model.errors import NotFound
from memory.model.fact import Slot
from memory.model.recalled import TemporalExpansion, Window
from memory.model.scope import Reader
from memory.ports.recalling import (
    FactFilter,
    KeywordHit,
    LineageStatement,
    LineageVersion,
    MemoryLineage,
    Page,
    ReadableChunk,
    ReadableFact,
    RecallRecord,
    ShownItem,
)
from memory.ports.vector_index import ObjectKind

STEP_S = 300
"""A step of neighbours in time: five minutes."""
NEAR_AT_MOST = 20
"""Neighbours of one seed in time."""
MOST_SPANNING: Final = "500"
"""Next events to end among which those are looked for that began before a window."""
MOST_PARTS: Final = "500"
"""Newest facts of a subject among which what its parts say is looked for."""


class PostgresRecallStore:
    """See `memory.ports.recalling.RecallStore`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def keyword(
        self, tenant_id: UUID, reader: Reader, tokens: Sequence[str], kinds: Sequence[ObjectKind], limit: int
    ) -> list[KeywordHit]:
        async with self._database.reading(tenant_id) as connection:
            return await keywords.search(connection, tenant_id, reader, tokens, kinds, limit)

    async def facts(
        self, tenant_id: UUID, reader: Reader, memory_ids: Sequence[UUID], known_at: datetime | None
    ) -> list[ReadableFact]:
        condition = f"f.memory_id = ANY(%(memories)s) AND {known(known_at)}"
        return await self._facts(
            tenant_id, reader, facts_query(condition), {"memories": list(memory_ids), "known_at": known_at}
        )

    async def chunks(self, tenant_id: UUID, reader: Reader, chunk_ids: Sequence[UUID]) -> list[ReadableChunk]:
        params = reader_params(tenant_id, reader) | {"chunks": list(chunk_ids)}
        async with self._database.reading(tenant_id) as connection:
            found = await rows(connection, _CHUNKS, params)
        # Whether words without a statement have cooled is computed at reading; nothing marks them.
        return [ReadableChunk(chunk(row), tuple(row["fact_ids"]), cold=False) for row in found]

    async def facts_of_chunks(
        self, tenant_id: UUID, reader: Reader, chunk_ids: Sequence[UUID]
    ) -> dict[UUID, list[UUID]]:
        params = reader_params(tenant_id, reader) | {"chunks": list(chunk_ids)}
        async with self._database.reading(tenant_id) as connection:
            return _grouped((row["chunk_id"], row["memory_id"]) for row in await rows(connection, _OF_CHUNKS, params))

    async def facts_of_entities(
        self, tenant_id: UUID, reader: Reader, entity_ids: Sequence[UUID], limit: int
    ) -> list[UUID]:
        params = reader_params(tenant_id, reader) | {"entities": list(entity_ids), "limit": limit}
        async with self._database.reading(tenant_id) as connection:
            return [row["memory_id"] for row in await rows(connection, _OF_ENTITIES, params)]

    async def speakers_named(self, tenant_id: UUID, reader: Reader, names: Sequence[str]) -> list[str]:
        params = {"tenant": tenant_id, "scope_keys": list(reader.scope_keys), "names": list(names)}
        async with self._database.reading(tenant_id) as connection:
            return [row["speaker"] for row in await rows(connection, _SPEAKERS, params)]

    async def entities_named(
        self, tenant_id: UUID, workspace: str, project: str, names: Sequence[str]
    ) -> dict[str, UUID]:
        plain = {name: normal_name(name) for name in names}
        params = {"tenant": tenant_id, "workspace": workspace, "project": project}
        async with self._database.reading(tenant_id) as connection:
            found = await rows(connection, _NAMED, params | {"names": list(set(plain.values()))})
        known_names = {row["normal_name"]: row["entity_id"] for row in found}
        return {name: known_names[normal] for name, normal in plain.items() if normal in known_names}

    async def slot_facts(
        self,
        tenant_id: UUID,
        reader: Reader,
        subject_ids: Sequence[UUID],
        predicates: Sequence[str],
        known_at: datetime | None,
        limit: int,
        parts: bool = False,
    ) -> list[ReadableFact]:
        place = "f.slot_id = ANY(%(slots)s)" if predicates else "f.subject_id = ANY(%(subjects)s)"
        if predicates and parts:
            place = f"({place} OR f.memory_id = ANY({_PARTS}))"
        query = facts_query(f"{place} AND {known(known_at)}", _BY_VALIDITY)
        slots = _slot_ids(reader, subject_ids, predicates)
        params = {"slots": slots, "subjects": list(subject_ids), "names": list(predicates)}
        return await self._facts(tenant_id, reader, query, params | {"known_at": known_at, "limit": limit})

    async def in_window(
        self, tenant_id: UUID, reader: Reader, window: Window, limit: int
    ) -> list[tuple[ObjectKind, UUID]]:
        params = reader_params(tenant_id, reader) | {"start": window.start, "end": window.end, "limit": limit}
        async with self._database.reading(tenant_id) as connection:
            facts = await connection.execute(_FACTS_IN_WINDOW, params)
            chunks = await connection.execute(_CHUNKS_IN_WINDOW, params)
            found = [(ObjectKind.FACT, row["memory_id"]) for row in await facts.fetchall()]
            return [*found, *((ObjectKind.CHUNK, row["chunk_id"]) for row in await chunks.fetchall())]

    async def neighbours(
        self, tenant_id: UUID, reader: Reader, chunk_ids: Sequence[UUID], expansion: TemporalExpansion
    ) -> dict[UUID, list[tuple[UUID, int]]]:
        params = reader_params(tenant_id, reader) | {"chunks": list(chunk_ids), "distance": expansion.distance}
        params |= {
            "forward": expansion.direction != "backward",
            "backward": expansion.direction != "forward",
            "step": STEP_S,
            "most": NEAR_AT_MOST,
        }
        query = _NEAR_IN_TIME if expansion.mode == "time" else _NEAR_IN_TURNS
        async with self._database.reading(tenant_id) as connection:
            found = await rows(connection, query, params)
        return _grouped((row["seed_id"], (row["chunk_id"], row["distance"])) for row in found)

    async def list_facts(
        self,
        tenant_id: UUID,
        reader: Reader,
        wanted: FactFilter,
        page: Page,
        now: datetime,  # noqa: ARG002  the state at that moment is computed at reading
    ) -> list[ReadableFact]:
        query, params = list_query(wanted, page)
        return await self._facts(tenant_id, reader, query, params)

    async def history(self, tenant_id: UUID, reader: Reader, memory_id: UUID) -> list[ReadableFact]:
        query = facts_query("f.memory_id = %(memory)s", "ORDER BY f.version", opened("f"))
        return await self._facts(tenant_id, reader, query, {"memory": memory_id})

    async def lineage(self, tenant_id: UUID, reader: Reader, memory_id: UUID) -> MemoryLineage:
        params = reader_params(tenant_id, reader) | {"memory": memory_id}
        async with self._database.reading(tenant_id) as connection:
            versions = await connection.execute(_VERSIONS, params)
            stated = await connection.execute(_STATED, params)
            projected = await connection.execute(_PROJECTED, params)
            decisions = await versions.fetchall()
            cited = await stated.fetchall()
            projections = await projected.fetchall()
        if not decisions:
            raise NotFound("There is no such memory.")
        return MemoryLineage(
            statements=tuple(_statement(row) for row in cited),
            versions=tuple(
                LineageVersion(row["version"], row["status"], row["reason"], row["known_from"], row["known_to"])
                for row in decisions
            ),
            projections=tuple((row["target"], row["wanted_version"], row["projected_version"]) for row in projections),
        )

    async def log_recall(
        self,
        tenant_id: UUID,
        recall_id: UUID,
        reader: Reader,
        memory_ids: Sequence[UUID],
        at: datetime,
        *,
        simulated: bool,
    ) -> None:
        params = recall_log.params(tenant_id, recall_id, reader, memory_ids, at, simulated=simulated)
        async with self._database.writing(tenant_id) as connection:
            await connection.execute(recall_log.LOG, params)
            await connection.execute(recall_log.ITEMS, params)

    async def record_uses(self, tenant_id: UUID, recall_id: UUID, memory_ids: Sequence[UUID], at: datetime) -> int:
        params = {"tenant": tenant_id, "recall": recall_id, "memories": list(memory_ids), "at": at}
        async with self._database.writing(tenant_id) as connection:
            known_recall = await rows(connection, recall_log.KNOWN, params)
            if not known_recall:
                raise NotFound("There is no such recall.")
            return len(await rows(connection, recall_log.USES, params))

    async def record_feedback(
        self, tenant_id: UUID, recall_id: UUID, memory_id: UUID, at: datetime, *, useful: bool
    ) -> bool:
        params = {"tenant": tenant_id, "recall": recall_id, "memories": [memory_id], "at": at, "useful": useful}
        async with self._database.writing(tenant_id) as connection:
            return bool(await rows(connection, recall_log.FEEDBACK, params))

    async def shown(self, tenant_id: UUID, recall_id: UUID) -> RecallRecord:
        async with self._database.reading(tenant_id) as connection:
            found = await rows(connection, recall_log.SHOWN, {"tenant": tenant_id, "recall": recall_id})
        if not found:
            raise NotFound("There is no such recall.")
        items = [
            ShownItem(row["memory_id"], row["used_at"], row["useful"]) for row in found if row["memory_id"] is not None
        ]
        return RecallRecord(recall_id, found[0]["at"], found[0]["user_id"], tuple(items))

    async def _facts(
        self, tenant_id: UUID, reader: Reader, query: LiteralString, params: dict[str, Any]
    ) -> list[ReadableFact]:
        asked = reader_params(tenant_id, reader) | params
        async with self._database.reading(tenant_id) as connection:
            return await readable(connection, await rows(connection, query, asked), asked)


def _statement(row: Row) -> LineageStatement:
    return LineageStatement(
        assertion_id=row["assertion_id"],
        chunk_id=row["chunk_id"],
        source_id=row["source_id"],
        extractor=row["extractor"],
        extractor_version=row["extractor_version"],
        quote=row["quote"],
        start=row["span_start"],
        end=row["span_end"],
        said_at=row["said_at"],
        authority=row["authority"],
        from_version=row["from_version"],
        to_version=row["to_version"],
    )


def _grouped(pairs: Iterable[tuple[UUID, Any]]) -> dict[UUID, list[Any]]:
    groups: dict[UUID, list[Any]] = {}
    for name, value in pairs:
        groups.setdefault(name, []).append(value)
    return groups


def _slot_ids(reader: Reader, subject_ids: Sequence[UUID], predicates: Sequence[str]) -> list[UUID]:
    return [
        Slot(scope_key, purpose, subject_id, predicate).slot_id
        for scope_key in reader.scope_keys
        for purpose in reader.purposes
        for subject_id in subject_ids
        for predicate in predicates
    ]


# Of the newest facts of each subject only: a person or a project may be the subject of a hundred thousand.
_PARTS = f"""ARRAY(
    SELECT p.memory_id FROM unnest(%(subjects)s::uuid[]) AS s (subject_id)
    CROSS JOIN LATERAL (SELECT n.memory_id, n.predicate FROM fact_version n
        WHERE n.tenant_id = %(tenant)s AND n.subject_id = s.subject_id ORDER BY n.known_from DESC LIMIT {MOST_PARTS}) p
    WHERE split_part(p.predicate, '.', 2) = ANY(%(names)s))"""
_CHUNKS = f"""
SELECT {CHUNK}, array(
    SELECT DISTINCT e.memory_id FROM evidence e {each("fact_version", "f", "f.memory_id = e.memory_id AND " + NEWEST)}
    WHERE e.tenant_id = c.tenant_id AND e.chunk_id = c.chunk_id AND e.to_version IS NULL
      AND {seen("f")} AND {FACT_KEPT}) AS fact_ids
FROM chunk c {SOURCE_OF_CHUNK}
WHERE c.tenant_id = %(tenant)s AND c.chunk_id = ANY(%(chunks)s) AND {seen("c")} AND {LIVE_CHUNK}"""
_OF_CHUNKS = f"""
SELECT DISTINCT e.chunk_id, e.memory_id, f.known_from
FROM evidence e {each("fact_version", "f", "f.memory_id = e.memory_id AND " + NEWEST)}
WHERE e.tenant_id = %(tenant)s AND e.chunk_id = ANY(%(chunks)s) AND e.to_version IS NULL
  AND {opened("f")} AND {FACT_KEPT}
  AND NOT EXISTS (SELECT FROM tombstone t WHERE t.tenant_id = e.tenant_id AND t.object_id = e.chunk_id)
ORDER BY e.chunk_id, f.known_from, e.memory_id"""


def _newest_of(column: LiteralString) -> LiteralString:
    # In the order of the index, entity by entity: a person may be the subject of a hundred thousand facts.
    return f"""(SELECT newest.memory_id, newest.known_from FROM unnest(%(entities)s::uuid[]) AS n (entity_id)
    CROSS JOIN LATERAL (SELECT f.memory_id, f.known_from FROM fact_version f
        WHERE f.tenant_id = %(tenant)s AND f.{column} = n.entity_id AND {NEWEST} AND {seen("f")} AND {FACT_KEPT}
        ORDER BY f.known_from DESC LIMIT %(limit)s) newest)"""


_OF_ENTITIES = f"""
{_newest_of("subject_id")} UNION {_newest_of("object_id")}
ORDER BY known_from DESC, memory_id LIMIT %(limit)s"""
# Of several entities with one name, that of the project comes before the user's own, then the older.
# One probe of the index for each name and scope, not a walk over all that was said there.
_SPEAKERS = """
SELECT DISTINCT said.speaker FROM unnest(%(scope_keys)s::uuid[]) AS s (scope_key)
CROSS JOIN unnest(%(names)s::text[]) AS n (name)
CROSS JOIN LATERAL (
    SELECT c.speaker FROM chunk c
    WHERE c.tenant_id = %(tenant)s AND c.scope_key = s.scope_key AND c.speaker_key = n.name LIMIT 1) said
ORDER BY said.speaker"""
_NAMED = f"""
SELECT DISTINCT ON (a.normal_name) a.normal_name, e.entity_id
FROM entity_alias a {each("entity", "e", "e.entity_id = a.entity_id")}
WHERE a.tenant_id = %(tenant)s AND a.normal_name = ANY(%(names)s)
  AND e.workspace = %(workspace)s AND e.project IN ('', %(project)s) AND e.merged_into IS NULL
ORDER BY a.normal_name, e.project DESC, e.created_at, e.entity_id"""
_BY_VALIDITY = "ORDER BY f.valid_from NULLS FIRST, f.known_from, f.memory_id LIMIT %(limit)s"
_START, _END = "COALESCE(%(start)s::timestamptz, '-infinity')", "COALESCE(%(end)s::timestamptz, 'infinity')"


def _events(condition: LiteralString, column: LiteralString, limit: LiteralString) -> LiteralString:
    """Visible events under a condition, in the order of an index, scope by scope: no more of them are read than are wanted."""
    return f"""(SELECT found.memory_id, found.event_start, found.event_end FROM unnest(%(scope_keys)s::uuid[]) AS s (scope_key)
    CROSS JOIN LATERAL (SELECT f.memory_id, f.event_start, f.event_end FROM fact_version f
        WHERE f.tenant_id = %(tenant)s AND f.scope_key = s.scope_key AND f.known_to IS NULL AND {condition}
          AND f.status <> 'retracted' AND {seen("f")} AND {FACT_KEPT}
        ORDER BY f.{column} LIMIT {limit}) found)"""


# What begins within, what is due within, and what began before and was not over: that one among the next to end.
_FACTS_IN_WINDOW = f"""
SELECT e.memory_id FROM (
    {_events(f"f.event_start >= {_START} AND f.event_start < {_END}", "event_start", "%(limit)s")}
    UNION ALL
    {_events(f"f.event_start IS NULL AND f.event_end > {_START} AND f.event_end <= {_END}", "event_end", "%(limit)s")}
    UNION ALL
    SELECT * FROM {_events(f"f.event_end > {_START}", "event_end", MOST_SPANNING)} spanning
    WHERE spanning.event_start < {_START}) e
ORDER BY e.event_start, e.event_end, e.memory_id LIMIT %(limit)s"""
_CHUNKS_IN_WINDOW = f"""
SELECT c.chunk_id FROM chunk c
WHERE c.tenant_id = %(tenant)s AND {seen("c")} AND {LIVE_CHUNK}
  AND c.said_at >= COALESCE(%(start)s::timestamptz, '-infinity') AND c.said_at < COALESCE(%(end)s::timestamptz, 'infinity')
ORDER BY c.said_at, c.chunk_id LIMIT %(limit)s"""
_SEEDS = f"""
FROM (SELECT c.tenant_id, c.chunk_id, c.source_id, c.place, c.position, c.said_at FROM chunk c
    WHERE c.tenant_id = %(tenant)s AND c.chunk_id = ANY(%(chunks)s) AND {seen("c")} AND {LIVE_CHUNK}) seed"""
_NEAR_IN_TURNS = f"""
SELECT seed.chunk_id AS seed_id, near.chunk_id, near.distance::int {_SEEDS}
CROSS JOIN LATERAL (
    (SELECT c.chunk_id, row_number() OVER (ORDER BY c.place, c.position, c.chunk_id) AS distance FROM chunk c
    WHERE c.tenant_id = seed.tenant_id AND c.source_id = seed.source_id
      AND (c.place, c.position) > (seed.place, seed.position) AND c.chunk_id <> seed.chunk_id
      AND %(forward)s AND {seen("c")} AND {LIVE_CHUNK}
    ORDER BY c.place, c.position, c.chunk_id LIMIT %(distance)s)
    UNION ALL
    (SELECT c.chunk_id, -row_number() OVER (ORDER BY c.place DESC, c.position DESC, c.chunk_id DESC) FROM chunk c
    WHERE c.tenant_id = seed.tenant_id AND c.source_id = seed.source_id
      AND (c.place, c.position) < (seed.place, seed.position) AND c.chunk_id <> seed.chunk_id
      AND %(backward)s AND {seen("c")} AND {LIVE_CHUNK}
    ORDER BY c.place DESC, c.position DESC, c.chunk_id DESC LIMIT %(distance)s)) near
ORDER BY seed.chunk_id, near.distance"""
_NEAR_IN_TIME = f"""
SELECT seed.chunk_id AS seed_id, near.chunk_id,
    (sign(near.apart) * greatest(ceil(abs(near.apart) / %(step)s), 1))::int AS distance {_SEEDS}
CROSS JOIN LATERAL (
    SELECT c.chunk_id,
        CASE WHEN c.said_at = seed.said_at THEN sign((c.place - seed.place) * 1000000.0 + c.position - seed.position)
        ELSE extract(epoch FROM c.said_at - seed.said_at) END AS apart
    FROM chunk c
    WHERE c.tenant_id = seed.tenant_id AND c.source_id = seed.source_id AND c.chunk_id <> seed.chunk_id
      AND c.said_at BETWEEN seed.said_at - make_interval(secs => %(step)s * %(distance)s)
        AND seed.said_at + make_interval(secs => %(step)s * %(distance)s)
      AND {seen("c")} AND {LIVE_CHUNK}) near
WHERE (%(forward)s AND near.apart > 0) OR (%(backward)s AND near.apart < 0)
ORDER BY seed.chunk_id, distance, near.chunk_id"""

_VERSIONS = f"""
SELECT f.version, f.status, f.reason, f.known_from, f.known_to FROM fact_version f
WHERE f.tenant_id = %(tenant)s AND f.memory_id = %(memory)s AND {opened("f")} AND {FACT_KEPT}
ORDER BY f.version"""
_STATED = f"""
SELECT a.assertion_id, a.chunk_id, a.source_id, a.extractor, a.extractor_version, a.said_at, a.authority, a.span_start,
    a.span_end, substr(c.text, a.span_start + 1, a.span_end - a.span_start) AS quote, e.from_version, e.to_version
FROM evidence e {each("assertion", "a", "a.assertion_id = e.assertion_id")}
{each("chunk", "c", "c.chunk_id = e.chunk_id")}
WHERE e.tenant_id = %(tenant)s AND e.memory_id = %(memory)s AND {opened("c")}
  AND NOT EXISTS (SELECT FROM tombstone t WHERE t.tenant_id = c.tenant_id AND t.object_id = c.chunk_id)
ORDER BY a.said_at, a.ordinal, a.assertion_id, e.from_version"""
_PROJECTED = """
SELECT target, wanted_version, projected_version FROM outbox
WHERE tenant_id = %(tenant)s AND kind = 'fact' AND object_id = %(memory)s ORDER BY target"""
