"""A stack of its own for the demo: started before, gone after."""

import json
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Generator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import httpx

READY_S = 120.0
STOP_S = 20.0


class DemoFailed(Exception):
    """Something in the demo did not go as it should; the message says what to do."""


@contextmanager
def running_stack() -> Generator[httpx.Client]:
    """Starts `memc dev` in an empty folder; gives a client of its API; stops all of it afterwards."""
    with tempfile.TemporaryDirectory(prefix="memc-demo-") as folder:
        command = [sys.executable, "-m", "api.cli.main", "dev", "--json", "--port", "0", "--state-dir", folder]
        log = Path(folder) / "demo.log"
        with log.open("wb") as errors, subprocess.Popen(command, stdout=subprocess.PIPE, stderr=errors) as process:  # noqa: S603  # our own command line
            try:
                ready = _await_ready(process, log)
                headers = {"Authorization": f"Bearer {ready['api_key']}"}
                with httpx.Client(base_url=ready["url"], headers=headers, timeout=60.0) as client:
                    yield client
            finally:
                _stop(process)


def _await_ready(process: subprocess.Popen[bytes], log: Path) -> dict[str, Any]:
    assert process.stdout is not None
    line = process.stdout.readline()
    ready: dict[str, Any] = {}
    with suppress(ValueError):
        ready = json.loads(line)
    if not ready.get("ready"):
        tail = log.read_text(encoding="utf-8", errors="replace")[-800:]
        raise DemoFailed(f"The embedded stack did not start. Run 'memc doctor', or look at what it said:\n{tail}")
    return ready


def _stop(process: subprocess.Popen[bytes]) -> None:
    if process.poll() is None:
        process.send_signal(signal.SIGTERM)
    try:
        process.wait(STOP_S)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def until(client: httpx.Client, path: str, ended: frozenset[str], seconds: float = 120.0) -> dict[str, Any]:
    """Polls a resource until its status is one of `ended`; raises `DemoFailed` after so many seconds."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        body = good(client.get(path))
        if body["status"] in ended:
            return body
        time.sleep(0.1)
    raise DemoFailed(f"{path} did not end within {seconds:.0f} s. Look at it again with 'memc operations get'.")


def good(answer: httpx.Response) -> dict[str, Any]:
    """The body of a good answer; a problem document becomes `DemoFailed`."""
    body = answer.json()
    if answer.is_error:
        raise DemoFailed(f"{answer.request.url.path} answered {answer.status_code}: {body.get('detail')}")
    return body
