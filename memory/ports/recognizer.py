"""Port: words with their classes and named entities of a text."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol


class EntityType(StrEnum):
    """Kinds of entities that memory knows."""

    PERSON = "person"
    ORG = "org"
    PLACE = "place"
    PRODUCT = "product"
    PROJECT = "project"
    CONCEPT = "concept"
    EVENT = "event"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class Token:
    """A word: characters `start..end` of the sentence's text.

    `pos` is a universal part-of-speech tag (UPOS) for both languages; `tag` the language's own tag (Penn or LAC);
    `lemma` is lower-case (for Chinese the word itself, in simplified characters). `head` is the index of the governing
    token and `dep` its dependency label where the language has a parser (English), else -1 and "".
    """

    text: str
    start: int
    end: int
    pos: str
    tag: str
    lemma: str
    head: int = -1
    dep: str = ""


@dataclass(frozen=True, slots=True)
class EntityMention:
    """A named thing: characters `start..end` of the analysed text."""

    text: str
    start: int
    end: int
    type: EntityType


@dataclass(frozen=True, slots=True)
class Analysis:
    """What is seen in one sentence; all offsets are relative to that sentence."""

    text: str
    language: str
    tokens: tuple[Token, ...]
    mentions: tuple[EntityMention, ...]


class Recognizer(Protocol):
    """Analyses sentences. Thread-safe; blocks (callers run it in a thread). Never raises on any text."""

    @property
    def version(self) -> str:
        """Names and versions of the models, stored with each extraction."""
        ...

    def analyse(self, sentences: Sequence[tuple[str, str]]) -> list[Analysis]:
        """Analyses `(text, language)` pairs (`zh` or `en`), in order and in one batch."""
        ...
