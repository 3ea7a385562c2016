"""Documents and tool results: text, Markdown and HTML."""

import hashlib
from datetime import datetime
from typing import Annotated, Any, Literal, Self
from uuid import UUID

from fastapi import APIRouter, Path, Query, Request, Response
from fastapi.responses import JSONResponse
from pydantic import Field, StringConstraints, ValidationError, model_validator
from starlette.datastructures import FormData, UploadFile
from starlette.exceptions import HTTPException

from api.http import rendering
from api.http.dependencies import (
    Caller,
    IdempotencyKey,
    Served,
    Wait,
    claim_fingerprint,
    in_background,
    reader_from,
    scope_of,
)
from api.http.models import Name, Ratio, RequiredName, ScopeFields, ZoneName
from api.http.services import Services
from memory.model.capture import SourceRef
from memory.model.chunk import OperationKind, RetentionClass
from memory.model.document import Document, DocumentFormat, DocumentRequest, SourceReceipt
from memory.model.errors import FieldProblem, InputInvalid, TooLarge
from memory.model.principal import Principal, SourceKind
from memory.model.scope import Visibility
from memory.ports.captures import StrandedOperation

router = APIRouter(tags=["sources"])

MAX_DOCUMENT = 20 * 1024 * 1024
"""Bytes of a document's text."""

MAX_SLICE = 100_000

SourceId = Annotated[UUID, Path(description="The source's id.")]
_BY_TYPE = {
    "text/markdown": DocumentFormat.MARKDOWN,
    "text/x-markdown": DocumentFormat.MARKDOWN,
    "text/html": DocumentFormat.HTML,
    "application/xhtml+xml": DocumentFormat.HTML,
}
_BY_SUFFIX = {
    "md": DocumentFormat.MARKDOWN,
    "markdown": DocumentFormat.MARKDOWN,
    "html": DocumentFormat.HTML,
    "htm": DocumentFormat.HTML,
    "xhtml": DocumentFormat.HTML,
}


class SourceForm(ScopeFields):
    """The fields beside the `file` of `POST /v1/sources`."""

    kind: SourceKind = SourceKind.DOCUMENT
    external_id: RequiredName | None = None
    title: Annotated[str, StringConstraints(max_length=500)] | None = None
    version: Name | None = None
    format: DocumentFormat | None = None
    said_at: datetime | None = None
    timezone: ZoneName | None = None
    importance: Ratio | None = None
    tags: Annotated[tuple[RequiredName, ...], Field(max_length=32)] = ()
    visibility: Visibility = Visibility.USER
    retention_class: RetentionClass = RetentionClass.DEFAULT
    sensitivity: Literal["normal", "personal", "sensitive"] | None = None

    @model_validator(mode="after")
    def _complete(self) -> Self:
        """A visibility that looks at a field needs it; else the words would be seen by nobody."""
        named = {Visibility.SESSION: self.session_id, Visibility.AGENT: self.agent_id, Visibility.PROJECT: self.project}
        if self.visibility in named and not named[self.visibility]:
            raise ValueError(f"visibility '{self.visibility}' needs the field that it is named after")
        return self


_SCHEMA = {
    "requestBody": {
        "required": True,
        "content": {
            "multipart/form-data": {
                "schema": {
                    "type": "object",
                    "required": ["file"],
                    "properties": {
                        "file": {"type": "string", "format": "binary"},
                        **SourceForm.model_json_schema()["properties"],
                    },
                }
            }
        },
    }
}


@router.post("/v1/sources", status_code=202, openapi_extra=_SCHEMA)
async def take_source(request: Request, services: Served, caller: Caller, key: IdempotencyKey, wait: Wait) -> Response:
    """Takes a document of up to 20 MiB; answers 202 once it is durable. Its parts become chunks in order."""
    async with request.form(max_files=1, max_fields=60) as form:
        upload, fields = _read(form)
        raw = await upload.read()
        named = (upload.filename or "", upload.content_type or "")
    if len(raw) > MAX_DOCUMENT:
        raise TooLarge("The document is above 20 MiB. Send it in smaller parts.")
    asked = _request_of(fields, raw, named, caller)
    fingerprint = hashlib.sha256(fields.model_dump_json().encode() + hashlib.sha256(raw).digest()).hexdigest()
    operation_id = await claim_fingerprint(services, caller, key, "sources", fingerprint)
    receipt = await services.sources.take(caller, asked, operation_id)
    in_background(_compile(services, caller, receipt))
    answer = _accepted(receipt)
    if not wait:
        return JSONResponse(answer, 202)
    operation = await services.operations.wait(caller, receipt.operation_id, wait)
    facts = await services.facts.of_chunks(caller, reader_from(fields), receipt.chunk_ids)
    return JSONResponse(answer | {"status": operation.status.value, "facts": [rendering.fact(item) for item in facts]})


@router.get("/v1/sources/{source_id}")
async def get_source(
    source_id: SourceId,
    services: Served,
    caller: Caller,
    after: Annotated[int, Query(ge=0)] = 0,
    limit: Annotated[int, Query(ge=1, le=1_000)] = 200,
) -> Response:
    """A source with its versions, and the places of the newest one's parts."""
    versions = await services.sources.versions(caller, source_id)
    parts = await services.sources.parts(caller, versions[0], after, limit)
    last = parts[-1].ordinal + 1 if parts else versions[0].parts
    newest = versions[0]
    body: dict[str, Any] = {
        "source_id": str(source_id),
        "kind": newest.source.kind.value,
        "external_id": newest.source.external_id,
        "title": newest.source.title,
        "versions": [_version(document) for document in versions],
        "parts": [
            {
                "ordinal": part.ordinal,
                "chunk_id": str(part.chunk_id),
                "start": part.start,
                "end": part.end,
                "heading": part.heading,
            }
            for part in parts
        ],
        "next": last if last < newest.parts else None,
    }
    return JSONResponse(body)


@router.get("/v1/sources/{source_id}/content")
async def get_content(
    source_id: SourceId,
    services: Served,
    caller: Caller,
    start: Annotated[int, Query(ge=0)] = 0,
    end: Annotated[int | None, Query(ge=0)] = None,
) -> Response:
    """Characters `start..end` of the newest version's text, at most 100,000: that is what the parts' places count."""
    stop = min(start + MAX_SLICE, start + MAX_SLICE if end is None else end)
    return JSONResponse({"start": start, "text": await services.sources.content(caller, source_id, start, stop)})


def _read(form: FormData) -> tuple[UploadFile, SourceForm]:
    upload = form.get("file")
    if not isinstance(upload, UploadFile):
        problem = FieldProblem("/file", "missing", "a file is expected")
        raise InputInvalid("Send multipart/form-data with the document as 'file'.", problems=[problem])
    fields: dict[str, Any] = {}
    for name, value in form.multi_items():
        if name == "tags":
            fields.setdefault("tags", []).append(value)
        elif name != "file":
            if name in fields:
                raise InputInvalid("A field is named twice. Name each once.", problems=[_problem(name, "twice")])
            fields[name] = value
    try:
        return upload, SourceForm.model_validate(fields)
    except ValidationError as error:
        problems = [_problem(".".join(map(str, found["loc"])), found["type"]) for found in error.errors()]
        raise InputInvalid("A field breaks a rule. Correct it and send again.", problems=problems) from None


def _problem(name: str, code: str) -> FieldProblem:
    known = name.split(".")[0] in SourceForm.model_fields
    return FieldProblem(f"/{name.replace('.', '/')}" if known else "/", code, "the field is not valid")


def _request_of(fields: SourceForm, raw: bytes, named: tuple[str, str], caller: Principal) -> DocumentRequest:
    filename, content_type = named
    suffix = filename.rsplit(".", 1)[-1].lower() if "." in filename else ""
    by_type = _BY_TYPE.get(content_type.split(";")[0].strip().lower())
    return DocumentRequest(
        content=_text_of(raw),
        format=fields.format or by_type or _BY_SUFFIX.get(suffix, DocumentFormat.TEXT),
        scope=scope_of(caller, fields, fields.visibility),
        source=SourceRef(fields.kind, fields.external_id, fields.title, fields.version),
        timezone=fields.timezone or caller.timezone,
        said_at=fields.said_at,
        importance=fields.importance,
        tags=fields.tags,
        retention_class=fields.retention_class,
    )


def _text_of(raw: bytes) -> str:
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise HTTPException(400, "The document is not UTF-8. Send text encoded in UTF-8.") from None
    if "\x00" in text:
        raise HTTPException(400, "The document holds a NUL. Send text, not binary data.")
    return text


async def _compile(services: Services, caller: Principal, receipt: SourceReceipt) -> None:
    kind = OperationKind.DOCUMENT if receipt.whole else OperationKind.COMPILE
    work = StrandedOperation(
        caller.tenant_id, receipt.operation_id, kind, receipt.workflow_id, short=receipt.short and not receipt.whole
    )
    if work.short:
        await services.promptly.try_to(work.tenant_id, work.operation_id)
    await services.histories.start_operation(work)


def _accepted(receipt: SourceReceipt) -> rendering.Json:
    return {
        "operation_id": str(receipt.operation_id),
        "source_id": str(receipt.source_id),
        "chunk_ids": [str(chunk_id) for chunk_id in receipt.chunk_ids],
        "status": "accepted",
        "status_url": f"/v1/operations/{receipt.operation_id}",
        "workflow_id": receipt.workflow_id,
    }


def _version(document: Document) -> rendering.Json:
    return {
        "version": document.version,
        "operation_id": str(document.operation_id),
        "format": document.format.value,
        "characters": document.characters,
        "parts": document.parts,
        "recorded_at": rendering.stamp(document.recorded_at),
    }
