"""The worker process: all task queues, one resource class each, until it is told to stop."""

import asyncio
import logging
import os
import signal
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Protocol

from temporalio.client import Client
from temporalio.common import VersioningBehavior, WorkerDeploymentVersion
from temporalio.service import RPCError
from temporalio.worker import Worker, WorkerDeploymentConfig, WorkerTuner

from activities.all import ActivitySet
from bootstrap.temporal.visibility import ensure_search_attributes
from worker import schedules
from workflows import options
from workflows.all import WORKFLOWS

logger = logging.getLogger(__name__)

GRACE = timedelta(seconds=5)
"""How long running activities may go on after a stop; below the patience of whoever supervises this process."""

DEPLOYMENT = "memory-compiler"


@dataclass(frozen=True, slots=True)
class Slots:
    """How much runs at once, by queue. Recognition holds the interpreter, so more than the processors does not help."""

    workflows: int = 40
    io: int = 16
    nlp: int = 2
    llm: int = 4
    projection: int = 6
    cached_workflows: int = 500

    @classmethod
    def for_this_machine(cls) -> "Slots":
        """By the number of processors: two give the defaults above."""
        processors = os.cpu_count() or 2
        return cls(io=8 * processors, nlp=max(1, processors), projection=3 * processors)


class WorkerContainer(Protocol):
    """What `bootstrap` provides for a worker."""

    @property
    def activities(self) -> ActivitySet:
        """The activities with their use cases."""
        ...

    async def connect_worker(self, stop: asyncio.Event) -> Client | None:
        """A connected client (`bootstrap.temporal.client.connect_worker`); None when told to stop meanwhile."""
        ...


async def run(
    container: WorkerContainer,
    *,
    stop: asyncio.Event | None = None,
    on_ready: Callable[[], None] = lambda: None,
    build_id: str | None = None,
) -> None:
    """Serves all queues until SIGTERM or SIGINT (or until `stop`, when given).

    Waits for a Temporal that is down. Without `build_id` the worker is unversioned: right for one process that is
    replaced as a whole, such as `memc dev`. With one, new code takes over running workflows (`AUTO_UPGRADE`).
    """
    stop = stop or _stopped_by_signals()
    client = await container.connect_worker(stop)
    if client is None:
        return
    await prepare(client)
    await serve(build_workers(client, container.activities, build_id=build_id), stop, on_ready)


async def prepare(client: Client) -> None:
    """Brings the namespace up to the code: search attributes and schedules."""
    try:
        await ensure_search_attributes(client)
        await schedules.apply(client)
    except RPCError as error:
        # The queues matter more than the schedules; `memc schedules apply` and the next start try again.
        logger.warning("schedules were not applied: status=%s", error.status.name)


def build_workers(
    client: Client, activities: ActivitySet, *, slots: Slots | None = None, build_id: str | None = None
) -> list[Worker]:
    """One worker for the workflows and one for each kind of activity."""
    slots = slots or Slots.for_this_machine()
    common: dict[str, Any] = {
        "graceful_shutdown_timeout": GRACE,
        # A cancel reaches an activity with the answer to a heartbeat: by default only every eighth second.
        "max_heartbeat_throttle_interval": timedelta(seconds=2),
        "deployment_config": _deployment(build_id),
    }
    workflow_worker = Worker(
        client,
        task_queue=options.WORKFLOWS,
        workflows=WORKFLOWS,
        activities=activities.local(),
        no_remote_activities=True,
        tuner=WorkerTuner.create_fixed(workflow_slots=slots.workflows, local_activity_slots=slots.io),
        max_cached_workflows=slots.cached_workflows,
        **common,
    )
    queues = (
        (options.IO, activities.io(), slots.io),
        (options.NLP, activities.nlp(), slots.nlp),
        (options.LLM, activities.llm(), slots.llm),
        (options.PROJECTION, activities.projection_writers(), slots.projection),
    )
    activity_workers = [
        Worker(
            client,
            task_queue=queue,
            activities=served,
            tuner=WorkerTuner.create_fixed(activity_slots=count),
            **common,
        )
        for queue, served, count in queues
    ]
    return [workflow_worker, *activity_workers]


async def serve(workers: Sequence[Worker], stop: asyncio.Event, on_ready: Callable[[], None] = lambda: None) -> None:
    """Runs workers until `stop` is set, then lets running activities end within their grace.

    A worker that fails takes the others down in good order, and its error is raised.
    """
    running = [asyncio.create_task(worker.run()) for worker in workers]
    stopping = asyncio.create_task(stop.wait())
    on_ready()
    logger.info("worker serves %d queues", len(workers))
    await asyncio.wait([stopping, *running], return_when=asyncio.FIRST_COMPLETED)
    stopping.cancel()
    await asyncio.gather(*(worker.shutdown() for worker in workers if worker.is_running))
    await asyncio.gather(*running)
    logger.info("worker has stopped")


def _deployment(build_id: str | None) -> WorkerDeploymentConfig:
    # Always named: without a name the SDK hashes the code of every loaded module, which takes seconds.
    version = WorkerDeploymentVersion(deployment_name=DEPLOYMENT, build_id=build_id or "unversioned")
    if build_id is None:
        return WorkerDeploymentConfig(version=version, use_worker_versioning=False)
    return WorkerDeploymentConfig(
        version=version,
        use_worker_versioning=True,
        # Here, not in the workflows' definitions: a server refuses a behaviour from a worker without a version.
        default_versioning_behavior=VersioningBehavior.AUTO_UPGRADE,
    )


def _stopped_by_signals() -> asyncio.Event:
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stop.set)
    return stop
