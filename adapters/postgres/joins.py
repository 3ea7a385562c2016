"""Joins by key, whatever the planner believes of a tenant's size.

While a table is small, an index read by the tenant alone looks as cheap as one by the whole key, and a join becomes the
product of two whole tables. A lateral part with `OFFSET 0` is not flattened: it is read once for each row before it, by
its key (docs/decisions/0005-plans-for-new-tenants.md).
"""

from typing import Final, LiteralString


def each(table: LiteralString, alias: LiteralString, key: LiteralString) -> LiteralString:
    """An inner join: the rows of `table` under `key`, a condition of `alias` and of what stands before it."""
    return (
        f"CROSS JOIN LATERAL (SELECT * FROM {table} {alias} WHERE {alias}.tenant_id = %(tenant)s AND {key} OFFSET 0)"
        f" {alias}"
    )


def each_or_none(table: LiteralString, alias: LiteralString, key: LiteralString) -> LiteralString:
    """An outer join, likewise."""
    return (
        f"LEFT JOIN LATERAL (SELECT * FROM {table} {alias} WHERE {alias}.tenant_id = %(tenant)s AND {key} OFFSET 0)"
        f" {alias} ON true"
    )


SOURCE_OF_CHUNK: Final = each("source", "s", "s.source_id = c.source_id")
STATE_OF_FACT: Final = each_or_none("memory_state", "m", "m.memory_id = f.memory_id")
ASSERTION_OF_LINK: Final = each("assertion", "a", "a.assertion_id = l.assertion_id")
CHUNK_OF_ASSERTION: Final = each("chunk", "c", "c.chunk_id = a.chunk_id")
SUBJECT_LINK: Final = "l.role = 'subject' AND l.known_to IS NULL AND l.slot_id IS NOT NULL"
"""Of `mention_link l`: it names the slot of its assertion."""
