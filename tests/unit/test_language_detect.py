import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.language.detect import language_of


@pytest.mark.parametrize(
    "text",
    [
        "我下周三去成都出差",
        "陳經理下禮拜去臺北",
        "Bob说project要delay到Q3",
        "部署 production 环境",
        "Deploy 到 production",
        "我用 VS Code 写 the parser",
        "Weaviate 部署",
        "好",
    ],
)
def test_chinese_and_mixed_text_with_chinese_grammar_is_chinese(text: str):
    assert language_of(text) == "zh"


@pytest.mark.parametrize(
    "text",
    [
        "Yara leads billing",
        "I live in 北京 now",
        "My name is 王芳",
        "张伟 prefers Weaviate",
        "王芳 leads billing",
        "café is nice",
        "ok",
        "",
        "😀",
        "123",
    ],
)
def test_english_text_with_chinese_names_and_text_without_letters_is_english(text: str):
    assert language_of(text) == "en"


@given(st.text())
def test_any_text_has_a_language(text: str):
    assert language_of(text) in ("zh", "en")
