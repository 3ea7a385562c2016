"""Recorded histories replay on today's code, with the same plugin, and today's runs ask for the same things."""

import json
from pathlib import Path

import pytest
from temporalio.client import WorkflowHistory
from temporalio.testing import WorkflowEnvironment
from temporalio.worker import Replayer
from temporalio.workflow import NondeterminismError

from bootstrap.temporal.guard import decoded_strings
from bootstrap.temporal.plugin import build_plugin
from tests.workflows.conftest import CODEC, KEYS, history_of, working
from tests.workflows.record_histories import FINGERPRINTS, HISTORIES, fingerprint
from tests.workflows.scenarios import Scenario, scenarios
from workflows.all import WORKFLOWS

RECORDED = sorted(path for path in HISTORIES.glob("*.json") if path != FINGERPRINTS)


def load(path: Path) -> WorkflowHistory:
    return WorkflowHistory.from_json(path.stem, path.read_text())


def replayer() -> Replayer:
    return Replayer(workflows=WORKFLOWS, plugins=[build_plugin(KEYS)])


@pytest.mark.parametrize("path", RECORDED, ids=lambda path: path.stem)
async def test_a_recorded_history_replays(path: Path) -> None:
    await replayer().replay_workflow(load(path))


async def test_a_history_that_differs_is_noticed() -> None:
    text = (HISTORIES / "0.1.0-compile-done.json").read_text()
    changed = text.replace('"name": "project"', '"name": "extract"', 1)
    assert changed != text
    with pytest.raises(NondeterminismError):
        await replayer().replay_workflow(WorkflowHistory.from_json("changed", changed))


def test_every_workflow_has_a_recorded_history() -> None:
    names = {load(path).events[0].workflow_execution_started_event_attributes.workflow_type.name for path in RECORDED}
    assert names == {workflow.__name__ for workflow in WORKFLOWS}


@pytest.mark.parametrize("path", RECORDED, ids=lambda path: path.stem)
async def test_a_recorded_history_holds_ids_counts_and_codes_only(path: Path) -> None:
    assert max(map(len, await decoded_strings(load(path), CODEC))) <= 64


@pytest.mark.parametrize("scenario", scenarios(), ids=lambda scenario: scenario.name)
async def test_todays_run_asks_for_what_the_fingerprint_says(
    dev_server: WorkflowEnvironment, scenario: Scenario
) -> None:
    client = dev_server.client
    async with working(client, scenario.world):
        history = await history_of(client, await scenario.run(client))
    today, recorded = fingerprint(history), json.loads(FINGERPRINTS.read_text())[scenario.name]
    if scenario.name.startswith(("drain", "erase")):
        # Their steps run beside each other: which one ends first differs.
        today, recorded = sorted(today), sorted(recorded)
    assert today == recorded
