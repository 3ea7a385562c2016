"""Begin and end of an operation's stage in one round trip each: a compile has six of each.

Revision ID: 0002
"""

from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

_TAKE_PART = """
    -- As a transaction of the service begins: one tenant, and no erasure's request beside it.
    PERFORM set_config('app.tenant', of_tenant::text, true);
    PERFORM pg_advisory_xact_lock_shared(hashtextextended(of_tenant::text, 7));
    -- A mark that a crash of the server loses is made again by the next one; only `finish` must be there for good.
    PERFORM set_config('synchronous_commit', 'off', true);"""

_STAGES = """
    SELECT jsonb_agg(CASE WHEN s.item ->> 'name' = of_stage THEN s.item || {change} ELSE s.item END ORDER BY s.place)
    FROM jsonb_array_elements(o.stages) WITH ORDINALITY AS s (item, place)"""

_OPEN = "o.status NOT IN ('done', 'partial', 'failed') AND o.stages <> '[]'"

_BEGUN = """jsonb_build_object('status', 'running', 'error', NULL,
        'attempts', coalesce(of_attempt, (s.item ->> 'attempts')::integer + 1))"""

BEGIN = f"""
CREATE FUNCTION memc_begin_stage(of_tenant uuid, of_operation uuid, of_stage text, of_attempt integer)
RETURNS SETOF operation LANGUAGE plpgsql
    SET search_path = public, pg_temp SET plan_cache_mode = auto AS $$
BEGIN{_TAKE_PART}
    IF of_stage = 'make_recallable' THEN
        UPDATE chunk c SET status = 'compiling'
        WHERE c.tenant_id = of_tenant AND c.operation_id = of_operation AND c.status = 'captured';
    END IF;
    RETURN QUERY UPDATE operation o SET status = 'running', updated_at = now(),
        stages = ({_STAGES.format(change=_BEGUN)})
    WHERE o.tenant_id = of_tenant AND o.operation_id = of_operation AND {_OPEN} RETURNING o.*;
    IF NOT FOUND THEN
        RETURN QUERY SELECT * FROM operation o WHERE o.tenant_id = of_tenant AND o.operation_id = of_operation;
    END IF;
END $$"""

_ENDED = "jsonb_build_object('status', CASE WHEN of_error IS NULL THEN 'done' ELSE 'failed' END, 'error', of_error)"

END = f"""
CREATE FUNCTION memc_end_stage(of_tenant uuid, of_operation uuid, of_stage text, of_error text)
RETURNS void LANGUAGE plpgsql
    SET search_path = public, pg_temp SET plan_cache_mode = auto AS $$
BEGIN{_TAKE_PART}
    UPDATE operation o SET updated_at = now(), status = CASE WHEN of_error IS NULL THEN 'running' ELSE 'waiting' END,
        stages = ({_STAGES.format(change=_ENDED)})
    WHERE o.tenant_id = of_tenant AND o.operation_id = of_operation AND {_OPEN};
END $$"""


def upgrade() -> None:
    for name, statement in (("memc_begin_stage", BEGIN), ("memc_end_stage", END)):
        op.execute(statement)
        op.execute(f"REVOKE ALL ON FUNCTION {name} FROM PUBLIC")
        op.execute(f"GRANT EXECUTE ON FUNCTION {name} TO memc_service")


def downgrade() -> None:
    for name in ("memc_begin_stage", "memc_end_stage"):
        op.execute(f"DROP FUNCTION {name}")
