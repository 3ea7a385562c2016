"""Promise M4: with Temporal, Weaviate and Neo4j stopped, capture and recall go on; afterwards all of it catches up."""

import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.servers import require_neo4j, require_weaviate
from tests.stack import DevStack, good, message

pytestmark = [pytest.mark.slow, pytest.mark.weaviate, pytest.mark.neo4j, pytest.mark.timeout(300)]

DOWN = ("temporal", "weaviate", "neo4j")


@pytest.fixture(scope="module")
def four_stores(tmp_path_factory: pytest.TempPathFactory) -> Iterator[DevStack]:
    """The stack with real Weaviate and Neo4j."""
    require_weaviate()
    require_neo4j()
    folder = Path(tmp_path_factory.mktemp("four-stores"))
    running = DevStack(folder, ("--vector", "weaviate", "--graph", "neo4j")).start()
    yield running
    running.stop()


def test_capture_and_recall_go_on_while_temporal_weaviate_and_neo4j_are_down(four_stores: DevStack) -> None:
    with four_stores.client() as memory:
        memory.say("We use Redis for the queue.", user_id="lin")
        for name in DOWN:
            four_stores.control(f"stop {name}")
        body = {"messages": [message("王芳负责结算模块。")], "user_id": "lin"}
        answer = memory.http.post("/v1/memories", json=body)
        assert answer.status_code == 202
        bundle = memory.recall("结算模块", user_id="lin")
        assert "王芳负责结算模块" in bundle["items"][0]["text"]
        assert "keyword" in bundle["items"][0]["legs"]
        assert bundle["degraded"]
        for name in DOWN:
            four_stores.control(f"start {name}")
        assert memory.ended(answer.json()["operation_id"], 120)["status"] == "done"
        assert any("王芳" in fact["text"] for fact in memory.facts(user_id="lin"))
        assert memory.recall("结算模块", user_id="lin")["degraded"] == []


@pytest.mark.parametrize("name", ["weaviate", "neo4j"])
@pytest.mark.parametrize(
    "question", ["Which queue do we use?", "Why did Heron slip, and who owns what the owner of Heron owns?"]
)
def test_a_projection_that_hangs_costs_an_answer_no_more_than_its_deadline(
    four_stores: DevStack, name: str, question: str
) -> None:
    """A frozen server is slower than any slow one."""
    with four_stores.client() as memory:
        memory.say("We use Redis for the queue. Omar owns Heron. Heron slipped because a test failed.", user_id="hang")
        memory.recall(question, user_id="hang", expand={"graph_hops": 2})
        server = four_stores.child(name)
        os.kill(server, signal.SIGSTOP)
        try:
            bundle = memory.recall(question, user_id="hang", expand={"graph_hops": 2})
        finally:
            os.kill(server, signal.SIGCONT)
    assert bundle["took_ms"] < 900
    assert ("vectors" if name == "weaviate" else "graph") in bundle["degraded"]
    assert bundle["items"]


def test_what_is_erased_is_in_no_answer_after_the_202_and_in_no_store_at_the_end(four_stores: DevStack) -> None:
    with four_stores.client() as memory:
        answer = memory.say([message("Wen's locker code is 4417.", id="e1")], user_id="wen", session_id="s-erase")
        assert memory.texts("locker code", user_id="wen")
        erasure = good(memory.http.post("/v1/erasures", json={"selector": {"source_id": answer["source_id"]}}))
        assert memory.texts("locker code", user_id="wen") == []
        path = f"/v1/erasures/{erasure['erasure_id']}"
        ended = memory.poll(path, lambda body: body["status"] == "done")
        stores = {store["store"]: store for store in ended["stores"]}
        assert {"authority", "vectors", "graph", "recall_log", "workflow_history"} <= set(stores)
        assert all(store["status"] == "done" and store["verified_at"] for store in stores.values())
        assert stores["vectors"]["deleted"] >= 1
        assert stores["graph"]["deleted"] >= 1
        assert stores["workflow_history"]["deleted"] == 1
        again = {
            "messages": [message("Wen's locker code is 4417.", id="e1")],
            "user_id": "wen",
            "session_id": "s-erase",
        }
        refused = memory.http.post("/v1/memories", json=again)
        assert (refused.status_code, refused.json()["code"]) == (409, "erased")


def test_an_erasure_waits_as_blocked_while_a_store_is_down_and_ends_by_itself(four_stores: DevStack) -> None:
    with four_stores.client() as memory:
        memory.say("Tao's badge number is 9931.", user_id="tao")
        four_stores.control("stop weaviate")
        erasure = good(memory.http.post("/v1/erasures", json={"selector": {"user_id": "tao"}}))
        assert memory.texts("badge number", user_id="tao") == []
        path = f"/v1/erasures/{erasure['erasure_id']}"
        memory.poll(path, lambda body: body["status"] == "blocked")
        four_stores.control("start weaviate")
        assert memory.poll(path, lambda body: body["status"] == "done", 120)["status"] == "done"
