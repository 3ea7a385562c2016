"""What a statement is about: its topic, and hashed pieces of its words by which statements on one thing find each other.

Revision ID: 0008
"""

from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None

STATEMENTS = [
    # The pieces are hashed with the scope: an index over all tenants stays selective, and holds no words.
    "ALTER TABLE assertion ADD COLUMN topic text[], ADD COLUMN topic_keys bigint[]",
    "ALTER TABLE assertion ADD COLUMN turns boolean NOT NULL DEFAULT false",
    "CREATE INDEX assertion_by_topic ON assertion USING gin (topic_keys) WHERE topic_keys IS NOT NULL",
    "CREATE INDEX assertion_turning ON assertion USING gin (topic_keys) WHERE turns",
]


def upgrade() -> None:
    for statement in STATEMENTS:
        op.execute(statement)


def downgrade() -> None:
    for name in ("topic", "topic_keys", "turns"):
        op.execute(f"ALTER TABLE assertion DROP COLUMN {name}")
