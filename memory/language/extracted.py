"""What extraction takes and gives."""

from dataclasses import dataclass
from datetime import datetime

from memory.model.assertion import Draft, RelationDraft
from memory.model.chunk import Role
from memory.model.principal import SourceKind
from memory.model.timespan import TimeReading
from memory.ports.recognizer import EntityMention


@dataclass(frozen=True, slots=True)
class PreviousTurn:
    """A turn before the one that is read, for pronouns only: nothing is extracted from it."""

    speaker: str
    role: Role
    text: str


@dataclass(frozen=True, slots=True)
class ExtractInput:
    """One chunk to read. `said_at` is aware; `reading` holds the time words of `text`; `previous` is oldest first.

    `language` is `zh` or `en`; `speaker` and `project` are display names and may be empty.
    """

    text: str
    language: str
    speaker: str
    role: Role
    source_kind: SourceKind
    said_at: datetime
    timezone: str
    reading: TimeReading
    previous: tuple[PreviousTurn, ...] = ()
    project: str = ""
    known_entities: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class DraftRejection:
    """Words that gave no statement, or a statement that broke a rule: a reason code and characters of the chunk."""

    reason: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Extraction:
    """All that one chunk gave. Offsets are characters of the chunk's text; relations name drafts by index."""

    drafts: tuple[Draft, ...] = ()
    relations: tuple[RelationDraft, ...] = ()
    mentions: tuple[EntityMention, ...] = ()
    rejections: tuple[DraftRejection, ...] = ()
