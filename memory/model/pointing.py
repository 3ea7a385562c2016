"""A value that points: it names no value itself, but the one told last before it (`drop the reminder I asked for`)."""

import re
from typing import Final

_POINTS: Final = re.compile(
    r"^(?:(?:the|that|this|my|our)\b|那|这|上次|上回|之前|前面|先前|前几天|刚才|早先|那天)", re.I
)


def points(value: str) -> bool:
    """Whether the value of a statement that ends something stands for whatever was told last in its slot.

    Values proper lose their articles and pronouns when they are read, so that such a value is always a pointing one.
    """
    return _POINTS.match(value) is not None
