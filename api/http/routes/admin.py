"""Keys, scopes and lifecycle runs."""

from datetime import datetime
from typing import Literal
from uuid import UUID

from fastapi import APIRouter, Response
from fastapi.responses import JSONResponse

from api.http import rendering
from api.http.dependencies import (
    Caller,
    IdempotencyKey,
    Served,
    Wait,
    aware,
    clock_of,
    in_background,
    sensitivity_of,
    work_of,
)
from api.http.guard import GuardedRoute
from api.http.models import KeyBody, LifecycleBody, ProjectBody, WorkspaceBody
from memory.model.chunk import OperationKind
from memory.model.principal import DEFAULT_SOURCE_KINDS, Principal
from memory.model.scope import Sensitivity
from memory.usecases.keys import KeyRequest

router = APIRouter(route_class=GuardedRoute, tags=["admin"])


@router.post("/v1/admin/keys", status_code=201)
async def create_key(body: KeyBody, services: Served, caller: Caller, _key: IdempotencyKey) -> Response:
    """Makes a key; it is shown this once."""
    key_id, key = await services.keys.create(caller, _key_request(body, caller))
    return JSONResponse({"id": str(key_id), "key": key}, 201)


def _key_request(body: KeyBody, caller: Principal) -> KeyRequest:
    expires_at: datetime | None = None if body.expires_at is None else aware(body.expires_at, "/expires_at")
    return KeyRequest(
        tenant=body.tenant or caller.tenant,
        permissions=frozenset(body.permissions),
        user_id=body.user_id,
        projects=None if body.projects is None else frozenset(body.projects),
        source_kinds=DEFAULT_SOURCE_KINDS if body.source_kinds is None else frozenset(body.source_kinds),
        max_sensitivity=sensitivity_of(body.sensitivity, Sensitivity.SENSITIVE),
        expires_at=expires_at,
    )


@router.get("/v1/admin/keys")
async def list_keys(services: Served, caller: Caller) -> Response:
    """The keys in force, without their secrets."""
    items = [
        {
            "id": str(info.key_id),
            "permissions": sorted(info.permissions),
            "source_kinds": sorted(info.source_kinds),
            "user_id": info.user_id,
            "projects": None if info.projects is None else sorted(info.projects),
            "created_at": rendering.stamp(info.created_at),
            "expires_at": rendering.stamp(info.expires_at),
        }
        for info in await services.keys.list_keys(caller)
    ]
    return JSONResponse({"items": items, "next_cursor": None})


@router.delete("/v1/admin/keys/{key_id}")
async def withdraw_key(key_id: UUID, services: Served, caller: Caller) -> Response:
    """Takes a key out of force at once."""
    await services.keys.withdraw(caller, key_id)
    return JSONResponse({"id": str(key_id), "withdrawn": True})


@router.post("/v1/admin/workspaces", status_code=201)
async def create_workspace(body: WorkspaceBody, services: Served, caller: Caller, _key: IdempotencyKey) -> Response:
    """Makes a workspace; memory may be written to it from now on."""
    await services.keys.create_scope(caller, body.name, "")
    return JSONResponse({"name": body.name}, 201)


@router.post("/v1/admin/projects", status_code=201)
async def create_project(body: ProjectBody, services: Served, caller: Caller, _key: IdempotencyKey) -> Response:
    """Makes a project in a workspace."""
    await services.keys.create_scope(caller, body.workspace, body.name)
    return JSONResponse({"name": body.name, "workspace": body.workspace}, 201)


@router.post("/v1/lifecycle/{kind}/run", status_code=202)
async def run_lifecycle(
    kind: Literal["decay", "expire", "consolidate", "revalidate", "sweep"],
    body: LifecycleBody,
    services: Served,
    caller: Caller,
    _key: IdempotencyKey,
    wait: Wait,
) -> Response:
    """Runs a lifecycle over the tenant, as its schedule does."""
    now, simulated = clock_of(caller, services, body.now)
    operation = await services.operations.run_lifecycle(caller, OperationKind(kind), now if simulated else None)
    in_background(services.histories.start_operation(work_of(caller, operation)))
    if wait:
        operation = await services.operations.wait(caller, operation.operation_id, wait)
    answer = {
        "operation_id": str(operation.operation_id),
        "status": operation.status.value,
        "status_url": f"/v1/operations/{operation.operation_id}",
    }
    return JSONResponse(answer, 202)
