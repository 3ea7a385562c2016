"""Reading sentences in tests: the speaker is Lin, the project harbor, the base time 10 March 2026 in Shanghai."""

from collections.abc import Sequence
from datetime import datetime
from typing import TypeAlias
from zoneinfo import ZoneInfo

from memory.language.detect import language_of
from memory.language.extraction import ExtractInput, Extraction, PreviousTurn, extract_batch
from memory.language.jsonl import role_of, shown_subject
from memory.model.assertion import Draft, Modality, Polarity
from memory.model.principal import SourceKind
from memory.ports.recognizer import Recognizer
from memory.time import resolve

ZONE = "Asia/Shanghai"
BASE = datetime(2026, 3, 10, 9, tzinfo=ZoneInfo(ZONE))

Row: TypeAlias = tuple[str, str, str, str, str, str]
"""(rule, text, subject, predicate, value, flags)"""


def chunk(
    text: str, speaker: str = "Lin", project: str = "harbor", previous: Sequence[tuple[str, str]] = ()
) -> ExtractInput:
    language = language_of(text)
    return ExtractInput(
        text=text,
        language=language,
        speaker=speaker,
        role=role_of(speaker),
        source_kind=SourceKind.CONVERSATION,
        said_at=BASE,
        timezone=ZONE,
        reading=resolve(text, BASE, ZONE, language),
        previous=tuple(PreviousTurn(name, role_of(name), words) for name, words in previous),
        project=project,
    )


def read(
    recognizer: Recognizer,
    text: str,
    speaker: str = "Lin",
    project: str = "harbor",
    previous: Sequence[tuple[str, str]] = (),
) -> Extraction:
    return extract_batch([chunk(text, speaker, project, previous)], recognizer)[0]


def flags_of(draft: Draft) -> str:
    denied = "-" if draft.polarity is Polarity.NEGATIVE else ""
    modality = "" if draft.modality is Modality.ASSERTED else draft.modality.value
    return " ".join(part for part in (denied, modality) if part)


def told(draft: Draft) -> tuple[str, str, str]:
    return shown_subject(draft.subject), draft.predicate, draft.value


def read_row(recognizer: Recognizer, rule: str, text: str) -> list[list[str]]:
    """What one rule read in a text: [subject, predicate, value, flags] each."""
    return [[*told(d), flags_of(d)] for d in read(recognizer, text).drafts if d.rule == rule]


def facts(extraction: Extraction) -> set[tuple[str, str, str]]:
    """What is asserted or planned and affirmed: what may become a fact. Orders for an occasion are none."""
    return {
        told(draft)
        for draft in extraction.drafts
        if draft.modality in (Modality.ASSERTED, Modality.PLANNED)
        and draft.polarity is Polarity.POSITIVE
        and draft.predicate != "procedure"
    }
