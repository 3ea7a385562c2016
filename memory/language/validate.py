"""One gate for every extractor's proposals: what breaks a rule is rejected with a reason, its siblings stay."""

import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import replace

from memory.language.extracted import DraftRejection, Extraction
from memory.language.han import fold
from memory.model.assertion import Draft, RelationDraft

MAX_DRAFTS = 40
MAX_RELATIONS = 60
MAX_VALUE = 400
MAX_PREDICATE = 80
MAX_SUBJECT = 120
RELATION_KINDS = frozenset(
    {"CAUSE", "TEMPORAL", "SUPPORT", "ELABORATE", "CONTRADICT", "ANALOGY", "CONDITIONAL", "PARALLEL"}
)


def _compact(text: str) -> str:
    """Letters and digits only, in one width, case and script: how a value is found in its quote."""
    folded = fold(unicodedata.normalize("NFKC", text)).casefold()
    return "".join(character for character in folded if character.isalnum())


def _in_order(value: str, quote: str) -> bool:
    """Whether the value is cut from the quote: all its characters stand there in order (time words may be left out)."""
    rest = iter(quote)
    return all(character in rest for character in value)


def draft_problem(text: str, draft: Draft) -> str | None:
    """The reason code for which a draft is refused, or None."""
    if not 0 <= draft.start < draft.end <= len(text):
        return "span_outside"
    if not draft.value.strip():
        return "value_empty"
    if not _compact(draft.value):
        return "value_blank"
    if len(draft.value) > MAX_VALUE:
        return "value_long"
    if not 0 < len(draft.predicate) <= MAX_PREDICATE:
        return "predicate_bad"
    if len(draft.subject.text) > MAX_SUBJECT:
        return "subject_long"
    if not _in_order(_compact(draft.value), _compact(text[draft.start : draft.end])):
        return "value_not_in_quote"
    return None


def _judge_drafts(text: str, drafts: Iterable[Draft]) -> Iterator[tuple[Draft, int, str | None]]:
    """Each draft with the place of the one that it repeats, else its own, and the reason why it is refused.

    Words that say something else of the same thing in between make it a new statement: a value came back.
    """
    last: dict[tuple[str, str, str], tuple[object, int]] = {}
    kept = 0
    for index, draft in enumerate(drafts):
        problem, place = draft_problem(text, draft), index
        about = (draft.subject.kind, draft.subject.text, draft.predicate)
        if problem is None and about in last and last[about][0] == _meaning(draft):
            place = last[about][1]
        elif problem is None and kept >= MAX_DRAFTS:
            problem = "too_many"
        elif problem is None:
            last[about] = (_meaning(draft), index)
            kept += 1
        yield draft, place, problem


def _meaning(draft: Draft) -> object:
    when = draft.event_time and (draft.event_time.start, draft.event_time.end, draft.event_time.bound)
    stance = (draft.polarity, draft.modality, draft.kind, draft.change, draft.application)
    return draft.value, draft.object, stance, when


def _relation_problem(text: str, relation: RelationDraft, place: dict[int, int]) -> str | None:
    if relation.kind not in RELATION_KINDS:
        return "relation_kind"
    if relation.from_index not in place or relation.to_index not in place:
        return "relation_end"
    if place[relation.from_index] == place[relation.to_index]:
        return "relation_end"
    if not 0 <= relation.start < relation.end <= len(text):
        return "relation_span"
    return None


def _span(text: str, start: int, end: int) -> tuple[int, int]:
    start = min(max(0, start), len(text))
    return start, min(max(start, end), len(text))


def validate(text: str, extraction: Extraction) -> Extraction:
    """The extraction without what breaks a rule; every refusal is kept as a rejection.

    What is said twice is one statement, with the words that said it first. Idempotent.
    """
    drafts: list[Draft] = []
    relations: list[RelationDraft] = []
    rejections = list(extraction.rejections)
    place: dict[int, int] = {}
    for index, (draft, repeated, problem) in enumerate(_judge_drafts(text, extraction.drafts)):
        if repeated in place:
            place[index] = place[repeated]
        elif problem is None:
            place[index] = len(drafts)
            drafts.append(draft)
        else:
            rejections.append(DraftRejection(problem, *_span(text, draft.start, draft.end)))
    for relation in extraction.relations:
        problem = _relation_problem(text, relation, place)
        if problem is None and len(relations) >= MAX_RELATIONS:
            problem = "too_many_relations"
        if problem is None:
            ends = {"from_index": place[relation.from_index], "to_index": place[relation.to_index]}
            relations.append(replace(relation, **ends))
        else:
            rejections.append(DraftRejection(problem, *_span(text, relation.start, relation.end)))
    mentions = tuple(m for m in extraction.mentions if 0 <= m.start < m.end <= len(text))
    return Extraction(tuple(drafts), tuple(relations), mentions, tuple(rejections))
