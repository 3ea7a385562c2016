"""What a capture asks for, what it plans to store, and what it answers."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from memory.model.chunk import Chunk, Operation, RetentionClass, Role, Source
from memory.model.principal import SourceKind
from memory.model.scope import Scope

SHORT_CHARACTERS = 20_000
"""A capture of so many characters compiles in well under a second."""


@dataclass(frozen=True, slots=True)
class Message:
    """One message as it was sent. `said_at` may be naive or None (then it is read in the request's zone, or now)."""

    role: Role
    content: str
    said_at: datetime | None = None
    name: str | None = None
    message_id: str | None = None
    turn: int | None = None
    run_id: str | None = None
    step: str | None = None
    tags: tuple[str, ...] = ()
    importance: float | None = None
    document: str | None = None
    """The document that it is a part of."""
    chunk_id: UUID | None = None
    """The id that its chunk is to have; a fresh one when None."""


@dataclass(frozen=True, slots=True)
class SourceRef:
    """The source as the caller names it; without an external id, the session or the capture itself is the source."""

    kind: SourceKind = SourceKind.CONVERSATION
    external_id: str | None = None
    title: str | None = None
    version: str | None = None


@dataclass(frozen=True, slots=True)
class CaptureRequest:
    """A validated capture, still without ids and times of its own."""

    messages: tuple[Message, ...]
    scope: Scope
    source: SourceRef
    timezone: str
    retention_class: RetentionClass = RetentionClass.DEFAULT
    idempotency_key: str | None = None
    fingerprint: str = ""

    @property
    def is_short(self) -> bool:
        """Whether its compile takes a moment: some turns of talk, not a document."""
        return sum(len(message.content) for message in self.messages) <= SHORT_CHARACTERS


@dataclass(frozen=True, slots=True)
class ChunkDraft:
    """A chunk ready to be stored, with its keyword tokens (token, term frequency) and its identities.

    `fence` holds the HMACs under which an erasure may have fenced this event. `replaces`: the chunk whose next version it is
    by a person's edit, whatever its identity.
    """

    chunk: Chunk
    tokens: tuple[tuple[str, int], ...]
    token_length: int
    fence: tuple[bytes, ...]
    replaces: UUID | None = None


@dataclass(frozen=True, slots=True)
class CapturePlan:
    """Everything that one capture transaction stores."""

    tenant_id: UUID
    source: Source
    scope: Scope
    operation: Operation
    chunks: tuple[ChunkDraft, ...]
    idempotency_key_hash: bytes | None
    fingerprint: str
    recorded_at: datetime


@dataclass(frozen=True, slots=True)
class CaptureReceipt:
    """The answer to a capture. `repeated` tells that it was there already and nothing was stored."""

    operation_id: UUID
    source_id: UUID
    chunk_ids: tuple[UUID, ...]
    workflow_id: str
    repeated: bool
