"""Assertions: single statements extracted from one chunk. Immutable; facts are settled from them."""

from dataclasses import dataclass
from datetime import datetime
from enum import IntEnum, StrEnum
from uuid import UUID

from memory.model.principal import SourceKind
from memory.model.timespan import TimeSpan
from memory.model.topic import Topic
from memory.ports.recognizer import EntityType


class Polarity(StrEnum):
    """Whether the statement affirms or denies."""

    POSITIVE = "+"
    NEGATIVE = "-"


class Modality(StrEnum):
    """How the speaker stands to the statement. Only asserted and planned ones become facts."""

    ASSERTED = "asserted"
    PLANNED = "planned"
    HYPOTHETICAL = "hypothetical"
    QUOTED = "quoted"
    QUESTION = "question"


class MemoryKind(StrEnum):
    """What kind of knowledge a statement is."""

    SEMANTIC = "semantic"
    EPISODIC = "episodic"
    PROCEDURAL = "procedural"
    PREFERENCE = "preference"


class Change(StrEnum):
    """A cue in the words that something before is replaced (改成, `now`) or ends (不再, `no longer`)."""

    NONE = "none"
    REPLACES = "replaces"
    ENDS = "ends"


class Application(StrEnum):
    """How far a statement is meant to reach."""

    ONCE = "once"
    SESSION = "session"
    PROJECT = "project"
    ALWAYS = "always"


class Authority(IntEnum):
    """Whose word it is; a higher one is never overridden by a lower one."""

    MODEL_INFERRED = 10
    ASSISTANT_SAID = 20
    DOCUMENT = 30
    TOOL_OBSERVED = 40
    TASK_RESULT = 50
    USER_STATED = 60
    RECORD = 65
    MANUAL_CORRECTION = 90


class SubjectKind(StrEnum):
    """How the subject of a statement is found: the speaker, the project, or a named thing."""

    SPEAKER = "speaker"
    PROJECT = "project"
    NAMED = "named"


@dataclass(frozen=True, slots=True)
class Mention:
    """A subject or object as worded. For the speaker and the project `text` is the display name (may be empty)."""

    kind: SubjectKind
    text: str
    type: EntityType = EntityType.OTHER


@dataclass(frozen=True, slots=True)
class Draft:
    """A statement as an extractor proposes it: offsets are characters of the chunk's text.

    `predicate` is a name of the registry or a normalised wording; `value` the value as worded; `object` is set when
    the value names an entity. Authority and ids are never an extractor's to set.
    """

    subject: Mention
    predicate: str
    value: str
    start: int
    end: int
    polarity: Polarity = Polarity.POSITIVE
    modality: Modality = Modality.ASSERTED
    kind: MemoryKind = MemoryKind.SEMANTIC
    change: Change = Change.NONE
    application: Application = Application.ALWAYS
    event_time: TimeSpan | None = None
    confidence: float = 0.8
    object: Mention | None = None
    rule: str = ""
    topic: Topic | None = None


@dataclass(frozen=True, slots=True)
class RelationDraft:
    """A relation between two drafts of the same chunk (indices), with the words that show it."""

    kind: str
    from_index: int
    to_index: int
    start: int
    end: int
    confidence: float = 0.7


@dataclass(frozen=True, slots=True)
class Assertion:
    """A validated statement with its evidence and its authority, as it is stored.

    `said_at`/`recorded_at` are those of its chunk. `event_start`/`event_end` bound the event time (half-open, None is
    open); `event_bound` is `at until since within` or "" when no time was said.
    """

    assertion_id: UUID
    chunk_id: UUID
    source_id: UUID
    ordinal: int
    subject: Mention
    predicate: str
    value: str
    object: Mention | None
    polarity: Polarity
    modality: Modality
    kind: MemoryKind
    change: Change
    application: Application
    start: int
    end: int
    event_start: datetime | None
    event_end: datetime | None
    event_bound: str
    event_grain: str
    event_certainty: float
    event_raw: str
    confidence: float
    authority: Authority
    said_at: datetime
    recorded_at: datetime
    extractor: str
    extractor_version: str
    topic: Topic | None = None


AUTHORITY_OF_KIND = {
    SourceKind.CONVERSATION: Authority.USER_STATED,
    SourceKind.FEEDBACK: Authority.USER_STATED,
    SourceKind.DOCUMENT: Authority.DOCUMENT,
    SourceKind.TOOL: Authority.TOOL_OBSERVED,
    SourceKind.RECORD: Authority.RECORD,
    SourceKind.MANUAL: Authority.MANUAL_CORRECTION,
    SourceKind.TASK_RESULT: Authority.TASK_RESULT,
}
