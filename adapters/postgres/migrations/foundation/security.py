"""Who may see what, in the database itself.

Row-level security is forced, so that even the owner sees no row without `app.tenant`. The service role owns nothing
and bypasses nothing. The few questions that span tenants are answered by functions of `memc_definer`, a role nobody
can log in as, which may read four tables whole.
"""

TENANT_TABLES = (
    "tenant",
    "workspace",
    "project",
    "api_key",
    "source",
    "operation",
    "chunk",
    "time_span",
    "rejection",
    "idempotency",
    "assertion",
    "entity",
    "entity_alias",
    "mention_link",
    "relation",
    "fact_version",
    "evidence",
    "memory_state",
    "revocation",
    "posting",
    "token_stat",
    "bucket_stat",
    "outbox",
    "tombstone",
    "fence",
    "erasure",
    "erasure_receipt",
    "erasure_object",
    "recall_log",
    "recall_item",
    "recall_use",
)
PROJECTION_TABLES = ("vector_object", "graph_node", "graph_edge")
READ_ACROSS_TENANTS = ("tenant", "api_key", "operation", "outbox", "erasure")


def row_level(table: str) -> list[str]:
    """Statements that show a table's rows to their own tenant only, its owner included."""
    mine = "tenant_id = NULLIF(current_setting('app.tenant', true), '')::uuid"
    return [
        f"ALTER TABLE {table} ENABLE ROW LEVEL SECURITY",
        f"ALTER TABLE {table} FORCE ROW LEVEL SECURITY",
        f"CREATE POLICY tenant_only ON {table} USING ({mine}) WITH CHECK ({mine})",
    ]


def _definer_reads(table: str) -> list[str]:
    return [
        f"GRANT SELECT ON {table} TO memc_definer",
        f"CREATE POLICY definer_reads ON {table} FOR SELECT TO memc_definer USING (true)",
    ]


ROW_LEVEL = [statement for table in TENANT_TABLES for statement in row_level(table)]
DEFINER_READS = [statement for table in READ_ACROSS_TENANTS for statement in _definer_reads(table)]

_FUNCTIONS = {
    "memc_api_key(wanted uuid)": """
        RETURNS TABLE (tenant_id uuid, tenant text, timezone text, key_id uuid, secret_hash bytea, permissions text[],
            source_kinds text[], user_id text, projects text[], max_sensitivity smallint, development boolean,
            expires_at timestamptz, withdrawn_at timestamptz)
        AS $$
            SELECT k.tenant_id, t.name, t.timezone, k.key_id, k.secret_hash, k.permissions, k.source_kinds, k.user_id,
                k.projects, k.max_sensitivity, k.development, k.expires_at, k.withdrawn_at
            FROM public.api_key k JOIN public.tenant t USING (tenant_id) WHERE k.key_id = wanted
        $$""",
    "memc_stranded_operations(older_than timestamptz, at_most integer)": """
        RETURNS TABLE (tenant_id uuid, operation_id uuid, kind text, workflow_id text)
        AS $$
            SELECT o.tenant_id, o.operation_id, o.kind, o.workflow_id FROM public.operation o
            WHERE o.status IN ('accepted', 'running', 'waiting') AND o.updated_at < older_than
            ORDER BY o.accepted_at LIMIT at_most
        $$""",
    "memc_stranded_erasures(older_than timestamptz, at_most integer)": """
        RETURNS TABLE (tenant_id uuid, erasure_id uuid, workflow_id text)
        AS $$
            SELECT e.tenant_id, e.erasure_id, e.workflow_id FROM public.erasure e
            WHERE e.status <> 'done' AND e.requested_at < older_than ORDER BY e.requested_at LIMIT at_most
        $$""",
    "memc_tenants_waiting(of_target text, at_most integer)": """
        RETURNS TABLE (tenant_id uuid)
        AS $$
            SELECT o.tenant_id FROM public.outbox o
            WHERE o.target = of_target AND o.projected_version < o.wanted_version
            GROUP BY o.tenant_id ORDER BY min(o.waiting_since) LIMIT at_most
        $$""",
    "memc_outbox_lag(of_target text)": """
        RETURNS TABLE (expected bigint, waiting bigint, oldest_wait timestamptz)
        AS $$
            SELECT count(*) FILTER (WHERE NOT o.wanted_deleted),
                count(*) FILTER (WHERE o.projected_version < o.wanted_version),
                min(o.waiting_since) FILTER (WHERE o.projected_version < o.wanted_version)
            FROM public.outbox o WHERE o.target = of_target
        $$""",
    "memc_tenants()": """
        RETURNS TABLE (tenant_id uuid)
        AS $$ SELECT t.tenant_id FROM public.tenant t ORDER BY t.tenant_id $$""",
}


def _function(signature: str, body: str) -> list[str]:
    name = signature.split("(")[0]
    return [
        f"CREATE FUNCTION {signature} {body} LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp",
        f"REVOKE ALL ON FUNCTION {name} FROM PUBLIC",
        f"GRANT EXECUTE ON FUNCTION {name} TO memc_service",
        f"ALTER FUNCTION {name} OWNER TO memc_definer",
    ]


FUNCTIONS = [
    # A function's new owner must be allowed to create in its schema at the moment of the change.
    "GRANT USAGE, CREATE ON SCHEMA public TO memc_definer",
    *(statement for signature, body in _FUNCTIONS.items() for statement in _function(signature, body)),
    "REVOKE CREATE ON SCHEMA public FROM memc_definer",
]

GRANTS = [
    "GRANT USAGE ON SCHEMA public, projection TO memc_service",
    f"GRANT SELECT, INSERT, UPDATE, DELETE ON {', '.join(TENANT_TABLES)} TO memc_service",
    *(f"GRANT SELECT, INSERT, UPDATE, DELETE ON projection.{table} TO memc_service" for table in PROJECTION_TABLES),
]

# Statistics would tell the planner that an unknown (new) tenant has no rows, and it would then read all rows of that
# tenant where a key is at hand. Without them it reckons with one row in two hundred, and the key always wins.
PLANNING = [f"ALTER TABLE {table} ALTER COLUMN tenant_id SET STATISTICS 0" for table in TENANT_TABLES]

STATEMENTS = [*PLANNING, *ROW_LEVEL, *DEFINER_READS, *FUNCTIONS, *GRANTS]
