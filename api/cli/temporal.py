"""What commands ask of Temporal directly."""

import asyncio
from dataclasses import asdict
from typing import Any

from temporalio.client import Client
from temporalio.service import RPCError

from bootstrap.embedded.attach import attached
from bootstrap.settings import load_settings
from bootstrap.temporal.client import connect
from memory.model.errors import Unavailable
from worker import schedules


def apply_schedules() -> dict[str, str]:
    """Creates or updates all schedules; says for each which of the two."""
    return asyncio.run(_apply())


def list_schedules() -> list[dict[str, Any]]:
    """The schedules as they stand."""
    return asyncio.run(_list())


async def _apply() -> dict[str, str]:
    client = await _client()
    try:
        return await schedules.apply(client)
    except RPCError as error:
        raise _refused(error) from None


async def _list() -> list[dict[str, Any]]:
    client = await _client()
    try:
        return [_as_json(state) for state in await schedules.states(client)]
    except RPCError as error:
        raise _refused(error) from None


def _as_json(state: schedules.ScheduleState) -> dict[str, Any]:
    moments = {"last_run": state.last_run, "next_run": state.next_run}
    return asdict(state) | {name: moment and moment.isoformat() for name, moment in moments.items()}


async def _client() -> Client:
    settings = attached(load_settings())
    keys = {key.key_id: key.key for key in settings.codec_ring}
    return await connect(
        address=settings.temporal_address, namespace=settings.temporal_namespace, keys=keys, role="cli"
    )


def _refused(error: RPCError) -> Unavailable:
    return Unavailable(f"Temporal refused ({error.status.name}). Check MEMC_TEMPORAL_NAMESPACE, then `memc doctor`.")
