"""Statements that turn from what stands in other slots, and the slots that they turn from (`memory.settle.turning`)."""

from collections.abc import Iterable, Mapping, Sequence
from hashlib import blake2b
from typing import Any, Final, LiteralString
from uuid import UUID

from adapters.postgres.joins import CHUNK_OF_ASSERTION, SUBJECT_LINK, each
from adapters.postgres.pool import Connection, Row, insert, rows
from adapters.postgres.rows import ASSERTION, assertion, slot
from adapters.postgres.visible import LIVE_CHUNK
from memory.model.assertion import Assertion
from memory.model.fact import Slot
from memory.model.topic import Topic, Turn
from memory.settle.turning import keys_of, turns_from

MOST_NEAR: Final = 500
"""Statements that are looked at, the newest first: a word that stands everywhere must not stop settling."""

PIECE: Final = (
    insert("topic_piece", ["tenant_id", "piece", "assertion_id", "turns", "said_at"]) + " ON CONFLICT DO NOTHING"
)
_TURNING: Final = f"""
SELECT {ASSERTION}, c.scope_key, c.purpose
FROM mention_link l {each("assertion", "a", "a.assertion_id = l.assertion_id AND a.topic IS NOT NULL")} {CHUNK_OF_ASSERTION}
WHERE l.tenant_id = %(tenant)s AND l.slot_id = ANY(%(slots)s) AND l.role = 'subject' AND l.known_to IS NULL"""
_NEAR: Final = f"""
SELECT {ASSERTION}, c.scope_key, c.purpose, l.entity_id AS subject_id
FROM (SELECT DISTINCT p.said_at, p.assertion_id FROM topic_piece p
    WHERE p.tenant_id = %(tenant)s AND p.piece = ANY(%(pieces)s)
    ORDER BY p.said_at DESC, p.assertion_id LIMIT %(most_near)s) near
{each("assertion", "a", "a.assertion_id = near.assertion_id AND a.live")}
{CHUNK_OF_ASSERTION}
{each("mention_link", "l", "l.assertion_id = a.assertion_id AND " + SUBJECT_LINK)}
WHERE {LIVE_CHUNK}"""
LATER: Final[LiteralString] = f"""
(SELECT DISTINCT p.said_at, p.assertion_id FROM topic_piece p
    WHERE p.tenant_id = %(tenant)s AND p.piece = ANY(%(pieces)s) AND p.turns
        AND NOT EXISTS (SELECT 1 FROM revocation r WHERE r.tenant_id = %(tenant)s AND r.undone_at IS NULL
            AND p.assertion_id = ANY(r.assertion_ids))
    ORDER BY p.said_at DESC, p.assertion_id LIMIT %(most_near)s) near
{each("assertion", "a", "a.assertion_id = near.assertion_id AND a.live")}"""
"""Statements that turn from something by words of the wanted slots, save those that were revoked."""


def pieces_of(topic: Topic | None, scope_key: object, purpose: str) -> list[int]:
    """The hashed pieces of a topic's words within a scope."""
    return [_hashed(f"{scope_key}|{purpose}|{piece}") for piece in keys_of(topic)] if topic is not None else []


def _hashed(text: str) -> int:
    return int.from_bytes(blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).digest(), signed=True)


def piece_params(tenant_id: UUID, found: Assertion, chunk: Row) -> list[dict[str, Any]]:
    """The rows by which a statement of a chunk is found."""
    common = {
        "tenant_id": tenant_id,
        "assertion_id": found.assertion_id,
        "turns": _turns(found),
        "said_at": found.said_at,
    }
    return [{**common, "piece": piece} for piece in pieces_of(found.topic, chunk["scope_key"], chunk["purpose"])]


async def turned_by(connection: Connection, tenant_id: UUID, wanted: Mapping[UUID, Slot]) -> dict[UUID, Slot]:
    """Slots with statements from which those of the wanted slots turn, or turned before they were withdrawn."""
    stated = await rows(connection, _TURNING, {"tenant": tenant_id, "slots": list(wanted)})
    later = [(_place(row), told) for row in stated if _turns(told := assertion(row))]
    pieces = sorted({piece for place, told in later for piece in pieces_of(told.topic, *place)})
    if not pieces:
        return {}
    near = await rows(connection, _NEAR, {"tenant": tenant_id, "pieces": pieces, "most_near": MOST_NEAR})
    slots = (slot(row) for row in near if _is_turned(row, later))
    return {found.slot_id: found for found in slots}


def _turns(told: Assertion) -> bool:
    return told.topic is not None and told.topic.turn is not Turn.NONE


def _is_turned(row: Row, later: Sequence[tuple[tuple[str, str], Assertion]]) -> bool:
    stated, place = assertion(row), _place(row)
    return any(where == place and turns_from(told, stated) for where, told in later)


def _place(row: Row) -> tuple[str, str]:
    return str(row["scope_key"]), row["purpose"]


def pieces_in(slots: Iterable[tuple[Slot, Iterable[Topic | None]]]) -> list[int]:
    """The pieces by which statements that turn from those of the slots are found."""
    return sorted(
        {
            piece
            for place, topics in slots
            for topic in topics
            for piece in pieces_of(topic, place.scope_key, place.purpose)
        }
    )
