"""Failpoints act once, where they are told to."""

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from bootstrap.failpoints import FailpointError, arm_failpoints
from memory.model.errors import ConfigurationInvalid
from memory.ports.failpoints import failpoint


@pytest.fixture(autouse=True)
def disarmed() -> Iterator[None]:
    yield
    arm_failpoints("")


def test_a_point_fails_once() -> None:
    arm_failpoints("a=fail,b=fail")
    with pytest.raises(FailpointError):
        failpoint("a")
    failpoint("a")
    failpoint("c")


def test_a_file_is_read_at_each_point_and_its_entry_used_once(tmp_path: Path) -> None:
    file = tmp_path / "points"
    arm_failpoints(f"file:{file}")
    failpoint("a")
    file.write_text("a=fail\nb=sleep:0.05\n")
    with pytest.raises(FailpointError):
        failpoint("a")
    began = time.monotonic()
    failpoint("b")
    assert time.monotonic() - began >= 0.05
    assert file.read_text() == ""


def test_an_unknown_action_stops_the_start() -> None:
    with pytest.raises(ConfigurationInvalid):
        arm_failpoints("a=explode")
