"""Facts as readers see them: the version, its quotes, and the state that reading adds."""

from collections.abc import Mapping, Sequence
from typing import Any, Final, LiteralString
from uuid import UUID

from adapters.postgres.joins import STATE_OF_FACT, each
from adapters.postgres.pool import Connection, Row
from adapters.postgres.rows import FACT, fact, quote
from adapters.postgres.visible import CHUNK_KEPT, FACT_KEPT, opened, seen
from memory.ports.recalling import ReadableFact

NEWEST: Final = "f.known_to IS NULL AND f.status <> 'retracted'"
KNOWN_THEN: Final = """f.known_from <= %(known_at)s AND (f.known_to IS NULL OR f.known_to > %(known_at)s)
    AND f.status <> 'retracted'"""


def known(known_at: object) -> LiteralString:
    """Of `fact_version f`: the version known at that time (parameter `known_at`), or the newest."""
    return NEWEST if known_at is None else KNOWN_THEN


def facts_query(
    condition: LiteralString, order: LiteralString = "", visible: LiteralString = seen("f")
) -> LiteralString:
    """Visible versions of `fact_version f` under a condition, with the state of their memory."""
    return f"""
SELECT {FACT}, COALESCE(m.cold, false) AS cold, m.pinned_at IS NOT NULL AS pinned, m.retired_at,
    array(SELECT u.at FROM recall_use u WHERE u.tenant_id = f.tenant_id AND u.memory_id = f.memory_id
        ORDER BY u.at) AS uses,
    (SELECT count(*) FILTER (WHERE b.useful) - count(*) FILTER (WHERE NOT b.useful) FROM recall_feedback b
        WHERE b.tenant_id = f.tenant_id AND b.memory_id = f.memory_id) AS feedback
FROM fact_version f {STATE_OF_FACT}
WHERE f.tenant_id = %(tenant)s AND {visible} AND {FACT_KEPT} AND {condition} {order}"""


# Quotes are cut in the database: positions count characters on both sides.
_QUOTES = f"""
SELECT w.memory_id, w.version, e.assertion_id, c.source_id, c.chunk_id, c.session_id, c.turn, c.speaker, c.said_at,
    c.said_at_assumed, c.timezone, c.recorded_at, a.span_start, a.span_end,
    substr(c.text, a.span_start + 1, a.span_end - a.span_start) AS quote
FROM unnest(%(memories)s::uuid[], %(versions)s::int[]) AS w (memory_id, version)
{each("evidence", "e", "e.memory_id = w.memory_id")}
{each("assertion", "a", "a.assertion_id = e.assertion_id")}
{each("chunk", "c", "c.chunk_id = e.chunk_id")}
WHERE e.from_version <= w.version AND (e.to_version IS NULL OR e.to_version > w.version)
  AND {opened("c")} AND {CHUNK_KEPT}
ORDER BY w.memory_id, w.version, c.said_at, c.chunk_id, a.span_start, e.assertion_id"""


async def readable(connection: Connection, found: Sequence[Row], params: Mapping[str, Any]) -> list[ReadableFact]:
    """Rows of `facts_query` with their quotes, in the order of the rows. What lost all its quotes is left out."""
    if not found:
        return []
    asked = {"memories": [row["memory_id"] for row in found], "versions": [row["version"] for row in found]}
    cursor = await connection.execute(_QUOTES, dict(params) | asked)
    quotes: dict[tuple[UUID, int], list[Row]] = {}
    for row in await cursor.fetchall():
        quotes.setdefault((row["memory_id"], row["version"]), []).append(row)
    return [_readable(row, cited) for row in found if (cited := quotes.get((row["memory_id"], row["version"])))]


def _readable(row: Row, cited: Sequence[Row]) -> ReadableFact:
    return ReadableFact(
        fact=fact(row, [found["assertion_id"] for found in cited], pinned=row["pinned"]),
        predicate=row["predicate"],
        evidence=tuple(quote(found) for found in cited),
        uses=tuple(row["uses"]),
        cold=row["cold"],
        retired_at=row["retired_at"],
        recorded_at=max(found["recorded_at"] for found in cited),
        feedback=row["feedback"],
    )
