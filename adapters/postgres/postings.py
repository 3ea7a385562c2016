"""Keyword postings and their counts, as writers keep them. Searching is in `keywords.py`.

A bucket is a scope key with a purpose: all that a reader may or may not see together. Counts follow when an operation
ends, in one statement sorted by key, so that captures never wait for the row of a frequent word.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from uuid import UUID

from adapters.postgres.pool import Connection, removed
from memory.language.tokens import index_tokens
from memory.model.ids import derived_id
from memory.model.scope import DEBUG
from memory.ports.vector_index import ObjectKind


@lru_cache(maxsize=4096)
def bucket_id(scope_key: str, purpose: str) -> UUID:
    """The bucket in which an object of this scope and purpose is found."""
    return derived_id("bucket", [scope_key, purpose])


@dataclass(frozen=True, slots=True)
class Indexed:
    """An object with its tokens (token, term frequency); `length` is the number of all its tokens."""

    object_id: UUID
    scope_key: str
    purpose: str
    tokens: Sequence[tuple[str, int]]
    length: int


def indexed_text(object_id: UUID, scope_key: str, purpose: str, text: str) -> Indexed:
    """An object with the tokens of its text."""
    tokens = index_tokens(text)
    return Indexed(object_id, scope_key, purpose, sorted(Counter(tokens).items()), len(tokens))


_INSERT = """
INSERT INTO posting (tenant_id, bucket, object_kind, token, object_id, tf, length)
SELECT %(tenant)s, p.bucket, %(kind)s, p.token, p.object_id, p.tf, p.length
FROM unnest(%(buckets)s::uuid[], %(tokens)s::text[], %(objects)s::uuid[], %(tfs)s::int[], %(lengths)s::int[])
    AS p (bucket, token, object_id, tf, length)
ORDER BY p.bucket, p.token
ON CONFLICT DO NOTHING"""


async def insert(connection: Connection, tenant_id: UUID, kind: ObjectKind, objects: Iterable[Indexed]) -> None:
    """Makes objects findable. Debug records never are."""
    found = [
        (bucket_id(item.scope_key, item.purpose), token, item.object_id, tf, item.length)
        for item in objects
        if item.purpose != DEBUG
        for token, tf in item.tokens
    ]
    if not found:
        return
    buckets, tokens, ids, tfs, lengths = (list(column) for column in zip(*found, strict=True))
    params = {"tenant": tenant_id, "kind": kind.value, "buckets": buckets, "tokens": tokens, "objects": ids}
    await connection.execute(_INSERT, {**params, "tfs": tfs, "lengths": lengths})


_COUNT_TOKENS = """
INSERT INTO token_stat AS t (tenant_id, bucket, object_kind, token, documents)
SELECT p.tenant_id, p.bucket, p.object_kind, p.token, count(*)
FROM posting p WHERE p.tenant_id = %(tenant)s AND p.object_id = ANY(%(objects)s)
GROUP BY p.tenant_id, p.bucket, p.object_kind, p.token
ORDER BY p.bucket, p.object_kind, p.token
ON CONFLICT (tenant_id, bucket, object_kind, token) DO UPDATE SET documents = t.documents + EXCLUDED.documents"""
_COUNT_OBJECTS = """
INSERT INTO bucket_stat AS b (tenant_id, bucket, object_kind, documents, length_sum)
SELECT o.tenant_id, o.bucket, o.object_kind, count(*), sum(o.length)
FROM (SELECT DISTINCT p.tenant_id, p.bucket, p.object_kind, p.object_id, p.length
    FROM posting p WHERE p.tenant_id = %(tenant)s AND p.object_id = ANY(%(objects)s)) o
GROUP BY o.tenant_id, o.bucket, o.object_kind
ORDER BY o.bucket, o.object_kind
ON CONFLICT (tenant_id, bucket, object_kind)
DO UPDATE SET documents = b.documents + EXCLUDED.documents, length_sum = b.length_sum + EXCLUDED.length_sum"""


async def count(connection: Connection, tenant_id: UUID, objects: Sequence[UUID]) -> None:
    """Adds objects to the counts. The caller sees to it that each is added once."""
    if objects:
        params = {"tenant": tenant_id, "objects": list(objects)}
        await connection.execute(_COUNT_OBJECTS, params)
        await connection.execute(_COUNT_TOKENS, params)


# Rows are locked in the order in which `count` locks them; words that nothing holds any more leave no row.
_UNCOUNT_OBJECTS = """
WITH gone AS (
    SELECT o.bucket, o.object_kind, count(*) AS documents, sum(o.length) AS length_sum
    FROM (SELECT DISTINCT p.bucket, p.object_kind, p.object_id, p.length
        FROM posting p WHERE p.tenant_id = %(tenant)s AND p.object_id = ANY(%(objects)s)) o
    GROUP BY o.bucket, o.object_kind),
held AS (
    SELECT b.bucket, b.object_kind FROM bucket_stat b JOIN gone USING (bucket, object_kind)
    WHERE b.tenant_id = %(tenant)s ORDER BY b.bucket, b.object_kind FOR UPDATE OF b)
UPDATE bucket_stat b
SET documents = greatest(b.documents - gone.documents, 0), length_sum = greatest(b.length_sum - gone.length_sum, 0)
FROM gone JOIN held USING (bucket, object_kind)
WHERE b.tenant_id = %(tenant)s AND b.bucket = gone.bucket AND b.object_kind = gone.object_kind"""
_UNCOUNT_TOKENS = """
WITH gone AS (
    SELECT p.bucket, p.object_kind, p.token, count(*) AS documents
    FROM posting p WHERE p.tenant_id = %(tenant)s AND p.object_id = ANY(%(objects)s)
    GROUP BY p.bucket, p.object_kind, p.token),
held AS (
    SELECT t.bucket, t.object_kind, t.token FROM token_stat t JOIN gone USING (bucket, object_kind, token)
    WHERE t.tenant_id = %(tenant)s ORDER BY t.bucket, t.object_kind, t.token FOR UPDATE OF t),
less AS (
    UPDATE token_stat t SET documents = t.documents - gone.documents
    FROM gone JOIN held USING (bucket, object_kind, token)
    WHERE t.tenant_id = %(tenant)s AND t.bucket = gone.bucket AND t.object_kind = gone.object_kind
      AND t.token = gone.token)
SELECT count(*) FROM held"""
_DROP_EMPTY_BUCKETS = """
DELETE FROM bucket_stat b USING (
    SELECT DISTINCT p.bucket, p.object_kind FROM posting p
    WHERE p.tenant_id = %(tenant)s AND p.object_id = ANY(%(objects)s)) gone
WHERE b.tenant_id = %(tenant)s AND b.bucket = gone.bucket AND b.object_kind = gone.object_kind AND b.documents <= 0"""
_DROP_EMPTY = """
DELETE FROM token_stat t USING (
    SELECT DISTINCT p.bucket, p.object_kind, p.token FROM posting p
    WHERE p.tenant_id = %(tenant)s AND p.object_id = ANY(%(objects)s)) gone
WHERE t.tenant_id = %(tenant)s AND t.bucket = gone.bucket AND t.object_kind = gone.object_kind
  AND t.token = gone.token AND t.documents <= 0"""
_DELETE = "DELETE FROM posting WHERE tenant_id = %(tenant)s AND object_id = ANY(%(objects)s)"


async def remove(connection: Connection, tenant_id: UUID, counted: Sequence[UUID], uncounted: Sequence[UUID]) -> int:
    """Takes objects out of the index, and the counted ones out of the counts; returns how many postings went."""
    if counted:
        params = {"tenant": tenant_id, "objects": list(counted)}
        await connection.execute(_UNCOUNT_OBJECTS, params)
        await connection.execute(_UNCOUNT_TOKENS, params)
        await connection.execute(_DROP_EMPTY, params)
        await connection.execute(_DROP_EMPTY_BUCKETS, params)
    return await removed(connection, _DELETE, {"tenant": tenant_id, "objects": [*counted, *uncounted]})
