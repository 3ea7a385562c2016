"""Guesses of assistants: words that hedge what the user never said. They wait, like every claim of little weight."""

import re
from typing import Final

from memory.model.chunk import Role

_HEDGED_EN: Final = re.compile(
    r"\b(?:i(?:'d| would)? (?:guess|suspect|assume|imagine|suppose|reckon|think|bet)|my guess|probably|presumably|likely|perhaps"
    r"|maybe|possibly|might be|may be|could be|must be|usually|typically|normally|generally|mostly|as a rule"
    r"|if i (?:recall|remember)|i'm not sure|not certain|should be (?:around|about|roughly))\b",
    re.I,
)
_HEDGED_ZH: Final = re.compile(
    r"我[猜想估]|猜测|怀疑|懷疑|可能|大概|大約|大约|多半|一般|通常|往往|应该是|應該是|应该在|應該在|估计|估計|也许|也許|或许|或許|"
    r"说不定|說不定|没准|恐怕|好像|似乎|印象中|如果没记错|按说|想必"
)


def is_guess(text: str, role: Role) -> bool:
    """Whether a turn is an assistant's guess."""
    return role is Role.ASSISTANT and (_HEDGED_EN.search(text) or _HEDGED_ZH.search(text)) is not None
