"""`DecisionStore` on Postgres: the decision, its words and what it means for the slot, in one transaction."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from adapters.postgres import decided_rows as sql
from adapters.postgres import postings
from adapters.postgres.capturing import Capture
from adapters.postgres.joins import SOURCE_OF_CHUNK
from adapters.postgres.operations import create_operation
from adapters.postgres.pool import Connection, Database, rows
from adapters.postgres.rows import CHUNK, assertion_params, chunk, operation, slot
from adapters.postgres.settling import lock_slots, open_versions, read_slots, settle_inside
from adapters.postgres.visible import FACT_KEPT, LIVE_CHUNK, opened, reader_params
from adapters.postgres.wanting import Want, want
from memory.model.capture import CapturePlan, CaptureReceipt
from memory.model.chunk import Chunk, Operation
from memory.model.decided import Conflict, EventKind, PersonEvent
from memory.model.errors import Conflict as Contradiction
from memory.model.errors import NotFound
from memory.model.fact import FactVersion, Slot
from memory.model.scope import Reader
from memory.ports.compiling import FactChange, SlotDecision
from memory.ports.deciding import Decided, DecisionPlan, PlanDecision, PlanResolution, Statement, Undone
from memory.ports.failpoints import declare, failpoint
from memory.ports.projecting import Target
from memory.ports.vector_index import ObjectKind

BEFORE_COMMIT = declare("decide.before_commit")
AFTER_COMMIT = declare("decide.after_commit")

UNDOABLE = frozenset({EventKind.CORRECT, EventKind.CHOOSE, EventKind.BOTH, EventKind.NEITHER, EventKind.RETRACT})


class PostgresDecisionStore:
    """See `memory.ports.deciding.DecisionStore`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def decide(
        self, tenant_id: UUID, reader: Reader, memory_id: UUID, event_id: UUID, plan: PlanDecision, decide: SlotDecision
    ) -> Decided:
        async with self._database.writing(tenant_id) as connection:
            if known := await _known(connection, tenant_id, event_id):
                return known
            found = await _slot_of(connection, tenant_id, reader, memory_id)
            await lock_slots(connection, tenant_id, [found.slot_id])
            if known := await _known(connection, tenant_id, event_id):
                return known
            versions = await _versions(connection, tenant_id, found)
            meant = next((version for version in versions if version.memory_id == memory_id), None)
            if meant is None:
                raise NotFound("There is no such memory.")
            decided = await _carry_out(
                connection,
                tenant_id,
                plan(meant, versions, await _zone(connection, tenant_id, versions)),
                found,
                decide,
            )
            failpoint(BEFORE_COMMIT)
        failpoint(AFTER_COMMIT)
        return decided

    async def resolve(
        self,
        tenant_id: UUID,
        reader: Reader,
        conflict_id: UUID,
        event_id: UUID,
        plan: PlanResolution,
        decide: SlotDecision,
    ) -> Decided:
        async with self._database.writing(tenant_id) as connection:
            await lock_slots(connection, tenant_id, [conflict_id])
            if known := await _known(connection, tenant_id, event_id):
                return known
            params = reader_params(tenant_id, reader) | {"slot": conflict_id}
            seen = await rows(connection, sql.OF_SLOT, params)
            if not seen:
                raise NotFound("There is no such conflict.")
            found = slot(seen[0])
            visible = {row["memory_id"] for row in seen}
            versions = [v for v in await _versions(connection, tenant_id, found) if v.memory_id in visible]
            decided = await _carry_out(
                connection, tenant_id, plan(versions, await _zone(connection, tenant_id, versions)), found, decide
            )
            failpoint(BEFORE_COMMIT)
        failpoint(AFTER_COMMIT)
        return decided

    async def undo(
        self, tenant_id: UUID, reader: Reader, event_id: UUID, operation: Operation, now: datetime, decide: SlotDecision
    ) -> Undone:
        async with self._database.writing(tenant_id) as connection:
            params = {"tenant": tenant_id, "event": event_id, "now": now, "operation": operation.operation_id}
            found = await _undoable(connection, tenant_id, reader, event_id)
            if found.undone_at is not None:
                return Undone(found, await _operation(connection, tenant_id, found))
            await create_operation(connection, tenant_id, operation)
            params |= {"made": found.made, "chunks": list(found.chunk_ids), "of": found.operation_id}
            await connection.execute(sql.MARK_UNDONE, params)
            if found.kind is EventKind.RETRACT:
                slots = await _bring_back(connection, tenant_id, params)
            else:
                await connection.execute(sql.UNSTATE, params)
                await _withdraw_chunks(connection, tenant_id, found.chunk_ids, operation.operation_id)
                slots = [found.slot] if found.slot else []
            wanted = {item.slot_id: item for item in slots}
            await settle_inside(connection, tenant_id, wanted, operation.operation_id, decide)
            failpoint(BEFORE_COMMIT)
        failpoint(AFTER_COMMIT)
        return Undone(found, operation)

    async def edit(
        self, tenant_id: UUID, reader: Reader, chunk_id: UUID, plan: Callable[[Chunk], tuple[CapturePlan, PersonEvent]]
    ) -> CaptureReceipt:
        async with self._database.writing(tenant_id) as connection:
            capture, event = plan(await _chunk(connection, tenant_id, reader, chunk_id))
            receipt = await Capture(connection, capture).run()
            if not receipt.repeated:
                await connection.execute(sql.RECORD, sql.event_params(tenant_id, event))
            failpoint(BEFORE_COMMIT)
        failpoint(AFTER_COMMIT)
        return receipt

    async def retract(
        self,
        tenant_id: UUID,
        reader: Reader,
        chunk_id: UUID,
        event: PersonEvent,
        operation: Operation,
        decide: SlotDecision,
    ) -> Undone:
        async with self._database.writing(tenant_id) as connection:
            found = await rows(connection, sql.RETRACTED, {"tenant": tenant_id, "chunk": chunk_id})
            if found:
                known = sql.event(found[0])
                return Undone(known, await _operation(connection, tenant_id, known))
            await _chunk(connection, tenant_id, reader, chunk_id)
            await create_operation(connection, tenant_id, operation)
            await connection.execute(sql.RECORD, sql.event_params(tenant_id, event))
            slots = await _withdraw_chunks(connection, tenant_id, [chunk_id], operation.operation_id)
            wanted = {item.slot_id: item for item in slots}
            await settle_inside(connection, tenant_id, wanted, operation.operation_id, decide)
            failpoint(BEFORE_COMMIT)
        failpoint(AFTER_COMMIT)
        return Undone(event, operation)

    async def conflicts(
        self, tenant_id: UUID, reader: Reader, now: datetime, after: UUID | None, limit: int
    ) -> list[Conflict]:
        params = reader_params(tenant_id, reader) | {"now": now, "after": after or UUID(int=0), "limit": limit}
        async with self._database.reading(tenant_id) as connection:
            found = await rows(connection, sql.CONFLICTS, params)
        return [Conflict(slot(row), tuple(row["memory_ids"])) for row in found]

    async def rivals(self, tenant_id: UUID, reader: Reader, slot: Slot, now: datetime) -> list[UUID]:
        params = reader_params(tenant_id, reader) | {"slot": slot.slot_id, "now": now}
        async with self._database.reading(tenant_id) as connection:
            return [row["memory_id"] for row in await rows(connection, sql.RIVALS, params)]

    async def events_of(self, tenant_id: UUID, memory_ids: Sequence[UUID]) -> list[PersonEvent]:
        params = {"tenant": tenant_id, "memories": list(memory_ids)}
        async with self._database.reading(tenant_id) as connection:
            return [sql.event(row) for row in await rows(connection, sql.EVENTS_OF, params)]


async def record_event(connection: Connection, tenant_id: UUID, event: PersonEvent) -> None:
    """Writes what was decided into the caller's transaction; again is fine."""
    await connection.execute(sql.RECORD, sql.event_params(tenant_id, event))


async def _known(connection: Connection, tenant_id: UUID, event_id: UUID) -> Decided | None:
    """The answer to an earlier request of the same key."""
    found = await rows(connection, sql.EVENT, {"tenant": tenant_id, "event": event_id})
    if not found:
        return None
    known = sql.event(found[0])
    standing = await rows(connection, sql.STANDS_FOR, {"tenant": tenant_id, "made": known.made})
    return Decided(
        known, standing[0]["memory_id"] if standing else None, await _operation(connection, tenant_id, known)
    )


async def _operation(connection: Connection, tenant_id: UUID, event: PersonEvent) -> Operation:
    found = await rows(connection, sql.OPERATION, {"tenant": tenant_id, "operation": event.operation_id})
    return operation(found[0])


async def _slot_of(connection: Connection, tenant_id: UUID, reader: Reader, memory_id: UUID) -> Slot:
    found = await rows(connection, _VISIBLE, reader_params(tenant_id, reader) | {"memory": memory_id})
    if not found:
        raise NotFound("There is no such memory.")
    return slot(found[0])


async def _versions(connection: Connection, tenant_id: UUID, of: Slot) -> list[FactVersion]:
    (content,) = await read_slots(connection, tenant_id, {of.slot_id: of})
    return list(content.open_versions)


async def _zone(connection: Connection, tenant_id: UUID, versions: Sequence[FactVersion]) -> str:
    """Where the newest words were said: dates are told as people there mean them."""
    params = {"tenant": tenant_id, "assertions": [a for version in versions for a in version.evidence]}
    found = await rows(connection, sql.ZONE, params)
    return str(found[0]["timezone"]) if found else "UTC"


async def _carry_out(
    connection: Connection, tenant_id: UUID, plan: DecisionPlan, of: Slot, decide: SlotDecision
) -> Decided:
    if plan.statement is not None:
        await Capture(connection, plan.statement.capture).run()
        await _state(connection, tenant_id, plan.statement, of)
    else:
        await create_operation(connection, tenant_id, plan.operation)
    await record_event(connection, tenant_id, plan.event)
    operation_id = plan.operation.operation_id
    changes = await settle_inside(connection, tenant_id, {of.slot_id: of}, operation_id, decide)
    return Decided(plan.event, await _standing(connection, tenant_id, plan, changes), plan.operation)


async def _standing(
    connection: Connection, tenant_id: UUID, plan: DecisionPlan, changes: Iterable[FactChange]
) -> UUID | None:
    made = plan.event.made
    written = (c.insert for c in changes if c.insert is not None and made is not None and made in c.insert.evidence)
    first = next(written, None)
    if first is not None:
        return first.memory_id
    kept = await open_versions(connection, tenant_id, plan.event.memory_ids)
    return kept[0].memory_id if kept else None


async def _state(connection: Connection, tenant_id: UUID, statement: Statement, of: Slot) -> None:
    """The assertion of a decision, linked to its slot's subject as a person means it."""
    await connection.execute(sql.ASSERT, {"tenant_id": tenant_id, **assertion_params(statement.assertion)})
    link = {"tenant": tenant_id, "assertion": statement.assertion.assertion_id, "entity": of.subject_id}
    at = statement.assertion.recorded_at
    await connection.execute(sql.LINK, link | {"slot": of.slot_id, "now": at})


async def _undoable(connection: Connection, tenant_id: UUID, reader: Reader, event_id: UUID) -> PersonEvent:
    params = reader_params(tenant_id, reader) | {"event": event_id}
    found = await rows(connection, sql.REACHABLE, params)
    if not found:
        raise NotFound("There is no such decision.")
    event = sql.event(found[0])
    if event.slot is not None:
        await lock_slots(connection, tenant_id, [event.slot.slot_id])
        event = sql.event((await rows(connection, sql.EVENT, params))[0])
    if event.kind not in UNDOABLE:
        raise Contradiction("This kind of decision is not undone here: edit again, or pin and unpin the memory.")
    return event


async def _chunk(connection: Connection, tenant_id: UUID, reader: Reader, chunk_id: UUID) -> Chunk:
    """A live chunk that the reader may reach, locked. Raises `NotFound`."""
    found = await rows(connection, _CHUNK, reader_params(tenant_id, reader) | {"chunk": chunk_id})
    if not found:
        raise NotFound("There is no such chunk, or it was edited or retracted.")
    return chunk(found[0])


async def _withdraw_chunks(
    connection: Connection, tenant_id: UUID, chunk_ids: Sequence[UUID], operation_id: UUID
) -> list[Slot]:
    """Takes chunks out of use with what they state; returns the slots to settle."""
    if not chunk_ids:
        return []
    params = {"tenant": tenant_id, "chunks": list(chunk_ids), "operation": operation_id}
    gone = await rows(connection, sql.RETRACT, params)
    counted = [row["chunk_id"] for row in gone if row["counted"]]
    await postings.remove(connection, tenant_id, counted, [r["chunk_id"] for r in gone if not r["counted"]])
    await connection.execute(sql.NOT_COUNTED, params)
    wants = [Want(Target.VECTORS, ObjectKind.CHUNK, chunk_id, delete=True) for chunk_id in chunk_ids]
    await want(connection, tenant_id, wants, operation_id)
    return [slot(row) for row in await rows(connection, sql.WITHDRAW, params)]


async def _bring_back(connection: Connection, tenant_id: UUID, params: Mapping[str, Any]) -> list[Slot]:
    """Puts retracted chunks, and what they stated when they were retracted, back into use."""
    back = await rows(connection, sql.BRING_BACK, dict(params))
    words = [postings.indexed_text(row["chunk_id"], str(row["scope_key"]), row["purpose"], row["text"]) for row in back]
    await postings.insert(connection, tenant_id, ObjectKind.CHUNK, words)
    await postings.count(connection, tenant_id, [row["chunk_id"] for row in back])
    wants = [Want(Target.VECTORS, ObjectKind.CHUNK, row["chunk_id"]) for row in back]
    await want(connection, tenant_id, wants, params["operation"])
    return [slot(row) for row in await rows(connection, sql.STATE_AGAIN, dict(params))]


_VISIBLE = f"""
SELECT f.scope_key, f.purpose, f.subject_id, f.predicate FROM fact_version f
WHERE f.tenant_id = %(tenant)s AND f.memory_id = %(memory)s AND f.known_to IS NULL AND f.status <> 'retracted'
  AND {opened("f")} AND {FACT_KEPT}"""
_CHUNK = f"""
SELECT {CHUNK} FROM chunk c {SOURCE_OF_CHUNK}
WHERE c.tenant_id = %(tenant)s AND c.chunk_id = %(chunk)s AND {opened("c")} AND {LIVE_CHUNK} FOR UPDATE OF c"""
