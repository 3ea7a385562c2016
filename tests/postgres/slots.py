"""One user's many slots with some versions each, made inside the database: only numbers matter."""

from uuid import UUID

import psycopg

from memory.language.linking import speaker_entity_id
from memory.model.fact import Slot
from memory.model.scope import Reader, Scope
from tests.builders import Tenant

VERSIONS = 5
"""Versions of each slot: four that have ended, and one that holds."""
PURPOSE = "general"
SUBJECT = speaker_entity_id("", "lin")
READER = Reader(user_id="lin")
SCOPE = Scope(user_id="lin")


def predicate(number: int) -> str:
    """The name of a slot's predicate: not registered, so that the database alone decides."""
    return f"p{number}"


def slot_ids(name: str) -> list[UUID]:
    return [Slot(key, PURPOSE, SUBJECT, name).slot_id for key in READER.scope_keys]


_SCOPE_NAMES = "workspace, project, user_id, agent_id, session_id, visibility, purpose, sensitivity, scope_key"
_SCOPE = "'', '', 'lin', '', '', 'user', 'general', 0, %(scope_key)s"
_ID = "md5(%(tenant)s::text || '{}' || n)::uuid"
_N = "generate_series(0, %(facts)s - 1) AS n"
_STATEMENTS = (
    f"""INSERT INTO source (tenant_id, source_id, kind, external_id, {_SCOPE_NAMES}, created_at, updated_at)
    VALUES (%(tenant)s, %(source)s, 'conversation', 's', {_SCOPE}, now(), now())""",
    f"""INSERT INTO operation (tenant_id, operation_id, kind, status, workflow_id, chunk_ids, stages, {_SCOPE_NAMES},
        accepted_at, updated_at)
    VALUES (%(tenant)s, %(source)s, 'compile', 'done', 'w', '{{}}', '[]', {_SCOPE}, now(), now())""",
    f"""INSERT INTO chunk (tenant_id, chunk_id, source_id, operation_id, {_SCOPE_NAMES}, position, turn, place, role,
        speaker, text, content_hmac, fence, said_at, timezone, said_at_assumed, recorded_at, tags, retention_class, status)
    SELECT %(tenant)s, {_ID.format("c")}, %(source)s, %(source)s, {_SCOPE}, 0, n, n, 'user', 'lin', 'text ' || n,
        sha256(n::text::bytea), '{{}}', now(), 'UTC', false, now(), '{{}}', 'default', 'compiled' FROM {_N}""",
    """INSERT INTO entity (tenant_id, entity_id, workspace, project, name, type, created_at)
    VALUES (%(tenant)s, %(subject)s, '', '', 'lin', 'person', now())""",
    f"""INSERT INTO assertion (tenant_id, assertion_id, chunk_id, source_id, ordinal, subject_kind, subject_text,
        subject_type, predicate, value, polarity, modality, kind, change, application, span_start, span_end, event_grain,
        event_certainty, event_raw, event_bound, confidence, authority, said_at, recorded_at, extractor, extractor_version)
    SELECT %(tenant)s, {_ID.format("a")}, {_ID.format("c")}, %(source)s, 0, 'speaker', 'lin', 'person', 'p', 'v' || n, '+',
        'asserted', 'semantic', 'none', 'always', 0, 4, '', 0, '', '', 0.9, 60, now(), now(), 'test', '1' FROM {_N}""",
    f"""INSERT INTO fact_version (tenant_id, memory_id, version, slot_id, subject_id, predicate, {_SCOPE_NAMES}, subject,
        value, value_norm, text, kind, cardinality, predicate_class, status, valid_from, valid_to, known_from, event_grain,
        event_certainty, event_raw, confidence, authority, importance, reason)
    SELECT %(tenant)s, {_ID.format("m")}, 1, s.slot_id, %(subject)s, s.predicate, {_SCOPE}, 'lin', 'v' || n, 'v' || n,
        'text ' || n, 'semantic', 'single', 'state', CASE WHEN n %% {VERSIONS} = 0 THEN 'current' ELSE 'superseded' END,
        timestamptz '2026-01-10' - n %% {VERSIONS} * interval '1 day',
        CASE WHEN n %% {VERSIONS} > 0 THEN timestamptz '2026-01-11' - n %% {VERSIONS} * interval '1 day' END,
        timestamptz '2026-01-10', '', 0, '', 0.9, 60, 0.5, 'stated'
    FROM {_N} JOIN unnest(%(slots)s::uuid[], %(names)s::text[]) WITH ORDINALITY AS s (slot_id, predicate, number)
        ON s.number = n / {VERSIONS} + 1""",
    f"""INSERT INTO evidence (tenant_id, memory_id, assertion_id, chunk_id, from_version)
    SELECT %(tenant)s, {_ID.format("m")}, {_ID.format("a")}, {_ID.format("c")}, 1 FROM {_N}""",
    # What a read joins beside the fact must not be empty: an empty table is read as a whole, and says nothing.
    f"""INSERT INTO memory_state (tenant_id, memory_id, pinned_at)
    SELECT %(tenant)s, {_ID.format("m")}, now() FROM {_N} WHERE n %% 10 = 0""",
    f"""INSERT INTO recall_use (tenant_id, memory_id, recall_id, via, at)
    SELECT %(tenant)s, {_ID.format("m")}, {_ID.format("r")}, 'recall', now() FROM {_N} WHERE n %% 5 = 0""",
    f"""INSERT INTO recall_feedback (tenant_id, memory_id, user_id, session_id, recall_id, useful, at)
    SELECT %(tenant)s, {_ID.format("m")}, 'lin', 's', {_ID.format("r")}, true, now() FROM {_N} WHERE n %% 10 = 0""",
    f"""INSERT INTO tombstone (tenant_id, object_kind, object_id, erasure_id, at)
    SELECT %(tenant)s, 'fact', {_ID.format("gone")}, {_ID.format("e")}, now() FROM {_N} WHERE n %% 10 = 0""",
)


def fill(superuser: "psycopg.Connection[tuple[object, ...]]", tenant: Tenant, facts: int) -> None:
    """So many facts of one user, five to a slot."""
    names = [predicate(number) for number in range(facts // VERSIONS)]
    params = {
        "tenant": tenant.tenant_id,
        "subject": SUBJECT,
        "source": tenant.tenant_id,
        "scope_key": UUID(SCOPE.key),
        "facts": facts,
        "names": names,
        "slots": [Slot(SCOPE.key, PURPOSE, SUBJECT, name).slot_id for name in names],
    }
    with superuser.transaction():
        superuser.execute("SET LOCAL session_replication_role = replica")
        for statement in _STATEMENTS:
            superuser.execute(statement, params)  # pyright: ignore[reportArgumentType] composed of literals above
    superuser.execute("VACUUM ANALYZE")
