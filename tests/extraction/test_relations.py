"""The eight kinds of relations between statements, in both languages, with the words that show them."""

import pytest

from memory.language.validate import MAX_RELATIONS, RELATION_KINDS
from memory.ports.recognizer import Recognizer
from tests.extraction.reading import read

ROWS = [
    ("CAUSE", "The outage was caused by the expired cert.", "the expired cert", "outage"),
    ("CAUSE", "网络抖动导致登录失败。", "网络抖动", "登录失败"),
    ("CONDITIONAL", "If I moved to Rome, I would learn Italian.", "Rome", "Italian"),
    ("CONDITIONAL", "要是搬到昆明，我就把车卖了。", "昆明", "把车卖"),
    ("TEMPORAL", "The gateway crashed yesterday. Then we rolled back the release.", "crashed", "rolled back"),
    ("TEMPORAL", "I signed the lease yesterday. Before that, I sold the car.", "sold the car", "signed the lease"),
    ("TEMPORAL", "昨天网关中断了，然后我们回滚了版本。", "中断", "回滚了版本"),
    ("CONTRADICT", "I like tea but I hate green tea.", "tea", "green tea"),
    ("CONTRADICT", "我喜欢喝茶，但是不喜欢喝绿茶。", "喝茶", "喝绿茶"),
    ("ELABORATE", "We use Redis for caching. Specifically, Redis runs in Frankfurt.", "Redis", "in Frankfurt"),
    ("ELABORATE", "我们用Redis做缓存。具体来说，缓存部署在阿里云。", "Redis", "阿里云"),
    ("SUPPORT", "The blood test showed that I am allergic to peanuts.", "The blood test", "peanuts"),
    ("SUPPORT", "体检报告表明我对花生过敏。", "体检报告", "花生"),
    ("ANALOGY", "Omar moved to Leeds. Likewise, Ingrid moved to Graz.", "Leeds", "Graz"),
    ("ANALOGY", "王芳搬到了厦门。同样，李雷搬到了大理。", "厦门", "大理"),
    ("PARALLEL", "Omar owns the billing service and Ingrid takes care of reporting.", "Omar", "Ingrid"),
    ("PARALLEL", "张三负责设计，李四负责开发。", "张三", "李四"),
]


@pytest.mark.parametrize(("kind", "text", "source", "target"), ROWS, ids=[f"{row[0]}: {row[1]}" for row in ROWS])
def test_a_relation_leads_from_one_statement_to_the_other(
    recognizer: Recognizer, kind: str, text: str, source: str, target: str
) -> None:
    found = read(recognizer, text)

    (relation,) = found.relations
    assert relation.kind == kind
    assert source in found.drafts[relation.from_index].value
    assert target in found.drafts[relation.to_index].value
    assert text[relation.start : relation.end]


def test_every_kind_is_read_in_both_languages() -> None:
    for chinese in (True, False):
        assert {row[0] for row in ROWS if (row[1][0] > "z") is chinese} == RELATION_KINDS


@pytest.mark.parametrize(
    "text",
    [
        "I live in Ghent. My sister teaches chemistry.",
        "我住在浦东，在张江上班。",
        "I like tea but the budget is 12,000 euros.",
        "It did not fail because of the cert.",
        "The report does not show that I am allergic to peanuts.",
        "这并不说明我对花生过敏。",
    ],
)
def test_statements_that_only_stand_beside_each_other_are_not_related(recognizer: Recognizer, text: str) -> None:
    assert read(recognizer, text).relations == ()


def test_relations_of_a_chunk_are_bounded(recognizer: Recognizer) -> None:
    text = " ".join(f"I moved to {town}. Likewise, Ingrid moved to Graz." for town in ["Rome", "Bern", "Oslo"] * 40)

    found = read(recognizer, text)

    assert 0 < len(found.relations) <= MAX_RELATIONS
    assert all(max(relation.from_index, relation.to_index) < len(found.drafts) for relation in found.relations)
