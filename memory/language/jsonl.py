"""Rows of `memc extract --jsonl`: a text and its base time in, statements out; unknown fields are passed through."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Final, TypeAlias, cast
from zoneinfo import ZoneInfo

from memory.language.detect import language_of
from memory.language.extracted import ExtractInput, Extraction, PreviousTurn
from memory.language.extraction import extract_batch
from memory.model.assertion import Draft, Mention, SubjectKind
from memory.model.chunk import Role
from memory.model.principal import SourceKind
from memory.model.timespan import TimeSpan
from memory.ports.recognizer import EntityMention, Recognizer
from memory.time import resolve

Json: TypeAlias = "bool | int | float | str | list[Json] | dict[str, Json] | None"

BATCH: Final = 64
_ROLES: Final = {"system": Role.SYSTEM, "tool": Role.TOOL, "assistant": Role.ASSISTANT}


def role_of(speaker: str) -> Role:
    """A speaker named `system`, `tool` or `assistant` has that role; anybody else is a person."""
    return _ROLES.get(speaker.casefold(), Role.USER)


def _text(row: Mapping[str, Json], key: str, default: str = "") -> str:
    value = row.get(key, default)
    return value if isinstance(value, str) else default


def _previous(row: Mapping[str, Json]) -> tuple[PreviousTurn, ...]:
    given = row.get("previous") or []
    turns = (
        [cast("dict[str, Json]", turn) for turn in given if isinstance(turn, dict)] if isinstance(given, list) else []
    )
    return tuple(PreviousTurn(_text(t, "speaker"), role_of(_text(t, "speaker")), _text(t, "text")) for t in turns)


def spoken_input(
    text: str,
    base: datetime,
    timezone: str,
    speaker: str,
    role: Role,
    previous: tuple[PreviousTurn, ...] = (),
    project: str = "",
) -> ExtractInput:
    """The input for a turn that somebody spoke at `base`; a speaker named by a role only has no name."""
    language = language_of(text)
    return ExtractInput(
        text=text,
        language=language,
        speaker="" if speaker.casefold() in ("user", *_ROLES) else speaker,
        role=role,
        source_kind=SourceKind.TOOL if role is Role.TOOL else SourceKind.CONVERSATION,
        said_at=base,
        timezone=timezone,
        reading=resolve(text, base, timezone, language),
        previous=previous,
        project=project,
    )


def input_of(row: Mapping[str, Json]) -> ExtractInput:
    """The input that a row describes.

    Raises:
        ValueError: when `text` or `base` is missing, or a time or zone cannot be read.
    """
    text, zone, speaker = row.get("text"), _text(row, "timezone") or "UTC", _text(row, "speaker")
    if not isinstance(text, str):
        raise ValueError("a text is expected")
    base = datetime.fromisoformat(_text(row, "base"))
    if not 1900 <= base.year <= 2200:  # the documented range of times
        raise ValueError("a year from 1900 to 2200 is expected")
    base = base.replace(tzinfo=ZoneInfo(zone)) if base.tzinfo is None else base
    role = role_of(_text(row, "role") or speaker)
    return spoken_input(text, base, zone, speaker, role, _previous(row), _text(row, "project"))


def shown_subject(mention: Mention) -> str:
    """A subject as it is shown: the speaker by name or as `user`, the project by name or as `project`."""
    match mention.kind:
        case SubjectKind.SPEAKER:
            return mention.text or "user"
        case SubjectKind.PROJECT:
            return mention.text or "project"
        case SubjectKind.NAMED:
            return mention.text


def _time(span: TimeSpan | None) -> Json:
    if span is None:
        return None
    return {
        "raw": span.raw,
        "start": span.start.isoformat() if span.start else None,
        "end": span.end.isoformat() if span.end else None,
        "grain": span.grain.value,
        "certainty": span.certainty,
        "bound": span.bound.value,
        "rule": span.rule,
        "span": list(span.span),
    }


def _entity(mention: EntityMention) -> Json:
    return {"text": mention.text, "type": mention.type.value, "span": [mention.start, mention.end]}


def shown_assertion(text: str, draft: Draft, mentions: Sequence[EntityMention]) -> dict[str, Json]:
    """A draft in the fields of API.md section 5."""
    inside = [_entity(m) for m in mentions if draft.start <= m.start and m.end <= draft.end]
    return {
        "subject": shown_subject(draft.subject),
        "predicate": draft.predicate,
        "value": draft.value,
        "polarity": draft.polarity.value,
        "modality": draft.modality.value,
        "kind": draft.kind.value,
        "change": draft.change.value,
        "scope": draft.application.value,
        "span": [draft.start, draft.end],
        "quote": text[draft.start : draft.end],
        "event_time": _time(draft.event_time),
        "confidence": draft.confidence,
        "entities": inside,
        "rule": draft.rule,
    }


def shown(text: str, extraction: Extraction) -> dict[str, Json]:
    """An extraction as `POST /v1/extract` and `memc extract` answer it."""
    return {
        "assertions": [shown_assertion(text, draft, extraction.mentions) for draft in extraction.drafts],
        "entities": [_entity(mention) for mention in extraction.mentions],
        "relations": [
            {
                "kind": r.kind,
                "from": r.from_index,
                "to": r.to_index,
                "span": [r.start, r.end],
                "quote": text[r.start : r.end],
                "confidence": r.confidence,
            }
            for r in extraction.relations
        ],
        "rejections": [{"reason": r.reason, "span": [r.start, r.end]} for r in extraction.rejections],
    }


def _row(line: str) -> dict[str, Json]:
    row = json.loads(line)
    if not isinstance(row, dict):
        raise ValueError("a JSON object is expected")
    return cast("dict[str, Json]", row)


def _batches(lines: Iterable[str]) -> Iterator[list[dict[str, Json]]]:
    batch: list[dict[str, Json]] = []
    for line in lines:
        if line.strip():
            batch.append(_row(line))
        if len(batch) == BATCH:
            yield batch
            batch = []
    if batch:
        yield batch


def rows(lines: Iterable[str], recognizer: Recognizer) -> Iterator[dict[str, Json]]:
    """Each row with `assertions`, `entities`, `relations` and `rejections`, in order, read in batches.

    Raises:
        ValueError: when a line is no JSON object with at least `text` and `base`.
    """
    for batch in _batches(lines):
        inputs = [input_of(row) for row in batch]
        for row, chunk, extraction in zip(batch, inputs, extract_batch(inputs, recognizer), strict=True):
            yield {**row, **shown(chunk.text, extraction)}
