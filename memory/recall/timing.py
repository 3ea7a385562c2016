"""Questions about a time: their words for it, whether they ask for nothing else, and what belongs to it."""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from memory.language.han import fold
from memory.model.recalled import Window
from memory.model.timespan import TimeReading

_DIGIT: Final = re.compile(r"[0-9一二三四五六七八九十零〇]")
_ABSOLUTE: Final = re.compile(
    r"\d{4}|\d\s*[月日号/-]|[年月]\s*\d|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec", re.IGNORECASE
)

# Words that a question about a time has besides: what is left without them is its subject.
_GENERAL_ZH: Final = re.compile(
    r"发生|变化|改变|更新|变动|干嘛|干什么|做过?|干过?|聊过?|说过?|谈过?|提到?|讲过?|记得|告诉|都|还|有|没有|哪些|什么|啥|事情?|情况|新|内容"
    r"|过|了|的|吗|呢|呀|啊|我们|我|你|咱们|里|在|是|和|一下|怎么样|怎样|如何|请问|请|关于|时候|时|那时|以来|起"
)
_GENERAL_EN: Final = re.compile(
    r"(?:what|which|who|anything|everything|something|things?|new|happen(?:s|ed|ing)?|occurred|going|on|did|do|does|doing"
    r"|done|i|we|you|me|my|our|us|it|the|an?|of|in|at|to|about|has|have|had|been|was|were|is|are|there|all|any"
    r"|changed?|changes|talk(?:ed|ing)?|speak|spoke|discuss(?:ed)?|mention(?:ed)?|say|said|tell|told|remember|list|show|up"
    r"|with|that|this)(?:'s)?"
)
_TALK: Final = re.compile(
    r"聊|说|谈|提|讲|讨论|\b(?:talk|speak|spoke|said|say|saying|tell|told|mention|discuss)\w*\b", re.IGNORECASE
)
_WORD: Final = re.compile(r"[a-z']+")


@dataclass(frozen=True, slots=True)
class Timing:
    """What a question says about time.

    `content` is the question without its relative time words (they must not find chunks that hold the same words said on
    another day); `only` tells that it asks for nothing but what belongs to the time; `talk` that it asks what was said then.
    """

    content: str
    only: bool
    talk: bool


def timing_of(query: str, reading: TimeReading) -> Timing:
    """Reads a question whose time words are resolved already."""
    masked = list(query)
    bare = list(query)
    for span in reading.spans:
        first, end = span.span
        bare[first:end] = " " * (end - first)
        if not (_DIGIT.search(span.raw) and _ABSOLUTE.search(span.raw)):
            masked[first:end] = " " * (end - first)
    return Timing(
        content=" ".join("".join(masked).split()),
        only=bool(reading.spans) and _is_general("".join(bare)),
        talk=_TALK.search(query) is not None,
    )


def _is_general(text: str) -> bool:
    plain = fold(unicodedata.normalize("NFKC", text)).casefold()
    words = _WORD.findall(plain)
    rest = _GENERAL_ZH.sub("", _WORD.sub(" ", plain))
    return all(_GENERAL_EN.fullmatch(word) for word in words) and not re.search(r"\w", rest)


def happened_within(
    window: Window,
    event: tuple[datetime | None, datetime | None],
    began: datetime | None,
    said: Sequence[datetime],
) -> bool:
    """Whether something belongs to a window: by when it happened, else by when it began, else by when it was said."""
    start, end = event
    if start is not None or end is not None:
        return overlaps(window, start, end)
    if began is not None:
        return contains(window, began)
    return any(contains(window, moment) for moment in said)


def overlaps(window: Window, start: datetime | None, end: datetime | None) -> bool:
    """Whether two half-open intervals share a moment; an open side reaches for ever."""
    return (window.end is None or start is None or start < window.end) and (
        window.start is None or end is None or end > window.start
    )


def contains(window: Window, moment: datetime) -> bool:
    """Whether a moment lies in a half-open window."""
    return (window.start is None or moment >= window.start) and (window.end is None or moment < window.end)
