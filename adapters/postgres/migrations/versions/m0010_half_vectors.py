"""Embedded vectors in 16 bits a number (decision 0023).

Revision ID: 0010
"""

from alembic import op

from adapters.pgvector.schema import HNSW, HNSW_INDEX, HNSW_MAX_DIMENSION

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def _turned(into: str) -> str:
    """Keeps the length; a new database has the wanted type from the start."""
    return f"""DO $$ DECLARE length int; BEGIN
        SELECT atttypmod INTO length FROM pg_attribute
            WHERE attrelid = to_regclass('projection.vector_object') AND attname = 'embedding'
              AND format_type(atttypid, NULL) <> '{into}';
        IF length IS NOT NULL THEN
            DROP INDEX IF EXISTS projection.{HNSW_INDEX};
            EXECUTE format('ALTER TABLE projection.vector_object ALTER COLUMN embedding TYPE {into}(%s)', length);
        END IF;
    END $$"""


def _indexed(definition: str, most: int) -> str:
    return f"""DO $$ BEGIN
        IF (SELECT atttypmod <= {most} FROM pg_attribute
            WHERE attrelid = to_regclass('projection.vector_object') AND attname = 'embedding')
        THEN {definition}; END IF;
    END $$"""


# An index of neighbours that does not fit is built row by row: 240,000 vectors take a minute or two with this, and ten without.
# Workers would share that memory by way of /dev/shm, which is 64 MB in a container.
_ROOM = "SET LOCAL maintenance_work_mem = '1GB'; SET LOCAL max_parallel_maintenance_workers = 0"


def upgrade() -> None:
    op.execute(_ROOM)
    op.execute(_turned("halfvec"))
    op.execute(_indexed(HNSW, HNSW_MAX_DIMENSION))


def downgrade() -> None:
    op.execute(_ROOM)
    op.execute(_turned("vector"))
    op.execute(_indexed(HNSW.replace("halfvec_cosine_ops", "vector_cosine_ops"), 2000))
