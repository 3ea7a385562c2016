"""The tables of patterns as a whole."""

from memory.language.statements.pattern import Pattern
from memory.language.statements.tables import SENTENCES, TABLES, TOPICS
from tests.extraction import test_patterns_en, test_patterns_zh, test_topics


def _patterns(language: str) -> tuple[Pattern, ...]:
    return (*TOPICS[language], *SENTENCES[language], *TABLES[language].patterns)


def _names() -> list[str]:
    return [p.name for language in TABLES for p in _patterns(language)]


def test_every_pattern_has_an_example() -> None:
    examples = {row[0] for row in (*test_patterns_zh.ROWS, *test_patterns_en.ROWS, *test_topics.ROWS)}

    assert set(_names()) == examples


def test_no_two_patterns_share_a_name() -> None:
    assert len(_names()) == len(set(_names()))
