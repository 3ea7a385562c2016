"""Claim R4: MemDaily in Chinese over HTTP on the embedded default."""

from benchmarks.recall.dialogues import memdaily
from benchmarks.recall.report import measured


def run() -> bool:
    """Prints the table; true when the gates hold."""
    found = measured("memdaily", memdaily)
    if found is None:
        return False
    recall, gain = found.ours.recall(3), found.ours.gain()
    print(f"recall@3 {recall:.1f} (72), nDCG@10 {gain:.1f} (87)")
    return recall >= 72 and gain >= 87 and not found.faults
