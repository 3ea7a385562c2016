"""Ids, batches and checks that hold for every projection."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TypeVar
from uuid import UUID

from memory.model.errors import InputInvalid, ProjectionUnavailable
from memory.model.ids import derived_id
from memory.ports.vector_index import ObjectKind, ProjectedRef

READ_TIMEOUT_S = 2.0
WRITE_TIMEOUT_S = 10.0

Ref = tuple[ObjectKind, UUID]
T = TypeVar("T")
K = TypeVar("K")


def object_uid(tenant_id: UUID, kind: ObjectKind, object_id: UUID) -> UUID:
    """The store's own id of an object: one object of one tenant has one, in every process."""
    return derived_id("projected", [tenant_id, kind.value, object_id])


def edge_uid(tenant_id: UUID, edge_id: UUID) -> UUID:
    """The store's own id of an edge."""
    return derived_id("projected_edge", [tenant_id, edge_id])


def batches(items: Sequence[T], size: int) -> Iterator[Sequence[T]]:
    """The items in order, at most `size` at a time."""
    for start in range(0, len(items), size):
        yield items[start : start + size]


def one_tenant(tenant_ids: Iterable[UUID]) -> UUID | None:
    """The tenant of a write, None for an empty one; a write never spans two."""
    found = set(tenant_ids)
    if len(found) > 1:
        raise InputInvalid("a projection write spans two tenants")
    return next(iter(found), None)


def newest(items: Iterable[T], key: Callable[[T], K], version: Callable[[T], int]) -> dict[K, T]:
    """The item of the highest version for each key; the first one of equal versions."""
    kept: dict[K, T] = {}
    for item in items:
        present = kept.get(key(item))
        if present is None or version(present) < version(item):
            kept[key(item)] = item
    return kept


def confirm(wanted: Mapping[K, int], stored: Mapping[K, int], backend: str) -> None:
    """Raises unless the store holds at least the wanted version of every key: stores may fail in silence."""
    missing = sum(1 for key, version in wanted.items() if stored.get(key, version - 1) < version)
    if missing:
        raise ProjectionUnavailable(f"{backend} confirmed a write but {missing} of {len(wanted)} objects are not there")


def versions_of(refs: Iterable[ProjectedRef]) -> dict[Ref, int]:
    """What was read back, by object."""
    return {(ref.kind, ref.object_id): ref.version for ref in refs}
