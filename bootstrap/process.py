"""How every long-running process begins."""

import gc

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
