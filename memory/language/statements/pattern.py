"""What a pattern is, and what it gives.

A pattern is a regular expression over one clause plus a reader. The group `s` takes everything before the verb; it is
peeled of adverbs and resolved by the caller, so that a pattern need not care for negation, plans or pronouns.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from memory.language.statements.clause import Clause, View
from memory.language.statements.peel import Peeled, peel
from memory.model.assertion import Application, Change, MemoryKind, Mention, Modality, Polarity
from memory.model.timespan import TimeSpan
from memory.ports.recognizer import EntityType

_TAIL_ZH: Final = re.compile(
    r"(?:[，。！!；;、,.\s~～]|了|吧|啦|呀|啊|哦|哈|呢|而已|来着|就行|就好|就可以|即可|为准)+$"
)
_HEAD_ZH: Final = re.compile(r"^(?:[，、：:\s“\"「]|了(?!解)|的(?!士))+")
_TAIL_EN: Final = re.compile(
    r"(?:[\s,.;!\"]|\b(?:now|anymore|any more|any longer|these days|nowadays|too|as well|"
    r"instead|again|please|from now on|for now|then"
    r"|at the moment|right now|though|altogether|by the way|already|at last|after all|on|"
    r"in|at|by|until|since|from|for|of|and|but|or|the))+$",
    re.I,
)
_HEAD_EN: Final = re.compile(
    r"^(?:[\s,:;]|\b(?:a|an|the|now|currently|still|already|only|just|also|really|about)\b)+", re.I
)
_ASIDE_EN: Final = re.compile(r"\s*\((?:not|i wrote|i said|previously|formerly|was|instead of)\b[^)]*\)", re.I)
_LEADS_ON: Final = re.compile(r"\b(?:to|until|till)$", re.I)
_LIST_ZH: Final = re.compile(r"\s*(?:、|以及|还有|(?<=[\u4e00-\u9fff])[和与跟](?=[\u4e00-\u9fff]))\s*")
_LIST_EN: Final = re.compile(r"\s*(?:,\s*(?:and|or)\s+|,\s+|\s+and\s+)\s*")
_OPEN_VALUE: Final = re.compile(
    r"什么|哪[里儿个]|怎么|谁|多少|^(?:它|他|她|这|那|这个|那个|it|this|that|them|him|her|"
    r"so|you|me|us|what|who|something|anything|nothing|everything)$",
    re.I,
)
MAX_LIST: Final = 6


@dataclass(frozen=True, slots=True)
class Statement:
    """What a pattern read, before its subject is resolved. Fields left None follow from the words around.

    `subject` are peeled words or a mention that is known already. `topic` names what the clauses after it go on about.
    """

    subject: Peeled | Mention
    predicate: str
    value: str
    polarity: Polarity | None = None
    modality: Modality | None = None
    kind: MemoryKind | None = None
    change: Change | None = None
    application: Application | None = None
    object: EntityType | None = None
    confidence: float = 0.8
    topic: Mention | None = None
    topic_of: str = ""
    """A relation (`spouse`) whose person the value names: 我太太叫苏婉."""
    object_text: str = ""
    """The entity that the value names, where it is not the whole value."""
    again: bool = False
    """Answers the question of the statement before it."""
    time: TimeSpan | None = None
    """The time, where it is not that of the whole clause."""
    timeless: bool = False
    """The time words belong to the value (a deadline, a birthday), not to the validity of the statement."""
    rule: str = ""
    personal: bool = False
    """Without a subject it is about the speaker, unless the words speak of the project's matters."""


@dataclass(frozen=True, slots=True)
class Hit:
    """A pattern that fits a clause."""

    match: re.Match[str]
    clause: Clause
    view: View
    source: str
    """The chunk's text."""

    def raw(self, group: str) -> str:
        """A group as worded in the chunk, or "" when it is absent."""
        return self.raw_of(self.match.span(group))

    def raw_of(self, span: tuple[int, int]) -> str:
        """A stretch of the view as worded in the chunk."""
        left, right = span
        return "".join(self.source[place] for place in self.view.places[left:right]) if left >= 0 else ""

    def has(self, group: str) -> bool:
        return bool(self.match.groupdict().get(group))

    def value(self, group: str = "v") -> str:
        """A group as a value: without particles and articles at its ends; a time that a `to` leads to stays."""
        words = self.raw(group)
        if self.clause.language == "en" and _LEADS_ON.search(words) and self.match.end(group) == len(self.view.text):
            words = self.source[self.view.places[self.match.start(group)] : self.clause.end]
        return clean_value(_ASIDE_EN.sub("", words), self.clause.language)

    def peeled(self, group: str = "s") -> Peeled:
        """A group as a subject: without time words, and peeled of the words between it and the verb."""
        return self.peeled_of(self.match.span(group))

    def peeled_of(self, span: tuple[int, int]) -> Peeled:
        """A stretch of the view as a subject."""
        left, right = span
        kept = set(self.clause.bare.places)
        places = [place for place in self.view.places[left:right] if place in kept]
        tokens = {token.start for token in self.clause.tokens}
        starts = (
            None if self.clause.language == "en" or not tokens else {i for i, p in enumerate(places) if p in tokens}
        )
        found = peel("".join(self.source[place] for place in places), self.clause.language, starts)
        if self.clause.language == "zh":
            return _without_occasion(found, self.clause)
        return found if found.subject else replace(found, subject=self.clause.given)


def _without_occasion(peeled: Peeled, clause: Clause) -> Peeled:
    """我弟毕业后: what one was doing then is no part of the subject."""
    for token in clause.tokens:
        if token.tag == "TIME" and token.text[-1] in "后後前时時" and peeled.subject.endswith(token.text):
            return replace(peeled, subject=peeled.subject.removesuffix(token.text) or peeled.subject)
    return peeled


Reader = Callable[[Hit], Iterable[Statement]]


@dataclass(frozen=True, slots=True)
class Pattern:
    """A way to say something. `timed`: matched against the full words, since the time words are part of the value.

    `final`: when it fits but reads nothing, no other pattern is tried.
    """

    name: str
    regex: re.Pattern[str]
    read: Reader
    timed: bool = False
    final: bool = False


@dataclass(frozen=True, slots=True)
class Table:
    """The patterns of one language, in order of precedence: the first that reads something wins."""

    language: str
    patterns: tuple[Pattern, ...]
    names: frozenset[str] = field(default_factory=frozenset[str])


def clean_value(text: str, language: str) -> str:
    """Takes particles, articles and time-less ends off a value."""
    text = " ".join(text.split())
    head, tail = (_HEAD_ZH, _TAIL_ZH) if language == "zh" else (_HEAD_EN, _TAIL_EN)
    text = tail.sub("", head.sub("", text))
    if len(text) > 2 and text[0] in "“\"'「《" and text[-1] in "”\"'」》":
        text = text[1:-1]
    return text.strip(' “”"「」')


def usable(value: str) -> bool:
    """Whether a value says something by itself: no question word, no bare pronoun."""
    return bool(value) and _OPEN_VALUE.search(value) is None


def listed(value: str, language: str) -> list[str]:
    """The members of a list (`A、B和C`); one member when it is no plain list."""
    parts = [part for part in (_LIST_ZH if language == "zh" else _LIST_EN).split(value) if part]
    limit = 10 if language == "zh" else 3
    short = all(len(part) <= limit if language == "zh" else len(part.split()) <= limit for part in parts)
    return parts if 1 < len(parts) <= MAX_LIST and short else [value]


def pattern(
    name: str,
    regex: str,
    predicate: str,
    *,
    negative: bool = False,
    timed: bool = False,
    split: bool = False,
    object: EntityType | None = None,
    kind: MemoryKind | None = None,
    change: Change | None = None,
    modality: Modality | None = None,
    confidence: float = 0.8,
) -> Pattern:
    """A pattern of the plain form `subject verb value`: groups `s` and `v`."""
    polarity = Polarity.NEGATIVE if negative else None

    def read(hit: Hit) -> Iterable[Statement]:
        value = hit.value()
        values: Sequence[str] = listed(value, hit.clause.language) if split else [value]
        for each in values:
            if usable(each):
                yield Statement(
                    hit.peeled(),
                    predicate,
                    each,
                    polarity=polarity,
                    kind=kind,
                    change=change,
                    modality=modality,
                    object=object,
                    confidence=confidence,
                    timeless=timed,
                )

    return Pattern(name, re.compile(regex, re.I), read, timed)


def custom(name: str, regex: str, *, timed: bool = False, final: bool = False) -> Callable[[Reader], Pattern]:
    """Makes a pattern of a reader function."""

    def wrap(read: Reader) -> Pattern:
        return Pattern(name, re.compile(regex, re.I), read, timed, final)

    return wrap
