"""`python -m worker` is the worker process; `python -m worker schedules apply|list` prints its schedules as JSON.

`memc worker` and `memc schedules` run it: the faces and the worker know nothing of each other.
"""

import asyncio
import json
import os
import sys
from contextlib import suppress
from dataclasses import asdict
from datetime import datetime
from pathlib import Path
from typing import Any

from temporalio.client import Client
from temporalio.service import RPCError

from bootstrap.container import build_container
from bootstrap.embedded.attach import attached
from bootstrap.process import begin, leave, settle_memory
from bootstrap.readiness import announce_ready
from bootstrap.settings import Settings, load_settings
from bootstrap.temporal.client import connect
from memory.model.errors import MemcError, Unavailable
from worker import schedules
from worker.main import run


def main(arguments: list[str]) -> int:
    """Ends the process with 0, or 1 with the failure as a JSON document on stdout; returns 2 on wrong use."""
    try:
        match arguments:
            case []:
                _serve(load_settings())
                leave()
            case ["schedules", "apply" | "list" as verb]:
                sys.stdout.write(json.dumps(asyncio.run(_schedules(verb)), default=datetime.isoformat) + "\n")
                leave()
            case _:
                sys.stderr.write("Say nothing, or `schedules apply`, or `schedules list`.\n")
                return 2
    except MemcError as error:
        sys.stdout.write(json.dumps({"code": error.code, "detail": error.message}) + "\n")
        leave(1)


BEHIND = 10
"""How far the worker steps back in the scheduler: who shares its processors with the API answers people first."""


def _serve(settings: Settings) -> None:
    """Serves the task queues until SIGTERM or SIGINT."""
    begin(settings)
    _step_back()

    async def serve() -> None:
        async with build_container(settings, role="worker") as container:
            settle_memory()
            build_id = settings.build_id or None
            await run(container, on_ready=lambda: announce_ready(settings.ready_file), build_id=build_id)

    asyncio.run(serve())


def _step_back() -> None:
    os.nice(BEHIND)
    # Where Linux groups processes by session, only the group's own number counts.
    with suppress(OSError):
        Path("/proc/self/autogroup").write_text(str(BEHIND))


async def _schedules(verb: str) -> dict[str, Any]:
    try:
        client = await _client()
        if verb == "apply":
            return {"applied": await schedules.apply(client)}
        return {"items": [asdict(state) for state in await schedules.states(client)]}
    except RPCError as error:
        raise Unavailable(
            f"Temporal refused ({error.status.name}). Check MEMC_TEMPORAL_NAMESPACE, then `memc doctor`."
        ) from None


async def _client() -> Client:
    settings = attached(load_settings())
    keys = {key.key_id: key.key for key in settings.codec_ring}
    return await connect(
        address=settings.temporal_address, namespace=settings.temporal_namespace, keys=keys, role="cli"
    )


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
