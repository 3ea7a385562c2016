import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.language.segment import MAX_SENTENCE, split_sentences


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        ("我今天去了成都。你呢？挺好的!下周见", ["我今天去了成都。", "你呢？", "挺好的!", "下周见"]),
        ("先部署；再测试;最后发布", ["先部署；", "再测试;", "最后发布"]),
        ("他說：「我不去。」然後走了", ["他說：「我不去。」", "然後走了"]),
        ("我觉得……还行。真的", ["我觉得……还行。", "真的"]),
        ("Neo4j 用 5.26.我们用它", ["Neo4j 用 5.26.", "我们用它"]),
        ("one\ntwo\r\nthree", ["one", "two", "three"]),
        ("Dr. Smith met J. K. Rowling at 5 p.m. We left.", ["Dr. Smith met J. K. Rowling at 5 p.m.", "We left."]),
        ("The U.S. Army, e.g. this one, etc. and more", ["The U.S. Army, e.g. this one, etc. and more"]),
        ("It is at v2.55.11 now. It costs 3.50 euros.", ["It is at v2.55.11 now.", "It costs 3.50 euros."]),
        ("See https://a.b/c?d=e.f! Then go.", ["See https://a.b/c?d=e.f!", "Then go."]),
        ("Write to a.b@c.com. Thanks!", ["Write to a.b@c.com.", "Thanks!"]),
        ("Well... I think so. Hmm... maybe", ["Well...", "I think so.", "Hmm... maybe"]),
        ("1. Buy milk\n2. Call Bob.", ["1. Buy milk", "2. Call Bob."]),
        ("No. 5 is alive. No. I do not.", ["No. 5 is alive.", "No.", "I do not."]),
        ('She said "Go." Then left.', ['She said "Go."', "Then left."]),
        ("i went there. it was fun", ["i went there.", "it was fun"]),
        ("Really?! Yes!! Fine", ["Really?!", "Yes!!", "Fine"]),
        ("", []),
        (" \n\t ", []),
    ],
)
def test_text_is_cut_at_the_ends_of_its_sentences(text: str, sentences: list[str]):
    assert [s.text for s in split_sentences(text)] == sentences


_MARKS = st.text(alphabet="aA1 .。!！?？;；…\n\r\"”」'’)v@:/ 我你Mr,，")


@given(st.one_of(st.text(), _MARKS))
def test_offsets_are_exact_and_nothing_but_white_space_is_left_out(text: str):
    position = 0
    for sentence in split_sentences(text):
        assert text[sentence.start : sentence.end] == sentence.text
        assert sentence.text == sentence.text.strip() != ""
        assert not text[position : sentence.start].strip()
        position = sentence.end
    assert not text[position:].strip()


def test_a_text_without_end_marks_is_cut_at_commas_below_the_limit():
    text = "我们部署了服务，" * 400
    sentences = split_sentences(text)
    assert all(len(s.text) <= MAX_SENTENCE and s.text.endswith("，") for s in sentences)
    assert "".join(s.text for s in sentences) == text


@pytest.mark.parametrize("unit", ["a", "a.", "一", "....  ", "http://", "!", "。」", "A.", "... ", "a@", "1. ", " "])
def test_hostile_repetition_takes_linear_time(unit: str):
    started = time.perf_counter()
    split_sentences(unit * (50_000 // len(unit)))
    assert time.perf_counter() - started < 2
