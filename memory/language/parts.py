"""A document cut into parts: by headings, then by paragraphs, lists and turns; each part is an exact stretch of the text.

Parts follow one another in the order of the text, and only white space lies between them. A section's heading stays with
its words, since they are read together.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from memory.language.segment import split_sentences

TARGET: Final = 1_500
"""Characters that a part is filled up to: what an embedder and a reader take in at once."""

LONGEST: Final = 3_000
"""No part is longer."""

MAX_HEADING: Final = 1_000

_HEADING: Final = re.compile(r" {0,3}(#{1,6})(?:[ \t]+(.*?))?(?:[ \t]+#+)?[ \t]*$")
_UNDERLINE: Final = re.compile(r" {0,3}(=+|-+)[ \t]*$")
_FENCE: Final = re.compile(r" {0,3}(`{3,}|~{3,})")
_ITEM: Final = re.compile(r"\s*(?:[-*+•]|\d{1,3}[.)、]|[（(]\d{1,3}[)）]|[一二三四五六七八九十]{1,3}、)\s*\S")
_TURN: Final = re.compile(r"(?:\*\*)?[^\W\d_][\w .·'-]{0,38}(?:\*\*)?\s?[:：]\s*\S")


@dataclass(frozen=True, slots=True)
class Part:
    """Characters `start..end` of the text; `heading` is the path of headings over it, from the top."""

    start: int
    end: int
    heading: str


@dataclass(frozen=True, slots=True)
class _Block:
    """Lines that belong together. `level` 1 to 6 for a heading, else 0."""

    start: int
    end: int
    level: int = 0
    title: str = ""


def split_parts(text: str, *, markdown: bool = True) -> list[Part]:
    """The parts of a text, in order. Without `markdown` no line is a heading or a fence."""
    parts: list[Part] = []
    path: list[tuple[int, str]] = []
    start, end, only_headings = -1, -1, True
    for block in _blocks(text, markdown):
        fresh_section = block.level and not only_headings
        if start >= 0 and (fresh_section or (not only_headings and block.end - start > TARGET)):
            parts += _cut(text, start, end, _rendered(path))
            start, only_headings = -1, True
        if block.level:
            path = [(level, title) for level, title in path if level < block.level] + [(block.level, block.title)]
        start = block.start if start < 0 else start
        end, only_headings = block.end, only_headings and bool(block.level)
    if start >= 0:
        parts += _cut(text, start, end, _rendered(path))
    return parts


def _rendered(path: list[tuple[int, str]]) -> str:
    return " > ".join(title for _, title in path)[:MAX_HEADING]


def _cut(text: str, start: int, end: int, heading: str) -> Iterator[Part]:
    """The stretch as one part, or as several when it is too long: by lines, else by sentences."""
    while end - start > LONGEST:
        cut = _best_cut(text, start, min(start + LONGEST, end))
        yield from _trimmed(text, start, cut, heading)
        start = cut
    yield from _trimmed(text, start, end, heading)


def _best_cut(text: str, start: int, limit: int) -> int:
    line = text.rfind("\n", start + TARGET // 2, limit)
    if line >= 0:
        return line + 1
    ends = [start + sentence.end for sentence in split_sentences(text[start:limit])[:-1]]
    if ends and ends[-1] > start:
        return ends[-1]
    space = text.rfind(" ", start + TARGET // 2, limit)
    return space + 1 if space >= 0 else limit


def _trimmed(text: str, start: int, end: int, heading: str) -> Iterator[Part]:
    raw = text[start:end]
    start += len(raw) - len(raw.lstrip())
    end = start + len(raw.strip())
    if end > start:
        yield Part(start, end, heading)


def _blocks(text: str, markdown: bool) -> Iterator[_Block]:
    """Headings, fenced code, list items, turns and paragraphs."""
    fence = ""
    start = last = -1
    for at, line in _lines(text):
        mark = _FENCE.match(line) if markdown else None
        if fence:
            last = at + len(line)
            if mark and mark[1].startswith(fence):
                yield _Block(start, last)
                fence, start = "", -1
            continue
        heading = _HEADING.match(line) if markdown else None
        underlined = start >= 0 and markdown and _UNDERLINE.match(line) and "\n" not in text[start:last]
        opens = bool(heading or mark or _ITEM.match(line) or _TURN.match(line))
        if start >= 0 and not underlined and (opens or not line.strip()):
            yield _Block(start, last)
            start = -1
        if heading:
            yield _Block(at, at + len(line), len(heading[1]), (heading[2] or "").strip())
        elif underlined:
            level = 1 if line.lstrip().startswith("=") else 2
            yield _Block(start, at + len(line), level, text[start:last].strip())
            start = -1
        elif line.strip():
            start, last = (at if start < 0 else start), at + len(line)
            fence = mark[1] if mark else ""
    if start >= 0:
        yield _Block(start, last)


def _lines(text: str) -> Iterator[tuple[int, str]]:
    at = 0
    for line in text.splitlines(keepends=True):
        yield at, line.rstrip("\r\n")
        at += len(line)
