"""Promise M7: memory text is in no byte of Temporal's database and in no log line, and histories hold only short strings."""

from pathlib import Path
from uuid import uuid4

import pytest

from bootstrap.embedded.attach import attached
from bootstrap.settings import load_settings
from bootstrap.temporal.client import connect
from bootstrap.temporal.codec import EncryptionCodec
from bootstrap.temporal.guard import decoded_strings
from tests.stack import DevStack, Memory

pytestmark = [pytest.mark.slow, pytest.mark.timeout(240)]


@pytest.fixture(scope="module")
def canary(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, str, DevStack]:
    """A canary in both scripts, captured and compiled, also through a failing activity."""
    folder = Path(tmp_path_factory.mktemp("canary"))
    failpoints = folder / "failpoints"
    running = DevStack(folder, env={"MEMC_FAILPOINTS": f"file:{failpoints}"}).start()
    mark = uuid4().hex[:12]
    english, chinese = f"canary{mark}", f"金丝雀{mark[:6]}"
    with running.client() as memory:
        _live_through_everything(memory, failpoints, english, chinese)
    running.stop()
    return english, chinese, running


def _live_through_everything(memory: Memory, failpoints: Path, english: str, chinese: str) -> None:
    memory.say(f"My sister lives in {english}.", user_id="lin")
    failpoints.write_text("compile.extract.before=fail\n")
    memory.say(f"我的项目代号是{chinese}。", user_id="lin")
    failpoints.write_text("compile.settle.before=fail\n")
    memory.say(f"We moved the office to {english}.", user_id="lin")
    memory.recall(f"where is {english}", user_id="lin")
    memory.recall(f"{chinese}是什么", user_id="lin")
    memory.http.post("/v1/recall", json={"query": english, "limit": english})


async def _strings_in_histories(folder: Path) -> list[str]:
    """Every string of every history, with all payloads and failures decoded by the stack's key ring."""
    settings = attached(load_settings(state_dir=folder))
    keys = {key.key_id: key.key for key in settings.codec_ring}
    address, namespace = settings.temporal_address, settings.temporal_namespace
    client = await connect(address=address, namespace=namespace, keys=keys, role="cli")
    found: list[str] = []
    async for execution in client.list_workflows():
        handle = client.get_workflow_handle(execution.id, run_id=execution.run_id)
        found += await decoded_strings(await handle.fetch_history(), EncryptionCodec(keys))
    return found


def test_no_byte_of_temporals_database_holds_the_words(canary: tuple[str, str, DevStack]) -> None:
    english, chinese, stack = canary
    files = [path for path in stack.folder.rglob("temporal.db*") if path.is_file()]
    assert files
    for path in files:
        raw = path.read_bytes()
        assert english.encode() not in raw, path.name
        assert chinese.encode() not in raw, path.name


def test_no_log_line_holds_the_words(canary: tuple[str, str, DevStack]) -> None:
    english, chinese, stack = canary
    logs = [path for path in (stack.folder / "logs").rglob("*") if path.is_file()]
    assert logs
    for path in [*logs, stack.log_path]:
        text = path.read_text(encoding="utf-8", errors="replace")
        assert english not in text, path.name
        assert chinese not in text, path.name


async def test_decoded_histories_hold_no_string_longer_than_64_characters(canary: tuple[str, str, DevStack]) -> None:
    english, chinese, stack = canary
    again = DevStack(stack.folder).start()
    try:
        strings = await _strings_in_histories(stack.folder)
    finally:
        again.stop()
    assert len(strings) > 50
    assert [text for text in strings if len(text) > 64] == []
    assert not any(english in text or chinese in text for text in strings)
