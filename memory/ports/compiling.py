"""Port: what the stages of a compile read and write at the authority. Each method is one transaction, safe to run twice."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Protocol
from uuid import UUID

from memory.model.assertion import Assertion, Mention
from memory.model.chunk import Chunk, Rejection
from memory.model.fact import FactVersion, Slot
from memory.model.scope import Scope
from memory.model.settled import LinkedAssertion, PersonMark, RevocationMark
from memory.model.timespan import TimeReading
from memory.ports.recognizer import EntityType


@dataclass(frozen=True, slots=True)
class ChunkToCompile:
    """A chunk of an operation with the turns before it in its session (oldest first), and its resolved times once known."""

    chunk: Chunk
    previous: tuple[Chunk, ...]
    reading: TimeReading | None


@dataclass(frozen=True, slots=True)
class RelationRow:
    """A relation between two assertions of one chunk, with the words that show it."""

    relation_id: UUID
    kind: str
    from_assertion: UUID
    to_assertion: UUID
    chunk_id: UUID
    start: int
    end: int
    confidence: float


@dataclass(frozen=True, slots=True)
class ChunkStatements:
    """All that one successful extraction found in one chunk. Stored as a whole: the newest run of an extractor is live."""

    chunk_id: UUID
    extractor: str
    extractor_version: str
    assertions: tuple[Assertion, ...]
    relations: tuple[RelationRow, ...]
    rejections: tuple[Rejection, ...]


@dataclass(frozen=True, slots=True)
class EntityRecord:
    """A canonical entity of a workspace and project with its aliases."""

    entity_id: UUID
    name: str
    aliases: tuple[str, ...]
    type: EntityType
    workspace: str
    project: str


@dataclass(frozen=True, slots=True)
class UnlinkedMention:
    """A subject or object of a live assertion without an entity; `role` is `subject` or `object`."""

    assertion_id: UUID
    role: str
    mention: Mention
    scope: Scope
    speaker: str


@dataclass(frozen=True, slots=True)
class LinkEvent:
    """The decision that a mention means an entity (None: pending), with its reason. Links are versioned events."""

    assertion_id: UUID
    role: str
    entity_id: UUID | None
    reason: str


@dataclass(frozen=True, slots=True)
class SlotContent:
    """All that settling a slot needs: its live linked assertions, its revocations, people's decisions on it, and its
    open fact versions.

    `scopes` gives the scope of each assertion's chunk, by assertion id. `over` are statements that a thing is there no
    longer on which a value of the slot rests, each with the thing's normalised name. `later` are statements of other slots
    that turn from something, by the pieces of their words.
    """

    slot: Slot
    assertions: tuple[LinkedAssertion, ...]
    revocations: tuple[RevocationMark, ...]
    open_versions: tuple[FactVersion, ...]
    scopes: Mapping[UUID, Scope]
    marks: tuple[PersonMark, ...] = ()
    over: tuple[tuple[str, LinkedAssertion], ...] = ()
    later: Mapping[str, Sequence[LinkedAssertion]] = field(default_factory=dict[str, Sequence[LinkedAssertion]])


@dataclass(frozen=True, slots=True)
class FactChange:
    """One step from the stored versions to the timeline: close an open version and/or insert the next one."""

    close: tuple[UUID, int] | None
    insert: FactVersion | None


SlotDecision = Callable[[SlotContent], Sequence[FactChange]]
"""The pure decision run inside the settling transaction."""


class CompileStore(Protocol):
    """The compile's view of the authority. Tombstoned chunks are never returned and never written for."""

    async def chunks_to_compile(self, tenant_id: UUID, operation_id: UUID, previous: int) -> list[ChunkToCompile]:
        """The operation's live chunks in order, each with up to `previous` turns before it in the same session."""
        ...

    async def save_times(self, tenant_id: UUID, readings: Mapping[UUID, TimeReading]) -> None:
        """Stores the resolved times of chunks, replacing earlier ones."""
        ...

    async def save_statements(self, tenant_id: UUID, statements: Sequence[ChunkStatements]) -> None:
        """Stores what was extracted; earlier runs of the same extractor over a chunk are no longer live."""
        ...

    async def known_entities(self, tenant_id: UUID, workspace: str, project: str) -> list[EntityRecord]:
        """Entities that a mention in this workspace and project may mean."""
        ...

    async def unlinked_mentions(self, tenant_id: UUID, operation_id: UUID) -> list[UnlinkedMention]:
        """Mentions of the operation's live assertions that have no link event yet."""
        ...

    async def save_links(
        self, tenant_id: UUID, entities: Sequence[EntityRecord], events: Sequence[LinkEvent], now: datetime
    ) -> None:
        """Adds entities and aliases that are new, and the link events that are new."""
        ...

    async def join(
        self, tenant_id: UUID, change_id: UUID, speaker: UUID, named: UUID, now: datetime, decide: SlotDecision
    ) -> None:
        """Merges a named entity into a speaker's, as a person could, once: undone, it stays undone."""
        ...

    async def slots_of_operation(self, tenant_id: UUID, operation_id: UUID) -> list[Slot]:
        """Slots that the operation touches: of its live assertions, and of those that it withdrew (edits, cancels)."""
        ...

    async def settle_slots(
        self, tenant_id: UUID, slots: Sequence[Slot], operation_id: UUID | None, decide: SlotDecision
    ) -> int:
        """Locks all slots in sorted order, reads each, applies the decision with its outbox rows, in one transaction.

        Evidence rows are written for inserted versions; relations between facts follow those of their assertions.

        Returns:
            How many fact versions were written or closed; 0 for equal input.

        Raises:
            EvidenceMissing: a decision would leave a fact without evidence.
            StaleWrite: the transaction could not be serialised; run it again.
        """
        ...

    async def withdraw(self, tenant_id: UUID, operation_id: UUID) -> list[Slot]:
        """For a cancelled or failed compile: its assertions are no longer live and its chunks are unwanted in projections.

        Returns:
            The slots to settle again.
        """
        ...
