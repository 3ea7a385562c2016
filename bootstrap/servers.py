"""What must be known of a server to run it as a child process. Pure values: starting and stopping is done elsewhere."""

import signal
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from http import HTTPStatus
from pathlib import Path

from bootstrap.http_probe import status_of
from memory.model.errors import ConfigurationInvalid

LOOPBACK = "127.0.0.1"
WEAVIATE_INTERNAL_PORTS = 4

ReadyProbe = Callable[[], Awaitable[bool]]


@dataclass(frozen=True, slots=True)
class ServerSpec:
    """One server process.

    `env` is added to a minimal inherited environment (PATH, HOME, LANG, TMPDIR): no setting of ours leaks into a
    child. `ready` answers false while the server still starts, and raises `ConfigurationInvalid` when waiting longer
    cannot help (such as a wrong password). After `stop_signal` the process has `stop_grace_s` seconds, then SIGKILL.
    `ports` are those it binds, to be checked for being free before the start.
    """

    name: str
    argv: list[str]
    env: dict[str, str]
    cwd: Path | None
    ready: ReadyProbe
    stop_signal: signal.Signals = signal.SIGTERM
    stop_grace_s: float = 10.0
    ready_timeout_s: float = 60.0
    ports: tuple[int, ...] = field(default=())


def weaviate_spec(
    binary: Path,
    data_dir: Path,
    http_port: int,
    grpc_port: int,
    api_key: str,
    internal_ports: Sequence[int],
) -> ServerSpec:
    """A single hardened Weaviate: keys only, no schema by guess, no modules, no telemetry.

    `internal_ports` are four free ports (raft, its rpc, gossip, cluster data), so that two servers can coexist.
    """
    argv = [str(binary), "--host", LOOPBACK, "--port", str(http_port), "--scheme", "http"]
    env = {
        "PERSISTENCE_DATA_PATH": str(data_dir.absolute()),
        "GRPC_PORT": str(grpc_port),
        **_weaviate_access(api_key),
        **_weaviate_cluster(internal_ports, api_key),
        **_WEAVIATE_FIXED,
    }
    return ServerSpec(
        name="weaviate",
        argv=argv,
        env=env,
        cwd=data_dir,
        ready=_weaviate_probe(http_port, api_key),
        stop_grace_s=15.0,
        ready_timeout_s=45.0,
        ports=(http_port, grpc_port, *internal_ports),
    )


_WEAVIATE_FIXED = {
    "AUTOSCHEMA_ENABLED": "false",
    "DEFAULT_VECTORIZER_MODULE": "none",
    "ENABLE_MODULES": "",
    "API_BASED_MODULES_DISABLED": "true",
    "ASYNC_INDEXING": "false",
    "DISABLE_TELEMETRY": "true",
    # Port 6060 would be bound on every interface.
    "GO_PROFILING_DISABLE": "true",
    "PROMETHEUS_MONITORING_ENABLED": "false",
    "LIMIT_RESOURCES": "true",
    "LOG_LEVEL": "warning",
}


def _weaviate_access(api_key: str) -> dict[str, str]:
    return {
        "AUTHENTICATION_ANONYMOUS_ACCESS_ENABLED": "false",
        "AUTHENTICATION_APIKEY_ENABLED": "true",
        "AUTHENTICATION_APIKEY_ALLOWED_KEYS": api_key,
        "AUTHENTICATION_APIKEY_USERS": "memc",
        "AUTHORIZATION_ADMINLIST_ENABLED": "true",
        "AUTHORIZATION_ADMINLIST_USERS": "memc",
    }


def _weaviate_cluster(ports: Sequence[int], api_key: str) -> dict[str, str]:
    raft, raft_rpc, gossip, data = ports
    return {
        "CLUSTER_HOSTNAME": "node1",
        "CLUSTER_ADVERTISE_ADDR": LOOPBACK,
        "CLUSTER_BIND_ADDR": LOOPBACK,
        # The data port of a released build listens on every interface (ours does not, see docker/native).
        "CLUSTER_BASIC_AUTH_USERNAME": "memc",
        "CLUSTER_BASIC_AUTH_PASSWORD": api_key,
        "RAFT_BOOTSTRAP_EXPECT": "1",
        "RAFT_JOIN": "node1",
        # One node elects itself: no need to wait 5 to 10 s for others.
        "RAFT_TIMEOUTS_MULTIPLIER": "1",
        "RAFT_PORT": str(raft),
        "RAFT_INTERNAL_RPC_PORT": str(raft_rpc),
        "CLUSTER_GOSSIP_BIND_PORT": str(gossip),
        "CLUSTER_DATA_BIND_PORT": str(data),
    }


def _weaviate_probe(http_port: int, api_key: str) -> ReadyProbe:
    async def ready() -> bool:
        if await status_of(http_port, "/v1/.well-known/ready") != HTTPStatus.OK:
            return False
        status = await status_of(http_port, "/v1/meta", headers={"Authorization": f"Bearer {api_key}"})
        if status in {HTTPStatus.UNAUTHORIZED, HTTPStatus.FORBIDDEN}:
            raise ConfigurationInvalid("Weaviate refuses the API key. Another server may hold the port: check it.")
        return status == HTTPStatus.OK

    return ready


def neo4j_spec(home: Path, data_dir: Path, bolt_port: int, password: str) -> ServerSpec:
    """A Neo4j community server built by `docker/native` into `home`: Bolt only, password set before the port opens.

    The password is stored at the first start in `data_dir`; later starts must give the same one.
    """
    # The driver costs a second of a processor to load, so only a stack with Neo4j does.
    from bootstrap.neo4j_probe import neo4j_probe  # noqa: PLC0415

    argv = [
        "java",
        "@java.args",
        "-XX:SharedArchiveFile=server.jsa",
        f"-XX:ErrorFile={data_dir.absolute()}/java_error.log",
    ]
    return ServerSpec(
        name="neo4j",
        argv=[*argv, "Neo4jServer", str(data_dir.absolute()), str(bolt_port)],
        env={"NEO4J_FIRST_PASSWORD": password},
        # The class path is relative to it, so that the class archive holds wherever the cache is.
        cwd=home,
        ready=neo4j_probe(bolt_port, password),
        stop_grace_s=15.0,
        ready_timeout_s=90.0,
        ports=(bolt_port,),
    )
