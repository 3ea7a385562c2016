"""From what a model said to the items in it. Pure, and prepared for anything: a reply is data from outside.

A reply that cannot be read is a reason code, never an empty list: a failure is not "nothing was said".
"""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final, cast

MAX_REPLY: Final = 200_000
"""Characters; a longer reply is no answer."""

_THOUGHT: Final = re.compile(r"<(think|thinking|reasoning|reflection)\b[^>]*>.*?</\1\s*>", re.DOTALL | re.IGNORECASE)
_OPEN_THOUGHT: Final = re.compile(r"<(?:think|thinking|reasoning|reflection)\b[^>]*>", re.IGNORECASE)
_ESCAPE: Final = re.compile(r'\\(?:(["\\/bfnrt]|u[0-9a-fA-F]{4})|(.?))', re.DOTALL)
_TRAILING_COMMA: Final = re.compile(r",(\s*[\]}])")
_MAX_CANDIDATES: Final = 200


@dataclass(frozen=True, slots=True)
class Reply:
    """The raw items of a reply, still unchecked; or the reason why there are none."""

    statements: tuple[Any, ...] = ()
    relations: tuple[Any, ...] = ()
    problem: str | None = None


def read_reply(text: str, *, truncated: bool = False) -> Reply:
    """The items of a reply: the last object in it that is an answer, whatever stands around it."""
    if len(text) > MAX_REPLY:
        return Reply(problem="reply_huge")
    said = _OPEN_THOUGHT.split(_THOUGHT.sub("", text))[-1] if _OPEN_THOUGHT.search(text) else text
    if not said.strip():
        return Reply(problem="reply_truncated" if truncated else "reply_empty")
    objects = list(_objects(said))
    answers = [found for found in objects if "statements" in found]
    if answers:
        return _items(answers[-1])
    if truncated:
        return Reply(problem="reply_truncated")
    if any("properties" in found or "$schema" in found for found in objects):
        return Reply(problem="reply_schema_echo")
    return Reply(problem="reply_wrong_shape" if objects else "reply_no_json")


def _items(answer: dict[str, Any]) -> Reply:
    statements, relations = answer["statements"], answer.get("relations")
    if not isinstance(statements, list):
        return Reply(problem="reply_wrong_shape")
    related = tuple(cast("list[Any]", relations)) if isinstance(relations, list) else ()
    return Reply(tuple(cast("list[Any]", statements)), related)


def _objects(text: str) -> Iterator[dict[str, Any]]:
    """The outermost JSON objects of a text, in order. What does not parse is looked into: it may be prose in braces."""
    decoder = json.JSONDecoder(strict=False)
    repaired = _repaired(text)
    at, tried = repaired.find("{"), 0
    while at >= 0 and tried < _MAX_CANDIDATES:
        tried += 1
        try:
            found, end = decoder.raw_decode(repaired, at)
        except (ValueError, RecursionError):
            end = at + 1
        else:
            yield cast("dict[str, Any]", found)
        at = repaired.find("{", end)


def _repaired(text: str) -> str:
    """The text with escapes that JSON does not know written out, and without commas before a closing bracket."""
    escaped = _ESCAPE.sub(_escape, text)
    return _TRAILING_COMMA.sub(r"\1", escaped)


def _escape(found: re.Match[str]) -> str:
    """A known escape stays; that of a mark means the mark, as in `it's`; that of a letter a backslash, as in a path."""
    if found[1]:
        return found[0]
    character = found[2] or ""
    return character if character and not character.isalnum() else f"\\\\{character}"
