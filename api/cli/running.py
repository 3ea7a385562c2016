"""The long-running processes: the API under uvicorn, and the worker. They own the event loop and the logs."""

import asyncio
import gc
import signal
import socket
from collections.abc import Generator
from contextlib import contextmanager, nullcontext

import uvicorn

from api.http.app import create_app
from bootstrap.container import build_container
from bootstrap.failpoints import arm_failpoints
from bootstrap.logging import configure_logging, log_crashes
from bootstrap.readiness import announce_ready
from bootstrap.settings import Settings
from memory.model.errors import ConfigurationInvalid

GRACE_S = 3


class _Server(uvicorn.Server):
    """Leaves signals to us: uvicorn would raise them again, and end the process before the container is closed."""

    @contextmanager
    def capture_signals(self) -> Generator[None]:
        loop = asyncio.get_running_loop()
        for number in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(number, self.stop)
        yield

    def stop(self) -> None:
        """No new requests; running ones end within their grace."""
        self.should_exit = True


def _begin(settings: Settings) -> None:
    configure_logging(settings.log_level)
    log_crashes()
    arm_failpoints(settings.failpoints)


def run_api(settings: Settings) -> None:
    """Serves until SIGTERM or SIGINT."""
    _begin(settings)
    asyncio.run(_serve_api(settings))


async def _serve_api(settings: Settings) -> None:
    listener = _listen(settings.api_host, settings.api_port)
    async with build_container(settings, role="api") as container:
        config = uvicorn.Config(
            create_app(lambda: nullcontext(container)),
            log_config=None,
            access_log=False,
            server_header=False,
            timeout_graceful_shutdown=GRACE_S,
        )
        settle_memory()
        await _Server(config).serve(sockets=[listener])


def settle_memory() -> None:
    """Takes what is loaded for good out of the garbage collector's sight: a full collection would pause requests."""
    gc.collect()
    gc.freeze()


def _listen(host: str, port: int) -> socket.socket:
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        return socket.create_server((host, port), family=family, backlog=2048)
    except OSError as error:
        raise ConfigurationInvalid(
            f"{host}:{port} cannot be bound ({error.strerror}): choose another MEMC_API_PORT or MEMC_API_HOST."
        ) from None


def run_worker(settings: Settings) -> None:
    """Serves the task queues until SIGTERM or SIGINT."""
    # Only a worker loads the workflows.
    from worker.main import run

    _begin(settings)

    async def serve() -> None:
        async with build_container(settings, role="worker") as container:
            settle_memory()
            build_id = settings.build_id or None
            await run(container, on_ready=lambda: announce_ready(settings.ready_file), build_id=build_id)

    asyncio.run(serve())
