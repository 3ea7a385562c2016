"""What a message asks, apart from what it says around that: people think aloud before they come to their question."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from memory.language.segment import split_sentences
from memory.language.tokens import query_tokens
from memory.recall.analysis import is_question

ALONE: Final = 3
"""A question of fewer tokens than this needs what was said around it."""
_POINTS_BACK: Final = re.compile(
    r"\b(?:it|its|they|them|their|he|him|his|she|her|hers|this|these|those|there|that one|the same)\b"
    r"|[它他她]|这(?!周|个月|年|几天|次)|那里|那边|那时|其中|上述|刚才",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Message:
    """A question, and the words around it ("" where there are none, or where it cannot do without them)."""

    asked: str
    around: str = ""


def message_of(text: str) -> Message:
    """The last sentence that asks, and the rest; the whole text where that sentence points back or says too little."""
    said = _whole_quotes([sentence.text for sentence in split_sentences(text)])
    place = next((place for place in reversed(range(len(said))) if is_question(said[place])), None)
    if len(said) < 2 or place is None:
        return Message(text)
    asked = said[place]
    if _POINTS_BACK.search(asked) is not None or len(query_tokens(asked)) < ALONE:
        return Message(text)
    return Message(asked, " ".join([*said[:place], *said[place + 1 :]]))


def _whole_quotes(sentences: Sequence[str]) -> list[str]:
    """Sentences, those within quotation marks together with what stands around them."""
    whole: list[str] = []
    for sentence in sentences:
        if whole and (_is_open(whole[-1]) or _QUOTES_WITHIN.search(whole[-1]) is not None):
            whole[-1] = f"{whole[-1]}{sentence}"
        else:
            whole.append(sentence)
    return whole


def _is_open(text: str) -> bool:
    pairs = any(text.count(opened) > text.count(closed) for opened, closed in _QUOTES)
    return pairs or text.count('"') % 2 == 1


_QUOTES_WITHIN: Final = re.compile(r"[^\s\"“「『].*[\"”」』]$", re.DOTALL)
"""What ends with a quotation mark that it did not begin with goes on behind it."""
_QUOTES: Final = ("“”", "「」", "『』", "《》", "（）", "()")
