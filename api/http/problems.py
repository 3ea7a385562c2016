"""Errors as RFC 9457 problem documents. Details never repeat memory text, secrets, or the value that was wrong."""

import json
from collections.abc import Sequence
from http import HTTPStatus
from typing import cast

import structlog
from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import Response
from starlette.exceptions import HTTPException

from memory.model.errors import FieldProblem, MemcError

MEDIA_TYPE = "application/problem+json"
MAX_PROBLEMS = 20

_CODES = {400: "malformed", 401: "unauthenticated", 403: "forbidden", 404: "not_found", 405: "method_not_allowed"}

log = structlog.get_logger("api")


def problem(
    status: int,
    code: str,
    detail: str,
    errors: Sequence[FieldProblem] = (),
    headers: dict[str, str] | None = None,
) -> Response:
    """A problem response; `type` is stable for each code."""
    body = {
        "type": f"urn:memc:problem:{code}",
        "title": HTTPStatus(status).phrase,
        "status": status,
        "detail": detail,
        "code": code,
        "errors": [
            {"pointer": item.pointer, "code": item.code, "message": item.message} for item in errors[:MAX_PROBLEMS]
        ],
    }
    return Response(json.dumps(body), status, headers=headers, media_type=MEDIA_TYPE)


def install(app: FastAPI) -> None:
    """Makes every error of the application a problem document."""
    app.add_exception_handler(MemcError, _expected)
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(HTTPException, _http)
    app.add_exception_handler(Exception, _unexpected)


def of_error(error: MemcError) -> Response:
    """The response to an expected error."""
    headers = {"WWW-Authenticate": "Bearer"} if error.status == HTTPStatus.UNAUTHORIZED else {}
    if error.status in (HTTPStatus.SERVICE_UNAVAILABLE, HTTPStatus.TOO_MANY_REQUESTS):
        headers["Retry-After"] = str(max(1, round(error.retry_after_s or 1)))
    return problem(error.status, error.code, error.message, error.problems, headers)


async def _expected(_request: Request, error: Exception) -> Response:
    assert isinstance(error, MemcError)
    return of_error(error)


async def _invalid(_request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    found = [_field_problem(item) for item in error.errors()]
    if any(item.code == "json_invalid" for item in found):
        return problem(400, "malformed", "The body is not valid JSON. Send one JSON object in UTF-8.")
    return problem(422, "invalid", "Some fields are invalid; see 'errors'. Correct them and send again.", found)


def _field_problem(item: dict[str, object]) -> FieldProblem:
    parts = [str(part) for part in cast("tuple[object, ...]", item.get("loc", ()))]
    pointer = "/" + "/".join(part.replace("~", "~0").replace("/", "~1")[:60] for part in parts[1:])
    return FieldProblem(pointer, str(item.get("type", "invalid")), _message(item))


def _message(item: dict[str, object]) -> str:
    """Pydantic's sentence without the value; messages of our own validators are ours."""
    return str(item.get("msg", "invalid"))[:200]


async def _http(_request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    code = _CODES.get(error.status_code, "error")
    detail = "There is nothing at this address." if error.status_code == HTTPStatus.NOT_FOUND else str(error.detail)
    return problem(error.status_code, code, detail, headers=dict(error.headers or {}))


async def _unexpected(_request: Request, error: Exception) -> Response:
    log.error("request_failed", error_type=type(error).__name__)
    return problem(500, "internal", "Something went wrong on our side; it is logged. Try again, or report the time.")
