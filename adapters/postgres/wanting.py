"""Writing to the outbox: what a projection should hold from this transaction on."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final
from uuid import UUID

from adapters.postgres.pool import Connection
from memory.ports.projecting import Target
from memory.ports.vector_index import ObjectKind


@dataclass(frozen=True, slots=True)
class Want:
    """An object that a projection should hold as it is now, or not at all."""

    target: Target
    kind: ObjectKind
    object_id: UUID
    delete: bool = False


BOTH: Final = (Target.VECTORS, Target.GRAPH)

# The version counts the wants of an object: it grows by one each time, so that a newer state always overtakes an older
# one in a projection. Rows are locked in the order of their key.
_WANT = """
INSERT INTO outbox AS o
    (tenant_id, target, kind, object_id, wanted_version, wanted_deleted, operation_id, waiting_since)
SELECT %(tenant)s, w.target, w.kind, w.object_id, 1, w.deleted, %(operation)s, now()
FROM unnest(%(targets)s::text[], %(kinds)s::text[], %(objects)s::uuid[], %(deleted)s::boolean[])
    AS w (target, kind, object_id, deleted)
ORDER BY w.target, w.kind, w.object_id
ON CONFLICT (tenant_id, target, kind, object_id) DO UPDATE SET
    wanted_version = o.wanted_version + 1,
    wanted_deleted = EXCLUDED.wanted_deleted,
    operation_id = COALESCE(EXCLUDED.operation_id, o.operation_id),
    waiting_since = CASE WHEN o.projected_version < o.wanted_version THEN o.waiting_since
                         ELSE EXCLUDED.waiting_since END"""


async def want(connection: Connection, tenant_id: UUID, wants: Iterable[Want], operation_id: UUID | None) -> None:
    """Records the wants; of several for one object the last counts."""
    found = list({(item.target, item.kind, item.object_id): item for item in wants}.values())
    if not found:
        return
    params = {
        "tenant": tenant_id,
        "operation": operation_id,
        "targets": [item.target.value for item in found],
        "kinds": [item.kind.value for item in found],
        "objects": [item.object_id for item in found],
        "deleted": [item.delete for item in found],
    }
    await connection.execute(_WANT, params)
