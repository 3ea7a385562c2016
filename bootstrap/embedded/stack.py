"""The embedded stack of `memc dev`: which children it has, in which order they start, and what makes it ready."""

import asyncio
import os
import signal
import time
from collections.abc import Callable, Coroutine
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from bootstrap.embedded import parts, postgres
from bootstrap.embedded.authority import AuthorityPreparation, service_address
from bootstrap.embedded.control import ControlServer, socket_path
from bootstrap.embedded.ports import LOOPBACK, choose_ports, is_free
from bootstrap.embedded.processes import end_leftovers
from bootstrap.embedded.state import DevSecrets, StackInfo, StateDir
from bootstrap.embedded.supervisor import ChildSpec, Supervisor
from bootstrap.embedded.temporal import PORT_NAMES, temporal_child
from bootstrap.settings import Settings
from memory.model.errors import ConfigurationInvalid

# Within ten seconds all is gone, also on a busy machine.
STOP_WITHIN_S = 8.0
LEFTOVER_GRACE_S = 5.0
STOP_SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
# `memc dev` runs these itself; an address of another one would be silently ignored.
OWN_SERVERS = ("database_url", "migrate_database_url", "temporal_address")

Notice = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class ReadyStack:
    """What a user of the running stack needs."""

    url: str
    api_key: str
    temporal_ui: str
    state_dir: str
    took_s: float


async def run_stack(settings: Settings, port: int, ready: Callable[[ReadyStack], None], notice: Notice) -> None:
    """Runs the stack until SIGINT, SIGTERM or SIGHUP; returns when no child is left.

    Args:
        settings: of this process; they go to API and worker too.
        port: of the API; 0 chooses a free one.
        ready: called once, when everything answers.
        notice: gets sentences for people.

    Raises:
        ConfigurationInvalid: a contradiction, a busy port, a state folder in use.
        ServerStartError: a child did not become ready.
    """
    _refuse_own(settings)
    os.umask(0o077)
    state = StateDir(settings.state_dir)
    state.create()
    with state.locked():
        _require_free(port)
        left = await asyncio.to_thread(end_leftovers, list(state.recorded_children().values()), LEFTOVER_GRACE_S)
        if left:
            notice(f"An earlier run was killed; {len(left)} processes that it left were ended.")
        await _Stack(settings, port, state, notice).run(ready)


def _refuse_own(settings: Settings) -> None:
    for name in OWN_SERVERS:
        if name in settings.model_fields_set:
            raise ConfigurationInvalid(
                f"MEMC_{name.upper()} is set, but `memc dev` runs its own server: unset it, or run `memc serve` and "
                "`memc worker` with it."
            )


def _require_free(port: int) -> None:
    if port and not is_free(port):
        raise ConfigurationInvalid(
            f"Port {port} on {LOOPBACK} is taken by another process: stop that one, or choose another port with --port."
        )


class _Stack:
    """One run of the stack."""

    def __init__(self, settings: Settings, port: int, state: StateDir, notice: Notice) -> None:
        self._settings = settings
        self._state = state
        self._notice = notice
        self._secrets: DevSecrets = state.secrets(settings.api_key.get_secret_value())
        self._ports = self._choose_ports(port)
        self._supervisor = Supervisor(state.logs, state.record_children, notice)
        self._control = ControlServer(socket_path(state.root), self._supervisor)

    def _choose_ports(self, api_port: int) -> dict[str, int]:
        names = ["postgres", *PORT_NAMES]
        names += parts.WEAVIATE_PORTS if parts.runs_weaviate(self._settings) else ()
        names += parts.NEO4J_PORTS if parts.runs_neo4j(self._settings) else ()
        names += [] if api_port else ["api"]
        chosen = choose_ports(names, self._state.remembered_ports())
        self._state.remember_ports(chosen)
        return {"api": api_port} | chosen

    async def run(self, ready: Callable[[ReadyStack], None]) -> None:
        began = time.monotonic()
        stopping = asyncio.Event()
        for number in STOP_SIGNALS:
            asyncio.get_running_loop().add_signal_handler(number, stopping.set)
        try:
            if await _unless(stopping, self._start()):
                self._state.announce(self._info())
                ready(self._ready(time.monotonic() - began))
                await stopping.wait()
        finally:
            self._state.withdraw_announcement()
            await self._control.close()
            await self._supervisor.stop_all(STOP_WITHIN_S)

    def _info(self) -> StackInfo:
        return StackInfo(
            url=self._url,
            temporal_ui=self._temporal_ui,
            control=str(socket_path(self._state.root)),
            pid=os.getpid(),
            vector=self._settings.vector_backend.value,
            graph=self._settings.graph_backend.value,
        )

    def _ready(self, took_s: float) -> ReadyStack:
        return ReadyStack(self._url, self._secrets.api_key, self._temporal_ui, str(self._state.root), round(took_s, 1))

    @property
    def _url(self) -> str:
        return f"http://{LOOPBACK}:{self._ports['api']}"

    @property
    def _temporal_ui(self) -> str:
        return f"http://{LOOPBACK}:{self._ports['temporal_ui']}"

    async def _start(self) -> None:
        """All at once: our own parts take longest to load, and wait at the gate for the authority."""
        await self._control.open()
        gate = self._state.root / "started"
        gate.unlink(missing_ok=True)
        temporal = temporal_child(self._state.temporal_db, self._ports, parts.SERVERS_RANK)
        children = [temporal, *self._projections(), *self._apps(gate)]
        async with asyncio.TaskGroup() as starts:
            for child in children:
                starts.create_task(self._supervisor.start(child))
            await self._start_authority()
            gate.touch()

    def _projections(self) -> list[ChildSpec]:
        children: list[ChildSpec] = []
        if parts.runs_weaviate(self._settings):
            children.append(parts.weaviate_child(self._state, self._ports, self._secrets))
        if parts.runs_neo4j(self._settings):
            children.append(parts.neo4j_child(self._state, self._ports, self._secrets))
        return children

    async def _start_authority(self) -> None:
        """Postgres, its roles, its tables and the development key."""
        folder, secrets = self._state.postgres, self._secrets
        user = postgres.postgres_user(folder)
        preparation = AuthorityPreparation(folder, secrets, self._settings.dimension)
        await asyncio.gather(
            asyncio.to_thread(postgres.initialise, folder, secrets.postgres_password, user, self._notice),
            preparation.load(),
        )
        port = self._ports["postgres"]
        child = postgres.postgres_child(folder, port, secrets.postgres_password, user, parts.AUTHORITY_RANK)
        await self._supervisor.start(child)
        await preparation.run(port)

    def _apps(self, gate: Path) -> list[ChildSpec]:
        service_url = service_address(self._ports["postgres"], self._secrets)
        environment = parts.app_environment(self._settings, self._ports, self._secrets, service_url)
        environment["MEMC_START_GATE"] = str(gate)
        return [
            parts.api_child(environment, self._ports["api"]),
            parts.worker_child(environment, self._state.root / "worker.ready"),
        ]


async def _unless(stopping: asyncio.Event, work: Coroutine[object, object, None]) -> bool:
    """Runs the work to its end unless asked to stop; whether it ended. Of several failures the first is raised."""
    task = asyncio.create_task(work)
    stop = asyncio.create_task(stopping.wait())
    try:
        await asyncio.wait([task, stop], return_when=asyncio.FIRST_COMPLETED)
        if not task.done():
            return False
        task.result()
    except BaseExceptionGroup as group:
        raise _first(group) from None
    finally:
        for each in (task, stop):
            each.cancel()
        with suppress(asyncio.CancelledError, Exception):
            await task
    return True


def _first(group: BaseExceptionGroup[BaseException]) -> BaseException:
    while True:
        match group.exceptions[0]:
            case BaseExceptionGroup() as inner:
                group = inner
            case error:
                return error
