"""What people say in whole sentences, in tables that can be read without the code."""

from pathlib import Path

import pytest

from tests.unit.time.table import SHANGHAI, check, rows_at_bases

TABLES = Path(__file__).parent / "tables"
EVERYDAY = [
    row
    for name in ("everyday_zh", "everyday_en", "more_sentences", "hurtful_bases")
    for row in rows_at_bases(TABLES / f"{name}.txt")
]
LOOKALIKES = [
    line
    for name in ("lookalikes_zh", "lookalikes_en")
    for line in (TABLES / f"{name}.txt").read_text(encoding="utf-8").splitlines()
]


@pytest.mark.parametrize(
    ("base", "text", "meant"), [pytest.param(*row, id=f"{row[1]} @{row[0][0]}") for row in EVERYDAY]
)
def test_sentence_means_what_people_mean_by_it(base: tuple[str, str], text: str, meant: str) -> None:
    check(text, meant, base)


@pytest.mark.parametrize("text", LOOKALIKES)
def test_words_that_only_look_like_time_give_no_interval(text: str) -> None:
    check(text, "-", SHANGHAI)


def test_tables_are_long_enough_to_mean_something() -> None:
    assert len(EVERYDAY) >= 400
    assert len(LOOKALIKES) >= 200
