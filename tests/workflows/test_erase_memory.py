"""`EraseMemory` over recording use cases."""

import asyncio
from uuid import uuid4

import pytest
from temporalio.client import Client, WorkflowFailureError, WorkflowHandle
from temporalio.exceptions import ApplicationError

import workflows.options as options
from memory.model.erasing import Store
from memory.model.errors import ConfigurationInvalid, NotFound, ProjectionUnavailable, Unavailable
from tests.workflows.conftest import assert_no_task_failed, eventually, working, world_of
from tests.workflows.fakes import TENANT
from workflows.contracts import EraseInput, EraseResult
from workflows.erase_memory import EraseMemory

STORES = ["vectors", "graph", "log", "blobs", "histories"]


async def start(client: Client) -> WorkflowHandle[EraseMemory, EraseResult]:
    request = EraseInput(tenant_id=TENANT, erasure_id=uuid4())
    return await client.start_workflow(
        EraseMemory.run, request, id=f"erase-{request.erasure_id}", task_queue=options.WORKFLOWS
    )


async def test_detaches_then_empties_every_store_then_finishes(client: Client, cached_workflows: int) -> None:
    world = world_of()
    async with working(client, world, cached_workflows):
        handle = await start(client)
        await handle.result()
    calls = world.erase.calls
    assert calls[:2] == ["detach", "authority"]
    assert sorted(calls[2:-1]) == sorted(STORES)
    assert calls[-1] == "finish"
    assert world.erase.blocked == []
    await assert_no_task_failed(client, handle.id)


async def test_a_store_that_is_down_is_shown_and_waited_for(client: Client, cached_workflows: int) -> None:
    world = world_of()
    world.erase.errors["graph"] = [ProjectionUnavailable("down") for _ in range(15)]
    async with working(client, world, cached_workflows):
        handle = await start(client)
        await handle.result()
    assert world.erase.blocked == [Store.GRAPH]
    assert world.erase.count("graph") == 16
    assert world.erase.calls[-1] == "finish"
    await assert_no_task_failed(client, handle.id)


async def test_the_other_stores_are_emptied_meanwhile_and_nothing_is_reported_early(client: Client) -> None:
    world = world_of()
    world.erase.always["vectors"] = lambda: ProjectionUnavailable("down")
    async with working(client, world):
        handle = await start(client)
        await eventually(lambda: world.erase.blocked == [Store.VECTORS] and world.erase.count("histories") == 1)
        assert world.erase.count("finish") == 0
        del world.erase.always["vectors"]
        await handle.result()
    assert world.erase.count("finish") == 1


async def test_a_cancel_comes_too_late(client: Client, cached_workflows: int) -> None:
    world = world_of()
    gate = world.erase.hold("vectors")
    async with working(client, world, cached_workflows):
        handle = await start(client)
        await asyncio.wait_for(world.erase.entered["vectors"].wait(), 20)
        await handle.cancel()
        await asyncio.sleep(0.3)
        gate.set()
        await handle.result()
    assert world.erase.calls[-1] == "finish"
    await assert_no_task_failed(client, handle.id)


async def test_an_error_called_final_does_not_end_an_erasure(client: Client, cached_workflows: int) -> None:
    world = world_of()
    world.erase.errors["vectors"] = [ConfigurationInvalid("dimension differs") for _ in range(3)]
    async with working(client, world, cached_workflows):
        handle = await start(client)
        await handle.result()
    assert world.erase.calls[-1] == "finish"
    assert world.erase.count("vectors") == 4


async def test_waits_for_the_authority_before_anything_else(client: Client) -> None:
    world = world_of()
    world.erase.errors["detach"] = [Unavailable("no connection") for _ in range(5)]
    async with working(client, world):
        await (await start(client)).result()
    assert world.erase.calls[:6] == ["detach"] * 6
    assert world.erase.blocked == [Store.AUTHORITY]


async def test_an_unknown_erasure_fails(client: Client) -> None:
    world = world_of()
    world.erase.always["detach"] = lambda: NotFound("There is no such erasure.")
    async with working(client, world):
        with pytest.raises(WorkflowFailureError) as raised:
            await (await start(client)).result()
    assert isinstance(raised.value.cause, ApplicationError)
    assert raised.value.cause.type == "not_found"
