"""How a process tells its supervisor that it is ready: a file with its number, checked against the running process."""

import os
from pathlib import Path

from bootstrap.embedded.processes import mark_of


def announce_ready(path: Path | None) -> None:
    """Writes the file, whole or not at all; does nothing without a path."""
    if path is None:
        return
    fresh = path.with_suffix(".new")
    fresh.write_text(str(os.getpid()), encoding="utf-8")
    fresh.replace(path)


def is_announced(path: Path) -> bool:
    """Whether the process that wrote the file still runs."""
    try:
        return mark_of(int(path.read_text(encoding="utf-8"))) is not None
    except (OSError, ValueError):
        return False
