"""Cases of users about capture, scope and durability, each named after its number."""

from concurrent.futures import ThreadPoolExecutor
from uuid import uuid4

from tests.stack import DevStack, Json, Memory, good, message

LIN: Json = {"user_id": "lin", "timezone": "Asia/Shanghai"}
BASE = "2026-03-10T09:00:00+08:00"


def test_c53_a_key_of_one_user_cannot_ask_or_write_for_another(stack: DevStack, memory: Memory) -> None:
    with stack.client(memory.new_key(user_id="lin")) as lins:
        asked = lins.http.post("/v1/recall", json={"query": "anything", "user_id": "omar"})
        written = lins.http.post("/v1/memories", json={"text": "I live in Porto", "user_id": "omar"})
    assert (asked.status_code, asked.json()["code"]) == (403, "forbidden")
    assert (written.status_code, written.json()["code"]) == (403, "forbidden")


def test_c54_internal_paths_answer_a_foreign_id_as_an_unknown_one(stack: DevStack, memory: Memory) -> None:
    memory.http.post("/v1/admin/projects", json={"name": "gateway"})
    memory.say("Yara leads billing.", **LIN, project="gateway")
    foreign = memory.facts(user_id="lin", project="gateway")[0]["memory_id"]
    with stack.client() as development, stack.client(development.new_key(tenant=f"t-{uuid4().hex}")) as other:
        for path in (f"/v1/memories/{foreign}", f"/v1/memories/{foreign}/history", f"/v1/memories/{foreign}/lineage"):
            answers = [other.http.get(path), other.http.get(path.replace(foreign, str(uuid4())))]
            assert [answer.status_code for answer in answers] == [404, 404]
            assert answers[0].json() == answers[1].json()


def test_c56_an_unknown_workspace_is_refused_and_nothing_is_stored(memory: Memory) -> None:
    answer = memory.http.post("/v1/memories", json={"text": "hello there", "workspace": "ws-typo", "user_id": "lin"})
    assert (answer.status_code, answer.json()["code"]) == (404, "not_found")


def test_c78_a_system_prompt_and_a_heartbeat_state_nothing(memory: Memory) -> None:
    turns: list[Json] = [
        {
            "role": "system",
            "content": "You are Nova, the assistant of Priya Raman, who lives in Oslo. Your boss is Dr. Quill.",
        },
        {"role": "system", "content": "[heartbeat] 07:00 ok, tools loaded: search, files. Operator: Marcus Bell."},
        {"role": "user", "content": "My cat is Miso."},
    ]
    memory.say([turn | {"said_at": BASE} for turn in turns], user_id="c78", timezone="Asia/Shanghai")
    told = [f"{fact['subject']} {fact['text']} {fact['value']}" for fact in memory.facts(user_id="c78")]
    assert any("Miso" in words for words in told)
    assert not [words for words in told for name in ("Nova", "Priya", "Oslo", "Quill", "Marcus") if name in words]


def test_c68_one_key_eight_times_in_parallel_gives_one_chunk_and_one_set_of_facts(memory: Memory) -> None:
    body = {"messages": [message("My cat is Miso.", BASE)], **LIN}
    headers = {"Idempotency-Key": uuid4().hex}
    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda _: good(memory.http.post("/v1/memories", json=body, headers=headers)), range(8)))
    assert len({answer["operation_id"] for answer in answers}) == 1
    assert len({tuple(answer["chunk_ids"]) for answer in answers}) == 1
    assert memory.ended(answers[0]["operation_id"])["status"] == "done"
    assert len([fact for fact in memory.facts(user_id="lin") if "Miso" in fact["text"]]) == 1


def test_c71_a_short_turn_is_found_at_once_and_after_its_compile_and_only_once(memory: Memory) -> None:
    answer = memory.say("The spare key hangs behind the clock.", wait=False, **LIN)
    assert any("behind the clock" in text for text in memory.texts("spare key", user_id="lin"))
    assert memory.ended(answer["operation_id"])["status"] == "done"
    found = [text for text in memory.texts("spare key", user_id="lin") if "behind the clock" in text]
    assert len(found) == 1


def test_c72_chinese_is_captured_with_its_person_and_its_date(memory: Memory) -> None:
    memory.say([message("王芳下周三去成都出差", BASE)], **LIN)
    past = memory.facts(user_id="lin", status="expired")  # the trip lies behind the clock of this test
    found = [fact for fact in past if "成都" in fact["text"]]
    assert found
    assert found[0]["subject"] == "王芳"
    assert found[0]["event_time"]["start"].startswith("2026-03-18")


def test_c73_the_keyword_path_alone_finds_chinese_words(stack: DevStack, memory: Memory) -> None:
    memory.say("合同编号在蓝色文件夹里", **LIN)
    items = memory.recall("蓝色文件夹", user_id="lin")["items"]
    assert "合同编号" in items[0]["text"] or "合同编号" in items[0]["evidence"][0]["quote"]
    assert "keyword" in items[0]["legs"]


def test_words_without_a_user_are_compiled_and_found_by_readers_without_one(memory: Memory) -> None:
    memory.say("My cat is Miso.")
    assert any("Miso" in fact["text"] for fact in memory.facts())
    assert any("Miso" in text for text in memory.texts("what is my cat called"))
    assert memory.texts("what is my cat called", user_id="lin") == []
