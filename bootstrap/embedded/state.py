"""The state folder of `memc dev`: where its data, passwords, ports and records of children are."""

import base64
import fcntl
import json
import os
import secrets
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass, fields
from pathlib import Path

from pydantic import TypeAdapter, ValidationError

from bootstrap.embedded.processes import ProcessMark
from memory.model.errors import ConfigurationInvalid

PRIVATE = 0o600


@dataclass(frozen=True, slots=True)
class DevSecrets:
    """What the stack generates for itself at its first start."""

    postgres_password: str
    owner_password: str
    service_password: str
    weaviate_api_key: str
    neo4j_password: str
    codec_keys: str
    signing_key: str
    api_key: str

    def __repr__(self) -> str:
        return "DevSecrets(…)"


@dataclass(frozen=True, slots=True)
class StackInfo:
    """A running stack, as client commands find it."""

    url: str
    temporal_ui: str
    control: str
    pid: int
    vector: str
    graph: str


_CHILDREN = TypeAdapter(dict[str, ProcessMark])
_STACK = TypeAdapter(StackInfo)


class StateDir:
    """Paths and small files below one state folder."""

    def __init__(self, root: Path) -> None:
        self.root = root.absolute()
        self.postgres = self.root / "pg"
        self.temporal_db = self.root / "temporal.db"
        self.weaviate = self.root / "weaviate"
        self.neo4j = self.root / "neo4j"
        self.blobs = self.root / "blobs"
        self.logs = self.root / "logs"
        self._secrets = self.root / "secrets.json"
        self._ports = self.root / "ports.json"
        self._children = self.root / "children.json"
        self._stack = self.root / "stack.json"
        self._lock = self.root / "lock"

    def create(self) -> None:
        """Makes the folders; raises `ConfigurationInvalid` when that is impossible."""
        try:
            if not self.root.exists():
                self.root.mkdir(parents=True)
                # As root Postgres runs as somebody else, who must be able to pass through.
                self.root.chmod(0o711 if os.geteuid() == 0 else 0o700)
            for folder in (self.logs, self.blobs):
                folder.mkdir(exist_ok=True, mode=0o700)
        except OSError as error:
            raise ConfigurationInvalid(
                f"The state folder {self.root} cannot be used ({error.strerror}): choose another one with --state-dir."
            ) from None

    @contextmanager
    def locked(self) -> Generator[None]:
        """Holds the folder for this process; the lock ends with the process, however that ends."""
        handle = os.open(self._lock, os.O_RDWR | os.O_CREAT, PRIVATE)
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(handle)
            raise ConfigurationInvalid(self._held_sentence()) from None
        try:
            yield
        finally:
            os.close(handle)

    def _held_sentence(self) -> str:
        running = self.stack()
        where = f" at {running.url} (process {running.pid})" if running else ""
        return f"`memc dev` already runs on {self.root}{where}: use it, stop it, or choose another --state-dir."

    def secrets(self, fixed_api_key: str) -> DevSecrets:
        """The stored secrets, made at the first call; a fixed API key replaces the stored one."""
        stored = _read(self._secrets)
        made = stored | {name: value for name, value in _fresh_secrets().items() if name not in stored}
        if fixed_api_key:
            made["api_key"] = fixed_api_key
        if made != stored:
            _write(self._secrets, made)
        return DevSecrets(**{field.name: str(made[field.name]) for field in fields(DevSecrets)})

    def remembered_ports(self) -> dict[str, int]:
        """The ports of the last start."""
        return {name: port for name, port in _read(self._ports).items() if isinstance(port, int)}

    def remember_ports(self, ports: Mapping[str, int]) -> None:
        """Keeps ports for the next start; those of parts that do not run this time stay remembered."""
        _write(self._ports, self.remembered_ports() | dict(ports))

    def record_children(self, children: Mapping[str, ProcessMark]) -> None:
        """Keeps which processes run, so that a later start finds them should this one be killed."""
        _write(self._children, {name: asdict(mark) for name, mark in children.items()})

    def recorded_children(self) -> dict[str, ProcessMark]:
        """Children on record; they may be long gone."""
        try:
            return _CHILDREN.validate_python(_read(self._children))
        except ValidationError:
            return {}

    def announce(self, info: StackInfo) -> None:
        """Lets client commands find the stack."""
        _write(self._stack, asdict(info))

    def withdraw_announcement(self) -> None:
        """The stack no longer answers."""
        self._stack.unlink(missing_ok=True)

    def stack(self) -> StackInfo | None:
        """The announced stack, if any; it may have been killed since."""
        try:
            return _STACK.validate_python(_read(self._stack))
        except ValidationError:
            return None

    def api_key(self) -> str:
        """The development key, when the stack has started once."""
        return str(_read(self._secrets).get("api_key", ""))


def _fresh_secrets() -> dict[str, str]:
    def key() -> str:
        return base64.b64encode(secrets.token_bytes(32)).decode()

    names = ("postgres_password", "owner_password", "service_password", "weaviate_api_key", "neo4j_password")
    return {
        **{name: secrets.token_urlsafe(24) for name in names},
        "codec_keys": f"dev:{key()}",
        "signing_key": key(),
        "api_key": f"mc_{secrets.token_hex(16)}_{secrets.token_urlsafe(32)}",
    }


def _read(path: Path) -> dict[str, object]:
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}
    except ValueError:
        raise ConfigurationInvalid(f"{path} is damaged: restore it, or remove it to start anew.") from None
    return dict(found)


def _write(path: Path, content: Mapping[str, object]) -> None:
    """Whole or not at all, readable by the owner only."""
    fresh = path.with_suffix(".new")
    handle = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, PRIVATE)
    with os.fdopen(handle, "w", encoding="utf-8") as file:
        json.dump(content, file, indent=1)
        file.flush()
        os.fsync(file.fileno())
    fresh.replace(path)
