"""Apostrophes that hasty English leaves out (`im 17`, `dont eat pork`), put back for the reading and taken out after it.

Offsets of what was read lead to the text as it was written.
"""

import re
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Final, TypeVar

from memory.language.extracted import DraftRejection, ExtractInput, Extraction
from memory.model.assertion import Draft, RelationDraft
from memory.model.timespan import TimeReading
from memory.ports.recognizer import EntityMention

_Placed = TypeVar("_Placed", RelationDraft, EntityMention, DraftRejection)
_AT: Final = {
    "im": 1, "ive": 1, "hes": 2, "shes": 3, "theyre": 4, "theyve": 4, "youre": 3, "youve": 3, "weve": 2, "thats": 4,
    "theres": 5, "whats": 4, "dont": 3, "doesnt": 5, "didnt": 4, "isnt": 3, "arent": 4, "wasnt": 4, "werent": 5,
    "hasnt": 4, "havent": 5, "hadnt": 4, "cant": 3, "couldnt": 6, "wouldnt": 6, "shouldnt": 7, "its": 2,
}  # fmt: skip
_BARE: Final = re.compile(
    r"(?:(?<![\w'’-])(?:(?<=^)|(?<=[.,;:!?\n(] )|(?<=[.,;:!?\n(])|(?<=\band )|(?<=\bbut )|(?<=\bcos )|(?<=\bcoz )|(?<=\bso )"
    r"|(?<=\byeah )|(?<=\blol )|(?<=\bnow )|(?<=\bsince )|(?<=\bthat )|(?<=\bbecause )|(?<=\bno )|(?<=\bthink )|(?<=\bwhen )"
    r"|(?<=\bhi )|(?<=\bhey )|(?<=\bok )|(?<=\bif ))(?P<a>im)\b"
    r"|(?<![\w'’-])(?P<b>ive|hes|shes|theyre|theyve|youre|youve|weve|thats|theres|whats|dont|doesnt|didnt|isnt|arent|wasnt"
    r"|werent|hasnt|havent|hadnt|cant|couldnt|wouldnt|shouldnt)\b"
    r"|(?<![\w'’-])(?P<c>its)(?= (?:a|an|the|not|been|really|just|so|too|actually|on|at|my|our|called|gate|platform|room|\d)\b))",
    re.I | re.M,
)


def dropped(chunk: ExtractInput) -> tuple[int, ...]:
    """The places of an English chunk where an apostrophe is missing."""
    if chunk.language != "en":
        return ()
    found = ((m.start(m.lastgroup or 0), m[m.lastgroup or 0]) for m in _BARE.finditer(chunk.text))
    return tuple(at + _AT[word.casefold()] for at, word in found)


def spelled(chunk: ExtractInput, places: Sequence[int]) -> ExtractInput:
    """The chunk with the apostrophes put in at `places`; its time words move along."""
    if not places:
        return chunk
    edges = [0, *places, len(chunk.text)]
    text = "'".join(chunk.text[left:right] for left, right in pairwise(edges))
    spans = tuple(replace(s, span=_onward(s.span, places)) for s in chunk.reading.spans)
    other = tuple(replace(o, span=_onward(o.span, places)) for o in chunk.reading.other)
    return replace(chunk, text=text, reading=TimeReading(spans, other))


def _onward(span: tuple[int, int], places: Sequence[int]) -> tuple[int, int]:
    return span[0] + bisect_right(places, span[0]), span[1] + bisect_right(places, span[1])


def as_written(read: Extraction, places: Sequence[int]) -> Extraction:
    """What was read of a spelled chunk, with offsets of the text as written."""
    if not places:
        return read
    inserted = [place + n for n, place in enumerate(places)]

    def back(at: int) -> int:
        return at - sum(place < at for place in inserted)

    def moved(each: _Placed) -> _Placed:
        return replace(each, start=back(each.start), end=back(each.end))

    def draft(each: Draft) -> Draft:
        time = each.event_time
        told = time and replace(time, span=(back(time.span[0]), back(time.span[1])))
        return replace(each, start=back(each.start), end=back(each.end), event_time=told)

    return Extraction(
        tuple(map(draft, read.drafts)),
        tuple(map(moved, read.relations)),
        tuple(map(moved, read.mentions)),
        tuple(map(moved, read.rejections)),
    )
