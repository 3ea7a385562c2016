"""The sweeper: no accepted operation stays without a workflow."""

from collections.abc import Callable
from datetime import datetime, timedelta

from memory.ports.captures import OperationStore
from memory.ports.keys import Histories
from memory.ports.lifecycle import ErasureStore

GRACE = timedelta(seconds=10)
"""An operation younger than this is being started by the API itself."""


class Sweep:
    """Starts what is stranded. Starting by business id makes it harmless to start what runs already."""

    def __init__(
        self,
        operations: OperationStore,
        erasures: ErasureStore,
        histories: Histories,
        clock: Callable[[], datetime],
    ) -> None:
        self._operations = operations
        self._erasures = erasures
        self._histories = histories
        self._clock = clock

    async def run(self, limit: int = 200) -> int:
        """Starts the workflows of stranded operations; returns how many were looked after."""
        before = self._clock() - GRACE
        operations = await self._operations.stranded(before, limit)
        for operation in operations:
            await self._histories.start_operation(operation)
        erasures = await self._erasures.stranded(before, limit)
        for tenant_id, erasure_id, workflow_id in erasures:
            await self._histories.start_erase(tenant_id, erasure_id, workflow_id)
        return len(operations) + len(erasures)
