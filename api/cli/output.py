"""How commands answer: one JSON document on stdout with `--json`, else words for people; errors as sentences."""

import json
import os
import shutil
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NoReturn

import typer

if TYPE_CHECKING:
    from rich.console import Console
    from rich.progress import Progress

JsonFlag = Annotated[bool, typer.Option("--json", help="One JSON document on stdout; logs go to stderr.")]

Document = Mapping[str, object]


def answer(document: Document, as_json: bool, for_people: Callable[["Console"], None]) -> None:
    """Prints what a command found."""
    if as_json:
        print_json(document)
    else:
        for_people(console())


def print_json(document: Document) -> None:
    """One line on stdout, flushed, so that whoever waits for it gets it."""
    sys.stdout.write(json.dumps(document, ensure_ascii=False, default=str) + "\n")
    sys.stdout.flush()


def say(sentence: str) -> None:
    """A line on stderr."""
    sys.stderr.write(sentence + "\n")
    sys.stderr.flush()


def program() -> str:
    """How the reader of a hint can call this program: by its name where the shell finds it, else by its place."""
    return "memc" if shutil.which("memc") else os.path.relpath(Path(sys.prefix) / "bin" / "memc")


def console() -> "Console":
    """Stdout for people."""
    from rich.console import Console

    return Console(highlight=False, soft_wrap=True)


def progress(as_json: bool) -> "Progress":
    """A progress bar on stderr; silent with `--json` and where stderr is no terminal."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    errors = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    return Progress(*columns, console=errors, disable=as_json or not errors.is_terminal, transient=True)


def fail(code: str, message: str, as_json: bool, exit_code: int = 1) -> NoReturn:
    """Ends the command with an error."""
    if as_json:
        print_json({"error": {"code": code, "message": message}})
    else:
        say(message)
    sys.exit(exit_code)
