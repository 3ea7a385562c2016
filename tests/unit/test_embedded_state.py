"""The state folder of `memc dev`: secrets, ports, records, lock; and the control socket's manners."""

import multiprocessing
import stat
from pathlib import Path

import pytest

from bootstrap.embedded.control import LONGEST_SOCKET_PATH, ControlServer, ask, socket_path
from bootstrap.embedded.ports import HIGHEST, LOWEST, choose_ports, is_free
from bootstrap.embedded.processes import ProcessMark
from bootstrap.embedded.state import StackInfo, StateDir
from bootstrap.embedded.supervisor import Supervisor
from bootstrap.settings import parse_codec_keys
from memory.model.errors import ConfigurationInvalid, Unavailable
from memory.usecases.keys import read_key


@pytest.fixture
def state(tmp_path: Path) -> StateDir:
    made = StateDir(tmp_path / "state")
    made.create()
    return made


def test_secrets_are_made_once_and_readable_by_the_owner_only(state: StateDir) -> None:
    secrets = state.secrets("")
    assert state.secrets("") == secrets
    assert stat.S_IMODE((state.root / "secrets.json").stat().st_mode) == 0o600
    assert len(parse_codec_keys(secrets.codec_keys)) == 1
    assert read_key(secrets.api_key)[0].hex in secrets.api_key
    assert secrets.api_key not in repr(secrets)


def test_a_fixed_key_is_kept(state: StateDir) -> None:
    generated = state.secrets("")
    fixed = state.secrets("mine")
    assert (fixed.api_key, fixed.postgres_password) == ("mine", generated.postgres_password)
    assert state.api_key() == "mine"


def test_a_damaged_file_is_named(state: StateDir) -> None:
    (state.root / "secrets.json").write_text("{")
    with pytest.raises(ConfigurationInvalid, match=r"secrets\.json is damaged"):
        state.secrets("")


def test_records_are_read_back(state: StateDir) -> None:
    marks = {"api": ProcessMark(12, "345")}
    state.record_children(marks)
    assert state.recorded_children() == marks
    info = StackInfo("http://x", "http://y", "z", 12, "pgvector", "postgres")
    state.announce(info)
    assert state.stack() == info
    state.withdraw_announcement()
    assert state.stack() is None


def test_ports_are_remembered_also_those_of_parts_that_do_not_run(state: StateDir) -> None:
    state.remember_ports({"a": 1, "b": 2})
    state.remember_ports({"a": 3})
    assert state.remembered_ports() == {"a": 3, "b": 2}


def test_a_remembered_port_is_kept_while_it_is_free_and_replaced_when_it_is_taken() -> None:
    chosen = choose_ports(["a", "b"], {})
    assert len(set(chosen.values())) == 2
    assert all(LOWEST <= port <= HIGHEST and is_free(port) for port in chosen.values())
    assert choose_ports(["a", "b"], chosen) == chosen
    clash = choose_ports(["a", "b"], {"a": chosen["a"], "b": chosen["a"]})
    assert clash["a"] == chosen["a"] != clash["b"]


def test_a_second_holder_of_the_folder_is_told_who_holds_it(state: StateDir) -> None:
    state.announce(StackInfo("http://127.0.0.1:1", "", "", 77, "", ""))
    with state.locked(), multiprocessing.get_context("spawn").Pool(1) as other:
        sentence = other.apply(_try_lock, [str(state.root)])
    assert "http://127.0.0.1:1 (process 77)" in sentence
    assert _try_lock(str(state.root)) == ""


def _try_lock(root: str) -> str:
    try:
        with StateDir(Path(root)).locked():
            return ""
    except ConfigurationInvalid as error:
        return error.message


async def test_the_control_socket_answers_and_refuses(state: StateDir) -> None:
    path = socket_path(state.root)
    control = ControlServer(path, Supervisor(state.logs, state.record_children, lambda _: None))
    await control.open()
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert await ask(path, "status") == {"children": []}
    with pytest.raises(ConfigurationInvalid, match="No child"):
        await ask(path, "stop temporal")
    with pytest.raises(ConfigurationInvalid, match="Say"):
        await ask(path, "explode")
    await control.close()
    with pytest.raises(Unavailable, match="memc dev"):
        await ask(path, "status")


def test_a_deep_folder_gets_its_socket_elsewhere(tmp_path: Path) -> None:
    deep = tmp_path / ("d" * 120)
    assert len(str(socket_path(deep))) <= LONGEST_SOCKET_PATH
    assert socket_path(deep) != socket_path(tmp_path / ("e" * 120))
