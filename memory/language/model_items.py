"""From the items of a reply to drafts of statements: one bad item is rejected with its reason, its siblings stay."""

import math
import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final, TypeVar, cast

from memory.language.directive import looks_like_instruction
from memory.language.extracted import DraftRejection, ExtractInput, Extraction
from memory.language.han import fold
from memory.language.model_prompt import known_ids
from memory.language.model_reply import Reply
from memory.language.model_stance import cautious, stance_at
from memory.language.model_time import proposed_time
from memory.language.validate import MAX_PREDICATE, validate
from memory.model.assertion import (
    Application,
    Change,
    Draft,
    MemoryKind,
    Mention,
    Modality,
    Polarity,
    RelationDraft,
    SubjectKind,
)
from memory.model.chunk import Role
from memory.model.fact import PredicateClass
from memory.model.timespan import TimeSpan
from memory.ports.recognizer import EntityType
from memory.settle.registry import DEFAULT_REGISTRY, plain_wording

MOST_SURE: Final = 0.9
USUAL: Final = 0.7
_SPEAKER: Final = frozenset({"speaker", "user", "i", "me", "the speaker", "the user", "我", "用户", "说话人"})
_PROJECT: Final = frozenset({"project", "we", "us", "our", "the project", "我们", "项目", "本项目", "咱们"})
_SPACES: Final = re.compile(r"\s+")

E = TypeVar("E", bound=StrEnum)


class _Refused(Exception):
    """An item that breaks a rule; `reason` is a code."""

    def __init__(self, reason: str, start: int = 0, end: int = 0) -> None:
        super().__init__(reason)
        self.rejection = DraftRejection(reason, start, end)


@dataclass(frozen=True, slots=True)
class _Known:
    """What the items may refer to."""

    chunk: ExtractInput
    ids: Mapping[str, str]
    said: str


def extraction_of(chunk: ExtractInput, reply: Reply) -> Extraction:
    """The valid drafts and relations of a reply, and every refusal with its reason."""
    known = _Known(chunk, known_ids(chunk.known_entities), _compact(_all_words(chunk)))
    drafts: list[Draft] = []
    rejections: list[DraftRejection] = []
    place: dict[int, int] = {}
    for index, item in enumerate(reply.statements):
        try:
            draft = _draft(known, item)
            _require(draft not in drafts, "duplicate", draft.start, draft.end)
        except _Refused as refused:
            rejections.append(refused.rejection)
        else:
            place[index] = len(drafts)
            drafts.append(draft)
    relations: list[RelationDraft] = []
    for item in reply.relations:
        try:
            relations.append(_relation(known, item, place))
        except _Refused as refused:
            rejections.append(refused.rejection)
    return validate(chunk.text, Extraction(tuple(drafts), tuple(relations), (), tuple(rejections)))


def problem_of(reply: Reply, extraction: Extraction) -> str | None:
    """Why a reply must be repaired, or None: it named statements, and not one of them can be used."""
    if reply.problem is not None:
        return reply.problem
    if reply.statements and not extraction.drafts:
        reasons = [item.reason for item in extraction.rejections if item.reason not in _OURS]
        return f"reply_{reasons[0]}" if reasons else None
    return None


_OURS: Final = frozenset({"irony", "denied", "small_talk", "task", "directive", "assistant_self"})
"""Reasons that lie in the text: repairing the reply would change nothing."""


def _draft(known: _Known, item: Any) -> Draft:
    fields = _object(item)
    start, end = _place_of(known.chunk.text, _words(fields, "quote"))
    try:
        return _draft_at(known, fields, start, end)
    except _Refused as refused:
        raise _Refused(refused.rejection.reason, start, end) from None


def _draft_at(known: _Known, fields: Mapping[str, Any], start: int, end: int) -> Draft:
    chunk = known.chunk
    _require(not looks_like_instruction(chunk.text[start:end]), "directive")
    predicate = _predicate(_words(fields, "predicate"), chunk.language)
    value, polarity = _words(fields, "value"), _enum(Polarity, fields, "polarity", Polarity.POSITIVE)
    stance = stance_at(chunk.text, chunk.language, start, end)
    modality = cautious(stance, _enum(Modality, fields, "modality", Modality.ASSERTED))
    _require(stance.reason is None or (stance.only_positive and polarity is Polarity.NEGATIVE), stance.reason or "")
    return Draft(
        subject=_subject(known, fields),
        predicate=predicate,
        value=value,
        start=start,
        end=end,
        polarity=polarity,
        modality=modality,
        kind=_enum(MemoryKind, fields, "kind", DEFAULT_REGISTRY.lookup(predicate).kind),
        change=_enum(Change, fields, "change", Change.NONE),
        application=_enum(Application, fields, "application", Application.ALWAYS),
        event_time=_time(chunk, predicate, value, start, end) or proposed_time(chunk, fields.get("event"), start, end),
        confidence=_confidence(fields.get("confidence")),
        object=_object_named(known, fields, value),
        rule="model",
    )


def _relation(known: _Known, item: Any, place: Mapping[int, int]) -> RelationDraft:
    fields = _object(item)
    start, end = _place_of(known.chunk.text, _words(fields, "quote"))
    ends = [place[index] for index in (fields.get("from"), fields.get("to")) if type(index) is int and index in place]
    _require(len(ends) == 2, "relation_end", start, end)
    return RelationDraft(_words(fields, "kind"), ends[0], ends[1], start, end)


def _require(holds: bool, reason: str, start: int = 0, end: int = 0) -> None:
    if not holds:
        raise _Refused(reason, start, end)


def _object(item: Any) -> Mapping[str, Any]:
    _require(isinstance(item, dict), "item_malformed")
    return cast("Mapping[str, Any]", item)


def _words(fields: Mapping[str, Any], name: str) -> str:
    found = fields.get(name)
    _require(isinstance(found, str) and bool(found.strip()), "item_malformed")
    text = unicodedata.normalize("NFC", cast("str", found).strip())
    _require(
        not any(unicodedata.category(character) in ("Cc", "Cs") for character in _SPACES.sub(" ", text)),
        "item_malformed",
    )
    return text


def _enum(kind: type[E], fields: Mapping[str, Any], name: str, default: E) -> E:
    found = fields.get(name)
    if found is None:
        return default
    _require(isinstance(found, str), "item_malformed")
    try:
        return kind(found.strip().lower())
    except ValueError:
        raise _Refused("field_unknown") from None


def _place_of(text: str, quote: str) -> tuple[int, int]:
    """Where the quote stands in the text: exactly, or but for its white space."""
    at = text.find(quote)
    if at >= 0:
        return at, at + len(quote)
    pattern = r"\s+".join(re.escape(word) for word in quote.split())
    found = re.search(pattern, text) if pattern else None
    if found is None:
        raise _Refused("quote_absent")
    return found.span()


def _predicate(wording: str, language: str) -> str:
    _require(len(wording) <= MAX_PREDICATE, "predicate_bad")
    known = DEFAULT_REGISTRY.canonical(wording.replace("_", " "), language)
    if known is not None:
        return known
    return wording.lower() if DEFAULT_REGISTRY.registered(wording.lower()) else plain_wording(wording)


def _subject(known: _Known, fields: Mapping[str, Any]) -> Mention:
    chunk, name = known.chunk, _words(fields, "subject")
    given = fields.get("subject_id")
    if given is not None:
        _require(isinstance(given, str) and given in known.ids, "entity_unknown")
        name = known.ids[cast("str", given)]
    plain = name.casefold()
    if plain in _SPEAKER or (chunk.speaker and plain == chunk.speaker.casefold()):
        _require(chunk.role is not Role.ASSISTANT, "assistant_self")
        return Mention(SubjectKind.SPEAKER, chunk.speaker)
    if plain in _PROJECT or (chunk.project and plain == chunk.project.casefold()):
        return Mention(SubjectKind.PROJECT, chunk.project)
    _require(_named(known, name), "subject_absent")
    return Mention(SubjectKind.NAMED, name, _enum(EntityType, fields, "subject_type", EntityType.OTHER))


def _named(known: _Known, name: str) -> bool:
    """Whether the name is known, or stands in the text or the turns before it: a nickname is not to be invented."""
    compact = _compact(name)
    return bool(compact) and (name in known.chunk.known_entities or compact in known.said)


def _object_named(known: _Known, fields: Mapping[str, Any], value: str) -> Mention | None:
    kind = _enum(EntityType, fields, "value_type", EntityType.OTHER)
    if kind is EntityType.OTHER and value not in known.chunk.known_entities:
        return None
    return Mention(SubjectKind.NAMED, value, kind)


def _time(chunk: ExtractInput, predicate: str, value: str, start: int, end: int) -> TimeSpan | None:
    """The time words of the quote as our own grammar reads them; the time that is the value of a state is no period."""
    state = DEFAULT_REGISTRY.lookup(predicate).cls is PredicateClass.STATE
    for span in chunk.reading.spans:
        if start <= span.span[0] and span.span[1] <= end and not (state and span.raw in value):
            return span
    return None


def _confidence(given: Any) -> float:
    if isinstance(given, bool) or not isinstance(given, int | float) or not math.isfinite(given):
        return USUAL
    return round(min(max(float(given), 0.1), MOST_SURE), 2)


def _all_words(chunk: ExtractInput) -> str:
    return "\n".join([chunk.text, *(f"{turn.speaker} {turn.text}" for turn in chunk.previous)])


def _compact(text: str) -> str:
    folded = fold(unicodedata.normalize("NFKC", text)).casefold()
    return "".join(character for character in folded if character.isalnum())
