"""How every process that talks to Temporal begins and ends."""

import gc
import logging
import os
import sys
from typing import NoReturn

from bootstrap.failpoints import arm_failpoints
from bootstrap.logging import configure_logging, log_crashes
from bootstrap.settings import Settings


def begin(settings: Settings) -> None:
    """Logs as JSON, crashes without words, failpoints where a test armed them."""
    configure_logging(settings.log_level)
    log_crashes()
    arm_failpoints(settings.failpoints)


def settle_memory() -> None:
    """Takes what is loaded for good out of the garbage collector's sight: a full collection would pause requests."""
    gc.collect()
    gc.freeze()


def leave(code: int = 0) -> NoReturn:
    """Ends a process that is done, without taking the interpreter down step by step.

    The SDK's own threads may still report to it then, and the process aborts (one time in five with many tasks).
    """
    logging.shutdown()
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)
