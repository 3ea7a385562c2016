"""Sentences of a Chinese, English or mixed text, with exact offsets."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

MAX_SENTENCE: Final = 1000
"""A longer stretch without an end mark is cut at its last comma or space."""


@dataclass(frozen=True, slots=True)
class Sentence:
    """Characters `start..end` of the text they were cut from; never blank, without surrounding white space."""

    text: str
    start: int
    end: int


_CLOSERS: Final = "\"'”’」』）)》】〉]"
_HAN: Final = r"\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff"
_LINE_END: Final = "\n\r\v\f\x85\u2028\u2029"
# Mail addresses and links hold dots and question marks that end nothing.
_OPAQUE: Final = re.compile(
    r"(?:https?://|www\.)[^\s\u3000-\u303f\u4e00-\u9fff，。！？；]+"
    r"|(?<![A-Za-z0-9_.+-])[A-Za-z0-9_.+-]{1,64}@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+"
)
_END: Final = re.compile(
    rf"(?P<line>[{_LINE_END}]+)"
    rf"|(?P<wide>[。！？｡；][。！？｡!?；]*[{re.escape(_CLOSERS)}]*)"
    rf"|(?P<mark>[!?]+[！？!?]*[{re.escape(_CLOSERS)}]*)(?=[\s{_HAN}]|$)"
    rf"|(?P<dots>\.{{2,}}|…+)(?P<tail>[{re.escape(_CLOSERS)}]*)(?=\s+[^\sa-z]|\s*$)"
    rf"|(?P<stop>(?<!\.)\.)(?P<after>[{re.escape(_CLOSERS)}]*)(?=[\s{_HAN}]|$)"
    rf"|(?P<semi>;)(?:(?=\s*[{_HAN}])|(?<=[{_HAN}];))"
)
_WORD_BEFORE: Final = re.compile(r"[^\s(（\"'“‘]+$")
_NEXT_WORD: Final = re.compile(r"\s*([\w']+)")
_NEVER_LAST_TEXT: Final = (
    "mr mrs ms dr prof st mt gen col sgt lt capt rev hon vs e.g i.e cf approx fig eq sec vol ed eds pp ca viz al"
)
_NEVER_LAST: Final = frozenset(_NEVER_LAST_TEXT.split())
_BEFORE_NUMBER_TEXT: Final = "no nos nr art ch p para ver v"
_BEFORE_NUMBER: Final = frozenset(_BEFORE_NUMBER_TEXT.split())
_MAYBE_LAST_TEXT: Final = (
    "a.m p.m etc inc ltd co corp jr sr u.s u.k u.n e.u ph.d d.c b.sc m.sc dept est min max avg jan feb mar apr"
    " jun jul aug sep sept oct nov dec mon tue wed thu fri sat sun"
)
_MAYBE_LAST: Final = frozenset(_MAYBE_LAST_TEXT.split())
_STARTERS_TEXT: Final = (
    "i we you he she it they this that these those the a an my our your his her its their there here in on at"
    " as but and so if when then what who how why where however also after before no yes please let for from"
)
_STARTERS: Final = frozenset(_STARTERS_TEXT.split())
_CUT: Final = re.compile(r"[，,、：:\s]")


def _capital_starter(text: str, position: int) -> bool:
    """Whether the next word is one that opens sentences, written with a capital."""
    following = _NEXT_WORD.match(text, position)
    if following is None:
        return True
    word = following[1]
    return not word[0].islower() and (word.lower() in _STARTERS or not word[0].isascii())


def _stop_ends(text: str, start: int, dot: int, end: int) -> bool:
    """Whether the full stop at `dot` ends the sentence that began at `start`."""
    found = _WORD_BEFORE.search(text, max(start, dot - 40), dot)
    if found is None:
        return True
    raw = found[0]
    word = raw.lower()
    if word in _NEVER_LAST:
        return False
    rest = text[end : end + 40].lstrip()
    if word in _BEFORE_NUMBER and rest[:1].isdigit():
        return False
    if raw.isdigit() and not text[start : found.start()].strip():
        return False  # the number of a list item
    single_letter = len(raw) == 1 and raw.isupper() and raw != "I"
    if word in _MAYBE_LAST or single_letter:
        return _capital_starter(text, end)
    return True


def _ends(text: str) -> Iterator[int]:
    """Positions after which a sentence ends, in order."""
    opaque = [m.span() for m in _OPAQUE.finditer(text)]
    start = 0
    for match in _END.finditer(text):
        at, end = match.span()
        while opaque and opaque[0][1] <= at:
            opaque.pop(0)
        # A mark that is the last character of a link ends the sentence.
        if opaque and opaque[0][0] <= at and end < opaque[0][1]:
            continue
        if match["stop"] and not _stop_ends(text, start, at, end):
            continue
        yield end
        start = end


def _cut_long(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    while end - start > MAX_SENTENCE:
        cut = start + MAX_SENTENCE
        commas = [m.end() for m in _CUT.finditer(text, start + MAX_SENTENCE // 2, cut)]
        cut = commas[-1] if commas else cut
        yield start, cut
        start = cut
    yield start, end


def _trimmed(text: str, start: int, end: int) -> Sentence | None:
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    return Sentence(text[start:end], start, end) if end > start else None


def split_sentences(text: str) -> list[Sentence]:
    """Cuts a text into sentences; `text[s.start:s.end] == s.text`, and only white space lies between them."""
    sentences: list[Sentence] = []
    start = 0
    for end in (*_ends(text), len(text)):
        for a, b in _cut_long(text, start, end):
            sentence = _trimmed(text, a, b)
            if sentence is not None:
                sentences.append(sentence)
        start = max(start, end)
    return sentences
