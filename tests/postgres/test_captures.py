"""Captures: one transaction, idempotent, durable."""

import asyncio
from dataclasses import replace
from uuid import UUID, uuid4

import psycopg
import pytest
from psycopg import sql

from adapters.postgres.authority import Authority
from memory.model.chunk import ChunkStatus
from memory.model.errors import Erased, IdempotencyReused, NotFound
from memory.model.scope import Scope
from tests.builders import NOW, CaptureBuilder, Said, Tenant

Superuser = psycopg.Connection[tuple[object, ...]]


def count(superuser: Superuser, table: str, tenant: Tenant) -> int:
    query = sql.SQL("SELECT count(*) FROM {} WHERE tenant_id = %s").format(sql.Identifier(table))
    found = superuser.execute(query, [tenant.tenant_id]).fetchone()
    assert found
    return int(str(found[0]))


async def statuses(authority: Authority, tenant: Tenant, *chunk_ids: UUID) -> list[ChunkStatus]:
    return [chunk.status for chunk in await authority.captures.chunks(tenant.tenant_id, chunk_ids)]


async def test_a_capture_is_read_back_as_it_was(authority: Authority, tenant: Tenant) -> None:
    plan = CaptureBuilder(tenant).plan(Said("合同编号在蓝色文件夹里", turn=1), Said("The budget is 500.", turn=2))
    receipt = await authority.captures.capture(plan)
    assert not receipt.repeated
    assert receipt.chunk_ids == plan.operation.chunk_ids
    stored = await authority.captures.chunks(tenant.tenant_id, receipt.chunk_ids)
    assert stored == [draft.chunk for draft in plan.chunks]
    assert await authority.operations.operation(tenant.tenant_id, receipt.operation_id) == plan.operation


async def test_eight_parallel_captures_with_one_key_make_one_chunk(
    authority: Authority, tenant: Tenant, superuser: Superuser
) -> None:
    builder = CaptureBuilder(tenant)
    plans = [builder.plan("I moved to Chengdu.", key="k1") for _ in range(8)]
    receipts = await asyncio.gather(*(authority.captures.capture(plan) for plan in plans))
    assert len({receipt.chunk_ids for receipt in receipts}) == 1
    assert len({receipt.operation_id for receipt in receipts}) == 1
    assert sorted(receipt.repeated for receipt in receipts) == [False] + [True] * 7
    assert count(superuser, "chunk", tenant) == 1
    assert count(superuser, "operation", tenant) == 1


async def test_eight_parallel_captures_of_one_turn_make_one_chunk(
    authority: Authority, tenant: Tenant, superuser: Superuser
) -> None:
    builder = CaptureBuilder(tenant)
    plans = [builder.plan(Said("I moved to Chengdu.", turn=3)) for _ in range(8)]
    receipts = await asyncio.gather(*(authority.captures.capture(plan) for plan in plans))
    assert len({receipt.chunk_ids for receipt in receipts}) == 1
    assert count(superuser, "chunk", tenant) == 1


async def test_a_key_with_another_body_is_refused(authority: Authority, tenant: Tenant) -> None:
    builder = CaptureBuilder(tenant)
    await authority.captures.capture(builder.plan("one", key="k1"))
    with pytest.raises(IdempotencyReused):
        await authority.captures.capture(builder.plan("two", key="k1"))


async def test_the_same_turn_with_other_words_is_another_chunk(authority: Authority, tenant: Tenant) -> None:
    builder = CaptureBuilder(tenant)
    first = await authority.captures.capture(builder.plan(Said("red", turn=1)))
    second = await authority.captures.capture(builder.plan(Said("blue", turn=1)))
    assert not second.repeated
    assert await statuses(authority, tenant, *first.chunk_ids, *second.chunk_ids) == [ChunkStatus.CAPTURED] * 2


async def test_equal_words_without_id_and_turn_are_two_chunks(authority: Authority, tenant: Tenant) -> None:
    builder = CaptureBuilder(tenant)
    first = await authority.captures.capture(builder.plan("ok", "ok"))
    assert len(set(first.chunk_ids)) == 2


async def test_a_known_id_with_other_words_is_an_edit(
    authority: Authority, tenant: Tenant, superuser: Superuser
) -> None:
    builder = CaptureBuilder(tenant)
    first = await authority.captures.capture(builder.plan(Said("The limit is 30.", message_id="m1", turn=1)))
    edit = await authority.captures.capture(builder.plan(Said("The limit is 90.", message_id="m1", turn=1)))
    old, new = await authority.captures.chunks(tenant.tenant_id, [*first.chunk_ids, *edit.chunk_ids])
    assert (old.status, new.status) == (ChunkStatus.REPLACED, ChunkStatus.CAPTURED)
    assert (old.version, new.version) == (1, 2)
    postings = superuser.execute("SELECT 1 FROM posting WHERE object_id = %s", [old.chunk_id]).fetchall()
    assert postings == []
    wanted = superuser.execute("SELECT wanted_deleted FROM outbox WHERE object_id = %s", [old.chunk_id]).fetchone()
    assert wanted == (True,)


async def test_an_edit_sent_twice_changes_nothing_more(authority: Authority, tenant: Tenant) -> None:
    builder = CaptureBuilder(tenant)
    await authority.captures.capture(builder.plan(Said("a", message_id="m1")))
    edit = await authority.captures.capture(builder.plan(Said("b", message_id="m1")))
    again = await authority.captures.capture(builder.plan(Said("b", message_id="m1")))
    assert again == replace(edit, repeated=True)


async def test_an_id_used_twice_in_one_capture_keeps_the_last_words(authority: Authority, tenant: Tenant) -> None:
    builder = CaptureBuilder(tenant)
    plan = builder.plan(Said("a", message_id="m1"), Said("b", message_id="m1"), Said("b", message_id="m1"))
    receipt = await authority.captures.capture(plan)
    first, second, third = receipt.chunk_ids
    assert second == third
    assert await statuses(authority, tenant, first, second) == [ChunkStatus.REPLACED, ChunkStatus.CAPTURED]


async def test_known_and_new_messages_mix_in_message_order(authority: Authority, tenant: Tenant) -> None:
    builder = CaptureBuilder(tenant)
    one, two, three = (Said(f"message {turn}", turn=turn) for turn in (1, 2, 3))
    first = await authority.captures.capture(builder.plan(one, two))
    second = await authority.captures.capture(builder.plan(one, two, three))
    assert second.chunk_ids[:2] == first.chunk_ids
    assert second.operation_id != first.operation_id
    again = await authority.captures.capture(builder.plan(two))
    assert (again.repeated, again.operation_id) == (True, first.operation_id)


async def test_a_fenced_event_is_refused_and_stores_nothing(
    authority: Authority, tenant: Tenant, superuser: Superuser
) -> None:
    builder = CaptureBuilder(tenant)
    plan = builder.plan(Said("secret", message_id="m1"), key="k1")
    superuser.execute(
        "INSERT INTO fence VALUES (%s, %s, %s, now())", [tenant.tenant_id, plan.chunks[0].fence[0], uuid4()]
    )
    with pytest.raises(Erased):
        await authority.captures.capture(plan)
    assert count(superuser, "chunk", tenant) == count(superuser, "idempotency", tenant) == 0


async def test_a_key_claimed_for_another_post_gives_the_first_id(authority: Authority, tenant: Tenant) -> None:
    claim = authority.captures.claim_key
    first, second = uuid4(), uuid4()
    answers = await asyncio.gather(
        claim(tenant.tenant_id, b"k", "f", first, NOW), claim(tenant.tenant_id, b"k", "f", second, NOW)
    )
    assert len(set(answers)) == 1
    with pytest.raises(IdempotencyReused):
        await claim(tenant.tenant_id, b"k", "other", first, NOW)


async def test_scopes_exist_before_memory_is_written_to_them(authority: Authority, tenant: Tenant) -> None:
    store, scope = authority.captures, Scope(workspace="ws-typo", project="gateway")
    with pytest.raises(NotFound):
        await store.require_scope(tenant.tenant_id, scope, create=False)
    await store.require_scope(tenant.tenant_id, Scope(), create=False)
    await store.require_scope(tenant.tenant_id, scope, create=True)
    await Authority(authority.database).captures.require_scope(tenant.tenant_id, scope, create=False)


async def test_debug_records_are_kept_but_never_findable(
    authority: Authority, tenant: Tenant, superuser: Superuser
) -> None:
    scope = Scope(user_id="lin", session_id="s1", purpose="debug")
    await authority.captures.capture(CaptureBuilder(tenant, scope=scope).plan("stack trace"))
    assert count(superuser, "chunk", tenant) == 1
    assert count(superuser, "posting", tenant) == count(superuser, "outbox", tenant) == 0
