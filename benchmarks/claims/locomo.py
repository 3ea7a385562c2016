"""Claims R1 and R7: LoCoMo over HTTP on the embedded default, beside the plain vector leg in the same run."""

import os
import tempfile
from pathlib import Path

from benchmarks.recall.dialogues import data_folder, locomo
from benchmarks.recall.report import Run, asked, table, told_once
from tests.stack import DevStack

LEAST = {"multi-hop": 46, "temporal": 80, "single-hop": 88, "adversarial": 86}


def run() -> bool:
    """Prints the table; true when all gates hold. `MEMC_BENCH_STATE` keeps the compiled state for another run."""
    folder = data_folder("locomo")
    if folder is None:
        print("not run: the data are missing (MEMC_BENCH_DATA)")
        return False
    dialogues = list(locomo(folder))
    with tempfile.TemporaryDirectory(prefix="memc-claim-") as fresh:
        state = Path(os.environ.get("MEMC_BENCH_STATE", fresh)) / "locomo"
        stack = DevStack(state).start()
        try:
            found = asked(stack, dialogues, told_once(stack, dialogues, state / "told.json"))
        finally:
            stack.stop()
    table(found)
    return _holds(found)


def _holds(found: Run) -> bool:
    recall, gain = found.ours.recall(10), found.ours.gain()
    ratios = recall / found.vectors.recall(10), gain / found.vectors.gain()
    print(
        f"recall@10 {recall:.1f} (78), nDCG@10 {gain:.1f} (60), over the vector leg {ratios[0]:.2f} (1.55) {ratios[1]:.2f} (1.7)"
    )
    reached = all(found.ours.recall(10, (name,)) >= least for name, least in LEAST.items())
    return recall >= 78 and gain >= 60 and ratios[0] >= 1.55 and ratios[1] >= 1.7 and reached and not found.faults
