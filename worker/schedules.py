"""The Temporal Schedules, as code: what runs by itself, how often, and what happens when a run is late."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from temporalio.client import (
    Client,
    Schedule,
    ScheduleActionStartWorkflow,
    ScheduleAlreadyRunningError,
    ScheduleCalendarSpec,
    ScheduleIntervalSpec,
    ScheduleOverlapPolicy,
    SchedulePolicy,
    ScheduleRange,
    ScheduleSpec,
    ScheduleUpdate,
    ScheduleUpdateInput,
)

from activities.contracts import Message
from workflows import options
from workflows.consolidate_scope import ConsolidateScope
from workflows.contracts import DrainInput, LifecycleInput, SweepInput
from workflows.decay_memory import DecayMemory
from workflows.drain_outbox import DrainOutbox
from workflows.sweep_operations import SweepOperations

CATCH_UP = timedelta(hours=1)
"""Runs missed for longer than this are not made up for: each run does all that is due anyway."""


@dataclass(frozen=True, slots=True)
class Definition:
    """One schedule. Its id is also the prefix of the ids of its workflows."""

    schedule_id: str
    workflow: Any
    request: Message
    spec: ScheduleSpec
    overlap: ScheduleOverlapPolicy

    def schedule(self) -> Schedule:
        """The schedule as Temporal takes it."""
        action = ScheduleActionStartWorkflow(
            self.workflow, self.request, id=self.schedule_id, task_queue=options.WORKFLOWS
        )
        policy = SchedulePolicy(overlap=self.overlap, catchup_window=CATCH_UP)
        return Schedule(action=action, spec=self.spec, policy=policy)


@dataclass(frozen=True, slots=True)
class ScheduleState:
    """A schedule as it stands in the namespace."""

    schedule_id: str
    overlap: str
    paused: bool
    last_run: datetime | None
    next_run: datetime | None


def definitions() -> tuple[Definition, ...]:
    """All schedules of the project."""
    return (
        Definition(
            "memc-sweep",
            SweepOperations.run,
            SweepInput(),
            _every(timedelta(seconds=20), jitter=timedelta(seconds=2)),
            ScheduleOverlapPolicy.SKIP,
        ),
        Definition(
            "memc-drain",
            DrainOutbox.run,
            DrainInput(),
            _every(timedelta(seconds=15), jitter=timedelta(seconds=2)),
            ScheduleOverlapPolicy.SKIP,
        ),
        Definition("memc-decay", DecayMemory.run, LifecycleInput(), _daily(hour=3), ScheduleOverlapPolicy.SKIP),
        Definition(
            "memc-consolidate",
            ConsolidateScope.run,
            LifecycleInput(),
            _daily(hour=4),
            ScheduleOverlapPolicy.BUFFER_ONE,
        ),
    )


async def apply(client: Client, wanted: Sequence[Definition] = ()) -> dict[str, str]:
    """Creates or updates every schedule; says for each which of the two. A paused one stays paused."""
    return {definition.schedule_id: await _apply(client, definition) for definition in wanted or definitions()}


async def states(client: Client) -> list[ScheduleState]:
    """The project's schedules that the namespace holds, by id."""
    found: list[ScheduleState] = []
    for definition in definitions():
        async for listed in await client.list_schedules(f"ScheduleId = '{definition.schedule_id}'"):
            found.append(await _state(client, listed.id))
    return sorted(found, key=lambda state: state.schedule_id)


async def _apply(client: Client, definition: Definition) -> str:
    schedule = definition.schedule()
    try:
        await client.create_schedule(definition.schedule_id, schedule)
    except ScheduleAlreadyRunningError:

        def updated(current: ScheduleUpdateInput) -> ScheduleUpdate:
            schedule.state = current.description.schedule.state
            return ScheduleUpdate(schedule=schedule)

        await client.get_schedule_handle(definition.schedule_id).update(updated)
        return "updated"
    return "created"


async def _state(client: Client, schedule_id: str) -> ScheduleState:
    described = await client.get_schedule_handle(schedule_id).describe()
    recent, coming = described.info.recent_actions, described.info.next_action_times
    return ScheduleState(
        schedule_id=schedule_id,
        overlap=described.schedule.policy.overlap.name,
        paused=described.schedule.state.paused,
        last_run=recent[-1].started_at if recent else None,
        next_run=coming[0] if coming else None,
    )


def _every(interval: timedelta, jitter: timedelta) -> ScheduleSpec:
    return ScheduleSpec(intervals=[ScheduleIntervalSpec(every=interval)], jitter=jitter)


def _daily(hour: int) -> ScheduleSpec:
    at = ScheduleCalendarSpec(hour=[ScheduleRange(hour)], minute=[ScheduleRange(17)])
    return ScheduleSpec(calendars=[at], jitter=timedelta(minutes=5))
