"""The long-running processes: the API under uvicorn, and the worker. They own the event loop and the logs."""

import asyncio
import sys

import uvicorn
from bootstrap.container import build_container

from api.http.app import create_app
from bootstrap.failpoints import arm_failpoints
from bootstrap.logging import configure_logging
from bootstrap.readiness import announce_ready
from bootstrap.settings import Settings

GRACE_S = 3


def run_api(settings: Settings) -> None:
    """Serves until SIGTERM or SIGINT."""
    configure_logging(settings.log_level)
    arm_failpoints(settings.failpoints)
    app = create_app(lambda: build_container(settings, role="api"))
    config = uvicorn.Config(
        app,
        host=settings.api_host,
        port=settings.api_port,
        log_config=None,
        access_log=False,
        server_header=False,
        date_header=False,
        timeout_graceful_shutdown=GRACE_S,
    )
    uvicorn.Server(config).run()


def run_worker(settings: Settings) -> None:
    """Serves the task queues until SIGTERM or SIGINT."""
    # Only a worker loads the workflows.
    from worker.main import run

    configure_logging(settings.log_level)
    arm_failpoints(settings.failpoints)

    async def serve() -> None:
        async with build_container(settings, role="worker") as container:
            await run(container, on_ready=lambda: announce_ready(settings.ready_file))

    asyncio.run(serve())
    sys.stderr.flush()
