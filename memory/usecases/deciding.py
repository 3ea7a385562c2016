"""What all decisions share: the words that a decision states, as a chunk and its assertion, and the operation behind it."""

import hashlib
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from memory.language.tokens import index_tokens
from memory.model.assertion import (
    Application,
    Assertion,
    Authority,
    Change,
    Mention,
    Modality,
    Polarity,
    SubjectKind,
)
from memory.model.capture import CapturePlan, ChunkDraft
from memory.model.chunk import Chunk, ChunkStatus, Operation, OperationKind, OperationStatus, Role, Source, StageState
from memory.model.decided import IN_FULL, PERSON, Author, PersonEvent
from memory.model.fact import FactStatus, FactVersion, PredicateClass
from memory.model.ids import derived_id
from memory.model.principal import Principal, SourceKind
from memory.model.scope import Scope
from memory.model.timespan import Bound
from memory.ports.deciding import DecisionPlan, Statement
from memory.ports.recognizer import EntityType

STAGES = ("settle", "project")


def author_of(principal: Principal, user_id: str) -> Author:
    """Whose decision a request is."""
    return Author(principal.key_id, principal.user_id or user_id)


def operation_of(event_id: UUID, name: str, scope: Scope, at: datetime, chunks: tuple[UUID, ...] = ()) -> Operation:
    """The operation that tells the projections of a decision. Its id derives from the decision's."""
    operation_id = derived_id("decision-operation", [event_id, name])
    return Operation(
        operation_id=operation_id,
        kind=OperationKind.REVOKE,
        status=OperationStatus.ACCEPTED,
        workflow_id=f"revoke-{operation_id}-1",
        source_id=None,
        chunk_ids=chunks,
        stages=tuple(StageState(stage, "pending") for stage in STAGES),
        accepted_at=at,
        updated_at=at,
        scope=scope,
    )


def after_all(versions: Sequence[FactVersion], now: datetime) -> datetime:
    """When a decision is made: not before what it decides on was known, however clocks differ."""
    return max([now, *(version.known_from for version in versions)])


@dataclass(frozen=True, slots=True)
class Span:
    """The validity that a decision claims; open where None."""

    start: datetime | None
    end: datetime | None


def parts_of(meant: FactVersion, versions: Sequence[FactVersion]) -> list[FactVersion]:
    """The runs that make up a memory: cut by exceptions, they cite the same words."""
    cited = set(meant.evidence)
    alike = (FactStatus.CURRENT, FactStatus.SUPERSEDED)
    if meant.status not in alike:
        return [meant]
    same = [v for v in versions if set(v.evidence) == cited and v.value_norm == meant.value_norm and v.status in alike]
    held = [v for v in same if v.valid_from != v.valid_to or v.memory_id == meant.memory_id]
    return held or [meant]


def span_of(parts: Sequence[FactVersion]) -> Span:
    """From the first to the last moment at which a memory was said to hold."""
    starts, ends = [v.valid_from for v in parts], [v.valid_to for v in parts]
    start = None if None in starts else min(s for s in starts if s is not None)
    end = None if None in ends else max(e for e in ends if e is not None)
    return Span(start, end)


@dataclass(frozen=True, slots=True)
class Stating:
    """What a decision states: about the memory `like`, from `span.start` on, in `words` of which all is the value."""

    tenant_id: UUID
    event_id: UUID
    at: datetime
    timezone: str
    author: Author
    like: FactVersion
    value: str
    words: str
    span: Span
    moved: timedelta = timedelta(0)
    in_full: bool = False

    def statement(self) -> Statement:
        """The words as evidence, with the assertion that they are."""
        chunk = self._chunk()
        return Statement(self._capture(chunk), self._assertion(chunk))

    def _source(self) -> Source:
        source_id = derived_id("source", ["decision", self.event_id])
        return Source(source_id, SourceKind.MANUAL, f"decision:{self.event_id}", None, None)

    def _chunk(self) -> Chunk:
        chunk_id = derived_id("chunk", ["decision", self.event_id])
        return Chunk(
            chunk_id=chunk_id,
            source=self._source(),
            operation_id=derived_id("decision-operation", [self.event_id, "decide"]),
            scope=self.like.scope,
            position=0,
            turn=None,
            message_id="decision",
            role=Role.USER,
            speaker=self.author.name or self.like.scope.user_id,
            text=self.words,
            content_hmac=hashlib.sha256(f"decision:{self.event_id}".encode()).digest(),
            said_at=self.at,
            timezone=self.timezone,
            said_at_assumed=False,
            recorded_at=self.at,
            status=ChunkStatus.COMPILED,
        )

    def _capture(self, chunk: Chunk) -> CapturePlan:
        tokens = index_tokens(chunk.text)
        draft = ChunkDraft(chunk, tuple(sorted(Counter(tokens).items())), len(tokens), ())
        scope = self.like.scope
        operation = operation_of(self.event_id, "decide", scope, self.at, (chunk.chunk_id,))
        return CapturePlan(
            tenant_id=self.tenant_id,
            source=chunk.source,
            scope=scope,
            operation=operation,
            chunks=(draft,),
            idempotency_key_hash=None,
            fingerprint="",
            recorded_at=self.at,
        )

    def _assertion(self, chunk: Chunk) -> Assertion:
        like = self.like
        start, end, bound = self._times()
        where = chunk.text.find(self.value)
        return Assertion(
            assertion_id=derived_id("assertion", ["decision", self.event_id]),
            chunk_id=chunk.chunk_id,
            source_id=chunk.source.source_id,
            ordinal=0,
            subject=Mention(SubjectKind.NAMED, like.subject, EntityType.OTHER),
            predicate=like.slot.predicate,
            value=self.value,
            object=None,
            polarity=Polarity.POSITIVE,
            modality=Modality.PLANNED if like.predicate_class is PredicateClass.PLAN else Modality.ASSERTED,
            kind=like.kind,
            change=Change.NONE,
            application=Application.ALWAYS,
            start=0,
            end=len(chunk.text) if where < 0 or not self.in_full else where + len(self.value),
            event_start=start,
            event_end=end,
            event_bound=bound,
            event_grain=like.event_grain,
            event_certainty=1.0,
            event_raw=like.event_raw if not self.moved else "",
            confidence=0.99,
            authority=Authority.MANUAL_CORRECTION,
            said_at=chunk.said_at,
            recorded_at=chunk.recorded_at,
            extractor=PERSON,
            extractor_version=IN_FULL if self.in_full else "1",
        )

    def _times(self) -> tuple[datetime | None, datetime | None, str]:
        """Event time and bound, so that the assertion claims just the span."""
        like = self.like
        if like.predicate_class is not PredicateClass.STATE and (like.event_start or like.event_end):
            start, end = like.event_start, like.event_end
            return _moved(start, self.moved), _moved(end, self.moved), Bound.AT.value
        start, end = self.span.start, self.span.end
        if end is None:
            return start, None, Bound.AT.value if start else ""
        return start, end, Bound.WITHIN.value if start else Bound.UNTIL.value


def _moved(moment: datetime | None, by: timedelta) -> datetime | None:
    return None if moment is None else moment + by


def plan_of(event: PersonEvent, stating: Stating | None, scope: Scope) -> DecisionPlan:
    """The decision with its operation, and the words that it states, if any."""
    if stating is None:
        return DecisionPlan(event, operation_of(event.event_id, "decide", scope, event.at))
    statement = stating.statement()
    return DecisionPlan(event, statement.capture.operation, statement)
