"""The tables of patterns as a whole."""

from memory.language.statements.tables import SENTENCES, TABLES
from tests.extraction import test_patterns_en, test_patterns_zh


def _names() -> list[str]:
    return [p.name for language in TABLES for p in (*SENTENCES[language], *TABLES[language].patterns)]


def test_every_pattern_has_an_example() -> None:
    examples = {row[0] for row in (*test_patterns_zh.ROWS, *test_patterns_en.ROWS)}

    assert set(_names()) == examples


def test_no_two_patterns_share_a_name() -> None:
    assert len(_names()) == len(set(_names()))
