"""What a statement is about, beside its value: how a later statement finds the one that it takes the place of."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final


class Turn(StrEnum):
    """What the words around a statement say of what was told before."""

    NONE = ""
    REPLACES = "replaces"
    ENDS = "ends"


@dataclass(frozen=True, slots=True)
class Topic:
    """The words that say what a statement is about; all in the form in which they are compared.

    `nouns` and `acts` (verbs, adjectives) stand in its sentence, `around` in the other sentences of its chunk. `owners` are
    persons whose thing it is. `parts` are pairs of a noun and the word right before it. `core` is the value without words
    that also say what it is about.
    """

    nouns: tuple[str, ...] = ()
    acts: tuple[str, ...] = ()
    owners: tuple[str, ...] = ()
    parts: tuple[tuple[str, str], ...] = ()
    around: tuple[str, ...] = ()
    core: str = ""
    turn: Turn = Turn.NONE


_TAGS: Final = (("n", "nouns"), ("v", "acts"), ("o", "owners"), ("a", "around"))


def encoded(topic: Topic) -> list[str]:
    """The topic as tagged words, for storage."""
    told = [f"{tag}:{word}" for tag, name in _TAGS for word in getattr(topic, name)]
    told += [f"p:{left}>{right}" for left, right in topic.parts]
    return [*told, f"c:{topic.core}", f"t:{topic.turn.value}"]


def decoded(words: Sequence[str]) -> Topic:
    """The topic of its tagged words."""
    found: dict[str, list[str]] = {}
    for word in words:
        tag, _, told = word.partition(":")
        found.setdefault(tag, []).append(told)
    return Topic(
        nouns=tuple(found.get("n", ())),
        acts=tuple(found.get("v", ())),
        owners=tuple(found.get("o", ())),
        parts=tuple(_pairs(found.get("p", ()))),
        around=tuple(found.get("a", ())),
        core=next(iter(found.get("c", ())), ""),
        turn=Turn(next(iter(found.get("t", ())), "")),
    )


def _pairs(told: Iterable[str]) -> Iterable[tuple[str, str]]:
    for pair in told:
        left, _, right = pair.partition(">")
        yield left, right
