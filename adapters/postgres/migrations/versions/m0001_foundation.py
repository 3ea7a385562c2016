"""The first schema: everything, from explicit statements.

Revision ID: 0001
"""

from alembic import op

from adapters.pggraph import schema as graph_schema
from adapters.pgvector import schema as vector_schema
from adapters.postgres.migrations.foundation import (
    access,
    evidence,
    facts,
    forgetting,
    projecting,
    recalling,
    security,
    statements,
)

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

EXTENSIONS = ["CREATE EXTENSION IF NOT EXISTS btree_gist", "CREATE EXTENSION IF NOT EXISTS vector"]


def upgrade() -> None:
    rooms = (access, evidence, statements, facts, projecting, forgetting, recalling)
    tables = [statement for room in rooms for statement in room.STATEMENTS]
    for statement in [*EXTENSIONS, *tables, *vector_schema.DDL, *graph_schema.DDL, *security.STATEMENTS]:
        op.execute(statement)


def downgrade() -> None:
    raise NotImplementedError("The first schema is not taken back: drop the database instead.")
