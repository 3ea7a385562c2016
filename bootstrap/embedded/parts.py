"""The children of the stack that are not plain servers, and which servers a choice of projections asks for."""

import os
import sys
from http import HTTPStatus
from pathlib import Path

from bootstrap.embedded.ports import LOOPBACK
from bootstrap.embedded.state import DevSecrets, StateDir
from bootstrap.embedded.supervisor import ChildSpec
from bootstrap.http_probe import status_of
from bootstrap.native import neo4j_home, weaviate_binary
from bootstrap.readiness import is_announced
from bootstrap.servers import ServerSpec, neo4j_spec, weaviate_spec
from bootstrap.settings import GraphBackend, Settings, VectorBackend
from memory.model.errors import ConfigurationInvalid

APPS_RANK = 2
SERVERS_RANK = 1
AUTHORITY_RANK = 0
# A little more than what the worker gives its running activities.
APP_GRACE_S = 5.5
# Seconds on a quiet machine; on one that is busy with other things it may be minutes, and giving up would not help.
START_TIMEOUT_S = 240.0
CODE = Path(__file__).resolve().parents[2]

WEAVIATE_PORTS = ("weaviate", "weaviate_grpc", "weaviate_raft", "weaviate_rpc", "weaviate_gossip", "weaviate_data")
NEO4J_PORTS = ("neo4j",)


def runs_weaviate(settings: Settings) -> bool:
    """Whether the stack starts Weaviate itself; a configured address means that somebody else runs it."""
    return settings.vector_backend is VectorBackend.WEAVIATE and not settings.weaviate_url


def runs_neo4j(settings: Settings) -> bool:
    """Whether the stack starts Neo4j itself."""
    return settings.graph_backend is GraphBackend.NEO4J and not settings.neo4j_url


def weaviate_child(state: StateDir, ports: dict[str, int], secrets: DevSecrets) -> ChildSpec:
    """The native Weaviate; raises `ConfigurationInvalid` when it is not built."""
    binary = weaviate_binary()
    if binary is None:
        raise ConfigurationInvalid(_not_built("Weaviate", "weaviate", "MEMC_WEAVIATE_URL"))
    state.weaviate.mkdir(exist_ok=True, mode=0o700)
    http, grpc, *internal = (ports[name] for name in WEAVIATE_PORTS)
    spec = weaviate_spec(binary, state.weaviate, http, grpc, secrets.weaviate_api_key, internal)
    return ChildSpec(spec, stop_rank=SERVERS_RANK)


def neo4j_child(state: StateDir, ports: dict[str, int], secrets: DevSecrets) -> ChildSpec:
    """The native Neo4j; raises `ConfigurationInvalid` when it is not built."""
    home = neo4j_home()
    if home is None:
        raise ConfigurationInvalid(_not_built("Neo4j", "neo4j", "MEMC_NEO4J_URL"))
    state.neo4j.mkdir(exist_ok=True, mode=0o700)
    return ChildSpec(neo4j_spec(home, state.neo4j, ports["neo4j"], secrets.neo4j_password), stop_rank=SERVERS_RANK)


def _not_built(title: str, name: str, variable: str) -> str:
    return (
        f"{title} is not installed natively: build it once with `docker/native/build.py {name}`, or set {variable} to a "
        "running server."
    )


def app_environment(settings: Settings, ports: dict[str, int], secrets: DevSecrets, service_url: str) -> dict[str, str]:
    """What API and worker of the stack are told: the user's settings, and where the stack's servers are."""
    stack = {
        "MEMC_DATABASE_URL": service_url,
        "MEMC_TEMPORAL_ADDRESS": f"{LOOPBACK}:{ports['temporal']}",
        "MEMC_VECTOR": settings.vector_backend.value,
        "MEMC_GRAPH": settings.graph_backend.value,
        "MEMC_API_HOST": LOOPBACK,
        "MEMC_BLOB_URL": settings.blob_url or (settings.state_dir.absolute() / "blobs").as_uri(),
    }
    if runs_weaviate(settings):
        stack["MEMC_WEAVIATE_URL"] = f"http://{LOOPBACK}:{ports['weaviate']}"
        stack["MEMC_WEAVIATE_GRPC_URL"] = f"{LOOPBACK}:{ports['weaviate_grpc']}"
        stack["MEMC_WEAVIATE_API_KEY"] = secrets.weaviate_api_key
    if runs_neo4j(settings):
        stack["MEMC_NEO4J_URL"] = f"bolt://{LOOPBACK}:{ports['neo4j']}"
        stack["MEMC_NEO4J_USER"] = "neo4j"
        stack["MEMC_NEO4J_PASSWORD"] = secrets.neo4j_password
    generated = {"MEMC_CODEC_KEYS": secrets.codec_keys, "MEMC_SIGNING_KEY": secrets.signing_key}
    return generated | settings.environment() | stack


def api_child(environment: dict[str, str], port: int) -> ChildSpec:
    """`memc serve`."""

    async def ready() -> bool:
        return await status_of(port, "/healthz") == HTTPStatus.OK

    server = ServerSpec(
        name="api",
        argv=_memc("serve"),
        env=environment | {"MEMC_API_PORT": str(port)} | _import_path(),
        cwd=None,
        ready=ready,
        stop_grace_s=APP_GRACE_S,
        ready_timeout_s=START_TIMEOUT_S,
        ports=(port,),
    )
    return ChildSpec(server, stop_rank=APPS_RANK, whole_environment=True)


def worker_child(environment: dict[str, str], ready_file: Path) -> ChildSpec:
    """What `memc worker` becomes, without the detour."""

    async def ready() -> bool:
        return is_announced(ready_file)

    server = ServerSpec(
        name="worker",
        argv=_python("worker"),
        env=environment | {"MEMC_READY_FILE": str(ready_file)} | _import_path(),
        cwd=None,
        ready=ready,
        stop_grace_s=APP_GRACE_S,
        ready_timeout_s=START_TIMEOUT_S,
    )
    return ChildSpec(server, stop_rank=APPS_RANK, whole_environment=True)


def _memc(*arguments: str) -> list[str]:
    return _python("api.cli.main", *arguments)


def _python(module: str, *arguments: str) -> list[str]:
    # -P: a folder named `memory` or `worker` where the user happens to stand must not be imported.
    return [sys.executable, "-P", "-m", module, *arguments]


def _import_path() -> dict[str, str]:
    return {"PYTHONPATH": os.pathsep.join(filter(None, [str(CODE), os.environ.get("PYTHONPATH", "")]))}
