"""`docker/native`: what is installed is whole, verified, and built once however many ask."""

import json
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
NATIVE = ROOT / "docker" / "native"

# One process that installs a folder whose build takes a moment and leaves a trace.
INSTALLER = """
import sys, time
from pathlib import Path
sys.path[:0] = [sys.argv[1], sys.argv[2]]
from installing import install

def build(fresh, scratch):
    (scratch / "half").write_text("half")
    time.sleep(0.3)
    (fresh / "server").write_text("binary")
    with Path(sys.argv[3] + ".trace").open("a") as trace:
        trace.write("built\\n")
    if sys.argv[4] == "fails":
        raise RuntimeError("no")
    return {"tool": "1"}

install(Path(sys.argv[3]), build, sys.argv[4])
"""


@pytest.fixture
def target(tmp_path: Path) -> Iterator[Path]:
    yield tmp_path / "cache" / "server-1.0"
    assert [each.name for each in (tmp_path / "cache").iterdir() if each.is_dir()] in ([], ["server-1.0"])


def installer(target: Path, recipe: str = "a") -> "subprocess.Popen[bytes]":
    command = [sys.executable, "-c", INSTALLER, str(ROOT), str(NATIVE), str(target), recipe]
    return subprocess.Popen(command, stderr=subprocess.DEVNULL)


def built(target: Path) -> int:
    trace = target.with_name(target.name + ".trace")
    return len(trace.read_text().splitlines()) if trace.exists() else 0


def run_all(*processes: "subprocess.Popen[bytes]") -> list[int]:
    return [process.wait(30) for process in processes]


def test_processes_that_ask_at_once_build_once(target: Path) -> None:
    assert run_all(*(installer(target) for _ in range(3))) == [0, 0, 0]
    assert built(target) == 1
    assert (target / "server").read_text() == "binary"


def test_a_second_call_builds_nothing_and_another_recipe_builds_again(target: Path) -> None:
    run_all(installer(target))
    run_all(installer(target))
    assert built(target) == 1
    run_all(installer(target, "b"))
    assert built(target) == 2


def test_a_failed_build_leaves_nothing_and_an_older_one_in_place(target: Path) -> None:
    assert run_all(installer(target, "fails")) == [1]
    assert not target.exists()
    run_all(installer(target, "a"))
    assert run_all(installer(target, "fails")) == [1]
    assert json.loads((target / "manifest.json").read_text())["recipe"] == "a"


def test_a_killed_build_is_cleaned_up_by_the_next(target: Path) -> None:
    process = installer(target)
    give_up = time.monotonic() + 20
    while not list(target.parent.glob(".server-1.0.*/scratch/half")):
        assert time.monotonic() < give_up
        time.sleep(0.01)
    process.kill()
    process.wait(10)
    assert run_all(installer(target)) == [0]


@pytest.mark.parametrize("damage", ["cut", "changed", "gone", "added", "never"])
def test_damage_is_found(target: Path, damage: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(NATIVE))
    installing = __import__("installing")
    if damage != "never":
        run_all(installer(target))
        installing.check_all(target)
    {
        "cut": lambda: (target / "server").write_text("bin"),
        "changed": lambda: (target / "server").write_text("BINARY"),
        "gone": lambda: (target / "server").unlink(),
        "added": lambda: (target / "extra").write_text("x"),
        "never": lambda: target.parent.mkdir(),
    }[damage]()
    with pytest.raises(installing.Damaged):
        installing.check_all(target)
    assert installing.check_quickly(target, "a") is (damage in {"changed", "added"})


def test_missing_tools_are_named_with_what_to_do(tmp_path: Path) -> None:
    for server, tool in (("weaviate", "`go`"), ("neo4j", "`mvn`")):
        done = subprocess.run(
            [sys.executable, str(NATIVE / "build.py"), server],
            env={"PATH": str(tmp_path), "XDG_CACHE_HOME": str(tmp_path)},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 1
        assert tool in done.stderr and "install" in done.stderr
        checked = subprocess.run(
            [sys.executable, str(NATIVE / "build.py"), server, "--check"],
            env={"PATH": str(tmp_path), "XDG_CACHE_HOME": str(tmp_path)},
            capture_output=True,
            text=True,
            check=False,
        )
        assert checked.returncode == 1 and "not installed" in checked.stderr


def test_every_jar_is_pinned_by_its_hash() -> None:
    lines = (NATIVE / "neo4j" / "jars.sha256").read_text().splitlines()
    assert len(lines) > 200
    assert all(len(line.split()[0]) == 64 and line.endswith(".jar") for line in lines)
    assert any(line.endswith(" neo4j-5.26.12.jar") for line in lines)
