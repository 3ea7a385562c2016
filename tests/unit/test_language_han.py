import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.language.han import fold
from memory.language.han_table import SIMPLIFIED, TRADITIONAL


def test_the_table_is_one_to_one_and_large_enough():
    assert len(TRADITIONAL) == len(SIMPLIFIED) == len(set(TRADITIONAL))
    assert len(TRADITIONAL) >= 2500


@pytest.mark.parametrize(
    ("traditional", "simplified"),
    [
        ("陳經理", "陈经理"),
        ("我們下禮拜去臺北", "我们下礼拜去台北"),
        ("開放時間後來變了", "开放时间后来变了"),
        ("說著話", "说着话"),
        ("著名的著作", "著名的著作"),
        ("乾隆喜歡乾燥", "乾隆喜欢干燥"),
        ("瞭解與瞭望", "了解与瞭望"),
        ("甚麼", "什么"),
        ("妳", "你"),
        ("已经是简体字了", "已经是简体字了"),
        ("plain ASCII", "plain ASCII"),
    ],
)
def test_folding_gives_the_simplified_form(traditional: str, simplified: str):
    assert fold(traditional) == simplified


@given(st.text())
def test_folding_keeps_the_length_and_is_idempotent(text: str):
    folded = fold(text)
    assert len(folded) == len(text)
    assert fold(folded) == folded


@given(st.text(alphabet=TRADITIONAL + "著乾瞭甚麼隆名"))
def test_folding_traditional_text_keeps_the_length_and_is_idempotent(text: str):
    assert len(fold(text)) == len(text)
    assert fold(fold(text)) == fold(text)
