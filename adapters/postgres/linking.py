"""Entities, their aliases, and the versioned events that link mentions to them."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from adapters.postgres.joins import CHUNK_OF_ASSERTION, each_or_none
from adapters.postgres.pool import Connection, Row, rows
from adapters.postgres.visible import LIVE_CHUNK
from adapters.postgres.wanting import Want, want
from memory.language.linking import normal_name
from memory.model.fact import Slot
from memory.ports.compiling import EntityRecord, LinkEvent
from memory.ports.projecting import Target
from memory.ports.recognizer import EntityType
from memory.ports.vector_index import ObjectKind

KNOWN_ENTITIES = """
SELECT e.entity_id, e.name, e.type, e.workspace, e.project,
    array(SELECT a.alias FROM entity_alias a WHERE a.tenant_id = e.tenant_id AND a.entity_id = e.entity_id
        ORDER BY a.created_at, a.alias) AS aliases
FROM entity e
WHERE e.tenant_id = %(tenant)s AND e.workspace = %(workspace)s AND e.project IN ('', %(project)s)
  AND e.merged_into IS NULL
ORDER BY e.entity_id"""
_ENTITIES = """
INSERT INTO entity (tenant_id, entity_id, workspace, project, name, type, created_at)
SELECT %(tenant)s, e.entity_id, e.workspace, e.project, e.name, e.type, %(now)s
FROM unnest(%(entities)s::uuid[], %(workspaces)s::text[], %(projects)s::text[], %(names)s::text[], %(types)s::text[])
    AS e (entity_id, workspace, project, name, type)
ORDER BY e.entity_id
ON CONFLICT DO NOTHING RETURNING entity_id"""
_ALIASES = """
INSERT INTO entity_alias (tenant_id, entity_id, alias, normal_name, created_at)
SELECT %(tenant)s, a.entity_id, a.alias, a.normal_name, %(now)s
FROM unnest(%(entities)s::uuid[], %(aliases)s::text[], %(normal)s::text[]) AS a (entity_id, alias, normal_name)
ORDER BY a.entity_id, a.alias
ON CONFLICT DO NOTHING"""
_LOCK = """
SELECT assertion_id FROM assertion WHERE tenant_id = %(tenant)s AND assertion_id = ANY(%(assertions)s)
ORDER BY assertion_id FOR NO KEY UPDATE"""
_LINKED = f"""
SELECT a.assertion_id, a.predicate, c.scope_key, c.purpose, c.operation_id, l.role, l.version, l.entity_id
FROM assertion a {CHUNK_OF_ASSERTION}
{each_or_none("mention_link", "l", "l.assertion_id = a.assertion_id AND l.known_to IS NULL")}
WHERE a.tenant_id = %(tenant)s AND a.assertion_id = ANY(%(assertions)s) AND {LIVE_CHUNK}"""
CLOSE = """
UPDATE mention_link l SET known_to = %(now)s
FROM unnest(%(assertions)s::uuid[], %(roles)s::text[]) AS n (assertion_id, role)
WHERE l.tenant_id = %(tenant)s AND l.assertion_id = n.assertion_id AND l.role = n.role AND l.known_to IS NULL
  AND l.assertion_id = ANY(%(assertions)s)"""
LINK = """
INSERT INTO mention_link (tenant_id, assertion_id, role, version, entity_id, slot_id, reason, known_from)
SELECT %(tenant)s, n.assertion_id, n.role, n.version, n.entity_id, n.slot_id, n.reason, %(now)s
FROM unnest(%(assertions)s::uuid[], %(roles)s::text[], %(versions)s::int[], %(entities)s::uuid[], %(slots)s::uuid[],
    %(reasons)s::text[]) AS n (assertion_id, role, version, entity_id, slot_id, reason)"""


def entity(row: Row) -> EntityRecord:
    return EntityRecord(
        row["entity_id"], row["name"], tuple(row["aliases"]), EntityType(row["type"]), row["workspace"], row["project"]
    )


async def save(
    connection: Connection,
    tenant_id: UUID,
    entities: Sequence[EntityRecord],
    events: Sequence[LinkEvent],
    now: datetime,
) -> None:
    """Adds what is new; see `CompileStore.save_links`."""
    base = {"tenant": tenant_id, "now": now, "assertions": sorted({event.assertion_id for event in events})}
    await connection.execute(_LOCK, base)
    linked = await rows(connection, _LINKED, base)
    fresh = await _save_entities(connection, base, entities)
    await _save_events(connection, base, events, linked)
    operation_id = linked[0]["operation_id"] if linked else None
    wants = [Want(Target.GRAPH, ObjectKind.ENTITY, entity_id) for entity_id in fresh]
    await want(connection, tenant_id, wants, operation_id)


async def _save_entities(connection: Connection, base: dict[str, Any], entities: Sequence[EntityRecord]) -> list[UUID]:
    if not entities:
        return []
    params = {
        "entities": [record.entity_id for record in entities],
        "workspaces": [record.workspace for record in entities],
        "projects": [record.project for record in entities],
        "names": [record.name for record in entities],
        "types": [record.type.value for record in entities],
    }
    fresh = await rows(connection, _ENTITIES, base | params)
    names = [(record.entity_id, name) for record in entities for name in (record.name, *record.aliases)]
    aliases = {
        "entities": [entity_id for entity_id, _ in names],
        "aliases": [name for _, name in names],
        "normal": [normal_name(name) for _, name in names],
    }
    await connection.execute(_ALIASES, base | aliases)
    return [row["entity_id"] for row in fresh]


async def _save_events(
    connection: Connection, base: dict[str, Any], events: Sequence[LinkEvent], linked: Sequence[Row]
) -> None:
    """Writes the events that say something new, as the next version of their mention's link."""
    known = {row["assertion_id"]: row for row in linked}
    newest = {(row["assertion_id"], row["role"]): row for row in linked if row["role"]}
    wanted = {(event.assertion_id, event.role): event for event in events if event.assertion_id in known}
    new = [event for key, event in wanted.items() if key not in newest or newest[key]["entity_id"] != event.entity_id]
    if not new:
        return
    before = [newest.get((event.assertion_id, event.role)) for event in new]
    params = {
        "assertions": [event.assertion_id for event in new],
        "roles": [event.role for event in new],
        "versions": [1 if row is None else row["version"] + 1 for row in before],
        "entities": [event.entity_id for event in new],
        "slots": [_slot_id(event, known[event.assertion_id]) for event in new],
        "reasons": [event.reason for event in new],
    }
    await connection.execute(CLOSE, base | params)
    await connection.execute(LINK, base | params)


def _slot_id(event: LinkEvent, row: Row) -> UUID | None:
    if event.role != "subject" or event.entity_id is None:
        return None
    return Slot(str(row["scope_key"]), row["purpose"], event.entity_id, row["predicate"]).slot_id
