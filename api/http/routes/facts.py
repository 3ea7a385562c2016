"""Facts: look-up, timeline, listing, history, lineage; each as of a date, and as it was known at a date."""

from datetime import datetime
from typing import Annotated
from uuid import UUID

from fastapi import APIRouter, Query, Response
from fastapi.responses import JSONResponse

from api.http import rendering
from api.http.cursors import read_cursor, write_cursor
from api.http.dependencies import Caller, Served, aware, reader_by_id, reader_from
from api.http.guard import GuardedRoute
from api.http.models import ListQuery, PointQuery, ReaderQuery, ScopeFields, SlotQuery
from memory.model.decided import PersonEvent
from memory.ports.recalling import FactFilter, LineageStatement, Page

router = APIRouter(route_class=GuardedRoute, tags=["facts"])


def scope_fields(query: ListQuery | SlotQuery | ReaderQuery) -> ScopeFields:
    names = ("workspace", "project", "user_id", "agent_id", "session_id", "purpose")
    return ScopeFields(**{name: getattr(query, name) for name in names})


def point_of(query: ListQuery | SlotQuery | PointQuery) -> tuple[datetime | None, datetime | None]:
    """`as_of` and `known_at`, each with its offset."""
    as_of = None if query.as_of is None else aware(query.as_of, "/as_of")
    return as_of, None if query.known_at is None else aware(query.known_at, "/known_at")


@router.get("/v1/facts/lookup")
async def lookup(query: Annotated[SlotQuery, Query()], services: Served, caller: Caller) -> Response:
    """The value of a slot, now or as of a date; 404 when the slot holds nothing then."""
    found = await services.facts.lookup(
        caller, reader_from(scope_fields(query)), query.subject, query.predicate, *point_of(query)
    )
    return JSONResponse(rendering.fact(found))


@router.get("/v1/timeline")
async def timeline(query: Annotated[SlotQuery, Query()], services: Served, caller: Caller) -> Response:
    """All versions of a slot, oldest first."""
    items = await services.facts.timeline(
        caller, reader_from(scope_fields(query)), query.subject, query.predicate, *point_of(query)
    )
    return JSONResponse({"items": [rendering.fact(item) for item in items], "next_cursor": None})


@router.get("/v1/memories")
async def list_memories(query: Annotated[ListQuery, Query()], services: Served, caller: Caller) -> Response:
    """Facts, newest known first."""
    as_of, known_at = point_of(query)
    wanted = FactFilter(
        statuses=frozenset({query.status or "current"}),
        kind=query.kind,
        subject=query.subject,
        predicate=query.predicate,
        session_id=query.session_id,
        as_of=as_of,
        known_at=known_at,
    )
    page = Page(query.limit, read_cursor(query.cursor))
    items, more = await services.facts.list_facts(caller, reader_from(scope_fields(query)), wanted, page)
    cursor = write_cursor(items[-1].known_from, items[-1].memory_id) if more else None
    return JSONResponse({"items": [rendering.fact(item) for item in items], "next_cursor": cursor})


@router.get("/v1/memories/{memory_id}")
async def get_memory(
    memory_id: UUID, query: Annotated[PointQuery, Query()], services: Served, caller: Caller
) -> Response:
    """The newest version of a memory, or the one known then."""
    return JSONResponse(
        rendering.fact(await services.facts.get(caller, reader_by_id(query), memory_id, *point_of(query)))
    )


@router.get("/v1/memories/{memory_id}/history")
async def history(memory_id: UUID, query: Annotated[PointQuery, Query()], services: Served, caller: Caller) -> Response:
    """All versions of a memory, oldest first."""
    items = await services.facts.history(caller, reader_by_id(query), memory_id, *point_of(query))
    return JSONResponse({"items": [rendering.fact(item) for item in items], "next_cursor": None})


@router.get("/v1/memories/{memory_id}/lineage")
async def lineage(memory_id: UUID, query: Annotated[PointQuery, Query()], services: Served, caller: Caller) -> Response:
    """Where a memory comes from, down to the words, who decided what about it, and where it went."""
    _, known_at = point_of(query)
    found = await services.facts.lineage(caller, reader_by_id(query), memory_id, known_at)
    people = await services.corrections.events_of(caller, [memory_id])
    return JSONResponse(
        {
            "source": list(dict.fromkeys(str(stated.source_id) for stated in found.statements)),
            "chunks": list(dict.fromkeys(str(stated.chunk_id) for stated in found.statements)),
            "assertions": [_stated(stated) for stated in found.statements],
            "decisions": [
                {
                    "version": version.version,
                    "status": version.status,
                    "reason": version.reason,
                    "explanation": rendering.explanation(version.reason),
                    "known_from": rendering.stamp(version.known_from),
                    "known_to": rendering.stamp(version.known_to),
                }
                for version in found.versions
            ],
            "people": [_decided(event) for event in people if known_at is None or event.at <= known_at],
            "projections": [
                {"projection": target, "wanted_version": wanted, "projected_version": projected}
                for target, wanted, projected in found.projections
            ],
        }
    )


def _stated(stated: LineageStatement) -> rendering.Json:
    return {
        "assertion_id": str(stated.assertion_id),
        "chunk_id": str(stated.chunk_id),
        "source_id": str(stated.source_id),
        "extractor": stated.extractor,
        "extractor_version": stated.extractor_version,
        "quote": stated.quote,
        "start": stated.start,
        "end": stated.end,
        "said_at": rendering.stamp(stated.said_at),
        "authority": stated.authority,
        "from_version": stated.from_version,
        "to_version": stated.to_version,
    }


def _decided(event: PersonEvent) -> rendering.Json:
    return {
        "correction_id": str(event.event_id),
        "kind": event.kind.value,
        "author": event.author.name or None,
        "author_key": None if event.author.key_id is None else str(event.author.key_id),
        "reason": event.reason,
        "at": rendering.stamp(event.at),
        "undone_at": rendering.stamp(event.undone_at),
    }
