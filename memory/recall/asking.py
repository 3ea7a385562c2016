"""What a message asks, apart from what it says around that: people think aloud before they come to their question."""

import re
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
    spans = _sentences(text)
    asking = next(((start, end) for start, end in reversed(spans) if is_question(text[start:end])), None)
    if asking is None:
        return Message(text)
    asked, around = text[slice(*asking)], f"{text[: asking[0]]} {text[asking[1] :]}".strip()
    if not around or _POINTS_BACK.search(asked) is not None or len(query_tokens(asked)) < ALONE:
        return Message(text)
    return Message(asked, around)


def _sentences(text: str) -> list[tuple[int, int]]:
    """Where each sentence begins and ends; those within marks of quotation go with what stands around them."""
    spans: list[tuple[int, int]] = []
    for sentence in split_sentences(text):
        if spans and _goes_on(text[slice(*spans[-1])]):
            spans[-1] = spans[-1][0], sentence.end
        else:
            spans.append((sentence.start, sentence.end))
    return spans


def _goes_on(text: str) -> bool:
    """Whether a pair of marks is still open, or a quotation ends here that the sentence did not begin with."""
    opened = any(text.count(left) > text.count(right) for left, right in _PAIRS) or text.count('"') % 2 == 1
    return opened or _QUOTED_AT_THE_END.search(text) is not None


_PAIRS: Final = ("“”", "「」", "『』", "《》", "（）", "()")
_QUOTED_AT_THE_END: Final = re.compile(r"[^\s\"“「『].*[\"”」』]$", re.DOTALL)
