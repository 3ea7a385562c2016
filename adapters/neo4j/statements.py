"""The Cypher of the Neo4j projection.

Values are bound, always. Labels and relationship types cannot be: they come from the two enumerations of the port and
from nowhere else. The tenant is part of each `uid` and stands in each pattern besides.
"""

from memory.ports.graph_index import EdgeKind
from memory.ports.vector_index import ObjectKind

# All nodes carry it, so that an id is found without knowing the kind.
COMMON_LABEL = "Memory"
LABELS = {kind: kind.value.capitalize() for kind in ObjectKind}

_UNIQUE = {
    **{f"{label.lower()}_uid": f"(x:{label})" for label in (COMMON_LABEL, *LABELS.values())},
    **{f"edge_{kind.value.lower()}_uid": f"()-[x:{kind.value}]-()" for kind in EdgeKind},
}
CONSTRAINTS = list(_UNIQUE)
# The index first: where all constraints are there, all is there.
SCHEMA = [
    f"CREATE INDEX memory_tenant_kind IF NOT EXISTS FOR (x:{COMMON_LABEL}) ON (x.tenant, x.kind)",
    *(
        f"CREATE CONSTRAINT {name} IF NOT EXISTS FOR {pattern} REQUIRE x.uid IS UNIQUE"
        for name, pattern in _UNIQUE.items()
    ),
]
FIND_CONSTRAINTS = "SHOW CONSTRAINTS YIELD name WHERE name IN $names RETURN name"


def _by_uid(node: str) -> str:
    """A planner whose statistics are young takes the other index, and with it all nodes of the tenant."""
    return f"USING INDEX SEEK {node}:{COMMON_LABEL}(uid)"


# A bare node stands for the end of an edge whose own node has not come yet: any version replaces its -1.
_BARE = """n.tenant = $tenant, n.kind = $kind, n.id = row.id, n.version = -1,
    n.scope_key = '', n.purpose = '', n.sensitivity = 0, n.status = ''"""


def upsert_nodes(kind: ObjectKind) -> str:
    """Writes newer nodes of a kind. Setting `kind` first takes the node's lock, so that the version read is the last."""
    return f"""
    UNWIND $rows AS row
    MERGE (n:{COMMON_LABEL}:{LABELS[kind]} {{uid: row.uid}})
    ON CREATE SET {_BARE}
    SET n.kind = $kind
    WITH n, row WHERE n.tenant = $tenant AND n.version < row.version
    SET n += row.properties
    """


def add_bare_nodes(kind: ObjectKind) -> str:
    """Creates the ends of edges that are missing."""
    return f"""
    UNWIND $rows AS row
    MERGE (n:{COMMON_LABEL}:{LABELS[kind]} {{uid: row.uid}})
    ON CREATE SET {_BARE}
    """


def upsert_edges(kind: EdgeKind) -> str:
    """Writes newer edges of a kind between nodes that exist."""
    return f"""
    UNWIND $rows AS row
    MATCH (a:{COMMON_LABEL} {{uid: row.from_uid, tenant: $tenant}}) {_by_uid("a")}
    MATCH (b:{COMMON_LABEL} {{uid: row.to_uid, tenant: $tenant}}) {_by_uid("b")}
    MERGE (a)-[e:{kind.value} {{uid: row.uid}}]->(b)
    ON CREATE SET e.edge_id = row.edge_id, e.version = -1
    SET e.tenant = $tenant
    WITH e, row WHERE e.version < row.version
    SET e.version = row.version, e.weight = row.weight
    """


FETCH_NODES = f"""
MATCH (n:{COMMON_LABEL}) {_by_uid("n")} WHERE n.uid IN $uids AND n.tenant = $tenant
RETURN n.kind AS kind, n.id AS id, n.version AS version
"""


def fetch_edges(kind: EdgeKind) -> str:
    """Versions of edges of a kind."""
    return f"""
    MATCH ()-[e:{kind.value}]->() WHERE e.uid IN $uids AND e.tenant = $tenant
    RETURN e.edge_id AS id, e.version AS version
    """


DELETE_NODES = f"""
MATCH (n:{COMMON_LABEL}) {_by_uid("n")} WHERE n.uid IN $uids AND n.tenant = $tenant
WITH n ORDER BY n.uid
DETACH DELETE n
RETURN count(*) AS number
"""


def delete_edges(kind: EdgeKind) -> str:
    """Removes edges of a kind."""
    return f"""
    MATCH ()-[e:{kind.value}]->() WHERE e.uid IN $uids AND e.tenant = $tenant
    DELETE e
    RETURN count(*) AS number
    """


COUNT_NODES = f"MATCH (n:{COMMON_LABEL}) WHERE n.tenant = $tenant AND n.kind IS NOT NULL RETURN count(n) AS number"

COUNT_EDGES = f"""
MATCH (n:{COMMON_LABEL})-[e {{tenant: $tenant}}]-() {_by_uid("n")} WHERE n.uid IN $uids AND n.tenant = $tenant
RETURN count(DISTINCT e) AS number
"""


def _visible(node: str) -> str:
    return f"""
    {node}.scope_key IN $scope_keys AND {node}.purpose IN $purposes AND {node}.sensitivity <= $max_sensitivity
    AND (size($statuses) = 0 OR {node}.status IN $statuses)
    AND ($at_any_time
         OR (({node}.valid_from_us IS NULL OR {node}.valid_from_us <= $as_of_us)
             AND ({node}.valid_to_us IS NULL OR {node}.valid_to_us > $as_of_us)))
    """


VISIBLE_SEEDS = f"""
UNWIND range(0, size($uids) - 1) AS ordinal
MATCH (n:{COMMON_LABEL} {{uid: $uids[ordinal], tenant: $tenant}}) {_by_uid("n")}
WHERE n.kind = 'entity' OR ({_visible("n")})
RETURN n.kind AS kind, n.id AS id ORDER BY ordinal
"""

# No label on `m`, so that the only plan is to follow the edges of `n`.
EXPAND = f"""
UNWIND range(0, size($uids) - 1) AS ordinal
MATCH (n:{COMMON_LABEL} {{uid: $uids[ordinal], tenant: $tenant}}) {_by_uid("n")}
CALL (n) {{
    MATCH (n)-[e]-(m)
    WHERE e.tenant = $tenant AND m.tenant = $tenant AND NOT m.uid IN $seen
        AND ((m.kind = 'entity' AND n.kind = 'fact') OR ({_visible("m")}))
    RETURN e, m ORDER BY e.weight DESC, e.edge_id LIMIT $fan_out
}}
RETURN ordinal, type(e) AS edge, startNode(e) = n AS forward, m.kind AS kind, m.id AS id
ORDER BY ordinal, e.weight DESC, e.edge_id
"""
