"""What an answer shows: by default only what is current; more when it is asked for."""

from collections.abc import Set as AbstractSet
from typing import Final

from memory.model.fact import ItemStatus

INCLUDES: Final = frozenset({"history", "cold", "pending"})
"""What `include` may name."""

_SHOWN_WITH: Final[dict[str, frozenset[ItemStatus]]] = {
    "history": frozenset({ItemStatus.SUPERSEDED, ItemStatus.EXPIRED, ItemStatus.OVERRIDDEN}),
    "cold": frozenset({ItemStatus.COLD}),
    "pending": frozenset({ItemStatus.PENDING}),
}


def visible_statuses(include: AbstractSet[str]) -> frozenset[ItemStatus]:
    """The states that an answer may show. Revoked memories are kept for audit and never recalled."""
    shown = {ItemStatus.CURRENT}
    for name in include:
        shown |= _SHOWN_WITH.get(name, frozenset())
    return frozenset(shown)


def shows(status: ItemStatus | None, include: AbstractSet[str]) -> bool:
    """Whether an item in this state belongs into the answer; None stands for what did not hold yet."""
    return status is not None and status in visible_statuses(include)


def wanted_kind(kind: str, kinds: AbstractSet[str]) -> bool:
    """Whether items of a kind were asked for; no kinds means all."""
    return not kinds or kind in kinds
