"""The use cases as the activities need them; `memory.usecases` fulfils these."""

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Protocol
from uuid import UUID

from memory.model.chunk import Operation, OperationStatus
from memory.model.erasing import Store
from memory.ports.projecting import Target

Clock = Callable[[], datetime]


class Operations(Protocol):
    """The part of `OperationStore` that records stages."""

    async def operation(self, tenant_id: UUID, operation_id: UUID) -> Operation: ...

    async def begin_stage(self, tenant_id: UUID, operation_id: UUID, stage: str, attempt: int | None) -> Operation: ...

    async def end_stage(self, tenant_id: UUID, operation_id: UUID, stage: str, error: str | None = None) -> None: ...

    async def finish(
        self, tenant_id: UUID, operation_id: UUID, status: OperationStatus, error: str | None, now: datetime
    ) -> None: ...


class PageRead(Protocol):
    """What a page of the model's reading came to."""

    @property
    def accepted(self) -> int: ...

    @property
    def left(self) -> int: ...

    @property
    def unread(self) -> int: ...


class Compile(Protocol):
    """`memory.usecases.compile.CompileMemory`."""

    async def wants_model(self, tenant_id: UUID, operation_id: UUID) -> bool: ...

    async def ask_model(self, tenant_id: UUID, operation_id: UUID) -> PageRead: ...

    async def make_recallable(self, tenant_id: UUID, operation_id: UUID) -> int: ...

    async def resolve_time(self, tenant_id: UUID, operation_id: UUID) -> int: ...

    async def extract(self, tenant_id: UUID, operation_id: UUID) -> int: ...

    async def link(self, tenant_id: UUID, operation_id: UUID) -> int: ...

    async def settle(self, tenant_id: UUID, operation_id: UUID) -> int: ...

    async def project(self, tenant_id: UUID, operation_id: UUID) -> int: ...

    async def finish(self, tenant_id: UUID, operation_id: UUID, status: OperationStatus, error: str | None) -> None: ...

    async def withdraw(self, tenant_id: UUID, operation_id: UUID) -> None: ...


class PageTaken(Protocol):
    """What a page of a document came to."""

    @property
    def operation_id(self) -> UUID | None: ...

    @property
    def workflow_id(self) -> str: ...

    @property
    def next(self) -> int | None: ...


class Sources(Protocol):
    """`memory.usecases.sources.TakeSource`, after a document was taken."""

    async def page(self, tenant_id: UUID, document_id: UUID, after: int) -> PageTaken: ...

    async def retire(self, tenant_id: UUID, document_id: UUID) -> int: ...


class Erase(Protocol):
    """The saga's steps in `memory.usecases.erase.EraseMemory`: each deletes, verifies and records a receipt."""

    async def detach(self, tenant_id: UUID, erasure_id: UUID) -> None: ...

    async def delete_authority(self, tenant_id: UUID, erasure_id: UUID) -> None: ...

    async def delete_vectors(self, tenant_id: UUID, erasure_id: UUID) -> None: ...

    async def delete_graph(self, tenant_id: UUID, erasure_id: UUID) -> None: ...

    async def delete_blobs(self, tenant_id: UUID, erasure_id: UUID) -> None: ...

    async def delete_log(self, tenant_id: UUID, erasure_id: UUID) -> None: ...

    async def delete_histories(self, tenant_id: UUID, erasure_id: UUID) -> None: ...

    async def finish(self, tenant_id: UUID, erasure_id: UUID) -> None: ...

    async def mark_blocked(self, tenant_id: UUID, erasure_id: UUID, store: Store) -> None: ...


class Projecting(Protocol):
    """`memory.usecases.project.Projector`."""

    async def drain(self, tenant_id: UUID, target: Target) -> int: ...

    async def tenants_waiting(self, target: Target, limit: int = 100) -> list[UUID]: ...


class PageResult(Protocol):
    """A page of lifecycle work: the last memory seen when there is more, and how many changed."""

    @property
    def next(self) -> UUID | None: ...

    @property
    def changed(self) -> int: ...


class Paged(Protocol):
    """`DecayMemory` and `ConsolidateScope`."""

    async def run_page(self, tenant_id: UUID, after: UUID | None, now: datetime) -> PageResult: ...


class Revoke(Protocol):
    """`memory.usecases.revoke.RevokeMemory`, after its request."""

    async def settle(self, tenant_id: UUID, operation_id: UUID) -> int: ...

    async def project(self, tenant_id: UUID, operation_id: UUID) -> int: ...

    async def finish(self, tenant_id: UUID, operation_id: UUID, status: OperationStatus, error: str | None) -> None: ...


class Sweeping(Protocol):
    """`memory.usecases.sweep.Sweep`."""

    async def run(self, limit: int = 200) -> int: ...


class Tenants(Protocol):
    """The part of `LifecycleStore` that lists tenants."""

    async def tenants(self) -> Sequence[UUID]: ...
