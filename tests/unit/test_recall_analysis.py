"""What a question asks for, by rule, in both languages."""

from datetime import datetime, timedelta, timezone

import pytest

from memory.recall.analysis import is_question, mentioned, predicates_asked, question_class, read_query, without_names

CST = timezone(timedelta(hours=8))
NOW = datetime(2026, 3, 10, 9, 0, tzinfo=CST)


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("Why was the mail migration rolled back?", "why"),
        ("支付模块为什么延期", "why"),
        ("邮箱迁移回滚的根本原因是什么？", "why"),
        ("When do we meet for stand-up?", "when"),
        ("结题材料的截止日是哪天？", "when"),
        ("What came right after I mentioned the signed lease?", "next"),
        ("讲完博物馆演示之后，我下一句说的是什么？", "next"),
        ("后来怎么样了？", "next"),
        ("Which reminders do I have?", "list"),
        ("我有哪些提醒？", "list"),
        ("How do I restart the gateway?", "how"),
        ("网关怎么部署？", "how"),
        ("Which food can't I stand?", "preference"),
        ("我喜欢什么形式的周报？", "preference"),
        ("Who reports to Mei's manager?", "relation"),
        ("Where does the office bread come from?", "fact"),
        ("船停在哪儿？", "fact"),
    ],
)
def test_the_class_of_a_question(query: str, expected: str) -> None:
    assert question_class(query) == expected


@pytest.mark.parametrize(
    ("query", "predicate"),
    [
        ("What's the deadline for submitting Driftwood?", "deadline"),
        ("结题材料的截止日是哪天？", "deadline"),
        ("Which parser version does Juniper use?", "version"),
        ("渡口目前的部署方式是什么？", "deployment"),
        ("我现在是什么饮食方案？", "diet"),
        ("Where is home for me?", "lives_in"),
        ("要找我的话，我人在哪儿上班？", "works_from"),
        ("Which reminders do I have?", "reminder"),
        ("谁负责网关？", "owner"),
    ],
)
def test_the_predicates_that_a_question_is_about(query: str, predicate: str) -> None:
    assert predicate in predicates_asked(query)


def test_a_question_about_nothing_registered_asks_for_no_slot() -> None:
    assert predicates_asked("天空是蓝色的吗？") == ()


def test_names_are_found_whole_and_the_longest_first() -> None:
    names = ["Jan", "Jana", "Jana Reiter", "张伟", "网关"]
    assert mentioned("Did Jana Reiter call Jan?", names) == ("Jana Reiter", "Jan")
    assert mentioned("張偉負責網關嗎", names) == ("张伟", "网关")


def test_participants_names_are_taken_out_of_the_dense_query_with_their_possessives() -> None:
    assert without_names("What is Caroline's favourite book?", ["Caroline"]) == "What is favourite book?"
    assert without_names("江照的车是哪款？", ["江照"]) == "车是哪款？"
    assert without_names("Caroline?", ["Caroline"]) == "Caroline?"


def test_a_time_in_the_question_is_a_window_seen_from_now() -> None:
    found = read_query("What did I do yesterday?", NOW, "Asia/Shanghai", []).reading.window
    assert found is not None
    assert found.start == datetime(2026, 3, 9, tzinfo=CST)
    assert found.end == datetime(2026, 3, 10, tzinfo=CST)


def test_now_is_no_window() -> None:
    assert read_query("渡口现在用什么部署？", NOW, "Asia/Shanghai", []).reading.window is None


def test_a_query_is_read_as_a_whole() -> None:
    found = read_query("上次江照为什么生气？", NOW, "Asia/Shanghai", ["渡口", "江照"], ["江照"])
    assert (found.reading.language, found.reading.question_class) == ("zh", "why")
    assert found.reading.entities == ("江照",)
    assert found.speakers == ("江照",)
    assert found.anaphora == "last_time"


@pytest.mark.parametrize(
    ("query", "first_person", "first_plural"),
    [("我的车是哪款？", True, False), ("我们的税务编号？", False, True), ("What is my car?", True, False)],
)
def test_whom_a_question_is_about(query: str, first_person: bool, first_plural: bool) -> None:
    found = read_query(query, NOW, "UTC", [])
    assert (found.first_person, found.first_plural) == (first_person, first_plural)


@pytest.mark.parametrize("query", ["", "  ", "???", "\u0000", "a" * 2000, "（）"])
def test_any_text_can_be_asked(query: str) -> None:
    assert read_query(query, NOW, "UTC", ["", "x"]).reading.question_class == "fact"


@pytest.mark.parametrize(
    ("text", "asks"),
    [
        ("Where is it?", True),
        ("你去吗", True),
        ("I moved to Porto.", False),
        ("谁知道呢", True),
        ("预算是50万。", False),
    ],
)
def test_turns_that_ask_are_told_from_turns_that_tell(text: str, asks: bool) -> None:
    assert is_question(text) is asks
