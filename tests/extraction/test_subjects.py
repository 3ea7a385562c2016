"""Who a statement is about: pronouns, topics, relatives, the project."""

import pytest

from memory.model.assertion import SubjectKind
from memory.ports.recognizer import Recognizer
from tests.extraction.reading import facts, read


@pytest.mark.parametrize(
    ("previous", "text", "expected"),
    [
        ("I met our new auditor, Greta Holm.", "She is based in Malmo.", ("Greta Holm", "lives_in", "Malmo")),
        ("周敏是我们的新测试负责人。", "她住在青岛。", ("周敏", "lives_in", "青岛")),
        ("打印机又卡纸了。", "对，它在三楼茶水间旁边。", ("打印机", "location", "三楼茶水间旁边")),
        (
            "Quillon Insurance sent the offer.",
            "They raised the premium to 940 euros.",
            ("Quillon Insurance", "price", "940 euros"),
        ),
    ],
)
def test_a_pronoun_means_who_was_named_before(
    recognizer: Recognizer, previous: str, text: str, expected: tuple[str, str, str]
) -> None:
    assert expected in facts(read(recognizer, text, previous=[("Lin", previous)]))


@pytest.mark.parametrize("text", ["She hates onions.", "他住在青岛。", "They raised the premium to 940 euros."])
def test_a_pronoun_without_antecedent_states_nothing(recognizer: Recognizer, text: str) -> None:
    assert facts(read(recognizer, text)) == set()


@pytest.mark.parametrize("name", ["Heron", "Hisense", "Herbert", "Italy"])
def test_a_name_that_begins_like_a_pronoun_is_a_name(recognizer: Recognizer, name: str) -> None:
    assert (name, "deployment", "Nomad") in facts(read(recognizer, f"{name} is deployed on Nomad."))


def test_clauses_without_subject_go_on_with_the_one_before(recognizer: Recognizer) -> None:
    assert facts(read(recognizer, "我太太叫苏婉，是儿科医生。")) == {
        ("Lin", "spouse", "苏婉"),
        ("苏婉", "role", "儿科医生"),
    }


def test_a_relative_without_name_is_told_by_whose_relative_it_is(recognizer: Recognizer) -> None:
    assert facts(read(recognizer, "My mother was diagnosed with glaucoma.")) == {("Lin's mother", "health", "glaucoma")}


@pytest.mark.parametrize("text", ["We use Grafana.", "我们在用Grafana。", "harbor uses Grafana."])
def test_we_and_the_projects_name_are_the_project(recognizer: Recognizer, text: str) -> None:
    (draft,) = read(recognizer, text).drafts

    assert draft.subject.kind is SubjectKind.PROJECT


@pytest.mark.parametrize(
    "text", ["The parser is at 2.1 now.", "We're on parser 2.1.", "I bumped the parser in harbor to 2.1."]
)
def test_a_part_of_the_project_goes_into_the_predicate(recognizer: Recognizer, text: str) -> None:
    assert facts(read(recognizer, text)) == {("harbor", "parser.version", "2.1")}


def test_two_owners_are_not_cut_in_two(recognizer: Recognizer) -> None:
    assert ("search service", "owner", "Ben") not in facts(read(recognizer, "Anna and Ben own the search service."))


def test_reported_i_is_the_speaker_and_quoted_i_is_the_other(recognizer: Recognizer) -> None:
    (reported,) = read(recognizer, "My doctor says I have asthma.").drafts
    (quoted,) = read(recognizer, 'Nadia said, "I live in Oslo now."').drafts

    assert (reported.subject.kind, reported.modality.value) == (SubjectKind.SPEAKER, "quoted")
    assert (quoted.subject.text, quoted.modality.value) == ("Nadia", "quoted")
