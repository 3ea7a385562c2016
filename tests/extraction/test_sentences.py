"""What was told reads as a sentence: a verb is a verb, and no 是 is put where nobody said it."""

import pytest

from memory.language.detect import language_of
from memory.ports.recognizer import Recognizer
from memory.settle.registry import DEFAULT_REGISTRY
from memory.settle.render import render_text
from tests.extraction.reading import read


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("Odile drops the twins at the north gate.", "Odile drops twins at the north gate"),
        ("Abi forks out £38.75 a month for broadband.", "Abi forks out £38.75 a month for broadband"),
        ("The landlord watches the meters.", "landlord watches meters"),
        ("Tama coaches me.", "Tama coaches me"),
        ("Biscuit is on 2 mg of thyroid medicine.", "Biscuit is on 2 mg of thyroid medicine"),
        ("The office is at 12 Oak Street.", "office is at 12 Oak Street"),
        ("The bolts spin in the holes.", "bolts spin in the holes"),
        ("The spare keys are in the top drawer of my desk.", "spare keys are at top drawer of my desk"),
        ("James feeds the heron.", "James feeds heron"),
        ("打好的包丢到飞书群里。", "打好的包丢到飞书群里"),
        ("新首页先放给5%的人。", "新首页放给5%的人"),
        ("店里的豆子拿的是云上烘焙的。", "店里的豆子拿的是云上烘焙的"),
        ("缬沙坦给提到160毫克了。", "缬沙坦是160毫克"),
    ],
)
def test_what_was_told_reads_as_a_sentence(recognizer: Recognizer, text: str, sentence: str) -> None:
    said = [
        render_text(draft.subject.text, DEFAULT_REGISTRY.lookup(draft.predicate), draft.value, language_of(draft.value))
        for draft in read(recognizer, text, project="").drafts
    ]
    assert sentence in said
