"""Idempotency keys: the first request's answer, by ids, in the transaction of its effect."""

from datetime import datetime
from typing import Any
from uuid import UUID

from adapters.postgres.pool import Row
from memory.model.errors import IdempotencyReused

CLAIM_KEY = """
INSERT INTO idempotency (tenant_id, key_hash, fingerprint, operation_id, source_id, chunk_ids, created_at)
VALUES (%(tenant)s, %(key)s, %(fingerprint)s, %(operation)s, %(source)s, %(chunks)s::uuid[], %(now)s)
ON CONFLICT (tenant_id, key_hash) DO NOTHING RETURNING operation_id"""
READ_KEY = """
SELECT i.operation_id, i.source_id, i.chunk_ids, i.fingerprint, o.workflow_id
FROM idempotency i LEFT JOIN operation o USING (tenant_id, operation_id)
WHERE i.tenant_id = %(tenant)s AND i.key_hash = %(key)s"""
ANSWER_KEY = """
UPDATE idempotency SET operation_id = %(operation)s, source_id = %(source)s, chunk_ids = %(chunks)s::uuid[]
WHERE tenant_id = %(tenant)s AND key_hash = %(key)s"""


def claim_params(tenant_id: UUID, key_hash: bytes, fingerprint: str, now: datetime) -> dict[str, Any]:
    return {"tenant": tenant_id, "key": key_hash, "fingerprint": fingerprint, "now": now}


def same_request(found: list[Row], fingerprint: str) -> Row:
    if found[0]["fingerprint"] != fingerprint:
        raise IdempotencyReused("This Idempotency-Key came before with another body. Use a new key for a new request.")
    return found[0]
