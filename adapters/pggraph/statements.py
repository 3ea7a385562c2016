"""The SQL of the embedded graph projection. All values are bound; the tenant stands in each statement besides the policy."""

UPSERT_NODES = """
INSERT INTO projection.graph_node AS held
    (tenant_id, kind, object_id, version, scope_key, purpose, sensitivity, status, valid_from, valid_to)
SELECT %(tenant)s, fresh.*
FROM unnest(%(kinds)s::text[], %(ids)s::uuid[], %(versions)s::bigint[], %(scope_keys)s::text[], %(purposes)s::text[],
            %(sensitivities)s::smallint[], %(statuses)s::text[], %(valid_froms)s::timestamptz[],
            %(valid_tos)s::timestamptz[]) AS fresh(kind, object_id)
ORDER BY kind, object_id
ON CONFLICT (tenant_id, kind, object_id) DO UPDATE
SET version = excluded.version, scope_key = excluded.scope_key, purpose = excluded.purpose,
    sensitivity = excluded.sensitivity, status = excluded.status, valid_from = excluded.valid_from,
    valid_to = excluded.valid_to
WHERE held.version < excluded.version
"""

# A bare node stands for the end of an edge whose own node has not come yet: any version replaces its -1.
ADD_BARE_NODES = """
INSERT INTO projection.graph_node (tenant_id, kind, object_id, version, scope_key, purpose, sensitivity, status)
SELECT DISTINCT %(tenant)s::uuid, kind, object_id, -1, '', '', 0, ''
FROM unnest(%(from_kinds)s::text[] || %(to_kinds)s::text[], %(from_ids)s::uuid[] || %(to_ids)s::uuid[])
    AS ends(kind, object_id)
ORDER BY kind, object_id
ON CONFLICT DO NOTHING
"""

UPSERT_EDGES = """
INSERT INTO projection.graph_edge AS held
    (tenant_id, edge_id, kind, from_kind, from_id, to_kind, to_id, version, weight)
SELECT %(tenant)s, fresh.*
FROM unnest(%(ids)s::uuid[], %(edge_kinds)s::text[], %(from_kinds)s::text[], %(from_ids)s::uuid[],
            %(to_kinds)s::text[], %(to_ids)s::uuid[], %(versions)s::bigint[], %(weights)s::float8[]) AS fresh(edge_id)
ORDER BY edge_id
ON CONFLICT (tenant_id, edge_id) DO UPDATE
SET version = excluded.version, weight = excluded.weight
WHERE held.version < excluded.version
"""

_GIVEN = "unnest(%(kinds)s::text[], %(ids)s::uuid[])"

FETCH_NODES = f"""
SELECT kind, object_id, version
FROM projection.graph_node JOIN {_GIVEN} AS wanted(kind, object_id) USING (kind, object_id)
WHERE tenant_id = %(tenant)s
"""  # noqa: S608  only constants are put together

FETCH_EDGES = """
SELECT edge_id, version FROM projection.graph_edge WHERE tenant_id = %(tenant)s AND edge_id = ANY(%(ids)s::uuid[])
"""

# Edges go with their nodes by the foreign keys.
DELETE_NODES = f"""
DELETE FROM projection.graph_node AS held
USING (SELECT DISTINCT kind, object_id FROM {_GIVEN} AS given(kind, object_id)) AS gone
WHERE held.tenant_id = %(tenant)s AND held.kind = gone.kind AND held.object_id = gone.object_id
"""  # noqa: S608  only constants are put together

DELETE_EDGES = "DELETE FROM projection.graph_edge WHERE tenant_id = %(tenant)s AND edge_id = ANY(%(ids)s::uuid[])"

COUNT_NODES = "SELECT count(*) FROM projection.graph_node WHERE tenant_id = %(tenant)s"

COUNT_EDGES = f"""
SELECT count(DISTINCT edge_id) FROM {_GIVEN} AS given(kind, object_id)
CROSS JOIN LATERAL (
    SELECT edge_id FROM projection.graph_edge
    WHERE tenant_id = %(tenant)s AND from_kind = given.kind AND from_id = given.object_id
    UNION ALL
    SELECT edge_id FROM projection.graph_edge
    WHERE tenant_id = %(tenant)s AND to_kind = given.kind AND to_id = given.object_id
) AS touching
"""  # noqa: S608  only constants are put together

_VISIBLE = """
(node.scope_key = ANY(%(scope_keys)s::text[]) AND node.purpose = ANY(%(purposes)s::text[])
 AND node.sensitivity <= %(max_sensitivity)s::smallint
 AND (cardinality(%(statuses)s::text[]) = 0 OR node.status = ANY(%(statuses)s::text[]))
 AND (%(as_of)s::timestamptz IS NULL
      OR (coalesce(node.valid_from, '-infinity') <= %(as_of)s::timestamptz
          AND coalesce(node.valid_to, 'infinity') > %(as_of)s::timestamptz)))
"""

VISIBLE_SEEDS = f"""
SELECT node.kind, node.object_id
FROM {_GIVEN} WITH ORDINALITY AS given(kind, object_id, ordinal)
JOIN projection.graph_node AS node
    ON node.tenant_id = %(tenant)s AND node.kind = given.kind AND node.object_id = given.object_id
WHERE node.kind = 'entity' OR {_VISIBLE}
ORDER BY given.ordinal
"""  # noqa: S608  only constants are put together


def _direction(near: str, far: str, forward: str) -> str:
    """The heaviest edges in one direction; their index is in this order, so that few rows are read."""
    return f"""
    SELECT edge.edge_id, edge.kind, edge.weight, {forward} AS forward, node.kind AS to_kind, node.object_id AS to_id
    FROM projection.graph_edge AS edge JOIN projection.graph_node AS node
        ON node.tenant_id = %(tenant)s AND node.kind = edge.{far}_kind AND node.object_id = edge.{far}_id
    WHERE edge.tenant_id = %(tenant)s AND edge.{near}_kind = start.kind AND edge.{near}_id = start.object_id
        AND node.kind || ':' || node.object_id <> ALL(%(seen)s::text[])
        AND ((node.kind = 'entity' AND start.kind = 'fact') OR {_VISIBLE})
    ORDER BY edge.weight DESC, edge.edge_id LIMIT %(fan_out)s
    """  # noqa: S608  only constants are put together


EXPAND = f"""
SELECT start.ordinal, followed.kind, followed.forward, followed.to_kind, followed.to_id
FROM {_GIVEN} WITH ORDINALITY AS start(kind, object_id, ordinal)
CROSS JOIN LATERAL (
    ({_direction("from", "to", "true")}) UNION ALL ({_direction("to", "from", "false")})
    ORDER BY weight DESC, edge_id LIMIT %(fan_out)s
) AS followed
ORDER BY start.ordinal, followed.weight DESC, followed.edge_id
"""  # noqa: S608  only constants are put together
