"""Port: texts to vectors."""

from collections.abc import Sequence
from typing import Protocol

Vector = tuple[float, ...] | list[float]


class Embedder(Protocol):
    """Turns text into unit vectors of a fixed dimension.

    Implementations are thread-safe and block (callers run them in a thread). Equal input gives equal output.
    """

    @property
    def model(self) -> str:
        """Name and version of the model, stored with each vector."""
        ...

    @property
    def dimension(self) -> int:
        """Length of each vector."""
        ...

    def embed_passages(self, texts: Sequence[str]) -> list[list[float]]:
        """Vectors of stored texts, in order; an empty sequence gives an empty list."""
        ...

    def embed_query(self, text: str) -> list[float]:
        """Vector of one search query."""
        ...
