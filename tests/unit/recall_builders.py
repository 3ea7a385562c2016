"""Builders for recall and forgetting tests."""

from datetime import UTC, datetime, timedelta
from uuid import UUID

from memory.model.assertion import Authority, MemoryKind
from memory.model.fact import Cardinality, FactStatus, FactVersion, ItemStatus, PredicateClass, Slot
from memory.model.ids import derived_id
from memory.model.recalled import EventTime, EvidenceQuote, RecallItem, Scores
from memory.model.scope import Scope, Visibility
from memory.settle.values import normal_value

NOW = datetime(2026, 3, 10, 1, 0, tzinfo=UTC)
LIN = derived_id("entity", ["lin"])


def ago(days: float) -> datetime:
    return NOW - timedelta(days=days)


def ident(name: str) -> UUID:
    return derived_id("test", [name])


def fact(
    value: str = "Porto",
    *,
    name: str = "",
    predicate: str = "lives_in",
    status: FactStatus = FactStatus.CURRENT,
    valid_from: datetime | None = ago(30),
    valid_to: datetime | None = None,
    event: tuple[datetime, datetime] | None = None,
    cls: PredicateClass = PredicateClass.STATE,
    cardinality: Cardinality = Cardinality.SINGLE,
    kind: MemoryKind = MemoryKind.SEMANTIC,
    superseded_by: UUID | None = None,
    reason: str = "stated",
    visibility: Visibility = Visibility.USER,
    project: str = "gateway",
    pinned: bool = False,
    consolidated: bool = False,
    evidence: tuple[UUID, ...] = (),
    known_from: datetime = ago(30),
    object_id: UUID | None = None,
) -> FactVersion:
    scope = Scope(workspace="w", project=project, user_id="lin", visibility=visibility)
    return FactVersion(
        memory_id=ident(name or f"{predicate}:{value}:{visibility}:{project}"),
        version=1,
        slot=Slot(scope.key, "general", LIN, predicate),
        scope=scope,
        subject="Lin",
        value=value,
        value_norm=normal_value(value),
        object_id=object_id,
        text=f"Lin {predicate.replace('_', ' ')} {value}",
        kind=kind,
        cardinality=cardinality,
        predicate_class=cls,
        status=status,
        valid_from=valid_from,
        valid_to=valid_to,
        known_from=known_from,
        known_to=None,
        event_start=event[0] if event else None,
        event_end=event[1] if event else None,
        event_grain="day" if event else "",
        event_certainty=0.9 if event else 0.0,
        event_raw="then" if event else "",
        confidence=0.8,
        authority=Authority.USER_STATED,
        importance=0.5,
        reason=reason,
        superseded_by=superseded_by,
        evidence=evidence or (ident(f"a:{name or value}"),),
        pinned=pinned,
        consolidated=consolidated,
    )


def quote(
    text: str, *, chunk: str = "", turn: int = 1, speaker: str = "Lin", said_at: datetime = ago(5)
) -> EvidenceQuote:
    return EvidenceQuote(ident("source"), ident(chunk or text), "s1", turn, speaker, said_at, text, 0, len(text))


def item(
    text: str,
    *,
    name: str = "",
    kind: str = "semantic",
    score: float = 0.5,
    value: str | None = None,
    status: ItemStatus = ItemStatus.CURRENT,
    valid_from: datetime | None = None,
    valid_to: datetime | None = None,
    event: EventTime | None = None,
    evidence: tuple[EvidenceQuote, ...] = (),
    directive: bool = False,
    subject: str | None = "Lin",
) -> RecallItem:
    return RecallItem(
        memory_id=ident(name or text),
        version=1,
        kind=kind,
        text=text,
        status=status,
        score=score,
        scores=Scores(score, 0.5, 0.5, 0.0),
        legs=("keyword",),
        path=(),
        hop=0,
        window=None,
        subject=None if kind == "chunk" else subject,
        predicate=None if kind == "chunk" else "lives_in",
        value=value,
        valid_from=valid_from,
        valid_to=valid_to,
        known_from=ago(5),
        known_to=None,
        event_time=event,
        directive=directive,
        evidence=evidence or (quote(text),),
    )
