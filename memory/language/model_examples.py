"""Messages answered by us beforehand: small models copy a form better than they follow rules, and no model loses by it.

The empty answer stands first: a small model repeats what it saw last.
"""

import json
from collections.abc import Iterator, Mapping
from typing import Any, Final

from memory.ports.language_model import ModelMessage

_HEAD: Final = "Speaker: user (user)\nProject: -\nSaid at: 2026-02-02T09:00:00+00:00\nKnown names: []"
_ANSWERS: Final[tuple[tuple[str, tuple[Mapping[str, Any], ...]], ...]] = (
    ("Morning! How are you?", ()),
    (
        "Osprey's parser now runs on version 4.2, and I never eat shrimp.",
        (
            {
                "quote": "Osprey's parser now runs on version 4.2",
                "subject": "Osprey",
                "predicate": "parser.version",
                "value": "4.2",
                "change": "replaces",
            },
            {
                "quote": "I never eat shrimp",
                "subject": "speaker",
                "predicate": "eats",
                "value": "shrimp",
                "polarity": "-",
                "kind": "preference",
            },
        ),
    ),
    (
        "林青负责登录页，下周要交稿吗？",
        ({"quote": "林青负责登录页", "subject": "登录页", "predicate": "负责人", "value": "林青"},),
    ),
)


def examples(mark: str) -> Iterator[ModelMessage]:
    """Questions in the form of `question`, fenced by `mark`, each with its right answer."""
    for text, statements in _ANSWERS:
        yield ModelMessage("user", f"{_HEAD}\nThe text:\n{mark}\n{text}\n{mark}")
        yield ModelMessage("assistant", json.dumps({"statements": statements}, ensure_ascii=False))
