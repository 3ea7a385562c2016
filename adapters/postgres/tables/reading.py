"""What a language model said of a chunk, and documents with their parts."""

from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import ARRAY, LargeBinary
from sqlalchemy.dialects.postgresql import JSONB
from sqlmodel import Field

from adapters.postgres.tables.columns import TenantRow, binary, key, moment, number, string


class ModelAttempt(TenantRow, table=True):
    """One call of the model over a chunk, with its reply."""

    chunk_id: UUID = key()
    ordinal: int = Field(primary_key=True)
    operation_id: UUID
    run: int
    kind: str = string()
    outcome: str = string()
    model: str = string()
    version: str = string()
    cache_key: bytes = binary()
    reply: str = string()
    tokens_in: int
    tokens_out: int
    cost_usd: float = number()
    took_ms: int
    at: datetime = moment()


class Document(TenantRow, table=True):
    """One version of a document: where its text is kept, and how far it is taken apart."""

    document_id: UUID = key()
    source_id: UUID
    operation_id: UUID
    version: str | None = string()
    format: str = string()
    characters: int
    parts: int
    content_hmac: bytes = binary()
    fence: list[bytes] = Field(sa_type=ARRAY(LargeBinary))  # pyright: ignore[reportArgumentType] an instance is meant
    blob_key: str | None = string()
    request: dict[str, Any] = Field(sa_type=JSONB)
    taken: int
    erased: bool
    recorded_at: datetime = moment()


class DocumentPart(TenantRow, table=True):
    """Which characters of a document's text a chunk is."""

    document_id: UUID = key()
    ordinal: int = Field(primary_key=True)
    chunk_id: UUID
    part_start: int
    part_end: int
    heading: str = string()
