"""Runs a command that dies with its parent: `launch_child.py PARENT_PID COMMAND...`. Standard library only, Linux.

A launcher and not a `preexec_fn`, which is unsafe in a process with threads. The death signal survives `exec`.
"""

import ctypes
import os
import signal
import sys

PR_SET_PDEATHSIG = 1


def main() -> None:
    parent, command = int(sys.argv[1]), sys.argv[2:]
    ctypes.CDLL(None, use_errno=True).prctl(PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
    if os.getppid() != parent:
        # The parent was gone before the signal was armed.
        sys.exit(1)
    os.execvp(command[0], command)  # noqa: S606  the command comes from a ServerSpec


if __name__ == "__main__":
    main()
