"""Merging and splitting of entities: who was merged into whom, which names moved, and what can be undone.

Revision ID: 0006
"""

from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None

_MINE = "tenant_id = NULLIF(current_setting('app.tenant', true), '')::uuid"

STATEMENTS = [
    # Mentions say by their link's reason which change moved them; a change itself holds ids only.
    """CREATE TABLE entity_change (
        tenant_id uuid NOT NULL REFERENCES tenant,
        change_id uuid NOT NULL,
        kind text NOT NULL CHECK (kind IN ('merge', 'split')),
        entity_id uuid NOT NULL,
        other_ids uuid[] NOT NULL,
        reason text NOT NULL CHECK (char_length(reason) <= 1000),
        made_at timestamptz NOT NULL,
        undone_at timestamptz,
        PRIMARY KEY (tenant_id, change_id)
    )""",
    "ALTER TABLE entity ADD COLUMN merged_into uuid",
    "ALTER TABLE entity_alias ADD COLUMN origin uuid",
    "ALTER TABLE entity_change ENABLE ROW LEVEL SECURITY",
    "ALTER TABLE entity_change FORCE ROW LEVEL SECURITY",
    f"CREATE POLICY tenant_only ON entity_change USING ({_MINE}) WITH CHECK ({_MINE})",
    "GRANT SELECT, INSERT, UPDATE, DELETE ON entity_change TO memc_service",
]


def upgrade() -> None:
    for statement in STATEMENTS:
        op.execute(statement)


def downgrade() -> None:
    op.execute("DROP TABLE entity_change")
    op.execute("ALTER TABLE entity DROP COLUMN merged_into")
    op.execute("ALTER TABLE entity_alias DROP COLUMN origin")
