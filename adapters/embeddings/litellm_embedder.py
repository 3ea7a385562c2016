"""Any embedding model that litellm reaches."""

import importlib
import math
import os
from collections.abc import Sequence
from typing import Any, Final

from memory.model.errors import ConfigurationInvalid, MemcError, Unavailable

_BATCH: Final = 64


class LitellmEmbedder:
    """Vectors of a remote model, cut to unit length. Nothing is retried here: the workflow does, and shows it."""

    def __init__(self, model: str, dimension: int, timeout_s: float = 30.0) -> None:
        """Imports litellm (seconds), without its download of prices.

        Args:
            model: name in litellm's terms, such as `openai/text-embedding-3-small`.
            dimension: length of the vectors, asked for where the model lets one choose, and checked on each answer.
            timeout_s: seconds that one call may take.
        """
        os.environ.setdefault("LITELLM_LOCAL_MODEL_COST_MAP", "True")
        self._litellm: Any = importlib.import_module("litellm")
        # litellm reads `max_retries=0` as "not given" on embeddings, and prints on failures.
        self._litellm.DEFAULT_MAX_RETRIES = 0
        self._litellm.suppress_debug_info = True
        self._model = model
        self._dimension = dimension
        self._timeout_s = timeout_s

    @property
    def model(self) -> str:
        """Name and version of the model, stored with each vector."""
        return f"{self._model}:{self._dimension}"

    @property
    def dimension(self) -> int:
        """Length of each vector."""
        return self._dimension

    def embed_passages(self, texts: Sequence[str]) -> list[list[float]]:
        """Vectors of stored texts, in order; an empty sequence gives an empty list.

        Raises:
            ConfigurationInvalid: the vectors have another dimension, or the provider refuses the key or the model.
            Unavailable: the provider does not answer, or not in a usable way.
        """
        vectors: list[list[float]] = []
        for start in range(0, len(texts), _BATCH):
            vectors.extend(self._call(texts[start : start + _BATCH]))
        return vectors

    def embed_query(self, text: str) -> list[float]:
        """Vector of one search query; raises as `embed_passages` does."""
        return self._call([text])[0]

    def _call(self, texts: Sequence[str]) -> list[list[float]]:
        try:
            response = self._litellm.embedding(
                model=self._model,
                # Providers refuse an empty text.
                input=[text if text.strip() else "-" for text in texts],
                dimensions=self._dimension,
                drop_params=True,
                timeout=self._timeout_s,
                num_retries=0,
                max_retries=0,
                caching=False,
            )
        except Exception as error:  # noqa: BLE001 (providers raise what they like)
            # Not chained: the provider's message may quote the texts.
            raise self._translated(error) from None
        rows = sorted(response.data, key=lambda row: row["index"])
        if len(rows) != len(texts):
            raise Unavailable("the embedding provider answered with another number of vectors")
        return [self._checked(row["embedding"]) for row in rows]

    def _translated(self, error: Exception) -> MemcError:
        names = self._litellm.exceptions
        refused = (names.AuthenticationError, names.NotFoundError, names.PermissionDeniedError, names.BadRequestError)
        kind = type(error).__name__
        if isinstance(error, refused):
            return ConfigurationInvalid(f"the provider refused the embedding model {self._model!r} ({kind})")
        return Unavailable(f"the embedding model {self._model!r} did not answer ({kind})")

    def _checked(self, vector: Sequence[float]) -> list[float]:
        if len(vector) != self._dimension:
            raise ConfigurationInvalid(
                f"the embedding model {self._model!r} gave {len(vector)} dimensions, the settings say {self._dimension}"
            )
        length = math.sqrt(math.fsum(x * x for x in vector))
        if not math.isfinite(length) or length == 0.0:
            raise Unavailable("the embedding provider answered with a vector without direction")
        return [x / length for x in vector]
