"""`ErasureStore` on Postgres."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from adapters.postgres import deleting
from adapters.postgres.joins import CHUNK_OF_ASSERTION, SUBJECT_LINK, each
from adapters.postgres.pool import Connection, Database, Row, rows, scalar
from adapters.postgres.rows import slot
from adapters.postgres.selecting import Selected, select
from adapters.postgres.wanting import BOTH, Want, want
from memory.model.erasing import Erasure, ErasureStatus, Lineage, Selector, Store, StoreReceipt
from memory.model.errors import NotFound
from memory.model.fact import Slot
from memory.model.scope import Reader
from memory.ports.failpoints import declare, failpoint
from memory.ports.projecting import Target
from memory.ports.vector_index import ObjectKind

BEFORE_COMMIT = declare("erase_request.before_commit")
AFTER_COMMIT = declare("erase_request.after_commit")

STORES = (Store.AUTHORITY, Store.VECTORS, Store.GRAPH, Store.BLOBS, Store.RECALL_LOG, Store.WORKFLOW_HISTORY)
"""Stores that give a receipt, in the order of the saga."""


class PostgresErasureStore:
    """See `memory.ports.lifecycle.ErasureStore`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def select(self, tenant_id: UUID, reader: Reader, selector: Selector) -> Lineage:
        async with self._database.reading(tenant_id) as connection:
            return (await select(connection, tenant_id, reader, selector)).lineage

    async def request(
        self, tenant_id: UUID, reader: Reader, selector: Selector, erasure_id: UUID, reason: str, now: datetime
    ) -> Erasure:
        # Alone: no writer of the tenant is under way, and those that come see the tombstones.
        async with self._database.alone(tenant_id) as connection:
            base = {"tenant": tenant_id, "erasure": erasure_id, "now": now}
            if await scalar(connection, _EXISTS, base) is None:
                selected = await select(connection, tenant_id, reader, selector)
                if selected.lineage.empty:
                    raise NotFound("Nothing matches this selector, and nothing was done.")
                await _store(connection, base, reader, selector, reason)
                await _hide(connection, base, selected)
            failpoint(BEFORE_COMMIT)
            found = await _read(connection, tenant_id, erasure_id)
        failpoint(AFTER_COMMIT)
        return found

    async def erasure(self, tenant_id: UUID, erasure_id: UUID) -> Erasure:
        async with self._database.reading(tenant_id) as connection:
            return await _read(connection, tenant_id, erasure_id)

    async def lineage(self, tenant_id: UUID, erasure_id: UUID) -> Lineage:
        async with self._database.reading(tenant_id) as connection:
            found = await deleting.objects(connection, tenant_id, erasure_id)
        return Lineage(
            chunks=found.ids("chunk"),
            facts=found.ids("fact"),
            entities=found.ids("entity"),
            relations=found.ids("relation"),
            blobs=found.keys("blob"),
            workflows=found.keys("workflow"),
        )

    async def detach(self, tenant_id: UUID, erasure_id: UUID) -> list[Slot]:
        async with self._database.writing(tenant_id) as connection:
            found = await deleting.objects(connection, tenant_id, erasure_id)
            params = {
                "tenant": tenant_id,
                "chunks": list(found.ids("chunk")),
                "memories": [*found.ids("fact"), *found.ids("survivor")],
            }
            await connection.execute(_WITHDRAW, params)
            return [slot(row) for row in await rows(connection, _SLOTS, params)]

    async def delete_rows(self, tenant_id: UUID, erasure_id: UUID, limit: int) -> int:
        async with self._database.writing(tenant_id) as connection:
            return await deleting.delete_batch(connection, tenant_id, erasure_id, limit)

    async def count_rows(self, tenant_id: UUID, erasure_id: UUID) -> int:
        async with self._database.reading(tenant_id) as connection:
            return await deleting.count(connection, tenant_id, erasure_id)

    async def delete_log(self, tenant_id: UUID, erasure_id: UUID) -> int:
        async with self._database.writing(tenant_id) as connection:
            return await deleting.delete_log(connection, tenant_id, erasure_id)

    async def record(self, tenant_id: UUID, erasure_id: UUID, receipt: StoreReceipt) -> None:
        params = {
            "tenant": tenant_id,
            "erasure": erasure_id,
            "store": receipt.store.value,
            "status": receipt.status,
            "found": receipt.found,
            "deleted": receipt.deleted,
            "verified_at": receipt.verified_at,
        }
        async with self._database.writing(tenant_id) as connection:
            await connection.execute(_RECORD, params)
            await connection.execute(_UNBLOCK, params)

    async def finish(self, tenant_id: UUID, erasure_id: UUID, now: datetime) -> None:
        async with self._database.writing(tenant_id) as connection:
            await deleting.forget_lineage(connection, tenant_id, erasure_id)
            await connection.execute(_FINISH, {"tenant": tenant_id, "erasure": erasure_id, "now": now})

    async def set_status(self, tenant_id: UUID, erasure_id: UUID, status: str) -> None:
        params = {"tenant": tenant_id, "erasure": erasure_id, "status": status}
        async with self._database.writing(tenant_id) as connection:
            await connection.execute(_SET_STATUS, params)

    async def stranded(self, older_than: datetime, limit: int) -> list[tuple[UUID, UUID, str]]:
        async with self._database.across_tenants() as connection:
            found = await rows(connection, _STRANDED, {"older_than": older_than, "limit": limit})
        return [(row["tenant_id"], row["erasure_id"], row["workflow_id"]) for row in found]


_EXISTS = "SELECT 1 FROM erasure WHERE tenant_id = %(tenant)s AND erasure_id = %(erasure)s"
_ERASURE = """
INSERT INTO erasure (tenant_id, erasure_id, status, workflow_id, selector_kind, selector_values, workspace, project,
    user_id, reason, requested_at)
VALUES (%(tenant)s, %(erasure)s, 'running', %(workflow)s, %(kind)s, %(values)s, %(workspace)s, %(project)s, %(user)s,
    %(reason)s, %(now)s)"""
_RECEIPTS = """
INSERT INTO erasure_receipt (tenant_id, erasure_id, store, status, found, deleted)
SELECT %(tenant)s, %(erasure)s, unnest(%(stores)s::text[]), 'pending', 0, 0"""
_TOMBSTONES = """
INSERT INTO tombstone (tenant_id, object_kind, object_id, erasure_id, at)
SELECT %(tenant)s, o.kind, o.object_id, %(erasure)s, %(now)s
FROM unnest(%(kinds)s::text[], %(ids)s::uuid[]) AS o (kind, object_id) ON CONFLICT DO NOTHING"""
_FENCES = """
INSERT INTO fence (tenant_id, event_hmac, erasure_id, at)
SELECT DISTINCT c.tenant_id, f.event_hmac, %(erasure)s::uuid, %(now)s::timestamptz
FROM chunk c CROSS JOIN LATERAL unnest(c.fence) AS f (event_hmac)
WHERE c.tenant_id = %(tenant)s AND c.chunk_id = ANY(%(chunks)s) ON CONFLICT DO NOTHING"""
# A part that is no chunk yet must not become one.
_DOCUMENT_FENCES = """
INSERT INTO fence (tenant_id, event_hmac, erasure_id, at)
SELECT DISTINCT d.tenant_id, f.event_hmac, %(erasure)s::uuid, %(now)s::timestamptz
FROM document d CROSS JOIN LATERAL unnest(d.fence) AS f (event_hmac)
WHERE d.tenant_id = %(tenant)s AND d.document_id = ANY(%(documents)s) ON CONFLICT DO NOTHING"""
_ERASE_DOCUMENTS = """
UPDATE document SET erased = true, blob_key = NULL
WHERE tenant_id = %(tenant)s AND document_id = ANY(%(documents)s)"""
_OBJECTS = """
INSERT INTO erasure_object (tenant_id, erasure_id, kind, object_key)
SELECT %(tenant)s, %(erasure)s, o.kind, o.object_key
FROM unnest(%(kinds)s::text[], %(keys)s::text[]) AS o (kind, object_key) ON CONFLICT DO NOTHING"""
# Closed, so that what they held may be held by another value again while they wait to be deleted.
_CLOSE_FACTS = """
UPDATE fact_version SET known_to = greatest(known_from, %(now)s)
WHERE tenant_id = %(tenant)s AND memory_id = ANY(%(facts)s) AND known_to IS NULL"""

_WITHDRAW = "UPDATE assertion SET live = false WHERE tenant_id = %(tenant)s AND chunk_id = ANY(%(chunks)s) AND live"
_SLOTS = f"""
SELECT c.scope_key, c.purpose, l.entity_id AS subject_id, a.predicate
FROM assertion a {CHUNK_OF_ASSERTION}
{each("mention_link", "l", "l.assertion_id = a.assertion_id AND " + SUBJECT_LINK)}
WHERE a.tenant_id = %(tenant)s AND a.chunk_id = ANY(%(chunks)s)
UNION
SELECT f.scope_key, f.purpose, f.subject_id, f.predicate FROM fact_version f
WHERE f.tenant_id = %(tenant)s AND f.memory_id = ANY(%(memories)s)"""

_READ = "SELECT * FROM erasure WHERE tenant_id = %(tenant)s AND erasure_id = %(erasure)s"
_READ_RECEIPTS = "SELECT * FROM erasure_receipt WHERE tenant_id = %(tenant)s AND erasure_id = %(erasure)s"
# The first receipt that says done has counted; a step that runs again finds nothing and does not overwrite it.
_RECORD = """
INSERT INTO erasure_receipt AS r (tenant_id, erasure_id, store, status, found, deleted, verified_at)
VALUES (%(tenant)s, %(erasure)s, %(store)s, %(status)s, %(found)s, %(deleted)s, %(verified_at)s)
ON CONFLICT (tenant_id, erasure_id, store) DO UPDATE SET status = EXCLUDED.status, found = EXCLUDED.found,
    deleted = EXCLUDED.deleted, verified_at = EXCLUDED.verified_at WHERE r.status <> 'done'"""
_UNBLOCK = """
UPDATE erasure e SET status = 'running' WHERE e.tenant_id = %(tenant)s AND e.erasure_id = %(erasure)s
  AND e.status = 'blocked' AND NOT EXISTS (SELECT FROM erasure_receipt r
    WHERE r.tenant_id = e.tenant_id AND r.erasure_id = e.erasure_id AND r.status = 'blocked')"""
_FINISH = """
UPDATE erasure SET status = 'done', finished_at = COALESCE(finished_at, %(now)s), selector_values = '{}', reason = '',
    workspace = '', project = '', user_id = ''
WHERE tenant_id = %(tenant)s AND erasure_id = %(erasure)s"""
_SET_STATUS = """
UPDATE erasure SET status = %(status)s
WHERE tenant_id = %(tenant)s AND erasure_id = %(erasure)s AND status <> 'done'"""
_STRANDED = "SELECT * FROM memc_stranded_erasures(%(older_than)s, %(limit)s)"


async def _store(connection: Connection, base: dict[str, Any], reader: Reader, selector: Selector, reason: str) -> None:
    params = base | {
        "workflow": f"erase-{base['erasure']}",
        "kind": selector.kind.value,
        "values": list(selector.values),
        "workspace": selector.workspace or reader.workspace,
        "project": reader.project,
        "user": reader.user_id,
        "reason": reason,
        "stores": [store.value for store in STORES],
    }
    await connection.execute(_ERASURE, params)
    await connection.execute(_RECEIPTS, params)


async def _hide(connection: Connection, base: dict[str, Any], selected: Selected) -> None:
    """From the commit on no reader sees any of it, no event of it comes back, and no projection wants it."""
    lineage = selected.lineage
    hidden = [("chunk", found) for found in lineage.chunks] + [("fact", found) for found in lineage.facts]
    buried = {"kinds": [kind for kind, _ in hidden], "ids": [found for _, found in hidden]}
    await connection.execute(_TOMBSTONES, base | buried)
    await connection.execute(_FENCES, base | {"chunks": list(lineage.chunks)})
    documents = base | {"documents": list(selected.documents)}
    await connection.execute(_DOCUMENT_FENCES, documents)
    await connection.execute(_ERASE_DOCUMENTS, documents)
    await connection.execute(_OBJECTS, base | _object_params(selected))
    await connection.execute(_CLOSE_FACTS, base | {"facts": list(lineage.facts)})
    await want(connection, base["tenant"], _unwanted(lineage), None)


def _object_params(selected: Selected) -> dict[str, Any]:
    lineage = selected.lineage
    kinds: dict[str, Iterable[object]] = {
        "chunk": lineage.chunks,
        "fact": lineage.facts,
        "survivor": selected.survivors,
        "entity": lineage.entities,
        "relation": lineage.relations,
        "operation": selected.operations,
        "source": selected.sources,
        "workflow": lineage.workflows,
        "blob": lineage.blobs,
    }
    found = [(kind, str(key)) for kind, keys in kinds.items() for key in keys]
    return {"kinds": [kind for kind, _ in found], "keys": [key for _, key in found]}


def _unwanted(lineage: Lineage) -> list[Want]:
    chunks = [Want(Target.VECTORS, ObjectKind.CHUNK, found, delete=True) for found in lineage.chunks]
    facts = [Want(target, ObjectKind.FACT, found, delete=True) for found in lineage.facts for target in BOTH]
    entities = [Want(Target.GRAPH, ObjectKind.ENTITY, found, delete=True) for found in lineage.entities]
    return [*chunks, *facts, *entities]


async def _read(connection: Connection, tenant_id: UUID, erasure_id: UUID) -> Erasure:
    params = {"tenant": tenant_id, "erasure": erasure_id}
    found = await rows(connection, _READ, params)
    if not found:
        raise NotFound("There is no such erasure.")
    return _erasure(found[0], await rows(connection, _READ_RECEIPTS, params))


def _erasure(row: Row, receipts: Sequence[Row]) -> Erasure:
    order = list(Store)
    found = [StoreReceipt(Store(r["store"]), r["status"], r["found"], r["deleted"], r["verified_at"]) for r in receipts]
    return Erasure(
        erasure_id=row["erasure_id"],
        status=ErasureStatus(row["status"]),
        workflow_id=row["workflow_id"],
        requested_at=row["requested_at"],
        finished_at=row["finished_at"],
        stores=tuple(sorted(found, key=lambda receipt: order.index(receipt.store))),
    )
