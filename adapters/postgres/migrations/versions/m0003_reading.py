"""What a language model said of a chunk, and documents: their content outside the database, and where each part stands in it.

Revision ID: 0003
"""

from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

TABLES = ("model_attempt", "document", "document_part")

STATEMENTS = [
    """CREATE TABLE model_attempt (
        tenant_id uuid NOT NULL,
        chunk_id uuid NOT NULL,
        ordinal integer NOT NULL CHECK (ordinal >= 1),
        operation_id uuid NOT NULL,
        run integer NOT NULL CHECK (run >= 1),
        kind text NOT NULL CHECK (kind IN ('ask', 'repair', 'cached')),
        outcome text NOT NULL CHECK (char_length(outcome) BETWEEN 1 AND 100),
        model text NOT NULL CHECK (char_length(model) <= 200),
        version text NOT NULL CHECK (char_length(version) <= 200),
        cache_key bytea NOT NULL CHECK (octet_length(cache_key) = 32),
        reply text NOT NULL CHECK (char_length(reply) <= 200000),
        tokens_in integer NOT NULL CHECK (tokens_in >= 0),
        tokens_out integer NOT NULL CHECK (tokens_out >= 0),
        cost_usd double precision NOT NULL CHECK (cost_usd >= 0),
        took_ms integer NOT NULL CHECK (took_ms >= 0),
        at timestamptz NOT NULL,
        PRIMARY KEY (tenant_id, chunk_id, ordinal),
        FOREIGN KEY (tenant_id, chunk_id) REFERENCES chunk
    )""",
    "CREATE INDEX model_attempt_by_words ON model_attempt (tenant_id, cache_key) WHERE outcome = 'accepted'",
    # One version of a document. `blob_key` names its text in the blob store; NULL where the chunks hold all of it.
    """CREATE TABLE document (
        tenant_id uuid NOT NULL,
        document_id uuid NOT NULL,
        source_id uuid NOT NULL,
        operation_id uuid NOT NULL,
        version text CHECK (char_length(version) <= 200),
        format text NOT NULL CHECK (format IN ('text', 'markdown', 'html')),
        characters integer NOT NULL CHECK (characters >= 0),
        parts integer NOT NULL CHECK (parts >= 0),
        content_hmac bytea NOT NULL,
        fence bytea[] NOT NULL,
        blob_key text CHECK (char_length(blob_key) <= 400),
        request jsonb NOT NULL,
        taken integer NOT NULL DEFAULT 0 CHECK (taken >= 0),
        erased boolean NOT NULL DEFAULT false,
        recorded_at timestamptz NOT NULL,
        PRIMARY KEY (tenant_id, document_id),
        FOREIGN KEY (tenant_id, source_id) REFERENCES source
    )""",
    "CREATE INDEX document_by_source ON document (tenant_id, source_id, recorded_at)",
    "CREATE INDEX document_by_operation ON document (tenant_id, operation_id)",
    # A part has its place before it is a chunk: no reference.
    """CREATE TABLE document_part (
        tenant_id uuid NOT NULL,
        document_id uuid NOT NULL,
        ordinal integer NOT NULL CHECK (ordinal >= 0),
        chunk_id uuid NOT NULL,
        part_start integer NOT NULL CHECK (part_start >= 0),
        part_end integer NOT NULL CHECK (part_end >= part_start),
        heading text NOT NULL CHECK (char_length(heading) <= 1000),
        PRIMARY KEY (tenant_id, document_id, ordinal),
        FOREIGN KEY (tenant_id, document_id) REFERENCES document
    )""",
    "CREATE INDEX document_part_by_chunk ON document_part (tenant_id, chunk_id)",
]


def _walls(table: str) -> list[str]:
    mine = "tenant_id = NULLIF(current_setting('app.tenant', true), '')::uuid"
    return [
        f"ALTER TABLE {table} ALTER COLUMN tenant_id SET STATISTICS 0",
        f"ALTER TABLE {table} ENABLE ROW LEVEL SECURITY",
        f"ALTER TABLE {table} FORCE ROW LEVEL SECURITY",
        f"CREATE POLICY tenant_only ON {table} USING ({mine}) WITH CHECK ({mine})",
        f"GRANT SELECT, INSERT, UPDATE, DELETE ON {table} TO memc_service",
    ]


KINDS = "'compile', 'decay', 'consolidate', 'sweep', 'expire', 'revalidate', 'rebuild', 'revoke'"


def _kinds(kinds: str) -> None:
    op.execute("ALTER TABLE operation DROP CONSTRAINT operation_kind_check")
    op.execute(f"ALTER TABLE operation ADD CONSTRAINT operation_kind_check CHECK (kind IN ({kinds}))")


def upgrade() -> None:
    _kinds(f"{KINDS}, 'document'")
    for statement in (*STATEMENTS, *(line for table in TABLES for line in _walls(table))):
        op.execute(statement)


def downgrade() -> None:
    for table in reversed(TABLES):
        op.execute(f"DROP TABLE {table}")
    _kinds(KINDS)
