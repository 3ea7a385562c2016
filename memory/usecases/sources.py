"""Documents: a text comes in, is cut into parts, and each part becomes a chunk with its place in the text.

A short text becomes chunks at once. A long one is kept in the blob store first and answered for; its parts become chunks
page by page, each page an ordinary capture with a compile of its own.
"""

import asyncio
import hashlib
import hmac
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from uuid import UUID

from memory.language.html_text import text_of_html
from memory.language.importance import importance_of
from memory.language.parts import Part, split_parts
from memory.model.capture import CaptureReceipt, CaptureRequest, Message, SourceRef
from memory.model.chunk import Operation, OperationKind, OperationStatus, Role, StageState
from memory.model.document import (
    Document,
    DocumentFormat,
    DocumentPart,
    DocumentRequest,
    PartSettings,
    SourceReceipt,
    TakenPage,
)
from memory.model.errors import BlobDamaged, Erased, InputInvalid, NotFound, TooLarge
from memory.model.ids import derived_id
from memory.model.principal import Permission, Principal, SourceKind
from memory.ports.blobs import BlobStore
from memory.ports.captures import OperationStore
from memory.ports.documents import DocumentStore
from memory.usecases.access import require
from memory.usecases.capture import CaptureMemory, content_digest, fences_of, said_at_of, source_of

SHORT_DOCUMENT = 32_000
"""Characters that the chunks hold by themselves; a longer text is kept in the blob store."""

SHORT_PARTS = 100
PAGE = 40
PAGE_CHARACTERS = 8_000
"""Bounds of a page, which is one capture and one compile: its slowest step must end in time on a busy machine."""

STAGES = ("take_parts", "settle", "project")


@dataclass(frozen=True, slots=True)
class _Cut:
    """A document before it is stored."""

    text: str
    parts: tuple[Part, ...]
    identities: tuple[str, ...]
    """The message id of each part: its heading, and its number under it. So the next version finds it again."""


class TakeSource:
    """Takes documents, and makes chunks of them."""

    def __init__(
        self,
        *,
        capture: CaptureMemory,
        documents: DocumentStore,
        operations: OperationStore,
        blobs: BlobStore | None,
        clock: Callable[[], datetime],
    ) -> None:
        """`blobs` is None where no store of large content is configured."""
        self._capture = capture
        self._documents = documents
        self._operations = operations
        self._blobs = blobs
        self._clock = clock
        self._last: tuple[str, str] | None = None

    async def take(self, principal: Principal, request: DocumentRequest, operation_id: UUID) -> SourceReceipt:
        """Stores a document; the same one again gives the first answer.

        Raises:
            Forbidden, NotFound, InputInvalid: as for a capture.
            TooLarge: the text needs a blob store, and none is configured.
            Erased: a part of it was erased before.
            BlobsUnavailable: the blob store does not answer.
        """
        await self._capture.allow(principal, request.scope, request.source.kind)
        cut = await asyncio.to_thread(_cut, request)
        if not cut.parts:
            raise InputInvalid("The document holds no words. Send a text.")
        document, secret = await self._described(principal, request, cut, operation_id)
        newest = await self._documents.newest(principal.tenant_id, document.source.source_id)
        if newest is not None and newest.content_hmac == document.content_hmac:
            return await self._first_answer(principal.tenant_id, newest)
        if newest is None and len(cut.text) <= SHORT_DOCUMENT and len(cut.parts) <= SHORT_PARTS:
            return await self._take_at_once(principal.tenant_id, document, cut)
        return await self._take_later(principal.tenant_id, document, cut, secret)

    async def page(self, tenant_id: UUID, document_id: UUID, after: int) -> TakenPage:
        """Makes chunks of the next parts. Raises `Erased` when the document is gone."""
        document = await self._living(tenant_id, document_id)
        parts = _first_page(await self._documents.parts(tenant_id, document_id, after, PAGE))
        if not parts:
            return TakenPage(None, "", None)
        text = await self._text(tenant_id, document)
        every = await self._documents.parts(tenant_id, document_id, 0, document.parts)
        identities = await asyncio.to_thread(_identities, [(part.heading, part.ordinal) for part in every])
        messages = [_message(document, part, text, identities[part.ordinal]) for part in parts]
        receipt = await self._capture.take(tenant_id, _capture_request(document, messages))
        placed = {part.ordinal: chunk_id for part, chunk_id in zip(parts, receipt.chunk_ids, strict=True)}
        await self._documents.placed(tenant_id, document_id, placed)
        last = parts[-1].ordinal + 1
        workflow_id = await self._workflow_of(tenant_id, receipt)
        return TakenPage(receipt.operation_id, workflow_id, last if last < document.parts else None)

    async def _workflow_of(self, tenant_id: UUID, receipt: CaptureReceipt) -> str:
        """The workflow that compiles a page; a page that did not end well before is tried again."""
        if not receipt.repeated:
            return receipt.workflow_id
        operation = await self._operations.operation(tenant_id, receipt.operation_id)
        if operation.status in (OperationStatus.FAILED, OperationStatus.PARTIAL):
            operation = await self._operations.reopen(tenant_id, receipt.operation_id, self._clock())
        return operation.workflow_id

    async def retire(self, tenant_id: UUID, document_id: UUID) -> int:
        """Takes back what the newest version no longer says."""
        return await self._documents.retire(tenant_id, await self._living(tenant_id, document_id))

    async def versions(self, principal: Principal, source_id: UUID) -> list[Document]:
        """All versions of a source, newest first; raises `NotFound`."""
        require(principal, Permission.READ)
        found = await self._documents.of_source(principal.tenant_id, source_id)
        if not _may_see(principal, found[0]):
            raise NotFound("There is no such source.")
        return found

    async def parts(self, principal: Principal, document: Document, after: int, limit: int) -> list[DocumentPart]:
        """The places of a version's parts."""
        require(principal, Permission.READ)
        return await self._documents.parts(principal.tenant_id, document.document_id, after, limit)

    async def content(self, principal: Principal, source_id: UUID, start: int, end: int) -> str:
        """Characters `start..end` of the newest version's text."""
        document = (await self.versions(principal, source_id))[0]
        if document.blob_key is not None:
            return (await self._text(principal.tenant_id, document))[start:end]
        parts = await self._documents.parts(principal.tenant_id, document.document_id, 0, document.parts)
        texts = await self._documents.texts(principal.tenant_id, [part.chunk_id for part in parts])
        return _joined(document, parts, [texts.get(part.chunk_id, "") for part in parts])[start:end]

    async def _described(
        self, principal: Principal, request: DocumentRequest, cut: _Cut, operation_id: UUID
    ) -> tuple[Document, bytes]:
        """The document as it would be stored, and the tenant's secret."""
        now, secret = self._clock(), await self._capture.secret(principal.tenant_id)
        content_hmac = content_digest(secret, cut.text)
        named = request.source
        external_id = named.external_id or f"content-{content_hmac.hex()[:32]}"
        source = source_of(principal.tenant_id, replace(named, external_id=external_id), request.scope, operation_id)
        zone = request.timezone or principal.timezone
        settings = PartSettings(
            role=Role.TOOL if named.kind is SourceKind.TOOL else Role.USER,
            speaker=(named.title or external_id)[:200],
            timezone=zone,
            said_at=said_at_of(request.said_at, zone, now, "/said_at")[0],
            importance=request.importance,
            tags=request.tags,
            retention_class=request.retention_class,
        )
        document = Document(
            document_id=operation_id,
            operation_id=operation_id,
            source=source,
            scope=request.scope,
            version=named.version,
            format=request.format,
            characters=len(cut.text),
            parts=len(cut.parts),
            content_hmac=content_hmac,
            blob_key=None,
            settings=settings,
            recorded_at=now,
            fence=fences_of(secret, source, Message(Role.USER, "", document=str(operation_id))),
        )
        return document, secret

    async def _take_at_once(self, tenant_id: UUID, document: Document, cut: _Cut) -> SourceReceipt:
        messages = [
            _message(
                document, DocumentPart(place, document.document_id, part.start, part.end, part.heading), cut.text, name
            )
            for place, (part, name) in enumerate(zip(cut.parts, cut.identities, strict=True))
        ]
        request = _capture_request(document, messages)
        receipt = await self._capture.take(tenant_id, request)
        kept = replace(
            document, document_id=receipt.operation_id, operation_id=receipt.operation_id, taken=len(cut.parts)
        )
        parts = [
            DocumentPart(place, chunk_id, part.start, part.end, part.heading)
            for place, (part, chunk_id) in enumerate(zip(cut.parts, receipt.chunk_ids, strict=True))
        ]
        await self._documents.keep(tenant_id, kept, parts)
        return SourceReceipt(
            operation_id=receipt.operation_id,
            source_id=receipt.source_id,
            chunk_ids=receipt.chunk_ids,
            workflow_id=receipt.workflow_id,
            repeated=receipt.repeated,
            short=request.is_short,
        )

    async def _take_later(self, tenant_id: UUID, document: Document, cut: _Cut, secret: bytes) -> SourceReceipt:
        if self._blobs is None:
            raise TooLarge(
                f"Documents above {SHORT_DOCUMENT} characters, and newer versions, need MEMC_BLOB_URL. Set it, or send less."
            )
        source_id = document.source.source_id
        kept = replace(document, blob_key=f"{tenant_id}/{source_id}/{document.content_hmac.hex()}")
        known = await self._documents.known_chunks(tenant_id, source_id)
        parts, fences = await asyncio.to_thread(_placed, kept, cut, secret, known)
        if await self._documents.fenced(tenant_id, fences):
            # Before anything is kept outside the authority.
            raise Erased("A part of this document was erased and may not come back.")
        await self._blobs.put(str(kept.blob_key), cut.text.encode())
        operation = _operation(kept, [part.chunk_id for part in parts])
        await self._documents.accept(tenant_id, kept, parts, operation, fences)
        return _receipt(operation, repeated=False)

    async def _first_answer(self, tenant_id: UUID, document: Document) -> SourceReceipt:
        parts = await self._documents.parts(tenant_id, document.document_id, 0, document.parts)
        operation = _operation(document, [part.chunk_id for part in parts])
        found = _receipt(operation, repeated=True)
        if document.blob_key is None:
            return replace(found, workflow_id=f"compile-{document.operation_id}-1", whole=False)
        return found

    async def _living(self, tenant_id: UUID, document_id: UUID) -> Document:
        document = await self._documents.document(tenant_id, document_id)
        if document is None or document.erased:
            raise Erased("The document was erased.")
        return document

    async def _text(self, tenant_id: UUID, document: Document) -> str:
        """The text out of the blob store, which must be what was stored. The last one is kept at hand."""
        key = str(document.blob_key)
        if self._last is not None and self._last[0] == key:
            return self._last[1]
        if self._blobs is None or document.blob_key is None:
            raise NotFound("The content is not kept any more.")
        text = (await self._blobs.get(key)).decode()
        if not hmac.compare_digest(content_digest(await self._capture.secret(tenant_id), text), document.content_hmac):
            raise BlobDamaged("Stored content is not what was stored. Send the document again.")
        self._last = (key, text)
        return text


def _cut(request: DocumentRequest) -> _Cut:
    html = request.format is DocumentFormat.HTML
    text = text_of_html(request.content) if html else request.content
    parts = split_parts(text, markdown=request.format is not DocumentFormat.TEXT)
    named = _identities([(part.heading, place) for place, part in enumerate(parts)])
    return _Cut(text, tuple(parts), tuple(named[place] for place in range(len(parts))))


def _identities(headings: Sequence[tuple[str, int]]) -> dict[int, str]:
    """By ordinal: a digest of the heading's path, and the number of the part under it."""
    seen: Counter[str] = Counter()
    found: dict[int, str] = {}
    for heading, ordinal in headings:
        digest = hashlib.sha256(heading.encode()).hexdigest()[:16]
        found[ordinal] = f"part-{digest}-{seen[digest]}"
        seen[digest] += 1
    return found


def _message(document: Document, part: DocumentPart, text: str, identity: str) -> Message:
    settings, words = document.settings, text[part.start : part.end]
    return Message(
        role=settings.role,
        content=words,
        said_at=settings.said_at,
        name=settings.speaker,
        message_id=identity,
        tags=settings.tags,
        importance=importance_of(words) if settings.importance is None else settings.importance,
        document=str(document.document_id),
        chunk_id=part.chunk_id if part.chunk_id == _fresh_id(document.document_id, part.ordinal) else None,
    )


def _fresh_id(document_id: UUID, ordinal: int) -> UUID:
    """The chunk that a part becomes, unless it is one already."""
    return derived_id("part", [document_id, ordinal])


def _capture_request(document: Document, messages: Sequence[Message]) -> CaptureRequest:
    source = document.source
    return CaptureRequest(
        messages=tuple(messages),
        scope=document.scope,
        source=SourceRef(source.kind, source.external_id, source.title, document.version),
        timezone=document.settings.timezone,
        retention_class=document.settings.retention_class,
    )


def _first_page(parts: Sequence[DocumentPart]) -> list[DocumentPart]:
    """As many parts as a page may hold; at least one, if there is one."""
    page: list[DocumentPart] = []
    for part in parts:
        if page and part.end - page[0].start > PAGE_CHARACTERS:
            break
        page.append(part)
    return page


def _placed(
    document: Document, cut: _Cut, secret: bytes, known: Mapping[tuple[str, bytes], UUID]
) -> tuple[list[DocumentPart], list[bytes]]:
    """The parts with the chunks that they are or will be, and the fences that may stand against them."""
    parts: list[DocumentPart] = []
    fences: list[bytes] = []
    for place, (part, identity) in enumerate(zip(cut.parts, cut.identities, strict=True)):
        words = cut.text[part.start : part.end]
        unchanged = known.get((identity, content_digest(secret, words)))
        chunk_id = unchanged or _fresh_id(document.document_id, place)
        placed = DocumentPart(place, chunk_id, part.start, part.end, part.heading)
        parts.append(placed)
        # Only what names the event: a whole message would judge the words, which the page does when it is taken.
        event = Message(document.settings.role, words, message_id=identity, document=str(document.document_id))
        fences += fences_of(secret, document.source, event)
    return parts, fences


def _operation(document: Document, chunk_ids: Sequence[UUID]) -> Operation:
    return Operation(
        operation_id=document.operation_id,
        kind=OperationKind.DOCUMENT,
        status=OperationStatus.ACCEPTED,
        workflow_id=f"document-{document.operation_id}-1",
        source_id=document.source.source_id,
        chunk_ids=tuple(chunk_ids),
        stages=tuple(StageState(name, "pending") for name in STAGES),
        accepted_at=document.recorded_at,
        updated_at=document.recorded_at,
        scope=document.scope,
    )


def _receipt(operation: Operation, *, repeated: bool) -> SourceReceipt:
    return SourceReceipt(
        operation_id=operation.operation_id,
        source_id=operation.source_id or operation.operation_id,
        chunk_ids=operation.chunk_ids,
        workflow_id=operation.workflow_id,
        repeated=repeated,
        whole=True,
    )


def _joined(document: Document, parts: Sequence[DocumentPart], texts: Sequence[str]) -> str:
    """The text of a document that only its chunks hold; what lay between the parts was white space."""
    joined = ""
    for part, text in zip(parts, texts, strict=True):
        joined = joined.ljust(part.start, "\n") + text
    return joined.ljust(document.characters, "\n")


def _may_see(principal: Principal, document: Document) -> bool:
    scope = document.scope
    if scope.sensitivity > principal.max_sensitivity:
        return False
    if principal.user_id is not None and scope.user_id not in ("", principal.user_id):
        return False
    return principal.projects is None or scope.project == "" or scope.project in principal.projects
