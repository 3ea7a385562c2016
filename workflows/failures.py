"""Reading failures by code, and work that no cancel interrupts."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

from temporalio import workflow
from temporalio.exceptions import ActivityError, ApplicationError, FailureError, TimeoutError, is_cancelled_exception
from temporalio.workflow import ActivityConfig, LocalActivityConfig

from activities.failures import ALREADY_FINAL, CANCELLED, INTERNAL, UNAVAILABLE
from workflows import options

TIMEOUT = "timeout"
"""Code of a step that never came to its end."""

LEFT_TO_THE_SWEEPER = frozenset({UNAVAILABLE, "stale_write", ALREADY_FINAL})
"""Ends that take nothing back: the authority was away, so the sweeper starts the operation again; or it has ended before."""

Self = TypeVar("Self")
Request = TypeVar("Request")
Result = TypeVar("Result")


def code_of_failure(error: BaseException) -> str:
    """The code of what ended a step. A lost worker or a silent authority is `unavailable`.

    A local activity fails with its error itself, another one with an `ActivityError` around it.
    """
    if is_cancelled_exception(error):
        return CANCELLED
    cause = error.cause if isinstance(error, ActivityError) else error
    if isinstance(cause, ApplicationError):
        return cause.type or INTERNAL
    if isinstance(cause, TimeoutError):
        return UNAVAILABLE
    return INTERNAL


async def run_stage(
    step: Callable[[Self, Request], Coroutine[Any, Any, Result]],
    request: Request,
    policy: ActivityConfig,
    *,
    at_once: bool = False,
) -> Result:
    """Runs an activity; raises `CancelledError` after it when somebody asked to cancel meanwhile.

    A cancelled activity is waited for; when it succeeds all the same, the SDK returns its result and forgets the cancel.
    With `at_once` it is first tried right here; only an end that no attempt can change is then final.
    """
    if at_once:
        try:
            return await run_short_stage(step, request, options.AT_ONCE)
        except FailureError as error:
            if code_of_failure(error) in {CANCELLED, ALREADY_FINAL}:
                raise
    return _unless_cancelled(await workflow.execute_activity_method(step, request, **policy))


async def run_short_stage(
    step: Callable[[Self, Request], Coroutine[Any, Any, Result]], request: Request, policy: LocalActivityConfig
) -> Result:
    """Runs a short step as a local activity; cancelled as `run_stage`."""
    return _unless_cancelled(await workflow.execute_local_activity_method(step, request, **policy))


def _unless_cancelled(result: Result) -> Result:
    if workflow.cancellation_reason() is not None:
        raise asyncio.CancelledError
    return result


async def to_the_end(work: Coroutine[Any, Any, Result]) -> Result:
    """Runs work to its end, whatever asks to cancel meanwhile."""
    task = asyncio.create_task(work)
    while not task.done():
        try:
            await asyncio.shield(task)
        except asyncio.CancelledError:
            if task.done():
                break
    return task.result()
