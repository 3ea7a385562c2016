"""The predicate registry: which question a statement answers, how many values it holds, and how fast it fades.

Wordings of both languages lead to one name, so that the same question always lands in the same slot. A dotted name
(`parser.version`) puts a head noun before a registered one and inherits from it. A new predicate is a line in
`predicates.py`.
"""

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import replace

from memory.language.han import fold
from memory.model.assertion import MemoryKind
from memory.model.fact import Cardinality, PredicateClass
from memory.settle.predicate import Predicate
from memory.settle.predicates import PREDICATES

__all__ = ["DEFAULT_REGISTRY", "Predicate", "Registry", "plain_wording"]

DEFAULT_HALF_LIFE_DAYS = 14.0

_ARTICLE = re.compile(r"^(?:the|a|an|my|our|your|his|her|its|their|current|new|usual)\s+")
_PARTICLE = re.compile(r"^(?:我们的?|咱们的?|我的?|本|现在的?|目前的?|新的?)(?=.)")


def plain_wording(wording: str) -> str:
    """A wording as it is compared: one width, one case, simplified characters, single spaces, no articles."""
    text = fold(unicodedata.normalize("NFKC", wording)).casefold().replace("_", " ")
    text = " ".join(text.split()).strip(" .,:;，。：；")
    shorter = _PARTICLE.sub("", _ARTICLE.sub("", text))
    return shorter or text


class Registry:
    """Predicates by name and by wording. Immutable after construction."""

    def __init__(self, predicates: Iterable[Predicate]) -> None:
        """Builds the look-up tables; a wording that two predicates claim is an error in the table."""
        self._by_name = {predicate.name: predicate for predicate in predicates}
        self._by_wording: dict[tuple[str, str], str] = {}
        for predicate in self._by_name.values():
            self._claim("zh", predicate.name, predicate.wordings_zh)
            self._claim("en", predicate.name, (predicate.name.replace("_", " "), *predicate.wordings_en))

    def _claim(self, language: str, name: str, wordings: Iterable[str]) -> None:
        for wording in wordings:
            key = (language, plain_wording(wording))
            if self._by_wording.setdefault(key, name) != name:
                raise ValueError(f"the wording {wording!r} belongs to two predicates")

    def lookup(self, name: str) -> Predicate:
        """The predicate of that name. A dotted one inherits from its last part; an unknown one is multi-valued."""
        found = self._by_name.get(name)
        if found is not None:
            return found
        base = self._by_name.get(name.rpartition(".")[2]) if "." in name else None
        if base is not None:
            return replace(base, name=name, wordings_zh=(), wordings_en=())
        return Predicate(
            name=name,
            wordings_zh=(),
            wordings_en=(),
            cardinality=Cardinality.MULTI,
            cls=PredicateClass.STATE,
            half_life_days=DEFAULT_HALF_LIFE_DAYS,
            kind=MemoryKind.SEMANTIC,
        )

    def registered(self, name: str) -> bool:
        """Whether the name, or the last part of a dotted one, stands in the table."""
        return name in self._by_name or ("." in name and name.rpartition(".")[2] in self._by_name)

    def canonical(self, wording: str, language: str) -> str | None:
        """The name that a wording stands for, in the given language or else the other; None when unknown."""
        plain = plain_wording(wording)
        other = "en" if language == "zh" else "zh"
        return self._by_wording.get((language, plain)) or self._by_wording.get((other, plain))

    def all(self) -> tuple[Predicate, ...]:
        """All registered predicates, in the order of the table."""
        return tuple(self._by_name.values())


DEFAULT_REGISTRY = Registry(PREDICATES)
