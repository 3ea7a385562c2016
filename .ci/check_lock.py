"""Fails when requirements.lock does not pin, by hash, everything that pyproject.toml names (needs no network)."""

import re
import sys
import tomllib
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

BANNED = {"litellm": {"1.82.7", "1.82.8", "1.107.0"}}


def locked(text: str) -> dict[str, str]:
    """Pinned versions by canonical name."""
    pins = re.findall(r"^([A-Za-z0-9_.-]+)(?:\[[^\]]*\])?==([^\s;\\]+)", text, re.MULTILINE)
    return {canonicalize_name(name): version for name, version in pins}


def complaints(project: dict[str, object], text: str) -> list[str]:
    """What is wrong with the lock."""
    table = project["project"]
    assert isinstance(table, dict)
    wanted = [*table["dependencies"], *(item for group in table["optional-dependencies"].values() for item in group)]
    pins = locked(text)
    found: list[str] = []
    for requirement in map(Requirement, wanted):
        version = pins.get(canonicalize_name(requirement.name))
        if version is None or not requirement.specifier.contains(version, prereleases=True):
            found.append(f"{requirement} is not pinned to a fitting version")
    found += [f"{name} {pins[name]} is banned" for name, banned in BANNED.items() if pins.get(name) in banned]
    entries = text.count("==")
    if text.count("--hash=sha256:") < entries:
        found.append("some entries have no hash")
    return found


def main() -> int:
    root = Path(__file__).resolve().parent.parent
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))
    found = complaints(project, (root / "requirements.lock").read_text(encoding="utf-8"))
    for complaint in found:
        sys.stderr.write(f"requirements.lock: {complaint}. Run 'make lock'.\n")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
