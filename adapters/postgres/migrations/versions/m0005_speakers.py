"""Who speaks in a scope, found by name; and whether what a recall showed was useful.

Revision ID: 0005
"""

from alembic import op

from adapters.postgres.migrations.foundation.security import row_level

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None

STATEMENTS = [
    # The names of participants are taken out of what is embedded of a question.
    "CREATE INDEX chunk_by_speaker ON chunk (tenant_id, scope_key, lower(speaker))",
    # One word of a user in a session about a memory: the last one counts, so that repeating it changes nothing.
    """CREATE TABLE recall_feedback (
        tenant_id uuid NOT NULL,
        memory_id uuid NOT NULL,
        user_id text NOT NULL CHECK (char_length(user_id) <= 200),
        session_id text NOT NULL CHECK (char_length(session_id) <= 200),
        recall_id uuid NOT NULL,
        useful boolean NOT NULL,
        at timestamptz NOT NULL,
        PRIMARY KEY (tenant_id, memory_id, user_id, session_id),
        FOREIGN KEY (tenant_id, recall_id) REFERENCES recall_log ON DELETE CASCADE
    )""",
    "CREATE INDEX recall_feedback_by_recall ON recall_feedback (tenant_id, recall_id)",
    "ALTER TABLE recall_feedback ALTER COLUMN tenant_id SET STATISTICS 0",
    *row_level("recall_feedback"),
    "GRANT SELECT, INSERT, UPDATE, DELETE ON recall_feedback TO memc_service",
]


def upgrade() -> None:
    for statement in STATEMENTS:
        op.execute(statement)


def downgrade() -> None:
    op.execute("DROP TABLE recall_feedback")
    op.execute("DROP INDEX chunk_by_speaker")
