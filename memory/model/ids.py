"""Deterministic ids: uuid5 over canonical JSON, so that equal input gives equal ids in every process."""

import json
from collections.abc import Sequence
from typing import NewType
from uuid import UUID, uuid5

TenantId = NewType("TenantId", UUID)
MemoryId = NewType("MemoryId", UUID)
ChunkId = NewType("ChunkId", UUID)

_canonical = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode
NAMESPACE = UUID("6f1c2f0e-7f0b-5a39-9b1e-2d6f0a4f7c11")


def derived_id(kind: str, parts: Sequence[object]) -> UUID:
    """The id of a thing that its kind and parts identify; parts are rendered as JSON, so that none can run into the next."""
    return uuid5(NAMESPACE, _canonical([kind, *map(str, parts)]))


def tenant_id_of(name: str) -> TenantId:
    """The opaque id of a tenant, derived from its name."""
    return TenantId(derived_id("tenant", [name]))
