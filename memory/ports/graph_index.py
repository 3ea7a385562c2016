"""Port: a rebuildable graph of facts and entities. A projection: never the truth."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Protocol
from uuid import UUID

from memory.ports.vector_index import ObjectKind, ProjectedRef


class EdgeKind(StrEnum):
    """Edges of the graph: two from a fact to its entities, eight between facts."""

    SUBJECT = "SUBJECT"
    OBJECT = "OBJECT"
    CAUSE = "CAUSE"
    TEMPORAL = "TEMPORAL"
    SUPPORT = "SUPPORT"
    ELABORATE = "ELABORATE"
    CONTRADICT = "CONTRADICT"
    ANALOGY = "ANALOGY"
    CONDITIONAL = "CONDITIONAL"
    PARALLEL = "PARALLEL"


@dataclass(frozen=True, slots=True)
class GraphNode:
    """A fact or an entity. It carries no text; `version` guards writes."""

    tenant_id: UUID
    kind: ObjectKind
    object_id: UUID
    version: int
    scope_key: str
    purpose: str
    sensitivity: int
    status: str
    valid_from: datetime | None
    valid_to: datetime | None


@dataclass(frozen=True, slots=True)
class GraphEdge:
    """A directed edge with a deterministic id; its end nodes are created as bare nodes when they are missing."""

    tenant_id: UUID
    edge_id: UUID
    kind: EdgeKind
    from_kind: ObjectKind
    from_id: UUID
    to_kind: ObjectKind
    to_id: UUID
    version: int
    weight: float


@dataclass(frozen=True, slots=True)
class WalkQuery:
    """A breadth-first walk from seeds through visible nodes only.

    `max_hops` 1..3; at most `fan_out` edges are followed from one node (heaviest first) and at most `limit` nodes
    returned. A node is visible under the same rules as in `VectorQuery`; with `as_of`, facts whose validity does not
    hold that moment are not walked through.
    """

    tenant_id: UUID
    seeds: Sequence[tuple[ObjectKind, UUID]]
    scope_keys: Sequence[str]
    purposes: Sequence[str]
    max_sensitivity: int
    statuses: Sequence[str]
    max_hops: int
    fan_out: int
    limit: int
    as_of: datetime | None = None


@dataclass(frozen=True, slots=True)
class PathStep:
    """One edge of a path, in the direction in which it was walked."""

    from_kind: ObjectKind
    from_id: UUID
    edge: EdgeKind
    to_kind: ObjectKind
    to_id: UUID
    forward: bool


@dataclass(frozen=True, slots=True)
class WalkHit:
    """A node that was reached, with a shortest path from a seed; `hops` is its length."""

    kind: ObjectKind
    object_id: UUID
    hops: int
    path: tuple[PathStep, ...]


class GraphIndex(Protocol):
    """A graph store. Raises `ProjectionUnavailable` when the server does not answer in time.

    All writes are idempotent; a method that returns has seen its effect in the store. Entities are visible to any
    reader of the tenant who can reach them through a visible fact.
    """

    @property
    def backend(self) -> str:
        """`neo4j` or `postgres`."""
        ...

    async def prepare(self) -> None:
        """Creates constraints and indexes that are missing."""
        ...

    async def upsert(self, nodes: Sequence[GraphNode], edges: Sequence[GraphEdge]) -> None:
        """Writes each node and edge unless the store holds the same or a newer version. All of one tenant."""
        ...

    async def delete(self, tenant_id: UUID, refs: Sequence[tuple[ObjectKind, UUID]]) -> int:
        """Removes nodes with their edges, whatever their version; returns how many nodes were there."""
        ...

    async def delete_edges(self, tenant_id: UUID, edge_ids: Sequence[UUID]) -> int:
        """Removes edges; returns how many were there."""
        ...

    async def walk(self, query: WalkQuery) -> list[WalkHit]:
        """Reached nodes, fewest hops first, without the seeds."""
        ...

    async def fetch(self, tenant_id: UUID, refs: Sequence[tuple[ObjectKind, UUID]]) -> list[ProjectedRef]:
        """Those of the nodes that the store holds."""
        ...

    async def edges_of(self, tenant_id: UUID, refs: Sequence[tuple[ObjectKind, UUID]]) -> int:
        """How many edges touch the nodes: for verification after an erasure."""
        ...

    async def count(self, tenant_id: UUID) -> int:
        """How many nodes the store holds for the tenant."""
        ...

    async def ping(self) -> str:
        """The server's version; raises `ProjectionUnavailable`."""
        ...

    async def close(self) -> None:
        """Releases connections."""
        ...
