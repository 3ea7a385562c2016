"""The gate for every extractor's proposals."""

import pytest

from memory.language.extracted import Extraction
from memory.language.validate import MAX_DRAFTS, MAX_RELATIONS, validate
from memory.model.assertion import Draft, Mention, RelationDraft, SubjectKind

TEXT = "Mei moved to Lyon and takes 20 mg of insulin."
MEI = Mention(SubjectKind.NAMED, "Mei")


def draft(value: str = "Lyon", start: int = 0, end: int = 17, predicate: str = "lives_in") -> Draft:
    return Draft(MEI, predicate, value, start, end)


@pytest.mark.parametrize(
    ("bad", "reason"),
    [
        (draft(start=-1), "span_outside"),
        (draft(end=400), "span_outside"),
        (draft(start=9, end=9), "span_outside"),
        (draft(value=" "), "value_empty"),
        (draft(value="?!"), "value_blank"),
        (draft(value="L" * 401), "value_long"),
        (draft(predicate=""), "predicate_bad"),
        (draft(value="Paris"), "value_not_in_quote"),
    ],
)
def test_a_bad_draft_is_rejected_with_its_reason_and_its_siblings_stay(bad: Draft, reason: str) -> None:
    good = [draft(predicate=f"lived_in_{number}") for number in range(4)]

    checked = validate(TEXT, Extraction((*good[:2], bad, *good[2:])))

    assert checked.drafts == tuple(good)
    assert [rejection.reason for rejection in checked.rejections] == [reason]


def test_a_value_cut_round_time_words_is_within_its_quote() -> None:
    text = "去下周三成都出差"

    assert validate(text, Extraction((Draft(MEI, "plan", "去成都出差", 0, len(text)),))).drafts


def test_at_most_forty_statements_are_kept() -> None:
    checked = validate(TEXT, Extraction(tuple(draft(predicate=f"p{number}") for number in range(MAX_DRAFTS + 3))))

    assert (len(checked.drafts), [r.reason for r in checked.rejections]) == (MAX_DRAFTS, ["too_many"] * 3)


def test_relations_follow_their_drafts_and_lose_those_without_ends() -> None:
    relations = (
        RelationDraft("CAUSE", 2, 1, 0, 5),
        RelationDraft("CAUSE", 0, 1, 0, 5),
        RelationDraft("WHY", 1, 2, 0, 5),
    )

    checked = validate(TEXT, Extraction((draft(value=""), draft(), draft("20 mg", 0, 45)), relations))

    assert [(r.from_index, r.to_index) for r in checked.relations] == [(1, 0)]
    assert [r.reason for r in checked.rejections] == ["value_empty", "relation_end", "relation_kind"]


def test_at_most_sixty_relations_are_kept() -> None:
    many = tuple(RelationDraft("CAUSE", 0, 1, 0, 5) for _ in range(MAX_RELATIONS + 1))

    assert len(validate(TEXT, Extraction((draft(), draft("20 mg", 0, 45)), many)).relations) == MAX_RELATIONS


def test_checking_twice_changes_nothing() -> None:
    once = validate(TEXT, Extraction((draft(), draft(value="Paris"))))

    assert validate(TEXT, once) == once


def test_what_is_said_twice_is_one_statement_with_the_relations_of_both() -> None:
    drafts = (draft(), draft(start=4), draft("20 mg", 0, 45, "takes"))
    relations = (RelationDraft("CAUSE", 1, 2, 0, 5), RelationDraft("PARALLEL", 0, 1, 0, 5))

    checked = validate(TEXT, Extraction(drafts, relations))

    assert checked.drafts == (drafts[0], drafts[2])
    assert [(r.kind, r.from_index, r.to_index) for r in checked.relations] == [("CAUSE", 0, 1)]
    assert [r.reason for r in checked.rejections] == ["relation_end"]


def test_a_value_that_came_back_after_another_is_said_anew() -> None:
    drafts = (draft(), draft("20 mg", 0, 45), draft())

    assert validate(TEXT, Extraction(drafts)).drafts == drafts


def test_a_repeat_past_the_bound_is_no_loss() -> None:
    drafts = tuple(draft(predicate=f"p{number}") for number in range(MAX_DRAFTS))

    assert not validate(TEXT, Extraction((*drafts, drafts[0]))).rejections
