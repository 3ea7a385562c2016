"""The extractor's interface, with a recogniser that knows nothing."""

from collections.abc import Sequence
from datetime import UTC, datetime

import pytest

from memory.language.extraction import ExtractInput, extract, extract_batch, sentences_of
from memory.model.chunk import Role
from memory.model.principal import SourceKind
from memory.model.timespan import TimeReading
from memory.ports.recognizer import Analysis


class CountingRecognizer:
    """Gives sentences back without words or names, and remembers what it was asked."""

    version = "none"

    def __init__(self) -> None:
        self.calls: list[list[tuple[str, str]]] = []

    def analyse(self, sentences: Sequence[tuple[str, str]]) -> list[Analysis]:
        self.calls.append(list(sentences))
        return [Analysis(text, language, (), ()) for text, language in sentences]


def chunk(text: str, role: Role = Role.USER) -> ExtractInput:
    at = datetime(2026, 3, 10, 9, tzinfo=UTC)
    return ExtractInput(text, "en", "Lin", role, SourceKind.CONVERSATION, at, "UTC", TimeReading((), ()))


def test_many_chunks_cost_one_call_of_the_recogniser() -> None:
    recognizer = CountingRecognizer()

    found = extract_batch([chunk("I live in Ghent. I like tea."), chunk(""), chunk("我住在浦东。")], recognizer)

    assert [[d.value for d in e.drafts] for e in found] == [["Ghent", "tea"], [], ["浦东"]]
    assert recognizer.calls == [[("I live in Ghent.", "en"), ("I like tea.", "en"), ("我住在浦东。", "zh")]]


def test_nothing_to_read_calls_nobody() -> None:
    recognizer = CountingRecognizer()

    assert extract_batch([chunk("You are helpful.", Role.SYSTEM)], recognizer)[0].drafts == ()
    assert recognizer.calls == []


def test_a_system_turn_has_no_sentences() -> None:
    assert sentences_of(chunk("I live in Ghent.", Role.SYSTEM)) == []


def test_analyses_must_fit_the_sentences() -> None:
    with pytest.raises(ValueError, match="zip"):
        extract(chunk("I live in Ghent."), [])


def test_the_same_chunk_gives_the_same_statements() -> None:
    texts = [chunk("I live in Ghent. Omar owns billing because Mira left.")]

    assert extract_batch(texts, CountingRecognizer()) == extract_batch(texts, CountingRecognizer())
