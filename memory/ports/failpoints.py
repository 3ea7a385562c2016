"""Named points at which a test may stop or kill the process. A no-op unless `bootstrap` arms it.

Only activities and adapters call `failpoint`; the names are listed in `FAILPOINTS`, so that a sweep can visit each.
"""

from collections.abc import Callable

FAILPOINTS: list[str] = []

_handler: Callable[[str], None] | None = None


def arm(handler: Callable[[str], None] | None) -> None:
    """Sets what happens at a failpoint; None disarms all."""
    global _handler  # one process-wide switch, set once at start
    _handler = handler


def declare(name: str) -> str:
    """Lists a failpoint; returns its name, so that modules declare theirs as constants."""
    if name not in FAILPOINTS:
        FAILPOINTS.append(name)
    return name


def failpoint(name: str) -> None:
    """Marks the point `name`."""
    if _handler is not None:
        _handler(name)
