"""One gate for every extractor's proposals: what breaks a rule is rejected with a reason, its siblings stay."""

import unicodedata
from collections.abc import Iterator
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


def _judge_drafts(text: str, drafts: tuple[Draft, ...]) -> Iterator[tuple[int, Draft, str | None]]:
    kept = 0
    for index, draft in enumerate(drafts):
        problem = draft_problem(text, draft)
        if problem is None and kept >= MAX_DRAFTS:
            problem = "too_many"
        kept += problem is None
        yield index, draft, problem


def _relation_problem(text: str, relation: RelationDraft, place: dict[int, int]) -> str | None:
    if relation.kind not in RELATION_KINDS:
        return "relation_kind"
    if relation.from_index not in place or relation.to_index not in place or relation.from_index == relation.to_index:
        return "relation_end"
    if not 0 <= relation.start < relation.end <= len(text):
        return "relation_span"
    return None


def _span(text: str, start: int, end: int) -> tuple[int, int]:
    start = min(max(0, start), len(text))
    return start, min(max(start, end), len(text))


def validate(text: str, extraction: Extraction) -> Extraction:
    """The extraction without what breaks a rule; every refusal is kept as a rejection. Idempotent."""
    drafts: list[Draft] = []
    relations: list[RelationDraft] = []
    rejections = list(extraction.rejections)
    place: dict[int, int] = {}
    for index, draft, problem in _judge_drafts(text, extraction.drafts):
        if problem is None:
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
