"""Heartbeats, so that a dead worker is noticed soon and a cancel reaches a running activity."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, suppress

from temporalio import activity


@asynccontextmanager
async def heartbeating() -> AsyncGenerator[None]:
    """Beats while the block runs, three times in each heartbeat timeout of the activity.

    It says that the process is alive; that the work moves is bounded by start-to-close. CPU work runs in threads, so the
    loop stays free to beat.
    """
    timeout = activity.info().heartbeat_timeout
    if timeout is None:
        yield
        return
    beats = asyncio.create_task(_beat(timeout.total_seconds() / 3))
    try:
        yield
    finally:
        beats.cancel()
        with suppress(asyncio.CancelledError):
            await beats


async def _beat(interval_s: float) -> None:
    while True:
        activity.heartbeat()
        await asyncio.sleep(interval_s)
