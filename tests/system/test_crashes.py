"""Promise M6: the worker is killed at each failpoint, and each fact is there once; a cancelled compile leaves nothing."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from memory.model.chunk import CompileStage
from tests.stack import DevStack, Memory, good

pytestmark = [pytest.mark.slow, pytest.mark.timeout(300)]

STAGES = [stage.value for stage in CompileStage]
COMPILE_POINTS = [f"compile.{stage}.{moment}" for stage in STAGES for moment in ("before", "after")]
STORE_POINTS = [
    "save_statements.after_commit",
    "save_links.after_commit",
    "settle.before_commit",
    "settle.after_commit",
]
WORDS = "My sister is called Nora. I moved to Porto. We use Redis for the queue."


@pytest.fixture(scope="module")
def crashing(tmp_path_factory: pytest.TempPathFactory) -> Iterator[DevStack]:
    """A stack whose worker dies once at each failpoint that a file names."""
    folder = Path(tmp_path_factory.mktemp("crashing"))
    running = DevStack(folder, env={"MEMC_FAILPOINTS": f"file:{folder / 'failpoints'}"}).start()
    yield running
    running.stop()


def facts_once(memory: Memory, user: str) -> None:
    """Each fact of a user is there exactly once."""
    facts = memory.facts(user_id=user)
    assert facts, "the compile left no fact"
    repeated = {text: count for text, count in Counter(fact["text"] for fact in facts).items() if count > 1}
    assert repeated == {}


@pytest.mark.parametrize("point", [*COMPILE_POINTS, *STORE_POINTS])
def test_a_worker_killed_at_a_failpoint_is_healed_and_each_fact_is_there_once(crashing: DevStack, point: str) -> None:
    user = f"u-{point}"
    worker = crashing.child("worker")
    (crashing.folder / "failpoints").write_text(f"{point}=kill\n")
    with crashing.client() as memory:
        answer = memory.say(WORDS, wait=False, user_id=user)
        assert memory.ended(answer["operation_id"], 90)["status"] == "done"
        facts_once(memory, user)
    assert crashing.child("worker") != worker, "the worker was never killed: the failpoint was not met"


@pytest.mark.parametrize("stage", STAGES)
def test_a_compile_cancelled_at_a_stage_leaves_nothing_in_any_projection(crashing: DevStack, stage: str) -> None:
    user = f"c-{stage}"
    (crashing.folder / "failpoints").write_text(f"compile.{stage}.after=sleep:1.5\n")
    with crashing.client() as memory:
        answer = memory.say(WORDS, wait=False, user_id=user)
        operation = answer["operation_id"]
        memory.poll(f"/v1/operations/{operation}", lambda body: reached(body, stage))
        good(memory.http.post(f"/v1/operations/{operation}/cancel"))
        ended = memory.ended(operation, 60)
        assert (ended["status"], ended["error"]) == ("failed", "cancelled")
        assert memory.facts(user_id=user) == []
        legs = {leg for item in memory.recall("Where did I move to?", user_id=user)["items"] for leg in item["legs"]}
        assert legs <= {"keyword", "window", "neighbour"}
        retried = good(memory.http.post(f"/v1/operations/{operation}/retry", headers={"Prefer": "wait=30"}))
        assert retried["status"] == "done"
        facts_once(memory, user)


def reached(operation: dict[str, object], stage: str) -> bool:
    """The stage is running or done."""
    stages = operation["stages"]
    assert isinstance(stages, list)
    return any(found["name"] == stage and found["status"] in ("running", "done") for found in stages)
