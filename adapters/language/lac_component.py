"""LAC as a component of a spaCy pipeline: `spacy.blank("zh")` plus `add_pipe("lac")`."""

from collections.abc import Iterable, Iterator
from itertools import islice

from spacy.language import Language
from spacy.tokens import Doc, Span
from spacy.vocab import Vocab

from adapters.language.chinese import UPOS, read_words
from adapters.language.lac import LacModel, Word
from memory.language.han import fold

NAME = "lac"


class WholeTextTokenizer:
    """Leaves the text as one token, since LAC finds the words."""

    def __init__(self, vocab: Vocab) -> None:
        self._vocab = vocab

    def __call__(self, text: str) -> Doc:
        return Doc(self._vocab, words=[text] if text else [], spaces=[False] if text else [])


class LacComponent:
    """Gives each Doc LAC's words in place of characters, with `tag_` (LAC), `pos_` (UPOS), `lemma_` and `ents`.

    The labels of `ents` are the values of `EntityType`. The lemma is the word in simplified characters, lower-case.
    """

    def __init__(self, model: LacModel) -> None:
        self._model = model

    def __call__(self, doc: Doc) -> Doc:
        return self._read([doc])[0]

    def pipe(self, stream: Iterable[Doc], *, batch_size: int = 64) -> Iterator[Doc]:
        """Reads documents in batches."""
        rest = iter(stream)
        while batch := list(islice(rest, batch_size)):
            yield from self._read(batch)

    def _read(self, docs: list[Doc]) -> list[Doc]:
        folded = [fold(doc.text) for doc in docs]
        words = self._model.run(folded)
        return [_rebuilt(doc, text, found) for doc, text, found in zip(docs, folded, words, strict=True)]


def _rebuilt(doc: Doc, folded: str, words: list[Word]) -> Doc:
    text = doc.text
    spans = read_words(folded, words)
    blank = [text[s.start : s.end].isspace() for s in spans]
    rebuilt = Doc(
        doc.vocab,
        words=[text[s.start : s.end] for s in spans],
        spaces=[False] * len(spans),
        tags=[s.tag for s in spans],
        pos=["SPACE" if is_blank else UPOS.get(s.tag, "X") for s, is_blank in zip(spans, blank, strict=True)],
        lemmas=[folded[s.start : s.end].lower() for s in spans],
    )
    rebuilt.ents = [Span(rebuilt, i, i + 1, label=s.type.value) for i, s in enumerate(spans) if s.type is not None]
    return rebuilt


def _create(nlp: Language, name: str, threads: int) -> LacComponent:  # noqa: ARG001 (spaCy passes all three by name)
    return LacComponent(LacModel(threads))


Language.factory(
    NAME,
    assigns=["token.tag", "token.pos", "token.lemma", "doc.ents"],
    default_config={"threads": 1},
    func=_create,
)
