"""What recall asks for and gives: the Recall Bundle."""

from dataclasses import dataclass, field
from datetime import datetime
from uuid import UUID

from memory.model.fact import ItemStatus
from memory.model.scope import Reader


@dataclass(frozen=True, slots=True)
class Weights:
    """How the parts of a score are summed."""

    relevance: float = 0.55
    importance: float = 0.2
    recency: float = 0.25


@dataclass(frozen=True, slots=True)
class TemporalExpansion:
    """Neighbours in the same session: `mode` is `turn` or `time` (a step of five minutes); direction `both forward backward`."""

    mode: str = "turn"
    distance: int = 1
    direction: str = "both"


@dataclass(frozen=True, slots=True)
class Window:
    """A half-open window of event time or of what was said; an open side is None."""

    start: datetime | None
    end: datetime | None


@dataclass(frozen=True, slots=True)
class RecallRequest:
    """A validated question. `now` is the evaluation clock; `as_of` None is `now`, `known_at` None is all that is known.

    `weights` and `graph_hops` None leave the choice to the profile and the class of the question; `task` is the work at
    hand, which biases the ranking; `explain` asks for the candidates that lost.
    """

    query: str
    reader: Reader
    now: datetime
    timezone: str = "UTC"
    limit: int = 8
    token_budget: int | None = None
    as_of: datetime | None = None
    known_at: datetime | None = None
    include: frozenset[str] = frozenset()
    kinds: frozenset[str] = frozenset()
    weights: Weights | None = None
    graph_hops: int | None = None
    temporal: TemporalExpansion | None = None
    window: Window | None = None
    task: str | None = None
    simulated: bool = False
    scope_weights: dict[str, float] = field(default_factory=dict[str, float])
    profile: str = "chat"
    explain: bool = False


@dataclass(frozen=True, slots=True)
class EvidenceQuote:
    """The words behind an item: characters `start..end` of a chunk; `timezone` is that in which they are read.

    `said_at_assumed`: no time was given with the words, or one without an offset.
    """

    source_id: UUID
    chunk_id: UUID
    session_id: str
    turn: int | None
    speaker: str
    said_at: datetime
    quote: str
    start: int
    end: int
    timezone: str = "UTC"
    said_at_assumed: bool = False


@dataclass(frozen=True, slots=True)
class PathHop:
    """One edge that led to an item."""

    from_id: UUID
    relation: str
    to_id: UUID


@dataclass(frozen=True, slots=True)
class Scores:
    """Parts of a score, each 0..1 (strength at most 0.2)."""

    relevance: float
    importance: float
    recency: float
    strength: float


@dataclass(frozen=True, slots=True)
class EventTime:
    """When it happened, as far as the words tell."""

    start: datetime | None
    end: datetime | None
    grain: str
    certainty: float
    raw: str


@dataclass(frozen=True, slots=True)
class RecallItem:
    """One thing remembered: what, why, from where, and in which context."""

    memory_id: UUID
    version: int
    kind: str
    text: str
    status: ItemStatus
    score: float
    scores: Scores
    legs: tuple[str, ...]
    path: tuple[PathHop, ...]
    hop: int
    window: Window | None
    subject: str | None
    predicate: str | None
    value: str | None
    valid_from: datetime | None
    valid_to: datetime | None
    known_from: datetime
    known_to: datetime | None
    event_time: EventTime | None
    directive: bool
    evidence: tuple[EvidenceQuote, ...]
    superseded_by: UUID | None = None
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class QueryReading:
    """How the query was understood."""

    language: str
    question_class: str
    entities: tuple[str, ...]
    window: Window | None


@dataclass(frozen=True, slots=True)
class LostCandidate:
    """A candidate that the reader may see and that is not in the answer.

    `lost_by` is its status where that is not shown, else `not_yet` (began or said later), `kind`, `window`, `folded` (`into`
    names the item that says the same), `limit` or `budget`.
    """

    memory_id: UUID
    kind: str
    text: str
    lost_by: str
    score: float
    scores: Scores
    legs: tuple[str, ...]
    into: UUID | None = None


@dataclass(frozen=True, slots=True)
class Explanation:
    """How the answer was ranked: the weights in force, the weighted signals of each candidate, and what lost; and how many
    milliseconds each leg took (they run side by side).
    """

    profile: str
    weights: Weights
    graph_hops: int
    signals: dict[UUID, dict[str, float]]
    lost: tuple[LostCandidate, ...]
    took_ms: dict[str, float] = field(default_factory=dict[str, float])


@dataclass(frozen=True, slots=True)
class RecallBundle:
    """The answer of recall; `explanation` where it was asked for."""

    recall_id: UUID
    query: QueryReading
    items: tuple[RecallItem, ...]
    context: str
    tokens: int
    degraded: tuple[str, ...]
    took_ms: float
    explanation: Explanation | None = None
