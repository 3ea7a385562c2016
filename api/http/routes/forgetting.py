"""Revoking, restoring, erasing."""

from typing import Annotated
from uuid import UUID

from fastapi import APIRouter, Query, Response
from fastapi.responses import JSONResponse

from api.http import rendering
from api.http.dependencies import (
    Caller,
    IdempotencyKey,
    Served,
    claim,
    in_background,
    reader_by_id,
    work_of,
)
from api.http.guard import GuardedRoute
from api.http.models import ErasureBody, ReaderQuery, RevocationBody, SelectorBody
from api.http.services import Services
from memory.model.erasing import Selector, SelectorKind
from memory.model.errors import NotFound
from memory.model.principal import Principal
from memory.model.scope import Reader

router = APIRouter(route_class=GuardedRoute, tags=["forgetting"])


@router.delete("/v1/memories/{memory_id}")
async def delete_memory(
    memory_id: UUID, query: Annotated[ReaderQuery, Query()], services: Served, caller: Caller
) -> Response:
    """Puts a memory out of use; it is kept for audit. To have it gone, ask for an erasure."""
    await _revoke(services, caller, reader_by_id(query), memory_id, "deleted by request")
    return JSONResponse({"memory_id": str(memory_id), "revoked": True, "erased": False})


@router.post("/v1/revocations", status_code=201)
async def revoke(body: RevocationBody, services: Served, caller: Caller, key: IdempotencyKey) -> Response:
    """Puts a memory out of use, with a reason."""
    revocation_id = await claim(services, caller, key, "revocations", body)
    await _revoke(services, caller, reader_by_id(body), body.memory_id, body.reason, revocation_id)
    answer = {"revocation_id": str(revocation_id), "memory_id": str(body.memory_id), "revoked": True}
    return JSONResponse(answer, 201)


async def _revoke(
    services: Services,
    caller: Principal,
    reader: Reader,
    memory_id: UUID,
    reason: str,
    revocation_id: UUID | None = None,
) -> None:
    """A recalled item may also be a chunk: then its words are what is put out of use."""
    mark = revocation_id or services.new_id()
    try:
        _, operation = await services.revoke.request(caller, reader, memory_id, reason, mark)
    except NotFound:
        operation = (await services.corrections.retract_chunk(caller, reader, memory_id, reason, mark)).operation
    in_background(services.histories.start_operation(work_of(caller, operation)))


@router.post("/v1/revocations/{revocation_id}/undo")
async def undo_revocation(revocation_id: UUID, services: Served, caller: Caller, _key: IdempotencyKey) -> Response:
    """Takes a revocation back."""
    reader = Reader(everywhere=True)
    try:
        revocation, operation = await services.revoke.undo(caller, reader, revocation_id)
        memory_id = revocation.memory_id
    except NotFound:
        done = await services.corrections.undo(caller, reader, revocation_id)
        operation, memory_id = done.operation, next(iter(done.event.chunk_ids), revocation_id)
    in_background(services.histories.start_operation(work_of(caller, operation)))
    return JSONResponse({"revocation_id": str(revocation_id), "memory_id": str(memory_id), "undone": True})


@router.post("/v1/memories/{memory_id}/restore")
async def restore(
    memory_id: UUID,
    query: Annotated[ReaderQuery, Query()],
    services: Served,
    caller: Caller,
    _key: IdempotencyKey,
) -> Response:
    """Brings a cold memory back; 404 for an erased one."""
    await services.decay.restore(caller, reader_by_id(query), memory_id)
    return JSONResponse({"memory_id": str(memory_id), "restored": True})


@router.post("/v1/memories/{memory_id}/pin")
async def pin(
    memory_id: UUID,
    query: Annotated[ReaderQuery, Query()],
    services: Served,
    caller: Caller,
    _key: IdempotencyKey,
) -> Response:
    """Keeps a memory from going cold."""
    await services.decay.pin(caller, reader_by_id(query), memory_id)
    return JSONResponse({"memory_id": str(memory_id), "pinned": True})


@router.delete("/v1/memories/{memory_id}/pin")
async def unpin(memory_id: UUID, query: Annotated[ReaderQuery, Query()], services: Served, caller: Caller) -> Response:
    """Lets a pinned memory go cold again."""
    await services.decay.pin(caller, reader_by_id(query), memory_id, pinned=False)
    return JSONResponse({"memory_id": str(memory_id), "pinned": False})


def selector_of(body: SelectorBody, workspace: str) -> Selector:
    """The one selector that the body names."""
    (name,) = body.model_fields_set
    value: str | UUID | list[UUID] = getattr(body, name)
    values = tuple(map(str, value)) if isinstance(value, list) else (str(value),)
    return Selector(SelectorKind(name), values, workspace)


@router.post("/v1/erasures", status_code=202)
async def erase(body: ErasureBody, services: Served, caller: Caller, key: IdempotencyKey) -> Response:
    """Erases by lineage: readers see nothing from the 202 on. With `dry_run`, only the plan."""
    selector, reader = selector_of(body.selector, body.workspace), Reader(workspace=body.workspace, everywhere=True)
    if body.dry_run:
        return JSONResponse(rendering.lineage(await services.erase.plan(caller, reader, selector)))
    erasure_id = await claim(services, caller, key, "erasures", body)
    erasure = await services.erase.request(caller, reader, selector, body.reason, erasure_id)
    in_background(services.histories.start_erase(caller.tenant_id, erasure.erasure_id, erasure.workflow_id))
    answer = {
        "erasure_id": str(erasure.erasure_id),
        "tombstoned": True,
        "workflow_id": erasure.workflow_id,
        "status_url": f"/v1/erasures/{erasure.erasure_id}",
    }
    return JSONResponse(answer, 202)


@router.get("/v1/erasures/{erasure_id}")
async def get_erasure(erasure_id: UUID, services: Served, caller: Caller) -> Response:
    """How far an erasure is, store by store."""
    return JSONResponse(rendering.erasure(await services.erase.get(caller, erasure_id)))
