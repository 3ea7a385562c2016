"""Which words tell a cause: for following `why` one cause further back than the nearest."""

import re
from typing import Final

CAUSE: Final = "cause"

_CAUSAL_EN: Final = re.compile(
    r"\b(?:because|since|due to|owing to|thanks to|caused?|causes|causing|cause of|reason|why|came (?:down )?(?:to|from)"
    r"|comes? from|traced (?:it )?(?:back )?to|turned out to be|result(?:ed|s)? (?:of|from|in)|led to"
    r"|brought (?:it |them )?down|knocked out|took (?:it|out)|on account of|set off by|tripped by|held (?:\w+ ){1,3}up"
    r"|turn(?:ed|s) out|that's how"
    r"|(?:had )?made (?:the|it|them|our)|triggered|stems? from|blame|culprit|behind (?:it|that|this)"
    r"|so that|which made)\b|, so\b",
    re.I,
)
_CAUSAL_ZH: Final = re.compile(
    r"因为|因為|由于|由於|原因|导致|導致|造成|引起|引发|害得|使得|多亏|归咎|归因|起因|祸首|罪魁|源于|出在|在于|因而|所以|结果"
    r"|为什么|為什麼|找到了|那[次回]|说到底|归根|都怪|怪|查到|搞的|弄的|闹的|塞满|拖垮|压垮|触发|惹的|惹祸|害的|逼得|连累|使然|是.{1,24}[让使害]"
)


def tells_a_cause(text: str) -> bool:
    """Whether a text has a word of cause or consequence in it."""
    return (_CAUSAL_EN.search(text) or _CAUSAL_ZH.search(text)) is not None
