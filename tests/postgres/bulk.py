"""Many rows at once, made inside the database: for looking at plans, where only numbers matter."""

from uuid import UUID

import psycopg
from psycopg import sql

from memory.model.scope import Reader
from tests.builders import Tenant

Superuser = psycopg.Connection[tuple[object, ...]]

CHUNKS = 20_000
FACTS_EACH = 4
"""One fact for so many chunks."""

_CHUNK = "md5(%(tenant)s::text || 'chunk' || n)::uuid"
_ASSERTION = "md5(%(tenant)s::text || 'assertion' || n)::uuid"
_MEMORY = "md5(%(tenant)s::text || 'memory' || n)::uuid"
_SLOT = "md5(%(tenant)s::text || 'slot' || n)::uuid"
# Every second chunk is one of fifty other users'.
_SCOPE_KEY = "CASE WHEN n %% 2 = 0 THEN %(scope_key)s ELSE md5('user' || n %% 50)::uuid END"
_SCOPE = f"'', '', 'lin', '', 's' || n / 200, 'user', 'general', 0, {_SCOPE_KEY}"
_SERIES = "generate_series(0, %(chunks)s - 1) AS n"
_FEW = "generate_series(0, %(chunks)s - 1, %(facts_each)s) AS n"
_SCOPE_NAMES = "workspace, project, user_id, agent_id, session_id, visibility, purpose, sensitivity, scope_key"

_SOURCE = "md5(%(tenant)s::text || 'source' || n / 200)::uuid"
_OPERATION = "md5(%(tenant)s::text || 'operation' || n / 200)::uuid"

_STATEMENTS = (
    f"""INSERT INTO source (tenant_id, source_id, kind, external_id, {_SCOPE_NAMES}, created_at, updated_at)
    SELECT %(tenant)s, {_SOURCE}, 'conversation', 's' || n / 200, {_SCOPE}, now(), now()
    FROM generate_series(0, %(chunks)s, 200) AS n""",
    f"""INSERT INTO operation (tenant_id, operation_id, kind, status, workflow_id, chunk_ids, stages, {_SCOPE_NAMES},
        accepted_at, updated_at)
    SELECT %(tenant)s, {_OPERATION}, 'compile', 'done', 'w' || n, '{{}}', '[]', {_SCOPE},
        now(), now() FROM generate_series(0, %(chunks)s, 200) AS n""",
    f"""INSERT INTO chunk (tenant_id, chunk_id, source_id, operation_id, {_SCOPE_NAMES}, position, turn, place, role,
        speaker, text, content_hmac, fence, said_at, timezone, said_at_assumed, recorded_at, tags, retention_class, status)
    SELECT %(tenant)s, {_CHUNK}, {_SOURCE}, {_OPERATION}, {_SCOPE}, n %% 200,
        n %% 200, n %% 200, 'user', 'lin', 'text ' || n, sha256(n::text::bytea), '{{}}', now() - n * interval '1 minute',
        'UTC', false, now(), '{{}}', 'default', 'compiled' FROM {_SERIES}""",
    # Word k stands in every k-th chunk: few words are frequent, many are rare.
    f"""INSERT INTO posting (tenant_id, bucket, object_kind, token, object_id, tf, length)
    SELECT %(tenant)s, %(bucket)s, 'chunk', 'w' || k, {_CHUNK}, 1, 20 FROM {_SERIES}, generate_series(2, 400) AS k
    WHERE n %% k = 0""",
    """INSERT INTO token_stat (tenant_id, bucket, object_kind, token, documents)
    SELECT tenant_id, bucket, object_kind, token, count(*) FROM posting WHERE tenant_id = %(tenant)s GROUP BY 1, 2, 3, 4""",
    """INSERT INTO bucket_stat VALUES (%(tenant)s, %(bucket)s, 'chunk', %(chunks)s, 20 * %(chunks)s)""",
    """INSERT INTO entity (tenant_id, entity_id, workspace, project, name, type, created_at)
    VALUES (%(tenant)s, %(entity)s, '', '', 'lin', 'person', now())""",
    f"""INSERT INTO assertion (tenant_id, assertion_id, chunk_id, source_id, ordinal, subject_kind, subject_text,
        subject_type, predicate, value, polarity, modality, kind, change, application, span_start, span_end, event_grain,
        event_certainty, event_raw, event_bound, confidence, authority, said_at, recorded_at, extractor, extractor_version)
    SELECT %(tenant)s, {_ASSERTION}, {_CHUNK}, {_SOURCE}, 0, 'speaker', 'lin', 'person', 'p' || n,
        'v' || n, '+', 'asserted', 'semantic', 'none', 'always', 0, 4, '', 0, '', '', 0.9, 60, now(), now(), 'test', '1'
    FROM {_FEW}""",
    f"""INSERT INTO topic_piece (tenant_id, piece, assertion_id, turns, said_at)
    SELECT %(tenant)s, k * 1000 + n %% 500, {_ASSERTION}, n %% 10 = 0, now() FROM {_FEW}, generate_series(1, 5) AS k""",
    f"""INSERT INTO mention_link (tenant_id, assertion_id, role, version, entity_id, slot_id, reason, known_from)
    SELECT %(tenant)s, {_ASSERTION}, 'subject', 1, %(entity)s, {_SLOT}, 'test', now() FROM {_FEW}""",
    f"""INSERT INTO fact_version (tenant_id, memory_id, version, slot_id, subject_id, predicate, {_SCOPE_NAMES}, subject,
        value, value_norm, text, kind, cardinality, predicate_class, status, valid_from, known_from, event_start,
        event_grain, event_certainty, event_raw, confidence, authority, importance, reason)
    SELECT %(tenant)s, {_MEMORY}, 1, {_SLOT}, %(entity)s, 'p' || n, {_SCOPE}, 'lin', 'v' || n, 'v' || n, 'text ' || n,
        'semantic', 'multi', 'state', 'current', now() - n * interval '1 minute', now() - n * interval '1 minute',
        now() - n * interval '1 hour', '', 0, '', 0.9, 60, 0.5, 'stated' FROM {_FEW}""",
    f"""INSERT INTO evidence (tenant_id, memory_id, assertion_id, chunk_id, from_version)
    SELECT %(tenant)s, {_MEMORY}, {_ASSERTION}, {_CHUNK}, 1 FROM {_FEW}""",
    f"""INSERT INTO outbox (tenant_id, target, kind, object_id, wanted_version, projected_version, waiting_since)
    SELECT %(tenant)s, 'vectors', 'chunk', {_CHUNK}, 1, (n > 50)::int, now() FROM {_SERIES}""",
)


def fill(
    superuser: Superuser,
    tenant: Tenant,
    bucket: UUID,
    entity: UUID,
    scope_key: str,
    *,
    chunks: int = CHUNKS,
    facts_each: int = FACTS_EACH,
    analysed: bool = True,
) -> None:
    """Chunks, half of them of one user, and facts of his."""
    params = {"tenant": tenant.tenant_id, "bucket": bucket, "entity": entity, "scope_key": UUID(scope_key)}
    params |= {"chunks": chunks, "facts_each": facts_each}
    with superuser.transaction():
        for statement in _STATEMENTS:
            superuser.execute(statement, params)  # pyright: ignore[reportArgumentType] composed of literals above
    if analysed:
        superuser.execute("VACUUM ANALYZE")


def some_ids(superuser: Superuser, tenant: Tenant, table: str, column: str, count: int = 20) -> list[UUID]:
    query = sql.SQL("SELECT DISTINCT {} FROM {} WHERE tenant_id = %s ORDER BY 1 LIMIT %s").format(
        sql.Identifier(column), sql.Identifier(table)
    )
    return [UUID(str(row[0])) for row in superuser.execute(query, [tenant.tenant_id, count]).fetchall()]


READER = Reader(user_id="lin")
