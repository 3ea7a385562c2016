"""The local models, built by name."""

import os

from bootstrap.settings import Settings
from memory.ports.blobs import BlobStore
from memory.ports.embedder import Embedder
from memory.ports.language_model import LanguageModel
from memory.ports.recognizer import Recognizer
from memory.time.reader import TimeReader


def build_embedder(settings: Settings) -> Embedder:
    """The embedder that the settings name; raises `ConfigurationInvalid` when its vectors have another length."""
    from adapters.embeddings import build_embedder as build

    return build(settings.embedding_model, settings.dimension, settings.embedding_threads or os.cpu_count() or 1)


def build_recognizer() -> Recognizer:
    """Both languages' pipelines."""
    from adapters.language import build_recognizer as build

    return build()


def build_time_reader() -> TimeReader:
    """The grammar of time words, with `dateparser` behind it for written dates that it does not know."""
    from adapters.language.dateparser_reader import DateparserReader

    return TimeReader(DateparserReader())


def build_language_model(settings: Settings) -> LanguageModel | None:
    """The model that reads chunks; None without a name: then nothing of it is loaded."""
    if not settings.llm_model:
        return None
    from adapters.language.model_litellm import LitellmModel

    return LitellmModel(
        settings.llm_model,
        api_base=settings.llm_api_base,
        api_key=settings.llm_api_key.get_secret_value(),
        timeout_s=settings.llm_timeout_s,
        max_tokens=settings.llm_max_tokens,
        allow_private=settings.llm_allow_private,
    )


def build_blobs(settings: Settings) -> BlobStore | None:
    """The store of large content; None where none is configured."""
    if not settings.blob_url:
        return None
    from adapters.blobs import build_blob_store

    return build_blob_store(settings.blob_url)
