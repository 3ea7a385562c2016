"""What leaves an activity when it fails: a code."""

import asyncio
import logging
from datetime import timedelta
from pathlib import PurePath
from typing import Any

from temporalio import activity
from temporalio.exceptions import ApplicationError, ApplicationErrorCategory
from temporalio.worker import ActivityInboundInterceptor, ExecuteActivityInput, Interceptor

from activities.failures import INTERNAL, code_of, is_retryable
from memory.model.errors import MemcError

logger = logging.getLogger(__name__)


class CodesOnly(Interceptor):
    """Maps every exception of an activity to `ApplicationError(code, type=code)`, cut off from the original.

    The original's text may quote memory, so it goes neither to the history nor to a log; its class and place do.
    """

    def intercept_activity(self, next: ActivityInboundInterceptor) -> ActivityInboundInterceptor:
        """Wraps the activity."""
        return _Activity(next)


class _Activity(ActivityInboundInterceptor):
    async def execute_activity(self, input: ExecuteActivityInput) -> Any:
        try:
            return await self.next.execute_activity(input)
        except asyncio.CancelledError:
            raise
        except ApplicationError as error:
            failure = _recoded(error)
        except Exception as error:  # noqa: BLE001  # nothing may pass with its text
            failure = _coded(error)
        raise failure from None


def _coded(error: Exception) -> ApplicationError:
    code = code_of(error)
    info = activity.info()
    logger.warning(
        "activity failed: code=%s activity=%s attempt=%d workflow=%s error=%s at=%s",
        *(code, info.activity_type, info.attempt, info.workflow_id, type(error).__name__, _place(error)),
    )
    pause = error.retry_after_s if isinstance(error, MemcError) else None
    return ApplicationError(
        code,
        type=code,
        non_retryable=not is_retryable(error),
        next_retry_delay=timedelta(seconds=pause) if pause else None,
        # The outage of a dependency is expected; a bug is not.
        category=ApplicationErrorCategory.UNSPECIFIED if code == INTERNAL else ApplicationErrorCategory.BENIGN,
    )


def _recoded(error: ApplicationError) -> ApplicationError:
    """An error that an activity made on purpose: its type is the code, whatever its message says."""
    code = error.type or INTERNAL
    return ApplicationError(
        code,
        type=code,
        non_retryable=error.non_retryable,
        next_retry_delay=error.next_retry_delay,
        category=error.category,
    )


def _place(error: Exception) -> str:
    """File and line where it was raised; frames hold no values."""
    step = error.__traceback__
    while step is not None and step.tb_next is not None:
        step = step.tb_next
    return f"{PurePath(step.tb_frame.f_code.co_filename).name}:{step.tb_lineno}" if step else "?"
