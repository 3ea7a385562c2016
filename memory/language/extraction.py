"""The local extractor: from a chunk and its analyses to drafts of statements. Pure and deterministic.

A chunk is cut into sentences, a sentence into clauses; a frame tells how the speaker stands to them (asserts, asks,
supposes, quotes); patterns of `memory.language.statements` read the clauses. Add a pattern there, with its test.
"""

from collections.abc import Sequence

from memory.language.authority import may_state
from memory.language.detect import language_of
from memory.language.extracted import DraftRejection, ExtractInput, Extraction, PreviousTurn
from memory.language.screen import unreadable
from memory.language.segment import Sentence, split_sentences
from memory.language.spelling import as_written, dropped, spelled
from memory.language.statements.reader import read_sentences
from memory.language.statements.zh_answers import figures_alone
from memory.language.validate import validate
from memory.ports.recognizer import Analysis, Recognizer

__all__ = [
    "EXTRACTOR",
    "EXTRACTOR_VERSION",
    "DraftRejection",
    "ExtractInput",
    "Extraction",
    "PreviousTurn",
    "extract",
    "extract_batch",
    "sentences_of",
]

EXTRACTOR = "local"
EXTRACTOR_VERSION = "1"


def sentences_of(chunk: ExtractInput) -> list[Sentence]:
    """The sentences that `extract` expects analyses of, in order; none where the chunk is not to be read at all."""
    if not may_state(chunk.role) or unreadable(chunk.text):
        return []
    return split_sentences(spelled(chunk, dropped(chunk)).text)


def extract(chunk: ExtractInput, analyses: Sequence[Analysis]) -> Extraction:
    """Reads one chunk. `analyses` are the recogniser's results for `sentences_of(chunk)`, in order.

    Raises:
        ValueError: when there are not as many analyses as sentences.
    """
    reason = "system_turn" if not may_state(chunk.role) else unreadable(chunk.text)
    answered = figures_alone(chunk) if reason == "no_words" else None
    if answered is not None:
        return validate(chunk.text, answered)
    if reason is not None:
        return Extraction(rejections=(DraftRejection(reason, 0, len(chunk.text)),) if chunk.text else ())
    sentences = sentences_of(chunk)
    places = dropped(chunk)
    read = read_sentences(spelled(chunk, places), list(zip(sentences, analyses, strict=True)))
    return validate(chunk.text, as_written(read, places))


def extract_batch(chunks: Sequence[ExtractInput], recognizer: Recognizer) -> list[Extraction]:
    """Reads many chunks with one call of the recogniser."""
    cut = [sentences_of(chunk) for chunk in chunks]
    wanted = [(sentence.text, language_of(sentence.text)) for sentences in cut for sentence in sentences]
    analyses = iter(recognizer.analyse(wanted) if wanted else [])
    return [extract(chunk, [next(analyses) for _ in sentences]) for chunk, sentences in zip(chunks, cut, strict=True)]
