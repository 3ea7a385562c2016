"""What we told ourselves: a bundle's context that comes back in a capture is no new evidence."""

import re

from memory.recall.retelling import CLOSE, OPEN

_BLOCK = re.compile(rf"{re.escape(OPEN)}.*?(?:{re.escape(CLOSE)}|\Z)", re.DOTALL)


def without_recalled(text: str) -> str:
    """The text with recalled memory blanked out; as long as before, so that spans hold."""
    if OPEN not in text:
        return text
    return _BLOCK.sub(lambda block: re.sub(r"[^\n]", " ", block[0]), text)
