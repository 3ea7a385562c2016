"""Every step may run twice, also at once, without another result."""

import asyncio
from collections.abc import Awaitable, Callable
from uuid import UUID

import psycopg

from adapters.postgres.authority import Authority
from memory.model.chunk import ChunkStatus, OperationStatus, StageState
from memory.model.errors import Conflict, StaleWrite
from memory.ports.projecting import Target
from memory.time import resolve
from tests.builders import NOW, CaptureBuilder, Said, Tenant, minutes
from tests.postgres.compiled import link, settle, states
from tests.postgres.test_erasing import bytes_of

Superuser = psycopg.Connection[tuple[object, ...]]
SAID = [Said("I live in Chengdu", turn=1), Said("my cat is white", turn=2), Said("budget 500", turn=3)]
STATING = states(("lives_in", "Chengdu"), ("has_pet", "white cat"), ("budget", "500"))


async def steps(authority: Authority, tenant: Tenant, operation_id: UUID) -> list[Callable[[], Awaitable[object]]]:
    tenant_id = tenant.tenant_id
    items = await authority.compiling.chunks_to_compile(tenant_id, operation_id, 0)
    chunks = [item.chunk for item in items]
    readings = {chunk.chunk_id: resolve(chunk.text, NOW, "UTC") for chunk in chunks}

    async def project() -> None:
        for target in Target:
            wanted = await authority.outbox.wanted(tenant_id, target, 100)
            await authority.outbox.mark_projected(tenant_id, wanted)

    return [
        lambda: authority.operations.begin_stage(tenant_id, operation_id, "extract", 1),
        lambda: authority.compiling.save_times(tenant_id, readings),
        lambda: authority.compiling.save_statements(tenant_id, STATING(chunks)),
        lambda: link(authority, tenant_id, operation_id),
        lambda: settle(authority, tenant_id, operation_id),
        project,
        lambda: authority.operations.end_stage(tenant_id, operation_id, "extract"),
        lambda: authority.operations.finish(tenant_id, operation_id, OperationStatus.DONE, None, NOW),
    ]


async def insisting(step: Callable[[], Awaitable[object]]) -> None:
    """As a workflow engine does: what another writer spoiled is tried again."""
    for _ in range(5):
        try:
            await step()
        except StaleWrite:
            continue
        return
    raise AssertionError("five times stale")


async def test_steps_run_once_twice_or_four_times_at_once_leave_the_same_rows(
    authority: Authority, tenant: Tenant, superuser: Superuser
) -> None:
    plan = CaptureBuilder(tenant).plan(*SAID)
    await authority.captures.capture(plan)
    operation_id = plan.operation.operation_id
    volatile = ("operation",)
    for step in await steps(authority, tenant, operation_id):
        await asyncio.gather(*(insisting(step) for _ in range(4)))
        once = bytes_of(superuser, tenant, skip=volatile)
        await step()
        assert bytes_of(superuser, tenant, skip=volatile) == once
    counted = superuser.execute(
        "SELECT object_kind, documents FROM bucket_stat WHERE tenant_id = %s ORDER BY 1", [tenant.tenant_id]
    ).fetchall()
    assert counted == [("chunk", 3), ("fact", 3)]


async def test_stages_are_shown_as_they_go(authority: Authority, tenant: Tenant) -> None:
    store, tenant_id = authority.operations, tenant.tenant_id
    receipt = await authority.captures.capture(CaptureBuilder(tenant).plan("hello"))
    operation_id = receipt.operation_id
    await store.begin_stage(tenant_id, operation_id, "make_recallable", 1)
    await store.end_stage(tenant_id, operation_id, "make_recallable", "projection_unavailable")
    waiting = await store.operation(tenant_id, operation_id)
    assert waiting.status is OperationStatus.WAITING
    assert waiting.stages[0] == StageState("make_recallable", "failed", 1, "projection_unavailable")
    await store.begin_stage(tenant_id, operation_id, "make_recallable", 2)
    await store.end_stage(tenant_id, operation_id, "make_recallable")
    running = await store.operation(tenant_id, operation_id)
    assert (running.status, running.stages[0]) == (OperationStatus.RUNNING, StageState("make_recallable", "done", 2))
    assert [stage.status for stage in running.stages[1:]] == ["pending"] * 5
    await store.finish(tenant_id, operation_id, OperationStatus.DONE, None, NOW)
    ended = await store.begin_stage(tenant_id, operation_id, "extract", 1)
    assert ended == await store.operation(tenant_id, operation_id)
    assert ended.status is OperationStatus.DONE


async def test_a_failed_operation_is_tried_again_and_a_done_one_is_not(authority: Authority, tenant: Tenant) -> None:
    store, tenant_id = authority.operations, tenant.tenant_id
    receipt = await authority.captures.capture(CaptureBuilder(tenant).plan("hello"))
    operation_id = receipt.operation_id
    assert (await store.request_cancel(tenant_id, operation_id, NOW)).cancel_requested
    await authority.compiling.withdraw(tenant_id, operation_id)
    await store.finish(tenant_id, operation_id, OperationStatus.FAILED, "cancelled", NOW)
    (chunk,) = await authority.captures.chunks(tenant_id, receipt.chunk_ids)
    assert (chunk.status, chunk.status_reason) == (ChunkStatus.FAILED, "cancelled")
    (unwanted,) = await authority.outbox.wanted(tenant_id, Target.VECTORS, 9)
    assert unwanted.delete
    again = await store.reopen(tenant_id, operation_id, NOW + minutes(1))
    assert (again.status, again.attempt, again.cancel_requested) == (OperationStatus.ACCEPTED, 2, False)
    assert again.workflow_id == f"compile-{operation_id}-2"
    (wanted,) = await authority.outbox.wanted(tenant_id, Target.VECTORS, 9, [operation_id])
    assert not wanted.delete
    await store.finish(tenant_id, operation_id, OperationStatus.DONE, None, NOW)
    for refused in (store.reopen, store.request_cancel):
        try:
            await refused(tenant_id, operation_id, NOW)
        except Conflict:
            continue
        raise AssertionError("a finished operation was changed")
