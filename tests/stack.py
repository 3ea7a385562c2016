"""A whole running stack for tests over HTTP: `memc dev` as a child, its control socket, and clients."""

import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx

from bootstrap.embedded.authority import DATABASE, service_address
from bootstrap.embedded.control import socket_path
from bootstrap.embedded.postgres import SUPERUSER, address
from bootstrap.embedded.state import StateDir

READY_S = 120.0
STOP_S = 20.0
ENDED = frozenset({"done", "partial", "failed"})

Json = dict[str, Any]


class NotReady(Exception):
    """The stack did not start; the message holds the end of its log."""


@dataclass(slots=True)
class DevStack:
    """One `memc dev` on free ports with its own state folder."""

    folder: Path
    options: tuple[str, ...] = ()
    env: dict[str, str] = field(default_factory=dict[str, str])
    url: str = ""
    api_key: str = ""
    ready_s: float = 0.0
    _process: subprocess.Popen[bytes] | None = None

    def start(self) -> "DevStack":
        """Starts the stack and waits for its ready line."""
        command = [sys.executable, "-m", "api.cli.main", "dev", "--json", "--port", "0"]
        command += ["--state-dir", str(self.folder), *self.options]
        started = time.monotonic()
        self.folder.mkdir(parents=True, exist_ok=True)
        with self.log_path.open("ab") as log:
            self._process = subprocess.Popen(
                command, stdout=subprocess.PIPE, stderr=log, env=os.environ | self.env, start_new_session=True
            )
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        ready = json.loads(line) if line.strip() else {}
        if not ready.get("ready"):
            self.stop()
            raise NotReady(f"{line.decode(errors='replace')}\n{self.log_path.read_text(errors='replace')[-4000:]}")
        self.ready_s = time.monotonic() - started
        self.url, self.api_key = ready["url"], ready["api_key"]
        return self

    @property
    def log_path(self) -> Path:
        """What the supervisor said on stderr."""
        return self.folder / "dev.log"

    @property
    def pid(self) -> int:
        """The supervisor's process id."""
        assert self._process is not None
        return self._process.pid

    def stop(self) -> int | None:
        """SIGTERM, then a bounded wait; returns the exit code."""
        process, self._process = self._process, None
        if process is None:
            return None
        if process.poll() is None:
            process.send_signal(signal.SIGTERM)
        try:
            code = process.wait(STOP_S)
        except subprocess.TimeoutExpired:
            process.kill()
            code = process.wait()
        if process.stdout is not None:
            process.stdout.close()
        return code

    def kill(self) -> None:
        """`kill -9` of the supervisor itself."""
        assert self._process is not None
        self._process.kill()
        self._process.wait()
        if self._process.stdout is not None:
            self._process.stdout.close()
        self._process = None

    def control(self, command: str) -> Json:
        """One command to the control socket: `status`, `stop NAME`, `start NAME`."""
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as connection:
            connection.settimeout(120)
            connection.connect(str(socket_path(self.folder)))
            connection.sendall(command.encode() + b"\n")
            with connection.makefile("rb") as answer:
                return json.loads(answer.readline())

    def child(self, name: str) -> int:
        """The process id of a child."""
        return next(child["pid"] for child in self.control("status")["children"] if child["name"] == name)

    @property
    def service_database_url(self) -> str:
        """The authority as the service role sees it."""
        state = StateDir(self.folder)
        return service_address(state.remembered_ports()["postgres"], state.secrets(""))

    @property
    def superuser_database_url(self) -> str:
        """The authority without row-level security: for counting what is really there."""
        state = StateDir(self.folder)
        port, password = state.remembered_ports()["postgres"], state.secrets("").postgres_password
        return address(port, SUPERUSER, password, DATABASE)

    def client(self, key: str | None = None, timeout: float = 60.0) -> "Memory":
        """A client with the development key, or another."""
        headers = {"Authorization": f"Bearer {key or self.api_key}"}
        return Memory(httpx.Client(base_url=self.url, headers=headers, timeout=timeout))


@dataclass(slots=True)
class Memory:
    """The calls that tests make; raises with the problem's code when an answer is not good."""

    http: httpx.Client

    def __enter__(self) -> "Memory":
        return self

    def __exit__(self, *_: object) -> None:
        self.http.close()

    def say(self, text: str | Sequence[Json], *, wait: bool = True, **fields: Any) -> Json:
        """Captures one user message, or several; waits for the compile unless told otherwise."""
        body: Json = {"text": text} if isinstance(text, str) else {"messages": list(text)}
        answer = good(self.http.post("/v1/memories", json=body | fields))
        if wait:
            assert self.ended(answer["operation_id"])["status"] == "done"
        return answer

    def ended(self, operation_id: str, seconds: float = 60.0) -> Json:
        """The operation once it has ended."""
        return self.poll(f"/v1/operations/{operation_id}", lambda body: body["status"] in ENDED, seconds)

    def poll(self, path: str, until: Callable[[Json], bool], seconds: float = 60.0) -> Json:
        """Polls a resource until it is as wanted."""
        deadline = time.monotonic() + seconds
        while True:
            body = good(self.http.get(path))
            if until(body):
                return body
            assert time.monotonic() < deadline, f"{path} is still {body.get('status')}: {body}"
            time.sleep(0.05)

    def poll_until(self, path: str, seconds: float = 10.0) -> Json:
        """A resource that is written after an answer, once it is there."""
        deadline = time.monotonic() + seconds
        while self.http.get(path).status_code == 404:
            assert time.monotonic() < deadline, f"{path} is not there"
            time.sleep(0.05)
        return good(self.http.get(path))

    def recall(self, query: str, **fields: Any) -> Json:
        """The bundle for a query."""
        return good(self.http.post("/v1/recall", json={"query": query} | fields))

    def texts(self, query: str, **fields: Any) -> list[str]:
        """Texts, values and quotes of all items: what an agent could read."""
        items = self.recall(query, **fields)["items"]
        return [
            f"{item['text']} | {item['value']} | {' | '.join(e['quote'] for e in item['evidence'])}" for item in items
        ]

    def facts(self, **filters: Any) -> list[Json]:
        """A page of facts."""
        return good(self.http.get("/v1/memories", params={"limit": 200} | filters))["items"]

    def timeline(self, subject: str, predicate: str, **fields: Any) -> list[Json]:
        """All versions of a slot."""
        params = {"subject": subject, "predicate": predicate} | fields
        return good(self.http.get("/v1/timeline", params=params))["items"]

    def erase(self, selector: Json, *, seconds: float = 60.0, **fields: Any) -> Json:
        """Erases and waits for the end."""
        body = {"selector": selector, "reason": "asked by a test"} | fields
        erasure = good(self.http.post("/v1/erasures", json=body))
        path = f"/v1/erasures/{erasure['erasure_id']}"
        return self.poll(path, lambda found: found["status"] in ("done", "held"), seconds)

    def new_key(self, **fields: Any) -> str:
        """A key made by this one."""
        body = {"permissions": ["read", "write", "forget"]} | fields
        return good(self.http.post("/v1/admin/keys", json=body))["key"]


def good(answer: httpx.Response) -> Json:
    """The body of a good answer."""
    assert answer.is_success, (
        f"{answer.request.method} {answer.request.url.path}: {answer.status_code} {answer.text[:500]}"
    )
    return answer.json()


def message(content: str, said_at: str | None = None, **fields: Any) -> Json:
    """One user message."""
    return {"role": "user", "content": content, "said_at": said_at} | fields


def eventually(holds: Callable[[], object], seconds: float = 30.0) -> None:
    """Waits until something holds; fails when it does not within the time."""
    deadline = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < deadline, "it did not come to hold in time"
        time.sleep(0.05)
