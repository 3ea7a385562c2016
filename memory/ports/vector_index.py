"""Port: a rebuildable index of vectors. A projection: never the truth, every hit is verified at the authority."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Protocol
from uuid import UUID


class ObjectKind(StrEnum):
    """What a projected object stands for."""

    CHUNK = "chunk"
    FACT = "fact"
    TOPIC = "topic"
    ENTITY = "entity"


@dataclass(frozen=True, slots=True)
class VectorObject:
    """One vector with the properties that are filtered inside the query. It carries no text.

    `version` guards writes: an object is stored only if it is newer than what is there.
    `scope_key` is a key of `memory.model.scope` (36 characters); `status` the stored status of the object.
    """

    tenant_id: UUID
    kind: ObjectKind
    object_id: UUID
    version: int
    scope_key: str
    purpose: str
    sensitivity: int
    status: str
    at: datetime
    vector: Sequence[float]


@dataclass(frozen=True, slots=True)
class VectorQuery:
    """A nearest-neighbour search inside one tenant.

    Objects match when their scope key is in `scope_keys`, their purpose in `purposes`, their sensitivity at most
    `max_sensitivity`, their kind in `kinds` and, when `statuses` is not empty, their status in it.
    """

    tenant_id: UUID
    vector: Sequence[float]
    scope_keys: Sequence[str]
    purposes: Sequence[str]
    max_sensitivity: int
    kinds: Sequence[ObjectKind]
    statuses: Sequence[str]
    limit: int


@dataclass(frozen=True, slots=True)
class VectorHit:
    """A candidate; `similarity` is the cosine, -1..1."""

    kind: ObjectKind
    object_id: UUID
    version: int
    similarity: float


@dataclass(frozen=True, slots=True)
class ProjectedRef:
    """What a projection holds of an object: enough to compare it with the authority."""

    kind: ObjectKind
    object_id: UUID
    version: int


class VectorIndex(Protocol):
    """A vector store. Raises `ProjectionUnavailable` when the server does not answer in time.

    All writes are idempotent and read back: a method that returns has seen its effect in the store.
    """

    @property
    def backend(self) -> str:
        """`weaviate` or `pgvector`."""
        ...

    async def prepare(self, dimension: int) -> None:
        """Creates what is missing of the schema; raises `ConfigurationInvalid` when the stored dimension differs."""
        ...

    async def upsert(self, objects: Sequence[VectorObject]) -> None:
        """Writes each object unless the store holds the same or a newer version of it. Objects of one tenant."""
        ...

    async def delete(self, tenant_id: UUID, refs: Sequence[tuple[ObjectKind, UUID]]) -> int:
        """Removes objects, whatever their version; returns how many were there."""
        ...

    async def search(self, query: VectorQuery) -> list[VectorHit]:
        """Nearest objects first."""
        ...

    async def fetch(self, tenant_id: UUID, refs: Sequence[tuple[ObjectKind, UUID]]) -> list[ProjectedRef]:
        """Those of the objects that the store holds, by an independent read (not the search path)."""
        ...

    async def count(self, tenant_id: UUID) -> int:
        """How many objects the store holds for the tenant."""
        ...

    async def ping(self) -> str:
        """The server's version; raises `ProjectionUnavailable`."""
        ...

    async def close(self) -> None:
        """Releases connections."""
        ...
