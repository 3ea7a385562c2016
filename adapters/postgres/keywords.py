"""Keyword search over the postings: BM25 in two phases.

First the rarest tokens of the query are read until about 5,000 postings have been seen, and the best 400 objects kept;
then the other tokens of just those objects are looked up. Common words cost nothing that way, and next to nothing of
the exact order is lost.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, LiteralString
from uuid import UUID

from adapters.postgres.joins import each
from adapters.postgres.pool import Connection, Row
from adapters.postgres.postings import bucket_id
from adapters.postgres.visible import FACT_KEPT, LIVE_CHUNK, reader_params, seen
from memory.model.scope import Reader
from memory.ports.recalling import KeywordHit
from memory.ports.vector_index import ObjectKind

K1: Final = 0.9
B: Final = 0.4
READ: Final = 5000
KEPT: Final = 400
USUAL_LENGTH: Final = 20.0
"""Tokens of an object, while nothing has been counted."""

_TOKENS = """
SELECT t.object_kind, t.token, sum(t.documents) AS documents FROM token_stat t
WHERE t.tenant_id = %(tenant)s AND t.bucket = ANY(%(buckets)s) AND t.object_kind = ANY(%(kinds)s)
  AND t.token = ANY(%(tokens)s)
GROUP BY t.object_kind, t.token"""
_OBJECTS = """
SELECT b.object_kind, sum(b.documents) AS documents, sum(b.length_sum) AS length_sum FROM bucket_stat b
WHERE b.tenant_id = %(tenant)s AND b.bucket = ANY(%(buckets)s) AND b.object_kind = ANY(%(kinds)s)
GROUP BY b.object_kind"""

_SCORE: Final = "sum(w.idf * p.tf * (%(k1)s + 1) / (p.tf + %(k1)s * (1 - %(b)s + %(b)s * p.length / %(usual)s)))"


def _search(shown: LiteralString) -> LiteralString:
    """`shown` joins an object of `found` and says whether the reader may see it: asked of the best only, in order."""
    return f"""
WITH seed AS MATERIALIZED (
    SELECT p.bucket, p.object_id, {_SCORE} AS score
    FROM unnest(%(first)s::text[], %(first_idf)s::float8[]) AS w (token, idf)
    CROSS JOIN unnest(%(buckets)s::uuid[]) AS b (bucket)
    CROSS JOIN LATERAL (
        SELECT q.bucket, q.object_id, q.tf, q.length FROM posting q
        WHERE q.tenant_id = %(tenant)s AND q.bucket = b.bucket AND q.object_kind = %(kind)s AND q.token = w.token
        LIMIT %(read)s) p
    GROUP BY p.bucket, p.object_id ORDER BY score DESC LIMIT %(kept)s),
found AS MATERIALIZED (
    SELECT s.object_id, s.score + COALESCE(rest.score, 0) AS score
    FROM seed s LEFT JOIN LATERAL (
        SELECT {_SCORE} AS score
        FROM unnest(%(rest)s::text[], %(rest_idf)s::float8[]) AS w (token, idf)
        JOIN posting p ON p.tenant_id = %(tenant)s AND p.bucket = s.bucket AND p.object_kind = %(kind)s
            AND p.token = w.token AND p.object_id = s.object_id) rest ON true)
SELECT found.object_id, found.score FROM found {shown}
ORDER BY found.score DESC, found.object_id LIMIT %(limit)s"""


SEARCH: Final[Mapping[ObjectKind, LiteralString]] = {
    ObjectKind.CHUNK: _search(each("chunk", "c", f"c.chunk_id = found.object_id AND {seen('c')} AND {LIVE_CHUNK}")),
    ObjectKind.FACT: _search(
        each(
            "fact_version",
            "f",
            f"f.memory_id = found.object_id AND f.known_to IS NULL AND {seen('f')} AND f.status <> 'retracted'"
            f" AND {FACT_KEPT}",
        )
    ),
}


@dataclass(frozen=True, slots=True)
class Weighed:
    """The tokens of a query for one kind of object: those read first, and the others, with their weights."""

    first: tuple[tuple[str, float], ...]
    rest: tuple[tuple[str, float], ...]
    usual_length: float


def weigh(tokens: Sequence[str], documents: Mapping[str, int], total: int, length_sum: int) -> Weighed:
    """Weighs tokens by their rarity and splits them where about `READ` postings have been read."""
    first: list[tuple[str, float]] = []
    rest: list[tuple[str, float]] = []
    read = 0
    for token in sorted(tokens, key=lambda name: (documents.get(name, 0), name)):
        found = documents.get(token, 0)
        weight = math.log(1 + (max(total, found, 1) - found + 0.5) / (found + 0.5))
        (first if not first or read + found <= READ else rest).append((token, weight))
        read += found
    return Weighed(tuple(first), tuple(rest), length_sum / total if total and length_sum else USUAL_LENGTH)


async def search(
    connection: Connection,
    tenant_id: UUID,
    reader: Reader,
    tokens: Sequence[str],
    kinds: Sequence[ObjectKind],
    limit: int,
) -> list[KeywordHit]:
    """See `RecallStore.keyword`."""
    wanted = list(dict.fromkeys(tokens))
    searched = [kind for kind in dict.fromkeys(kinds) if kind in SEARCH]
    if not wanted or not searched:
        return []
    buckets = [bucket_id(key, purpose) for key in reader.scope_keys for purpose in reader.purposes]
    params = reader_params(tenant_id, reader) | {"buckets": buckets, "tokens": wanted, "limit": limit}
    weighed = await _weigh_all(connection, params, searched)
    cursors = [
        (kind, await connection.execute(SEARCH[kind], params | _weights(kind, weighed[kind]))) for kind in searched
    ]
    hits = [
        KeywordHit(kind, row["object_id"], row["score"]) for kind, cursor in cursors for row in await cursor.fetchall()
    ]
    return sorted(hits, key=lambda hit: (-hit.score, hit.object_id))[:limit]


async def _weigh_all(
    connection: Connection, params: Mapping[str, object], kinds: Sequence[ObjectKind]
) -> dict[ObjectKind, Weighed]:
    asked = dict(params) | {"kinds": [kind.value for kind in kinds]}
    by_token = await connection.execute(_TOKENS, asked)
    by_kind = await connection.execute(_OBJECTS, asked)
    tokens: dict[str, dict[str, int]] = {}
    for row in await by_token.fetchall():
        tokens.setdefault(row["object_kind"], {})[row["token"]] = int(row["documents"])
    totals: dict[str, Row] = {row["object_kind"]: row for row in await by_kind.fetchall()}
    return {kind: _weigh(params["tokens"], tokens.get(kind.value, {}), totals.get(kind.value)) for kind in kinds}


def _weigh(tokens: object, documents: Mapping[str, int], total: Row | None) -> Weighed:
    assert isinstance(tokens, list)
    if total is None:
        return weigh(tokens, documents, 0, 0)
    return weigh(tokens, documents, int(total["documents"]), int(total["length_sum"]))


def _weights(kind: ObjectKind, found: Weighed) -> dict[str, object]:
    return {
        "kind": kind.value,
        "k1": K1,
        "b": B,
        "read": READ,
        "kept": KEPT,
        "usual": found.usual_length,
        "first": [token for token, _ in found.first],
        "first_idf": [weight for _, weight in found.first],
        "rest": [token for token, _ in found.rest],
        "rest_idf": [weight for _, weight in found.rest],
    }
