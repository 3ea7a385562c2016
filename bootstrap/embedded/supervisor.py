"""Runs children as a good init would: ready in order, started again when they crash, stopped in order, none left."""

import asyncio
import math
import os
import signal
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import BinaryIO

from bootstrap.embedded.ports import is_free
from bootstrap.embedded.processes import ProcessMark, kill_group, mark_of
from bootstrap.native import ServerStartError, child_argv, child_environment
from bootstrap.servers import ServerSpec
from memory.model.errors import NotFound

FIRST_BACKOFF_S = 0.1
LONGEST_BACKOFF_S = 10.0
# A child that ran this long is taken to have been well: its next restart is quick again.
STEADY_AFTER_S = 30.0
PROBE_PAUSE_S = 0.05
RESERVED_FOR_A_RANK_S = 1.0
LOG_LIMIT_BYTES = 10_000_000
LAST_WORDS_BYTES = 2_000
LAST_LINES = 3


class ChildState(StrEnum):
    """What a child is doing."""

    STARTING = "starting"
    READY = "ready"
    PAUSED = "paused"
    """Stopped on request; stays so until it is started on request."""
    CRASHED = "crashed"
    """Ended by itself; starts again after the backoff."""
    STOPPED = "stopped"


@dataclass(frozen=True, slots=True)
class ChildSpec:
    """A server and how it is kept.

    `death_signal` reaches it when this process is killed. `user` (uid, gid) runs it as somebody else. Children of a
    higher `stop_rank` are stopped before those of a lower one. `whole_environment` hands ours down, for our own parts.
    """

    server: ServerSpec
    stop_rank: int
    death_signal: signal.Signals = signal.SIGKILL
    user: tuple[int, int] | None = None
    whole_environment: bool = False

    @property
    def name(self) -> str:
        """The child's name in records, logs and on the control socket."""
        return self.server.name


@dataclass(frozen=True, slots=True)
class ChildStatus:
    """A child as people see it."""

    name: str
    state: ChildState
    pid: int | None
    restarts: int


@dataclass(slots=True)
class _Child:
    spec: ChildSpec
    state: ChildState = ChildState.STARTING
    process: asyncio.subprocess.Process | None = None
    started_at: float = 0.0
    restarts: int = 0
    backoff_s: float = FIRST_BACKOFF_S
    keeper: asyncio.Task[None] | None = None
    wanted: asyncio.Event = field(default_factory=asyncio.Event)
    ready: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def running(self) -> bool:
        return self.process is not None and self.process.returncode is None


class Supervisor:
    """Starts, watches and stops children. One event loop, which must run in the main thread: a death signal is tied
    to the thread that started the child.

    `record` is told which processes run after each change; `notice` gets a sentence when a child crashes or is back.
    """

    def __init__(
        self, logs: Path, record: Callable[[dict[str, ProcessMark]], None], notice: Callable[[str], None]
    ) -> None:
        self._logs = logs
        self._record = record
        self._notice = notice
        self._children: dict[str, _Child] = {}

    async def start(self, spec: ChildSpec) -> None:
        """Starts a child for the first time and returns when it is ready; from then on it is kept running.

        Raises:
            ServerStartError: a port is taken, it ended, or was not ready in time; the message holds the end of its log.
        """
        for port in spec.server.ports:
            if not is_free(port):
                raise ServerStartError(
                    f"Port {port} on 127.0.0.1, which {spec.name} needs, is taken by another process."
                )
        child = _Child(spec)
        self._children[spec.name] = child
        child.wanted.set()
        await self._spawn(child)
        await self._until_ready(child, within_s=spec.server.ready_timeout_s)
        child.keeper = asyncio.create_task(self._keep(child), name=f"keep {spec.name}")

    def log_of(self, name: str) -> Path:
        """The file that holds what a child prints."""
        return self._logs / f"{name}.log"

    def status(self) -> list[ChildStatus]:
        """All children in the order of their start."""
        return [
            ChildStatus(
                name, child.state, child.process.pid if child.process and child.running else None, child.restarts
            )
            for name, child in self._children.items()
        ]

    async def pause(self, name: str) -> None:
        """Stops a child until `resume`; raises `NotFound`."""
        child = self._child(name)
        child.wanted.clear()
        child.ready.clear()
        child.state = ChildState.PAUSED
        await _end(child, child.spec.server.stop_grace_s)
        self._write_record()

    async def resume(self, name: str) -> None:
        """Starts a paused child and returns when it is ready; raises `NotFound`, `ServerStartError`."""
        child = self._child(name)
        child.backoff_s = FIRST_BACKOFF_S
        child.wanted.set()
        try:
            await asyncio.wait_for(child.ready.wait(), child.spec.server.ready_timeout_s)
        except TimeoutError:
            raise ServerStartError(self._last_words(child, "is not ready yet; it goes on trying")) from None

    async def stop_all(self, within_s: float) -> None:
        """Stops all children, the highest rank first; what has not ended in time is killed.

        A rank may take all of the time but a second for each rank below it.
        """
        keepers = [child.keeper for child in self._children.values() if child.keeper]
        for keeper in keepers:
            keeper.cancel()
        await asyncio.gather(*keepers, return_exceptions=True)
        give_up = time.monotonic() + within_s
        ranks = sorted({child.spec.stop_rank for child in self._children.values()}, reverse=True)
        for index, rank in enumerate(ranks):
            reserved_s = RESERVED_FOR_A_RANK_S * (len(ranks) - index - 1)
            await self._stop_rank(rank, give_up - time.monotonic() - reserved_s)
        self._write_record()

    async def _stop_rank(self, rank: int, share_s: float) -> None:
        children = [child for child in self._children.values() if child.spec.stop_rank == rank]
        await asyncio.gather(*(_end(child, min(child.spec.server.stop_grace_s, share_s)) for child in children))
        for child in children:
            child.state = ChildState.STOPPED

    def _child(self, name: str) -> _Child:
        if name not in self._children:
            raise NotFound(f"No child is named so; there are: {', '.join(self._children)}.")
        return self._children[name]

    async def _spawn(self, child: _Child) -> None:
        spec = child.spec
        child.state, child.started_at = ChildState.STARTING, time.monotonic()
        with _open_log(self.log_of(spec.name)) as output:
            child.process = await asyncio.create_subprocess_exec(
                *child_argv(spec.server, spec.death_signal, spec.user),
                env=(dict(os.environ) | spec.server.env) if spec.whole_environment else child_environment(spec.server),
                cwd=spec.server.cwd,
                stdin=asyncio.subprocess.DEVNULL,
                stdout=output,
                stderr=output,
                start_new_session=True,
            )
        self._write_record()

    async def _until_ready(self, child: _Child, within_s: float = math.inf) -> None:
        give_up = time.monotonic() + within_s
        while not (await child.spec.server.ready() and child.running):
            if not child.running:
                raise ServerStartError(self._last_words(child, "ended while it started"))
            if time.monotonic() > give_up:
                raise ServerStartError(self._last_words(child, f"was not ready after {within_s:.0f} s"))
            await asyncio.sleep(PROBE_PAUSE_S)
        if child.state is ChildState.STARTING:
            child.state = ChildState.READY
            child.ready.set()

    async def _keep(self, child: _Child) -> None:
        """Starts the child whenever it is wanted and does not run."""
        while True:
            await child.wanted.wait()
            if not child.running:
                await self._spawn(child)
            code = await self._watch(child)
            if child.wanted.is_set():
                await self._back_off(child, code)

    async def _watch(self, child: _Child) -> int:
        """Waits until the child ends; meanwhile probes until it is ready."""
        assert child.process is not None
        probe = asyncio.create_task(self._until_ready(child), name=f"probe {child.spec.name}")
        try:
            if not child.wanted.is_set():
                # It was paused while it was being started.
                child.state = ChildState.PAUSED
                await _end(child, child.spec.server.stop_grace_s)
            return await child.process.wait()
        finally:
            probe.cancel()
            await asyncio.gather(probe, return_exceptions=True)

    async def _back_off(self, child: _Child, code: int) -> None:
        child.ready.clear()
        child.state = ChildState.CRASHED
        if time.monotonic() - child.started_at > STEADY_AFTER_S:
            child.backoff_s = FIRST_BACKOFF_S
        self._notice(f"{child.spec.name} ended ({_ending(code)}); it starts again.")
        if child.process:
            kill_group(child.process.pid)
        self._write_record()
        await asyncio.sleep(child.backoff_s)
        child.backoff_s = min(child.backoff_s * 2, LONGEST_BACKOFF_S)
        child.restarts += 1

    def _write_record(self) -> None:
        pids = {name: child.process.pid for name, child in self._children.items() if child.process and child.running}
        marks = {name: mark_of(pid) for name, pid in pids.items()}
        self._record({name: mark for name, mark in marks.items() if mark})

    def _last_words(self, child: _Child, what: str) -> str:
        log = self.log_of(child.spec.name)
        lines: list[str] = []
        with suppress(OSError):
            lines = log.read_bytes()[-LAST_WORDS_BYTES:].decode(errors="replace").strip().splitlines()[-LAST_LINES:]
        return f"{child.spec.name} {what}; its log is {log}" + (
            ", which ends with:\n" + "\n".join(lines) if lines else "."
        )


async def _end(child: _Child, grace_s: float) -> None:
    """Asks a child to stop, kills its whole group after the grace."""
    process = child.process
    if process is None:
        return
    if process.returncode is None:
        with suppress(ProcessLookupError):
            process.send_signal(child.spec.server.stop_signal)
            # A stopped process would not hear the other signal.
            process.send_signal(signal.SIGCONT)
        with suppress(TimeoutError):
            await asyncio.wait_for(process.wait(), max(grace_s, 0.1))
    kill_group(process.pid)
    await process.wait()


def _ending(code: int) -> str:
    return f"signal {-code}" if code < 0 else f"exit code {code}"


def _open_log(path: Path) -> BinaryIO:
    if path.exists() and path.stat().st_size > LOG_LIMIT_BYTES:
        path.replace(path.with_suffix(".log.1"))
    return path.open("ab")
