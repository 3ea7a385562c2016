"""Logs: one JSON object a line on stderr, ids and codes only. Set up once, by an entry point.

Our own events and those of libraries pass the same last processor. It keeps no memory text: of an exception only its type
and code stay, a library's message is replaced by its template without arguments, and a long string survives only
under a key that is known to hold none.
"""

import logging
import sys
from collections.abc import Mapping, MutableMapping
from types import TracebackType
from typing import IO, cast

import structlog
from structlog.typing import EventDict, Processor

from memory.model.errors import MemcError

OURS = ("memory", "adapters", "bootstrap", "workflows", "activities", "worker", "api")
NOISY = ("httpx", "httpcore", "neo4j.notifications", "LiteLLM", "uvicorn.access", "weaviate-client", "urllib3")
# Libraries whose message templates begin with words of their own; of the others only level and logger are kept.
PLAIN_SPOKEN = ("uvicorn", "temporalio", "psycopg", "alembic", "asyncio", "py")
LONGEST_FREE_TEXT = 40
DEEPEST_PLACES = 6
# Keys whose values are ours: names, codes, addresses, templates. Others may carry what a client sent.
KNOWN_KEYS = frozenset(
    {
        *("event", "level", "timestamp", "logger", "code", "error_type", "where"),
        *("operation_id", "chunk_id", "memory_id", "erasure_id", "recall_id", "workflow_id", "run_id", "request_id"),
        *("activity_type", "workflow_type", "task_queue", "attempt", "stage", "target", "backend", "version", "url"),
        *("trace_id", "tenant_hash", "method", "route", "status", "took_ms", "count"),
    }
)


def configure_logging(level: str, stream: IO[str] | None = None) -> None:
    """Routes structlog and the standard library's logging to `stream` (stderr) as JSON lines."""
    output = stream or sys.stderr
    shared: list[Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]
    final: list[Processor] = [
        _replace_exception,
        structlog.stdlib.ProcessorFormatter.remove_processors_meta,
        redact,
        structlog.processors.JSONRenderer(ensure_ascii=False, default=_type_name),
    ]
    structlog.configure(
        processors=[*shared, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=True,
    )
    handler = logging.StreamHandler(output)
    formatter = structlog.stdlib.ProcessorFormatter(
        foreign_pre_chain=[_template_only, *shared], processors=final, use_get_message=False, pass_foreign_args=True
    )
    handler.setFormatter(formatter)
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level.upper())
    for name in NOISY:
        logging.getLogger(name).setLevel(logging.WARNING)
    for name in ("uvicorn", "uvicorn.error", "uvicorn.access"):
        logger = logging.getLogger(name)
        logger.handlers.clear()
        logger.propagate = True


def log_crashes() -> None:
    """An exception that nobody caught is logged as every other one; Python's own traceback would show its text."""

    def report(_type: type[BaseException], error: BaseException, _trace: TracebackType | None) -> None:
        structlog.get_logger("bootstrap").critical("process_crashed", exc_info=error)

    sys.excepthook = report


def redact(_logger: object, _method: str, event: EventDict) -> EventDict:
    """The last processor before rendering: cuts what might be somebody's words."""
    return {key: _safe(key, value) for key, value in event.items()}


def _safe(key: str, value: object) -> object:
    match value:
        case bool() | int() | float() | None:
            return value
        case str():
            return value if key in KNOWN_KEYS or len(value) <= LONGEST_FREE_TEXT else f"<{len(value)} characters>"
        case Mapping():
            return _type_name(value)  # pyright: ignore[reportUnknownArgumentType]
        case list() | tuple():
            return f"{len(value)} items"  # pyright: ignore[reportUnknownArgumentType]
        case _:
            return str(value) if type(value).__name__ in {"UUID", "datetime"} else _type_name(value)


def _template_only(_logger: object, _method: str, event: EventDict) -> EventDict:
    """Our own words with their arguments; of a library's record the first clause of its template, or only the fact."""
    record: logging.LogRecord = event["_record"]
    arguments = event.pop("positional_args", None) or ()
    origin = record.name.split(".", 1)[0]
    if origin in OURS:
        event["event"] = _filled(str(record.msg), arguments)
    elif origin in PLAIN_SPOKEN:
        event["event"] = _first_clause(str(record.msg))
    else:
        event["event"] = "library_message"
    return event


def _filled(template: str, arguments: object) -> str:
    given = cast("tuple[object, ...]", arguments) if isinstance(arguments, tuple) else (arguments,)
    try:
        return template % tuple(_safe("", argument) for argument in given)
    except (TypeError, ValueError):
        return template


def _first_clause(template: str) -> str:
    head = template.splitlines()[0] if template else ""
    for mark in (":", "=", "'", '"', "{", "[", "("):
        head = head.partition(mark)[0]
    return head.strip()


def _replace_exception(
    _logger: object, _method: str, event: MutableMapping[str, object]
) -> MutableMapping[str, object]:
    """An exception's type, its code if it is ours, and the places in our code that it passed; never its text."""
    error = _error_of(event.pop("exc_info", None))
    event.pop("stack_info", None)
    if isinstance(error, BaseException):
        event["error_type"] = type(error).__name__
        event["where"] = _places(error)
        if isinstance(error, MemcError):
            event["code"] = error.code
    return event


def _error_of(info: object) -> object:
    if info is True:
        return sys.exc_info()[1]
    if isinstance(info, tuple):
        # The standard library's (type, error, traceback).
        return next((part for part in cast("tuple[object, ...]", info) if isinstance(part, BaseException)), None)
    return info


def _places(error: BaseException) -> str:
    places: list[str] = []
    trace = error.__traceback__
    while trace is not None:
        module = str(trace.tb_frame.f_globals.get("__name__", ""))
        if module.split(".", 1)[0] in OURS:
            places.append(f"{module}:{trace.tb_lineno}")
        trace = trace.tb_next
    return " > ".join(places[-DEEPEST_PLACES:])


def _type_name(value: object) -> str:
    return f"<{type(value).__name__}>"
