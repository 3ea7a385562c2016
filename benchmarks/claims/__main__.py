"""Runs one claim and keeps its log: `python -m benchmarks.claims NAME`."""

import contextlib
import importlib
import io
import signal
import subprocess
import sys
import time
from collections.abc import Generator
from datetime import UTC, datetime
from pathlib import Path
from types import FrameType
from typing import TextIO

HERE = Path(__file__).resolve().parent
NAMES = sorted(path.stem for path in HERE.glob("*.py") if not path.stem.startswith("_"))


class Tee(io.TextIOBase):
    """Writes to the terminal and to the log."""

    def __init__(self, *targets: TextIO) -> None:
        self._targets = targets

    def write(self, text: str) -> int:
        for target in self._targets:
            target.write(text)
            target.flush()
        return len(text)


@contextlib.contextmanager
def logged(name: str) -> Generator[None]:
    """Copies what is printed into the claim's log."""
    commit = subprocess.run(["git", "describe", "--always", "--dirty"], capture_output=True, text=True, check=False)
    log = HERE / "logs" / f"{name}.txt"
    log.parent.mkdir(exist_ok=True)
    with log.open("w", encoding="utf-8") as target, contextlib.redirect_stdout(Tee(sys.stdout, target)):
        print(f"claim {name}, {datetime.now(UTC):%Y-%m-%d}, commit {commit.stdout.strip()}")
        yield


def _end(number: int, _frame: FrameType | None) -> None:
    sys.exit(128 + number)


def main(arguments: list[str]) -> int:
    """Exit code 0 when the claim holds."""
    if len(arguments) != 1 or arguments[0] not in NAMES:
        sys.stderr.write(f"Name one claim: make claims NAME=… of {', '.join(NAMES)}\n")
        return 2
    # A claim that is ended ends the servers that it started: `finally` runs.
    signal.signal(signal.SIGTERM, _end)
    module = importlib.import_module(f"benchmarks.claims.{arguments[0]}")
    with logged(arguments[0]):
        started = time.monotonic()
        held = bool(module.run())
        print(f"{'holds' if held else 'FALLS SHORT'} after {time.monotonic() - started:.0f} s")
    return 0 if held else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
