"""Folding of traditional Chinese characters to simplified ones, for matching only.

What is stored and shown stays as it was written. A folded text has the length of the original, so offsets hold.
"""

import re
from typing import Final

from memory.language.han_table import SIMPLIFIED, TRADITIONAL

_TABLE: Final = str.maketrans(TRADITIONAL, SIMPLIFIED)

# Characters whose simplified form hangs on the neighbour: these rules decide them, the table does the rest.
_BY_NEIGHBOUR: Final = re.compile(r"[著乾瞭甚]")
_RULES: Final = (
    # 著 is the particle 着 except in words of writing and fame.
    (re.compile(r"(?<![名原卓显顯昭专專论論编編译譯巨合土遗遺拙])著(?![名作者书書述称稱录錄有])"), "着"),
    (re.compile(r"乾(?![隆坤元卦陵])"), "干"),
    (re.compile(r"瞭(?=[解然若])|(?<=明)瞭"), "了"),
    (re.compile(r"甚(?=[麼么麽])"), "什"),
)


def fold(text: str) -> str:
    """Returns the text with traditional characters replaced by simplified ones; the length stays the same."""
    if text.isascii():
        return text
    if _BY_NEIGHBOUR.search(text) is not None:
        for pattern, replacement in _RULES:
            text = pattern.sub(replacement, text)
    return text.translate(_TABLE)
