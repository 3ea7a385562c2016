"""Servers installed natively by `docker/native/build.py`: where they are, and how a child process is run.

Standard library only: the build script imports it before anything is installed.
"""

import asyncio
import os
import shutil
import signal
import socket
import sys
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bootstrap.servers import ServerSpec

VERSIONS: Mapping[str, str] = {"weaviate": "1.35.2", "neo4j": "5.26.12"}
MANIFEST = "manifest.json"
_INHERITED = ("PATH", "HOME", "LANG", "LC_ALL", "TMPDIR", "JAVA_HOME")
_LAUNCHER = Path(__file__).with_name("launch_child.py")
_LAST_LOG_BYTES = 2000


def cache_home() -> Path:
    """Where the built servers are kept, shared by all checkouts of a user."""
    base = os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
    return Path(base) / "memory-compiler"


def install_dir(name: str) -> Path:
    """The folder of one built server; it may not exist."""
    return cache_home() / f"{name}-{VERSIONS[name]}"


def installed(name: str) -> Path | None:
    """The folder of a complete build, or None. A manifest stands only in a complete one."""
    folder = install_dir(name)
    if name == "neo4j" and shutil.which("java") is None:
        return None
    return folder if (folder / MANIFEST).is_file() else None


def weaviate_binary() -> Path | None:
    """The Weaviate server, when it is built."""
    folder = installed("weaviate")
    return folder / "weaviate-server" if folder else None


def neo4j_home() -> Path | None:
    """The Neo4j classes and libraries, when they are built and Java is there."""
    return installed("neo4j")


def free_ports(count: int) -> list[int]:
    """Ports of the loopback interface that were free a moment ago, all different."""
    sockets = [socket.socket() for _ in range(count)]
    try:
        for each in sockets:
            each.bind(("127.0.0.1", 0))
        return [int(each.getsockname()[1]) for each in sockets]
    finally:
        for each in sockets:
            each.close()


def child_environment(spec: "ServerSpec") -> dict[str, str]:
    """The whole environment of a child: a few inherited names, then its own."""
    inherited = {name: os.environ[name] for name in _INHERITED if name in os.environ}
    return inherited | spec.env


def child_argv(
    spec: "ServerSpec", death_signal: signal.Signals = signal.SIGKILL, user: tuple[int, int] | None = None
) -> list[str]:
    """The command of a child that gets `death_signal` when this process dies (Linux), run as `user` (uid, gid)."""
    uid, gid = user or (-1, -1)
    launcher = [sys.executable, "-I", "-S", str(_LAUNCHER)]
    return [*launcher, str(os.getpid()), str(int(death_signal)), str(uid), str(gid), *spec.argv]


class ServerStartError(RuntimeError):
    """A server ended or stayed silent instead of becoming ready."""


@dataclass(slots=True)
class RunningServer:
    """A child that was started; `log` holds what it printed."""

    spec: "ServerSpec"
    process: asyncio.subprocess.Process
    log: Path
    ready_after_s: float = 0.0

    async def stop(self) -> None:
        """Asks it to stop, waits its grace, then kills it."""
        if self.process.returncode is not None:
            return
        with suppress(ProcessLookupError):
            self.process.send_signal(self.spec.stop_signal)
        try:
            await asyncio.wait_for(self.process.wait(), self.spec.stop_grace_s)
        except TimeoutError:
            with suppress(ProcessLookupError):
                self.process.send_signal(signal.SIGKILL)
            await self.process.wait()


async def start(spec: "ServerSpec", log: Path) -> RunningServer:
    """Starts the server and returns when it is ready; raises `ServerStartError` with the end of its log."""
    if spec.cwd is not None:
        spec.cwd.mkdir(parents=True, exist_ok=True)
    began = time.monotonic()
    with log.open("ab") as output:
        process = await asyncio.create_subprocess_exec(
            *child_argv(spec),
            env=child_environment(spec),
            cwd=spec.cwd,
            stdin=asyncio.subprocess.DEVNULL,
            stdout=output,
            stderr=output,
            start_new_session=True,
        )
    server = RunningServer(spec, process, log)
    try:
        await _wait_ready(server)
    except BaseException:
        await server.stop()
        raise
    server.ready_after_s = time.monotonic() - began
    return server


async def _wait_ready(server: RunningServer) -> None:
    give_up = time.monotonic() + server.spec.ready_timeout_s
    while time.monotonic() < give_up:
        if server.process.returncode is not None:
            raise ServerStartError(f"{server.spec.name} ended while it started.\n{_last_words(server.log)}")
        if await server.spec.ready():
            return
        await asyncio.sleep(0.1)
    seconds = server.spec.ready_timeout_s
    raise ServerStartError(f"{server.spec.name} was not ready after {seconds:.0f} s.\n{_last_words(server.log)}")


def _last_words(log: Path) -> str:
    with suppress(OSError):
        return log.read_bytes()[-_LAST_LOG_BYTES:].decode(errors="replace")
    return ""
