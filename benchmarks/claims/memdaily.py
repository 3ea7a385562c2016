"""Claim R4: MemDaily in Chinese over HTTP on the embedded default."""

import os
import tempfile
from pathlib import Path

from benchmarks.recall.dialogues import data_folder, memdaily
from benchmarks.recall.report import asked, table, told_once
from tests.stack import DevStack


def run() -> bool:
    """Prints the table; true when the gates hold. `MEMC_BENCH_STATE` keeps the compiled state for another run."""
    folder = data_folder("memdaily")
    if folder is None:
        print("not run: the data are missing (MEMC_BENCH_DATA)")
        return False
    dialogues = list(memdaily(folder))
    with tempfile.TemporaryDirectory(prefix="memc-claim-") as fresh:
        state = Path(os.environ.get("MEMC_BENCH_STATE", fresh)) / "memdaily"
        stack = DevStack(state).start()
        try:
            found = asked(stack, dialogues, told_once(stack, dialogues, state / "told.json"))
        finally:
            stack.stop()
    table(found)
    print(f"recall@3 {found.ours.recall(3):.1f} (72), nDCG@10 {found.ours.gain():.1f} (87)")
    return found.ours.recall(3) >= 72 and found.ours.gain() >= 87 and not found.faults
