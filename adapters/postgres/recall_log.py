"""The recall log and the uses that were declared."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from adapters.postgres.joins import each, each_or_none
from memory.model.scope import Reader

LOG = """
INSERT INTO recall_log (tenant_id, recall_id, workspace, project, user_id, session_id, at, simulated)
VALUES (%(tenant)s, %(recall)s, %(workspace)s, %(project)s, %(user)s, %(session)s, %(at)s, %(simulated)s)
ON CONFLICT DO NOTHING"""
ITEMS = """
INSERT INTO recall_item (tenant_id, recall_id, memory_id, place)
SELECT %(tenant)s, %(recall)s, i.memory_id, min(i.place)
FROM unnest(%(memories)s::uuid[]) WITH ORDINALITY AS i (memory_id, place)
WHERE NOT EXISTS (SELECT FROM tombstone t WHERE t.tenant_id = %(tenant)s AND t.object_id = i.memory_id)
GROUP BY i.memory_id
ON CONFLICT DO NOTHING"""
KNOWN = "SELECT 1 AS known FROM recall_log WHERE tenant_id = %(tenant)s AND recall_id = %(recall)s"
# A recall under a simulated clock leaves no trace in the strength of anything.
USES = f"""
INSERT INTO recall_use (tenant_id, memory_id, recall_id, via, at)
SELECT i.tenant_id, i.memory_id, i.recall_id, 'recall', %(at)s
FROM recall_item i {each("recall_log", "l", "l.recall_id = i.recall_id")}
WHERE i.tenant_id = %(tenant)s AND i.recall_id = %(recall)s AND i.memory_id = ANY(%(memories)s) AND NOT l.simulated
  AND NOT EXISTS (SELECT FROM tombstone t WHERE t.tenant_id = i.tenant_id AND t.object_id = i.memory_id)
ON CONFLICT DO NOTHING RETURNING memory_id"""

# Only what was shown can be judged; the last word of a user in a session replaces an earlier one.
FEEDBACK = f"""
INSERT INTO recall_feedback (tenant_id, memory_id, user_id, session_id, recall_id, useful, at)
SELECT i.tenant_id, i.memory_id, l.user_id, l.session_id, i.recall_id, %(useful)s, %(at)s
FROM recall_item i {each("recall_log", "l", "l.recall_id = i.recall_id")}
WHERE i.tenant_id = %(tenant)s AND i.recall_id = %(recall)s AND i.memory_id = ANY(%(memories)s) AND NOT l.simulated
  AND NOT EXISTS (SELECT FROM tombstone t WHERE t.tenant_id = i.tenant_id AND t.object_id = i.memory_id)
ON CONFLICT (tenant_id, memory_id, user_id, session_id) DO UPDATE
SET recall_id = excluded.recall_id, useful = excluded.useful, at = excluded.at
RETURNING memory_id"""
SHOWN = f"""
SELECT l.at, l.user_id, i.memory_id, i.place, u.at AS used_at, b.useful
FROM recall_log l
{each_or_none("recall_item", "i", "i.recall_id = l.recall_id")}
{each_or_none("recall_use", "u", "u.recall_id = i.recall_id AND u.memory_id = i.memory_id")}
{each_or_none("recall_feedback", "b", "b.recall_id = i.recall_id AND b.memory_id = i.memory_id")}
WHERE l.tenant_id = %(tenant)s AND l.recall_id = %(recall)s
ORDER BY i.place"""


def params(
    tenant_id: UUID, recall_id: UUID, reader: Reader, memory_ids: Sequence[UUID], at: datetime, *, simulated: bool
) -> dict[str, Any]:
    return {
        "tenant": tenant_id,
        "recall": recall_id,
        "workspace": reader.workspace,
        "project": reader.project,
        "user": reader.user_id,
        "session": reader.session_id,
        "memories": list(memory_ids),
        "at": at,
        "simulated": simulated,
    }
