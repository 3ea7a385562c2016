"""The control socket of a running stack: one line in (`status`, `stop NAME`, `start NAME`), one JSON document out."""

import asyncio
import hashlib
import json
import os
import tempfile
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path

from bootstrap.embedded.supervisor import Supervisor
from bootstrap.native import ServerStartError
from memory.model.errors import ConfigurationInvalid, MemcError, Unavailable

# The shortest limit of a socket's path among the systems we know, less the closing zero.
LONGEST_SOCKET_PATH = 103
ANSWER_TIMEOUT_S = 120.0


def socket_path(state_dir: Path) -> Path:
    """Inside the state folder, or in the temporary folder when that path is too long for a socket."""
    inside = state_dir / "control.sock"
    if len(os.fsencode(inside)) <= LONGEST_SOCKET_PATH:
        return inside
    digest = hashlib.sha256(os.fsencode(state_dir)).hexdigest()[:16]
    return Path(tempfile.gettempdir()) / f"memc-{digest}.sock"


class ControlServer:
    """Serves the control socket while the stack runs. Only the user who started the stack may connect."""

    def __init__(self, path: Path, supervisor: Supervisor) -> None:
        self._path = path
        self._supervisor = supervisor
        self._server: asyncio.Server | None = None

    async def open(self) -> None:
        """Listens; a socket that a killed stack left is replaced."""
        self._path.unlink(missing_ok=True)
        mask = os.umask(0o177)
        try:
            self._server = await asyncio.start_unix_server(self._answer, self._path)
        finally:
            os.umask(mask)

    async def close(self) -> None:
        """Stops listening."""
        if self._server:
            self._server.close()
        self._path.unlink(missing_ok=True)

    async def _answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(ConnectionError):
            words = (await reader.readline()).decode(errors="replace").split()
            writer.write(json.dumps(await self._obey(words)).encode() + b"\n")
            await writer.drain()
        writer.close()

    async def _obey(self, words: list[str]) -> dict[str, object]:
        try:
            match words:
                case ["status"]:
                    pass
                case ["stop", name]:
                    await self._supervisor.pause(name)
                case ["start", name]:
                    await self._supervisor.resume(name)
                case _:
                    return _problem("invalid", "Say `status`, `stop NAME` or `start NAME`.")
        except MemcError as error:
            return _problem(error.code, error.message)
        except ServerStartError as error:
            return _problem("not_ready", str(error))
        return {"children": [asdict(status) for status in self._supervisor.status()]}


async def ask(path: Path, command: str) -> dict[str, object]:
    """Sends one command to a running stack.

    Raises:
        Unavailable: no stack listens there.
        ConfigurationInvalid: the stack refused the command.
    """
    try:
        reader, writer = await asyncio.open_unix_connection(path)
    except OSError:
        raise Unavailable("No running `memc dev` answers: start it, or name its --state-dir.") from None
    try:
        writer.write(command.encode() + b"\n")
        await writer.drain()
        answer: dict[str, object] = json.loads(await asyncio.wait_for(reader.readline(), ANSWER_TIMEOUT_S))
    finally:
        writer.close()
    match answer.get("error"):
        case {"message": str(message)}:
            raise ConfigurationInvalid(message)
        case _:
            return answer


def _problem(code: str, message: str) -> dict[str, object]:
    return {"error": {"code": code, "message": message}}
