"""Walls between tenants, in the database itself."""

from dataclasses import replace
from uuid import uuid4

import psycopg
import pytest
from psycopg import errors, sql

from adapters.postgres.authority import Authority
from adapters.postgres.pool import Database, rows
from memory.model.errors import Conflict, MemcError, NotFound, Unauthenticated, Unavailable
from memory.model.scope import Reader
from memory.ports.projecting import Target
from tests.builders import LIN, NOW, CaptureBuilder, Tenant, a_key, minutes, reader_of
from tests.postgres.compiled import compile_said, states
from tests.postgres.conftest import DBNAME, Addresses

Superuser = psycopg.Connection[tuple[object, ...]]

_TENANT_TABLES = """
SELECT c.oid::regclass::text, c.relrowsecurity, c.relforcerowsecurity, (SELECT count(*) FROM pg_policy p
    WHERE p.polrelid = c.oid AND p.polname = 'tenant_only' AND p.polcmd = '*' AND p.polqual IS NOT NULL
      AND p.polwithcheck IS NOT NULL AND p.polroles = '{0}')
FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
WHERE c.relkind IN ('r', 'p') AND n.nspname IN ('public', 'projection')
  AND EXISTS (SELECT FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attname = 'tenant_id' AND NOT a.attisdropped)"""


async def test_every_table_with_a_tenant_forces_its_policy(authority: Authority, superuser: Superuser) -> None:
    found = superuser.execute(_TENANT_TABLES).fetchall()
    assert len(found) >= 31
    assert [row[0] for row in found if row[1:] != (True, True, 1)] == []


async def test_only_the_expected_tables_have_no_tenant(authority: Authority, superuser: Superuser) -> None:
    found = superuser.execute(
        "SELECT tablename FROM pg_tables t WHERE schemaname IN ('public', 'projection') AND NOT EXISTS (SELECT FROM"
        " information_schema.columns c WHERE c.table_schema = t.schemaname AND c.table_name = t.tablename"
        " AND c.column_name = 'tenant_id')"
    ).fetchall()
    assert found == [("alembic_version",)]


async def test_keys_begin_with_the_tenant(authority: Authority, superuser: Superuser) -> None:
    found = superuser.execute(
        "SELECT i.indrelid::regclass::text, a.attname FROM pg_index i JOIN pg_attribute a ON a.attrelid = i.indrelid"
        " AND a.attnum = i.indkey[0] JOIN pg_class c ON c.oid = i.indrelid JOIN pg_namespace n ON n.oid ="
        " c.relnamespace WHERE i.indisprimary AND n.nspname IN ('public', 'projection')"
    ).fetchall()
    assert {name for name, column in found if column != "tenant_id"} == {"alembic_version"}


@pytest.mark.parametrize("role", ["service", "owner"])
async def test_without_a_tenant_no_row_is_seen(
    authority: Authority, tenant: Tenant, addresses: Addresses, superuser: Superuser, role: str
) -> None:
    await compile_said(authority, CaptureBuilder(tenant), ["limit 30"], states(("limit", "30")))
    url = addresses.service if role == "service" else addresses.owner
    tables = [str(row[0]) for row in superuser.execute(_TENANT_TABLES).fetchall()]
    with psycopg.connect(url, autocommit=True) as connection:
        for context in ("", str(uuid4())):
            connection.execute("SELECT set_config('app.tenant', %s, false)", [context])
            seen = {table: _count(connection, table) for table in tables}
            assert set(seen.values()) == {0}


def _count(connection: Superuser, table: str) -> int:
    query = sql.SQL("SELECT count(*) FROM {}").format(sql.Identifier(*table.split(".")))
    found = connection.execute(query).fetchone()
    assert found
    return int(str(found[0]))


async def test_a_row_of_another_tenant_cannot_be_written(tenant: Tenant, addresses: Addresses) -> None:
    mine, other = uuid4(), tenant.tenant_id
    with psycopg.connect(addresses.service) as connection:
        connection.execute("SELECT set_config('app.tenant', %s, true)", [str(mine)])
        with pytest.raises(errors.InsufficientPrivilege, match="row-level security"):
            connection.execute(
                "INSERT INTO workspace (tenant_id, workspace, created_at) VALUES (%s, 'x', now())", [other]
            )


async def test_a_row_cannot_be_moved_to_another_tenant(
    authority: Authority, tenant: Tenant, addresses: Addresses
) -> None:
    other = Tenant.fresh()
    await authority.keys.create(a_key(other.name), NOW)
    with psycopg.connect(addresses.service) as connection:
        connection.execute("SELECT set_config('app.tenant', %s, true)", [str(tenant.tenant_id)])
        with pytest.raises(errors.InsufficientPrivilege, match="row-level security"):
            connection.execute("UPDATE workspace SET tenant_id = %s", [other.tenant_id])


async def test_the_service_owns_nothing_and_bypasses_nothing(addresses: Addresses) -> None:
    with psycopg.connect(addresses.service) as connection:
        flags = connection.execute(
            "SELECT rolsuper, rolbypassrls, rolcreaterole, rolcreatedb FROM pg_roles WHERE rolname = current_user"
        ).fetchone()
        owned = connection.execute("SELECT count(*) FROM pg_class WHERE relowner = current_user::regrole").fetchone()
        assert flags == (False, False, False, False)
        assert owned == (0,)
    for forbidden in (
        "ALTER TABLE chunk DISABLE ROW LEVEL SECURITY",
        "TRUNCATE chunk",
        "SET ROLE memc_definer",
        "CREATE TABLE own (id int)",
        "DROP POLICY tenant_only ON chunk",
    ):
        with psycopg.connect(addresses.service) as connection, pytest.raises(errors.InsufficientPrivilege):
            connection.execute(forbidden)


async def test_definer_functions_answer_across_tenants_and_only_for_the_service(
    authority: Authority, tenant: Tenant, addresses: Addresses, superuser: Superuser
) -> None:
    receipt = await authority.captures.capture(CaptureBuilder(tenant).plan("hello"))
    stranded = await authority.operations.stranded(NOW + minutes(1), 100_000)
    assert receipt.operation_id in {item.operation_id for item in stranded}
    assert await authority.operations.stranded(NOW - minutes(1), 100_000) == []
    assert tenant.tenant_id in await authority.outbox.tenants_waiting(Target.VECTORS, 100_000)
    functions = superuser.execute(
        "SELECT proname, prosecdef, proowner::regrole::text, proconfig, proacl::text FROM pg_proc"
        " WHERE proname LIKE 'memc%' AND prosecdef"
    ).fetchall()
    assert len(functions) == 6
    for name, definer, owner, config, acl in functions:
        assert (definer, owner) == (True, "memc_definer"), name
        assert config == ["search_path=pg_catalog, pg_temp"], name
        assert sorted(str(acl).strip("{}").split(",")) == [
            "memc_definer=X/memc_definer",
            "memc_service=X/memc_definer",
        ], name
    with psycopg.connect(addresses.owner) as connection, pytest.raises(errors.InsufficientPrivilege):
        connection.execute("SELECT count(*) FROM memc_tenants()")


async def test_ids_of_another_tenant_are_unknown(authority: Authority, tenant: Tenant) -> None:
    compiled = await compile_said(authority, CaptureBuilder(tenant), ["limit 30"], states(("limit", "30")))
    (mine,) = await authority.lifecycle.ageing_facts(tenant.tenant_id, None, 9)
    other = Tenant.fresh()
    await authority.keys.create(a_key(other.name), NOW)
    reader, memory_id = reader_of(LIN), mine.fact.memory_id
    chunk_ids = [chunk.chunk_id for chunk in compiled.chunks]
    assert await authority.captures.chunks(other.tenant_id, chunk_ids) == []
    assert await authority.recalling.facts(other.tenant_id, reader, [memory_id], None) == []
    assert await authority.recalling.history(other.tenant_id, reader, memory_id) == []
    assert await authority.compiling.chunks_to_compile(other.tenant_id, compiled.operation_id, 3) == []
    for unknown in (
        authority.operations.operation(other.tenant_id, compiled.operation_id),
        authority.operations.reopen(other.tenant_id, compiled.operation_id, NOW),
        authority.lifecycle.revoke(other.tenant_id, reader, memory_id, uuid4(), "", NOW),
        authority.lifecycle.pin(other.tenant_id, reader, memory_id, NOW),
        authority.recalling.lineage(other.tenant_id, reader, memory_id),
        authority.erasures.erasure(other.tenant_id, uuid4()),
        authority.captures.tenant_secret(uuid4()),
    ):
        with pytest.raises(NotFound):
            await unknown


async def test_keys_are_looked_up_across_tenants(authority: Authority, tenant: Tenant) -> None:
    key = a_key(tenant.name, user_id="lin", projects=frozenset({"gateway"}), expires_at=NOW + minutes(5))
    await authority.keys.create(key, NOW)
    principal = await authority.keys.authenticate(key.key_id, key.secret_hash, NOW)
    assert (principal.tenant_id, principal.user_id, principal.projects) == (tenant.tenant_id, "lin", {"gateway"})
    refused = [
        (key.key_id, b"x" * 32, NOW),
        (uuid4(), key.secret_hash, NOW),
        (key.key_id, key.secret_hash, NOW + minutes(6)),
    ]
    for key_id, secret_hash, now in refused:
        with pytest.raises(Unauthenticated):
            await authority.keys.authenticate(key_id, secret_hash, now)
    with pytest.raises(Conflict):
        await authority.keys.create(replace(key, tenant="another"), NOW)
    await authority.keys.withdraw(tenant.tenant_id, key.key_id, NOW)
    with pytest.raises(Unauthenticated):
        await authority.keys.authenticate(key.key_id, key.secret_hash, NOW)
    with pytest.raises(NotFound):
        await authority.keys.withdraw(tenant.tenant_id, key.key_id, NOW)
    assert key.key_id not in {info.key_id for info in await authority.keys.list_keys(tenant.tenant_id)}


async def test_errors_quote_no_memory(database: Database, tenant: Tenant) -> None:
    with pytest.raises(MemcError) as refused:
        async with database.writing(tenant.tenant_id) as connection:
            await rows(connection, "SELECT (%(text)s)::int", {"text": "canary-1"})
    shown = f"{refused.value!r} {refused.value.message} {refused.value.__cause__!r}"
    assert "canary" not in shown
    assert refused.value.__suppress_context__


async def test_an_absent_database_is_unavailable(addresses: Addresses) -> None:
    absent = Database(addresses.service.replace(DBNAME, "nowhere"), wait_timeout_s=0.3)
    await absent.open()
    try:
        with pytest.raises(Unavailable):
            await Authority(absent).recalling.facts_of_entities(uuid4(), Reader(), [], 1)
    finally:
        await absent.close()


async def test_connections_that_the_server_dropped_are_replaced_unnoticed(
    authority: Authority, tenant: Tenant, superuser: Superuser
) -> None:
    superuser.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'memc_app'")
    for _ in range(3):
        await authority.captures.chunks(tenant.tenant_id, [uuid4()])
    await authority.captures.capture(CaptureBuilder(tenant).plan("after the crash"))
