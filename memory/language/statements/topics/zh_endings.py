"""Chinese."""

from typing import Final

from memory.language.statements.pattern import Pattern

PATTERNS: Final[tuple[Pattern, ...]] = ()
