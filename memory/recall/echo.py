"""Echoes: turns that only confirm what another one said (`好的，离线安装包，记住了。`, `January 27, got it.`).

No statement is taken from them, yet they hold the old value in words: they share the state of what they repeat.
"""

import re
from collections.abc import Iterable
from typing import Final

from memory.model.chunk import Role
from memory.model.fact import FactVersion, ItemStatus
from memory.settle.values import normal_value, value_words

_ACKNOWLEDGING_EN: Final = (
    "ok okay right sure fine thanks thank you got it noted understood logged so that s that's is i i've i'll have a note"
    " made of down written wrote as the it's its and for know good to all clear see will keep in mind work with this"
    " great perfect makes sense me too by way yes yep alright cool done updated saved remember remembered now then"
)
_ACKNOWLEDGING_ZH: Final = (
    "好的明白知道了记住下来收到清楚行可以没问题也就是说这个我会留意谢告已经录更新嗯哦那对吧啊呢一边这先为改成"
)
_ACKNOWLEDGING: Final = frozenset(_ACKNOWLEDGING_EN.split()) | frozenset(_ACKNOWLEDGING_ZH)
_QUESTION: Final = re.compile(r"[?？]")
_MOST_OTHER: Final = 2
"""So many further words a confirmation may hold: a name, a noun."""


def repeats(text: str, value: str) -> bool:
    """Whether a turn holds a value and hardly anything but acknowledgement beside it."""
    said, stated = normal_value(text), normal_value(value)
    if not stated or stated not in said or len(stated) < 2 or _QUESTION.search(text) is not None:
        return False
    rest = said.replace(stated, " ")
    return len(value_words(normal_value(rest)) - _ACKNOWLEDGING - value_words(stated)) <= _MOST_OTHER


def echoed_status(text: str, role: Role, stated: Iterable[tuple[FactVersion, ItemStatus | None]]) -> ItemStatus | None:
    """The state of what an assistant's turn repeats, or None when it repeats none of the facts.

    Args:
        text: The words of a chunk without statements of its own.
        role: Who speaks; only an assistant's or a tool's turn is an echo.
        stated: Facts with their states, such as the other candidates of the query.
    """
    if role not in (Role.ASSISTANT, Role.TOOL):
        return None
    states = {status for fact, status in stated if status is not None and repeats(text, fact.value)}
    if not states or ItemStatus.CURRENT in states:
        return ItemStatus.CURRENT if states else None
    order = (ItemStatus.SUPERSEDED, ItemStatus.EXPIRED, ItemStatus.REVOKED, ItemStatus.PENDING)
    return next((status for status in order if status in states), ItemStatus.SUPERSEDED)
