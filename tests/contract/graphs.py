"""Builders of graph nodes, edges and walks for the contract suite."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Any
from uuid import UUID, uuid4

from memory.ports.graph_index import EdgeKind, GraphEdge, GraphNode, WalkHit, WalkQuery
from memory.ports.vector_index import ObjectKind
from tests.contract.vectors import SCOPE

Ref = tuple[ObjectKind, UUID]


def a_fact(tenant_id: UUID, **changes: Any) -> GraphNode:
    """A visible fact that always holds."""
    given: dict[str, Any] = {
        "tenant_id": tenant_id,
        "kind": ObjectKind.FACT,
        "object_id": uuid4(),
        "version": 1,
        "scope_key": SCOPE,
        "purpose": "general",
        "sensitivity": 0,
        "status": "current",
        "valid_from": None,
        "valid_to": None,
    }
    return GraphNode(**(given | changes))


def an_entity(tenant_id: UUID, **changes: Any) -> GraphNode:
    """An entity in a scope that no reader of the tests has."""
    return a_fact(tenant_id, **({"kind": ObjectKind.ENTITY, "scope_key": "elsewhere", "status": "active"} | changes))


def an_edge(start: GraphNode, end: GraphNode, kind: EdgeKind = EdgeKind.CAUSE, **changes: Any) -> GraphEdge:
    """An edge from one node to another."""
    given: dict[str, Any] = {
        "tenant_id": start.tenant_id,
        "edge_id": uuid4(),
        "kind": kind,
        "from_kind": start.kind,
        "from_id": start.object_id,
        "to_kind": end.kind,
        "to_id": end.object_id,
        "version": 1,
        "weight": 1.0,
    }
    return GraphEdge(**(given | changes))


def a_walk(*seeds: GraphNode, **changes: Any) -> WalkQuery:
    """A walk of a reader who sees what `a_fact` makes."""
    given: dict[str, Any] = {
        "tenant_id": seeds[0].tenant_id,
        "seeds": [ref(seed) for seed in seeds],
        "scope_keys": [SCOPE],
        "purposes": ["general"],
        "max_sensitivity": 2,
        "statuses": ["current"],
        "max_hops": 3,
        "fan_out": 10,
        "limit": 100,
    }
    return WalkQuery(**(given | changes))


def ref(node: GraphNode) -> Ref:
    """What names the node."""
    return node.kind, node.object_id


def reached(hits: Sequence[WalkHit]) -> list[tuple[UUID, int]]:
    """The nodes that were reached and their distance, in order."""
    return [(hit.object_id, hit.hops) for hit in hits]


def chain(tenant_id: UUID, length: int, **changes: Any) -> tuple[list[GraphNode], list[GraphEdge]]:
    """Facts in a row, each the cause of the next; `changes` apply to the second one."""
    facts = [a_fact(tenant_id, **(changes if place == 1 else {})) for place in range(length)]
    return facts, [an_edge(start, end) for start, end in pairwise(facts)]
