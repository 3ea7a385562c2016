"""The worker as another program: `memc` becomes it, or asks it."""

import json
import os
import subprocess
import sys
from typing import Any, NoReturn

from api.cli.failures import CommandFailed

# -P: a folder named `worker` where the user happens to stand must not be imported.
COMMAND = (sys.executable, "-P", "-m", "worker")


def become_worker() -> NoReturn:
    """Replaces this process by the worker; its number stays, so a supervisor sees one process."""
    os.execv(COMMAND[0], COMMAND)  # noqa: S606  # no shell: a fixed command line


def ask_worker(*arguments: str) -> dict[str, Any]:
    """One JSON document from the worker's command line; raises `CommandFailed` with its sentence."""
    done = subprocess.run([*COMMAND, *arguments], stdout=subprocess.PIPE, check=False)  # noqa: S603  # our own words
    answer: dict[str, Any] = json.loads(done.stdout or b"{}")
    if done.returncode:
        raise CommandFailed(str(answer.get("code", "failed")), str(answer.get("detail", "The worker did not answer.")))
    return answer
