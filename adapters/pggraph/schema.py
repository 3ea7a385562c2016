"""The tables of the embedded graph projection. The migrations execute `DDL`; `prepare()` does so where it may.

Every statement is idempotent. Grants are not given here: the migration grants the service role USAGE on the schema and
SELECT, INSERT, UPDATE, DELETE on both tables.

A bare node (an end of an edge that came before its node) has version -1 and an empty scope: no fact filter matches it.
The two edge indexes are ordered by weight, so that the fan-out cap of a walk reads only the heaviest edges of a node.
"""

SCHEMA = "projection"
NODE_TABLE = "projection.graph_node"
EDGE_TABLE = "projection.graph_edge"


def _tenant_only(table: str) -> list[str]:
    return [
        f"ALTER TABLE projection.{table} ENABLE ROW LEVEL SECURITY",
        f"ALTER TABLE projection.{table} FORCE ROW LEVEL SECURITY",
        f"""DO $$ BEGIN
            IF NOT EXISTS (SELECT FROM pg_policies WHERE schemaname = 'projection'
                AND tablename = '{table}' AND policyname = 'tenant_only') THEN
                CREATE POLICY tenant_only ON projection.{table}
                    USING (tenant_id = NULLIF(current_setting('app.tenant', true), '')::uuid)
                    WITH CHECK (tenant_id = NULLIF(current_setting('app.tenant', true), '')::uuid);
            END IF;
        END $$""",
    ]


DDL: list[str] = [
    "CREATE SCHEMA IF NOT EXISTS projection",
    """CREATE TABLE IF NOT EXISTS projection.graph_node (
        tenant_id uuid NOT NULL,
        kind text NOT NULL,
        object_id uuid NOT NULL,
        version bigint NOT NULL,
        scope_key text NOT NULL,
        purpose text NOT NULL,
        sensitivity smallint NOT NULL,
        status text NOT NULL,
        valid_from timestamptz,
        valid_to timestamptz,
        PRIMARY KEY (tenant_id, kind, object_id)
    )""",
    """CREATE TABLE IF NOT EXISTS projection.graph_edge (
        tenant_id uuid NOT NULL,
        edge_id uuid NOT NULL,
        kind text NOT NULL,
        from_kind text NOT NULL,
        from_id uuid NOT NULL,
        to_kind text NOT NULL,
        to_id uuid NOT NULL,
        version bigint NOT NULL,
        weight double precision NOT NULL,
        PRIMARY KEY (tenant_id, edge_id),
        FOREIGN KEY (tenant_id, from_kind, from_id) REFERENCES projection.graph_node ON DELETE CASCADE,
        FOREIGN KEY (tenant_id, to_kind, to_id) REFERENCES projection.graph_node ON DELETE CASCADE
    )""",
    """CREATE INDEX IF NOT EXISTS graph_edge_forward
        ON projection.graph_edge (tenant_id, from_kind, from_id, weight DESC, edge_id)""",
    """CREATE INDEX IF NOT EXISTS graph_edge_backward
        ON projection.graph_edge (tenant_id, to_kind, to_id, weight DESC, edge_id)""",
    *_tenant_only("graph_node"),
    *_tenant_only("graph_edge"),
]
