"""Asking a server on this machine for its status line. A client library would cost more than the servers' own start."""

import asyncio
import json
from collections.abc import Mapping

LOOPBACK = "127.0.0.1"
TIMEOUT_S = 2.0


async def status_of(
    port: int, path: str, *, body: Mapping[str, object] | None = None, headers: Mapping[str, str] | None = None
) -> int:
    """The status of a GET, or of a POST with a JSON body; 0 when there is no answer in time."""
    try:
        return await asyncio.wait_for(_ask(port, path, body, headers or {}), TIMEOUT_S)
    except (OSError, TimeoutError, ValueError, IndexError, asyncio.IncompleteReadError):
        return 0


async def _ask(port: int, path: str, body: Mapping[str, object] | None, headers: Mapping[str, str]) -> int:
    content = b"" if body is None else json.dumps(body).encode()
    lines = [
        f"{'GET' if body is None else 'POST'} {path} HTTP/1.1",
        f"Host: {LOOPBACK}:{port}",
        "Connection: close",
        "Content-Type: application/json",
        f"Content-Length: {len(content)}",
        *(f"{name}: {value}" for name, value in headers.items()),
    ]
    reader, writer = await asyncio.open_connection(LOOPBACK, port)
    try:
        writer.write("\r\n".join(lines).encode() + b"\r\n\r\n" + content)
        await writer.drain()
        return int((await reader.readline()).split()[1])
    finally:
        writer.close()
