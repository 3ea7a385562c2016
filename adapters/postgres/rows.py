"""From rows to the core's values, and back to parameters. One small function a value."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any
from uuid import UUID
from zoneinfo import ZoneInfo

from adapters.postgres.pool import Row
from memory.model.assertion import (
    Application,
    Assertion,
    Authority,
    Change,
    MemoryKind,
    Mention,
    Modality,
    Polarity,
    SubjectKind,
)
from memory.model.chunk import (
    Chunk,
    ChunkStatus,
    Operation,
    OperationKind,
    OperationStatus,
    RetentionClass,
    Role,
    Source,
    StageState,
)
from memory.model.fact import Cardinality, FactStatus, FactVersion, PredicateClass, Slot
from memory.model.principal import SourceKind
from memory.model.recalled import EvidenceQuote
from memory.model.scope import Scope, Sensitivity, Visibility
from memory.model.timespan import Bound, Grain, OtherKind, OtherTime, TimeReading, TimeSpan
from memory.model.topic import decoded, encoded
from memory.ports.recognizer import EntityType

SCOPE_COLUMNS = (
    "workspace",
    "project",
    "user_id",
    "agent_id",
    "session_id",
    "visibility",
    "purpose",
    "sensitivity",
    "scope_key",
)


def scope(row: Row) -> Scope:
    return Scope(
        workspace=row["workspace"],
        project=row["project"],
        user_id=row["user_id"],
        agent_id=row["agent_id"],
        session_id=row["session_id"],
        visibility=Visibility(row["visibility"]),
        purpose=row["purpose"],
        sensitivity=Sensitivity(row["sensitivity"]),
    )


def scope_params(scope: Scope) -> dict[str, Any]:
    return {
        "workspace": scope.workspace,
        "project": scope.project,
        "user_id": scope.user_id,
        "agent_id": scope.agent_id,
        "session_id": scope.session_id,
        "visibility": scope.visibility.value,
        "purpose": scope.purpose,
        "sensitivity": int(scope.sensitivity),
        "scope_key": UUID(scope.key),
    }


CHUNK = """
    c.chunk_id, c.source_id, c.operation_id, c.workspace, c.project, c.user_id, c.agent_id, c.session_id, c.visibility,
    c.purpose, c.sensitivity, c.position, c.turn, c.message_id, c.role, c.speaker, c.text, c.content_hmac, c.said_at,
    c.timezone, c.said_at_assumed, c.recorded_at, c.run_id, c.step, c.tags, c.importance, c.retention_class, c.status,
    c.status_reason, c.version, s.kind AS source_kind, s.external_id, s.title, s.version AS source_version"""
"""Columns of `chunk c JOIN source s` from which `chunk` is read."""


def chunk(row: Row) -> Chunk:
    return Chunk(
        chunk_id=row["chunk_id"],
        source=Source(
            row["source_id"], SourceKind(row["source_kind"]), row["external_id"], row["title"], row["source_version"]
        ),
        operation_id=row["operation_id"],
        scope=scope(row),
        position=row["position"],
        turn=row["turn"],
        message_id=row["message_id"],
        role=Role(row["role"]),
        speaker=row["speaker"],
        text=row["text"],
        content_hmac=row["content_hmac"],
        said_at=row["said_at"],
        timezone=row["timezone"],
        said_at_assumed=row["said_at_assumed"],
        recorded_at=row["recorded_at"],
        run_id=row["run_id"],
        step=row["step"],
        tags=tuple(row["tags"]),
        importance=row["importance"],
        retention_class=RetentionClass(row["retention_class"]),
        status=ChunkStatus(row["status"]),
        status_reason=row["status_reason"],
        version=row["version"],
    )


def operation(row: Row) -> Operation:
    return Operation(
        operation_id=row["operation_id"],
        kind=OperationKind(row["kind"]),
        status=OperationStatus(row["status"]),
        workflow_id=row["workflow_id"],
        source_id=row["source_id"],
        chunk_ids=tuple(row["chunk_ids"]),
        stages=stages(row["stages"]),
        accepted_at=row["accepted_at"],
        updated_at=row["updated_at"],
        scope=scope(row),
        error=row["error"],
        cancel_requested=row["cancel_requested"],
        attempt=row["attempt"],
        effective_now=row["effective_now"],
        subject_id=row["subject_id"],
    )


def stages(stored: Sequence[dict[str, Any]]) -> tuple[StageState, ...]:
    return tuple(StageState(item["name"], item["status"], item["attempts"], item["error"]) for item in stored)


def stage_params(found: Sequence[StageState]) -> list[dict[str, Any]]:
    return [{"name": s.name, "status": s.status, "attempts": s.attempts, "error": s.error} for s in found]


def reading(stored: Sequence[Row]) -> TimeReading:
    """The time words of one chunk, from its rows in order. Times come back in the zone in which they were read."""
    spans = tuple(_span(row) for row in stored if row["kind"] == "span")
    other = tuple(
        OtherTime(row["raw"], OtherKind(row["kind"]), row["value"], (row["span_start"], row["span_end"]))
        for row in stored
        if row["kind"] != "span"
    )
    return TimeReading(spans, other)


def _span(row: Row) -> TimeSpan:
    zone = ZoneInfo(row["timezone"])
    return TimeSpan(
        start=_local(row["start_at"], zone),
        end=_local(row["end_at"], zone),
        grain=Grain(row["grain"]),
        certainty=row["certainty"],
        rule=row["rule"],
        raw=row["raw"],
        span=(row["span_start"], row["span_end"]),
        base=row["base"].astimezone(zone),
        timezone=row["timezone"],
        bound=Bound(row["bound"]),
    )


def _local(moment: datetime | None, zone: ZoneInfo) -> datetime | None:
    return None if moment is None else moment.astimezone(zone)


def span_params(found: TimeReading) -> list[dict[str, Any]]:
    """Parameters of the rows of one chunk, without its key."""
    nothing = {"start_at": None, "end_at": None, "grain": "", "certainty": 0.0, "rule": "", "base": None}
    spans = [
        {
            "kind": "span",
            "start_at": span.start,
            "end_at": span.end,
            "grain": span.grain.value,
            "certainty": span.certainty,
            "rule": span.rule,
            "raw": span.raw,
            "span_start": span.span[0],
            "span_end": span.span[1],
            "base": span.base,
            "timezone": span.timezone,
            "bound": span.bound.value,
            "value": "",
        }
        for span in found.spans
    ]
    other = [
        {
            **nothing,
            "kind": item.kind.value,
            "raw": item.raw,
            "span_start": item.span[0],
            "span_end": item.span[1],
            "timezone": "",
            "bound": "",
            "value": item.value,
        }
        for item in found.other
    ]
    return [*spans, *other]


ASSERTION = """
    a.assertion_id, a.chunk_id, a.source_id, a.ordinal, a.subject_kind, a.subject_text, a.subject_type, a.object_kind,
    a.object_text, a.object_type, a.predicate, a.value, a.polarity, a.modality, a.kind, a.change, a.application,
    a.span_start, a.span_end, a.event_start, a.event_end, a.event_bound, a.event_grain, a.event_certainty, a.event_raw,
    a.confidence, a.authority, a.said_at, a.recorded_at, a.extractor, a.extractor_version, a.topic"""


def assertion(row: Row) -> Assertion:
    return Assertion(
        assertion_id=row["assertion_id"],
        chunk_id=row["chunk_id"],
        source_id=row["source_id"],
        ordinal=row["ordinal"],
        subject=mention(row, "subject"),
        predicate=row["predicate"],
        value=row["value"],
        object=mention(row, "object") if row["object_kind"] else None,
        polarity=Polarity(row["polarity"]),
        modality=Modality(row["modality"]),
        kind=MemoryKind(row["kind"]),
        change=Change(row["change"]),
        application=Application(row["application"]),
        start=row["span_start"],
        end=row["span_end"],
        event_start=row["event_start"],
        event_end=row["event_end"],
        event_bound=row["event_bound"],
        event_grain=row["event_grain"],
        event_certainty=row["event_certainty"],
        event_raw=row["event_raw"],
        confidence=row["confidence"],
        authority=Authority(row["authority"]),
        said_at=row["said_at"],
        recorded_at=row["recorded_at"],
        extractor=row["extractor"],
        extractor_version=row["extractor_version"],
        topic=decoded(row["topic"]) if row["topic"] else None,
    )


def mention(row: Row, role: str) -> Mention:
    return Mention(SubjectKind(row[f"{role}_kind"]), row[f"{role}_text"], EntityType(row[f"{role}_type"]))


def assertion_params(found: Assertion) -> dict[str, Any]:
    named = found.object
    return {
        "assertion_id": found.assertion_id,
        "chunk_id": found.chunk_id,
        "source_id": found.source_id,
        "ordinal": found.ordinal,
        "subject_kind": found.subject.kind.value,
        "subject_text": found.subject.text,
        "subject_type": found.subject.type.value,
        "object_kind": named.kind.value if named else None,
        "object_text": named.text if named else None,
        "object_type": named.type.value if named else None,
        "predicate": found.predicate,
        "value": found.value,
        "polarity": found.polarity.value,
        "modality": found.modality.value,
        "kind": found.kind.value,
        "change": found.change.value,
        "application": found.application.value,
        "span_start": found.start,
        "span_end": found.end,
        "event_start": found.event_start,
        "event_end": found.event_end,
        "event_bound": found.event_bound,
        "event_grain": found.event_grain,
        "event_certainty": found.event_certainty,
        "event_raw": found.event_raw,
        "confidence": found.confidence,
        "authority": int(found.authority),
        "said_at": found.said_at,
        "recorded_at": found.recorded_at,
        "extractor": found.extractor,
        "extractor_version": found.extractor_version,
        "topic": encoded(found.topic) if found.topic else None,
    }


FACT = """
    f.memory_id, f.version, f.slot_id, f.subject_id, f.predicate, f.workspace, f.project, f.user_id, f.agent_id,
    f.session_id, f.visibility, f.purpose, f.sensitivity, f.scope_key, f.subject, f.value, f.value_norm, f.object_id,
    f.text, f.kind, f.cardinality, f.predicate_class, f.status, f.valid_from, f.valid_to, f.known_from, f.known_to,
    f.event_start, f.event_end, f.event_grain, f.event_certainty, f.event_raw, f.confidence, f.authority, f.importance,
    f.reason, f.superseded_by, f.directive, f.consolidated"""


def slot(row: Row) -> Slot:
    return Slot(str(row["scope_key"]), row["purpose"], row["subject_id"], row["predicate"])


def fact(row: Row, evidence: Sequence[UUID], *, pinned: bool) -> FactVersion:
    """A fact version; its evidence is given sorted, so that equal sets compare equal."""
    return FactVersion(
        memory_id=row["memory_id"],
        version=row["version"],
        slot=slot(row),
        scope=scope(row),
        subject=row["subject"],
        value=row["value"],
        value_norm=row["value_norm"],
        object_id=row["object_id"],
        text=row["text"],
        kind=MemoryKind(row["kind"]),
        cardinality=Cardinality(row["cardinality"]),
        predicate_class=PredicateClass(row["predicate_class"]),
        status=FactStatus(row["status"]),
        valid_from=row["valid_from"],
        valid_to=row["valid_to"],
        known_from=row["known_from"],
        known_to=row["known_to"],
        event_start=row["event_start"],
        event_end=row["event_end"],
        event_grain=row["event_grain"],
        event_certainty=row["event_certainty"],
        event_raw=row["event_raw"],
        confidence=row["confidence"],
        authority=Authority(row["authority"]),
        importance=row["importance"],
        reason=row["reason"],
        superseded_by=row["superseded_by"],
        evidence=tuple(sorted(evidence)),
        directive=row["directive"],
        pinned=pinned,
        consolidated=row["consolidated"],
    )


def fact_params(found: FactVersion) -> dict[str, Any]:
    return {
        **scope_params(found.scope),
        "scope_key": UUID(found.slot.scope_key),
        "purpose": found.slot.purpose,
        "memory_id": found.memory_id,
        "version": found.version,
        "slot_id": found.slot.slot_id,
        "subject_id": found.slot.subject_id,
        "predicate": found.slot.predicate,
        "subject": found.subject,
        "value": found.value,
        "value_norm": found.value_norm,
        "object_id": found.object_id,
        "text": found.text,
        "kind": found.kind.value,
        "cardinality": found.cardinality.value,
        "predicate_class": found.predicate_class.value,
        "status": found.status.value,
        "valid_from": found.valid_from,
        "valid_to": found.valid_to,
        "known_from": found.known_from,
        "known_to": found.known_to,
        "event_start": found.event_start,
        "event_end": found.event_end,
        "event_grain": found.event_grain,
        "event_certainty": found.event_certainty,
        "event_raw": found.event_raw,
        "confidence": found.confidence,
        "authority": int(found.authority),
        "importance": found.importance,
        "reason": found.reason,
        "superseded_by": found.superseded_by,
        "directive": found.directive,
        "consolidated": found.consolidated,
    }


def quote(row: Row) -> EvidenceQuote:
    return EvidenceQuote(
        source_id=row["source_id"],
        chunk_id=row["chunk_id"],
        session_id=row["session_id"],
        turn=row["turn"],
        speaker=row["speaker"],
        said_at=row["said_at"],
        quote=row["quote"],
        start=row["span_start"],
        end=row["span_end"],
        timezone=row["timezone"],
        said_at_assumed=row["said_at_assumed"],
    )
