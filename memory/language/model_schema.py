"""The JSON schema of the model's answer. It has no place for authority or ids of ours: those are not a model's to set."""

from collections.abc import Mapping
from typing import Any, Final

from memory.language.validate import MAX_DRAFTS, MAX_PREDICATE, MAX_RELATIONS, MAX_SUBJECT, MAX_VALUE, RELATION_KINDS
from memory.model.assertion import Application, Change, MemoryKind, Modality, Polarity
from memory.ports.recognizer import EntityType

_TYPES: Final = [kind.value for kind in EntityType]


def _text(longest: int, meaning: str) -> dict[str, Any]:
    return {"type": "string", "minLength": 1, "maxLength": longest, "description": meaning}


def _one_of(values: list[str]) -> dict[str, Any]:
    return {"type": "string", "enum": values}


_DAY: Final = {"type": "string", "pattern": r"^\d{4}-\d{2}-\d{2}$"}
_EVENT: Final[dict[str, Any]] = {
    "type": ["object", "null"],
    "additionalProperties": False,
    "required": ["words", "from"],
    "properties": {
        "words": _text(200, "words of the quote that name a time without any date"),
        "from": _DAY,
        "to": _DAY,
    },
}
_STATEMENT: Final[dict[str, Any]] = {
    "type": "object",
    "additionalProperties": False,
    "required": ["quote", "subject", "predicate", "value"],
    "properties": {
        "quote": _text(1000, "words copied exactly from the text, that show the statement"),
        "subject": _text(MAX_SUBJECT, "'speaker', 'project', or a name that stands in the text"),
        "subject_id": {"type": ["string", "null"], "description": "id from the list of known names, or null"},
        "subject_type": _one_of(_TYPES),
        "predicate": _text(MAX_PREDICATE, "what is said of the subject, as a short noun such as budget or lives_in"),
        "value": _text(MAX_VALUE, "words of the quote"),
        "value_type": {"type": ["string", "null"], "enum": [*_TYPES, None]},
        "polarity": _one_of([item.value for item in Polarity]),
        "modality": _one_of([item.value for item in Modality]),
        "kind": _one_of([item.value for item in MemoryKind]),
        "change": _one_of([item.value for item in Change]),
        "application": _one_of([item.value for item in Application]),
        "confidence": {"type": "number", "minimum": 0, "maximum": 1},
        "event": _EVENT,
    },
}
_RELATION: Final[dict[str, Any]] = {
    "type": "object",
    "additionalProperties": False,
    "required": ["kind", "from", "to", "quote"],
    "properties": {
        "kind": _one_of(sorted(RELATION_KINDS)),
        "from": {"type": "integer", "minimum": 0},
        "to": {"type": "integer", "minimum": 0},
        "quote": _text(1000, "words copied exactly from the text, that show the relation"),
    },
}
REPLY_SCHEMA: Final[Mapping[str, Any]] = {
    "type": "object",
    "additionalProperties": False,
    "required": ["statements"],
    "properties": {
        "statements": {"type": "array", "maxItems": MAX_DRAFTS, "items": _STATEMENT},
        "relations": {"type": "array", "maxItems": MAX_RELATIONS, "items": _RELATION},
    },
}
