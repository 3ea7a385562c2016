"""The command line's manners: exit codes, one JSON document, sentences instead of tracebacks, nothing heavy for `--help`."""

import json
import subprocess
import sys
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import ClassVar

import pytest

HEAVY = (
    "spacy",
    "litellm",
    "temporalio",
    "sqlalchemy",
    "fastapi",
    "psycopg",
    "weaviate",
    "neo4j",
    "numpy",
    "rich.console",
)


class Service(BaseHTTPRequestHandler):
    """A stand-in for the API: remembers what it was asked, answers as told."""

    seen: ClassVar[list[tuple[str, str, object, str]]] = []
    answers: ClassVar[dict[str, tuple[int, object]]] = {}

    def do_POST(self) -> None:
        self._answer()

    def do_GET(self) -> None:
        self._answer()

    def _answer(self) -> None:
        raw = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        self.seen.append((self.command, self.path, json.loads(raw) if raw else None, self.headers["Authorization"]))
        status, body = self.answers.get(self.path.partition("?")[0], (200, {}))
        content = json.dumps(body).encode()
        self.send_response(status)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, format: str, *args: object) -> None:
        pass


@pytest.fixture
def service() -> Iterator[str]:
    Service.seen.clear()
    Service.answers.clear()
    server = HTTPServer(("127.0.0.1", 0), Service)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    thread.join()
    server.server_close()


def memc(*words: str, folder: Path, given: str = "", **env: str) -> subprocess.CompletedProcess[str]:
    """Runs the command as a user does, in an empty folder."""
    command = [sys.executable, "-m", "api.cli.main", *words]
    clean = {"PATH": "/usr/bin:/bin", "PYTHONPATH": str(Path.cwd()), **env}
    return subprocess.run(command, capture_output=True, text=True, input=given, cwd=folder, env=clean, check=False)


def test_help_loads_nothing_heavy() -> None:
    program = f"import sys, api.cli.main; print([name for name in {HEAVY!r} if name in sys.modules])"
    shown = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert shown.stdout.strip() == "[]"


def test_help_lists_the_commands(tmp_path: Path) -> None:
    shown = memc("--help", folder=tmp_path)
    assert shown.returncode == 0
    for name in ("dev", "serve", "worker", "migrate", "doctor", "add", "recall", "timeline", "erase", "demo", "keys"):
        assert f"  {name} " in shown.stdout


@pytest.mark.parametrize(
    "words",
    [
        ["explode"],
        ["recall"],
        ["add", "--explode"],
        ["keys"],
        [],
        ["recall", "x", "--profile", "audit"],
        ["recall", "x", "--include", "everything"],
        ["add", "x", "--role", "boss"],
        ["add", "x", "--visibility", "all"],
    ],
)
def test_wrong_use_is_2_and_says_where_help_is(tmp_path: Path, words: list[str]) -> None:
    shown = memc(*words, folder=tmp_path)
    assert shown.returncode == 2
    assert "--help" in shown.stderr
    assert "Traceback" not in shown.stderr


def test_with_json_wrong_use_is_one_document(tmp_path: Path) -> None:
    shown = memc("recall", "--json", folder=tmp_path)
    assert shown.returncode == 2
    assert json.loads(shown.stdout)["error"]["code"] == "usage"


def test_a_failure_is_1_and_one_sentence(tmp_path: Path) -> None:
    shown = memc("recall", "x", folder=tmp_path, MEMC_URL="http://127.0.0.1:9", MEMC_API_KEY="k")
    assert (shown.returncode, shown.stdout) == (1, "")
    assert "memc dev" in shown.stderr
    assert "Traceback" not in shown.stderr


def test_an_unknown_setting_stops_any_command(tmp_path: Path) -> None:
    shown = memc("config", "show", "--json", folder=tmp_path, MEMC_FOO="1")
    assert shown.returncode == 1
    assert "MEMC_FOO" in json.loads(shown.stdout)["error"]["message"]


def test_config_show_masks_secrets(tmp_path: Path) -> None:
    shown = memc("config", "show", "--json", folder=tmp_path, MEMC_API_KEY="hunter2")
    assert shown.returncode == 0
    assert json.loads(shown.stdout)["MEMC_API_KEY"] == "********"
    assert "hunter2" not in memc("config", "show", folder=tmp_path, MEMC_API_KEY="hunter2").stdout


def test_time_reads_both_languages_without_a_server(tmp_path: Path) -> None:
    shown = memc(
        "time", "昨天", "--base", "2026-03-10T09:00:00+08:00", "--timezone", "Asia/Shanghai", "--json", folder=tmp_path
    )
    (span,) = json.loads(shown.stdout)["spans"]
    assert (span["raw"], span["start"]) == ("昨天", "2026-03-09T00:00:00+08:00")


def test_time_jsonl_keeps_order_and_unknown_fields(tmp_path: Path) -> None:
    base = {"base": "2026-03-10T09:00:00+08:00", "timezone": "Asia/Shanghai"}
    given = "".join(json.dumps({"text": text, "n": n} | base) + "\n" for n, text in enumerate(["yesterday", "明天"]))
    shown = memc("time", "--jsonl", folder=tmp_path, given=given)
    rows = [json.loads(line) for line in shown.stdout.splitlines()]
    assert [(row["n"], row["spans"][0]["raw"]) for row in rows] == [(0, "yesterday"), (1, "明天")]


def test_time_reads_a_written_date_that_the_grammar_does_not_know(tmp_path: Path) -> None:
    shown = memc("time", "Signed 5-Mar-2024", "--base", "2026-03-10T09:00:00+08:00", "--json", folder=tmp_path)
    (span,) = json.loads(shown.stdout)["spans"]
    assert (span["rule"], span["start"]) == ("dateparser", "2024-03-05T00:00:00+00:00")


def test_add_sends_the_scope_and_shows_the_facts(tmp_path: Path, service: str) -> None:
    fact = {"memory_id": "m1", "text": "user lives in Porto", "status": "current"}
    Service.answers["/v1/memories"] = (200, {"operation_id": "o1", "status": "done", "facts": [fact]})
    env = {"MEMC_URL": service, "MEMC_API_KEY": "k"}
    shown = memc(
        "add", "I moved to Porto.", "--user", "lin", "--said-at", "2026-03-10T09:00:00Z", folder=tmp_path, **env
    )
    assert shown.returncode == 0
    assert "user lives in Porto" in shown.stdout
    method, path, body, authorization = Service.seen[0]
    assert (method, path, authorization) == ("POST", "/v1/memories", "Bearer k")
    message = {"role": "user", "content": "I moved to Porto.", "said_at": "2026-03-10T09:00:00Z"}
    assert body == {"messages": [message], "user_id": "lin"}


def test_a_problem_document_is_told_as_a_sentence(tmp_path: Path, service: str) -> None:
    problem = {"detail": "Some fields are invalid.", "code": "invalid"}
    problem["errors"] = [{"pointer": "/query", "message": "too long"}]  # pyright: ignore[reportArgumentType]
    Service.answers["/v1/recall"] = (422, problem)
    env = {"MEMC_URL": service, "MEMC_API_KEY": "k"}
    shown = memc("recall", "x", folder=tmp_path, **env)
    assert (shown.returncode, shown.stderr) == (1, "Some fields are invalid. (/query: too long)\n")
    as_json = memc("recall", "x", "--json", folder=tmp_path, **env)
    assert json.loads(as_json.stdout)["error"]["code"] == "invalid"


def test_erase_wants_exactly_one_thing(tmp_path: Path) -> None:
    assert memc("erase", "--yes", folder=tmp_path).returncode == 2
    assert memc("erase", "--yes", "--user-id", "a", "--project", "b", folder=tmp_path).returncode == 2


def test_erase_shows_its_plan_and_asks_first(tmp_path: Path, service: str) -> None:
    Service.answers["/v1/erasures"] = (200, {"chunks": {"count": 3, "ids": []}})
    env = {"MEMC_URL": service, "MEMC_API_KEY": "k"}
    shown = memc("erase", "--user-id", "lin", folder=tmp_path, given="n\n", **env)
    assert shown.returncode == 1
    assert "chunks     3" in shown.stdout
    assert [body for _, _, body, _ in Service.seen] == [{"selector": {"user_id": "lin"}, "dry_run": True}]
