"""The supervisor of `memc dev`, on dummy children: small Python programs."""

import asyncio
import os
import signal
import subprocess
import sys
import textwrap
import time
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from bootstrap.embedded.processes import ProcessMark, alive, end_leftovers, mark_of
from bootstrap.embedded.supervisor import ChildSpec, ChildState, Supervisor
from bootstrap.native import ServerStartError
from bootstrap.servers import ServerSpec
from memory.model.errors import NotFound

OBEDIENT = """
import pathlib, signal, sys, time
signal.signal(signal.SIGTERM, lambda *_: (open(sys.argv[1] + ".ended", "w").close(), sys.exit(0)))
open(sys.argv[1], "w").close()
time.sleep(60)
"""
DEAF = """
import signal, subprocess, sys, time
signal.signal(signal.SIGTERM, signal.SIG_IGN)
child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"])
open(sys.argv[1], "w").write(str(child.pid))
time.sleep(60)
"""
FAILING = "import sys; print('no such table'); sys.exit(3)"


@dataclass
class Bench:
    """A supervisor with what it reported."""

    folder: Path
    supervisor: Supervisor = field(init=False)
    recorded: dict[str, ProcessMark] = field(default_factory=dict)
    notices: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.supervisor = Supervisor(self.folder, self._record, self.notices.append)

    def _record(self, marks: dict[str, ProcessMark]) -> None:
        self.recorded = marks

    def touched(self, name: str) -> Path:
        return self.folder / name

    def spec(self, name: str, program: str = OBEDIENT, rank: int = 0, grace_s: float = 3.0) -> ChildSpec:
        touched = self.touched(name)

        async def ready() -> bool:
            return touched.exists()

        argv = [sys.executable, "-c", textwrap.dedent(program), str(touched)]
        server = ServerSpec(name, argv, {}, self.folder, ready, stop_grace_s=grace_s, ready_timeout_s=10.0)
        return ChildSpec(server, stop_rank=rank)

    def pid(self, name: str) -> int:
        return self.recorded[name].pid


@pytest.fixture
async def bench(tmp_path: Path) -> AsyncIterator[Bench]:
    made = Bench(tmp_path)
    yield made
    await made.supervisor.stop_all(2.0)


async def eventually(holds: Callable[[], bool], within_s: float = 8.0) -> None:
    give_up = time.monotonic() + within_s
    while not holds():
        assert time.monotonic() < give_up, "it did not come true in time"
        await asyncio.sleep(0.02)


async def test_start_returns_when_the_child_is_ready(bench: Bench) -> None:
    await bench.supervisor.start(bench.spec("one"))
    assert bench.touched("one").exists()
    (status,) = bench.supervisor.status()
    assert (status.state, status.pid) == (ChildState.READY, bench.pid("one"))


async def test_a_child_that_ends_while_starting_is_told_with_its_last_words(bench: Bench) -> None:
    with pytest.raises(ServerStartError, match=r"(?s)one ended while it started.*no such table"):
        await bench.supervisor.start(bench.spec("one", FAILING))


async def test_a_taken_port_is_told_before_the_start(bench: Bench) -> None:
    listener = await asyncio.start_server(lambda _r, w: w.close(), "127.0.0.1", 0)
    port = listener.sockets[0].getsockname()[1]
    spec = bench.spec("one")
    busy = ChildSpec(
        ServerSpec("one", spec.server.argv, {}, bench.folder, spec.server.ready, ports=(port,)), stop_rank=0
    )
    with pytest.raises(ServerStartError, match=f"Port {port} "):
        await bench.supervisor.start(busy)
    listener.close()
    await listener.wait_closed()


async def test_a_killed_child_is_back_within_a_second(bench: Bench) -> None:
    await bench.supervisor.start(bench.spec("one"))
    first = bench.pid("one")
    bench.touched("one").unlink()
    os.kill(first, signal.SIGKILL)
    began = time.monotonic()
    await eventually(lambda: "one" in bench.recorded and bench.pid("one") != first)
    assert time.monotonic() - began < 1.0
    await eventually(lambda: bench.supervisor.status()[0].state is ChildState.READY)
    assert bench.supervisor.status()[0].restarts == 1
    assert bench.notices == ["one ended (signal 9); it starts again."]


async def test_a_child_that_keeps_crashing_is_started_ever_more_slowly(bench: Bench) -> None:
    await bench.supervisor.start(bench.spec("one", "import sys, time; open(sys.argv[1], 'w'); time.sleep(0.2)"))
    await eventually(lambda: bench.supervisor.status()[0].restarts >= 3)
    seen = bench.supervisor.status()[0].restarts
    await asyncio.sleep(0.5)
    assert bench.supervisor.status()[0].restarts <= seen + 1


async def test_a_paused_child_stays_away_until_it_is_resumed(bench: Bench) -> None:
    await bench.supervisor.start(bench.spec("one"))
    await bench.supervisor.pause("one")
    assert bench.recorded == {}
    await asyncio.sleep(0.4)
    assert bench.supervisor.status()[0].state is ChildState.PAUSED
    bench.touched("one").unlink()
    await bench.supervisor.resume("one")
    assert bench.supervisor.status()[0].state is ChildState.READY
    assert bench.notices == []


async def test_a_frozen_child_can_be_paused(bench: Bench) -> None:
    await bench.supervisor.start(bench.spec("one"))
    os.kill(bench.pid("one"), signal.SIGSTOP)
    await bench.supervisor.pause("one")
    assert bench.touched("one.ended").exists()


async def test_an_unknown_child_is_not_found(bench: Bench) -> None:
    with pytest.raises(NotFound):
        await bench.supervisor.pause("two")


async def test_children_are_stopped_from_the_highest_rank_down(bench: Bench) -> None:
    for rank, name in enumerate(["store", "engine", "face"]):
        await bench.supervisor.start(bench.spec(name, rank=rank))
    await bench.supervisor.stop_all(9.0)
    ended = [bench.touched(f"{name}.ended").stat().st_mtime_ns for name in ("face", "engine", "store")]
    assert ended == sorted(ended)
    assert bench.recorded == {}


async def test_a_deaf_child_and_its_own_children_are_killed_in_time(bench: Bench) -> None:
    await bench.supervisor.start(bench.spec("one", DEAF))
    await eventually(lambda: bool(bench.touched("one").read_text()))
    grandchild = int(bench.touched("one").read_text())
    began = time.monotonic()
    await bench.supervisor.stop_all(1.0)
    assert time.monotonic() - began < 2.0
    await eventually(lambda: mark_of(grandchild) is None)


@pytest.mark.skipif(sys.platform != "linux", reason="death signals are Linux's")
async def test_children_die_with_a_killed_supervisor(tmp_path: Path) -> None:
    program = f"""
        import asyncio, sys
        from pathlib import Path
        sys.path.insert(0, {str(Path.cwd())!r})
        from tests.unit.test_supervisor import Bench
        async def main():
            bench = Bench(Path(sys.argv[1]))
            await bench.supervisor.start(bench.spec("one"))
            print(bench.pid("one"), flush=True)
            await asyncio.sleep(60)
        asyncio.run(main())
        """
    outer = await asyncio.create_subprocess_exec(
        sys.executable, "-c", textwrap.dedent(program), str(tmp_path), stdout=subprocess.PIPE
    )
    assert outer.stdout is not None
    pid = int(await outer.stdout.readline())
    assert mark_of(pid)
    outer.kill()
    await outer.wait()
    await eventually(lambda: mark_of(pid) is None)


async def test_leftovers_are_ended_and_strangers_with_their_number_are_not() -> None:
    left = await asyncio.create_subprocess_exec("sleep", "60", start_new_session=True)
    mark = mark_of(left.pid)
    assert mark
    stranger = ProcessMark(os.getpid(), "0")
    assert not alive(stranger)
    assert await asyncio.to_thread(end_leftovers, [mark, stranger], 3.0) == [mark]
    assert await left.wait() == -signal.SIGTERM
