"""Stretches of text in which no time is looked for: titles, code, addresses, version numbers, names that hold a time word."""

import re
from typing import Final

Zone = tuple[int, int]

_QUOTED: Final = r"《[^》]{0,60}》|〈[^〉]{0,60}〉|『[^』]{0,60}』|`[^`]{1,200}`"
_ADDRESS: Final = r"https?://\S+|www\.\S+|[\w.+-]+@[\w-]+(?:\.[\w-]+)+|(?<!\d)\d{1,3}(?:\.\d{1,3}){3}(?::\d+)?(?![\d.])"

_OPAQUE: Final = re.compile("|".join((_QUOTED, _ADDRESS)))


def opaque(text: str) -> list[Zone]:
    """Zones of the folded text that no rule may touch."""
    return [match.span() for match in _OPAQUE.finditer(text)]
