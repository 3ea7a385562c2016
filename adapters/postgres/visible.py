"""Conditions that every reader and writer shares, as SQL."""

from typing import Any, Final, LiteralString
from uuid import UUID

from memory.model.scope import Reader

LIVE_CHUNK: Final = """
    c.status NOT IN ('replaced', 'retracted')
    AND NOT EXISTS (SELECT FROM tombstone gone WHERE gone.tenant_id = c.tenant_id AND gone.object_id = c.chunk_id)"""
"""Of `chunk c`: it may be compiled, projected and shown."""

CHUNK_KEPT: Final = """
    NOT EXISTS (SELECT FROM tombstone gone WHERE gone.tenant_id = c.tenant_id AND gone.object_id = c.chunk_id)"""
"""Of `chunk c`: it was not erased."""

FACT_KEPT: Final = """
    NOT EXISTS (SELECT FROM tombstone gone WHERE gone.tenant_id = f.tenant_id AND gone.object_id = f.memory_id)"""
"""Of `fact_version f`: its memory was not erased."""


def seen(table: LiteralString) -> LiteralString:
    """Of a table with scope columns: the reader may see the row (parameters by `reader_params`)."""
    return (
        f"{table}.scope_key = ANY(%(scope_keys)s) AND {table}.purpose = ANY(%(purposes)s)"
        f" AND {table}.sensitivity <= %(sensitivity)s"
    )


def opened(table: LiteralString) -> LiteralString:
    """As `seen`, and for access by id (`Reader.everywhere`): whatever the credential's user and projects reach."""
    return (
        f"({seen(table)} OR (%(everywhere)s AND {table}.sensitivity <= %(sensitivity)s AND {table}.purpose <> 'debug'"
        f" AND (%(own_user)s = '' OR {table}.user_id = %(own_user)s OR {table}.visibility IN ('project', 'workspace'))"
        f" AND (%(own_projects)s::text[] IS NULL OR {table}.project = '' OR {table}.project = ANY(%(own_projects)s))))"
    )


def reader_params(tenant_id: UUID, reader: Reader) -> dict[str, Any]:
    return {
        "tenant": tenant_id,
        "scope_keys": [UUID(key) for key in reader.scope_keys],
        "purposes": list(reader.purposes),
        "sensitivity": int(reader.max_sensitivity),
        "everywhere": reader.everywhere,
        "own_user": reader.user_id,
        "own_projects": None if reader.projects is None else sorted(reader.projects),
    }
