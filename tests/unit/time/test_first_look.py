"""The cheap first look at where a piece may begin hides none of them."""

import re
from dataclasses import replace
from pathlib import Path

import pytest

from memory.time.en.grammar import GRAMMAR as EN
from memory.time.grammar import Grammar
from memory.time.resolve import folded_for_matching
from memory.time.scan import lex
from memory.time.zh.grammar import GRAMMAR as ZH
from tests.unit.time.table import rows_at_bases
from tests.unit.time.test_properties import WORDS

TABLES = Path(__file__).parent / "tables"
SENTENCES = [text for table in sorted(TABLES.glob("*.txt")) for _, text, _ in rows_at_bases(table)]
_BLANKS = {"zh": ("", " "), "en": (" ", ", ", "-")}
EVERYWHERE = re.compile(r"(?=.)", re.DOTALL)


@pytest.mark.parametrize("grammar", [ZH, EN], ids=["zh", "en"])
def test_every_piece_is_found_where_the_first_look_lets_through(grammar: Grammar) -> None:
    thorough = replace(grammar, begins=EVERYWHERE)
    words = [word.strip() for word in re.split(r"[ |]", WORDS) if word.strip()]
    salads = [f"{one}{blank}{other}" for one in words for other in words[::7] for blank in _BLANKS[grammar.name]]
    assert len(SENTENCES) >= 900
    for text in map(folded_for_matching, (*SENTENCES, *salads)):
        text = text if grammar is ZH else re.sub(r"[\u3400-\u9fff]", "\x00", text)  # as the reader shows it to English
        assert _places(text, grammar) == _places(text, thorough), text


def _places(text: str, grammar: Grammar) -> list[tuple[int, int, str]]:
    return [(piece.start, piece.end, piece.rule) for piece in lex(text, grammar)]
