"""Corrections by people: of a memory, of a chunk's words, of a conflict; and taking a decision back."""

from datetime import datetime
from typing import Annotated, Literal, Self
from uuid import UUID

from fastapi import APIRouter, Query, Response
from fastapi.responses import JSONResponse
from pydantic import AfterValidator, Field, StringConstraints, model_validator

from api.http import rendering
from api.http.dependencies import (
    Caller,
    IdempotencyKey,
    Served,
    Wait,
    aware,
    claim,
    in_background,
    reader_by_id,
    work_of,
)
from api.http.guard import GuardedRoute
from api.http.models import Body, ReaderQuery, Reason, Text
from api.http.services import Services
from memory.model.chunk import FINAL_STATUSES, Operation, OperationKind
from memory.model.principal import Principal
from memory.model.scope import Reader
from memory.ports.captures import StrandedOperation
from memory.usecases.conflicts import OpenConflict
from memory.usecases.correct import Correction

router = APIRouter(route_class=GuardedRoute, tags=["corrections"])

MAX_VALUE = 2_000


def _without_control(text: str) -> str:
    if not text.strip() or any(ord(character) < 32 and character not in "\n\t" for character in text):
        raise ValueError("some words without control characters are expected")
    return text


Value = Annotated[str, StringConstraints(min_length=1, max_length=MAX_VALUE), AfterValidator(_without_control)]


class CorrectionBody(Body):
    """`PATCH /v1/memories/{id}`: the new value or the whole sentence, or since when it holds, or both."""

    value: Value | None = None
    text: Value | None = None
    valid_from: datetime | None = None
    reason: Reason = ""

    @model_validator(mode="after")
    def _something(self) -> Self:
        if self.value is not None and self.text is not None:
            raise ValueError("send either 'value' or 'text'")
        if self.value is None and self.text is None and self.valid_from is None:
            raise ValueError("send 'value', 'text' or 'valid_from'")
        return self


class ChunkEditBody(Body):
    """`PATCH /v1/chunks/{id}`."""

    content: Text
    reason: Reason = ""


class ResolutionBody(Body):
    """`POST /v1/conflicts/{id}/resolve`."""

    choose: UUID | Literal["both", "neither"]
    reason: Reason = ""


class ConflictQuery(ReaderQuery):
    """Who asks for conflicts, and which page."""

    limit: Annotated[int, Field(ge=1, le=200)] = 50
    cursor: UUID | None = None


class RetractionQuery(ReaderQuery):
    """Who retracts, and why."""

    reason: Reason = ""


Asked = Annotated[ReaderQuery, Query()]


@router.patch("/v1/memories/{memory_id}")
async def correct(
    memory_id: UUID, body: CorrectionBody, query: Asked, services: Served, caller: Caller, key: IdempotencyKey
) -> Response:
    """Puts right what a memory says, or since when; the old one is kept as what was wrongly known until now."""
    valid_from = None if body.valid_from is None else aware(body.valid_from, "/valid_from")
    event_id = await claim(services, caller, key, f"corrections/{memory_id}", body)
    reader = reader_by_id(query)
    memory_id = await services.facts.meant(caller, reader, memory_id)
    wanted = Correction(reason=body.reason, value=body.value, text=body.text, valid_from=valid_from)
    done = await services.corrections.correct(caller, reader, memory_id, wanted, event_id)
    in_background(services.histories.start_operation(work_of(caller, done.operation)))
    standing = done.memory_id or memory_id
    answer = rendering.fact((await services.facts.history(caller, reader, standing))[-1])
    answer |= {"correction_id": str(event_id), "corrects": str(memory_id)}
    return JSONResponse(answer | _operation(done.operation))


@router.post("/v1/corrections/{correction_id}/undo")
async def undo(correction_id: UUID, query: Asked, services: Served, caller: Caller, _key: IdempotencyKey) -> Response:
    """Takes a correction, a resolution or a retraction back."""
    done = await services.corrections.undo(caller, reader_by_id(query), correction_id)
    in_background(services.histories.start_operation(work_of(caller, done.operation)))
    return JSONResponse({"correction_id": str(correction_id), "undone": True} | _operation(done.operation))


@router.patch("/v1/chunks/{chunk_id}", status_code=202)
async def edit_chunk(
    chunk_id: UUID, body: ChunkEditBody, query: Asked, services: Served, caller: Caller, key: IdempotencyKey, wait: Wait
) -> Response:
    """Puts other words in the place of a chunk's; they are compiled anew, and facts follow."""
    event_id = await claim(services, caller, key, f"chunks/{chunk_id}", body)
    edited = await services.corrections.edit_chunk(
        caller, reader_by_id(query), chunk_id, body.content, body.reason, event_id
    )
    receipt = edited.receipt
    work = StrandedOperation(
        caller.tenant_id, receipt.operation_id, OperationKind.COMPILE, receipt.workflow_id, short=True
    )
    in_background(services.histories.start_operation(work))
    answer: rendering.Json = {
        "operation_id": str(receipt.operation_id),
        "source_id": str(receipt.source_id),
        "chunk_ids": [str(found) for found in receipt.chunk_ids],
        "replaces": str(chunk_id),
        "status": "accepted",
        "status_url": f"/v1/operations/{receipt.operation_id}",
        "workflow_id": receipt.workflow_id,
    }
    if not wait:
        return JSONResponse(answer, 202)
    operation = await services.operations.wait(caller, receipt.operation_id, wait)
    facts = await services.facts.of_chunks(caller, edited.reader, receipt.chunk_ids)
    ended = operation.status in FINAL_STATUSES
    answer |= {"status": operation.status.value, "facts": [rendering.fact(item) for item in facts]}
    return JSONResponse(answer, 200 if ended else 202)


@router.delete("/v1/chunks/{chunk_id}")
async def retract_chunk(
    chunk_id: UUID, query: Annotated[RetractionQuery, Query()], services: Served, caller: Caller
) -> Response:
    """Takes a chunk out of use with all that it states; it is kept for audit. To have it gone, ask for an erasure."""
    done = await services.corrections.retract_chunk(
        caller, reader_by_id(query), chunk_id, query.reason, services.new_id()
    )
    in_background(services.histories.start_operation(work_of(caller, done.operation)))
    answer = {"chunk_id": str(chunk_id), "retracted": True, "erased": False}
    return JSONResponse(answer | {"correction_id": str(done.event.event_id)} | _operation(done.operation))


@router.get("/v1/conflicts")
async def list_conflicts(query: Annotated[ConflictQuery, Query()], services: Served, caller: Caller) -> Response:
    """Memories that wait for a person to say which of them holds."""
    found, more = await services.conflicts.open(caller, reader_by_id(query), query.cursor, query.limit)
    cursor = str(found[-1].conflict.conflict_id) if more else None
    return JSONResponse({"items": [_conflict(item) for item in found], "next_cursor": cursor})


def _conflict(item: OpenConflict) -> rendering.Json:
    first = item.candidates[0] if item.candidates else None
    return {
        "id": str(item.conflict.conflict_id),
        "conflict_id": str(item.conflict.conflict_id),
        "subject": first.subject if first else None,
        "predicate": item.conflict.slot.predicate,
        "reason": next((c.reason for c in item.candidates if c.status.value == "pending"), None),
        "memories": [rendering.fact(candidate) for candidate in item.candidates],
    }


@router.post("/v1/conflicts/{conflict_id}/resolve")
async def resolve_conflict(
    conflict_id: UUID, body: ResolutionBody, query: Asked, services: Served, caller: Caller, key: IdempotencyKey
) -> Response:
    """Decides a conflict: for one memory, for both, or for neither."""
    event_id = await claim(services, caller, key, f"conflicts/{conflict_id}", body)
    done = await services.conflicts.resolve(
        caller, reader_by_id(query), conflict_id, body.choose, body.reason, event_id
    )
    in_background(services.histories.start_operation(work_of(caller, done.operation)))
    answer: rendering.Json = {"conflict_id": str(conflict_id), "resolved": True, "correction_id": str(event_id)}
    answer["memory"] = await _standing(services, caller, reader_by_id(query), done.memory_id, body.choose)
    return JSONResponse(answer | _operation(done.operation))


async def _standing(
    services: Services, caller: Principal, reader: Reader, memory_id: UUID | None, choice: UUID | str
) -> rendering.Json | None:
    if memory_id is None or not isinstance(choice, UUID):
        return None
    return rendering.fact((await services.facts.history(caller, reader, memory_id))[-1])


def _operation(operation: Operation) -> rendering.Json:
    return {"operation_id": str(operation.operation_id)}
