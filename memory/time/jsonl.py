"""The JSON Lines face of the reader: `memc time --jsonl`, and the answer of `POST /v1/time/resolve`."""

import json
from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Protocol, cast

from memory.model.errors import FieldProblem, InputInvalid
from memory.model.timespan import TimeReading
from memory.time.resolve import resolve

Json = dict[str, object]


class Read(Protocol):
    """Reads a text: `resolve`, or a `TimeReader`."""

    def __call__(self, text: str, base: datetime, timezone: str, language: str | None = None, /) -> TimeReading: ...


def rows(lines: Iterable[str], read: Read = resolve) -> Iterator[Json]:
    """For each line with `text`, `base`, `timezone` (and `language`) the same object plus `spans` and `other`, in order.

    Raises:
        InputInvalid: a line is no such object; the problem's pointer names the line.
    """
    for number, line in enumerate(lines, 1):
        if line.strip():
            row = _object(line, number)
            reading = read(
                _text(row, "text", number), _base(row, number), _text(row, "timezone", number), _language(row, number)
            )
            yield row | as_json(reading)


def as_json(reading: TimeReading) -> Json:
    """The reading in the form of the API."""
    spans = [
        {
            "raw": span.raw,
            "start": span.start.isoformat() if span.start else None,
            "end": span.end.isoformat() if span.end else None,
            "grain": span.grain.value,
            "certainty": span.certainty,
            "rule": span.rule,
            "span": list(span.span),
            "bound": span.bound.value,
        }
        for span in reading.spans
    ]
    other = [{"raw": o.raw, "kind": o.kind.value, "value": o.value, "span": list(o.span)} for o in reading.other]
    return {"spans": spans, "other": other}


def _invalid(number: int, field: str, message: str) -> InputInvalid:
    return InputInvalid(f"line {number}: {message}", problems=[FieldProblem(f"/{number}{field}", "invalid", message)])


def _object(line: str, number: int) -> Json:
    try:
        row = cast("object", json.loads(line))
    except ValueError as error:
        raise _invalid(number, "", "not JSON") from error
    if not isinstance(row, dict):
        raise _invalid(number, "", "not a JSON object")
    return cast("Json", row)


def _text(row: Json, field: str, number: int) -> str:
    value = row.get(field)
    if not isinstance(value, str):
        raise _invalid(number, f"/{field}", f"`{field}` must be a string")
    return value


def _language(row: Json, number: int) -> str | None:
    return _text(row, "language", number) if row.get("language") is not None else None


def _base(row: Json, number: int) -> datetime:
    try:
        return datetime.fromisoformat(_text(row, "base", number))
    except ValueError as error:
        raise _invalid(number, "/base", "`base` must be an RFC 3339 time") from error
