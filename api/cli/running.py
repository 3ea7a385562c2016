"""The API under uvicorn. It owns the event loop and the logs of its process."""

import asyncio
import os
import signal
import socket
from collections.abc import Generator
from contextlib import contextmanager, nullcontext

import uvicorn

from api.http.app import create_app
from bootstrap.container import build_container
from bootstrap.process import begin, leave, settle_memory
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


def run_api(settings: Settings) -> None:
    """Serves until SIGTERM or SIGINT."""
    begin(settings)
    asyncio.run(_serve_api(settings))
    leave()


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


def _listen(host: str, port: int) -> socket.socket:
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        listener = socket.create_server((host, port), family=family, backlog=2048)
        # Head and body of an answer are written apart: with Nagle's rule the body would wait for the peer's delayed
        # acknowledgement, 40 ms. Connections inherit the option.
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return listener
    except OSError as error:
        raise ConfigurationInvalid(
            f"{host}:{port} cannot be bound ({os.strerror(error.errno or 0)}): choose another MEMC_API_PORT or MEMC_API_HOST."
        ) from None
