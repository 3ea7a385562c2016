"""The tools under `tests/tools` as modules: they are scripts of their own, without a package."""

import importlib.util
from pathlib import Path
from typing import Any

TOOLS = Path(__file__).parents[2] / "tests" / "tools"


def tool(name: str) -> Any:
    """The script of that name, loaded."""
    spec = importlib.util.spec_from_file_location(name, TOOLS / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
