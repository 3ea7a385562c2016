"""Port: documents at the authority. Each method is one transaction, safe to run twice."""

from collections.abc import Mapping, Sequence
from typing import Protocol
from uuid import UUID

from memory.model.chunk import Operation
from memory.model.document import Document, DocumentPart


class DocumentStore(Protocol):
    """Documents and their parts. What was erased is never returned, unless it is said."""

    async def newest(self, tenant_id: UUID, source_id: UUID) -> Document | None:
        """The newest version that a source has."""
        ...

    async def document(self, tenant_id: UUID, document_id: UUID) -> Document | None:
        """A document by its id, also one that was erased (`erased`)."""
        ...

    async def known_chunks(self, tenant_id: UUID, source_id: UUID) -> Mapping[tuple[str, bytes], UUID]:
        """The source's live chunks by message id and content digest."""
        ...

    async def fenced(self, tenant_id: UUID, fences: Sequence[bytes]) -> bool:
        """Whether one of the parts was erased before."""
        ...

    async def keep(self, tenant_id: UUID, document: Document, parts: Sequence[DocumentPart]) -> None:
        """Stores a document whose parts are chunks already, with their places."""
        ...

    async def accept(
        self,
        tenant_id: UUID,
        document: Document,
        parts: Sequence[DocumentPart],
        operation: Operation,
        fences: Sequence[bytes],
    ) -> None:
        """Stores source, operation, document and the places of its parts; the parts become chunks later, page by page.

        Raises:
            Erased: one of the parts is fenced.
        """
        ...

    async def parts(self, tenant_id: UUID, document_id: UUID, after: int, limit: int) -> list[DocumentPart]:
        """Parts from an ordinal on, in order."""
        ...

    async def placed(self, tenant_id: UUID, document_id: UUID, chunks: Mapping[int, UUID]) -> None:
        """Says which chunks the parts became."""
        ...

    async def retire(self, tenant_id: UUID, document: Document) -> int:
        """Takes back the source's chunks that are no part of this version; their slots are settled by its operation."""
        ...

    async def of_source(self, tenant_id: UUID, source_id: UUID) -> list[Document]:
        """All versions of a source, newest first; raises `NotFound` when there are none."""
        ...

    async def texts(self, tenant_id: UUID, chunk_ids: Sequence[UUID]) -> Mapping[UUID, str]:
        """The words of chunks, as they were captured."""
        ...
