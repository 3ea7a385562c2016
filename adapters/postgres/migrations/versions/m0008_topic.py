"""What a statement is about: its topic, and hashed pieces of its words by which statements on one thing find each other.

Revision ID: 0008
"""

from alembic import op

from adapters.postgres.migrations.versions.m0007_plans import planned

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None

_MINE = "tenant_id = NULLIF(current_setting('app.tenant', true), '')::uuid"

STATEMENTS = [
    "ALTER TABLE assertion ADD COLUMN topic text[]",
    # A row a piece, not an array: below row security an index is read by equality only, overlap is no leakproof operator.
    """CREATE TABLE topic_piece (
        tenant_id uuid NOT NULL,
        piece bigint NOT NULL,
        assertion_id uuid NOT NULL,
        turns boolean NOT NULL,
        said_at timestamptz NOT NULL,
        PRIMARY KEY (tenant_id, piece, assertion_id),
        FOREIGN KEY (tenant_id, assertion_id) REFERENCES assertion
    )""",
    "CREATE INDEX topic_piece_by_assertion ON topic_piece (tenant_id, assertion_id)",
    "ALTER TABLE topic_piece ENABLE ROW LEVEL SECURITY",
    "ALTER TABLE topic_piece FORCE ROW LEVEL SECURITY",
    f"CREATE POLICY tenant_only ON topic_piece USING ({_MINE}) WITH CHECK ({_MINE})",
    "GRANT SELECT, INSERT, UPDATE, DELETE ON topic_piece TO memc_service",
    *planned("topic_piece"),
]


def upgrade() -> None:
    for statement in STATEMENTS:
        op.execute(statement)


def downgrade() -> None:
    op.execute("DROP TABLE topic_piece")
    op.execute("ALTER TABLE assertion DROP COLUMN topic")
