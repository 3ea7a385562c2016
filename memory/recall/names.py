"""Which pieces of a question could be names: looked up in the alias index, so that no list of all names is needed."""

import re
from typing import Final

from memory.language.linking import normal_name

_WORD: Final = re.compile(r"[^\W_]+(?:['’.&-][^\W_]+)*\.?")
_HAN_RUN: Final = re.compile(r"[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]+")
MOST: Final = 400
LONGEST_HAN: Final = 8
LONGEST_WORDS: Final = 4


def name_candidates(query: str) -> tuple[str, ...]:
    """Normalised pieces of the query, at most 400: runs of one to four words, Chinese pieces of two to eight characters."""
    words = [match.group() for match in _WORD.finditer(query)]
    runs = [" ".join(words[i : i + n]) for n in range(1, LONGEST_WORDS + 1) for i in range(len(words) - n + 1)]
    pieces = [
        run[i : i + n]
        for run in (match.group() for match in _HAN_RUN.finditer(query))
        for n in range(2, min(LONGEST_HAN, len(run)) + 1)
        for i in range(len(run) - n + 1)
    ]
    found = dict.fromkeys(name for name in map(normal_name, [*runs, *pieces]) if name)
    return tuple(found)[:MOST]
