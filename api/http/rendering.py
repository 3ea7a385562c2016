"""Values of the core as the JSON of the contract."""

from collections.abc import Sequence
from dataclasses import asdict
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from memory.model.chunk import Operation
from memory.model.erasing import Erasure, Lineage
from memory.model.reading import ModelAttempt
from memory.model.recalled import (
    EventTime,
    EvidenceQuote,
    Explanation,
    LostCandidate,
    RecallBundle,
    RecallItem,
    Window,
)
from memory.ports.recalling import RecallRecord
from memory.recall.profiles import Profile
from memory.settle.verdicts import SENTENCES
from memory.usecases.operations import RejectedWords

Json = dict[str, Any]


def stamp(moment: datetime | None) -> str | None:
    """RFC 3339 with offset."""
    return None if moment is None else moment.isoformat()


def window(value: Window | None) -> Json | None:
    """A half-open window."""
    return None if value is None else {"from": stamp(value.start), "to": stamp(value.end)}


def event_time(value: EventTime | None) -> Json | None:
    """When something happened, as far as the words tell."""
    if value is None:
        return None
    return {
        "start": stamp(value.start),
        "end": stamp(value.end),
        "grain": value.grain,
        "certainty": round(value.certainty, 3),
        "raw": value.raw,
    }


def quote(value: EvidenceQuote) -> Json:
    """The words behind an item."""
    return {
        "source_id": str(value.source_id),
        "chunk_id": str(value.chunk_id),
        "session_id": value.session_id or None,
        "turn": value.turn,
        "speaker": value.speaker,
        "said_at": stamp(value.said_at.astimezone(ZoneInfo(value.timezone))),
        "said_at_assumed": value.said_at_assumed,
        "quote": value.quote,
        "start": value.start,
        "end": value.end,
    }


def explanation(reason: str | None) -> str | None:
    """A reason as a sentence; None for one that was stored by an older version."""
    return None if reason is None else SENTENCES.get(reason)


def fact(item: RecallItem) -> Json:
    """An item without scores: for listings, timelines and histories."""
    return {
        "memory_id": str(item.memory_id),
        "version": item.version,
        "kind": item.kind,
        "text": item.text,
        "status": item.status.value,
        "subject": item.subject,
        "predicate": item.predicate,
        "value": item.value,
        "valid_from": stamp(item.valid_from),
        "valid_to": stamp(item.valid_to),
        "known_from": stamp(item.known_from),
        "known_to": stamp(item.known_to),
        "event_time": event_time(item.event_time),
        "superseded_by": None if item.superseded_by is None else str(item.superseded_by),
        "reason": item.reason,
        "explanation": explanation(item.reason),
        "directive": item.directive,
        "evidence": [quote(value) for value in item.evidence],
    }


def item(value: RecallItem) -> Json:
    """An item of a bundle, with its scores and reasons."""
    scores = value.scores
    return fact(value) | {
        "score": round(value.score, 4),
        "scores": {
            "relevance": round(scores.relevance, 4),
            "importance": round(scores.importance, 4),
            "recency": round(scores.recency, 4),
            "strength": round(scores.strength, 4),
        },
        "legs": list(value.legs),
        "path": [{"from": str(hop.from_id), "relation": hop.relation, "to": str(hop.to_id)} for hop in value.path],
        "hop": value.hop,
        "window": window(value.window),
    }


def bundle(value: RecallBundle) -> Json:
    """The Recall Bundle."""
    query = value.query
    told = {} if value.explanation is None else {"explain": ranking(value.explanation)}
    return told | {
        "recall_id": str(value.recall_id),
        "query": {
            "language": query.language,
            "class": query.question_class,
            "entities": list(query.entities),
            "window": window(query.window),
        },
        "items": [item(found) for found in value.items],
        "context": value.context,
        "tokens": value.tokens,
        "degraded": list(value.degraded),
        "took_ms": round(value.took_ms, 1),
    }


def ranking(value: Explanation) -> Json:
    """How the answer was ranked, and what lost."""
    return {
        "profile": value.profile,
        "weights": asdict(value.weights),
        "graph_hops": value.graph_hops,
        "took_ms": {name: round(took, 1) for name, took in value.took_ms.items()},
        "signals": {
            str(memory_id): {name: round(part, 4) for name, part in parts.items()}
            for memory_id, parts in value.signals.items()
        },
        "lost": [_lost(found) for found in value.lost],
    }


def _lost(value: LostCandidate) -> Json:
    return {
        "memory_id": str(value.memory_id),
        "kind": value.kind,
        "text": value.text,
        "lost_by": value.lost_by,
        "into": None if value.into is None else str(value.into),
        "score": round(value.score, 4),
        "scores": {name: round(part, 4) for name, part in asdict(value.scores).items()},
        "legs": list(value.legs),
    }


def profile(value: Profile) -> Json:
    """A profile with its numbers."""
    return {
        "name": value.name,
        "purpose": value.purpose,
        "weights": asdict(value.weights),
        "weights_by_class": {name: asdict(weights) for name, weights in value.by_class.items()},
        "include": sorted(value.include),
        "graph_hops_by_class": dict(value.hops),
        "signals": asdict(value.fusion),
    }


def operation(value: Operation, rejected: Sequence[RejectedWords] = (), attempts: Sequence[ModelAttempt] = ()) -> Json:
    """An operation and its stages; `model` is there where a language model was asked."""
    return {
        **({"model": _reading(attempts)} if attempts else {}),
        "operation_id": str(value.operation_id),
        "kind": value.kind.value,
        "status": value.status.value,
        "workflow_id": value.workflow_id,
        "source_id": None if value.source_id is None else str(value.source_id),
        "chunk_ids": [str(chunk_id) for chunk_id in value.chunk_ids],
        "stages": [
            {"name": stage.name, "status": stage.status, "attempts": stage.attempts, "error": stage.error}
            for stage in value.stages
        ],
        "rejected": [{"reason": words.reason, "quote": words.quote} for words in rejected],
        "error": value.error,
        "attempt": value.attempt,
        "cancel_requested": value.cancel_requested,
        "accepted_at": stamp(value.accepted_at),
        "updated_at": stamp(value.updated_at),
    }


def _reading(attempts: Sequence[ModelAttempt]) -> Json:
    """The attempts of the model and what they cost; never what it said."""
    return {
        "attempts": [
            {
                "chunk_id": str(attempt.chunk_id),
                "kind": attempt.kind.value,
                "outcome": attempt.outcome,
                "model": attempt.model,
                "tokens_in": attempt.tokens_in,
                "tokens_out": attempt.tokens_out,
                "cost_usd": attempt.cost_usd,
                "took_ms": attempt.took_ms,
                "at": stamp(attempt.at),
            }
            for attempt in attempts
        ],
        "tokens_in": sum(attempt.tokens_in for attempt in attempts),
        "tokens_out": sum(attempt.tokens_out for attempt in attempts),
        "cost_usd": sum(attempt.cost_usd for attempt in attempts),
    }


def shown(value: RecallRecord) -> Json:
    """A recall as the log holds it."""
    items = [
        {"memory_id": str(item.memory_id), "used_at": stamp(item.used_at), "useful": item.useful}
        for item in value.items
    ]
    return {"recall_id": str(value.recall_id), "at": stamp(value.at), "items": items}


def lineage(value: Lineage) -> Json:
    """The plan of an erasure: counts and ids."""
    parts = {
        "chunks": value.chunks,
        "facts": value.facts,
        "entities": value.entities,
        "relations": value.relations,
        "topics": value.topics,
        "vectors": (*value.chunks, *value.facts),
        "blobs": value.blobs,
    }
    return {name: {"count": len(ids), "ids": [str(found) for found in ids]} for name, ids in parts.items()}


def erasure(value: Erasure) -> Json:
    """An erasure with a receipt per store."""
    return {
        "erasure_id": str(value.erasure_id),
        "status": value.status.value,
        "requested_at": stamp(value.requested_at),
        "finished_at": stamp(value.finished_at),
        "stores": [
            {
                "store": receipt.store.value,
                "status": receipt.status,
                "found": receipt.found,
                "deleted": receipt.deleted,
                "verified_at": stamp(receipt.verified_at),
            }
            for receipt in value.stores
        ],
    }
