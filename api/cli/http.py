"""The API as client commands see it: where it is, with which key, and its problems as sentences."""

from collections.abc import Mapping
from typing import Any, cast

import httpx

from api.cli.failures import CommandFailed
from bootstrap.embedded.state import StateDir
from bootstrap.settings import Settings, load_settings

DEFAULT_URL = "http://127.0.0.1:8321"
TIMEOUT_S = 40.0

Json = dict[str, Any]
Query = Mapping[str, object]


class Api:
    """Calls of the HTTP API. Raises `CommandFailed` with the problem's code."""

    def __init__(self, url: str, key: str) -> None:
        self._url = url
        self._client = httpx.Client(base_url=url, headers={"Authorization": f"Bearer {key}"}, timeout=TIMEOUT_S)

    def get(self, path: str, query: Query | None = None) -> Json:
        """A resource; absent query values are left out."""
        return self._call("GET", path, params=_present(query or {}))

    def post(self, path: str, body: Query | None = None, wait_s: float = 0) -> Json:
        """Sends a body without its absent values; `wait_s` asks for the end of the operation."""
        headers = {"Prefer": f"wait={wait_s:.0f}"} if wait_s else {}
        return self._call("POST", path, json=_present(body or {}), headers=headers)

    def delete(self, path: str) -> Json:
        """Deletes a resource."""
        return self._call("DELETE", path)

    def _call(self, method: str, path: str, **options: Any) -> Json:
        try:
            reply = self._client.request(method, path, **options)
        except httpx.TransportError:
            raise CommandFailed(
                "unreachable",
                f"Nothing answers at {self._url}: start it with `memc dev` or `memc serve`, or correct MEMC_URL.",
            ) from None
        try:
            body = cast("Json", reply.json())
        except ValueError:
            body = {}
        if reply.is_error:
            raise CommandFailed(str(body.get("code", f"http_{reply.status_code}")), _sentence(reply.status_code, body))
        return body


def open_api(settings: Settings | None = None) -> Api:
    """The configured API, else the `memc dev` of the state folder, else the default address."""
    settings = settings or load_settings()
    state = StateDir(settings.state_dir)
    running = state.stack()
    url = settings.url or (running.url if running else DEFAULT_URL)
    key = settings.api_key.get_secret_value()
    if not key and running and url == running.url:
        key = state.api_key()
    if not key:
        raise CommandFailed(
            "no_key", "No key: set MEMC_API_KEY, or run this where `memc dev` runs (its state folder holds the key)."
        )
    return Api(url, key)


def _present(values: Query) -> Json:
    return {name: value for name, value in values.items() if value not in (None, "", [], ())}


def _sentence(status: int, body: Json) -> str:
    detail = str(body.get("detail") or f"The service answered with status {status}.")
    broken: list[Json] = body.get("errors") or []
    problems = [f"{item.get('pointer')}: {item.get('message')}" for item in broken]
    return " ".join([detail, *(f"({problem})" for problem in problems)])
