"""What an assistant's own words count for beside the user's: a confirmation adds nothing, a claim about the user waits.

An assistant says a lot in passing (`with 18 students in the seminar you would get six groups`). Where the user told the
same thing otherwise, such words must not come along as if they were known.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from memory.language.tokens import query_tokens
from memory.model.chunk import Role
from memory.model.fact import FactVersion, ItemStatus
from memory.recall.guess import is_guess
from memory.settle.turning import sort_of
from memory.settle.values import normal_value

_CONFIRMS_EN: Final = re.compile(
    r"\b(?:ok|okay|all right|alright|got it|noted|understood|will do|it is|fine|very well|i see|good|right|sure|thanks"
    r"|i(?:'ll| will) (?:remember|keep)|i have it|clear|done)\b",
    re.I,
)
_CONFIRMS_ZH: Final = re.compile(r"好|嗯|收到|明白|记[住下]|清楚|了解|有数|没问题|知道了|改用|以后是")
_QUESTION: Final = re.compile(r"[?？]")
_ASKED: Final = re.compile(r"[^.。!！?？]*[?？]")
_OF_THE_USER: Final = re.compile(
    r"\b(?:your|you're|you are|you(?: have|'ve)|that's the one)\b|[您你](?!好|可以|要不|不妨|试试|看)", re.I
)
"""The user's own things, told to the user."""
_SHORT_EN, _SHORT_ZH = 8, 14


def confirms(text: str) -> bool:
    """Whether a turn is a short confirmation: what it holds the user had said."""
    if _QUESTION.search(text) is not None:
        return False
    han = sum("\u4e00" <= character <= "\u9fff" for character in text)
    if han:
        return len(text) <= _SHORT_ZH and _CONFIRMS_ZH.search(text) is not None
    return len(text.split()) <= _SHORT_EN and _CONFIRMS_EN.search(text) is not None


def waits(text: str, role: Role, stated: Iterable[tuple[FactVersion, ItemStatus | None]]) -> bool:
    """Whether an assistant's turn is only a guess, a confirmation, or a claim on what the user told otherwise.

    Args:
        text: The words of a chunk without statements that are known.
        role: Who speaks.
        stated: Facts with their states, such as the other candidates of the query.
    """
    if role is not Role.ASSISTANT:
        return False
    if is_guess(text, role) or confirms(text):
        return True
    told = _ASKED.sub("", text)
    said = _Said(normal_value(told), _terms(told), of_the_user=_OF_THE_USER.search(told) is not None)
    return any(status is ItemStatus.CURRENT and _told_otherwise(said, fact.text, fact.value) for fact, status in stated)


@dataclass(frozen=True, slots=True)
class _Said:
    """What a turn says beside its questions."""

    plain: str
    terms: frozenset[str]
    of_the_user: bool


def _told_otherwise(said: _Said, stated: str, value: str) -> bool:
    """Whether the turn is about the stated thing, and gives another value, or speaks of the user without giving this one."""
    known = normal_value(value)
    if not known or known in said.plain or not (_terms(stated) - _terms(value)) & said.terms:
        return False
    sort = sort_of(known)
    return said.of_the_user or (sort != "words" and sort_of(said.plain) == sort)


@lru_cache(maxsize=4_000)
def _terms(text: str) -> frozenset[str]:
    """Stems and pairs of characters; one Chinese character alone says too little."""
    return frozenset(term for term in query_tokens(text) if term.isascii() or len(term) > 1)
