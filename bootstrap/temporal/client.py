"""Connecting to Temporal."""

import os
from collections.abc import Mapping

from temporalio.client import Client
from temporalio.runtime import Runtime

from bootstrap.temporal.plugin import build_plugin
from memory.model.errors import Unavailable


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
