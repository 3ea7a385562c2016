"""The local models, built by name."""

import os

from bootstrap.settings import Settings
from memory.ports.embedder import Embedder
from memory.ports.recognizer import Recognizer


def build_embedder(settings: Settings) -> Embedder:
    """The embedder that the settings name; raises `ConfigurationInvalid` when its vectors have another length."""
    from adapters.embeddings import build_embedder as build

    return build(settings.embedding_model, settings.dimension, settings.embedding_threads or os.cpu_count() or 1)


def build_recognizer() -> Recognizer:
    """Both languages' pipelines."""
    from adapters.language import build_recognizer as build

    return build()
