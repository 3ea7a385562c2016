"""The smallest set that answers, within a budget of tokens: the best first, then what adds most for its length."""

from collections.abc import Callable, Sequence
from typing import Final

from memory.language.tokens import token_count
from memory.model.recalled import RecallItem
from memory.settle.values import normal_value, value_words

HEAD: Final = 3
"""So many of the best items are taken before anything else, as far as they fit."""

HEADER: Final = 24
"""Tokens of the context's fence and header."""

LINE_OVERHEAD: Final = 9
INTERVAL_OVERHEAD: Final = 12


def item_cost(item: RecallItem) -> int:
    """Tokens that an item adds to the context: its text, the day, the speaker or the interval."""
    interval = INTERVAL_OVERHEAD if item.valid_to is not None and item.kind != "chunk" else 0
    return token_count(item.text) + LINE_OVERHEAD + interval


def pack(
    items: Sequence[RecallItem],
    limit: int,
    budget: int | None = None,
    cost: Callable[[RecallItem], int] = item_cost,
) -> list[RecallItem]:
    """At most `limit` items, at most `budget` tokens, best first.

    The first item always stays, cut to nothing by no budget: an answer that is too long is better than none.
    """
    if budget is None:
        return list(items[:limit])
    chosen: list[int] = []
    left = budget - HEADER
    for index in range(min(HEAD, limit, len(items))):
        price = cost(items[index])
        if price <= left or not chosen:
            chosen.append(index)
            left -= price
    rest = [index for index in range(len(items)) if index not in chosen]
    words = {index: value_words(normal_value(items[index].text)) for index in range(len(items))}
    seen = {word for index in chosen for word in words[index]}
    while rest and len(chosen) < limit:
        fitting = [index for index in rest if cost(items[index]) <= left]
        if not fitting:
            break
        best = max(fitting, key=lambda i: (_marginal(items[i], words[i], seen) / cost(items[i]) ** 0.5, -i))
        chosen.append(best)
        left -= cost(items[best])
        seen |= words[best]
        rest.remove(best)
    return [items[index] for index in sorted(chosen)]


def _marginal(item: RecallItem, words: frozenset[str], seen: set[str]) -> float:
    """What an item adds to those already chosen: its score, as far as its words are new."""
    fresh = len(words - seen) / len(words) if words else 0.0
    return item.score * (0.3 + 0.7 * fresh)
