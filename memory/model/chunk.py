"""Evidence: sources, chunks, and the operation that compiles them."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from uuid import UUID

from memory.model.principal import SourceKind
from memory.model.scope import Scope


class Role(StrEnum):
    """Who speaks in a conversation."""

    USER = "user"
    ASSISTANT = "assistant"
    SYSTEM = "system"
    TOOL = "tool"


class ChunkStatus(StrEnum):
    """Where a chunk stands. `replaced` is an older version of an edited message, `retracted` was taken back."""

    CAPTURED = "captured"
    COMPILING = "compiling"
    COMPILED = "compiled"
    FAILED = "failed"
    QUARANTINED = "quarantined"
    REDACTED = "redacted"
    REPLACED = "replaced"
    RETRACTED = "retracted"


class RetentionClass(StrEnum):
    """How long evidence is wanted; deepened with forgetting."""

    DEFAULT = "default"
    SHORT = "short"
    LONG = "long"


@dataclass(frozen=True, slots=True)
class Source:
    """A conversation, document or record. Identity: kind and external id within scope."""

    source_id: UUID
    kind: SourceKind
    external_id: str
    title: str | None
    version: str | None


@dataclass(frozen=True, slots=True)
class Chunk:
    """One raw message or part of a document: append-only evidence.

    `said_at` is aware; `timezone` an IANA name in which the words are read; `said_at_assumed` tells that the time was
    naive or missing. `content_hmac` is keyed by the tenant's secret. `position` orders the chunks of one capture.
    """

    chunk_id: UUID
    source: Source
    operation_id: UUID
    scope: Scope
    position: int
    turn: int | None
    message_id: str | None
    role: Role
    speaker: str
    text: str
    content_hmac: bytes
    said_at: datetime
    timezone: str
    said_at_assumed: bool
    recorded_at: datetime
    run_id: str | None = None
    step: str | None = None
    tags: tuple[str, ...] = ()
    importance: float | None = None
    retention_class: RetentionClass = RetentionClass.DEFAULT
    status: ChunkStatus = ChunkStatus.CAPTURED
    status_reason: str | None = None
    version: int = 1


class OperationKind(StrEnum):
    """What an operation does."""

    COMPILE = "compile"
    DECAY = "decay"
    CONSOLIDATE = "consolidate"
    SWEEP = "sweep"
    EXPIRE = "expire"
    REVALIDATE = "revalidate"
    REBUILD = "rebuild"
    REVOKE = "revoke"
    DOCUMENT = "document"


class OperationStatus(StrEnum):
    """`done`, `partial` and `failed` are final."""

    ACCEPTED = "accepted"
    RUNNING = "running"
    WAITING = "waiting"
    DONE = "done"
    PARTIAL = "partial"
    FAILED = "failed"


FINAL_STATUSES = frozenset({OperationStatus.DONE, OperationStatus.PARTIAL, OperationStatus.FAILED})


class CompileStage(StrEnum):
    """The durable steps of a compile, in order."""

    MAKE_RECALLABLE = "make_recallable"
    RESOLVE_TIME = "resolve_time"
    EXTRACT = "extract"
    LINK = "link"
    SETTLE = "settle"
    PROJECT = "project"


@dataclass(frozen=True, slots=True)
class StageState:
    """A stage as a person sees it: `status` is `pending running done failed`; `error` a code, never text of memory."""

    name: str
    status: str
    attempts: int = 0
    error: str | None = None


@dataclass(frozen=True, slots=True)
class Rejection:
    """Something that was not accepted as a statement: a reason code and the words as a span of a chunk."""

    chunk_id: UUID
    reason: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Operation:
    """One accepted piece of work and how far it is."""

    operation_id: UUID
    kind: OperationKind
    status: OperationStatus
    workflow_id: str
    source_id: UUID | None
    chunk_ids: tuple[UUID, ...]
    stages: tuple[StageState, ...]
    accepted_at: datetime
    updated_at: datetime
    scope: Scope
    error: str | None = None
    cancel_requested: bool = False
    attempt: int = 1
    effective_now: datetime | None = None
    """The evaluation clock of a lifecycle run, where one was given."""
    subject_id: UUID | None = None
    """What a revoke operation is about: its revocation."""
