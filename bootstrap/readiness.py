"""How a supervisor and its processes tell each other that something is ready: by small files."""

import asyncio
import os
from pathlib import Path

from bootstrap.embedded.processes import mark_of

GATE_PAUSE_S = 0.02


def announce_ready(path: Path | None) -> None:
    """Writes the number of this process to the file, whole or not at all; does nothing without a path."""
    if path is None:
        return
    fresh = path.with_suffix(".new")
    fresh.write_text(str(os.getpid()), encoding="utf-8")
    fresh.replace(path)


async def passed(gate: Path | None) -> None:
    """Returns once the file is there: the servers behind it are ready. At once without a path."""
    # Another process makes the file, so there is no event to wait for; looking for it does not block.
    while gate is not None and not os.path.exists(gate):  # noqa: ASYNC110, ASYNC240
        await asyncio.sleep(GATE_PAUSE_S)


def is_announced(path: Path) -> bool:
    """Whether the process that wrote the file still runs."""
    try:
        return mark_of(int(path.read_text(encoding="utf-8"))) is not None
    except (OSError, ValueError):
        return False
