"""Builders of vector objects and queries for the contract suite."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any
from uuid import UUID, uuid4

from memory.ports.vector_index import ObjectKind, VectorHit, VectorObject, VectorQuery

DIMENSION = 8
SCOPE = "11111111-1111-5111-8111-111111111111"
OTHER_SCOPE = "22222222-2222-5222-8222-222222222222"
AT = datetime(2026, 3, 10, 9, tzinfo=UTC)

HOSTILE = [
    "'; DROP TABLE projection.vector_object; --",
    '" OR 1=1 //',
    "`}) DETACH DELETE n //",
    "${jndi:ldap://x}\\u0000%s{0}",
    "a\nb\tc\r",
    " general",
    "general ",
    "GENERAL",
    "用途：部署",
    "👩‍👩‍👧‍👦" * 20,
    "x" * 200,
]


def vector(*numbers: float) -> list[float]:
    """The numbers, filled up with zeros."""
    return [*numbers, *[0.0] * (DIMENSION - len(numbers))]


def an_object(tenant_id: UUID, *numbers: float, **changes: Any) -> VectorObject:
    """A visible chunk at the given place."""
    given: dict[str, Any] = {
        "tenant_id": tenant_id,
        "kind": ObjectKind.CHUNK,
        "object_id": uuid4(),
        "version": 1,
        "scope_key": SCOPE,
        "purpose": "general",
        "sensitivity": 0,
        "status": "current",
        "at": AT,
        "vector": vector(*(numbers or (1.0,))),
    }
    return VectorObject(**(given | changes))


def a_query(tenant_id: UUID, *numbers: float, **changes: Any) -> VectorQuery:
    """A reader who sees what `an_object` makes."""
    given: dict[str, Any] = {
        "tenant_id": tenant_id,
        "vector": vector(*(numbers or (1.0,))),
        "scope_keys": [SCOPE],
        "purposes": ["general"],
        "max_sensitivity": 2,
        "kinds": list(ObjectKind),
        "statuses": ["current"],
        "limit": 10,
    }
    return VectorQuery(**(given | changes))


def ids(hits: Sequence[VectorHit]) -> list[UUID]:
    """The found objects in order."""
    return [hit.object_id for hit in hits]


def ref(each: VectorObject) -> tuple[ObjectKind, UUID]:
    """What names the object."""
    return each.kind, each.object_id
