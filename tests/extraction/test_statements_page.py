"""The examples of docs/reference/statements.md are what the extractor reads."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from memory.language.extracted import Extraction
from memory.model.assertion import Application
from memory.ports.recognizer import Recognizer
from tests.extraction.reading import flags_of, read, told

PAGE = Path(__file__).parents[2] / "docs" / "reference" / "statements.md"


def _examples() -> Iterator[tuple[str, list[str]]]:
    text, lines = "", list[str]()
    for block in re.findall(r"```statements\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL):
        for line in block.splitlines():
            if line.startswith(" "):
                lines.append(line.strip())
                continue
            if text:
                yield text, lines
            text, lines = line, []
    yield text, lines


EXAMPLES = list(_examples())


def _shown(found: Extraction) -> list[str]:
    """Statements and relations as the page shows them."""
    statements = [
        " | ".join((*told(draft), *([flags] if (flags := _flags(flags_of(draft), draft.application)) else [])))
        for draft in found.drafts
    ]
    relations = [
        f"{item.kind}: {found.drafts[item.from_index].value} -> {found.drafts[item.to_index].value}"
        for item in found.relations
    ]
    return statements + relations


def _flags(flags: str, application: Application) -> str:
    reach = "" if application is Application.ALWAYS else application.value
    return " ".join(part for part in (flags, reach) if part)


@pytest.mark.parametrize(("text", "lines"), EXAMPLES, ids=[text for text, _ in EXAMPLES])
def test_an_example_reads_as_the_page_says(recognizer: Recognizer, text: str, lines: list[str]) -> None:
    assert _shown(read(recognizer, text)) == lines


def test_the_page_has_examples_in_both_languages() -> None:
    chinese = [text for text, _ in EXAMPLES if text[0] > "z"]
    assert min(len(chinese), len(EXAMPLES) - len(chinese)) >= 15
