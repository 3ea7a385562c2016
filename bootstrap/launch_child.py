"""Runs a command that dies with its parent: `launch_child.py PARENT_PID DEATH_SIGNAL UID GID COMMAND...`.

Standard library only. A launcher and not a `preexec_fn`, which is unsafe in a process with threads. The death signal
survives `exec` but not a change of user, so the user (-1: unchanged) comes first. Elsewhere than on Linux there is no
death signal: a supervisor finds what an earlier run left behind by its records.
"""

import ctypes
import os
import sys

PR_SET_PDEATHSIG = 1


def main() -> None:
    parent, death_signal, uid, gid = (int(word) for word in sys.argv[1:5])
    command = sys.argv[5:]
    if uid >= 0:
        os.setgroups([])
        os.setgid(gid)
        os.setuid(uid)
    if sys.platform == "linux":
        ctypes.CDLL(None, use_errno=True).prctl(PR_SET_PDEATHSIG, death_signal, 0, 0, 0)
    if os.getppid() != parent:
        # The parent was gone before the signal was armed.
        sys.exit(1)
    # With a path nothing is imported any more: another user may not be able to read the interpreter's library.
    run = os.execv if "/" in command[0] else os.execvp
    run(command[0], command)


if __name__ == "__main__":
    main()
