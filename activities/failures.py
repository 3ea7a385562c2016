"""From exceptions to codes: nothing else about a failure leaves the process."""

from memory.model.errors import MemcError

INTERNAL = "internal"
"""Code of an exception that nobody expected."""

UNAVAILABLE = "unavailable"

INTERRUPTED = "interrupted"
"""Code of a step that was begun here before and did not end well: perhaps it took the process down."""

CANCELLED = "cancelled"
"""Code of an operation that a person cancelled."""

ALREADY_FINAL = "already_final"
"""Code of work on an operation that has ended: there is nothing to do, and nothing to take back."""


def code_of(error: BaseException) -> str:
    """The code that stands for an exception in histories, stages and logs."""
    if isinstance(error, MemcError):
        return error.code
    if isinstance(error, OSError):
        # A refused or lost connection, or a timeout, that an adapter did not name.
        return UNAVAILABLE
    return INTERNAL


def is_retryable(error: BaseException) -> bool:
    """Whether another attempt may help. The unexpected gets its attempts too: policies bound them where they must end."""
    return error.retryable if isinstance(error, MemcError) else True
