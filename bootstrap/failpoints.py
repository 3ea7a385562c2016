"""Arming failpoints, for tests only: what happens at a named point of activities and adapters.

`MEMC_FAILPOINTS` is a list `name=action,…`, or `file:PATH` with one `name=action` a line, read at each point. Each entry
is used once, so that a step that is run again gets through. Actions: `kill` (SIGKILL to this process), `stop` (SIGSTOP),
`fail` (an unexpected error), `sleep:SECONDS`.
"""

import os
import signal
import time
from pathlib import Path

from memory.model.errors import ConfigurationInvalid
from memory.ports.failpoints import arm

FILE_PREFIX = "file:"
SLEEP_PREFIX = "sleep:"


class FailpointError(RuntimeError):
    """The unexpected error that a test asked for."""


def arm_failpoints(setting: str) -> None:
    """Arms what the setting says; an empty one disarms. Raises `ConfigurationInvalid`."""
    if not setting:
        arm(None)
    elif setting.startswith(FILE_PREFIX):
        file = Path(setting.removeprefix(FILE_PREFIX))
        arm(lambda name: _act(_take_from_file(file, name)))
    else:
        planned = _parse(setting.split(","))
        arm(lambda name: _act(planned.pop(name, "")))


def _parse(entries: list[str]) -> dict[str, str]:
    planned: dict[str, str] = {}
    for entry in filter(None, (entry.strip() for entry in entries)):
        name, _, action = entry.partition("=")
        if action not in {"kill", "stop", "fail"} and not action.startswith(SLEEP_PREFIX):
            raise ConfigurationInvalid("MEMC_FAILPOINTS must be `name=kill|stop|fail|sleep:SECONDS` or `file:PATH`.")
        planned[name] = action
    return planned


def _take_from_file(file: Path, name: str) -> str:
    """The action planned for the point; its line is gone afterwards, before anything happens."""
    try:
        planned = _parse(file.read_text(encoding="utf-8").splitlines())
    except FileNotFoundError:
        return ""
    action = planned.pop(name, "")
    if action:
        fresh = file.with_suffix(".new")
        fresh.write_text("".join(f"{point}={what}\n" for point, what in planned.items()), encoding="utf-8")
        fresh.replace(file)
    return action


def _act(action: str) -> None:
    match action:
        case "":
            return
        case "kill":
            os.kill(os.getpid(), signal.SIGKILL)
        case "stop":
            os.kill(os.getpid(), signal.SIGSTOP)
        case "fail":
            raise FailpointError("a test asked for this failure")
        case _:
            # Blocks whoever runs into it, as a slow disk or a long computation would.
            time.sleep(float(action.removeprefix(SLEEP_PREFIX)))
