"""Logs hold ids and codes, never words of a memory, wherever they come from."""

import io
import json
import logging
import sys
from collections.abc import Iterator
from uuid import UUID

import pytest
import structlog

from bootstrap.logging import configure_logging, log_crashes
from memory.model.errors import NotFound

CANARY = "Zarquon-7 金丝雀喜欢在周三的晚上写网关配置"


@pytest.fixture
def output() -> Iterator[io.StringIO]:
    root = logging.getLogger()
    before = (root.handlers[:], root.level)
    stream = io.StringIO()
    configure_logging("debug", stream)
    yield stream
    root.handlers[:], root.level = before
    structlog.reset_defaults()
    structlog.contextvars.clear_contextvars()


def lines(output: io.StringIO) -> list[dict[str, object]]:
    return [json.loads(line) for line in output.getvalue().splitlines()]


def raise_foreign() -> None:
    raise ValueError(CANARY)


def test_our_event_is_one_json_line_with_its_ids(output: io.StringIO) -> None:
    structlog.contextvars.bind_contextvars(operation_id="op-1")
    structlog.get_logger("worker.main").info("stage_done", chunk_id=UUID(int=1), took_ms=3)
    (line,) = lines(output)
    assert (line["event"], line["operation_id"], line["chunk_id"]) == ("stage_done", "op-1", str(UUID(int=1)))
    assert (line["level"], line["logger"], line["took_ms"]) == ("info", "worker.main", 3)


def test_a_foreign_exception_leaves_its_type_only(output: io.StringIO) -> None:
    try:
        raise_foreign()
    except ValueError:
        structlog.get_logger("adapters.x").exception("write_failed")
        logging.getLogger("temporalio.worker").exception("Completing activity as failed ({'x': %s})", 1)
    ours, theirs = lines(output)
    assert ours["error_type"] == theirs["error_type"] == "ValueError"
    assert CANARY[:9] not in output.getvalue()


def test_our_exception_leaves_its_code(output: io.StringIO) -> None:
    structlog.get_logger("api.http").warning("refused", exc_info=NotFound(CANARY))
    assert lines(output)[0]["code"] == "not_found"
    assert CANARY[:9] not in output.getvalue()


@pytest.mark.parametrize("message", [f"failed: {CANARY}", f"value '{CANARY}' is bad", f"{{'text': '{CANARY}'}}"])
def test_a_library_message_loses_what_it_quotes(output: io.StringIO, message: str) -> None:
    logging.getLogger("psycopg.pool").warning(message)
    assert CANARY[:9] not in output.getvalue()


def test_a_library_message_loses_its_arguments(output: io.StringIO) -> None:
    logging.getLogger("temporalio.worker").warning("activity failed, %s", CANARY)
    assert lines(output)[0]["event"] == "activity failed, %s"


def test_of_an_unknown_library_only_the_fact_is_kept(output: io.StringIO) -> None:
    logging.getLogger("some_driver").warning(CANARY)
    assert (lines(output)[0]["event"], lines(output)[0]["logger"]) == ("library_message", "some_driver")


def test_a_long_string_under_an_unknown_key_is_cut(output: io.StringIO) -> None:
    structlog.get_logger("memory").info(
        "odd", remark=CANARY * 3, many=[CANARY], nested={"a": CANARY}, thing=io.StringIO()
    )
    assert CANARY[:9] not in output.getvalue()
    assert lines(output)[0]["many"] == "1 items"


def test_a_crash_is_logged_without_its_words(output: io.StringIO, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "excepthook", sys.__excepthook__)
    log_crashes()
    try:
        raise_foreign()
    except ValueError as error:
        sys.excepthook(type(error), error, error.__traceback__)
    assert lines(output)[0]["error_type"] == "ValueError"
    assert CANARY[:9] not in output.getvalue()


def test_our_own_record_keeps_its_short_arguments(output: io.StringIO) -> None:
    logging.getLogger("worker.main").warning(
        "activity failed: code=%s attempt=%d text=%s", "stale_write", 2, CANARY * 2
    )
    event = str(lines(output)[0]["event"])
    assert event.startswith("activity failed: code=stale_write attempt=2 text=<")
    assert CANARY[:9] not in event
