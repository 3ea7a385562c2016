"""What people decided about memory: corrections, resolved conflicts, edits, pins; each with its author and reason.

Revision ID: 0004
"""

from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

KINDS = (
    "('correct', 'choose', 'both', 'neither', 'pin', 'unpin', 'restore', 'revoke', 'unrevoke', 'edit', 'retract', 'undo')"
)
_MINE = "tenant_id = NULLIF(current_setting('app.tenant', true), '')::uuid"

STATEMENTS = [
    f"""CREATE TABLE person_event (
        tenant_id uuid NOT NULL REFERENCES tenant,
        event_id uuid NOT NULL,
        kind text NOT NULL CHECK (kind IN {KINDS}),
        memory_ids uuid[] NOT NULL,
        slot_id uuid,
        scope_key uuid,
        purpose text,
        subject_id uuid,
        predicate text,
        assertion_ids uuid[] NOT NULL,
        made uuid,
        chunk_ids uuid[] NOT NULL,
        operation_id uuid,
        reason text NOT NULL CHECK (char_length(reason) <= 2000),
        author_key uuid,
        author text NOT NULL CHECK (char_length(author) <= 200),
        at timestamptz NOT NULL,
        undone_at timestamptz,
        PRIMARY KEY (tenant_id, event_id)
    )""",
    """CREATE INDEX person_event_by_slot ON person_event (tenant_id, slot_id)
        WHERE undone_at IS NULL AND slot_id IS NOT NULL""",
    """CREATE INDEX fact_pending ON fact_version (tenant_id, scope_key, slot_id)
        WHERE known_to IS NULL AND status = 'pending'""",
    "ALTER TABLE memory_state ADD COLUMN retired_at timestamptz",
    "ALTER TABLE person_event ALTER COLUMN tenant_id SET STATISTICS 0",
    "ALTER TABLE person_event ENABLE ROW LEVEL SECURITY",
    "ALTER TABLE person_event FORCE ROW LEVEL SECURITY",
    f"CREATE POLICY tenant_only ON person_event USING ({_MINE}) WITH CHECK ({_MINE})",
    "GRANT SELECT, INSERT, UPDATE, DELETE ON person_event TO memc_service",
]


def upgrade() -> None:
    for statement in STATEMENTS:
        op.execute(statement)


def downgrade() -> None:
    op.execute("DROP TABLE person_event")
    op.execute("DROP INDEX fact_pending")
    op.execute("ALTER TABLE memory_state DROP COLUMN retired_at")
