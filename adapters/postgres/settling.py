"""Settling: slots are locked, read, decided on and written in one transaction."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from uuid import UUID

from adapters.postgres.factual import Written, write_changes
from adapters.postgres.joins import (
    ASSERTION_OF_LINK,
    CHUNK_OF_ASSERTION,
    STATE_OF_FACT,
    SUBJECT_LINK,
    each,
    each_or_none,
)
from adapters.postgres.pool import Connection, Database, Row, rows
from adapters.postgres.resting import resting_on, statuses_of
from adapters.postgres.rows import ASSERTION, FACT, SCOPE_COLUMNS, assertion, fact, scope
from adapters.postgres.turning import LATER, MOST_NEAR, pieces_in, turned_by
from adapters.postgres.visible import FACT_KEPT, LIVE_CHUNK
from memory.language.linking import worded_name
from memory.model.errors import StaleWrite
from memory.model.fact import FactVersion, Slot
from memory.model.scope import Scope
from memory.model.settled import LinkedAssertion, MarkKind, PersonMark, RevocationMark
from memory.ports.compiling import FactChange, SlotContent, SlotDecision
from memory.ports.failpoints import declare, failpoint
from memory.settle.endings import is_over
from memory.settle.turning import keys_of

BEFORE_COMMIT = declare("settle.before_commit")
AFTER_COMMIT = declare("settle.after_commit")
LOCKED = declare("settle.locked")
DECIDED = declare("settle.decided")

TRIES = 3


async def settle_slots(
    database: Database, tenant_id: UUID, slots: Sequence[Slot], operation_id: UUID | None, decide: SlotDecision
) -> int:
    """See `CompileStore.settle_slots`. What another writer spoiled is read and decided anew, up to three times."""
    for left in reversed(range(TRIES)):
        try:
            return await _settle(database, tenant_id, slots, operation_id, decide)
        except StaleWrite:
            if not left:
                raise
    raise AssertionError("unreachable")


async def _settle(
    database: Database, tenant_id: UUID, slots: Sequence[Slot], operation_id: UUID | None, decide: SlotDecision
) -> int:
    wanted = {slot.slot_id: slot for slot in slots}
    async with database.writing(tenant_id) as connection:
        changes = await settle_inside(connection, tenant_id, wanted, operation_id, decide)
        failpoint(BEFORE_COMMIT)
    failpoint(AFTER_COMMIT)
    return sum((change.close is not None) + (change.insert is not None) for change in changes)


async def settle_inside(
    connection: Connection,
    tenant_id: UUID,
    wanted: Mapping[UUID, Slot],
    operation_id: UUID | None,
    decide: SlotDecision,
) -> list[FactChange]:
    """Settles slots in the caller's transaction, and those that rest on what they tell of; returns what was changed."""
    resting = await resting_on(connection, tenant_id, wanted)
    wanted = {**wanted, **resting, **await turned_by(connection, tenant_id, wanted)}
    await lock_slots(connection, tenant_id, list(wanted))
    failpoint(LOCKED)
    contents = await read_slots(connection, tenant_id, wanted)
    # Settling computes; the event loop has other work meanwhile.
    changes = await asyncio.to_thread(_decide_all, contents, decide)
    failpoint(DECIDED)
    before = {(v.memory_id, v.version): v for content in contents for v in content.open_versions}
    await write_changes(connection, tenant_id, [Written.of(change, before) for change in changes], operation_id)
    return changes


def _decide_all(contents: Sequence[SlotContent], decide: SlotDecision) -> list[FactChange]:
    return [change for content in contents for change in decide(content)]


# Sorted, so that two writers with several slots in common never wait for each other in a circle.
_LOCK = """
SELECT pg_advisory_xact_lock(hashtextextended(%(tenant)s || k.slot, 11))
FROM (SELECT unnest(%(slots)s::text[]) AS slot ORDER BY 1) k"""


async def lock_slots(connection: Connection, tenant_id: UUID, slot_ids: Sequence[UUID]) -> None:
    """Makes other writers of these slots wait until the end of the transaction."""
    params = {"tenant": str(tenant_id), "slots": sorted(str(slot_id) for slot_id in slot_ids)}
    await (await connection.execute(_LOCK, params)).fetchall()


MOST_REPEATS = 20
"""Times that one source counts for saying one thing at one time: a line at the foot of each page of a long document is one
statement. The first known ones are kept, so that a memory's identity does not hang on the bound."""

_SAME_WORDS = """
    l.slot_id, a.source_id, c.scope_key, c.sensitivity, a.said_at, a.value, o.entity_id, a.polarity, a.modality, a.kind,
    a.change, a.application, a.event_bound, a.event_start, a.event_end, a.authority, a.confidence"""
_ASSERTIONS = f"""
SELECT * FROM (
    SELECT {ASSERTION}, l.slot_id, l.entity_id AS subject_id, e.name AS subject_name, o.entity_id AS object_id,
        oe.name AS object_name, c.place, {", ".join([f"c.{name}" for name in SCOPE_COLUMNS])},
        row_number() OVER (PARTITION BY {_SAME_WORDS} ORDER BY a.recorded_at, a.assertion_id) AS repeat
    FROM mention_link l
    {ASSERTION_OF_LINK}
    {CHUNK_OF_ASSERTION}
    {each("entity", "e", "e.entity_id = l.entity_id")}
    {each_or_none("mention_link", "o", "o.assertion_id = l.assertion_id AND o.role = 'object' AND o.known_to IS NULL")}
    {each_or_none("entity", "oe", "oe.entity_id = o.entity_id")}
    WHERE l.tenant_id = %(tenant)s AND l.slot_id = ANY(%(slots)s) AND l.role = 'subject' AND l.known_to IS NULL
      AND a.live AND {LIVE_CHUNK}
) told
WHERE repeat <= %(most_repeats)s
ORDER BY assertion_id"""
_LATER = f"""
SELECT {ASSERTION}, l.entity_id AS subject_id, e.name AS subject_name, NULL AS object_id, NULL AS object_name, c.place,
    c.scope_key, c.purpose
FROM {LATER}
{CHUNK_OF_ASSERTION}
{each("mention_link", "l", "l.assertion_id = a.assertion_id AND " + SUBJECT_LINK)}
{each("entity", "e", "e.entity_id = l.entity_id")}
WHERE {LIVE_CHUNK}"""
_REVOCATIONS = """
SELECT slot_id, memory_id, at, reason, assertion_ids FROM revocation
WHERE tenant_id = %(tenant)s AND slot_id = ANY(%(slots)s) AND undone_at IS NULL ORDER BY at, revocation_id"""
_MARKS = """
SELECT slot_id, event_id, kind, memory_ids, at, assertion_ids, made FROM person_event
WHERE tenant_id = %(tenant)s AND slot_id = ANY(%(slots)s) AND undone_at IS NULL
  AND kind IN ('correct', 'choose', 'both', 'neither') ORDER BY at, event_id"""
_OPEN = f"""
SELECT {FACT}, m.pinned_at IS NOT NULL AS pinned,
    array(SELECT e.assertion_id FROM evidence e
        WHERE e.tenant_id = f.tenant_id AND e.memory_id = f.memory_id AND e.to_version IS NULL) AS evidence
FROM fact_version f {STATE_OF_FACT}
WHERE f.tenant_id = %(tenant)s AND f.slot_id = ANY(%(slots)s) AND f.known_to IS NULL AND {FACT_KEPT}
ORDER BY f.memory_id"""


@dataclass(slots=True)
class _Content:
    """What was read of one slot."""

    assertions: list[LinkedAssertion] = field(default_factory=list[LinkedAssertion])
    revocations: list[RevocationMark] = field(default_factory=list[RevocationMark])
    marks: list[PersonMark] = field(default_factory=list[PersonMark])
    versions: list[FactVersion] = field(default_factory=list[FactVersion])
    scopes: dict[UUID, Scope] = field(default_factory=dict[UUID, Scope])
    over: list[tuple[str, LinkedAssertion]] = field(default_factory=list[tuple[str, LinkedAssertion]])
    later: dict[str, list[LinkedAssertion]] = field(default_factory=dict[str, list[LinkedAssertion]])


async def read_slots(connection: Connection, tenant_id: UUID, wanted: Mapping[UUID, Slot]) -> list[SlotContent]:
    """All that settling needs of the slots, in the order of their ids."""
    params = {"tenant": tenant_id, "slots": list(wanted), "most_repeats": MOST_REPEATS}
    stated = await connection.execute(_ASSERTIONS, params)
    revoked = await connection.execute(_REVOCATIONS, params)
    decided = await connection.execute(_MARKS, params)
    versions = await connection.execute(_OPEN, params)
    found = {slot_id: _Content() for slot_id in sorted(wanted)}
    for row in await stated.fetchall():
        content = found[row["slot_id"]]
        content.assertions.append(_linked(row))
        content.scopes[row["assertion_id"]] = scope(row)
    for row in await revoked.fetchall():
        mark = RevocationMark(row["memory_id"], row["at"], row["reason"], tuple(row["assertion_ids"]))
        found[row["slot_id"]].revocations.append(mark)
    for row in await decided.fetchall():
        found[row["slot_id"]].marks.append(_mark(row))
    for row in await versions.fetchall():
        found[row["slot_id"]].versions.append(fact(row, row["evidence"], pinned=row["pinned"]))
    await _read_over(connection, tenant_id, wanted, found)
    await _read_later(connection, tenant_id, wanted, found)
    return [
        SlotContent(
            slot=wanted[slot_id],
            assertions=tuple(content.assertions),
            revocations=tuple(content.revocations),
            open_versions=tuple(content.versions),
            scopes=content.scopes,
            marks=tuple(content.marks),
            over=tuple(content.over),
            later=content.later,
        )
        for slot_id, content in found.items()
    ]


async def _read_over(
    connection: Connection, tenant_id: UUID, wanted: Mapping[UUID, Slot], found: Mapping[UUID, _Content]
) -> None:
    """Adds to each slot the statements that a thing on which it rests is there no longer."""
    values = {slot_id: {s.assertion.value for s in content.assertions} for slot_id, content in found.items()}
    resting = await statuses_of(connection, tenant_id, wanted.values(), values)
    if not resting:
        return
    statuses = sorted({status for status, _, _ in resting})
    told: dict[UUID, list[LinkedAssertion]] = {}
    for row in await rows(
        connection, _ASSERTIONS, {"tenant": tenant_id, "slots": statuses, "most_repeats": MOST_REPEATS}
    ):
        if is_over(assertion(row)):
            told.setdefault(row["slot_id"], []).append(_linked(row))
    for status, slot_id, name in resting:
        found[slot_id].over.extend((name, statement) for statement in told.get(status, ()))


async def _read_later(
    connection: Connection, tenant_id: UUID, wanted: Mapping[UUID, Slot], found: Mapping[UUID, _Content]
) -> None:
    """Adds to each slot the statements of its scope that turn from something in words that it shares."""
    pieces = pieces_in(
        (wanted[slot_id], [s.assertion.topic for s in content.assertions]) for slot_id, content in found.items()
    )
    if not pieces:
        return
    places: dict[tuple[str, str], dict[str, list[LinkedAssertion]]] = {}
    for row in await rows(connection, _LATER, {"tenant": tenant_id, "pieces": pieces, "most_near": MOST_NEAR}):
        told, by_piece = _linked(row), places.setdefault((str(row["scope_key"]), row["purpose"]), {})
        for piece in keys_of(told.assertion.topic) if told.assertion.topic is not None else ():
            by_piece.setdefault(piece, []).append(told)
    for slot_id, content in found.items():
        content.later = places.get((wanted[slot_id].scope_key, wanted[slot_id].purpose), {})


def _mark(row: Row) -> PersonMark:
    return PersonMark(
        mark_id=row["event_id"],
        kind=MarkKind(row["kind"]),
        memory_ids=tuple(row["memory_ids"]),
        at=row["at"],
        assertion_ids=tuple(row["assertion_ids"]),
        made=row["made"],
    )


def _linked(row: Row) -> LinkedAssertion:
    stated = assertion(row)
    return LinkedAssertion(
        assertion=stated,
        subject_id=row["subject_id"],
        subject_name=worded_name(row["subject_name"], stated.subject.text),
        object_id=row["object_id"],
        object_name=row["object_name"],
        position=row["place"],
    )


OPEN_VERSIONS = f"""
SELECT {FACT}, m.pinned_at IS NOT NULL AS pinned,
    array(SELECT e.assertion_id FROM evidence e
        WHERE e.tenant_id = f.tenant_id AND e.memory_id = f.memory_id AND e.to_version IS NULL) AS evidence
FROM fact_version f {STATE_OF_FACT}
WHERE f.tenant_id = %(tenant)s AND f.memory_id = ANY(%(memories)s) AND f.known_to IS NULL AND {FACT_KEPT}
ORDER BY f.memory_id"""


async def open_versions(connection: Connection, tenant_id: UUID, memory_ids: Sequence[UUID]) -> list[FactVersion]:
    """The newest versions of memories, as they are in this transaction."""
    found = await rows(connection, OPEN_VERSIONS, {"tenant": tenant_id, "memories": list(memory_ids)})
    return [fact(row, row["evidence"], pinned=row["pinned"]) for row in found]
