"""Every timeout, retry policy and queue of the workflows, and why.

Temporal owns all retries: use cases and adapters have none of their own. A code that the table in `memory.model.errors`
calls final is not retried under any policy (the activity interceptor marks it so).
"""

from datetime import timedelta

from temporalio.common import Priority, RetryPolicy
from temporalio.workflow import ActivityCancellationType, ActivityConfig, LocalActivityConfig

WORKFLOWS = "memory"
"""Task queue of all workflows."""

IO = "memory-io"
"""Activities that wait for the authority."""

NLP = "memory-nlp"
"""Activities that compute in this process: recognition and extraction."""

LLM = "memory-llm"
"""Questions to a language model's server: few slots, own rate."""

PROJECTION = "memory-projection"
"""Activities that write projections, and embed for it."""

FIRST_RETRY = timedelta(milliseconds=200)
PATIENCE = timedelta(seconds=30)
"""Longest pause between attempts of what is retried without end: recovery is noticed within it."""

_PATIENT = RetryPolicy(initial_interval=FIRST_RETRY, backoff_coefficient=2.0, maximum_interval=PATIENCE)

# A cancelled stage is waited for: compensation must not run beside the very step that it takes back.
_WAITED_FOR = ActivityCancellationType.WAIT_CANCELLATION_COMPLETED

_FAST = RetryPolicy(
    initial_interval=FIRST_RETRY,
    backoff_coefficient=2.0,
    maximum_interval=timedelta(seconds=2),
    maximum_attempts=8,
)

AUTHORITY = LocalActivityConfig(
    start_to_close_timeout=timedelta(seconds=10),
    retry_policy=_FAST,
    cancellation_type=_WAITED_FOR,
)
"""A write at the authority fails fast: without the authority nothing can be recorded, so the run ends and the sweeper
starts it again once the authority answers. Short steps run as local activities, which costs the engine a marker instead
of two rounds of tasks (docs/decisions/0010-local-activities.md)."""

AT_ONCE = LocalActivityConfig(
    schedule_to_start_timeout=timedelta(seconds=2),
    start_to_close_timeout=timedelta(seconds=6),
    retry_policy=RetryPolicy(maximum_attempts=1),
    cancellation_type=_WAITED_FOR,
)
"""One attempt of a stage of a short compile, where the workflow runs (docs/decisions/0011-short-compiles.md). Below the
time that a workflow task may take; whatever goes wrong, and where it must wait, the stage goes to its own queue under its
own policy."""

SETTLE = LocalActivityConfig(
    start_to_close_timeout=timedelta(seconds=60),
    retry_policy=_FAST,
    cancellation_type=_WAITED_FOR,
)
"""Link and settle: as above, but a big capture takes its time under locks."""

EXTRACT = ActivityConfig(
    task_queue=NLP,
    start_to_close_timeout=timedelta(seconds=60),
    heartbeat_timeout=timedelta(seconds=10),
    retry_policy=RetryPolicy(
        initial_interval=FIRST_RETRY,
        backoff_coefficient=2.0,
        maximum_interval=timedelta(seconds=5),
        maximum_attempts=5,
    ),
    cancellation_type=_WAITED_FOR,
)
"""Recognition and extraction. What kills or stalls the recognizer five times is poison: the compile fails, visibly."""

MODEL = ActivityConfig(
    task_queue=LLM,
    start_to_close_timeout=timedelta(seconds=120),
    heartbeat_timeout=timedelta(seconds=20),
    retry_policy=RetryPolicy(
        initial_interval=timedelta(seconds=1),
        backoff_coefficient=3.0,
        maximum_interval=timedelta(seconds=60),
        maximum_attempts=5,
    ),
    cancellation_type=_WAITED_FOR,
)
"""A page of questions to a language model. Two rounds of calls fit into it, each longer than its client's own timeout; an
attempt here is one call a chunk. After the last one the compile goes on without the model."""

TAKE_PARTS = ActivityConfig(
    task_queue=IO,
    start_to_close_timeout=timedelta(minutes=2),
    heartbeat_timeout=timedelta(seconds=10),
    retry_policy=_PATIENT,
    cancellation_type=_WAITED_FOR,
)
"""A page of a document, out of the blob store and into the authority: retried without end, since it was answered for."""

MAKE_RECALLABLE = ActivityConfig(
    task_queue=PROJECTION,
    start_to_close_timeout=timedelta(seconds=60),
    heartbeat_timeout=timedelta(seconds=10),
    retry_policy=RetryPolicy(initial_interval=FIRST_RETRY, maximum_attempts=2),
    cancellation_type=_WAITED_FOR,
    priority=Priority(priority_key=1),
)
"""First of all, since a reader waits for it; two attempts, since a projection that is down must not hold up the compile."""

PROJECT = ActivityConfig(
    task_queue=PROJECTION,
    start_to_close_timeout=timedelta(minutes=5),
    heartbeat_timeout=timedelta(seconds=10),
    retry_policy=_PATIENT,
    cancellation_type=_WAITED_FOR,
)
"""Projections are retried without end: they converge with nobody's help. Each batch is ticked off, so attempts add up."""

PROJECT_BRIEFLY = ActivityConfig(
    task_queue=PROJECTION,
    start_to_close_timeout=timedelta(minutes=1),
    heartbeat_timeout=timedelta(seconds=10),
    retry_policy=RetryPolicy(initial_interval=FIRST_RETRY, maximum_attempts=3),
    cancellation_type=_WAITED_FOR,
)
"""A projection that may be left to a later run: of the schedule, or of a detached drain."""

COMPENSATE = ActivityConfig(
    task_queue=IO,
    start_to_close_timeout=timedelta(seconds=60),
    heartbeat_timeout=timedelta(seconds=10),
    retry_policy=_PATIENT,
)
"""Taking back, and saying how an operation ended, must happen: retried without end."""

ERASE_FIRST = ActivityConfig(
    task_queue=IO,
    start_to_close_timeout=timedelta(minutes=10),
    heartbeat_timeout=timedelta(seconds=10),
    retry_policy=RetryPolicy(initial_interval=FIRST_RETRY, maximum_attempts=3),
)
"""First attempts of a step of the erase saga; when they fail the erasure is shown as blocked."""

ERASE = ActivityConfig(
    task_queue=IO,
    start_to_close_timeout=timedelta(minutes=10),
    heartbeat_timeout=timedelta(seconds=10),
    retry_policy=_PATIENT,
)
"""The saga only goes forward: retried without end. Long, since deleting histories waits for the engine."""

ERASE_PAUSE = timedelta(minutes=5)
"""Pause after an error that is called final: an erasure is never given up."""

PAGE = ActivityConfig(
    task_queue=IO,
    start_to_close_timeout=timedelta(minutes=2),
    heartbeat_timeout=timedelta(seconds=15),
    retry_policy=_FAST,
    cancellation_type=_WAITED_FOR,
)
"""A page of decay or consolidation, and a sweep: the schedule is the retry of last resort."""
