"""`LifecycleStore` on Postgres: revoking, ageing, folding."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any
from uuid import UUID

from adapters.postgres.deciding import record_event
from adapters.postgres.factual import Written, write_changes
from adapters.postgres.joins import STATE_OF_FACT, each
from adapters.postgres.pool import Connection, Database, Row, insert, rows, scalar
from adapters.postgres.rows import FACT, fact, slot
from adapters.postgres.settling import lock_slots, open_versions
from adapters.postgres.visible import FACT_KEPT, opened, reader_params
from adapters.postgres.wanting import BOTH, Want, want
from memory.model.decided import NOBODY, Author, EventKind, PersonEvent
from memory.model.errors import NotFound
from memory.model.fact import FactStatus, FactVersion
from memory.model.ids import derived_id
from memory.model.scope import Reader
from memory.ports.compiling import FactChange
from memory.ports.lifecycle import AgeingFact, Revocation
from memory.ports.vector_index import ObjectKind
from memory.settle.verdicts import Reason


class PostgresLifecycleStore:
    """See `memory.ports.lifecycle.LifecycleStore`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def revoke(
        self,
        tenant_id: UUID,
        reader: Reader,
        memory_id: UUID,
        revocation_id: UUID,
        reason: str,
        now: datetime,
        by: Author = NOBODY,
    ) -> Revocation:
        async with self._database.writing(tenant_id) as connection:
            found = await _locked(connection, tenant_id, reader, memory_id)
            params = {"tenant": tenant_id, "memory": memory_id}
            if known := await rows(connection, _REVOKED, params):
                return _revocation(known[0])
            await connection.execute(_REVOKE, _revocation_params(tenant_id, revocation_id, found, reason, now))
            revoked = replace(
                found,
                version=found.version + 1,
                status=FactStatus.REVOKED,
                reason=Reason.REVOKED.value,
                known_from=now,
            )
            await _write(connection, tenant_id, [found], [revoked])
            await record_event(connection, tenant_id, _event(EventKind.REVOKE, memory_id, now, by, reason))
            return Revocation(revocation_id, memory_id, found.slot)

    async def revocation(self, tenant_id: UUID, revocation_id: UUID) -> Revocation:
        async with self._database.reading(tenant_id) as connection:
            found = await rows(connection, _REVOCATION, {"tenant": tenant_id, "revocation": revocation_id})
        if not found:
            raise NotFound("There is no such revocation.")
        return _revocation(found[0])

    async def undo_revocation(
        self, tenant_id: UUID, reader: Reader, revocation_id: UUID, now: datetime, by: Author = NOBODY
    ) -> Revocation:
        params = reader_params(tenant_id, reader) | {"revocation": revocation_id, "now": now}
        async with self._database.writing(tenant_id) as connection:
            found = await rows(connection, _UNDO, params)
            if not found:
                raise NotFound("There is no such revocation.")
            if found[0]["undone_at"] == now:
                event = _event(EventKind.UNREVOKE, found[0]["memory_id"], now, by)
                await record_event(connection, tenant_id, event)
        return _revocation(found[0])

    async def ageing_facts(self, tenant_id: UUID, after: UUID | None, limit: int) -> list[AgeingFact]:
        params = {"tenant": tenant_id, "after": after or UUID(int=0), "limit": limit}
        async with self._database.reading(tenant_id) as connection:
            found = await rows(connection, _AGEING, params)
        return [
            AgeingFact(
                fact=fact(row, row["evidence"], pinned=row["pinned"]),
                recorded_at=row["recorded_at"] or row["known_from"],
                uses=tuple(row["uses"]),
                cold=row["cold"],
                last_said=row["last_said"],
                retired_at=row["retired_at"],
            )
            for row in found
        ]

    async def facts_about(self, tenant_id: UUID, subjects: Sequence[tuple[str, UUID]]) -> list[FactVersion]:
        params = {
            "tenant": tenant_id,
            "scope_keys": [UUID(scope_key) for scope_key, _ in subjects],
            "subjects": [subject_id for _, subject_id in subjects],
        }
        async with self._database.reading(tenant_id) as connection:
            found = await rows(connection, _ABOUT, params)
        return [fact(row, row["evidence"], pinned=row["pinned"]) for row in found]

    async def set_cold(self, tenant_id: UUID, cold: Sequence[UUID], warm: Sequence[UUID], now: datetime) -> int:
        async with self._database.writing(tenant_id) as connection:
            params = {"tenant": tenant_id, "cold": sorted(cold), "warm": sorted(warm), "now": now}
            changed = [*await rows(connection, _COOL, params), *await rows(connection, _WARM, params)]
            await _project_status(connection, tenant_id, [row["memory_id"] for row in changed])
            return len(changed)

    async def retire(self, tenant_id: UUID, lapsed: Mapping[UUID, datetime]) -> int:
        async with self._database.writing(tenant_id) as connection:
            found = sorted(lapsed)
            params = {"tenant": tenant_id, "memories": found, "moments": [lapsed[key] for key in found]}
            changed = await rows(connection, _RETIRE, params)
            await _project_status(connection, tenant_id, [row["memory_id"] for row in changed])
            return len(changed)

    async def revalidate(self, tenant_id: UUID, memory_ids: Sequence[UUID], now: datetime) -> int:
        async with self._database.writing(tenant_id) as connection:
            wanted = sorted(memory_ids)
            slots = {version.slot.slot_id for version in await open_versions(connection, tenant_id, wanted)}
            await lock_slots(connection, tenant_id, list(slots))
            back = await rows(connection, _REVALIDATE, {"tenant": tenant_id, "memories": wanted})
            ids = [row["memory_id"] for row in back]
            before = [v for v in await open_versions(connection, tenant_id, ids) if v.status is FactStatus.CURRENT]
            after = [
                replace(v, version=v.version + 1, reason=Reason.REVALIDATED.value, known_from=max(now, v.known_from))
                for v in before
            ]
            await _write(connection, tenant_id, before, after)
            return len(ids)

    async def restore(
        self, tenant_id: UUID, reader: Reader, memory_id: UUID, now: datetime, by: Author = NOBODY
    ) -> None:
        use = derived_id("restore", [memory_id, now.isoformat()])
        async with self._database.writing(tenant_id) as connection:
            await _require_visible(connection, tenant_id, reader, memory_id)
            params = {"tenant": tenant_id, "memory": memory_id, "use": use, "now": now}
            was_cold = await scalar(connection, _IS_COLD, params)
            await connection.execute(_RESTORE, params)
            await connection.execute(_COUNT_RESTORE, params)
            await record_event(connection, tenant_id, _event(EventKind.RESTORE, memory_id, now, by))
            await _project_status(connection, tenant_id, [memory_id] if was_cold else [])

    async def pin(
        self,
        tenant_id: UUID,
        reader: Reader,
        memory_id: UUID,
        now: datetime,
        by: Author = NOBODY,
        *,
        pinned: bool = True,
    ) -> None:
        kind = EventKind.PIN if pinned else EventKind.UNPIN
        async with self._database.writing(tenant_id) as connection:
            await _require_visible(connection, tenant_id, reader, memory_id)
            params = {"tenant": tenant_id, "memory": memory_id, "now": now}
            await connection.execute(_PIN if pinned else _UNPIN, params)
            await record_event(connection, tenant_id, _event(kind, memory_id, now, by))

    async def fold(self, tenant_id: UUID, keep: UUID, folded: Sequence[UUID], now: datetime) -> bool:
        async with self._database.writing(tenant_id) as connection:
            wanted = [keep, *folded]
            slots = {version.slot.slot_id for version in await open_versions(connection, tenant_id, wanted)}
            await lock_slots(connection, tenant_id, list(slots))
            found = {version.memory_id: version for version in await open_versions(connection, tenant_id, wanted)}
            if set(found) != set(wanted) or any(v.status is not FactStatus.CURRENT for v in found.values()):
                return False
            await _write(connection, tenant_id, list(found.values()), _folded(found, keep, now))
            return True

    async def tenants(self) -> list[UUID]:
        async with self._database.across_tenants() as connection:
            return [row["tenant_id"] for row in await rows(connection, "SELECT tenant_id FROM memc_tenants()")]


def _folded(found: dict[UUID, FactVersion], keep: UUID, now: datetime) -> list[FactVersion]:
    """The keeper with all the evidence, and the others superseded by it."""
    evidence = tuple(sorted({assertion_id for version in found.values() for assertion_id in version.evidence}))
    kept = found[keep]
    others = [version for memory_id, version in found.items() if memory_id != keep]
    return [
        replace(kept, version=kept.version + 1, evidence=evidence, consolidated=True, known_from=now),
        *(
            replace(
                version,
                version=version.version + 1,
                status=FactStatus.SUPERSEDED,
                reason=Reason.FOLDED.value,
                superseded_by=keep,
                known_from=now,
            )
            for version in others
        ),
    ]


async def _write(
    connection: Connection, tenant_id: UUID, before: Iterable[FactVersion], after: Iterable[FactVersion]
) -> None:
    stored = {version.memory_id: version for version in before}
    changes = [FactChange((v.memory_id, stored[v.memory_id].version), v) for v in after]
    by_version = {(v.memory_id, v.version): v for v in stored.values()}
    await write_changes(connection, tenant_id, [Written.of(change, by_version) for change in changes], None)


async def _locked(connection: Connection, tenant_id: UUID, reader: Reader, memory_id: UUID) -> FactVersion:
    """The newest version of a visible memory, with its slot locked. Raises `NotFound`."""
    row = await _require_visible(connection, tenant_id, reader, memory_id)
    await lock_slots(connection, tenant_id, [row["slot_id"]])
    found = await open_versions(connection, tenant_id, [memory_id])
    if not found:
        raise NotFound("There is no such memory.")
    return found[0]


async def _require_visible(connection: Connection, tenant_id: UUID, reader: Reader, memory_id: UUID) -> Row:
    found = await rows(connection, _VISIBLE, reader_params(tenant_id, reader) | {"memory": memory_id})
    if not found:
        raise NotFound("There is no such memory.")
    return found[0]


async def _project_status(connection: Connection, tenant_id: UUID, memory_ids: Sequence[UUID]) -> None:
    """Cold is a status that projections filter by."""
    wants = [Want(target, ObjectKind.FACT, memory_id) for memory_id in memory_ids for target in BOTH]
    await want(connection, tenant_id, wants, None)


def _event(kind: EventKind, memory_id: UUID, now: datetime, by: Author, reason: str = "") -> PersonEvent:
    event_id = derived_id("event", [kind.value, memory_id, now.isoformat()])
    return PersonEvent(event_id, kind, (memory_id,), reason, by, now)


def _revocation(row: Row) -> Revocation:
    return Revocation(row["revocation_id"], row["memory_id"], slot(row))


def _revocation_params(
    tenant_id: UUID, revocation_id: UUID, found: FactVersion, reason: str, now: datetime
) -> dict[str, Any]:
    return {
        "tenant_id": tenant_id,
        "revocation_id": revocation_id,
        "memory_id": found.memory_id,
        "slot_id": found.slot.slot_id,
        "scope_key": UUID(found.slot.scope_key),
        "purpose": found.slot.purpose,
        "subject_id": found.slot.subject_id,
        "predicate": found.slot.predicate,
        "assertion_ids": list(found.evidence),
        "reason": reason,
        "at": now,
    }


_VISIBLE = f"""
SELECT f.slot_id FROM fact_version f
WHERE f.tenant_id = %(tenant)s AND f.memory_id = %(memory)s AND f.known_to IS NULL AND f.status <> 'retracted'
  AND {opened("f")} AND {FACT_KEPT}"""
_REVOKED = """
SELECT * FROM revocation WHERE tenant_id = %(tenant)s AND memory_id = %(memory)s AND undone_at IS NULL"""
_REVOCATION = "SELECT * FROM revocation WHERE tenant_id = %(tenant)s AND revocation_id = %(revocation)s"
_REVOKE = insert(
    "revocation",
    [
        *("tenant_id", "revocation_id", "memory_id", "slot_id", "scope_key", "purpose", "subject_id", "predicate"),
        *("assertion_ids", "reason", "at"),
    ],
)
_UNDO = f"""
UPDATE revocation r SET undone_at = COALESCE(r.undone_at, %(now)s)
WHERE r.tenant_id = %(tenant)s AND r.revocation_id = %(revocation)s
  AND EXISTS (SELECT FROM fact_version f
    WHERE f.tenant_id = r.tenant_id AND f.memory_id = r.memory_id AND f.known_to IS NULL AND {opened("f")} AND {FACT_KEPT})
RETURNING r.*"""

_STATE = f"""
{FACT}, COALESCE(m.cold, false) AS cold, m.pinned_at IS NOT NULL AS pinned,
    array(SELECT e.assertion_id FROM evidence e
        WHERE e.tenant_id = f.tenant_id AND e.memory_id = f.memory_id AND e.to_version IS NULL) AS evidence"""
_CURRENT = f"f.known_to IS NULL AND f.status = 'current' AND {FACT_KEPT}"
_AGEING = f"""
SELECT {_STATE},
    (SELECT max(c.recorded_at) FROM evidence e {each("chunk", "c", "c.chunk_id = e.chunk_id")}
        WHERE e.tenant_id = f.tenant_id AND e.memory_id = f.memory_id AND e.to_version IS NULL) AS recorded_at,
    (SELECT max(a.said_at) FROM evidence e {each("assertion", "a", "a.assertion_id = e.assertion_id")}
        WHERE e.tenant_id = f.tenant_id AND e.memory_id = f.memory_id AND e.to_version IS NULL) AS last_said,
    m.retired_at,
    array(SELECT u.at FROM recall_use u WHERE u.tenant_id = f.tenant_id AND u.memory_id = f.memory_id
        ORDER BY u.at) AS uses
FROM fact_version f {STATE_OF_FACT}
WHERE f.tenant_id = %(tenant)s AND f.memory_id > %(after)s AND {_CURRENT}
ORDER BY f.memory_id LIMIT %(limit)s"""
_ABOUT = f"""
SELECT {_STATE}
FROM unnest(%(scope_keys)s::uuid[], %(subjects)s::uuid[]) AS w (scope_key, subject_id)
{each("fact_version", "f", "f.subject_id = w.subject_id AND f.scope_key = w.scope_key")}
{STATE_OF_FACT}
WHERE {_CURRENT} ORDER BY f.memory_id"""

_COOL = """
INSERT INTO memory_state AS m (tenant_id, memory_id, cold, cold_at)
SELECT %(tenant)s, c.memory_id, true, %(now)s FROM unnest(%(cold)s::uuid[]) AS c (memory_id)
WHERE NOT EXISTS (SELECT FROM tombstone t WHERE t.tenant_id = %(tenant)s AND t.object_id = c.memory_id)
ON CONFLICT (tenant_id, memory_id) DO UPDATE SET cold = true, cold_at = EXCLUDED.cold_at WHERE NOT m.cold
RETURNING memory_id"""
_WARM = """
UPDATE memory_state SET cold = false, cold_at = NULL
WHERE tenant_id = %(tenant)s AND memory_id = ANY(%(warm)s) AND cold RETURNING memory_id"""
_RETIRE = """
INSERT INTO memory_state AS m (tenant_id, memory_id, retired_at)
SELECT %(tenant)s, r.memory_id, r.at FROM unnest(%(memories)s::uuid[], %(moments)s::timestamptz[]) AS r (memory_id, at)
WHERE NOT EXISTS (SELECT FROM tombstone t WHERE t.tenant_id = %(tenant)s AND t.object_id = r.memory_id)
ON CONFLICT (tenant_id, memory_id) DO UPDATE SET retired_at = EXCLUDED.retired_at WHERE m.retired_at IS NULL
RETURNING memory_id"""
_REVALIDATE = """
UPDATE memory_state SET retired_at = NULL
WHERE tenant_id = %(tenant)s AND memory_id = ANY(%(memories)s) AND retired_at IS NOT NULL RETURNING memory_id"""
_IS_COLD = "SELECT cold FROM memory_state WHERE tenant_id = %(tenant)s AND memory_id = %(memory)s"
_RESTORE = """
INSERT INTO memory_state (tenant_id, memory_id, restored_at) VALUES (%(tenant)s, %(memory)s, %(now)s)
ON CONFLICT (tenant_id, memory_id) DO UPDATE SET cold = false, cold_at = NULL, restored_at = EXCLUDED.restored_at"""
_COUNT_RESTORE = """
INSERT INTO recall_use (tenant_id, memory_id, recall_id, via, at)
VALUES (%(tenant)s, %(memory)s, %(use)s, 'restore', %(now)s) ON CONFLICT DO NOTHING"""
_UNPIN = "UPDATE memory_state SET pinned_at = NULL WHERE tenant_id = %(tenant)s AND memory_id = %(memory)s"
_PIN = """
INSERT INTO memory_state AS m (tenant_id, memory_id, pinned_at) VALUES (%(tenant)s, %(memory)s, %(now)s)
ON CONFLICT (tenant_id, memory_id) DO UPDATE SET pinned_at = COALESCE(m.pinned_at, EXCLUDED.pinned_at)"""
