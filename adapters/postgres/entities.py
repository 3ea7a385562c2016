"""`EntityStore` on Postgres. A change moves links as new versions whose reason names it; undoing moves them back."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from adapters.postgres import linking
from adapters.postgres.joins import ASSERTION_OF_LINK, CHUNK_OF_ASSERTION
from adapters.postgres.pool import Connection, Database, Row, rows
from adapters.postgres.settling import settle_inside
from adapters.postgres.visible import LIVE_CHUNK, opened, reader_params
from adapters.postgres.wanting import Want, want
from memory.language.linking import normal_name
from memory.model.errors import NotFound
from memory.model.fact import Slot
from memory.model.scope import Reader
from memory.ports.compiling import EntityRecord, SlotDecision
from memory.ports.entities import EntityChange, SeenEntity
from memory.ports.projecting import Target
from memory.ports.recalling import Page
from memory.ports.vector_index import ObjectKind


class PostgresEntityStore:
    """See `memory.ports.entities.EntityStore`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def entities(
        self, tenant_id: UUID, reader: Reader, name: str | None, page: Page, entity_id: UUID | None = None
    ) -> tuple[list[SeenEntity], bool]:
        wanted = {"name": None if name is None else normal_name(name), "entity": entity_id}
        return await self._page(tenant_id, reader, _ENTITIES, page, wanted)

    async def pending(self, tenant_id: UUID, reader: Reader, page: Page) -> tuple[list[SeenEntity], bool]:
        return await self._page(tenant_id, reader, _PENDING, page, {})

    async def _page(
        self, tenant_id: UUID, reader: Reader, query: Any, page: Page, wanted: dict[str, Any]
    ) -> tuple[list[SeenEntity], bool]:
        after_at, after_id = page.after or (None, None)
        place = {"after_at": after_at, "after_id": after_id, "limit": page.limit + 1}
        scope = {"workspace": reader.workspace, "project": reader.project}
        params = reader_params(tenant_id, reader) | scope | place | wanted
        async with self._database.reading(tenant_id) as connection:
            found = [_seen(row) for row in await rows(connection, query, params)]
        return found[: page.limit], len(found) > page.limit

    async def records(self, tenant_id: UUID, entity_ids: Sequence[UUID]) -> list[EntityRecord]:
        async with self._database.reading(tenant_id) as connection:
            found = await rows(connection, _RECORDS, {"tenant": tenant_id, "entities": list(entity_ids)})
        return [linking.entity(row) for row in found]

    async def change(self, tenant_id: UUID, change_id: UUID) -> EntityChange | None:
        async with self._database.reading(tenant_id) as connection:
            found = await rows(connection, _MADE, {"tenant": tenant_id, "change": change_id})
            if not found:
                return None
            row = found[0]
            asked = (row["kind"], row["entity_id"], row["other_ids"], row["reason"], row["made_at"])
            return await _told(connection, _base(tenant_id, change_id, *asked))

    async def merge(
        self,
        tenant_id: UUID,
        change_id: UUID,
        into: UUID,
        others: Sequence[UUID],
        reason: str,
        now: datetime,
        decide: SlotDecision,
    ) -> EntityChange:
        async with self._database.writing(tenant_id) as connection:
            base = _base(tenant_id, change_id, "merge", into, others, reason, now)
            if not await rows(connection, _BEGIN, base):
                return await _told(connection, base)
            await connection.execute(_MERGED, base)
            links = await rows(connection, _LINKS_OF, base | {"entities": list(others)})
            await _move(connection, base, [(link, into) for link in links], decide)
            await connection.execute(_GIVE_NAMES, base)
            return await _told(connection, base)

    async def split(
        self,
        tenant_id: UUID,
        change_id: UUID,
        entity_id: UUID,
        new: EntityRecord,
        assertion_ids: Sequence[UUID],
        reason: str,
        now: datetime,
        decide: SlotDecision,
    ) -> EntityChange:
        async with self._database.writing(tenant_id) as connection:
            base = _base(tenant_id, change_id, "split", entity_id, [new.entity_id], reason, now)
            if not await rows(connection, _BEGIN, base):
                return await _told(connection, base)
            await connection.execute(_NEW_ENTITY, base | {"new": new.entity_id, "name": new.name})
            names, chosen = {normal_name(alias) for alias in new.aliases}, set(assertion_ids)
            links = await rows(connection, _LINKS_OF, base | {"entities": [entity_id]})
            moving = [link for link in links if link["assertion_id"] in chosen or normal_name(link["words"]) in names]
            await _move(connection, base, [(link, new.entity_id) for link in moving], decide)
            await _take_names(connection, base, new)
            return await _told(connection, base)

    async def undo(self, tenant_id: UUID, change_id: UUID, now: datetime, decide: SlotDecision) -> EntityChange:
        async with self._database.writing(tenant_id) as connection:
            found = await rows(connection, _CHANGE, {"tenant": tenant_id, "change": change_id})
            if not found:
                raise NotFound("There is no such change of entities. Look it up in the answer that made it.")
            row = found[0]
            base = _base(tenant_id, change_id, row["kind"], row["entity_id"], row["other_ids"], row["reason"], now)
            if row["undone_at"] is None:
                await (_unmerge if row["kind"] == "merge" else _unsplit)(connection, base, row["made_at"], decide)
                await connection.execute(_UNDONE, base)
            return await _told(connection, base)

    async def predicate_counts(self, tenant_id: UUID, reader: Reader) -> dict[str, int]:
        async with self._database.reading(tenant_id) as connection:
            found = await rows(connection, _PREDICATES, reader_params(tenant_id, reader))
        return {row["predicate"]: row["uses"] for row in found}


def _base(
    tenant_id: UUID, change_id: UUID, kind: str, entity_id: UUID, others: Sequence[UUID], reason: str, now: datetime
) -> dict[str, Any]:
    return {
        "tenant": tenant_id,
        "change": change_id,
        "kind": kind,
        "entity": entity_id,
        "others": list(others),
        "reason": reason,
        "mark": f"{kind} {change_id}",
        "now": now,
    }


def _seen(row: Row) -> SeenEntity:
    return SeenEntity(row["entity_id"], row["name"], tuple(row["aliases"]), row["type"], row["status"], row["at"])


async def _told(connection: Connection, base: dict[str, Any]) -> EntityChange:
    (row,) = await rows(connection, _TOLD, base)
    return EntityChange(row["change_id"], row["kind"], row["entity_id"], tuple(row["other_ids"]), row["moved"])


async def _move(
    connection: Connection, base: dict[str, Any], moving: Sequence[tuple[Row, UUID]], decide: SlotDecision
) -> None:
    """Gives links another entity as their next version, and settles the slots that lose and gain by it."""
    entities = {base["entity"], *base["others"]}
    slots: dict[UUID, Slot] = {}
    for link, target in moving:
        for entity_id in (link["entity_id"], target) if link["role"] == "subject" else ():
            slot = Slot(str(link["scope_key"]), link["purpose"], entity_id, link["predicate"])
            slots[slot.slot_id] = slot
    if moving:
        await connection.execute(linking.CLOSE, base | _columns(moving))
        await connection.execute(linking.LINK, base | _columns(moving) | {"reasons": [base["mark"]] * len(moving)})
    # What these mentions are the objects of is settled too: the fact names its object.
    beside = await rows(connection, _BESIDE, base | {"assertions": [link["assertion_id"] for link, _ in moving]})
    for row in beside:
        slots[row["slot_id"]] = Slot(str(row["scope_key"]), row["purpose"], row["entity_id"], row["predicate"])
    await settle_inside(connection, base["tenant"], slots, None, decide)
    wants = [Want(Target.GRAPH, ObjectKind.ENTITY, entity_id) for entity_id in sorted(entities)]
    await want(connection, base["tenant"], wants, None)


def _columns(moving: Iterable[tuple[Row, UUID]]) -> dict[str, list[Any]]:
    found = list(moving)
    return {
        "assertions": [link["assertion_id"] for link, _ in found],
        "roles": [link["role"] for link, _ in found],
        "versions": [link["version"] + 1 for link, _ in found],
        "entities": [target for _, target in found],
        "slots": [
            Slot(str(link["scope_key"]), link["purpose"], target, link["predicate"]).slot_id
            if link["role"] == "subject"
            else None
            for link, target in found
        ],
    }


async def _take_names(connection: Connection, base: dict[str, Any], new: EntityRecord) -> None:
    aliases = list(dict.fromkeys((new.name, *new.aliases)))
    params = base | {"new": new.entity_id, "aliases": aliases, "normal": [normal_name(name) for name in aliases]}
    await connection.execute(_LEAVE_NAMES, params)
    await connection.execute(_ADD_NAMES, params)


async def _unmerge(connection: Connection, base: dict[str, Any], made_at: datetime, decide: SlotDecision) -> None:
    """Moved links go back to where they were; later ones go where their words lead without the merge."""
    moved = await rows(connection, _MOVED, base)
    names = {row["normal_name"]: row["origin"] for row in await rows(connection, _GIVEN_NAMES, base)}
    later = await rows(connection, _LINKS_OF, base | {"entities": [base["entity"]]})
    back = [(link, link["before"]) for link in moved if link["before"] is not None]
    known = {(link["assertion_id"], link["role"]) for link in moved}
    back += [
        (link, names[normal_name(link["words"])])
        for link in later
        if (link["assertion_id"], link["role"]) not in known
        and link["known_from"] >= made_at
        and normal_name(link["words"]) in names
    ]
    await connection.execute(_UNMERGED, base)
    await connection.execute(_RETURN_NAMES, base)
    await _move(connection, base | {"mark": f"undo {base['mark']}"}, back, decide)


async def _unsplit(connection: Connection, base: dict[str, Any], made_at: datetime, decide: SlotDecision) -> None:
    """All that is said of the split one is said of the first again; the split one is gone from all lists."""
    del made_at
    links = await rows(connection, _LINKS_OF, base | {"entities": base["others"]})
    await _move(connection, base | {"mark": f"undo {base['mark']}"}, [(link, base["entity"]) for link in links], decide)
    await connection.execute(_REGAIN_NAMES, base)
    await connection.execute(_DROP_NAMES, base)
    await connection.execute(_MERGED, base)


_VISIBLE = f"""EXISTS (
    SELECT FROM mention_link l {ASSERTION_OF_LINK} {CHUNK_OF_ASSERTION}
    WHERE l.tenant_id = e.tenant_id AND l.entity_id = e.entity_id AND l.known_to IS NULL AND a.live
      AND {LIVE_CHUNK} AND {opened("c")})"""
_ENTITIES = f"""
SELECT e.entity_id, e.name, e.type, 'active' AS status, e.created_at AS at,
    array(SELECT n.alias FROM entity_alias n WHERE n.tenant_id = e.tenant_id AND n.entity_id = e.entity_id
        AND n.alias <> e.name ORDER BY n.created_at, n.alias) AS aliases
FROM entity e
WHERE e.tenant_id = %(tenant)s AND e.merged_into IS NULL
  AND (%(entity)s::uuid IS NULL OR e.entity_id = %(entity)s)
  AND (%(everywhere)s OR (e.workspace = %(workspace)s AND e.project IN ('', %(project)s)))
  AND (%(name)s::text IS NULL OR EXISTS (SELECT FROM entity_alias n WHERE n.tenant_id = e.tenant_id
        AND n.entity_id = e.entity_id AND n.normal_name = %(name)s))
  AND (%(after_at)s::timestamptz IS NULL OR (e.created_at, e.entity_id) > (%(after_at)s, %(after_id)s::uuid))
  AND {_VISIBLE}
ORDER BY e.created_at, e.entity_id LIMIT %(limit)s"""
_WORDS = """CASE l.role WHEN 'subject' THEN
    CASE a.subject_kind WHEN 'speaker' THEN COALESCE(NULLIF(a.subject_text, ''), c.speaker) ELSE a.subject_text END
    ELSE a.object_text END"""
_PENDING = f"""
SELECT a.assertion_id AS entity_id, {_WORDS} AS name, CASE l.role WHEN 'subject' THEN a.subject_type ELSE a.object_type
    END AS type, 'pending' AS status, l.known_from AS at, '{{}}'::text[] AS aliases
FROM mention_link l {ASSERTION_OF_LINK} {CHUNK_OF_ASSERTION}
WHERE l.tenant_id = %(tenant)s AND l.known_to IS NULL AND l.entity_id IS NULL AND a.live AND {LIVE_CHUNK}
  AND {opened("c")}
  AND (%(after_at)s::timestamptz IS NULL OR (l.known_from, a.assertion_id) > (%(after_at)s, %(after_id)s::uuid))
ORDER BY l.known_from, a.assertion_id, l.role LIMIT %(limit)s"""
_RECORDS = """
SELECT e.entity_id, e.name, e.type, e.workspace, e.project,
    array(SELECT n.alias FROM entity_alias n WHERE n.tenant_id = e.tenant_id AND n.entity_id = e.entity_id
        ORDER BY n.created_at, n.alias) AS aliases
FROM entity e
WHERE e.tenant_id = %(tenant)s AND e.entity_id = ANY(%(entities)s) AND e.merged_into IS NULL
ORDER BY e.entity_id"""
_PREDICATES = f"""
SELECT a.predicate, count(*) AS uses FROM assertion a JOIN chunk c USING (tenant_id, chunk_id)
WHERE a.tenant_id = %(tenant)s AND a.live AND {LIVE_CHUNK} AND {opened("c")}
GROUP BY a.predicate ORDER BY a.predicate"""

_BEGIN = """
INSERT INTO entity_change (tenant_id, change_id, kind, entity_id, other_ids, reason, made_at)
VALUES (%(tenant)s, %(change)s, %(kind)s, %(entity)s, %(others)s, %(reason)s, %(now)s)
ON CONFLICT DO NOTHING RETURNING change_id"""
_MADE = "SELECT * FROM entity_change WHERE tenant_id = %(tenant)s AND change_id = %(change)s"
_CHANGE = "SELECT * FROM entity_change WHERE tenant_id = %(tenant)s AND change_id = %(change)s FOR UPDATE"
_UNDONE = "UPDATE entity_change SET undone_at = %(now)s WHERE tenant_id = %(tenant)s AND change_id = %(change)s"
_TOLD = """
SELECT h.change_id, h.kind, h.entity_id, h.other_ids, (SELECT count(*) FROM mention_link l
    WHERE l.tenant_id = h.tenant_id AND l.reason IN (%(mark)s, 'undo ' || %(mark)s)
      AND l.known_to IS NULL) AS moved
FROM entity_change h WHERE h.tenant_id = %(tenant)s AND h.change_id = %(change)s"""
_LINKS_OF = f"""
SELECT l.assertion_id, l.role, l.version, l.entity_id, l.known_from, a.predicate, c.scope_key, c.purpose,
    {_WORDS} AS words
FROM mention_link l {ASSERTION_OF_LINK} {CHUNK_OF_ASSERTION}
WHERE l.tenant_id = %(tenant)s AND l.entity_id = ANY(%(entities)s) AND l.known_to IS NULL AND {LIVE_CHUNK}
ORDER BY l.assertion_id, l.role FOR UPDATE OF l"""
_MOVED = f"""
SELECT l.assertion_id, l.role, l.version, l.entity_id, l.known_from, a.predicate, c.scope_key, c.purpose,
    {_WORDS} AS words, (SELECT o.entity_id FROM mention_link o WHERE o.tenant_id = l.tenant_id
        AND o.assertion_id = l.assertion_id AND o.role = l.role AND o.version = l.version - 1) AS before
FROM mention_link l {ASSERTION_OF_LINK} {CHUNK_OF_ASSERTION}
WHERE l.tenant_id = %(tenant)s AND l.entity_id = %(entity)s AND l.reason = %(mark)s AND l.known_to IS NULL
  AND {LIVE_CHUNK}
ORDER BY l.assertion_id, l.role FOR UPDATE OF l"""
_BESIDE = f"""
SELECT l.slot_id, c.scope_key, c.purpose, l.entity_id, a.predicate
FROM mention_link l {ASSERTION_OF_LINK} {CHUNK_OF_ASSERTION}
WHERE l.tenant_id = %(tenant)s AND l.assertion_id = ANY(%(assertions)s) AND l.role = 'subject' AND l.known_to IS NULL
  AND l.slot_id IS NOT NULL AND a.live"""
_MERGED = """
UPDATE entity SET merged_into = %(entity)s WHERE tenant_id = %(tenant)s AND entity_id = ANY(%(others)s)"""
_UNMERGED = """
UPDATE entity SET merged_into = NULL
WHERE tenant_id = %(tenant)s AND entity_id = ANY(%(others)s) AND merged_into = %(entity)s"""
_NEW_ENTITY = """
INSERT INTO entity (tenant_id, entity_id, workspace, project, name, type, created_at)
SELECT %(tenant)s, %(new)s, e.workspace, e.project, %(name)s, e.type, %(now)s
FROM entity e WHERE e.tenant_id = %(tenant)s AND e.entity_id = %(entity)s"""

# The names of a merged entity are copied, and its own rows stay as they were: undoing takes the copies away.
_GIVE_NAMES = """
INSERT INTO entity_alias (tenant_id, entity_id, alias, normal_name, created_at, origin)
SELECT n.tenant_id, %(entity)s, n.alias, n.normal_name, %(now)s, n.entity_id FROM entity_alias n
WHERE n.tenant_id = %(tenant)s AND n.entity_id = ANY(%(others)s) ON CONFLICT DO NOTHING"""
_GIVEN_NAMES = """
SELECT n.normal_name, n.entity_id AS origin FROM entity_alias n
WHERE n.tenant_id = %(tenant)s AND n.entity_id = ANY(%(others)s)
  AND NOT EXISTS (SELECT FROM entity_alias o WHERE o.tenant_id = n.tenant_id AND o.entity_id = %(entity)s
    AND o.normal_name = n.normal_name AND o.origin IS NULL)"""
_RETURN_NAMES = """
DELETE FROM entity_alias WHERE tenant_id = %(tenant)s AND entity_id = %(entity)s AND origin = ANY(%(others)s)"""
_LEAVE_NAMES = """
DELETE FROM entity_alias n USING entity e WHERE n.tenant_id = %(tenant)s AND n.entity_id = %(entity)s
  AND n.normal_name = ANY(%(normal)s) AND e.tenant_id = n.tenant_id AND e.entity_id = n.entity_id AND n.alias <> e.name"""
_ADD_NAMES = """
INSERT INTO entity_alias (tenant_id, entity_id, alias, normal_name, created_at, origin)
SELECT %(tenant)s, %(new)s, a.alias, a.normal_name, %(now)s, %(entity)s
FROM unnest(%(aliases)s::text[], %(normal)s::text[]) AS a (alias, normal_name) ON CONFLICT DO NOTHING"""
_REGAIN_NAMES = """
INSERT INTO entity_alias (tenant_id, entity_id, alias, normal_name, created_at)
SELECT n.tenant_id, %(entity)s, n.alias, n.normal_name, n.created_at FROM entity_alias n
WHERE n.tenant_id = %(tenant)s AND n.entity_id = ANY(%(others)s) ON CONFLICT DO NOTHING"""
_DROP_NAMES = "DELETE FROM entity_alias WHERE tenant_id = %(tenant)s AND entity_id = ANY(%(others)s)"
