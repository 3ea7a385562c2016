"""Capture: conversation in, evidence stored, in one transaction; nothing else may be needed for it."""

import hashlib
import hmac
import unicodedata
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime
from uuid import UUID
from zoneinfo import ZoneInfo

from memory.language.tokens import index_tokens
from memory.model.capture import CapturePlan, CaptureReceipt, CaptureRequest, ChunkDraft, Message, SourceRef
from memory.model.chunk import (
    Chunk,
    CompileStage,
    Operation,
    OperationKind,
    OperationStatus,
    Role,
    Source,
    StageState,
)
from memory.model.errors import FieldProblem, Forbidden, InputInvalid
from memory.model.ids import derived_id
from memory.model.principal import Permission, Principal, SourceKind
from memory.model.scope import Scope
from memory.ports.captures import CaptureStore
from memory.usecases.access import allow_scope, require

EARLIEST_YEAR = 1900
LATEST_YEAR = 2200


_MONTHS = (
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
)


class CaptureMemory:
    """Takes messages and answers once they are durable."""

    def __init__(self, store: CaptureStore, clock: Callable[[], datetime], new_id: Callable[[], UUID]) -> None:
        self._store = store
        self._clock = clock
        self._new_id = new_id

    async def capture(self, principal: Principal, request: CaptureRequest) -> CaptureReceipt:
        """Stores the messages of a request.

        Raises:
            Forbidden: the key may not write this kind, for this user, or in this project.
            NotFound: the workspace or project does not exist (a development key makes it).
            InputInvalid: a time is out of range.
            IdempotencyReused, Erased: see `CaptureStore.capture`.
        """
        await self.allow(principal, request.scope, request.source.kind)
        return await self.take(principal.tenant_id, request)

    async def allow(self, principal: Principal, scope: Scope, kind: SourceKind) -> None:
        """Whether a key may write there; raises as `capture` does."""
        require(principal, Permission.WRITE)
        allow_scope(principal, scope)
        if kind not in principal.source_kinds:
            raise Forbidden(
                f"This key may not write sources of kind '{kind}'. Ask an administrator for a key with that kind."
            )
        await self._store.require_scope(principal.tenant_id, scope, create=principal.development)

    async def take(self, tenant_id: UUID, request: CaptureRequest) -> CaptureReceipt:
        """Stores the messages of a request that was allowed before."""
        secret = await self._store.tenant_secret(tenant_id)
        return await self._store.capture(self._plan(tenant_id, request, secret))

    async def secret(self, tenant_id: UUID) -> bytes:
        """What a plan needs of the tenant: the secret of its digests."""
        return await self._store.tenant_secret(tenant_id)

    def plan_edit(self, principal: Principal, old: Chunk, content: str, secret: bytes) -> CapturePlan:
        """The capture of other words in the place of a chunk's, said where and when it was said."""
        message = Message(
            role=old.role,
            content=content,
            said_at=old.said_at,
            name=old.speaker or None,
            message_id=old.message_id,
            turn=old.turn,
            run_id=old.run_id,
            step=old.step,
            tags=old.tags,
            importance=old.importance,
        )
        source = SourceRef(old.source.kind, old.source.external_id, old.source.title, old.source.version)
        request = CaptureRequest((message,), old.scope, source, old.timezone, old.retention_class)
        plan = self._plan(principal.tenant_id, request, secret)
        drafts = (
            replace(draft, chunk=replace(draft.chunk, source=old.source), replaces=old.chunk_id)
            for draft in plan.chunks
        )
        return replace(plan, source=old.source, chunks=tuple(drafts))

    def _plan(self, tenant_id: UUID, request: CaptureRequest, secret: bytes) -> CapturePlan:
        now = self._clock()
        operation_id = self._new_id()
        source = source_of(tenant_id, request.source, request.scope, operation_id)
        drafts = [
            self._draft(request, source, operation_id, position, message, secret, now)
            for position, message in enumerate(request.messages)
        ]
        return CapturePlan(
            tenant_id=tenant_id,
            source=source,
            scope=request.scope,
            operation=_operation(operation_id, source, drafts, request.scope, now),
            chunks=tuple(drafts),
            idempotency_key_hash=_key_hash(request.idempotency_key),
            fingerprint=request.fingerprint,
            recorded_at=now,
        )

    def _draft(
        self,
        request: CaptureRequest,
        source: Source,
        operation_id: UUID,
        position: int,
        message: Message,
        secret: bytes,
        now: datetime,
    ) -> ChunkDraft:
        zone = request.timezone or "UTC"
        said_at, assumed = said_at_of(message.said_at, zone, now, f"/messages/{position}/said_at")
        tokens = index_tokens(f"{message.content}\n{_day_in_words(said_at, zone)}")
        chunk = Chunk(
            chunk_id=message.chunk_id or self._new_id(),
            source=source,
            operation_id=operation_id,
            scope=request.scope,
            position=position,
            turn=message.turn,
            message_id=message.message_id,
            role=message.role,
            speaker=_speaker(message, request.scope),
            text=message.content,
            content_hmac=content_digest(secret, message.content),
            said_at=said_at,
            timezone=zone,
            said_at_assumed=assumed,
            recorded_at=now,
            run_id=message.run_id,
            step=message.step,
            tags=message.tags,
            importance=message.importance,
            retention_class=request.retention_class,
        )
        return ChunkDraft(
            chunk, tuple(sorted(Counter(tokens).items())), len(tokens), fences_of(secret, source, message)
        )


def source_of(tenant_id: UUID, named: SourceRef, scope: Scope, operation_id: UUID) -> Source:
    """A source is known by kind and external id within its scope; an unnamed one is the session, or the capture itself."""
    external_id = named.external_id or scope.session_id or str(operation_id)
    key = [tenant_id, named.kind.value, external_id, scope.workspace, scope.project, scope.user_id, scope.agent_id]
    return Source(derived_id("source", key), named.kind, external_id, named.title, named.version)


def _operation(
    operation_id: UUID, source: Source, drafts: Sequence[ChunkDraft], scope: Scope, now: datetime
) -> Operation:
    return Operation(
        operation_id=operation_id,
        kind=OperationKind.COMPILE,
        status=OperationStatus.ACCEPTED,
        workflow_id=f"compile-{operation_id}-1",
        source_id=source.source_id,
        chunk_ids=tuple(draft.chunk.chunk_id for draft in drafts),
        stages=tuple(StageState(stage.value, "pending") for stage in CompileStage),
        accepted_at=now,
        updated_at=now,
        scope=scope,
    )


def said_at_of(given: datetime | None, timezone: str, now: datetime, pointer: str) -> tuple[datetime, bool]:
    """The aware base time of words, and whether it was assumed rather than said."""
    if given is None:
        return now, True
    naive = given.tzinfo is None
    said_at = given.replace(tzinfo=ZoneInfo(timezone)) if naive else given
    if not EARLIEST_YEAR <= said_at.year <= LATEST_YEAR:
        problem = FieldProblem(pointer, "out_of_range", "a year from 1900 to 2200 is expected")
        raise InputInvalid("A time is out of range. Send the time at which the words were said.", problems=[problem])
    return said_at, naive


def _day_in_words(said_at: datetime, zone: str) -> str:
    """The local day, as a question would name it: worth three points of recall among dated questions."""
    day = said_at.astimezone(ZoneInfo(zone))
    return f"{day.day} {_MONTHS[day.month - 1]} {day.year}"


def _speaker(message: Message, scope: Scope) -> str:
    if message.name:
        return unicodedata.normalize("NFC", message.name)
    return scope.user_id if message.role is Role.USER else message.role.value


def fences_of(secret: bytes, source: Source, message: Message) -> tuple[bytes, ...]:
    """The identities under which an erasure refuses this event: its id, or its turn with its words.

    A part of a document is refused with its words, and with the document as a whole: its place alone may be used again.
    """
    origin = f"{source.source_id}"
    if message.document is not None:
        part = _digest(secret, "part", origin, message.message_id or "", message.content)
        return (_digest(secret, "document", origin, message.document), part)
    found: list[bytes] = []
    if message.message_id is not None:
        found.append(_digest(secret, "id", origin, message.message_id))
    if message.turn is not None:
        found.append(_digest(secret, "turn", origin, str(message.turn), message.content))
    return tuple(found)


def content_digest(secret: bytes, content: str) -> bytes:
    """By which equal words are known, and whether stored ones are still the same."""
    return _digest(secret, "content", content)


def _digest(secret: bytes, *parts: str) -> bytes:
    framed = b"".join(len(raw).to_bytes(8, "big") + raw for raw in (part.encode() for part in parts))
    return hmac.new(secret, framed, hashlib.sha256).digest()


def _key_hash(key: str | None) -> bytes | None:
    return None if key is None else hashlib.sha256(key.encode()).digest()
