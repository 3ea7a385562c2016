"""Activity of the sweeper."""

from temporalio import activity

from activities.contracts import Done
from activities.heartbeat import heartbeating
from activities.protocols import Sweeping
from memory.ports.failpoints import declare, failpoint

SWEEP_BEFORE = declare("sweep.before")
SWEEP_AFTER = declare("sweep.after")


class SweepActivities:
    """Starts what no workflow works on."""

    def __init__(self, *, sweep: Sweeping) -> None:
        self._sweep = sweep

    @activity.defn
    async def sweep_operations(self) -> Done:
        """Looks after a batch of stranded operations and erasures."""
        failpoint(SWEEP_BEFORE)
        async with heartbeating():
            count = await self._sweep.run()
        failpoint(SWEEP_AFTER)
        return Done(count=count)
