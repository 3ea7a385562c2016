"""A clause in two views: as worded, and without its time words. Both lead back to characters of the chunk."""

import re
from dataclasses import dataclass
from typing import Final

from memory.language.han import fold
from memory.model.timespan import Bound, TimeSpan
from memory.ports.recognizer import EntityMention, Token

_QUOTES: Final = str.maketrans({"’": "'", "‘": "'", "“": '"', "”": '"', "\u00a0": " ", "\u3000": " ", "，": "，"})
_EDGE: Final = " \t\n\r,，、。.;；!！~～"
_PREPOSITION: Final = re.compile(
    r"(?:\b(?:on|in|at|by|until|till|since|from|during|for|before|after|through|as of|"
    r"starting|around|this|of)\s+(?:the\s+)?)$",
    re.I,
)
_ZH_PREPOSITION: Final = re.compile(r"(?:截至|截止到|截止|直到|大约|大概|就在|从|自|在|于|到)$")
_ZH_AFTER: Final = re.compile(r"^(?:为止|以前|之前|以后|之后|开始|的时候|那天|那阵子|那会儿|期间|里|内|间|起|前|后)")


def comparable(text: str) -> str:
    """The text in simplified characters and plain quotation marks; the same length, so offsets hold."""
    return fold(text).translate(_QUOTES)


@dataclass(frozen=True, slots=True)
class View:
    """A text to match against; character `i` of it stands at `places[i]` of the chunk."""

    text: str
    places: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Clause:
    """Characters `start..end` of the chunk: one stretch that can hold a statement.

    `spans` are the resolved time words in it, or those of a clause of time words only that stands before it.
    `tokens` and `mentions` have offsets of the chunk. `prefixed` tells that it goes on with the subject before.
    """

    language: str
    start: int
    end: int
    full: View
    bare: View
    spans: tuple[TimeSpan, ...]
    tokens: tuple[Token, ...]
    mentions: tuple[EntityMention, ...]
    subordinate: bool = False
    prefixed: bool = False
    final: str = ""
    """The particles at the end (了, 吧), which the views leave out; 了 tells that something happened."""
    sentence: tuple[Token, ...] = ()
    """The tokens of the whole sentence: what their heads count in (English)."""
    given: str = ""
    """The subject that the clause leaves out: that of the verb it is joined to, or whoever speaks in fragments."""

    @property
    def text(self) -> str:
        return self.full.text

    @property
    def event_time(self) -> TimeSpan | None:
        """The time of the clause: a bounded one before a point, else the surest, else the first."""
        if not self.spans:
            return None
        return max(self.spans, key=lambda span: (span.bound is not Bound.AT, round(span.certainty, 1)))


def _cut_out(text: str, start: int, left: int, right: int, language: str) -> tuple[int, int]:
    """Widens a time expression by the preposition or postposition that hangs on it."""
    before = text[start:left]
    pattern = _ZH_PREPOSITION if language == "zh" else _PREPOSITION
    found = pattern.search(before)
    if found is not None:
        left = start + found.start()
    if language == "zh" and (after := _ZH_AFTER.match(text[right:])):
        right += after.end()
    return left, right


_ASKING: Final = re.compile(
    r"(?:[a-z\- ]{2,40}? (?:is|are|was|will be|falls)(?: now| due| set| fixed)* (?:on |at |for |by )?"
    r"|(?:截止日期|截止|日期|时间)?(?:改到|改在|改成|推迟到|提前到|延到|延期到|定在|定于|挪到|调到|换到|是|为))(?=.)",
    re.I,
)
_FINAL_ZH: Final = re.compile(r"(?:了|啦|吧|呢|啊|呀|哦|哈|嘛|喽|哟|而已|来着)+$")


def final_particles(text: str) -> str:
    """The particles at the end of a Chinese clause, or ""."""
    found = _FINAL_ZH.search(text)
    return found[0] if found is not None and found.start() > 1 else ""


def _tight(text: str, kept: list[int]) -> tuple[int, ...]:
    """Leaves out white space and marks at both ends, and doubled spaces where time words stood."""
    while kept and text[kept[0]] in _EDGE:
        kept.pop(0)
    while kept and text[kept[-1]] in _EDGE:
        kept.pop()
    return tuple(i for n, i in enumerate(kept) if not (n and text[i] == " " and text[kept[n - 1]] == " "))


def views(text: str, start: int, end: int, spans: tuple[TimeSpan, ...], language: str) -> tuple[View, View]:
    """The full and the bare view of characters `start..end` of a comparable text."""
    gone: set[int] = set()
    for span in spans:
        left, right = span.span
        # A reading may begin with the words that ask for a time (`deadline is May 20`, 改到周四): they are not time words.
        asking = _ASKING.match(text[left:right])
        left += asking.end() if asking is not None else 0
        owning = language == "en" and text[right : right + 2] == "'s"  # `next year's fair`: a part of the name
        if start <= left and right <= end and not owning:
            gone.update(range(*_cut_out(text[:end], start, left, right, language)))
    kept = _tight(text, [i for i in range(start, end) if i not in gone])
    full = View(text[start:end], tuple(range(start, end)))
    return full, View("".join(text[i] for i in kept), kept)
