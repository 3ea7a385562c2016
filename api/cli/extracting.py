"""Extraction without a server, for `memc extract`."""

from collections.abc import Iterable, Iterator
from typing import Any

from bootstrap.models import build_recognizer
from memory.language.jsonl import rows
from memory.model.errors import InputInvalid


def extract_rows(lines: Iterable[str]) -> Iterator[dict[str, Any]]:
    """Each row plus its statements, in order; raises `InputInvalid` for a line that is no such row."""
    try:
        yield from rows(lines, build_recognizer())
    except ValueError as error:
        raise InputInvalid(
            f"A line is not usable ({type(error).__name__}): each must be a JSON object with at least `text` and `base`."
        ) from None
