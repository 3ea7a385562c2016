"""What stands before every request: size, encoding and depth of bodies, and a request id."""

import json
import re
from typing import Any, cast
from uuid import uuid4

from fastapi import Request, Response
from fastapi.routing import APIRoute
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from typing_extensions import override

from api.http.problems import of_error
from memory.model.errors import Malformed, TooLarge

MAX_BODY = 1024 * 1024
LARGER = {"/v1/sources": 21 * 1024 * 1024}
"""Paths whose bodies may be larger: a document of 20 MiB with its fields."""

MAX_DEPTH = 24
_REQUEST_ID = re.compile(r"^[A-Za-z0-9-]{8,64}$")
_STRUCTURE = re.compile(r'"(?:[^"\\]|\\.)*+"|[\[\]{}]', re.DOTALL)
_OPENING, _CLOSING = frozenset("[{"), frozenset("]}")


class BodyLimit:
    """ASGI middleware: a body above the limit is answered with 413 before anything reads it whole."""

    def __init__(self, app: ASGIApp, limit: int = MAX_BODY) -> None:
        self._app = app
        self._limit = limit

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        limit = max(self._limit, LARGER.get(scope["path"], 0))
        if _declared_length(scope) > limit:
            await self._refuse(scope, receive, send, limit)
            return
        await self._counted(scope, receive, send, limit)

    async def _counted(self, scope: Scope, receive: Receive, send: Send, limit: int) -> None:
        seen = 0

        async def counting() -> Message:
            nonlocal seen
            message = await receive()
            seen += len(message.get("body", b""))
            if seen > limit:
                raise _BodyTooLarge
            return message

        try:
            await self._app(scope, counting, send)
        except _BodyTooLarge:
            await self._refuse(scope, receive, send, limit)

    async def _refuse(self, scope: Scope, receive: Receive, send: Send, limit: int) -> None:
        await of_error(TooLarge(f"The body is above {limit // 1024} KiB. Send it in smaller parts."))(
            scope, receive, send
        )


class _BodyTooLarge(Exception):
    """Breaks out of the application while it reads; never seen outside."""


def _declared_length(scope: Scope) -> int:
    for name, value in scope["headers"]:
        if name == b"content-length" and value.isdigit():
            return int(value)
    return 0


class RequestId:
    """ASGI middleware: echoes a well-formed `X-Request-ID`, else makes one."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        request_id = _request_id(scope)

        async def stamped(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message.get("headers", []), (b"x-request-id", request_id.encode())]
            await send(message)

        await self._app(scope, receive, stamped)


def _request_id(scope: Scope) -> str:
    for name, value in scope["headers"]:
        if name == b"x-request-id":
            text = value.decode("latin-1")
            if _REQUEST_ID.fullmatch(text):
                return text
    return str(uuid4())


class GuardedRequest(Request):
    """A request whose JSON is strict: UTF-8, no NaN, no deep nesting, no duplicate keys, no lone surrogates, no NUL."""

    @override
    async def json(self) -> Any:
        if not hasattr(self, "_guarded"):
            self._guarded = parse_json(await self.body())
        return self._guarded


class GuardedRoute(APIRoute):
    """A route that reads its body through `GuardedRequest`."""

    @override
    def get_route_handler(self) -> Any:
        handler = super().get_route_handler()

        async def guarded(request: Request) -> Response:
            return await handler(GuardedRequest(request.scope, request.receive))

        return guarded


def parse_json(raw: bytes) -> Any:
    """Parses a body strictly; raises a 400 with a sentence for people."""
    try:
        text = raw.decode("utf-8")
        _check_depth(text)
        parsed = json.loads(text, parse_constant=_refuse_constant, object_pairs_hook=_unique_keys)
        _check_characters(parsed)
    except UnicodeDecodeError:
        raise _malformed("The body is not UTF-8. Send JSON encoded in UTF-8.") from None
    except (ValueError, RecursionError):
        raise _malformed("The body is not valid JSON. Send one JSON object in UTF-8.") from None
    except Malformed as error:
        raise _malformed(error.message) from None
    return parsed


def _malformed(detail: str) -> HTTPException:
    return HTTPException(400, detail)


def _check_depth(text: str) -> None:
    """Refuses deep nesting before the parser meets it; brackets inside strings do not count."""
    depth = 0
    for mark in _STRUCTURE.finditer(text):
        if mark[0] in _OPENING:
            depth += 1
        elif mark[0] in _CLOSING:
            depth -= 1
        if depth > MAX_DEPTH:
            raise Malformed(f"The body is nested more than {MAX_DEPTH} levels deep. Send a flatter one.")


def _refuse_constant(_name: str) -> float:
    raise ValueError


def _unique_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise Malformed("An object names a key twice. Name each key once.")
    return found


def _check_characters(value: Any) -> None:
    """Lone surrogates and NUL can be stored nowhere, and are never meant."""
    if isinstance(value, str):
        _check_string(value)
    elif isinstance(value, dict):
        for key, inner in cast("dict[str, Any]", value).items():
            _check_string(key)
            _check_characters(inner)
    elif isinstance(value, list):
        for inner in cast("list[Any]", value):
            _check_characters(inner)


def _check_string(text: str) -> None:
    if "\x00" in text or any("\ud800" <= character <= "\udfff" for character in text):
        raise Malformed("A text holds a NUL or half of a surrogate pair. Send whole characters.")
