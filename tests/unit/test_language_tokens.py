import time
from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.language.tokens import MAX_TOKEN, index_tokens, query_tokens, token_count


def test_chinese_is_indexed_by_characters_and_pairs_without_particles_alone():
    assert index_tokens("部署了") == ["部", "署", "部署", "署了"]


def test_both_spellings_of_chinese_give_the_same_tokens():
    assert index_tokens("陳經理下禮拜說明預算") == index_tokens("陈经理下礼拜说明预算")
    assert query_tokens("陳經理") == ["陈经", "经理"]


def test_latin_words_are_lower_cased_stemmed_and_stopped():
    assert index_tokens("The Parsers were running quickly") == ["parser", "run", "quick"]
    assert index_tokens("I'm sure it doesn't") == ["sure"]
    assert index_tokens("Yara's café, ＦＵＬＬ width") == ["yara", "cafe", "full", "width"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2.55.11", "2.55.11"),
        ("v2.55.11", "2.55.11"),
        ("v2.1版", "2.1"),
        ("14:30", "14:30"),
        ("2026-11-30", "2026-11-30"),
        ("1,000", "1000"),
        ("2.0.0-rc1", "2.0.0-rc1"),
        ("PROJ-123", "proj-123"),
        ("memory_model", "memory_model"),
        ("C++", "c++"),
        ("C#", "c#"),
        ("D.G.I.A.", "dgia"),
        ("DGIA", "dgia"),
        ("Q3", "q3"),
        ("a.b@c.com", "a.b@c.com"),
    ],
)
def test_numbers_versions_and_identifiers_stay_whole(text: str, expected: str):
    assert expected in index_tokens(f"about {text} then")
    assert expected in query_tokens(text)


def test_identifiers_give_their_parts_too():
    assert index_tokens("getUserName") == ["getusername", "get", "user", "name"]
    assert {"memori", "model"} <= set(index_tokens("memory_model"))
    assert {"30ms", "30", "ms"} <= set(index_tokens("30ms"))
    assert {"proj", "123"} <= set(index_tokens("PROJ-123"))


def test_capitals_that_mean_something_are_no_stop_words():
    assert "us" in index_tokens("She moved to the US in May")
    assert "it" in index_tokens("我在IT部门")
    assert "us" not in index_tokens("tell us more")
    assert index_tokens("WHO ARE YOU") == []


@pytest.mark.parametrize(
    ("question", "tokens"),
    [
        ("猫的名字是什么", ["猫", "名字"]),
        ("張偉在哪裡工作", ["张伟", "工作"]),
        ("预算是多少", ["预算"]),
        ("什么时候部署 Weaviate 2.1", ["部署", "weaviat", "2.1"]),
        ("What does Yara lead?", ["yara", "lead"]),
        ("部署部署", ["部署", "署部"]),
        ("他是谁？", []),
        ("", []),
    ],
)
def test_questions_give_pairs_and_words_without_stop_words_once_each(question: str, tokens: list[str]):
    assert query_tokens(question) == tokens


@given(st.text())
def test_any_text_gives_clean_tokens(text: str):
    for token in (*index_tokens(text), *query_tokens(text)):
        assert 0 < len(token) <= MAX_TOKEN
        assert token == token.strip()
        assert "\x00" not in token
        token.encode()


@given(st.text(alphabet="部署经理的了我们在 ab.-_1"))
def test_each_token_of_a_query_is_a_token_of_the_same_text_indexed(text: str):
    assert set(query_tokens(text)) <= set(index_tokens(text))


def test_tokens_are_the_same_from_many_threads():
    texts = [f"running parsers {i} quickly deployed servers number{i}ing" for i in range(2000)]
    expected = [index_tokens(t.replace("ing", "ing")) for t in texts]
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(index_tokens, texts)) == expected


@pytest.mark.parametrize("unit", ["a", "a.", "一", "1,", "a_", "a'", "http://", "é", "v1-", "x ", "😀"])
def test_hostile_repetition_takes_linear_time(unit: str):
    started = time.perf_counter()
    text = unit * (50_000 // len(unit))
    index_tokens(text)
    query_tokens(text)
    token_count(text)
    assert time.perf_counter() - started < 3


def test_tokens_are_counted_without_a_network():
    assert token_count("") == 0
    assert token_count("我喜欢") == 3
    assert token_count("dark mode") == 3
    assert token_count("我喜欢 dark mode") == 6
    assert token_count("a" * 400) == 100
