"""Claims R1, R3, R7 and R6 at this size: LoCoMo over HTTP on the embedded default, beside the plain vector leg in the same run.

R2: the same with `MEMC_BENCH_STACK="--vector weaviate --graph neo4j"`, whose time is printed and not judged.
"""

import os

from benchmarks.claims._figures import percentile
from benchmarks.recall.asking import LIMIT
from benchmarks.recall.dialogues import locomo
from benchmarks.recall.report import measured

ALONE = {"expand": {"graph_hops": 0, "temporal": {"distance": 0}}}
LEAST = {"multi-hop": 46, "temporal": 80, "single-hop": 88, "adversarial": 86}


def run() -> bool:
    """Prints the table; true when all gates hold."""
    found = measured("locomo", locomo, {"without expansion": ALONE})
    if found is None:
        return False
    recall, gain = found.ours.recall(10), found.ours.gain()
    ratios = recall / found.vectors.recall(10), gain / found.vectors.gain()
    print(f"recall@10 {recall:.1f} (78), nDCG@10 {gain:.1f} (60)")
    print(f"over the vector leg {ratios[0]:.2f} (1.55), {ratios[1]:.2f} (1.7)")
    expanded = recall - found.variants["without expansion"].recall(10)
    print(f"graph and neighbours on against off {expanded:+.1f} points (5)")
    default = not os.environ.get("MEMC_BENCH_STACK")
    p50, p95 = (percentile(found.milliseconds, share) for share in (0.5, 0.95))
    print(f"R6 over HTTP, {LIMIT} items: p50 {p50:.1f} ms (40), p95 {p95:.1f} ms (100)")
    reached = all(found.ours.recall(10, (name,)) >= least for name, least in LEAST.items())
    return (
        expanded >= 5
        and (not default or (p50 <= 40 and p95 <= 100))
        and recall >= 78
        and gain >= 60
        and ratios[0] >= 1.55
        and ratios[1] >= 1.7
        and reached
        and not found.faults
    )
