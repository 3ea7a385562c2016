"""What the planner believes of a tenant: not one row, but as many as the largest tenant has (decision 0005).

Revision ID: 0007
"""

from typing import Final

from alembic import op
from sqlalchemy import text

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None

_SETTING: Final = "NULLIF(current_setting('app.tenant', true), '')::uuid"
_WALLED: Final = "SELECT schemaname || '.' || tablename FROM pg_policies WHERE policyname = 'tenant_only' ORDER BY 1"


def planned(table: str) -> list[str]:
    """Statements for a table with `tenant_id` and its policy `tenant_only`.

    With one distinct value on record and a tenant that is unknown when a plan is made, the share of the commonest tenant
    is reckoned with. The policy reads its setting in a sub-select, since the planner would look up a plain one.
    """
    return [
        f"ALTER TABLE {table} ALTER COLUMN tenant_id SET STATISTICS 1",
        f"ALTER TABLE {table} ALTER COLUMN tenant_id SET (n_distinct = 1)",
        *_policy(table, f"(SELECT {_SETTING})"),
    ]


def _policy(table: str, tenant: str) -> list[str]:
    mine = f"tenant_id = {tenant}"
    return [f"ALTER POLICY tenant_only ON {table} USING ({mine}) WITH CHECK ({mine})"]


def _tables() -> list[str]:
    return [str(name) for name in op.get_bind().execute(text(_WALLED)).scalars()]


def upgrade() -> None:
    for statement in (statement for table in _tables() for statement in planned(table)):
        op.execute(statement)


def downgrade() -> None:
    for table in _tables():
        op.execute(f"ALTER TABLE {table} ALTER COLUMN tenant_id SET STATISTICS 0")
        op.execute(f"ALTER TABLE {table} ALTER COLUMN tenant_id RESET (n_distinct)")
        for statement in _policy(table, _SETTING):
            op.execute(statement)
