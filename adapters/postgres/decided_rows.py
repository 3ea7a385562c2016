"""The statements about people's decisions, and their rows."""

from typing import Any, Final
from uuid import UUID

from adapters.postgres.joins import CHUNK_OF_ASSERTION, SUBJECT_LINK, each
from adapters.postgres.pool import Row, insert
from adapters.postgres.rows import slot
from adapters.postgres.visible import CHUNK_KEPT, FACT_KEPT, opened
from memory.model.decided import Author, EventKind, PersonEvent

ZONE = f"""
SELECT c.timezone FROM assertion a {CHUNK_OF_ASSERTION}
WHERE a.tenant_id = %(tenant)s AND a.assertion_id = ANY(%(assertions)s) ORDER BY c.said_at DESC, c.chunk_id LIMIT 1"""
RECORD = (
    insert(
        "person_event",
        [
            *("tenant_id", "event_id", "kind", "memory_ids", "slot_id", "scope_key", "purpose", "subject_id"),
            *(
                "predicate",
                "assertion_ids",
                "made",
                "chunk_ids",
                "operation_id",
                "reason",
                "author_key",
                "author",
                "at",
            ),
        ],
    )
    + " ON CONFLICT DO NOTHING"
)
EVENT = "SELECT * FROM person_event WHERE tenant_id = %(tenant)s AND event_id = %(event)s"
EVENTS_OF = """
SELECT * FROM person_event WHERE tenant_id = %(tenant)s AND memory_ids && %(memories)s ORDER BY at, event_id"""
STANDS_FOR = f"""
SELECT e.memory_id FROM evidence e {each("fact_version", "f", "f.memory_id = e.memory_id AND f.known_to IS NULL")}
WHERE e.tenant_id = %(tenant)s AND e.assertion_id = %(made)s AND e.to_version IS NULL AND f.known_to IS NULL
  AND f.status <> 'retracted' ORDER BY f.valid_from NULLS FIRST LIMIT 1"""
OPERATION = "SELECT * FROM operation WHERE tenant_id = %(tenant)s AND operation_id = %(operation)s"
# Whoever may reach one of its memories or chunks, closed or not, may take a decision back.
REACHABLE = f"""
SELECT v.* FROM person_event v WHERE v.tenant_id = %(tenant)s AND v.event_id = %(event)s AND (
    EXISTS (SELECT FROM fact_version f WHERE f.tenant_id = v.tenant_id AND f.memory_id = ANY(v.memory_ids)
        AND f.known_to IS NULL AND {opened("f")} AND {FACT_KEPT})
    OR EXISTS (SELECT FROM chunk c WHERE c.tenant_id = v.tenant_id AND c.chunk_id = ANY(v.chunk_ids)
        AND {opened("c")} AND {CHUNK_KEPT}))"""
MARK_UNDONE = """
UPDATE person_event SET undone_at = %(now)s
WHERE tenant_id = %(tenant)s AND event_id = %(event)s AND undone_at IS NULL"""
UNSTATE = """
UPDATE assertion SET live = false, withdrawn_by = %(operation)s
WHERE tenant_id = %(tenant)s AND assertion_id = %(made)s AND live"""
RETRACTED = """
SELECT * FROM person_event
WHERE tenant_id = %(tenant)s AND kind = 'retract' AND undone_at IS NULL AND %(chunk)s = ANY(chunk_ids)"""
RETRACT = """
UPDATE chunk SET status = 'retracted' WHERE tenant_id = %(tenant)s AND chunk_id = ANY(%(chunks)s)
RETURNING chunk_id, counted"""
NOT_COUNTED = "UPDATE chunk SET counted = false WHERE tenant_id = %(tenant)s AND chunk_id = ANY(%(chunks)s)"
WITHDRAW = f"""
WITH gone AS (
    UPDATE assertion SET live = false, withdrawn_by = %(operation)s
    WHERE tenant_id = %(tenant)s AND chunk_id = ANY(%(chunks)s) AND live
    RETURNING assertion_id, chunk_id, predicate)
SELECT DISTINCT c.scope_key, c.purpose, l.entity_id AS subject_id, gone.predicate
FROM gone {each("chunk", "c", "c.chunk_id = gone.chunk_id")}
{each("mention_link", "l", "l.assertion_id = gone.assertion_id AND " + SUBJECT_LINK)}"""
BRING_BACK = f"""
UPDATE chunk c SET status = 'compiled' WHERE c.tenant_id = %(tenant)s AND c.chunk_id = ANY(%(chunks)s)
  AND c.status = 'retracted' AND {CHUNK_KEPT}
RETURNING c.chunk_id, c.scope_key, c.purpose, c.text"""
STATE_AGAIN = f"""
WITH back AS (
    UPDATE assertion SET live = true, withdrawn_by = NULL
    WHERE tenant_id = %(tenant)s AND withdrawn_by = %(of)s AND chunk_id = ANY(%(chunks)s)
    RETURNING assertion_id, chunk_id, predicate)
SELECT DISTINCT c.scope_key, c.purpose, l.entity_id AS subject_id, back.predicate
FROM back {each("chunk", "c", "c.chunk_id = back.chunk_id")}
{each("mention_link", "l", "l.assertion_id = back.assertion_id AND " + SUBJECT_LINK)}"""
LINK = """
INSERT INTO mention_link (tenant_id, assertion_id, role, version, entity_id, slot_id, reason, known_from)
VALUES (%(tenant)s, %(assertion)s, 'subject', 1, %(entity)s, %(slot)s, 'decided', %(now)s)"""
ASSERT = insert(
    "assertion",
    [
        *("tenant_id", "assertion_id", "chunk_id", "source_id", "ordinal", "subject_kind", "subject_text"),
        *("subject_type", "object_kind", "object_text", "object_type", "predicate", "value", "polarity"),
        *("modality", "kind", "change", "application", "span_start", "span_end", "event_start", "event_end"),
        *("event_bound", "event_grain", "event_certainty", "event_raw", "confidence", "authority", "said_at"),
        *("recorded_at", "extractor", "extractor_version"),
    ],
)

WAITING: Final = "f.known_to IS NULL AND f.status = 'pending' AND f.reason IN ('lower_authority', 'conflicting')"
CONFLICTS = f"""
SELECT f.slot_id, f.scope_key, f.purpose, f.subject_id, f.predicate, array_agg(f.memory_id ORDER BY f.memory_id) AS memory_ids
FROM fact_version f
WHERE f.tenant_id = %(tenant)s AND {WAITING} AND f.slot_id > %(after)s AND {opened("f")} AND {FACT_KEPT}
  AND (f.valid_to IS NULL OR f.valid_to > %(now)s)
GROUP BY f.slot_id, f.scope_key, f.purpose, f.subject_id, f.predicate ORDER BY f.slot_id LIMIT %(limit)s"""
OF_SLOT = f"""
SELECT f.memory_id, f.scope_key, f.purpose, f.subject_id, f.predicate FROM fact_version f
WHERE f.tenant_id = %(tenant)s AND f.slot_id = %(slot)s AND f.known_to IS NULL AND f.status <> 'retracted'
  AND {opened("f")} AND {FACT_KEPT}"""

RIVALS = f"""
SELECT f.memory_id FROM fact_version f
WHERE f.tenant_id = %(tenant)s AND f.slot_id = %(slot)s AND f.known_to IS NULL AND {opened("f")} AND {FACT_KEPT}
  AND f.status IN ('pending', 'current') AND (f.valid_to IS NULL OR f.valid_to > %(now)s)
ORDER BY f.status, f.valid_from NULLS FIRST, f.memory_id"""


def event(row: Row) -> PersonEvent:
    return PersonEvent(
        event_id=row["event_id"],
        kind=EventKind(row["kind"]),
        memory_ids=tuple(row["memory_ids"]),
        reason=row["reason"],
        author=Author(row["author_key"], row["author"]),
        at=row["at"],
        slot=slot(row) if row["slot_id"] is not None else None,
        assertion_ids=tuple(row["assertion_ids"]),
        made=row["made"],
        chunk_ids=tuple(row["chunk_ids"]),
        operation_id=row["operation_id"],
        undone_at=row["undone_at"],
    )


def event_params(tenant_id: UUID, found: PersonEvent) -> dict[str, Any]:
    place = found.slot
    return {
        "tenant_id": tenant_id,
        "event_id": found.event_id,
        "kind": found.kind.value,
        "memory_ids": list(found.memory_ids),
        "slot_id": place.slot_id if place else None,
        "scope_key": UUID(place.scope_key) if place else None,
        "purpose": place.purpose if place else None,
        "subject_id": place.subject_id if place else None,
        "predicate": place.predicate if place else None,
        "assertion_ids": list(found.assertion_ids),
        "made": found.made,
        "chunk_ids": list(found.chunk_ids),
        "operation_id": found.operation_id,
        "reason": found.reason,
        "author_key": found.author.key_id,
        "author": found.author.name,
        "at": found.at,
    }
