"""Health, metrics, projections, limits, and the stateless readers of time and statements."""

from uuid import UUID

from fastapi import APIRouter, Response
from fastapi.responses import JSONResponse
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

from api.http import rendering
from api.http.dependencies import Caller, IdempotencyKey, Served
from api.http.guard import MAX_BODY, GuardedRoute
from api.http.models import MAX_MESSAGES, MAX_TEXT, TimeBody
from api.http.services import Services
from memory.model.principal import Permission
from memory.time.jsonl import as_json
from memory.usecases.access import require

router = APIRouter(route_class=GuardedRoute, tags=["service"])


@router.get("/healthz", include_in_schema=False)
async def alive() -> Response:
    """The process answers."""
    return JSONResponse({"status": "ok"})


@router.get("/readyz", include_in_schema=False)
async def ready(services: Served) -> Response:
    """One line per dependency; 503 only when the authority does not answer."""
    checks = await services.health.checks()
    serving = all(check.ok for check in checks if check.required)
    body = {
        "ready": serving,
        "dependencies": [
            {"name": check.name, "ok": check.ok, "required": check.required, "detail": check.detail} for check in checks
        ],
    }
    headers = {} if serving else {"Retry-After": "1"}
    return JSONResponse(body, 200 if serving else 503, headers=headers)


@router.get("/metrics", include_in_schema=False)
async def metrics() -> Response:
    """Prometheus metrics of this process; no label names a tenant or a person."""
    return Response(generate_latest(), media_type=CONTENT_TYPE_LATEST)


@router.get("/v1/limits")
async def limits(_caller: Caller) -> Response:
    """The limits in force."""
    return JSONResponse(
        {
            "body_bytes": MAX_BODY,
            "chunk_characters": MAX_TEXT,
            "messages": MAX_MESSAGES,
            "recall_limit": 100,
            "query_characters": 2_000,
            "graph_hops": 3,
            "assertions_per_chunk": 40,
            "relations_per_chunk": 60,
        }
    )


@router.get("/v1/projections")
async def projections(services: Served, caller: Caller) -> Response:
    """How far each projection is behind the authority."""
    require(caller, Permission.READ)
    items = [await _projection(services, caller.tenant_id, index) for index in range(len(services.backends))]
    return JSONResponse({"items": items, "next_cursor": None})


async def _projection(services: Services, tenant_id: UUID, index: int) -> rendering.Json:
    target, backend = services.backends[index]
    lag = await services.lag(tenant_id, target)
    return {
        "name": target.value,
        "backend": backend,
        "generation": 1,
        "objects": lag.expected - lag.waiting,
        "expected": lag.expected,
        "lag": lag.waiting,
        "oldest_wait": rendering.stamp(lag.oldest_wait),
        "status": "ready" if lag.waiting == 0 else "behind",
    }


@router.post("/v1/time/resolve")
async def resolve_time(services: Served, body: TimeBody, _caller: Caller, _key: IdempotencyKey) -> Response:
    """Reads the time words of a text against a base time; nothing is stored."""
    return JSONResponse(as_json(services.times.read(body.text, body.base, body.timezone, body.language)))
