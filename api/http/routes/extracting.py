"""Statements of a text, read without storing anything."""

from datetime import datetime
from typing import Annotated
from zoneinfo import ZoneInfo

from fastapi import APIRouter, Response
from fastapi.responses import JSONResponse
from pydantic import Field, StringConstraints

from api.http.dependencies import Caller, IdempotencyKey, Served, aware
from api.http.guard import GuardedRoute
from api.http.models import MAX_TEXT, Body, Name, ZoneName
from memory.language.extracted import ExtractInput, PreviousTurn
from memory.language.jsonl import role_of, shown, spoken_input
from memory.model.chunk import Role

router = APIRouter(route_class=GuardedRoute, tags=["service"])

MAX_PREVIOUS = 50


class PreviousBody(Body):
    """A turn before the one that is read."""

    speaker: Name = "user"
    text: Annotated[str, StringConstraints(max_length=MAX_TEXT)]


class ExtractBody(Body):
    """`POST /v1/extract`."""

    text: Annotated[str, StringConstraints(max_length=MAX_TEXT)]
    base: datetime
    timezone: ZoneName = "UTC"
    speaker: Name = "user"
    role: Role | None = None
    previous: Annotated[tuple[PreviousBody, ...], Field(max_length=MAX_PREVIOUS)] = ()
    project: Name = ""


def _input(body: ExtractBody) -> ExtractInput:
    """The chunk that the body describes; a base without an offset is read in its time zone."""
    naive = body.base.tzinfo is None
    base = aware(body.base.replace(tzinfo=ZoneInfo(body.timezone)) if naive else body.base, "/base")
    previous = tuple(PreviousTurn(turn.speaker, role_of(turn.speaker), turn.text) for turn in body.previous)
    return spoken_input(
        body.text, base, body.timezone, body.speaker, body.role or role_of(body.speaker), previous, body.project
    )


@router.post("/v1/extract")
async def extract(body: ExtractBody, services: Served, _caller: Caller, _key: IdempotencyKey) -> Response:
    """The statements, entities and relations of a text; nothing is stored."""
    return JSONResponse(shown(body.text, await services.extraction.read(_input(body))))
