"""What people decide about memory: each is an event with an author and a reason, never an update in place."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from uuid import UUID

from memory.model.fact import Slot


class EventKind(StrEnum):
    """What was decided. The first four take part in settling."""

    CORRECT = "correct"
    CHOOSE = "choose"
    BOTH = "both"
    NEITHER = "neither"
    PIN = "pin"
    UNPIN = "unpin"
    RESTORE = "restore"
    REVOKE = "revoke"
    UNREVOKE = "unrevoke"
    EDIT = "edit"
    RETRACT = "retract"
    UNDO = "undo"


PERSON = "person"
"""As an extractor: a person said it to us directly."""
IN_FULL = "text"
"""As that extractor's version: the value is the whole sentence, and is shown as it is."""

SETTLING_KINDS = frozenset({EventKind.CORRECT, EventKind.CHOOSE, EventKind.BOTH, EventKind.NEITHER})


@dataclass(frozen=True, slots=True)
class Author:
    """Whose decision it is: the key, and the user that it is bound to (or who is named)."""

    key_id: UUID | None = None
    name: str = ""


NOBODY = Author()


@dataclass(frozen=True, slots=True)
class PersonEvent:
    """One decision.

    `memory_ids` are the memories that it is about; `assertion_ids` the statements that it puts out of use; `made` is the
    assertion that it states itself; `slot` is to be settled with it.
    """

    event_id: UUID
    kind: EventKind
    memory_ids: tuple[UUID, ...]
    reason: str
    author: Author
    at: datetime
    slot: Slot | None = None
    assertion_ids: tuple[UUID, ...] = ()
    made: UUID | None = None
    chunk_ids: tuple[UUID, ...] = ()
    operation_id: UUID | None = None
    undone_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Conflict:
    """Memories of one slot of which a person has to say which holds. Its id is that of the slot."""

    slot: Slot
    memory_ids: tuple[UUID, ...] = ()

    @property
    def conflict_id(self) -> UUID:
        """The id by which it is resolved."""
        return self.slot.slot_id
