"""Entities: listing, merging, splitting, undoing; and the predicates in use."""

from typing import Annotated, Any, Literal
from uuid import UUID

from fastapi import APIRouter, Query, Response
from fastapi.responses import JSONResponse
from pydantic import Field, StringConstraints

from api.http.cursors import read_cursor, write_cursor
from api.http.dependencies import Caller, IdempotencyKey, Served, claim, reader_by_id, reader_from
from api.http.guard import GuardedRoute
from api.http.models import Body, EmptyBody, Name, ReaderQuery, Reason, RequiredName
from memory.model.scope import Reader
from memory.ports.entities import EntityChange, SeenEntity
from memory.ports.recalling import Page
from memory.usecases.entities import PredicateUse

router = APIRouter(route_class=GuardedRoute, tags=["entities"])

MOST = 50


class EntityQuery(ReaderQuery):
    """Filters and paging of entities."""

    name: RequiredName | None = None
    status: Literal["active", "pending"] | None = None
    limit: Annotated[int, Field(ge=1, le=200)] = 50
    cursor: Annotated[str, StringConstraints(max_length=200)] | None = None


class MergeBody(Body):
    """`POST /v1/entities/merge`: all of `entity_ids` become `into`, else the first of them."""

    entity_ids: Annotated[tuple[UUID, ...], Field(min_length=1, max_length=MOST)]
    into: UUID | None = None
    reason: Reason = ""


class SplitBody(Body):
    """`POST /v1/entities/split`: what is said of the entity by these names, or in these statements, is another's."""

    entity_id: UUID
    aliases: Annotated[tuple[RequiredName, ...], Field(max_length=MOST)] = ()
    assertion_ids: Annotated[tuple[UUID, ...], Field(max_length=MOST)] = ()
    name: Name | None = None
    reason: Reason = ""


@router.get("/v1/entities")
async def list_entities(query: Annotated[EntityQuery, Query()], services: Served, caller: Caller) -> Response:
    """Entities that the reader may see, oldest first; `status=pending`: mentions that several entities fit."""
    page = Page(query.limit, read_cursor(query.cursor))
    found, more = await services.entities.listed(caller, _reader(query), query.name, query.status, page)
    cursor = write_cursor(found[-1].at, found[-1].entity_id) if more else None
    return JSONResponse({"items": [_entity(item) for item in found], "next_cursor": cursor})


def _reader(query: EntityQuery) -> Reader:
    """Without a scope the credential alone decides, as for things asked by their id."""
    named = (query.workspace, query.project, query.user_id, query.agent_id, query.session_id)
    return reader_from(query) if any(named) else reader_by_id(query)


@router.get("/v1/entities/{entity_id}")
async def get_entity(
    entity_id: UUID, query: Annotated[ReaderQuery, Query()], services: Served, caller: Caller
) -> Response:
    """One entity with its names."""
    return JSONResponse(_entity(await services.entities.entity(caller, reader_by_id(query), entity_id)))


@router.post("/v1/entities/merge")
async def merge(body: MergeBody, services: Served, caller: Caller, key: IdempotencyKey) -> Response:
    """Makes one entity of several; undone by its change's id."""
    change_id = await claim(services, caller, key, "entities/merge", body)
    into = body.into or body.entity_ids[0]
    return JSONResponse(_change(await services.entities.merge(caller, change_id, into, body.entity_ids, body.reason)))


@router.post("/v1/entities/split")
async def split(body: SplitBody, services: Served, caller: Caller, key: IdempotencyKey) -> Response:
    """Makes two entities of one; undone by its change's id."""
    change_id = await claim(services, caller, key, "entities/split", body)
    made = await services.entities.split(
        caller, change_id, body.entity_id, body.aliases, body.assertion_ids, body.name, body.reason
    )
    return JSONResponse(_change(made))


@router.post("/v1/entities/changes/{change_id}/undo")
async def undo(
    change_id: UUID, services: Served, caller: Caller, _key: IdempotencyKey, _body: EmptyBody | None = None
) -> Response:
    """Takes a merge or a split back, without residue."""
    return JSONResponse(_change(await services.entities.undo(caller, change_id)) | {"undone": True})


@router.get("/v1/predicates")
async def predicates(query: Annotated[ReaderQuery, Query()], services: Served, caller: Caller) -> Response:
    """The registry, and what statements use beyond it: the audit against a schema that grows by itself."""
    found = await services.entities.predicates(caller, reader_by_id(query))
    return JSONResponse({"items": [_predicate(item) for item in found], "next_cursor": None})


def _entity(found: SeenEntity) -> dict[str, Any]:
    return {
        "id": str(found.entity_id),
        "name": found.name,
        "aliases": list(found.aliases),
        "type": found.type,
        "status": found.status,
    }


def _change(made: EntityChange) -> dict[str, Any]:
    return {
        "change_id": str(made.change_id),
        "kind": made.kind,
        "entity_id": str(made.entity_id),
        "other_ids": [str(other) for other in made.other_ids],
        "moved": made.moved,
    }


def _predicate(found: PredicateUse) -> dict[str, Any]:
    traits = found.predicate
    return {
        "name": traits.name,
        "registered": found.registered,
        "uses": found.uses,
        "wordings": {"zh": list(traits.wordings_zh), "en": list(traits.wordings_en)},
        "cardinality": traits.cardinality.value,
        "class": traits.cls.value,
        "half_life_days": traits.half_life_days,
        "kind": traits.kind.value,
    }
