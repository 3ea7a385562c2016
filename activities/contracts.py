"""What crosses the boundary to Temporal: ids, counts and codes, never memory text.

One model each way. Fields are only added, with defaults; none is renamed, since old histories must still be read.
"""

from datetime import datetime
from uuid import UUID

from pydantic import BaseModel, ConfigDict

from memory.model.chunk import OperationStatus
from memory.model.erasing import Store
from memory.ports.projecting import Target


class Message(BaseModel):
    """Base of all messages: frozen, and strict about unknown fields."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Done(Message):
    """An activity ended well; `count` says how many things it dealt with."""

    count: int = 0


class TimesResolved(Message):
    """Times are resolved; `ask_model`: a model is configured, and there are words for it to read."""

    count: int = 0
    ask_model: bool = False


class ModelPage(Message):
    """A page of chunks was given to the model: replies accepted, chunks that still wait, chunks that were given up."""

    accepted: int = 0
    left: int = 0
    unread: int = 0


class OperationRef(Message):
    """An operation of a tenant."""

    tenant_id: UUID
    operation_id: UUID


class ProjectInput(Message):
    """An operation to project; `covers_recallable`: its chunks' vectors could not be written before and are now."""

    tenant_id: UUID
    operation_id: UUID
    covers_recallable: bool = False


class FinishInput(Message):
    """How an operation ends; `error` is a code. `stage` names the one that ends with it, if any."""

    tenant_id: UUID
    operation_id: UUID
    status: OperationStatus
    error: str | None = None
    stage: str | None = None


class PartsInput(Message):
    """The parts of a document from `after` on; the document is known by its operation."""

    tenant_id: UUID
    operation_id: UUID
    after: int = 0


class PartsTaken(Message):
    """A page of parts became chunks: the operation that compiles them, and where the next page begins (None: the end)."""

    operation_id: UUID | None = None
    workflow_id: str = ""
    next: int | None = None


class BeginInput(Message):
    """An operation whose one stage begins."""

    tenant_id: UUID
    operation_id: UUID
    stage: str


class Begun(Message):
    """A lifecycle run has begun; `now` is the clock that its operation asks for."""

    now: datetime | None


class ErasureRef(Message):
    """An erasure of a tenant."""

    tenant_id: UUID
    erasure_id: UUID


class BlockedStore(Message):
    """The store that holds an erasure up."""

    tenant_id: UUID
    erasure_id: UUID
    store: Store


class Cursor(Message):
    """How far a walk over memories is: the tenant in work, and the last memory seen there."""

    tenant_id: UUID | None = None
    after: UUID | None = None


class PageInput(Message):
    """A page of lifecycle work at the clock `now`; `tenant_id` None walks over all tenants."""

    tenant_id: UUID | None
    now: datetime
    cursor: Cursor = Cursor()


class PageDone(Message):
    """A page is done: where the next one starts (None: nothing is left) and how many memories changed."""

    next: Cursor | None
    changed: int = 0


class DrainPage(Message):
    """A page of what a projection lags behind with; `tenant_id` None takes the tenants that wait longest."""

    target: Target
    tenant_id: UUID | None = None


class DrainDone(Message):
    """How many objects were projected; `more` says that others still wait."""

    projected: int
    more: bool
