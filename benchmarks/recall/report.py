"""One run of a benchmark: told, asked, scored beside the plain vector leg, printed."""

import json
import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Any

from benchmarks.claims._figures import line
from benchmarks.claims._state import state_folder
from benchmarks.recall.asking import Told, ask, compiled, tell
from benchmarks.recall.baseline import Baseline, KeywordLeg, VectorLeg
from benchmarks.recall.dialogues import Dialogue, data_folder
from benchmarks.recall.metric import Scores, bootstrap, slots_of
from benchmarks.recall.plot import bars
from tests.stack import DevStack

Fields = Mapping[str, Any]
LOGS = Path(__file__).parents[1] / "claims" / "logs"


@dataclass(slots=True)
class Run:
    """What a run found."""

    ours: Scores = field(default_factory=Scores)
    vectors: Scores = field(default_factory=Scores)
    keywords: Scores = field(default_factory=Scores)
    milliseconds: list[float] = field(default_factory=list[float])
    faults: list[str] = field(default_factory=list[str])
    variants: dict[str, Scores] = field(default_factory=dict[str, Scores])


def measured(
    name: str, read: Callable[[Path], Iterable[Dialogue]], variants: Mapping[str, Fields] = MappingProxyType({})
) -> Run | None:
    """A whole run over the data of that name, its table printed; None when they are not on this machine.

    `MEMC_BENCH_STATE` names a folder that keeps the compiled state for another run, `MEMC_BENCH_STACK` more options of `memc
    dev`. `variants` are asked beside it, with these fields in each request.
    """
    folder = data_folder(name)
    if folder is None:
        print("not run: the data are missing (MEMC_BENCH_DATA)")
        return None
    dialogues = list(read(folder))
    with state_folder(name) as state:
        stack = DevStack(state, tuple(os.environ.get("MEMC_BENCH_STACK", "").split())).start()
        try:
            told = told_once(stack, dialogues, state / "told.json")
            run = asked(stack, dialogues, told)
            print_memory(stack)
            run.variants = {title: asked(stack, dialogues, told, **fields).ours for title, fields in variants.items()}
        finally:
            stack.stop()
    compare(run, dialogues)
    table(run)
    picture(name, run)
    return run


def told_once(stack: DevStack, dialogues: Sequence[Dialogue], notes: Path) -> Told:
    """Captures and compiles the dialogues, unless this state folder holds them from an earlier run."""
    if notes.exists():
        return Told(**json.loads(notes.read_text(encoding="utf-8")))
    told = Told()
    with stack.client(timeout=120) as memory:
        tell(memory, dialogues, told)
        compiled(memory, told)
    notes.write_text(json.dumps(asdict(told)), encoding="utf-8")
    return told


def asked(stack: DevStack, dialogues: Sequence[Dialogue], told: Told, **fields: object) -> Run:
    """Asks every question."""
    run = Run()
    with stack.client(timeout=60) as memory:
        for dialogue in dialogues:
            for question in dialogue.questions:
                answer = ask(memory, dialogue, question, told, **fields)
                run.ours.add(question.category, slots_of(answer.items), question.gold)
                run.milliseconds.append(answer.milliseconds)
                run.faults += answer.faults
    return run


def compare(run: Run, dialogues: Sequence[Dialogue]) -> None:
    """Asks plain vectors and plain BM25 the same questions; after the service, whose time they would take."""
    legs: list[tuple[Baseline, Scores]] = [(VectorLeg(), run.vectors), (KeywordLeg(), run.keywords)]
    for dialogue in dialogues:
        for question in dialogue.questions:
            for leg, scores in legs:
                scores.add(question.category, slots_of(leg.ranking(dialogue, question)), question.gold)


def print_memory(stack: DevStack) -> None:
    """The resident memory of the service's own processes."""
    for name in ("api", "worker"):
        status = Path(f"/proc/{stack.child(name)}/status").read_text(encoding="ascii")
        held = next(int(row.split()[1]) for row in status.splitlines() if row.startswith("VmRSS"))
        print(f"{name} holds {held / 1024:.0f} MiB")


def picture(name: str, run: Run) -> None:
    """The table as bars, beside the claim's log."""
    categories = ["all", *dict.fromkeys(run.ours.categories)]
    series = {"Memory Compiler": run.ours, "plain vectors": run.vectors, "plain BM25": run.keywords}
    values = {
        title: [scores.recall(10, () if group == "all" else (group,)) for group in categories]
        for title, scores in series.items()
    }
    bars(LOGS / f"{name}.svg", f"{name}: recall@10, percent", categories, values)


def table(run: Run) -> None:
    """Prints the scores by category beside those of the vector leg."""
    categories = ["all", *dict.fromkeys(run.ours.categories)]
    print(
        f"{'':14}{'n':>6}{'R@3':>7}{'R@5':>7}{'R@10':>7}{'R@20':>7}{'nDCG10':>8}   vectors R@10 nDCG10   BM25 R@10 nDCG10"
    )
    for name in categories:
        only = () if name == "all" else (name,)
        count = len(run.ours.categories) if not only else run.ours.categories.count(name)
        recalls = "".join(f"{run.ours.recall(depth, only):7.1f}" for depth in (3, 5, 10, 20))
        print(
            f"{name:14}{count:6}{recalls}{run.ours.gain(only):8.1f}"
            f"        {run.vectors.recall(10, only):5.1f} {run.vectors.gain(only):6.1f}"
            f"       {run.keywords.recall(10, only):5.1f} {run.keywords.gain(only):6.1f}"
        )
    low, high = bootstrap(run.ours.recalls[10], run.vectors.recalls[10])
    print(f"recall@10 over the vector leg: {low:+.1f} to {high:+.1f} points (95 %, paired bootstrap)")
    print(line("recall over HTTP", [value / 1000 for value in run.milliseconds]))
    for title, scores in run.variants.items():
        low, high = bootstrap(run.ours.recalls[10], scores.recalls[10])
        print(
            f"{title}: recall@10 {scores.recall(10):.1f}, nDCG@10 {scores.gain():.1f}; this gains {low:+.1f} to {high:+.1f}"
        )
    print(f"items whose evidence is not as promised: {len(run.faults)}", *run.faults[:3])
