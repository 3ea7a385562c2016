"""Where a claim's stack lives: in a folder that is kept for another run, or in one that goes with it."""

import os
import tempfile
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def state_folder(name: str) -> Generator[Path]:
    """The folder of that name under `MEMC_BENCH_STATE`, where that is set; else a fresh one."""
    with tempfile.TemporaryDirectory(prefix="memc-claim-") as fresh:
        yield Path(os.environ.get("MEMC_BENCH_STATE", fresh)) / name
