"""What an erasure hits: from a selector to chunks, and from chunks along the lineage."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, LiteralString
from uuid import UUID

from adapters.postgres.joins import ASSERTION_OF_LINK, each
from adapters.postgres.pool import Connection, Row, rows
from adapters.postgres.visible import CHUNK_KEPT
from memory.language.linking import normal_name
from memory.model.erasing import Lineage, Selector, SelectorKind
from memory.model.errors import Conflict, FieldProblem
from memory.model.scope import Reader


@dataclass(frozen=True, slots=True)
class Selected:
    """The lineage with what only the authority needs of it."""

    lineage: Lineage
    survivors: tuple[UUID, ...]
    """Memories that lose evidence and live on by other evidence."""
    operations: tuple[UUID, ...]
    """Operations all of whose chunks go."""
    sources: tuple[UUID, ...]
    documents: tuple[UUID, ...] = ()
    """Versions of documents that hold any of the chunks, or that the selector names."""


# A bound credential reaches only its own: fields that the reader has narrow the selection, others leave it open.
_REACH: Final = f"""
    c.tenant_id = %(tenant)s AND {CHUNK_KEPT}
    AND (%(workspace)s = '' OR c.workspace = %(workspace)s)
    AND (%(project)s = '' OR c.project = %(project)s)
    AND (%(user)s = '' OR c.user_id = %(user)s)
    AND (%(projects)s::text[] IS NULL OR c.project = ANY(%(projects)s))"""

_BY_KIND: Final[dict[SelectorKind, LiteralString]] = {
    SelectorKind.SOURCE: "c.source_id = ANY(%(ids)s)",
    SelectorKind.CHUNKS: "c.chunk_id = ANY(%(ids)s)",
    SelectorKind.MEMORY: """c.chunk_id IN (SELECT e.chunk_id FROM evidence e
        WHERE e.tenant_id = %(tenant)s AND e.memory_id = ANY(%(ids)s))""",
    SelectorKind.SESSION: "c.session_id = ANY(%(values)s)",
    SelectorKind.USER: "c.user_id = ANY(%(values)s)",
    SelectorKind.PROJECT: "c.project = ANY(%(values)s) AND c.workspace = %(in_workspace)s",
    # Linked mentions, the subject's own words, and the words in which a name of it stands.
    SelectorKind.SUBJECT: f"""(c.chunk_id IN (
            SELECT a.chunk_id FROM mention_link l {ASSERTION_OF_LINK}
            WHERE l.tenant_id = %(tenant)s AND l.entity_id = ANY(%(entities)s))
        OR (c.workspace = %(in_workspace)s AND (%(in_project)s = '' OR c.project = %(in_project)s)
            AND (c.speaker = ANY(%(names)s) OR c.text ~ ANY(%(patterns)s))))""",
}
_UUID_KINDS: Final = (SelectorKind.SOURCE, SelectorKind.CHUNKS, SelectorKind.MEMORY)

_ENTITIES = """
SELECT DISTINCT e.entity_id, e.workspace, e.project FROM entity e LEFT JOIN entity_alias a USING (tenant_id, entity_id)
WHERE e.tenant_id = %(tenant)s AND e.merged_into IS NULL
  AND (e.entity_id = ANY(%(ids)s) OR a.normal_name = ANY(%(normal)s))
  AND (%(workspace)s = '' OR e.workspace = %(workspace)s)
  AND (%(project)s = '' OR e.project IN ('', %(project)s))
ORDER BY e.entity_id"""
_NAMES = """
SELECT a.alias FROM entity_alias a WHERE a.tenant_id = %(tenant)s AND a.entity_id = ANY(%(entities)s)
UNION SELECT e.name FROM entity e WHERE e.tenant_id = %(tenant)s AND e.entity_id = ANY(%(entities)s)"""

# All versions of an edited message go together: they are one message.
_VERSIONS = f"""
SELECT c.chunk_id FROM chunk c JOIN (
    SELECT DISTINCT s.source_id, s.message_id FROM chunk s
    WHERE s.tenant_id = %(tenant)s AND s.chunk_id = ANY(%(chunks)s) AND s.message_id IS NOT NULL) m
    USING (source_id, message_id)
WHERE c.tenant_id = %(tenant)s AND {CHUNK_KEPT}"""
_FACTS = f"""
SELECT h.memory_id, EXISTS (
    SELECT FROM fact_version f {each("evidence", "e", "e.memory_id = f.memory_id")}
    WHERE f.tenant_id = %(tenant)s AND f.memory_id = h.memory_id AND f.known_to IS NULL
      AND e.to_version IS NULL AND e.chunk_id <> ALL(%(chunks)s)
      AND NOT EXISTS (SELECT FROM tombstone t WHERE t.tenant_id = e.tenant_id AND t.object_id = e.chunk_id)) AS survives
FROM (SELECT DISTINCT e.memory_id FROM evidence e
    WHERE e.tenant_id = %(tenant)s AND e.chunk_id = ANY(%(chunks)s)) h
WHERE NOT EXISTS (SELECT FROM tombstone t WHERE t.tenant_id = %(tenant)s AND t.object_id = h.memory_id)
ORDER BY h.memory_id"""
# Entities that only the selected evidence names, and that no other fact is about; with what was split off them and is
# named by nothing.
_BARE_ENTITY: Final = f"""
    NOT EXISTS (
        SELECT FROM mention_link l {ASSERTION_OF_LINK}
        WHERE l.tenant_id = e.tenant_id AND l.entity_id = e.entity_id AND a.chunk_id <> ALL(%(chunks)s))
    AND NOT EXISTS (
        SELECT FROM fact_version f WHERE f.tenant_id = e.tenant_id AND f.memory_id <> ALL(%(facts)s)
          AND (f.subject_id = e.entity_id OR f.object_id = e.entity_id))"""
_ORPHANS = f"""
WITH named AS (
    SELECT e.entity_id FROM entity e
    WHERE e.tenant_id = %(tenant)s AND e.entity_id IN (
        SELECT l.entity_id FROM mention_link l {ASSERTION_OF_LINK}
        WHERE l.tenant_id = %(tenant)s AND a.chunk_id = ANY(%(chunks)s))
      AND {_BARE_ENTITY})
SELECT entity_id FROM named
UNION
SELECT e.entity_id FROM named JOIN entity_change h ON h.tenant_id = %(tenant)s AND h.kind = 'split'
    AND h.entity_id = named.entity_id
JOIN entity e ON e.tenant_id = %(tenant)s AND e.entity_id = ANY(h.other_ids)
WHERE {_BARE_ENTITY}
ORDER BY entity_id"""
_RELATIONS = """
SELECT relation_id FROM relation WHERE tenant_id = %(tenant)s AND chunk_id = ANY(%(chunks)s) ORDER BY relation_id"""
# The history of an operation that other chunks still wait for is left alone: it holds ids only.
_OPERATIONS = """
SELECT o.operation_id, o.kind, o.attempt, w.whole FROM operation o CROSS JOIN LATERAL (
    SELECT NOT EXISTS (SELECT FROM chunk c WHERE c.tenant_id = o.tenant_id AND c.operation_id = o.operation_id
        AND c.chunk_id <> ALL(%(chunks)s)) AS whole) w
WHERE o.tenant_id = %(tenant)s
  AND (o.operation_id IN (SELECT c.operation_id FROM chunk c
        WHERE c.tenant_id = %(tenant)s AND c.chunk_id = ANY(%(chunks)s))
    OR o.operation_id = ANY(%(whole_documents)s)
    OR o.subject_id IN (SELECT r.revocation_id FROM revocation r
        WHERE r.tenant_id = %(tenant)s AND r.memory_id = ANY(%(facts)s)))
  AND (w.whole OR o.status IN ('done', 'partial', 'failed'))
ORDER BY o.operation_id"""
_SOURCES = """
SELECT DISTINCT s.source_id FROM chunk s
WHERE s.tenant_id = %(tenant)s AND s.chunk_id = ANY(%(chunks)s)
  AND NOT EXISTS (SELECT FROM chunk c WHERE c.tenant_id = s.tenant_id AND c.source_id = s.source_id
    AND c.chunk_id <> ALL(%(chunks)s))
ORDER BY s.source_id"""


# A document goes out of the blob store as soon as one of its chunks is erased: its text holds those words too. One whose
# parts are no chunks yet is found by its source.
_DOCUMENTS_BY_KIND: Final[dict[SelectorKind, LiteralString]] = {
    SelectorKind.SOURCE: "s.source_id = ANY(%(ids)s)",
    SelectorKind.SESSION: "s.session_id = ANY(%(values)s)",
    SelectorKind.USER: "s.user_id = ANY(%(values)s)",
    SelectorKind.PROJECT: "s.project = ANY(%(values)s) AND s.workspace = %(in_workspace)s",
}
_DOCUMENTS: Final = """
SELECT d.document_id, d.blob_key, d.source_id, d.operation_id, NOT EXISTS (SELECT FROM chunk c
    WHERE c.tenant_id = d.tenant_id AND c.source_id = d.source_id AND c.chunk_id <> ALL(%(chunks)s)) AS whole
FROM document d JOIN source s USING (tenant_id, source_id)
WHERE d.tenant_id = %(tenant)s AND NOT d.erased AND (EXISTS (SELECT FROM document_part p
    WHERE p.tenant_id = d.tenant_id AND p.document_id = d.document_id AND p.chunk_id = ANY(%(chunks)s))"""
_DOCUMENTS_REACH: Final = """
    AND (%(workspace)s = '' OR s.workspace = %(workspace)s)
    AND (%(project)s = '' OR s.project = %(project)s)
    AND (%(user)s = '' OR s.user_id = %(user)s)
    AND (%(projects)s::text[] IS NULL OR s.project = ANY(%(projects)s))"""


async def _documents(
    connection: Connection, tenant_id: UUID, reader: Reader, selector: Selector, chunks: Sequence[UUID]
) -> list[Row]:
    named = _DOCUMENTS_BY_KIND.get(selector.kind)
    direct: LiteralString = f" OR ({named}{_DOCUMENTS_REACH}))" if named else ")"
    params = _reach_params(tenant_id, reader, selector) | {"chunks": list(chunks)}
    return await rows(connection, f"{_DOCUMENTS}{direct} ORDER BY d.document_id", params)


async def select(connection: Connection, tenant_id: UUID, reader: Reader, selector: Selector) -> Selected:
    """What the selector hits. Raises `Conflict` when a subject's name means several entities."""
    chunks = await _chunks(connection, tenant_id, reader, selector)
    params: dict[str, Any] = {"tenant": tenant_id, "chunks": chunks}
    hit = await rows(connection, _FACTS, params) if chunks else []
    facts = [row["memory_id"] for row in hit if not row["survives"]]
    params["facts"] = facts
    documents = await _documents(connection, tenant_id, reader, selector, chunks)
    params["whole_documents"] = [row["operation_id"] for row in documents if row["whole"]]
    operations = await rows(connection, _OPERATIONS, params)
    sources = await _ids(connection, _SOURCES, params, "source_id")
    return Selected(
        lineage=Lineage(
            chunks=tuple(chunks),
            facts=tuple(facts),
            entities=await _ids(connection, _ORPHANS, params, "entity_id"),
            relations=await _ids(connection, _RELATIONS, params, "relation_id"),
            workflows=tuple(workflow for row in operations for workflow in _workflows(row)),
            blobs=tuple(sorted({row["blob_key"] for row in documents if row["blob_key"]})),
        ),
        survivors=tuple(row["memory_id"] for row in hit if row["survives"]),
        operations=tuple(row["operation_id"] for row in operations if row["whole"]),
        sources=tuple(sorted({*sources, *(row["source_id"] for row in documents if row["whole"])})),
        documents=tuple(row["document_id"] for row in documents),
    )


def _workflows(row: Row) -> list[str]:
    """The workflow of each attempt."""
    return [f"{row['kind']}-{row['operation_id']}-{attempt}" for attempt in range(1, row["attempt"] + 1)]


async def _ids(connection: Connection, query: LiteralString, params: dict[str, Any], name: str) -> tuple[UUID, ...]:
    return tuple(row[name] for row in await rows(connection, query, params))


def _reach_params(tenant_id: UUID, reader: Reader, selector: Selector) -> dict[str, Any]:
    return {
        "tenant": tenant_id,
        "workspace": reader.workspace or ("" if selector.kind is SelectorKind.PROJECT else selector.workspace),
        "project": reader.project,
        "user": reader.user_id,
        "projects": None if reader.projects is None else sorted(reader.projects),
        "values": list(selector.values),
        "ids": _uuids(selector.values),
        "in_workspace": selector.workspace,
    }


async def _chunks(connection: Connection, tenant_id: UUID, reader: Reader, selector: Selector) -> list[UUID]:
    params = _reach_params(tenant_id, reader, selector)
    if selector.kind in _UUID_KINDS and not params["ids"]:
        return []
    if selector.kind is SelectorKind.SUBJECT:
        subject = await _subject(connection, params)
        if not subject:
            return []
        params |= subject
    found = await rows(
        connection, f"SELECT c.chunk_id FROM chunk c WHERE {_REACH} AND {_BY_KIND[selector.kind]}", params
    )
    chunks = [row["chunk_id"] for row in found]
    versions = await rows(connection, _VERSIONS, {"tenant": tenant_id, "chunks": chunks}) if chunks else []
    return sorted({*chunks, *(row["chunk_id"] for row in versions)})


def _uuids(values: Sequence[str]) -> list[UUID]:
    found: list[UUID] = []
    for value in values:
        try:
            found.append(UUID(value))
        except ValueError:
            continue
    return found


async def _subject(connection: Connection, params: dict[str, Any]) -> dict[str, Any]:
    """The entity that a subject means, with its names; empty when there is none."""
    normal = [normal_name(value) for value in params["values"]]
    found = await rows(connection, _ENTITIES, params | {"normal": normal})
    if not found:
        return {}
    if len(found) > 1:
        candidates = [FieldProblem("/selector/subject", "candidate", str(row["entity_id"])) for row in found]
        raise Conflict("This name means several entities. Name one of them by its id.", problems=candidates)
    entity = found[0]
    asked = {"tenant": params["tenant"], "entities": [entity["entity_id"]]}
    names = [row["alias"] for row in await rows(connection, _NAMES, asked)]
    return {
        "entities": [entity["entity_id"]],
        "in_workspace": entity["workspace"],
        "in_project": entity["project"],
        "names": names,
        "patterns": [pattern for name in names if (pattern := _pattern(name))],
    }


_LETTER = re.compile(r"[A-Za-z0-9_\u00c0-\u024f]")


def _pattern(name: str) -> str:
    """A regular expression for a name in running text; short Latin names would be found everywhere."""
    if len(name) < (3 if name.isascii() else 2):
        return ""
    quoted = re.sub(r"([^\w\s]|_)", r"\\\1", name)
    return (r"\m" if _LETTER.match(name[0]) else "") + quoted + (r"\M" if _LETTER.match(name[-1]) else "")
