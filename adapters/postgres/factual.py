"""Writing fact versions: closing, inserting, and all that hangs on them in the same transaction."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Self
from uuid import UUID

from adapters.postgres import postings
from adapters.postgres.joins import each
from adapters.postgres.pool import Connection, insert, rows
from adapters.postgres.rows import SCOPE_COLUMNS, fact_params
from adapters.postgres.wanting import BOTH, Want, want
from memory.model.errors import StaleWrite
from memory.model.fact import FactStatus, FactVersion
from memory.ports.compiling import FactChange
from memory.ports.projecting import Target
from memory.ports.vector_index import ObjectKind


@dataclass(frozen=True, slots=True)
class Written:
    """A change with the version that it closes."""

    before: FactVersion | None
    after: FactVersion | None

    @classmethod
    def of(cls, change: FactChange, stored: Mapping[tuple[UUID, int], FactVersion]) -> Self:
        """The change against the stored versions. A new version is never known before the one that it follows: the
        clock was read before the slot's lock was got.
        """
        before = stored[change.close] if change.close else None
        after = change.insert
        if before is not None and after is not None and after.known_from < before.known_from:
            after = replace(after, known_from=before.known_from)
        return cls(before, after)

    @property
    def indexed_anew(self) -> bool:
        """Whether the words by which it is found have changed."""
        return _words(self.before) != _words(self.after)


def _words(version: FactVersion | None) -> str | None:
    return None if version is None or version.status is FactStatus.RETRACTED else version.text


_CLOSE = """
UPDATE fact_version f SET known_to = greatest(f.known_from, COALESCE(c.at, now()))
FROM unnest(%(memories)s::uuid[], %(versions)s::int[], %(moments)s::timestamptz[]) AS c (memory_id, version, at)
WHERE f.tenant_id = %(tenant)s AND f.memory_id = c.memory_id AND f.version = c.version AND f.known_to IS NULL
RETURNING f.memory_id"""
_INSERT = insert(
    "fact_version",
    [
        *("tenant_id", "memory_id", "version", "slot_id", "subject_id", "predicate", *SCOPE_COLUMNS, "subject"),
        *("value", "value_norm", "object_id", "text", "kind", "cardinality", "predicate_class", "status"),
        *("valid_from", "valid_to", "known_from", "known_to", "event_start", "event_end", "event_grain"),
        *("event_certainty", "event_raw", "confidence", "authority", "importance", "reason", "superseded_by"),
        *("directive", "consolidated"),
    ],
)
_CITE_NO_MORE = """
UPDATE evidence e SET to_version = u.version
FROM unnest(%(memories)s::uuid[], %(assertions)s::uuid[], %(versions)s::int[]) AS u (memory_id, assertion_id, version)
WHERE e.tenant_id = %(tenant)s AND e.memory_id = u.memory_id AND e.assertion_id = u.assertion_id
  AND e.to_version IS NULL AND e.memory_id = ANY(%(memories)s)"""
_CITE = f"""
INSERT INTO evidence (tenant_id, memory_id, assertion_id, chunk_id, from_version)
SELECT %(tenant)s, u.memory_id, u.assertion_id, a.chunk_id, u.version
FROM unnest(%(memories)s::uuid[], %(assertions)s::uuid[], %(versions)s::int[]) AS u (memory_id, assertion_id, version)
{each("assertion", "a", "a.assertion_id = u.assertion_id")}
ORDER BY u.memory_id, u.assertion_id"""
# Edges start at one fact and end at another: when an end changes, the start is projected anew.
_NEIGHBOURS = f"""
SELECT DISTINCT e.memory_id FROM relation r
{each("evidence", "e", "e.assertion_id = r.from_assertion AND e.to_version IS NULL")}
WHERE r.tenant_id = %(tenant)s AND r.to_assertion = ANY(%(assertions)s) AND e.memory_id <> ALL(%(memories)s)"""


async def write_changes(
    connection: Connection, tenant_id: UUID, changes: Sequence[Written], operation_id: UUID | None
) -> None:
    """Writes versions, evidence, postings and outbox rows. Raises `StaleWrite` when a version is no longer open."""
    if not changes:
        return
    await _close(connection, tenant_id, changes)
    inserted = [change.after for change in changes if change.after is not None]
    if inserted:
        async with connection.cursor() as cursor:
            await cursor.executemany(_INSERT, [{"tenant_id": tenant_id, **fact_params(v)} for v in inserted])
    await _cite(connection, tenant_id, changes)
    await _index(connection, tenant_id, changes)
    await _project(connection, tenant_id, changes, operation_id)


async def _close(connection: Connection, tenant_id: UUID, changes: Sequence[Written]) -> None:
    closing = [(change.before, change.after) for change in changes if change.before is not None]
    params = {
        "tenant": tenant_id,
        "memories": [before.memory_id for before, _ in closing],
        "versions": [before.version for before, _ in closing],
        "moments": [after.known_from if after else None for _, after in closing],
    }
    if closing and len(await rows(connection, _CLOSE, params)) != len(closing):
        raise StaleWrite("A version was closed meanwhile; nothing was written.")


async def _cite(connection: Connection, tenant_id: UUID, changes: Sequence[Written]) -> None:
    """Keeps of each assertion from which version to which it is cited."""
    gone: list[tuple[UUID, UUID, int]] = []
    new: list[tuple[UUID, UUID, int]] = []
    for change in changes:
        if change.after is None:
            continue
        before, after = set(change.before.evidence if change.before else ()), set(change.after.evidence)
        memory_id, version = change.after.memory_id, change.after.version
        gone += [(memory_id, assertion_id, version) for assertion_id in before - after]
        new += [(memory_id, assertion_id, version) for assertion_id in after - before]
    if gone:
        await connection.execute(_CITE_NO_MORE, _citations(tenant_id, gone))
    if new:
        await connection.execute(_CITE, _citations(tenant_id, new))


def _citations(tenant_id: UUID, triples: Sequence[tuple[UUID, UUID, int]]) -> dict[str, object]:
    memories, assertions, versions = (list(column) for column in zip(*triples, strict=True))
    return {"tenant": tenant_id, "memories": memories, "assertions": assertions, "versions": versions}


async def _index(connection: Connection, tenant_id: UUID, changes: Sequence[Written]) -> None:
    changed = [change for change in changes if change.indexed_anew]
    gone = [change.before.memory_id for change in changed if change.before and _words(change.before) is not None]
    if gone:
        await postings.remove(connection, tenant_id, gone, [])
    shown = [change.after for change in changed if change.after and _words(change.after) is not None]
    found = [postings.indexed_text(v.memory_id, v.slot.scope_key, v.slot.purpose, v.text) for v in shown]
    await postings.insert(connection, tenant_id, ObjectKind.FACT, found)
    await postings.count(connection, tenant_id, [item.object_id for item in found])


async def _project(
    connection: Connection, tenant_id: UUID, changes: Sequence[Written], operation_id: UUID | None
) -> None:
    versions = [change.after for change in changes if change.after is not None]
    wants = [
        Want(target, ObjectKind.FACT, version.memory_id, delete=version.status is FactStatus.RETRACTED)
        for version in versions
        for target in BOTH
    ]
    touched = {a for c in changes for v in (c.before, c.after) if v is not None for a in v.evidence}
    params = {"assertions": list(touched), "memories": [v.memory_id for v in versions]}
    near = await rows(connection, _NEIGHBOURS, {"tenant": tenant_id, **params})
    wants += [Want(Target.GRAPH, ObjectKind.FACT, row["memory_id"]) for row in near]
    await want(connection, tenant_id, wants, operation_id)
