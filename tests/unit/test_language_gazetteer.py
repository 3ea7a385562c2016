import pytest
from hypothesis import given
from hypothesis import strategies as st

from adapters.language.gazetteer import Gazetteer, with_known_names
from memory.ports.recognizer import Analysis, EntityMention, EntityType

NAMES = {
    "Heron": EntityType.PROJECT,
    "Heron Labs": EntityType.ORG,
    "张伟": EntityType.PERSON,
    "张伟工程师": EntityType.PERSON,
    "C++": EntityType.PRODUCT,
    "X": EntityType.OTHER,
}


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("heron and HERON", ["heron", "HERON"]),
        ("Heron Labs has Heron", ["Heron Labs", "Heron"]),
        ("the herons and superheron", []),
        ("Heron's plan", ["Heron"]),
        ("我用Heron写的", ["Heron"]),
        ("張偉和张伟工程师", ["張偉", "张伟工程师"]),
        ("we like C++.", ["C++"]),
        ("X", []),
        ("", []),
        ("İ Heron", ["Heron"]),
    ],
)
def test_the_longest_whole_names_are_found_in_any_case_and_spelling(text: str, found: list[str]):
    assert [m.text for m in Gazetteer(NAMES).find(text)] == found


@given(st.text(alphabet="Heron Labs张偉伟İßX工程师'"))
def test_offsets_of_known_names_are_exact(text: str):
    for mention in Gazetteer(NAMES).find(text):
        assert text[mention.start : mention.end] == mention.text


def test_a_longer_mention_of_the_model_stays():
    text = "Kestrel Labs hired me"
    mention = EntityMention("Kestrel Labs", 0, 12, EntityType.ORG)
    analysis = Analysis(text, "en", (), (mention,))
    assert with_known_names(analysis, Gazetteer({"Kestrel": EntityType.ORG})).mentions == (mention,)
