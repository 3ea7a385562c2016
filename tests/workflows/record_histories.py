"""Records the histories that CI replays: `python -m tests.workflows.record_histories`.

Run it for a new release, or for a workflow that is new. Never record over an old history to make a replay pass: runs like
it may still be open somewhere, so the change needs `workflow.patched` (docs/how-to/change-a-workflow.md).
"""

import asyncio
import json
import sys
from pathlib import Path
from typing import Any

from temporalio.client import WorkflowHistory
from temporalio.testing import WorkflowEnvironment

from tests.workflows.conftest import DEV_SERVER_ARGS, guarded_plugin, history_of, server_path, working
from tests.workflows.scenarios import scenarios

HISTORIES = Path(__file__).parents[1] / "histories"
FINGERPRINTS = HISTORIES / "fingerprints.json"
VERSION = "0.1.0"


def fingerprint(history: WorkflowHistory) -> list[str]:
    """What a run asked of the server, in order, with the options that a replay does not compare."""
    lines: list[str] = []
    for event in history.events:
        if event.HasField("activity_task_scheduled_event_attributes"):
            asked = event.activity_task_scheduled_event_attributes
            retry = asked.retry_policy
            lines.append(
                f"{asked.activity_type.name} on {asked.task_queue.name}"
                f" close={asked.start_to_close_timeout.ToSeconds()}s beat={asked.heartbeat_timeout.ToSeconds()}s"
                f" attempts={retry.maximum_attempts or 'all'} first={retry.initial_interval.ToMilliseconds()}ms"
                f" pause={retry.maximum_interval.ToSeconds()}s"
            )
        elif event.marker_recorded_event_attributes.marker_name == "core_patch":
            patch = event.marker_recorded_event_attributes.details["patch-data"].payloads[0].data
            lines.append(f"patch {json.loads(patch)['id']}")
        elif event.HasField("marker_recorded_event_attributes"):
            said = event.marker_recorded_event_attributes.details["data"].payloads[0].data
            lines.append(f"{json.loads(said)['activity_type']} locally")
        elif event.HasField("timer_started_event_attributes"):
            lines.append(f"timer {event.timer_started_event_attributes.start_to_fire_timeout.ToSeconds()}s")
        elif event.HasField("start_child_workflow_execution_initiated_event_attributes"):
            child = event.start_child_workflow_execution_initiated_event_attributes
            lines.append(f"child {child.workflow_type.name} on parent's close: {child.parent_close_policy}")
    return lines


async def record() -> None:
    """Records every scenario, and the fingerprints of all."""
    environment = await WorkflowEnvironment.start_local(
        plugins=[guarded_plugin()],
        identity="memc-recorder",
        dev_server_existing_path=server_path("temporal"),
        dev_server_extra_args=DEV_SERVER_ARGS,
        dev_server_log_level="error",
    )
    fingerprints: dict[str, Any] = {}
    async with environment:
        for scenario in scenarios():
            async with working(environment.client, scenario.world):
                workflow_id = await scenario.run(environment.client)
            history = await history_of(environment.client, workflow_id)
            path = HISTORIES / f"{VERSION}-{scenario.name}.json"
            path.write_text(json.dumps(json.loads(history.to_json()), indent=1, sort_keys=True) + "\n")
            fingerprints[scenario.name] = fingerprint(history)
            sys.stderr.write(f"{path.name}: {len(history.events)} events\n")
    FINGERPRINTS.write_text(json.dumps(fingerprints, indent=1, sort_keys=True) + "\n")


if __name__ == "__main__":
    asyncio.run(record())
