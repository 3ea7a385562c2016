"""Puts a folder into the cache atomically: one builder at a time, nothing half-built is ever seen."""

import fcntl
import hashlib
import json
import os
import shutil
import tempfile
from collections.abc import Callable, Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from bootstrap.native import MANIFEST

Build = Callable[[Path, Path], dict[str, str]]
"""Fills the first folder (kept) with help of the second (scratch); returns what it was built with."""


class Damaged(Exception):
    """An installed folder is not what was built."""


def install(target: Path, build: Build, recipe: str) -> None:
    """Builds into a temporary folder beside `target` and moves it there, unless another process just did.

    `recipe` identifies what the build is made from: another one makes an installed build out of date.
    """
    target.parent.mkdir(parents=True, exist_ok=True)
    with _locked(target):
        if check_quickly(target, recipe):
            return
        _remove_leftovers(target)
        work = Path(tempfile.mkdtemp(dir=target.parent, prefix=f".{target.name}."))
        try:
            fresh, scratch = work / "fresh", work / "scratch"
            fresh.mkdir()
            scratch.mkdir()
            built_with = build(fresh, scratch)
            _write_manifest(fresh, target.name, recipe, built_with)
            if target.exists():
                target.rename(work / "damaged")
            fresh.rename(target)
        finally:
            _remove(work)


def check_quickly(target: Path, recipe: str) -> bool:
    """Whether the folder was made by this recipe and holds every file of its manifest with the recorded size."""
    try:
        manifest = _manifest(target)
        files = manifest["files"]
        return manifest["recipe"] == recipe and all(
            (target / path).stat().st_size == entry["size"] for path, entry in files.items()
        )
    except (OSError, KeyError, Damaged):
        return False


def check_all(target: Path) -> None:
    """Compares every file with its recorded hash; raises `Damaged`."""
    files = _manifest(target)["files"]
    present = {path for path, _ in _walk(target)}
    if present != set(files):
        raise Damaged(f"files are missing or were added: {sorted(present ^ set(files))[:5]}.")
    for path, entry in files.items():
        if _sha256(target / path) != entry["sha256"]:
            raise Damaged(f"{path} was changed.")


def _manifest(target: Path) -> dict[str, Any]:
    try:
        return json.loads((target / MANIFEST).read_text())
    except (OSError, ValueError):
        raise Damaged(f"not installed in {target}.") from None


def _write_manifest(folder: Path, name: str, recipe: str, built_with: dict[str, str]) -> None:
    files = {path: {"sha256": _sha256(full), "size": full.stat().st_size} for path, full in _walk(folder)}
    manifest = {"name": name, "recipe": recipe, "built_with": built_with, "files": files}
    (folder / MANIFEST).write_text(json.dumps(manifest, indent=1, sort_keys=True) + "\n")


def _walk(folder: Path) -> list[tuple[str, Path]]:
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    return [(path.relative_to(folder).as_posix(), path) for path in files if path.name != MANIFEST]


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


@contextmanager
def _locked(target: Path) -> Generator[None]:
    with target.with_name(f".{target.name}.lock").open("w") as lock:
        # The system drops the lock when this process ends, however it ends.
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _remove_leftovers(target: Path) -> None:
    """What killed builds left; ours is the lock, so nobody else is building this one."""
    for old in target.parent.glob(f".{target.name}.*"):
        if old.is_dir():
            _remove(old)


def _remove(folder: Path) -> None:
    for directory, names, _ in os.walk(folder):
        # Go makes its module cache read-only.
        for name in names:
            if not (Path(directory) / name).is_symlink():
                (Path(directory) / name).chmod(0o700)
    shutil.rmtree(folder, ignore_errors=True)
