"""Connecting to Temporal."""

import asyncio
import logging
import os
from collections.abc import Mapping
from contextlib import suppress

from temporalio.client import Client
from temporalio.runtime import Runtime

from bootstrap.temporal.plugin import build_plugin
from memory.model.errors import Unavailable

logger = logging.getLogger(__name__)

FIRST_PAUSE_S = 0.5
LONGEST_PAUSE_S = 10.0


async def connect(
    *,
    address: str,
    namespace: str,
    keys: Mapping[str, bytes],
    role: str,
    lazy: bool = False,
    runtime: Runtime | None = None,
) -> Client:
    """Connects with the project's plugin.

    Args:
        address: host:port of the frontend.
        namespace: Namespace of the workflows.
        keys: Key ring of the codec, the encrypting key first.
        role: `api`, `worker`, …: part of the identity that histories show. The SDK's own would show the host's name.
        lazy: Connect at the first call, so that a process may start while Temporal is down (not for workers).
        runtime: Telemetry other than the default.

    Raises:
        Unavailable: the server does not answer (never when lazy).
    """
    try:
        return await Client.connect(
            address,
            namespace=namespace,
            plugins=[build_plugin(keys)],
            identity=f"memc-{role}/{os.getpid()}",
            lazy=lazy,
            runtime=runtime,
        )
    except RuntimeError:
        raise Unavailable(
            f"Temporal at {address} does not answer. Start it, or correct MEMC_TEMPORAL_ADDRESS."
        ) from None


async def connect_worker(
    *,
    address: str,
    namespace: str,
    keys: Mapping[str, bytes],
    stop: asyncio.Event,
    runtime: Runtime | None = None,
) -> Client | None:
    """Connects as a worker must (not lazily), waiting for a server that is down; None when `stop` is set meanwhile."""
    pause_s = FIRST_PAUSE_S
    while not stop.is_set():
        try:
            return await connect(address=address, namespace=namespace, keys=keys, role="worker", runtime=runtime)
        except Unavailable:
            logger.warning("temporal does not answer at %s; trying again in %.1f s", address, pause_s)
        with suppress(TimeoutError):
            await asyncio.wait_for(stop.wait(), pause_s)
        pause_s = min(2 * pause_s, LONGEST_PAUSE_S)
    return None
