"""An OpenAI-compatible server that misbehaves as a message asks: the words `(case NAME)` choose what it does."""

import json
import re
import threading
import time
from collections import Counter
from collections.abc import Callable, Generator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Json = dict[str, Any]

_CASE = re.compile(r"\(case ([a-z_0-9]+)\)")
_TEXT = re.compile(r"The text:\n<<(\w+)>>\n(.*)\n<<\1>>", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Answer:
    """What goes over the wire."""

    status: int = 200
    body: bytes = b""
    headers: dict[str, str] = field(default_factory=dict[str, str])
    delay_s: float = 0.0


def said(content: str, *, finish: str = "stop", delay_s: float = 0.0) -> Answer:
    """A well-formed completion with this content."""
    body = {
        "id": "c1",
        "object": "chat.completion",
        "created": 1,
        "model": "fake",
        "choices": [{"index": 0, "finish_reason": finish, "message": {"role": "assistant", "content": content}}],
        "usage": {"prompt_tokens": 100, "completion_tokens": 20, "total_tokens": 120},
    }
    return Answer(body=json.dumps(body, ensure_ascii=True).encode(), delay_s=delay_s)


def item(quote: str, predicate: str, value: str, **fields: Any) -> Json:
    return {"quote": quote, "subject": "project", "predicate": predicate, "value": value} | fields


def good(*items: Json, **fields: Any) -> str:
    return json.dumps({"statements": list(items)} | fields, ensure_ascii=False)


Case = Callable[[int, str], Answer]
"""From the number of the call (1 is the first one over these words) and the text to an answer."""


class FakeModel:
    """The server's cases, and every request that it saw."""

    def __init__(self, cases: dict[str, Case]) -> None:
        self.cases = cases
        self.calls: Counter[str] = Counter()
        self.requests: list[Json] = []
        self._lock = threading.Lock()
        self.url = ""

    def answer(self, request: Json) -> Answer:
        # Worked examples stand before the question, and a repair turn without a text after it.
        asked = (_TEXT.search(told["content"]) for told in reversed(request["messages"]) if told["role"] == "user")
        found = next(filter(None, asked), None)
        text = found[2] if found else ""
        named = _CASE.search(text)
        name = named[1] if named else "nothing"
        with self._lock:
            self.calls[name] += 1
            self.requests.append(request)
            call = self.calls[name]
        return self.cases[name](call, text) if name in self.cases else said(good())


@contextmanager
def serving(cases: dict[str, Case]) -> Generator[FakeModel]:
    """The server on a free port of this machine."""
    model = FakeModel(cases)

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            request = json.loads(self.rfile.read(int(self.headers["content-length"])))
            answer = model.answer(request)
            time.sleep(answer.delay_s)
            try:
                self.send_response(answer.status)
                headers = {"content-type": "application/json", "content-length": str(len(answer.body))}
                for name, value in (headers | answer.headers).items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(answer.body)
            except (BrokenPipeError, ConnectionResetError):
                return  # who asked has hung up: that is one of the cases

        def log_message(self, format: str, *args: Any) -> None:
            return

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    model.url = f"http://127.0.0.1:{server.server_address[1]}/v1"
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield model
    finally:
        server.shutdown()
        server.server_close()
        thread.join(5)
