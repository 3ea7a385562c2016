"""Port: the authority's write side of evidence and operations. Each method is one transaction."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol
from uuid import UUID

from memory.model.capture import CapturePlan, CaptureReceipt
from memory.model.chunk import Chunk, Operation, OperationKind, OperationStatus, Rejection
from memory.model.scope import Scope


@dataclass(frozen=True, slots=True)
class StrandedOperation:
    """An operation that perhaps no workflow works on. `effective_now` is the evaluation clock of a lifecycle run, if set.

    `short`: a capture of few words (see `CaptureRequest.is_short`), whose compile takes a moment.
    """

    tenant_id: UUID
    operation_id: UUID
    kind: OperationKind
    workflow_id: str
    effective_now: datetime | None = None
    short: bool = False


class CaptureStore(Protocol):
    """Stores evidence. Raises `Unavailable` when the database does not answer."""

    async def tenant_secret(self, tenant_id: UUID) -> bytes:
        """The key under which contents of this tenant are hashed; made with the tenant."""
        ...

    async def require_scope(self, tenant_id: UUID, scope: Scope, *, create: bool) -> None:
        """Raises `NotFound` when workspace or project do not exist; with `create` makes them instead."""
        ...

    async def capture(self, plan: CapturePlan) -> CaptureReceipt:
        """Stores source, chunks, postings, operation, outbox rows and the idempotency row in one transaction.

        A repeat (same idempotency key and fingerprint; or every message known by id, or by turn, with the same content)
        returns the first receipt. A known message id with other content makes a new chunk version: the old one becomes
        `replaced`, its assertions are withdrawn, and its slots are settled again by this operation's compile. A mix of
        known and new messages stores the new ones; `chunk_ids` are in message order in every case.

        Raises:
            IdempotencyReused: the key came before with another fingerprint.
            Erased: one of the events is fenced.
        """
        ...

    async def claim_key(
        self, tenant_id: UUID, key_hash: bytes, fingerprint: str, answer_id: UUID, now: datetime
    ) -> UUID:
        """For every other POST: remembers under which id a request with this idempotency key is carried out.

        The first request's `answer_id` is stored and returned; a repeat gets that id, and carries out an effect that
        is idempotent under it.

        Raises:
            IdempotencyReused: the key came before with another fingerprint.
        """
        ...

    async def chunks(self, tenant_id: UUID, chunk_ids: Sequence[UUID]) -> list[Chunk]:
        """Chunks that exist and are not tombstoned, in the order asked."""
        ...


class OperationStore(Protocol):
    """The state of operations, as people see it. Text of errors is a code."""

    async def operation(self, tenant_id: UUID, operation_id: UUID) -> Operation:
        """Raises `NotFound`."""
        ...

    async def rejections(self, tenant_id: UUID, operation_id: UUID) -> list[Rejection]:
        """What was not accepted as a statement."""
        ...

    async def create(self, tenant_id: UUID, operation: Operation) -> Operation:
        """Stores an operation that no capture made (lifecycle runs); an existing id is returned as it is."""
        ...

    async def begin_stage(self, tenant_id: UUID, operation_id: UUID, stage: str, attempt: int | None) -> Operation:
        """Marks a stage as running and the operation too; returns it. One that has ended is returned as it is.

        `attempt` None counts: one more than the stage has had.

        Raises `NotFound`.
        """
        ...

    async def end_stage(self, tenant_id: UUID, operation_id: UUID, stage: str, error: str | None = None) -> None:
        """Marks a stage as done, or as failed with a code (the operation is then `waiting`)."""
        ...

    async def finish(
        self, tenant_id: UUID, operation_id: UUID, status: OperationStatus, error: str | None, now: datetime
    ) -> None:
        """Ends an operation: its chunks become compiled, or failed with the reason."""
        ...

    async def reopen(self, tenant_id: UUID, operation_id: UUID, now: datetime) -> Operation:
        """For a retry: a failed operation is accepted again with the next attempt and a new workflow id.

        Raises `Conflict` when it is not final, or is done.
        """
        ...

    async def request_cancel(self, tenant_id: UUID, operation_id: UUID, now: datetime) -> Operation:
        """Marks that a person wants it cancelled; raises `Conflict` when it is final."""
        ...

    async def stranded(self, older_than: datetime, limit: int) -> list[StrandedOperation]:
        """Operations of all tenants that are not final and were last touched before `older_than`."""
        ...
