"""Short captures are embedded together, at once, and never hold up their workflows."""

import asyncio
from collections.abc import Sequence
from uuid import UUID, uuid4

import pytest

from memory.model.errors import ProjectionUnavailable
from memory.ports.projecting import Target
from memory.ports.vector_index import ObjectKind
from memory.usecases import promptly
from memory.usecases.promptly import RecallPromptly

TENANT = uuid4()


class Drains:
    """A projector that notes what it is asked to drain."""

    def __init__(self, *, hangs: bool = False, fails: bool = False) -> None:
        self.asked: list[list[UUID]] = []
        self._hangs, self._fails = hangs, fails

    async def drain(
        self, tenant_id: UUID, target: Target, *, operations: Sequence[UUID] = (), kinds: Sequence[ObjectKind] = ()
    ) -> int:
        assert (tenant_id, target, kinds) == (TENANT, Target.VECTORS, [ObjectKind.CHUNK])
        self.asked.append(list(operations))
        if self._hangs:
            await asyncio.sleep(60)
        if self._fails:
            raise ProjectionUnavailable("down")
        return len(operations)


def promptly_with(drains: Drains) -> RecallPromptly:
    return RecallPromptly(drains)  # pyright: ignore[reportArgumentType]  the one method that it uses


async def test_captures_that_come_together_are_embedded_together() -> None:
    drains, operations = Drains(), [uuid4() for _ in range(5)]
    shortcut = promptly_with(drains)
    await asyncio.gather(*(shortcut.try_to(TENANT, operation) for operation in operations))
    assert drains.asked == [operations]
    await shortcut.try_to(TENANT, operations[0])
    assert drains.asked == [operations, operations[:1]]


async def test_a_slow_projection_holds_a_start_up_for_a_moment_only(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(promptly, "PATIENCE_S", 0.1)
    async with asyncio.timeout(5):
        await promptly_with(Drains(hangs=True)).try_to(TENANT, uuid4())


async def test_a_projection_that_is_down_is_left_to_the_workflow() -> None:
    drains = Drains(fails=True)
    await promptly_with(drains).try_to(TENANT, uuid4())
    assert len(drains.asked) == 1


async def test_no_round_grows_beyond_a_batch(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(promptly, "BATCH", 3)
    drains = Drains()
    shortcut = promptly_with(drains)
    await asyncio.gather(*(shortcut.try_to(TENANT, uuid4()) for _ in range(10)))
    assert [len(asked) for asked in drains.asked] == [3]
