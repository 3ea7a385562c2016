"""What an erasure asks for, plans, and reports."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from uuid import UUID


class SelectorKind(StrEnum):
    """What may be named for erasing; free text never."""

    SOURCE = "source_id"
    CHUNKS = "chunk_ids"
    MEMORY = "memory_id"
    SESSION = "session_id"
    USER = "user_id"
    SUBJECT = "subject"
    PROJECT = "project"


@dataclass(frozen=True, slots=True)
class Selector:
    """What is to go: exactly one kind with its values (several only for chunk ids)."""

    kind: SelectorKind
    values: tuple[str, ...]
    workspace: str = ""


class Store(StrEnum):
    """Places that hold memory; a receipt names each."""

    AUTHORITY = "authority"
    VECTORS = "vectors"
    GRAPH = "graph"
    BLOBS = "blobs"
    RECALL_LOG = "recall_log"
    WORKFLOW_HISTORY = "workflow_history"


class ErasureStatus(StrEnum):
    """`blocked`: a store is down and it goes on by itself; `held`: a legal hold stopped it."""

    RUNNING = "running"
    BLOCKED = "blocked"
    HELD = "held"
    DONE = "done"


@dataclass(frozen=True, slots=True)
class Lineage:
    """All that hangs on the selected evidence: ids only."""

    chunks: tuple[UUID, ...]
    facts: tuple[UUID, ...]
    entities: tuple[UUID, ...]
    relations: tuple[UUID, ...]
    topics: tuple[UUID, ...] = ()
    blobs: tuple[str, ...] = ()
    workflows: tuple[str, ...] = ()

    @property
    def empty(self) -> bool:
        """Nothing was selected."""
        return not self.chunks and not self.facts and not self.blobs


@dataclass(frozen=True, slots=True)
class StoreReceipt:
    """What one store held of the lineage and lost; `status` is `pending running blocked done`."""

    store: Store
    status: str
    found: int
    deleted: int
    verified_at: datetime | None


@dataclass(frozen=True, slots=True)
class Erasure:
    """One erasure and how far it is in each store."""

    erasure_id: UUID
    status: ErasureStatus
    workflow_id: str
    requested_at: datetime
    finished_at: datetime | None
    stores: tuple[StoreReceipt, ...]
