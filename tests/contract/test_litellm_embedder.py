"""The litellm embedder against a small provider that speaks OpenAI's protocol."""

import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, cast

import pytest

from adapters.embeddings import build_embedder
from memory.model.errors import ConfigurationInvalid, Unavailable

CANARY = "canary-9f2c"


class Provider(ThreadingHTTPServer):
    """Answers with vectors `[length of the text, 1, 0, 0]`, in reverse order, or with `status`."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.status = 200
        self.width = 4
        self.requests: list[dict[str, Any]] = []


class Handler(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        provider = cast("Provider", self.server)
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        provider.requests.append(body)
        texts: list[str] = body["input"]
        rows = [
            {"object": "embedding", "index": i, "embedding": [float(len(t)), 1.0, 0.0, 0.0][: provider.width]}
            for i, t in enumerate(texts)
        ]
        usage = {"prompt_tokens": 1, "total_tokens": 1}
        answer = {"object": "list", "model": "m", "data": rows[::-1], "usage": usage}
        if provider.status != 200:
            answer = {"error": {"message": f"no: {texts}", "type": "x", "code": "y"}}
        payload = json.dumps(answer).encode()
        self.send_response(provider.status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(payload)))
        self.end_headers()
        self.wfile.write(payload)

    def log_message(self, format: str, *args: object) -> None:
        pass


@pytest.fixture
def provider(monkeypatch: pytest.MonkeyPatch) -> Iterator[Provider]:
    server = Provider()
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    monkeypatch.setenv("OPENAI_API_BASE", f"http://127.0.0.1:{server.server_port}/v1")
    monkeypatch.setenv("OPENAI_API_KEY", "test")
    yield server
    server.shutdown()
    server.server_close()
    thread.join()


def test_vectors_come_in_order_with_unit_length_in_bounded_batches(provider: Provider):
    embedder = build_embedder("openai/text-embedding-3-small", 4)
    texts = ["a" * i for i in range(1, 131)]
    vectors = embedder.embed_passages(texts)
    assert [round(v[0] / v[1]) for v in vectors] == list(range(1, 131))
    assert all(abs(sum(x * x for x in v) - 1) < 1e-6 for v in vectors)
    assert [len(r["input"]) for r in provider.requests] == [64, 64, 2]
    assert embedder.embed_passages([]) == []


def test_an_empty_text_is_sent_as_something_that_providers_take(provider: Provider):
    assert len(build_embedder("openai/text-embedding-3-small", 4).embed_query("")) == 4
    assert provider.requests[0]["input"] == ["-"]


def test_another_dimension_than_declared_is_a_wrong_configuration(provider: Provider):
    provider.width = 3
    with pytest.raises(ConfigurationInvalid, match="3 dimensions"):
        build_embedder("openai/text-embedding-3-small", 4).embed_query("x")


@pytest.mark.parametrize(
    ("status", "error"),
    [
        (401, ConfigurationInvalid),
        (404, ConfigurationInvalid),
        (400, ConfigurationInvalid),
        (429, Unavailable),
        (500, Unavailable),
    ],
)
def test_a_failure_is_typed_told_once_and_quotes_no_text(
    provider: Provider,
    status: int,
    error: type[Exception],
    caplog: pytest.LogCaptureFixture,
    capfd: pytest.CaptureFixture[str],
):
    provider.status = status
    with pytest.raises(error) as raised:
        build_embedder("openai/text-embedding-3-small", 4).embed_passages([CANARY])
    assert len(provider.requests) == 1
    assert raised.value.__cause__ is None
    assert CANARY not in str(raised.value) + caplog.text + "".join(capfd.readouterr())
