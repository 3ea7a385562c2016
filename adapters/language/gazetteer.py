"""Names that are known already, found beside what a model recognises."""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from memory.language.han import fold
from memory.ports.recognizer import Analysis, EntityMention, EntityType, Recognizer

_HAN: Final = re.compile(r"[\u3400-\u9fff]")
_WORD: Final = re.compile(r"[^\W_]")


class Gazetteer:
    """Finds known names: the longest match, whole words for Latin names, both spellings of Chinese, any case.

    One-letter names are ignored, and so are Latin names in small letters that are shorter than three.
    """

    def __init__(self, names: Mapping[str, EntityType]) -> None:
        self._types: dict[str, EntityType] = {}
        for name, kind in names.items():
            key = _key(name)
            if len(key) > 1:
                self._types.setdefault(key, kind)
        self._by_start: dict[str, list[str]] = {}
        for key in sorted(self._types, key=len, reverse=True):
            self._by_start.setdefault(key[:2], []).append(key)

    def find(self, text: str) -> list[EntityMention]:
        """Mentions in order, without overlaps."""
        if not self._types:
            return []
        folded = _key(text)
        if len(folded) != len(text):
            folded = "".join(_key(c) if len(_key(c)) == 1 else c for c in text)
        mentions: list[EntityMention] = []
        at = 0
        while at < len(folded) - 1:
            key = self._longest(folded, at)
            if key is None:
                at += 1
                continue
            mentions.append(EntityMention(text[at : at + len(key)], at, at + len(key), self._types[key]))
            at += len(key)
        return mentions

    def _longest(self, folded: str, at: int) -> str | None:
        for key in self._by_start.get(folded[at : at + 2], ()):
            if folded.startswith(key, at) and _is_whole(folded, at, at + len(key)):
                return key
        return None


def _key(name: str) -> str:
    return fold(name).lower()


def _joins(left: str, right: str) -> bool:
    """Whether two characters belong to one word: letters and digits do, Chinese characters never bind."""
    return all(_WORD.match(c) and not _HAN.match(c) for c in (left, right))


def _is_whole(text: str, start: int, end: int) -> bool:
    before = text[start - 1 : start]
    after = text[end : end + 1]
    return not (before and _joins(before, text[start])) and not (after and _joins(text[end - 1], after))


class GazetteerRecognizer:
    """A Recognizer that adds known names to the mentions of another; a known name wins over what overlaps it.

    `names` is asked at each call, so that it may follow a growing register; it must be cheap and thread-safe.
    A longer mention of the model that holds the known name stays: `Kestrel Labs` beside a known `Kestrel`.
    """

    def __init__(self, inner: Recognizer, names: Callable[[], Gazetteer]) -> None:
        self._inner = inner
        self._names = names

    @property
    def version(self) -> str:
        """Names and versions of the models, stored with each extraction."""
        return self._inner.version

    def analyse(self, sentences: Sequence[tuple[str, str]]) -> list[Analysis]:
        """Analyses `(text, language)` pairs (`zh` or `en`), in order and in one batch."""
        gazetteer = self._names()
        return [with_known_names(analysis, gazetteer) for analysis in self._inner.analyse(sentences)]


def with_known_names(analysis: Analysis, gazetteer: Gazetteer) -> Analysis:
    """The analysis with the gazetteer's names among its mentions."""
    known = [
        k
        for k in gazetteer.find(analysis.text)
        if not any(
            m.start <= k.start and k.end <= m.end and m.end - m.start > k.end - k.start for m in analysis.mentions
        )
    ]
    if not known:
        return analysis
    kept = [m for m in analysis.mentions if not any(m.start < k.end and k.start < m.end for k in known)]
    mentions = tuple(sorted((*known, *kept), key=lambda m: m.start))
    return Analysis(analysis.text, analysis.language, analysis.tokens, mentions)
