"""Ports of the embedded stack: chosen once, remembered, changed only when another process has taken one."""

import random
import socket
from collections.abc import Iterable

LOOPBACK = "127.0.0.1"
# Below the range from which Linux takes the ports of outgoing connections: one of those may sit on a port unseen.
LOWEST, HIGHEST = 20_000, 32_000


def is_free(port: int) -> bool:
    """Whether a server could bind the port on the loopback interface now."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((LOOPBACK, port))
        except OSError:
            return False
    return True


def choose_ports(names: Iterable[str], remembered: dict[str, int]) -> dict[str, int]:
    """A free port for each name: the remembered one where it is still free."""
    chosen: dict[str, int] = {}
    for name in names:
        port = remembered.get(name, 0)
        while port == 0 or port in chosen.values() or not is_free(port):
            port = random.randint(LOWEST, HIGHEST)  # noqa: S311  not a secret
        chosen[name] = port
    return chosen
