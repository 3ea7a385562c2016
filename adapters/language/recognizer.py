"""The Recognizer over two spaCy pipelines, one a language."""

import re
import threading
from collections.abc import Sequence
from importlib import metadata
from typing import Final

from spacy.tokens import Doc

from adapters.language.english import Label, english_mentions
from adapters.language.pipelines import Pipeline
from memory.ports.recognizer import Analysis, EntityMention, EntityType, Token

_MAX_CHARACTERS: Final = 20_000
"""What lies behind is not analysed: no sentence is that long, and the parser's memory grows with the length."""

_HAN_RUN: Final = re.compile(r"[\u3400-\u4dbf\u4e00-\u9fff]{2,}(?:·[\u4e00-\u9fff]+)*")
_UNENCODABLE: Final = re.compile(r"[\x00\ud800-\udfff]")
# Labels of other Chinese pipelines, and of our own component.
_CHINESE_LABELS: Final = {
    "PERSON": EntityType.PERSON,
    "PER": EntityType.PERSON,
    "ORG": EntityType.ORG,
    "GPE": EntityType.PLACE,
    "LOC": EntityType.PLACE,
    "FAC": EntityType.PLACE,
    "PRODUCT": EntityType.PRODUCT,
    "EVENT": EntityType.EVENT,
    "WORK_OF_ART": EntityType.OTHER,
} | {kind.value: kind for kind in EntityType}


class SpacyRecognizer:
    """Analyses English and Chinese sentences; both pipelines are loaded once, at construction.

    Texts above 20,000 characters are analysed up to there.
    """

    def __init__(self, english: Pipeline, chinese: Pipeline) -> None:
        self._pipelines = {"en": english, "zh": chinese}
        # spaCy's string store is not made for several threads, and memory zones least of all.
        self._locks = {language: threading.Lock() for language in self._pipelines}
        self._version = f"spacy {metadata.version('spacy')}; {english.version}; {chinese.version}"

    @property
    def version(self) -> str:
        """Names and versions of the models, stored with each extraction."""
        return self._version

    def analyse(self, sentences: Sequence[tuple[str, str]]) -> list[Analysis]:
        """Analyses `(text, language)` pairs (`zh` or `en`), in order and in one batch."""
        result: list[Analysis | None] = [None] * len(sentences)
        for language in self._pipelines:
            chosen = [i for i, (_, wanted) in enumerate(sentences) if (wanted == "zh") == (language == "zh")]
            texts = [sentences[i][0] for i in chosen]
            for i, analysis in zip(chosen, self._analyse_language(texts, language), strict=True):
                result[i] = analysis
        return [analysis for analysis in result if analysis is not None]

    def _analyse_language(self, texts: list[str], language: str) -> list[Analysis]:
        pipeline = self._pipelines[language]
        safe = [_UNENCODABLE.sub("\ufffd", text[:_MAX_CHARACTERS]) for text in texts]
        # The zone frees each new word afterwards: else the store of strings grows with all that was ever read.
        with self._locks[language], pipeline.nlp.memory_zone():
            found = [_analysis(text, language, doc) for text, doc in zip(texts, pipeline.read(safe), strict=True)]
        return self._with_chinese_names(found) if language == "en" else found

    def _with_chinese_names(self, analyses: list[Analysis]) -> list[Analysis]:
        """Chinese names inside English sentences, which the English model does not know."""
        runs = [
            (i, m.start(), m[0]) for i, a in enumerate(analyses) for m in _HAN_RUN.finditer(a.text[:_MAX_CHARACTERS])
        ]
        if not runs:
            return analyses
        extra: dict[int, list[EntityMention]] = {}
        for (i, at, _), found in zip(runs, self._analyse_language([run for _, _, run in runs], "zh"), strict=True):
            moved = [EntityMention(m.text, m.start + at, m.end + at, m.type) for m in found.mentions]
            extra.setdefault(i, []).extend(moved)
        return [_with_mentions(a, extra[i]) if i in extra else a for i, a in enumerate(analyses)]


def _with_mentions(analysis: Analysis, first: Sequence[EntityMention]) -> Analysis:
    """The analysis with the mentions `first`, which win where others overlap them."""
    kept = [m for m in analysis.mentions if not any(m.start < f.end and f.start < m.end for f in first)]
    mentions = tuple(sorted((*first, *kept), key=lambda m: m.start))
    return Analysis(analysis.text, analysis.language, analysis.tokens, mentions)


def _analysis(text: str, language: str, doc: Doc) -> Analysis:
    positions = {token.i: k for k, token in enumerate(t for t in doc if not t.is_space)}
    parsed = doc.has_annotation("DEP")
    tokens = tuple(
        Token(
            text=text[t.idx : t.idx + len(t)],
            start=t.idx,
            end=t.idx + len(t),
            pos=t.pos_,
            tag=t.tag_,
            lemma=t.lemma_.lower() or t.lower_,
            head=positions.get(t.head.i, -1) if parsed else -1,
            dep=t.dep_ if parsed else "",
        )
        for t in doc
        if t.i in positions
    )
    mentions = _english(text, doc, tokens, positions) if language == "en" else _chinese(text, doc)
    return Analysis(text, language, tokens, tuple(mentions))


def _english(text: str, doc: Doc, tokens: Sequence[Token], positions: dict[int, int]) -> list[EntityMention]:
    labels: list[Label] = []
    for entity in doc.ents:
        inside = [positions[i] for i in range(entity.start, entity.end) if i in positions]
        if inside:
            labels.append(Label(inside[0], inside[-1] + 1, entity.label_))
    return english_mentions(text, tokens, labels)


def _chinese(text: str, doc: Doc) -> list[EntityMention]:
    return [
        EntityMention(text[e.start_char : e.end_char], e.start_char, e.end_char, _CHINESE_LABELS[e.label_])
        for e in doc.ents
        if e.label_ in _CHINESE_LABELS
    ]
