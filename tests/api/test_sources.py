"""Documents over HTTP: taken, cut into parts with exact places, compiled, superseded by a newer version, erased."""

from collections.abc import Generator
from pathlib import Path
from typing import Any
from uuid import uuid4

import psycopg
import pytest

from tests.stack import DevStack, Memory, good

pytestmark = pytest.mark.slow

Json = dict[str, Any]

HANDBOOK = """# Handbook

Preface words.

## Payments

The payment service is owned by Maya Lund. The budget of the project is 500 dollars.

- Refunds must never exceed 200 dollars.
- All refunds are logged.

## 权限

发布权限由陈静负责。

Maya: The limit of the gateway is 300 requests.
Tom: Agreed.
"""


@pytest.fixture(scope="module")
def stack(tmp_path_factory: pytest.TempPathFactory) -> Generator[DevStack]:
    found = DevStack(tmp_path_factory.mktemp("sources"), env={"MEMC_EMBEDDING_MODEL": "hash:64"}).start()
    yield found
    found.stop()


@pytest.fixture(scope="module")
def memory(stack: DevStack) -> Generator[Memory]:
    with stack.client() as found:
        yield found


def send(memory: Memory, text: str | bytes, name: str = "handbook.md", **fields: Any) -> Json:
    raw = text.encode() if isinstance(text, str) else text
    return good(memory.http.post("/v1/sources", files={"file": (name, raw)}, data=fields))


def compiled(memory: Memory, answer: Json, seconds: float = 240.0) -> Json:
    operation = memory.ended(answer["operation_id"], seconds)
    assert operation["status"] == "done", operation
    return operation


def all_parts(memory: Memory, source_id: str) -> list[Json]:
    found: list[Json] = []
    after: int | None = 0
    while after is not None:
        page = good(memory.http.get(f"/v1/sources/{source_id}", params={"after": after, "limit": 1000}))
        found += page["parts"]
        after = page["next"]
    return found


def assert_places(memory: Memory, stack: DevStack, source_id: str, text: str) -> list[Json]:
    """Every part is that stretch of the text, in order, and nothing but white space lies between them."""
    parts = all_parts(memory, source_id)
    with psycopg.connect(stack.superuser_database_url) as connection:
        rows = connection.execute("SELECT chunk_id::text, text FROM chunk WHERE source_id = %s", [source_id]).fetchall()
    words = {str(chunk_id): str(said) for chunk_id, said in rows}
    end = 0
    for part in parts:
        assert not text[end : part["start"]].strip()
        assert text[part["start"] : part["end"]] == words[part["chunk_id"]]
        end = part["end"]
    assert not text[end:].strip()
    return parts


def fields() -> dict[str, str]:
    name = uuid4().hex[:8]
    return {"user_id": name, "project": f"p-{name}", "external_id": f"doc-{name}", "title": "Handbook"}


def test_a_short_document_is_recallable_at_once_and_its_parts_have_their_places(
    memory: Memory, stack: DevStack
) -> None:
    scope = fields()
    answer = send(memory, HANDBOOK, **scope)
    assert memory.texts("refunds exceed", user_id=scope["user_id"], project=scope["project"])
    compiled(memory, answer)
    parts = assert_places(memory, stack, answer["source_id"], HANDBOOK)
    assert [part["heading"] for part in parts] == ["Handbook", "Handbook > Payments", "Handbook > 权限"]
    assert [part["chunk_id"] for part in parts] == answer["chunk_ids"]
    content = good(memory.http.get(f"/v1/sources/{answer['source_id']}/content"))["text"]
    for part in parts:
        assert content[part["start"] : part["end"]] == HANDBOOK[part["start"] : part["end"]]


def test_what_a_document_says_has_a_documents_authority_and_its_quote_stands_there(
    memory: Memory, stack: DevStack
) -> None:
    scope = fields()
    answer = send(memory, HANDBOOK, **scope)
    compiled(memory, answer)
    facts = memory.facts(user_id=scope["user_id"], project=scope["project"])
    assert any("500" in fact["value"] for fact in facts)
    places = {part["chunk_id"]: part["start"] for part in all_parts(memory, answer["source_id"])}
    for fact in facts:
        for evidence in fact["evidence"]:
            at = places[evidence["chunk_id"]]
            assert HANDBOOK[at + evidence["start"] : at + evidence["end"]] == evidence["quote"]
    with psycopg.connect(stack.superuser_database_url) as connection:
        found = connection.execute(
            "SELECT DISTINCT authority FROM assertion WHERE source_id = %s", [answer["source_id"]]
        ).fetchall()
    assert found == [(30,)]


def test_importance_is_given_or_judged(memory: Memory, stack: DevStack) -> None:
    scope = fields()
    answer = send(memory, HANDBOOK, **scope)
    given = send(memory, HANDBOOK, importance="0.3", **fields())
    query = "SELECT importance FROM chunk WHERE source_id = %s ORDER BY position"
    with psycopg.connect(stack.superuser_database_url) as connection:
        judged = [row[0] for row in connection.execute(query, [answer["source_id"]]).fetchall()]
        said = {row[0] for row in connection.execute(query, [given["source_id"]]).fetchall()}
    assert judged == [0.5, 0.9, 0.9]
    assert said == {0.3}


def test_html_is_read_as_its_text(memory: Memory, stack: DevStack) -> None:
    body = "<h1>Rules</h1><p>The budget is&nbsp;700 dollars.</p>"
    page = f"<html><head><title>x</title><script>steal()</script></head><body>{body}</body></html>"
    answer = send(memory, page, "rules.html", **fields())
    text = good(memory.http.get(f"/v1/sources/{answer['source_id']}/content"))["text"]
    assert text == "# Rules\n\nThe budget is 700 dollars."
    assert_places(memory, stack, answer["source_id"], text)


def test_the_same_document_again_is_answered_as_before(memory: Memory) -> None:
    scope = fields()
    first = send(memory, HANDBOOK, **scope)
    again = send(memory, HANDBOOK, **scope)
    assert (again["operation_id"], again["chunk_ids"]) == (first["operation_id"], first["chunk_ids"])


def test_a_newer_version_holds_and_what_it_no_longer_says_is_gone(memory: Memory, stack: DevStack) -> None:
    scope = fields()
    compiled(memory, send(memory, HANDBOOK, version="1", **scope))
    newer = HANDBOOK.replace("500 dollars", "900 dollars").split("## 权限")[0]
    answer = send(memory, newer, version="2", **scope)
    compiled(memory, answer)
    values = [fact["value"] for fact in memory.facts(user_id=scope["user_id"], project=scope["project"])]
    assert any("900" in value for value in values)
    assert not any("500" in value for value in values)
    assert not any("陈静" in value for value in values)
    versions = good(memory.http.get(f"/v1/sources/{answer['source_id']}"))["versions"]
    assert [version["version"] for version in versions] == ["2", "1"]
    assert_places(memory, stack, answer["source_id"], newer)


def test_a_long_document_goes_by_the_blob_store_and_is_compiled_page_by_page(memory: Memory, stack: DevStack) -> None:
    scope = fields()
    text = "".join(
        f"## Service {n}\n\nThe owner of service {n} is Person{n} Lund. {'And so on, as ever, ' * 55}\n\n"
        for n in range(30)
    )
    answer = send(memory, text, **scope)
    assert list((Path(stack.folder) / "blobs").rglob("*"))
    assert len(answer["chunk_ids"]) == 30
    operation = compiled(memory, answer)
    assert operation["kind"] == "document"
    parts = assert_places(memory, stack, answer["source_id"], text)
    assert [part["chunk_id"] for part in parts] == answer["chunk_ids"]
    piece = good(memory.http.get(f"/v1/sources/{answer['source_id']}/content", params={"start": 100, "end": 164}))
    assert piece["text"] == text[100:164]

    erased = memory.erase({"source_id": answer["source_id"]})
    receipts = {store["store"]: store for store in erased["stores"]}
    assert (receipts["blobs"]["found"], receipts["blobs"]["deleted"]) == (1, 1)
    assert not [
        path
        for path in (Path(stack.folder) / "blobs").rglob("*")
        if path.is_file() and answer["source_id"] in str(path)
    ]
    assert memory.http.get(f"/v1/sources/{answer['source_id']}").status_code == 404
    assert memory.http.get(f"/v1/operations/{answer['operation_id']}").status_code == 404
    refused = memory.http.post("/v1/sources", files={"file": ("handbook.md", text.encode())}, data=scope)
    assert (refused.status_code, refused.json()["code"]) == (409, "erased")


def test_a_document_is_erased_before_its_parts_are_chunks(memory: Memory, stack: DevStack) -> None:
    scope = fields()
    text = "".join(f"## Part {n}\n\nThe owner of part {n} is Zoe{n}. {'More words. ' * 90}\n\n" for n in range(60))
    answer = send(memory, text, **scope)
    memory.erase({"source_id": answer["source_id"]}, seconds=120)
    with psycopg.connect(stack.superuser_database_url) as connection:
        left = connection.execute("SELECT count(*) FROM chunk WHERE source_id = %s", [answer["source_id"]]).fetchone()
        documents = connection.execute(
            "SELECT count(*) FROM document WHERE source_id = %s", [answer["source_id"]]
        ).fetchone()
    assert (left, documents) == ((0,), (0,))


@pytest.mark.parametrize(
    ("raw", "data", "status"),
    [
        (b"\xff\xfe\x00", {}, 400),
        (b"a\x00b", {}, 400),
        (b"  \n ", {}, 422),
        (b"words", {"colour": "red"}, 422),
        (b"words", {"importance": "7"}, 422),
        (b"words", {"visibility": "project", "project": ""}, 422),
        (b"x" * (21 * 1024 * 1024), {}, 413),
    ],
)
def test_what_is_not_a_document_is_refused(memory: Memory, raw: bytes, data: dict[str, str], status: int) -> None:
    answer = memory.http.post("/v1/sources", files={"file": ("a.txt", raw)}, data=data)
    assert answer.status_code == status, answer.text
    assert answer.headers["content-type"].startswith("application/problem+json")


def test_a_body_that_is_no_form_is_refused(memory: Memory) -> None:
    assert memory.http.post("/v1/sources", json={"text": "words"}).status_code == 422


def test_a_key_reads_and_writes_only_what_it_may(memory: Memory, stack: DevStack) -> None:
    scope = fields()
    answer = send(memory, HANDBOOK, **scope)
    stranger = memory.new_key(user_id="somebody-else")
    with stack.client(stranger) as other:
        assert other.http.get(f"/v1/sources/{answer['source_id']}").status_code == 404
        assert other.http.get(f"/v1/sources/{answer['source_id']}/content").status_code == 404
    with stack.client(memory.new_key(source_kinds=["conversation"])) as other:
        refused = other.http.post("/v1/sources", files={"file": ("a.md", b"words")}, data={"user_id": "x"})
        assert refused.status_code == 403


def test_an_idempotency_key_belongs_to_one_document(memory: Memory) -> None:
    scope, headers = fields(), {"Idempotency-Key": uuid4().hex}
    first = memory.http.post("/v1/sources", files={"file": ("a.md", HANDBOOK.encode())}, data=scope, headers=headers)
    again = memory.http.post("/v1/sources", files={"file": ("a.md", HANDBOOK.encode())}, data=scope, headers=headers)
    assert good(first)["operation_id"] == good(again)["operation_id"]
    other = memory.http.post("/v1/sources", files={"file": ("a.md", b"other words")}, data=scope, headers=headers)
    assert other.status_code == 409
