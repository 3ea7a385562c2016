"""What recall looks for by an index: who speaks, in the form in which it is looked for, and what ends when.

Below row security an index over `lower(speaker)` was never read: the function is no leakproof one, and every chunk of a scope
was looked at for each word of a question. A column of its own is compared by plain equality.

Revision ID: 0009
"""

from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None

STATEMENTS = [
    "ALTER TABLE chunk ADD COLUMN speaker_key text GENERATED ALWAYS AS (lower(speaker)) STORED",
    "CREATE INDEX chunk_by_speaker_key ON chunk (tenant_id, scope_key, speaker_key)",
    "DROP INDEX chunk_by_speaker",
    """CREATE INDEX fact_by_end ON fact_version (tenant_id, scope_key, event_end)
        WHERE known_to IS NULL AND event_end IS NOT NULL""",
]


def upgrade() -> None:
    for statement in STATEMENTS:
        op.execute(statement)


def downgrade() -> None:
    op.execute("DROP INDEX fact_by_end")
    op.execute("CREATE INDEX chunk_by_speaker ON chunk (tenant_id, scope_key, lower(speaker))")
    op.execute("DROP INDEX chunk_by_speaker_key")
    op.execute("ALTER TABLE chunk DROP COLUMN speaker_key")
