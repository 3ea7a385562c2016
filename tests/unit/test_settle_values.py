"""When two wordings are one value, and how a fact reads."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.model.ids import derived_id
from memory.settle.registry import DEFAULT_REGISTRY
from memory.settle.render import language_of_value, render_text
from memory.settle.values import normal_value, refers_to, value_keys


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("50万", "500000"),
        ("50万元", "五十万"),
        ("1.2亿", "120,000,000"),
        ("$30k", "$30,000"),
        ("3 million", "3,000,000"),
        ("the Porto office", "Porto office"),
        ("離線安裝包", "离线安装包"),
        ("Nomad 任务", "Nomad任务"),
        ("Ｎｏｍａｄ", "nomad"),
        ("“Miso”.", "Miso"),
        ("09:40", "9:40"),
        ("￥800", "800元"),
    ],
)
def test_one_value_in_two_wordings(left: str, right: str) -> None:
    assert normal_value(left) == normal_value(right)


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("room 101", "room 102"),
        ("2.1", "2.10"),
        ("9:40", "19:40"),
        ("$50", "50元"),
        ("A-101", "A101 east"),
        ("一页表格", "1页表格以外"),
        ("tea", "no tea"),
        ("千岛湖", "1000岛湖"),
    ],
)
def test_two_values_stay_two(left: str, right: str) -> None:
    assert normal_value(left) != normal_value(right)


@given(st.text(max_size=40))
def test_normalising_never_fails(text: str) -> None:
    assert normal_value(text) or not text.strip()


@given(st.text(alphabet="abc 一二万012.-the", max_size=20))
def test_case_and_surrounding_marks_do_not_count(text: str) -> None:
    value = f"x{text}x"
    assert normal_value(f" “{value.upper()}”。") == normal_value(value)


@pytest.mark.parametrize(
    ("words", "stated", "meant"),
    [
        ("pottery", "pottery class at tanner's yard", True),
        ("陶艺", "周三的陶艺课", True),
        ("choir", "pottery class", False),
        ("room 101", "room 101 on the left", True),
        ("room 101", "room 102", False),
        ("a", "a b", False),
    ],
)
def test_the_end_of_something_may_be_worded_shorter(words: str, stated: str, meant: bool) -> None:
    assert refers_to(words, stated) is meant


def test_a_wording_joins_the_one_entity_that_bears_it_and_none_of_two() -> None:
    left, right = derived_id("entity", ["l"]), derived_id("entity", ["r"])
    one = value_keys([("张工", left), ("张工", None), ("张伟", left)])
    assert len(set(one.values())) == 1
    two = value_keys([("reiter", left), ("reiter", right), ("reiter", None)])
    assert len(set(two.values())) == 3


@pytest.mark.parametrize(
    ("predicate", "subject", "value", "text"),
    [
        ("lives_in", "Lin", "Porto", "Lin lives in Porto"),
        ("lives_in", "林", "济南", "林住在济南"),
        ("budget", "渡口", "五十万", "渡口的预算是五十万"),
        ("budget", "Juniper", "500k", "Juniper's budget is 500k"),
        ("parser.version", "Juniper", "5.56.22", "Juniper's parser version is 5.56.22"),
        ("driftwood submission.deadline", "driftwood", "March 11", "driftwood submission deadline is March 11"),
        ("解析器.version", "竹影", "4.57.28", "竹影的解析器的版本是4.57.28"),
        ("栈桥.budget", "栈桥", "39.8万", "栈桥的预算是39.8万"),
        ("健身房的柜子.value", "江照", "4712号", "江照的健身房的柜子是4712号"),
        ("event", "Felix", "signed the lease", "Felix signed the lease"),
        ("likes", "江照", "豆皮", "江照喜欢豆皮"),
        ("allergy", "Bo", "kiwi", "Bo is allergic to kiwi"),
        ("keeps", "Leila", "the spare key", "Leila keeps the spare key"),
        ("accountant", "Tidewater", "Zdenka", "Tidewater's accountant is Zdenka"),
        ("主管兽医", "麦浪", "段志强", "麦浪的主管兽医是段志强"),
        ("养", "林", "猫", "林养猫"),
    ],
)
def test_a_fact_reads_as_a_short_sentence(predicate: str, subject: str, value: str, text: str) -> None:
    language = language_of_value(subject, value)
    assert render_text(subject, DEFAULT_REGISTRY.lookup(predicate), value, language) == text
