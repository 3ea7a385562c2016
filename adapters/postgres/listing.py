"""Listings of facts: filters as conditions, pages by key."""

from typing import Any, Final, LiteralString
from uuid import UUID

from adapters.postgres.readable import facts_query, known
from memory.language.linking import normal_name
from memory.ports.recalling import FactFilter, Page

# A listing shows states that depend on the moment of reading; the stored ones narrow it down beforehand.
_STORED: Final = {"pending": ("pending",), "revoked": ("revoked",)}
_DEPENDS_ON_TIME: Final = ("current", "superseded")

_NAMED = """f.subject_id IN (SELECT a.entity_id FROM entity_alias a
    WHERE a.tenant_id = f.tenant_id AND a.normal_name = %(subject)s)"""


def list_query(wanted: FactFilter, page: Page) -> tuple[LiteralString, dict[str, Any]]:
    """The query for one page of the versions known then, newest known first, and its parameters."""
    conditions: list[LiteralString] = [known(wanted.known_at)]
    params: dict[str, Any] = {"limit": page.limit, "known_at": wanted.known_at}
    if wanted.statuses:
        conditions.append("f.status = ANY(%(statuses)s)")
        params["statuses"] = sorted({s for name in wanted.statuses for s in _STORED.get(name, _DEPENDS_ON_TIME)})
    if wanted.kind is not None:
        conditions.append("f.kind = %(kind)s")
        params["kind"] = wanted.kind
    if wanted.predicate is not None:
        conditions.append("f.predicate = %(predicate)s")
        params["predicate"] = wanted.predicate
    if wanted.session_id is not None:
        conditions.append("f.session_id = %(session)s")
        params["session"] = wanted.session_id
    if wanted.subject is not None:
        subject_id = _as_id(wanted.subject)
        conditions.append(_NAMED if subject_id is None else "f.subject_id = %(subject)s")
        params["subject"] = normal_name(wanted.subject) if subject_id is None else subject_id
    if page.after is not None:
        conditions.append("(f.known_from, f.memory_id) < (%(after_at)s, %(after_id)s)")
        params["after_at"], params["after_id"] = page.after
    order = "ORDER BY f.known_from DESC, f.memory_id DESC LIMIT %(limit)s"
    return facts_query(" AND ".join(conditions), order), params


def _as_id(text: str) -> UUID | None:
    try:
        return UUID(text)
    except ValueError:
        return None
