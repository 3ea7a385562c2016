"""For backends that run their own Temporal workflows: capturing a memory, and awaiting its compile, as activities.

They call the HTTP API from the backend's own worker, so the backend needs no access to our namespace or stores. The words
of a `CaptureCall` stand in the *backend's* history: give its client and worker a plugin with a codec, such as ours
(`bootstrap.temporal.plugin.build_plugin`), and erase those histories when the words are erased.
"""

import asyncio
import hashlib
from datetime import datetime, timedelta
from typing import Any, Literal, Self
from uuid import UUID

import httpx
from pydantic import BaseModel, ConfigDict
from temporalio import activity
from temporalio.exceptions import ApplicationError

FINAL = frozenset({"done", "partial", "failed"})
FIRST_LOOK_S = 0.1
LONGEST_LOOK_S = 5.0


class _Message(BaseModel):
    model_config = ConfigDict(frozen=True)


class CaptureMessage(_Message):
    """One message, with the fields of `POST /v1/memories`."""

    content: str
    role: Literal["user", "assistant", "system", "tool"] = "user"
    said_at: datetime | None = None
    name: str | None = None
    id: str | None = None
    turn: int | None = None


class CaptureCall(_Message):
    """What to remember, and where. `idempotency_key` None: derived from the calling workflow's id and this very call."""

    messages: tuple[CaptureMessage, ...]
    user_id: str | None = None
    project: str | None = None
    workspace: str | None = None
    agent_id: str | None = None
    session_id: str | None = None
    timezone: str | None = None
    visibility: str | None = None
    idempotency_key: str | None = None


class Captured(_Message):
    """The words are durable and found by keyword; `workflow_id` names the compile that follows."""

    operation_id: UUID
    source_id: UUID
    chunk_ids: tuple[UUID, ...]
    workflow_id: str


class AwaitCompile(_Message):
    """The operation to wait for."""

    operation_id: UUID


class Compiled(_Message):
    """How the compile ended; `error` is a code."""

    operation_id: UUID
    status: Literal["done", "partial", "failed"]
    error: str | None = None


class MemoryActivities:
    """The activities of a backend's worker: `async with MemoryActivities(url=…, api_key=…) as memory`."""

    def __init__(self, *, url: str, api_key: str, timeout: timedelta = timedelta(seconds=10)) -> None:
        """Takes the API's URL and a key. The key stays in this process: it is in no history."""
        headers = {"Authorization": f"Bearer {api_key}"}
        # Retries are Temporal's: a hidden one would not show in history.
        self._http = httpx.AsyncClient(base_url=url, headers=headers, timeout=timeout.total_seconds())

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._http.aclose()

    @activity.defn
    async def capture_memory(self, call: CaptureCall) -> Captured:
        """Captures; safe to run twice. Fails with the API's problem code as type; refusals are not retried."""
        body = call.model_dump(mode="json", exclude_none=True, exclude={"idempotency_key"})
        headers = {"Idempotency-Key": call.idempotency_key or _key_of(call)}
        return Captured.model_validate(await self._ask("POST", "/v1/memories", json=body, headers=headers))

    @activity.defn
    async def await_compile(self, wanted: AwaitCompile) -> Compiled:
        """Waits for the end of a compile, heartbeating; bound it by its start-to-close timeout."""
        pause_s = FIRST_LOOK_S
        while True:
            activity.heartbeat()
            operation = await self._ask("GET", f"/v1/operations/{wanted.operation_id}")
            if operation["status"] in FINAL:
                return Compiled.model_validate(operation)
            await asyncio.sleep(pause_s)
            pause_s = min(1.5 * pause_s, LONGEST_LOOK_S)

    async def _ask(self, method: str, path: str, **request: Any) -> dict[str, Any]:
        try:
            answer = await self._http.request(method, path, **request)
        except httpx.HTTPError:
            raise ApplicationError("unavailable", type="unavailable") from None
        if answer.is_success:
            return answer.json()
        raise _problem(answer)


def _problem(answer: httpx.Response) -> ApplicationError:
    """The API's problem as an error: its code only. Busy and unavailable are worth another attempt."""
    try:
        code = str(answer.json()["code"])
    except (ValueError, KeyError, TypeError):
        code = "unavailable" if answer.is_server_error else "refused"
    wait = answer.headers.get("Retry-After", "")
    return ApplicationError(
        code,
        type=code,
        non_retryable=answer.is_client_error and answer.status_code not in (408, 429),
        next_retry_delay=timedelta(seconds=int(wait)) if wait.isdigit() else None,
    )


def _key_of(call: CaptureCall) -> str:
    """The same for each attempt, each re-run and each reset of the workflow; another one for other words."""
    seed = f"{activity.info().workflow_id}\n{call.model_dump_json()}"
    return hashlib.sha256(seed.encode()).hexdigest()
