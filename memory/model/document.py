"""Documents: one version of a source's text, the parts it is cut into, and where the text is kept."""

from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from uuid import UUID

from memory.model.capture import SourceRef
from memory.model.chunk import RetentionClass, Role, Source
from memory.model.scope import Scope


class DocumentFormat(StrEnum):
    """How a text is marked up."""

    TEXT = "text"
    MARKDOWN = "markdown"
    HTML = "html"


@dataclass(frozen=True, slots=True)
class DocumentRequest:
    """A document as it is sent. `importance` None is judged part by part; `said_at` None is now."""

    content: str
    format: DocumentFormat
    scope: Scope
    source: SourceRef
    timezone: str
    said_at: datetime | None = None
    importance: float | None = None
    tags: tuple[str, ...] = ()
    retention_class: RetentionClass = RetentionClass.DEFAULT


@dataclass(frozen=True, slots=True)
class PartSettings:
    """What every part of a document is said with."""

    role: Role
    speaker: str
    timezone: str
    said_at: datetime
    importance: float | None
    tags: tuple[str, ...]
    retention_class: RetentionClass


@dataclass(frozen=True, slots=True)
class DocumentPart:
    """Characters `start..end` of the document's text, and the chunk that holds them."""

    ordinal: int
    chunk_id: UUID
    start: int
    end: int
    heading: str


@dataclass(frozen=True, slots=True)
class Document:
    """One version of a document. Its id is that of the operation that took it.

    `blob_key` names its text in the blob store; None: the chunks hold all of it. `taken`: parts that are chunks already.
    """

    document_id: UUID
    source: Source
    scope: Scope
    version: str | None
    format: DocumentFormat
    characters: int
    parts: int
    content_hmac: bytes
    blob_key: str | None
    settings: PartSettings
    recorded_at: datetime
    fence: tuple[bytes, ...] = ()
    taken: int = 0
    erased: bool = False
    operation_id: UUID = field(kw_only=True)


@dataclass(frozen=True, slots=True)
class SourceReceipt:
    """The answer to a document."""

    operation_id: UUID
    source_id: UUID
    chunk_ids: tuple[UUID, ...]
    workflow_id: str
    repeated: bool
    short: bool = False
    whole: bool = False
    """The operation takes the document apart by itself (else it is an ordinary compile)."""


@dataclass(frozen=True, slots=True)
class TakenPage:
    """A page of parts that became chunks: the operation that compiles them, and where the next page begins (None: the end)."""

    operation_id: UUID | None
    workflow_id: str
    next: int | None
