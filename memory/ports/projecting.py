"""Port: the outbox. It says which version of which object each projection should hold, and which one it holds."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Protocol
from uuid import UUID

from memory.ports.graph_index import GraphEdge, GraphNode
from memory.ports.vector_index import ObjectKind


class Target(StrEnum):
    """A projection."""

    VECTORS = "vectors"
    GRAPH = "graph"


@dataclass(frozen=True, slots=True)
class WantedObject:
    """An object that a projection lags behind with. `delete` means that it should not be there at all.

    `version` counts how often the object was wanted (it is not a fact's own version): it grows with every change that a
    projection shows, also of a status such as cold, or of an edge.
    """

    tenant_id: UUID
    target: Target
    kind: ObjectKind
    object_id: UUID
    version: int
    delete: bool


@dataclass(frozen=True, slots=True)
class VectorSource:
    """An object's text and filter properties, read at the authority; the embedding is made from `text`.

    Of chunks `text` begins with the speaker, and `status` is always `current`: one that may not be shown is left out.
    """

    kind: ObjectKind
    object_id: UUID
    version: int
    scope_key: str
    purpose: str
    sensitivity: int
    status: str
    at: datetime
    text: str


@dataclass(frozen=True, slots=True)
class GraphSource:
    """An object's node and the edges that start at it."""

    node: GraphNode
    edges: tuple[GraphEdge, ...]


@dataclass(frozen=True, slots=True)
class ProjectionLag:
    """How far a projection is: objects it should hold, objects that wait, and the oldest wait."""

    target: Target
    expected: int
    waiting: int
    oldest_wait: datetime | None


class OutboxStore(Protocol):
    """The outbox and the authority's side of what is projected."""

    async def wanted(
        self,
        tenant_id: UUID,
        target: Target,
        limit: int,
        operations: Sequence[UUID] = (),
        kinds: Sequence[ObjectKind] = (),
    ) -> list[WantedObject]:
        """Objects whose projected version is behind, oldest first; of some operations only when given."""
        ...

    async def tenants_waiting(self, target: Target, limit: int) -> list[UUID]:
        """Tenants with something to project, the longest waiting first (across tenants)."""
        ...

    async def vector_sources(self, tenant_id: UUID, objects: Sequence[WantedObject]) -> list[VectorSource]:
        """The objects as they are now; tombstoned, withdrawn and vanished ones are left out (they get deleted)."""
        ...

    async def graph_sources(self, tenant_id: UUID, objects: Sequence[WantedObject]) -> list[GraphSource]:
        """The nodes and edges as they are now; tombstoned and vanished ones are left out (they get deleted)."""
        ...

    async def mark_projected(self, tenant_id: UUID, objects: Sequence[WantedObject]) -> list[WantedObject]:
        """Records that the projection holds these versions (or no longer holds the objects).

        Returns those that may not be there after all: tombstoned or withdrawn since. Called after writing, so that a
        late writer takes back what an erasure overtook; until it has, their deletion stays wanted.
        """
        ...

    async def lag(self, tenant_id: UUID | None, target: Target) -> ProjectionLag:
        """Of one tenant, or of all."""
        ...
