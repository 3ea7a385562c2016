"""Port: the attempts of the language model at the authority. Each method is one transaction, safe to run twice."""

from collections.abc import Mapping, Sequence
from typing import Protocol
from uuid import UUID

from memory.model.reading import ModelAttempt


class ModelAttemptStore(Protocol):
    """Attempts over chunks. Those of an erased chunk are never returned and never written."""

    async def open_stage(self, tenant_id: UUID, operation_id: UUID) -> None:
        """Shows the stage `ask_model` on the operation, before `extract`; again changes nothing."""
        ...

    async def attempts(self, tenant_id: UUID, operation_id: UUID) -> list[ModelAttempt]:
        """All attempts over the operation's chunks, in the order in which they were made."""
        ...

    async def cached(self, tenant_id: UUID, cache_keys: Sequence[bytes]) -> Mapping[bytes, str]:
        """Replies that were accepted for the same words, by cache key."""
        ...

    async def record(self, tenant_id: UUID, attempts: Sequence[ModelAttempt]) -> None:
        """Keeps attempts; one that is there already stays as it is."""
        ...
