"""`memc time`, `memc extract`: the stateless readers, without a server."""

import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING, Annotated, Any

import typer

from api.cli import output

if TYPE_CHECKING:
    from rich.console import Console

Json = dict[str, Any]
JsonLines = Annotated[bool, typer.Option("--jsonl", help="Read one JSON object a line from stdin, write one a line.")]
Base = Annotated[str, typer.Option(help="When it was said (RFC 3339).")]
Timezone = Annotated[str, typer.Option(help="The speaker's time zone.")]


def register(app: typer.Typer) -> None:
    """Adds the commands."""
    app.command("time")(read_time)
    app.command("extract")(extract)


def read_time(
    text: Annotated[str, typer.Argument(help="A text with time words, Chinese or English.")] = "",
    base: Base = "",
    timezone: Timezone = "UTC",
    language: Annotated[str, typer.Option(help="zh or en; found by itself if left out.")] = "",
    jsonl: JsonLines = False,
    json_: output.JsonFlag = False,
) -> None:
    """Read the time words of a text against the time at which it was said."""
    from bootstrap.models import build_time_reader
    from memory.time.jsonl import rows

    read = build_time_reader().read
    if jsonl:
        _write_lines(rows(sys.stdin, read))
        return
    found = _only(rows([_row({"text": text, "base": base, "timezone": timezone, "language": language})], read))
    output.answer(_without(found, {"text", "base", "timezone", "language"}), json_, lambda c: _show_times(c, found))


def _show_times(console: "Console", found: Json) -> None:
    for span in found["spans"]:
        console.print(
            f"{span['raw']}: {span['start'] or '…'} to {span['end'] or '…'} ({span['grain']}, {span['certainty']:.2f})",
            markup=False,
        )
    for other in found["other"]:
        console.print(f"{other['raw']}: {other['kind']} {other['value'] or ''}", markup=False)
    if not found["spans"] and not found["other"]:
        console.print("There are no time words in it.")


def extract(
    text: Annotated[str, typer.Argument(help="What was said, Chinese or English.")] = "",
    base: Base = "",
    timezone: Timezone = "UTC",
    speaker: Annotated[str, typer.Option(help="Who said it.")] = "user",
    role: Annotated[str, typer.Option(help="user, assistant, system or tool.")] = "",
    jsonl: JsonLines = False,
    json_: output.JsonFlag = False,
) -> None:
    """Read the statements of a text; nothing is stored."""
    from api.cli.extracting import extract_rows

    if jsonl:
        _write_lines(extract_rows(sys.stdin))
        return
    row = _row({"text": text, "base": base, "timezone": timezone, "speaker": speaker, "role": role})
    found = _only(extract_rows([row]))
    output.answer(
        _without(found, {"text", "base", "timezone", "speaker", "role"}), json_, lambda c: _show_statements(c, found)
    )


def _show_statements(console: "Console", found: Json) -> None:
    for item in found["assertions"]:
        console.print(
            f"{item['subject']} | {item['predicate']} | {item['value']}  "
            f"({item['polarity']} {item['modality']} {item['kind']}, {item['confidence']:.2f})",
            markup=False,
        )
    if not found["assertions"]:
        console.print("There are no statements in it.")


def _row(fields: Json) -> str:
    import json
    from datetime import UTC, datetime

    if not str(fields["text"]).strip():
        raise typer.BadParameter("a text is expected, or --jsonl with lines on stdin")
    fields["base"] = fields["base"] or datetime.now(UTC).isoformat()
    return json.dumps({name: value for name, value in fields.items() if value})


def _only(rows: Iterable[Json]) -> Json:
    return next(iter(rows))


def _without(found: Json, names: set[str]) -> Json:
    return {name: value for name, value in found.items() if name not in names}


def _write_lines(rows: Iterable[Json]) -> None:
    for row in rows:
        output.print_json(row)
