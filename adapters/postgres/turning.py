"""Statements that turn from what stands in other slots, and the slots that they turn from (`memory.settle.turning`)."""

from collections.abc import Iterable, Mapping, Sequence
from hashlib import blake2b
from typing import Any, Final, LiteralString
from uuid import UUID

from adapters.postgres.joins import CHUNK_OF_ASSERTION, SUBJECT_LINK, each
from adapters.postgres.pool import Connection, Row, rows
from adapters.postgres.rows import ASSERTION, assertion, slot
from adapters.postgres.visible import LIVE_CHUNK
from memory.model.fact import Slot
from memory.model.topic import Topic
from memory.settle.turning import keys_of, turns_from

MOST_NEAR: Final = 500
"""Statements that are looked at, the newest first: a word that stands everywhere must not stop settling."""

_TURNING: Final = f"""
SELECT {ASSERTION}, a.topic_keys, c.scope_key, c.purpose
FROM mention_link l {each("assertion", "a", "a.assertion_id = l.assertion_id AND a.turns")} {CHUNK_OF_ASSERTION}
WHERE l.tenant_id = %(tenant)s AND l.slot_id = ANY(%(slots)s) AND l.role = 'subject' AND l.known_to IS NULL"""
_NEAR: Final = f"""
SELECT {ASSERTION}, c.scope_key, c.purpose, l.entity_id AS subject_id
FROM (SELECT * FROM assertion near WHERE near.tenant_id = %(tenant)s AND near.topic_keys && %(keys)s::bigint[] AND near.live
    ORDER BY near.said_at DESC, near.assertion_id LIMIT %(most_near)s) a
{CHUNK_OF_ASSERTION}
{each("mention_link", "l", "l.assertion_id = a.assertion_id AND " + SUBJECT_LINK)}
WHERE {LIVE_CHUNK}"""
LATER: Final[LiteralString] = """
    (SELECT * FROM assertion near WHERE near.tenant_id = %(tenant)s AND near.turns AND near.live
        AND near.topic_keys && %(keys)s::bigint[]
        AND NOT EXISTS (SELECT 1 FROM revocation r WHERE r.tenant_id = %(tenant)s AND r.undone_at IS NULL
            AND near.assertion_id = ANY(r.assertion_ids))
    ORDER BY near.said_at DESC, near.assertion_id LIMIT %(most_near)s)"""
"""Statements that turn from something by words of the wanted slots, save those that were revoked."""


def topic_keys(topic: Topic | None, scope_key: object, purpose: str) -> list[int] | None:
    """The hashed pieces of a topic's words within a scope; None where there is nothing to find it by."""
    pieces = keys_of(topic) if topic is not None else []
    return [_hashed(f"{scope_key}|{purpose}|{piece}") for piece in pieces] or None


def _hashed(text: str) -> int:
    return int.from_bytes(blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).digest(), signed=True)


async def turned_by(connection: Connection, tenant_id: UUID, wanted: Mapping[UUID, Slot]) -> dict[UUID, Slot]:
    """Slots with statements from which those of the wanted slots turn, or turned before they were withdrawn."""
    params: dict[str, Any] = {"tenant": tenant_id, "slots": list(wanted)}
    turning = await rows(connection, _TURNING, params)
    keys = sorted({key for row in turning for key in row["topic_keys"] or ()})
    if not keys:
        return {}
    near = await rows(connection, _NEAR, {"tenant": tenant_id, "keys": keys, "most_near": MOST_NEAR})
    later = [(_place(row), assertion(row)) for row in turning]
    slots = (slot(row) for row in near if _is_turned(row, later))
    return {found.slot_id: found for found in slots}


def _is_turned(row: Row, later: Sequence[tuple[tuple[object, ...], Any]]) -> bool:
    stated, place = assertion(row), _place(row)
    return any(where == place and turns_from(told, stated) for where, told in later)


def _place(row: Row) -> tuple[object, ...]:
    return str(row["scope_key"]), row["purpose"]


def keys_in(slots: Iterable[tuple[Slot, Iterable[Topic | None]]]) -> list[int]:
    """The keys by which statements that turn from those of the slots are found."""
    return sorted(
        {
            key
            for place, topics in slots
            for topic in topics
            for key in topic_keys(topic, place.scope_key, place.purpose) or ()
        }
    )
