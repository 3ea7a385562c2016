"""Recall, and what answers relied on."""

from datetime import date, datetime, time, timedelta
from uuid import UUID
from zoneinfo import ZoneInfo

from fastapi import APIRouter, Response
from fastapi.responses import JSONResponse

from api.http import rendering
from api.http.dependencies import Caller, IdempotencyKey, Served, aware, clock_of, in_background, reader_from
from api.http.guard import GuardedRoute
from api.http.models import FeedbackBody, RecallBody, UsesBody, WindowBody
from api.http.services import Services
from memory.model.errors import FieldProblem, InputInvalid
from memory.model.principal import Principal
from memory.model.recalled import RecallRequest, TemporalExpansion, Weights, Window
from memory.recall.profiles import PROFILES

router = APIRouter(route_class=GuardedRoute, tags=["recall"])

AFTER_OPERATION_S = 10.0


@router.post("/v1/recall")
async def recall(body: RecallBody, services: Served, caller: Caller, _key: IdempotencyKey) -> Response:
    """Answers with a Recall Bundle; a projection that is down degrades the answer and never fails it."""
    if body.after_operation is not None:
        await services.operations.wait(caller, body.after_operation, AFTER_OPERATION_S)
    request = _request_of(body, services, caller)
    bundle = await services.recall.recall(caller, request)
    in_background(services.recall.log(caller, request, bundle))
    return JSONResponse(rendering.bundle(bundle))


def _request_of(body: RecallBody, services: Services, caller: Principal) -> RecallRequest:
    now, simulated = clock_of(caller, services, body.now)
    zone = body.timezone or caller.timezone
    temporal, weights = body.expand.temporal, body.weights
    return RecallRequest(
        query=body.query,
        reader=reader_from(body),
        now=now,
        timezone=zone,
        limit=body.limit,
        token_budget=body.token_budget,
        as_of=None if body.as_of is None else aware(body.as_of, "/as_of"),
        known_at=None if body.known_at is None else aware(body.known_at, "/known_at"),
        include=frozenset(body.include),
        kinds=frozenset(body.kinds),
        weights=None if weights is None else Weights(weights.relevance, weights.importance, weights.recency),
        graph_hops=body.expand.graph_hops,
        temporal=None if temporal is None else TemporalExpansion(temporal.mode, temporal.distance, temporal.direction),
        window=None if body.window is None else window_of(body.window, zone),
        task=body.task,
        profile=body.profile,
        explain=body.explain,
        simulated=simulated,
        scope_weights={str(name): weight for name, weight in body.scope_weights.items()},
    )


def window_of(body: WindowBody, timezone: str) -> Window:
    """A half-open window; a date-only `to` includes that day.

    Raises:
        InputInvalid: the window ends before it starts, or a time lacks its offset.
    """
    start = _edge(body.start, timezone, "/window/from", last=False)
    end = _edge(body.end, timezone, "/window/to", last=True)
    if start is not None and end is not None and end <= start:
        problem = FieldProblem("/window", "empty", "'to' must be after 'from'")
        raise InputInvalid("The window is empty.", problems=[problem])
    return Window(start, end)


def _edge(value: datetime | date | None, timezone: str, pointer: str, *, last: bool) -> datetime | None:
    if value is None:
        return None
    if isinstance(value, datetime):
        return aware(value, pointer)
    day = value + timedelta(days=1) if last else value
    return datetime.combine(day, time(), ZoneInfo(timezone))


@router.get("/v1/profiles")
async def profiles(_caller: Caller) -> Response:
    """The profiles that `profile` names, with all their settings."""
    return JSONResponse({"items": [rendering.profile(found) for found in PROFILES.values()], "next_cursor": None})


@router.post("/v1/recalls/{recall_id}/uses")
async def record_uses(
    recall_id: UUID, body: UsesBody, services: Served, caller: Caller, _key: IdempotencyKey
) -> Response:
    """Says what an answer relied on: only that strengthens a memory."""
    recorded = await services.recall.record_uses(caller, recall_id, body.memory_ids, services.clock())
    return JSONResponse({"recall_id": str(recall_id), "recorded": recorded})


@router.post("/v1/recalls/{recall_id}/feedback")
async def record_feedback(
    recall_id: UUID, body: FeedbackBody, services: Served, caller: Caller, _key: IdempotencyKey
) -> Response:
    """Says whether a memory that was shown was useful; the last word of a user in a session counts."""
    await services.recall.record_feedback(caller, recall_id, body.memory_id, services.clock(), useful=body.useful)
    return JSONResponse({"recall_id": str(recall_id), "memory_id": str(body.memory_id), "useful": body.useful})


@router.get("/v1/recalls/{recall_id}")
async def shown(recall_id: UUID, services: Served, caller: Caller) -> Response:
    """What a recall showed, what answers relied on, and what was useful."""
    found = await services.recall.shown(caller, recall_id)
    return JSONResponse(rendering.shown(found))
