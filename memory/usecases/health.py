"""Health of the dependencies: one line each. Only the authority is needed to serve."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass

from memory.model.errors import MemcError

TIMEOUT_S = 1.0


@dataclass(frozen=True, slots=True)
class Check:
    """One dependency: `detail` is its version, or a code and what follows from it."""

    name: str
    ok: bool
    required: bool
    detail: str


class Health:
    """Asks every dependency at once, each within a second."""

    def __init__(self, pings: Mapping[str, Callable[[], Awaitable[str]]], required: frozenset[str]) -> None:
        self._pings = dict(pings)
        self._required = required

    async def checks(self) -> list[Check]:
        """One check per dependency, in a fixed order."""
        names = sorted(self._pings)
        return list(await asyncio.gather(*(self._check(name) for name in names)))

    async def _check(self, name: str) -> Check:
        required = name in self._required
        try:
            version = await asyncio.wait_for(self._pings[name](), TIMEOUT_S)
        except TimeoutError:
            return Check(name, ok=False, required=required, detail="no answer within a second")
        except MemcError as error:
            return Check(name, ok=False, required=required, detail=error.code)
        return Check(name, ok=True, required=required, detail=version)
