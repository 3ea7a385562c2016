"""A deterministic embedder without a model, for tests: texts that share tokens get near vectors."""

import hashlib
import math
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache

from memory.language.tokens import index_tokens


@lru_cache(maxsize=50_000)
def _bucket(token: str) -> tuple[int, float]:
    digest = int.from_bytes(hashlib.blake2b(token.encode(), digest_size=8).digest(), "big")
    return digest >> 1, 1.0 if digest & 1 else -1.0


class HashEmbedder:
    """Signed feature hashing of the keyword tokens (Chinese characters and pairs, Latin stems)."""

    def __init__(self, dimension: int) -> None:
        self._dimension = dimension

    @property
    def model(self) -> str:
        """Name and version of the model, stored with each vector."""
        return f"hash-1:{self._dimension}"

    @property
    def dimension(self) -> int:
        """Length of each vector."""
        return self._dimension

    def embed_passages(self, texts: Sequence[str]) -> list[list[float]]:
        """Vectors of stored texts, in order; an empty sequence gives an empty list."""
        return [self._embed(text) for text in texts]

    def embed_query(self, text: str) -> list[float]:
        """Vector of one search query."""
        return self._embed(text)

    def _embed(self, text: str) -> list[float]:
        vector = [0.0] * self._dimension
        for token, count in Counter(index_tokens(text)).items():
            place, sign = _bucket(token)
            vector[place % self._dimension] += sign * (1.0 + math.log(count))
        length = math.sqrt(math.fsum(x * x for x in vector))
        if length == 0.0:  # no tokens, or tokens that cancel out
            return [1.0] + [0.0] * (self._dimension - 1)
        return [x / length for x in vector]
