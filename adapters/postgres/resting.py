"""Slots that rest on things, and the statements that such a thing is there no longer (`memory.settle.endings`)."""

from collections.abc import Collection, Iterable, Mapping
from typing import Any
from uuid import UUID

from adapters.postgres.joins import each
from adapters.postgres.pool import Connection, rows
from memory.language.linking import normal_name
from memory.model.fact import Slot
from memory.settle.endings import RESTING, STATUS, rests, says_over

_TOLD = f"""
SELECT DISTINCT l.slot_id, l.entity_id, a.value
FROM mention_link l {each("assertion", "a", "a.assertion_id = l.assertion_id")}
WHERE l.tenant_id = %(tenant)s AND l.slot_id = ANY(%(slots)s) AND l.role = 'subject' AND l.known_to IS NULL"""
_NAMES = """
SELECT n.entity_id, n.normal_name FROM entity_alias n
WHERE n.tenant_id = %(tenant)s AND n.entity_id = ANY(%(entities)s)"""
_BEARERS = """
SELECT n.entity_id, n.normal_name FROM entity_alias n
WHERE n.tenant_id = %(tenant)s AND n.normal_name = ANY(%(names)s)"""
_RESTING = f"""
SELECT DISTINCT f.scope_key, f.purpose, f.subject_id, f.predicate, f.value FROM fact_version f
WHERE f.tenant_id = %(tenant)s AND f.scope_key = ANY(%(scope_keys)s) AND f.known_to IS NULL
  AND f.predicate ~ '(^|[.])({"|".join(RESTING)})$'"""


async def resting_on(connection: Connection, tenant_id: UUID, wanted: Mapping[UUID, Slot]) -> dict[UUID, Slot]:
    """Slots that rest on the things whose status is settled, where that status says, or said, that they are over."""
    told = {slot_id: slot for slot_id, slot in wanted.items() if slot.predicate == STATUS}
    if not told:
        return {}
    params: dict[str, Any] = {"tenant": tenant_id, "slots": list(told)}
    gone = {row["entity_id"] for row in await rows(connection, _TOLD, params) if says_over(row["value"])}
    if not gone:
        return {}
    names = {row["normal_name"] for row in await rows(connection, _NAMES, params | {"entities": sorted(gone)})}
    scope_keys = sorted({UUID(slot.scope_key) for slot in told.values()})
    found = await rows(connection, _RESTING, params | {"scope_keys": scope_keys})
    slots = (
        Slot(str(row["scope_key"]), row["purpose"], row["subject_id"], row["predicate"])
        for row in found
        if normal_name(row["value"]) in names
    )
    return {slot.slot_id: slot for slot in slots}


async def statuses_of(
    connection: Connection, tenant_id: UUID, wanted: Iterable[Slot], values: Mapping[UUID, Collection[str]]
) -> list[tuple[UUID, UUID, str]]:
    """(the status slot of a thing, the slot that rests on it, the thing's normalised name); `values` by slot."""
    resting = {slot: {normal_name(value) for value in values[slot.slot_id]} for slot in wanted if rests(slot.predicate)}
    names = sorted({name for found in resting.values() for name in found})
    if not names:
        return []
    bearers: dict[str, list[UUID]] = {}
    for row in await rows(connection, _BEARERS, {"tenant": tenant_id, "names": names}):
        bearers.setdefault(row["normal_name"], []).append(row["entity_id"])
    return [
        (Slot(slot.scope_key, slot.purpose, entity_id, STATUS).slot_id, slot.slot_id, name)
        for slot, found in resting.items()
        for name in sorted(found)
        for entity_id in bearers.get(name, ())
    ]
