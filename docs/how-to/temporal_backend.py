"""A backend that remembers from its own workflow, and waits until the memory has been compiled into facts.

Run: `MEMC_URL=… MEMC_API_KEY=… MEMC_CODEC_KEYS=… python docs/how-to/temporal_backend.py` (see temporal-clients.md).
"""

import asyncio
import os
from datetime import timedelta

from temporalio import workflow
from temporalio.client import Client
from temporalio.worker import Worker

with workflow.unsafe.imports_passed_through():
    from api.client.temporal import AwaitCompile, CaptureCall, CaptureMessage, Compiled, MemoryActivities
    from bootstrap.temporal.codec import keys_from_text
    from bootstrap.temporal.plugin import build_plugin


@workflow.defn
class HandleTicket:
    """A support ticket comes in: remember what was said, then go on with what it means."""

    @workflow.run
    async def run(self, call: CaptureCall) -> Compiled:
        captured = await workflow.execute_activity_method(
            MemoryActivities.capture_memory, call, start_to_close_timeout=timedelta(seconds=15)
        )
        return await workflow.execute_activity_method(
            MemoryActivities.await_compile,
            AwaitCompile(operation_id=captured.operation_id),
            start_to_close_timeout=timedelta(hours=1),
            heartbeat_timeout=timedelta(seconds=30),
        )


async def main() -> None:
    plugin = build_plugin(keys_from_text(os.environ["MEMC_CODEC_KEYS"]))
    client = await Client.connect(os.environ.get("TEMPORAL_ADDRESS", "127.0.0.1:7233"), plugins=[plugin])
    async with MemoryActivities(url=os.environ["MEMC_URL"], api_key=os.environ["MEMC_API_KEY"]) as memory:
        activities = [memory.capture_memory, memory.await_compile]
        async with Worker(client, task_queue="tickets", workflows=[HandleTicket], activities=activities):
            said = CaptureMessage(content="我负责网关项目，下周三之前要上线。", name="Lin", id="ticket-1")
            call = CaptureCall(messages=(said,), user_id="lin", project="gateway", timezone="Asia/Shanghai")
            done = await client.execute_workflow(HandleTicket.run, call, id="ticket-1", task_queue="tickets")
            print(done.status)


if __name__ == "__main__":
    asyncio.run(main())
