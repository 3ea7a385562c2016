"""Inputs and results of the workflows: what any Temporal client may rely on. Ids, counts and codes only.

Fields are only added, with defaults; none is renamed.
"""

from datetime import datetime
from uuid import UUID

from activities.contracts import Cursor, Message
from memory.model.chunk import OperationStatus
from memory.ports.projecting import Target


class CompileInput(Message):
    """The operation that a capture made. Workflow id: the operation's `workflow_id`.

    `short`: few words, so every stage is first tried where the workflow runs; without it each goes to its own queue.
    """

    tenant_id: UUID
    operation_id: UUID
    short: bool = False


class CompileResult(Message):
    """How the operation ended; a failed or cancelled compile ends as a failed or cancelled workflow instead."""

    status: OperationStatus


class SourceInput(Message):
    """A document that is taken apart. Workflow id: the operation's `workflow_id`.

    `after` and `failed` carry a run across continue-as-new.
    """

    tenant_id: UUID
    operation_id: UUID
    after: int = 0
    failed: int = 0


class SourceResult(Message):
    """How it ended: `partial` when some of the pages' compiles failed, which show why."""

    status: OperationStatus


class EraseInput(Message):
    """An erasure whose tombstones stand. Workflow id: the erasure's `workflow_id`."""

    tenant_id: UUID
    erasure_id: UUID


class EraseResult(Message):
    """Every store has given its receipt."""

    erasure_id: UUID


class RevokeInput(Message):
    """The operation that a revocation, or its undoing, made."""

    tenant_id: UUID
    operation_id: UUID


class LifecycleInput(Message):
    """Decay or consolidation of one tenant, or of all (None).

    `operation_id`: the operation that shows the run to people. `now`: the clock to judge by; the workflow's own when None.
    `cursor` and `changed` carry a run across continue-as-new.
    """

    tenant_id: UUID | None = None
    operation_id: UUID | None = None
    now: datetime | None = None
    cursor: Cursor | None = None
    changed: int = 0


class LifecycleResult(Message):
    """How many memories changed."""

    changed: int


class DrainInput(Message):
    """What to drain; `persistent` waits for a projection that is down instead of leaving the rest to the next run."""

    tenant_id: UUID | None = None
    targets: tuple[Target, ...] = (Target.VECTORS, Target.GRAPH)
    persistent: bool = False
    projected: int = 0


class DrainResult(Message):
    """How many objects were projected, and the projections that did not answer."""

    projected: int
    blocked: tuple[Target, ...] = ()


class SweepInput(Message):
    """A sweep for operations and erasures that no workflow works on. Everything is found by the activity."""

    tenant_id: UUID | None = None
    operation_id: UUID | None = None


class SweepResult(Message):
    """How many were looked after."""

    started: int
