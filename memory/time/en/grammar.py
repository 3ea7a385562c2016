"""The English grammar: rules, glue, ranges, the words around an expression, and where the verb looks."""

import re
from typing import Final

from memory.time.en.rules import RULES
from memory.time.grammar import Affix, Grammar, Mode, scanner
from memory.time.terms import Tense

_IRREGULAR: Final = (
    "was were had did went came got gave took made said told saw met ran left bought brought sold paid sent spent built"
    " began wrote drove flew fell felt kept held lost won led heard sat slept spoke stood taught thought understood wore"
    " woke knew grew chose caught became ate drank sang swam rode rang shook stole threw forgot dealt meant bit blew drew"
    " dug fought hung lent lit shot sank swore tore found hid broke froze been gone done seen taken"
).split()
_NOT_PAST: Final = r"(?!need|feed|speed|seed|bed\b|red\b|shed\b|hundred|embed|proceed|succeed|exceed|indeed)"
_PAST: Final = re.compile(rf"\b(?:{'|'.join(_IRREGULAR)}|{_NOT_PAST}[a-z]{{2,}}ed|didn't|wasn't|weren't)\b")
_FUTURE: Final = re.compile(
    r"\b(?:will|shall|won't|i'll|we'll|you'll|he'll|she'll|it'll|they'll|going\s+to|gonna|plan(?:s|ning)?\s+to|about\s+to|must|should|can"
    r"|need(?:s)?\s+to|have\s+to|has\s+to|let's|let\s+us|please|remind|due|deadline|expires?|upcoming|wants?\s+to"
    r"|(?:is|are|am|'s|'re|'m)\s+(?:scheduled|planned|expected|set|booked|slated|supposed|[a-z]+ing)"
    r"|is|are|am|has|starts?|opens?|closes?|ends?|begins?|arrives?|leaves?|launch(?:es)?|ships?|runs?|goes|comes|takes)\b"
)
_PRESENT: Final = re.compile(r"\b(?:i|we|you|they)\s+(?!had|was|were)[a-z]+\b(?<!ed)|\b[a-z]+s\s+(?:on|at|in|to)\b")
_CLAUSE: Final = re.compile(r"[.;!?\n](?=\s|$)|,\s+(?:and|but|so|then)\b")


def tense(text: str, start: int, end: int) -> Tense:
    """By the verb of the clause that is nearest to the time words, the left one first."""
    left = max((m.end() for m in _CLAUSE.finditer(text, max(0, start - 120), start)), default=max(0, start - 120))
    right = _CLAUSE.search(text, end, end + 120)
    before, after = text[left:start], text[end : right.start() if right else end + 120]
    return _nearest_verb(before, last=True) or _nearest_verb(after, last=False) or Tense.NONE


def _nearest_verb(clause: str, *, last: bool) -> Tense | None:
    """The tense of the verb at the inner end of the clause."""
    marks = [(m.start(), m.end(), Tense.PAST) for m in _PAST.finditer(clause)]
    marks += [(m.start(), m.end(), Tense.FUTURE) for m in _FUTURE.finditer(clause)]
    if not marks:
        return Tense.FUTURE if _PRESENT.search(clause) else None
    if last:
        # "is scheduled": the longer mark that ends at the same place wins.
        return max(marks, key=lambda mark: (mark[1], -mark[0]))[2]
    return min(marks, key=lambda mark: (mark[0], -mark[1]))[2]


def _prefix(pattern: str, mode: Mode, *, supports: bool = True) -> Affix:
    return Affix(re.compile(rf"\b(?:{pattern})\s+(?:the\s+)?$"), mode, supports)


def _suffix(pattern: str, mode: Mode) -> Affix:
    return Affix(re.compile(rf"\s+(?:{pattern})\b"), mode)


GRAMMAR: Final = Grammar(
    name="en",
    rules=RULES,
    scan=scanner(RULES),
    glue=re.compile(r"\s*,?\s*(?:(?:of|in|on|at|the|from|between|around|about|by)\s+)*"),
    link=re.compile(r"\s*(?:-|–|—|to|through|thru|till|until|and)\s*(?:the\s+)?"),
    prefixes=(
        _prefix("until|till|til|up\\s+to|through", Mode.BY),
        _prefix("by|no\\s+later\\s+than", Mode.BY),
        _prefix("before|prior\\s+to|ahead\\s+of", Mode.BEFORE),
        _prefix("(?:ever\\s+)?since", Mode.SINCE),
        _prefix("starting(?:\\s+(?:from|on|in))?|beginning(?:\\s+(?:on|in))?|effective(?:\\s+from)?|as\\s+of", Mode.STARTING),
        _prefix("from|between", Mode.FROM),
        _prefix("after", Mode.AFTER),
        _prefix("during|throughout|over", Mode.DURING),
        _prefix("around|about|circa|roughly|approximately", Mode.ROUGH),
        _prefix("on|in|at|for|of", Mode.AT),
    ),
    suffixes=(
        _suffix("onwards?|forward", Mode.STARTING),
        _suffix("or\\s+so", Mode.ROUGH),
    ),
    anchor_left=False,
    tense=tense,
)
