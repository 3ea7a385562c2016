"""English verbs beside their subjects: `drop` and `drops`."""

import re
from typing import Final

_THIRD: Final = {"have": "has", "be": "is", "do": "does"}
_LIE: Final = 4
_PLURAL: Final = {"has": "have", "is": "are", "was": "were", "does": "do"}


def third_person(verb: str) -> str:
    """What one does: `drop` as `drops`, `watch` as `watches`."""
    if verb in _THIRD:
        return _THIRD[verb]
    if re.search(r"(?:s|sh|ch|x|z|[^aeiou]o)$", verb):
        return f"{verb}es"
    return re.sub(r"(?<=[^aeiou])y$", "ie", verb) + "s"


def plural_form(verb: str) -> str:
    """What several do: `watches` as `watch`, `is` as `are`; a word that is no third person as it is."""
    if verb in _PLURAL:
        return _PLURAL[verb]
    if not verb.endswith("s") or verb.endswith("ss"):
        return verb
    if verb.endswith("ies"):
        return verb[:-1] if len(verb) <= _LIE else f"{verb[:-3]}y"
    return verb[:-2] if re.search(r"(?:ss|sh|ch|x|zz|[^aeiou]o)es$", verb) else verb[:-1]
