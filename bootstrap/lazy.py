"""Models that load when they are first needed, or warmed up beside the start: a process serves before they are there."""

import threading
from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

from memory.ports.embedder import Embedder
from memory.ports.recognizer import Analysis, Recognizer

T = TypeVar("T")


class _Once(Generic[T]):
    """Builds a value once, whoever asks first; the others wait for it. Blocks."""

    def __init__(self, build: Callable[[], T]) -> None:
        self._build = build
        self._lock = threading.Lock()
        self._value: T | None = None

    def get(self) -> T:
        with self._lock:
            if self._value is None:
                self._value = self._build()
            return self._value


class LazyEmbedder:
    """An `Embedder` that is loaded at its first use, or by `warm`."""

    def __init__(self, build: Callable[[], Embedder]) -> None:
        self._embedder = _Once(build)

    def warm(self) -> None:
        """Loads it and runs it once, so that the first question is not slower than the next. Blocks."""
        self._embedder.get().embed_query("warm")

    @property
    def model(self) -> str:
        """See `Embedder`."""
        return self._embedder.get().model

    @property
    def dimension(self) -> int:
        """See `Embedder`."""
        return self._embedder.get().dimension

    def embed_passages(self, texts: Sequence[str]) -> list[list[float]]:
        """See `Embedder`."""
        return self._embedder.get().embed_passages(texts)

    def embed_query(self, text: str) -> list[float]:
        """See `Embedder`."""
        return self._embedder.get().embed_query(text)


class LazyRecognizer:
    """A `Recognizer` that is loaded at its first use, or by `warm`."""

    def __init__(self, build: Callable[[], Recognizer]) -> None:
        self._recognizer = _Once(build)

    def warm(self) -> None:
        """Loads it and runs both languages once. Blocks."""
        self._recognizer.get().analyse([("We met on Monday.", "en"), ("我们周一见了面。", "zh")])

    @property
    def version(self) -> str:
        """See `Recognizer`."""
        return self._recognizer.get().version

    def analyse(self, sentences: Sequence[tuple[str, str]]) -> list[Analysis]:
        """See `Recognizer`."""
        return self._recognizer.get().analyse(sentences)
