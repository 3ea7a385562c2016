"""Telling a process from another that later got its number, and ending what an earlier run left behind."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

POLL_S = 0.05
# Field 22 of /proc/PID/stat, counted after the parenthesised name, which may hold spaces.
_START_FIELD_AFTER_NAME = 19
_STATE_FIELD_AFTER_NAME = 0


@dataclass(frozen=True, slots=True)
class ProcessMark:
    """A process as a record names it: its number, and when it started (opaque, equal for the same process only)."""

    pid: int
    started: str


def mark_of(pid: int) -> ProcessMark | None:
    """The mark of a running process; None when there is none, or only a zombie."""
    started = _started_linux(pid) if sys.platform == "linux" else _started_elsewhere(pid)
    return ProcessMark(pid, started) if started else None


def alive(mark: ProcessMark) -> bool:
    """Whether that very process still runs."""
    return mark_of(mark.pid) == mark


def end_leftovers(marks: Sequence[ProcessMark], grace_s: float) -> list[ProcessMark]:
    """Asks the marked processes to end, kills their groups after the grace; returns those that were still there.

    Blocks. Each marked process leads its own group, so that its children go with it.
    """
    found = [mark for mark in marks if alive(mark)]
    for mark in found:
        with suppress(ProcessLookupError):
            os.kill(mark.pid, signal.SIGTERM)
            # A stopped process would not hear the other signal.
            os.kill(mark.pid, signal.SIGCONT)
    give_up = time.monotonic() + grace_s
    while time.monotonic() < give_up and any(alive(mark) for mark in found):
        time.sleep(POLL_S)
    for mark in found:
        kill_group(mark.pid)
    while any(alive(mark) for mark in found):
        time.sleep(POLL_S)
    return found


def kill_group(leader: int) -> None:
    """Kills what is left of the group that a process leads or led."""
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(leader, signal.SIGKILL)


def _started_linux(pid: int) -> str:
    try:
        fields = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8", errors="replace").rpartition(")")[2].split()
    except OSError:
        return ""
    return "" if fields[_STATE_FIELD_AFTER_NAME] in "ZX" else fields[_START_FIELD_AFTER_NAME]


def _started_elsewhere(pid: int) -> str:
    # Seconds are the best that `ps` offers everywhere.
    shown = subprocess.run(["ps", "-o", "lstart=", "-p", str(pid)], capture_output=True, text=True, check=False)  # noqa: S603, S607
    return shown.stdout.strip()
