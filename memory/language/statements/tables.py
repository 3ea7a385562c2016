"""The patterns of each language in order of precedence: the specific before the general, the generic last."""

import re
from collections.abc import Callable, Iterable
from typing import Final

from memory.language.statements import (
    en_changes,
    en_clefts,
    en_corrections,
    en_daily,
    en_figures,
    en_fragments,
    en_gaps,
    en_label_lists,
    en_labels,
    en_leanings,
    en_life,
    en_owners,
    en_people,
    en_plans,
    en_project,
    en_self,
    en_tastes,
    zh_changes,
    zh_daily,
    zh_figures,
    zh_life,
    zh_owners,
    zh_people,
    zh_plans,
    zh_project,
)
from memory.language.statements.en_generic import en_event
from memory.language.statements.pattern import Pattern, Statement, Table
from memory.language.statements.topics import (
    en_endings,
    en_holders,
    en_places,
    en_times,
    en_wishes,
    zh_endings,
    zh_holders,
    zh_places,
    zh_times,
    zh_wishes,
)
from memory.language.statements.zh_generic import zh_event

TOPICS: Final[dict[str, tuple[Pattern, ...]]] = {
    "zh": (
        *zh_endings.PATTERNS,
        *zh_times.PATTERNS,
        *zh_places.PATTERNS,
        *zh_holders.PATTERNS,
        *zh_wishes.PATTERNS,
    ),
    "en": (
        *en_endings.PATTERNS,
        *en_times.PATTERNS,
        *en_places.PATTERNS,
        *en_holders.PATTERNS,
        *en_wishes.PATTERNS,
    ),
}
"""Tried on whole sentences before all others: by the noun of the topic and the type of the value."""

SENTENCES: Final[dict[str, tuple[Pattern, ...]]] = {
    "zh": (*zh_daily.SENTENCES, *zh_changes.SENTENCES),
    "en": (
        *en_corrections.SENTENCES,
        *en_fragments.SENTENCES,
        *en_leanings.SENTENCES,
        *en_clefts.SENTENCES,
        *en_label_lists.SENTENCES,
        *en_figures.SENTENCES,
        *en_changes.SENTENCES,
        *en_labels.SENTENCES,
    ),
}
TABLES: Final[dict[str, Table]] = {
    "zh": Table(
        "zh",
        (
            *zh_people.PATTERNS,
            *zh_daily.PATTERNS,
            *zh_life.PATTERNS,
            *zh_plans.PATTERNS,
            *zh_figures.PATTERNS,
            *zh_owners.PATTERNS,
            *zh_project.PATTERNS,
            zh_event,
        ),
    ),
    "en": Table(
        "en",
        (
            *en_self.FIRST,
            *en_fragments.PATTERNS,
            *en_gaps.PATTERNS,
            *en_clefts.PATTERNS,
            *en_leanings.PATTERNS,
            *en_tastes.PATTERNS,
            *en_daily.PATTERNS,
            *en_people.PATTERNS,
            *en_project.VERSIONS,
            *en_figures.PATTERNS,
            *en_owners.PATTERNS,
            *en_life.PATTERNS,
            *en_self.PATTERNS,
            *en_daily.LATE,
            *en_project.PATTERNS,
            *en_plans.PATTERNS,
            en_event,
        ),
    ),
}

APPOSITIONS: Final[dict[str, tuple[re.Pattern[str], Callable[[re.Match[str], Iterable[str]], Statement | None]]]] = {
    "zh": (zh_people.APPOSITION, zh_people.apposition),
    "en": (en_people.APPOSITION, en_people.apposition),
}
