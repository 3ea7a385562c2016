"""Facts: look-up, timeline, listing, history, lineage."""

from typing import Annotated
from uuid import UUID

from fastapi import APIRouter, Query, Response
from fastapi.responses import JSONResponse

from api.http import rendering
from api.http.cursors import read_cursor, write_cursor
from api.http.dependencies import Caller, Served, aware, reader_by_id, reader_from
from api.http.guard import GuardedRoute
from api.http.models import ListQuery, ReaderQuery, ScopeFields, SlotQuery
from memory.ports.recalling import FactFilter, Page

router = APIRouter(route_class=GuardedRoute, tags=["facts"])


def scope_fields(query: ListQuery | SlotQuery | ReaderQuery) -> ScopeFields:
    names = ("workspace", "project", "user_id", "agent_id", "session_id", "purpose")
    return ScopeFields(**{name: getattr(query, name) for name in names})


@router.get("/v1/facts/lookup")
async def lookup(query: Annotated[SlotQuery, Query()], services: Served, caller: Caller) -> Response:
    """The value of a slot, now or as of a date; 404 when the slot holds nothing then."""
    as_of = None if query.as_of is None else aware(query.as_of, "/as_of")
    known_at = None if query.known_at is None else aware(query.known_at, "/known_at")
    found = await services.facts.lookup(
        caller, reader_from(scope_fields(query)), query.subject, query.predicate, as_of, known_at
    )
    return JSONResponse(rendering.fact(found))


@router.get("/v1/timeline")
async def timeline(query: Annotated[SlotQuery, Query()], services: Served, caller: Caller) -> Response:
    """All versions of a slot, oldest first."""
    known_at = None if query.known_at is None else aware(query.known_at, "/known_at")
    items = await services.facts.timeline(
        caller, reader_from(scope_fields(query)), query.subject, query.predicate, known_at
    )
    return JSONResponse({"items": [rendering.fact(item) for item in items], "next_cursor": None})


@router.get("/v1/memories")
async def list_memories(query: Annotated[ListQuery, Query()], services: Served, caller: Caller) -> Response:
    """Facts, newest known first."""
    wanted = FactFilter(
        statuses=frozenset({query.status or "current"}),
        kind=query.kind,
        subject=query.subject,
        predicate=query.predicate,
        session_id=query.session_id,
        as_of=None if query.as_of is None else aware(query.as_of, "/as_of"),
    )
    page = Page(query.limit, read_cursor(query.cursor))
    items, more = await services.facts.list_facts(caller, reader_from(scope_fields(query)), wanted, page)
    cursor = write_cursor(items[-1].known_from, items[-1].memory_id) if more else None
    return JSONResponse({"items": [rendering.fact(item) for item in items], "next_cursor": cursor})


@router.get("/v1/memories/{memory_id}")
async def get_memory(
    memory_id: UUID, query: Annotated[ReaderQuery, Query()], services: Served, caller: Caller
) -> Response:
    """The newest version of a memory."""
    items = await services.facts.history(caller, reader_by_id(query), memory_id)
    return JSONResponse(rendering.fact(items[-1]))


@router.get("/v1/memories/{memory_id}/history")
async def history(
    memory_id: UUID, query: Annotated[ReaderQuery, Query()], services: Served, caller: Caller
) -> Response:
    """All versions of a memory, oldest first."""
    items = await services.facts.history(caller, reader_by_id(query), memory_id)
    return JSONResponse({"items": [rendering.fact(item) for item in items], "next_cursor": None})


@router.get("/v1/memories/{memory_id}/lineage")
async def lineage(
    memory_id: UUID, query: Annotated[ReaderQuery, Query()], services: Served, caller: Caller
) -> Response:
    """Where a memory comes from and where it went."""
    found = await services.facts.lineage(caller, reader_by_id(query), memory_id)
    return JSONResponse(
        {
            "source": [str(source_id) for source_id in found.source_ids],
            "chunks": [str(chunk_id) for chunk_id in found.chunk_ids],
            "assertions": [
                {
                    "assertion_id": str(assertion_id),
                    "chunk_id": str(chunk_id),
                    "extractor": extractor,
                    "extractor_version": version,
                }
                for assertion_id, chunk_id, extractor, version in found.assertions
            ],
            "decisions": [
                {"version": version, "status": status, "reason": reason, "known_from": rendering.stamp(known_from)}
                for version, status, reason, known_from in found.decisions
            ],
            "projections": [
                {"projection": target, "wanted_version": wanted, "projected_version": projected}
                for target, wanted, projected in found.projections
            ],
        }
    )
