"""The table of the embedded vector projection. The migrations execute `ddl(...)`; `prepare()` does so where it may.

Every statement is idempotent. Grants are not given here: the migration grants the service role USAGE on the schema and
SELECT, INSERT, UPDATE, DELETE on the table.

Why these indexes. A reader's scope keys are by far the most selective filter, so nearly every search is answered
exactly from `vector_object_by_scope` (see `index.py`). The HNSW index serves only readers who see very many objects;
there an iterative scan goes on until enough rows have passed the filters.

Numbers are kept in 16 bits: the nearest are the same ones, and half of the pages are read (docs/decisions/0023).
"""

SCHEMA = "projection"
TABLE = "projection.vector_object"
DIMENSION = 384
# pgvector builds no HNSW index over longer vectors; then every search is exact.
HNSW_MAX_DIMENSION = 4000

# Measured on 6,000 vectors of 384 numbers: 1.3 ms of Postgres a row instead of 2.2 with the defaults, at the same recall.
HNSW_INDEX = "vector_object_by_meaning"
HNSW = f"""CREATE INDEX IF NOT EXISTS {HNSW_INDEX}
    ON projection.vector_object USING hnsw (embedding halfvec_cosine_ops)
    WITH (m = 12, ef_construction = 40)"""


def ddl(dimension: int) -> list[str]:
    """The statements for vectors of `dimension` numbers, in order."""
    return [
        "CREATE SCHEMA IF NOT EXISTS projection",
        "CREATE EXTENSION IF NOT EXISTS vector",
        f"""CREATE TABLE IF NOT EXISTS projection.vector_object (
            tenant_id uuid NOT NULL,
            kind text NOT NULL,
            object_id uuid NOT NULL,
            version bigint NOT NULL,
            scope_key text NOT NULL,
            purpose text NOT NULL,
            sensitivity smallint NOT NULL,
            status text NOT NULL,
            at timestamptz NOT NULL,
            embedding halfvec({dimension:d}) NOT NULL,
            PRIMARY KEY (tenant_id, kind, object_id)
        )""",
        """CREATE INDEX IF NOT EXISTS vector_object_by_scope
            ON projection.vector_object (tenant_id, scope_key, kind, status)""",
        *([HNSW] if dimension <= HNSW_MAX_DIMENSION else []),
        "ALTER TABLE projection.vector_object ENABLE ROW LEVEL SECURITY",
        "ALTER TABLE projection.vector_object FORCE ROW LEVEL SECURITY",
        """DO $$ BEGIN
            IF NOT EXISTS (SELECT FROM pg_policies WHERE schemaname = 'projection'
                AND tablename = 'vector_object' AND policyname = 'tenant_only') THEN
                CREATE POLICY tenant_only ON projection.vector_object
                    USING (tenant_id = NULLIF(current_setting('app.tenant', true), '')::uuid)
                    WITH CHECK (tenant_id = NULLIF(current_setting('app.tenant', true), '')::uuid);
            END IF;
        END $$""",
    ]


DDL: list[str] = ddl(DIMENSION)
