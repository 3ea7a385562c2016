"""The patterns of each language in order of precedence: the specific before the general, the generic last."""

from typing import Final

from memory.language.statements import en_life, en_people, en_project, zh_life, zh_people, zh_project
from memory.language.statements.generic import en_event, zh_event
from memory.language.statements.pattern import Table

TABLES: Final[dict[str, Table]] = {
    "zh": Table("zh", (*zh_people.PATTERNS, *zh_life.PATTERNS, *zh_project.PATTERNS, zh_event)),
    "en": Table("en", (*en_people.PATTERNS, *en_project.PATTERNS_FIRST, *en_life.PATTERNS, *en_project.PATTERNS, en_event)),
}
