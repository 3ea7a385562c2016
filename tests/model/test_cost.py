"""What a turn costs where a model reads along: calls, rows and the wait of whoever captures."""

import sys
import time
from collections.abc import Callable, Generator
from pathlib import Path

import psycopg
import pytest
from psycopg import sql

from tests.model.server import FakeModel, good, said, serving
from tests.stack import DevStack, message

pytestmark = pytest.mark.slow

ALONE, TOGETHER = 100, 100
THINKING_S = 0.2
MOST_CALLS, MOST_ROWS = 1.0, 120.0


@pytest.fixture
def model() -> Generator[FakeModel]:
    with serving({"slow": lambda _call, _text: said(good(), delay_s=THINKING_S)}) as found:
        yield found


@pytest.fixture
def stack(model: FakeModel, tmp_path: Path) -> Generator[DevStack]:
    env = {
        "MEMC_LLM_MODEL": "openai/fake",
        "MEMC_LLM_API_BASE": model.url,
        "MEMC_LLM_ALLOW_PRIVATE": "true",
        "MEMC_EMBEDDING_MODEL": "hash:64",
    }
    found = DevStack(tmp_path, env=env).start()
    yield found
    found.stop()


def rows(stack: DevStack) -> int:
    """Rows in all tables of the authority."""
    with psycopg.connect(stack.superuser_database_url) as connection:
        names = connection.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public'").fetchall()
        count = sql.SQL("SELECT count(*) FROM {}")
        found = (connection.execute(count.format(sql.Identifier(str(name)))).fetchone() for (name,) in names)
        return sum(int(row[0]) for row in found if row is not None)


def turn(number: int) -> str:
    return f"Service {number} runs on port {4000 + number} (case slow)."


def test_c85_capture_does_not_wait_for_the_model_and_calls_and_rows_a_turn_are_few(
    stack: DevStack, model: FakeModel, record_property: Callable[[str, object], None]
) -> None:
    with stack.client(timeout=120.0) as memory:
        before, waits, operations = rows(stack), list[float](), list[str]()
        for number in range(ALONE):
            began = time.monotonic()
            operations.append(memory.say(turn(number), wait=False, user_id="lin")["operation_id"])
            waits.append(time.monotonic() - began)
        batch = [message(turn(ALONE + number)) for number in range(TOGETHER)]
        operations.append(memory.say(batch, wait=False, user_id="lin")["operation_id"])
        ended = [memory.ended(operation, 300) for operation in operations]
        turns = ALONE + TOGETHER
        calls, rows_each = model.calls["slow"] / turns, (rows(stack) - before) / turns
    p95 = sorted(waits)[int(0.95 * len(waits))]
    for name, figure in (("capture_p95_s", p95), ("calls_a_turn", calls), ("rows_a_turn", rows_each)):
        record_property(name, round(figure, 3))
        sys.stdout.write(f"C85 {name} {figure:.3f}\n")
    assert {operation["status"] for operation in ended} == {"done"}
    assert p95 < 1.0
    assert 0 < calls <= MOST_CALLS
    assert rows_each <= MOST_ROWS
