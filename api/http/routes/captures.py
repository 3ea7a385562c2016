"""Capture and operations."""

from typing import Annotated
from uuid import UUID

from fastapi import APIRouter, Path, Response
from fastapi.responses import JSONResponse

from api.http import rendering
from api.http.dependencies import (
    Caller,
    IdempotencyKey,
    Served,
    Wait,
    fingerprint_of,
    in_background,
    reader_from,
    scope_of,
    work_of,
)
from api.http.guard import GuardedRoute
from api.http.models import CaptureBody, MessageBody
from api.http.services import Services
from memory.model.capture import CaptureReceipt, CaptureRequest, Message, SourceRef
from memory.model.chunk import FINAL_STATUSES, OperationKind
from memory.model.principal import Principal
from memory.ports.captures import StrandedOperation

router = APIRouter(route_class=GuardedRoute, tags=["capture"])

OperationId = Annotated[UUID, Path(description="The operation's id.")]


@router.post("/v1/memories", status_code=202)
async def capture(body: CaptureBody, services: Served, caller: Caller, key: IdempotencyKey, wait: Wait) -> Response:
    """Takes messages; answers 202 once they are durable and recallable by keyword."""
    request = _request_of(body, caller, key)
    receipt = await services.capture.capture(caller, request)
    in_background(_compile(services, _compile_work(caller, receipt, request.is_short)))
    answer = _accepted(receipt)
    if wait:
        return JSONResponse(await _when_compiled(services, caller, body, receipt, answer, wait))
    return JSONResponse(answer, 202)


async def _compile(services: Services, work: StrandedOperation) -> None:
    """Starts the compile of a capture; the words of a short one are made recallable first, if that is quickly done."""
    if work.short:
        await services.promptly.try_to(work.tenant_id, work.operation_id)
    await services.histories.start_operation(work)


def _request_of(body: CaptureBody, caller: Principal, key: str | None) -> CaptureRequest:
    messages = body.messages or [MessageBody(content=body.text or "")]
    return CaptureRequest(
        messages=tuple(_message(message) for message in messages),
        scope=scope_of(caller, body, body.visibility),
        source=SourceRef(body.source.kind, body.source.external_id, body.source.title, body.source.version),
        timezone=body.timezone or caller.timezone,
        retention_class=body.retention_class,
        idempotency_key=key,
        fingerprint=fingerprint_of("capture", body),
    )


def _message(body: MessageBody) -> Message:
    return Message(
        role=body.role,
        content=body.content,
        said_at=body.said_at,
        name=body.name or None,
        message_id=body.id,
        turn=body.turn,
        run_id=body.run_id,
        step=body.step,
        tags=tuple(body.tags),
        importance=body.importance,
    )


def _compile_work(caller: Principal, receipt: CaptureReceipt, short: bool) -> StrandedOperation:
    return StrandedOperation(
        caller.tenant_id, receipt.operation_id, OperationKind.COMPILE, receipt.workflow_id, short=short
    )


def _accepted(receipt: CaptureReceipt) -> rendering.Json:
    return {
        "operation_id": str(receipt.operation_id),
        "source_id": str(receipt.source_id),
        "chunk_ids": [str(chunk_id) for chunk_id in receipt.chunk_ids],
        "status": "accepted",
        "status_url": f"/v1/operations/{receipt.operation_id}",
        "workflow_id": receipt.workflow_id,
    }


async def _when_compiled(
    services: Services,
    caller: Principal,
    body: CaptureBody,
    receipt: CaptureReceipt,
    answer: rendering.Json,
    wait: float,
) -> rendering.Json:
    operation = await services.operations.wait(caller, receipt.operation_id, wait)
    facts = await services.facts.of_chunks(caller, reader_from(body), receipt.chunk_ids)
    return answer | {"status": operation.status.value, "facts": [rendering.fact(item) for item in facts]}


@router.get("/v1/operations/{operation_id}")
async def get_operation(operation_id: OperationId, services: Served, caller: Caller) -> Response:
    """The state of an operation, stage by stage, with the words that gave no statement."""
    operation = await services.operations.get(caller, operation_id)
    rejected = await services.operations.rejected(caller, operation)
    attempts = await services.operations.model_attempts(caller, operation)
    return JSONResponse(rendering.operation(operation, rejected, attempts))


@router.post("/v1/operations/{operation_id}/retry", status_code=202)
async def retry_operation(
    operation_id: OperationId,
    services: Served,
    caller: Caller,
    _key: IdempotencyKey,
    wait: Wait,
) -> Response:
    """Opens a failed operation again."""
    operation = await services.operations.retry(caller, operation_id)
    in_background(services.histories.start_operation(work_of(caller, operation)))
    if wait:
        operation = await services.operations.wait(caller, operation_id, wait)
    return JSONResponse(rendering.operation(operation), 200 if operation.status in FINAL_STATUSES else 202)


@router.post("/v1/operations/{operation_id}/cancel", status_code=202)
async def cancel_operation(
    operation_id: OperationId, services: Served, caller: Caller, _key: IdempotencyKey, wait: Wait
) -> Response:
    """Stops a compile and takes back what it had projected; the captured words stay."""
    operation = await services.operations.request_cancel(caller, operation_id)
    in_background(services.histories.cancel(operation.workflow_id))
    if wait:
        operation = await services.operations.wait(caller, operation_id, wait)
    return JSONResponse(rendering.operation(operation), 200 if operation.status in FINAL_STATUSES else 202)
