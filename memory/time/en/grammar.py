"""The English grammar: rules, glue, ranges, the words around an expression, and where the verb looks."""

import re
from typing import Final

from memory.time.en import clocks, counts, dates, days, words
from memory.time.grammar import Affix, Grammar, Mode, any_affix, bucketed, scanner
from memory.time.terms import Rank, Tense

_PAST_FORMS: Final = (
    "went|came|got|gave|took|made|said|told|saw|met|ran|left|bought|brought|sold|paid|sent|spent|built|began|wrote|drove|flew"
    "|fell|felt|kept|held|lost|won|led|heard|sat|slept|spoke|stood|taught|thought|understood|wore|woke|knew|grew|chose|caught"
    "|became|ate|drank|sang|swam|rode|rang|shook|stole|threw|forgot|dealt|meant|bit|blew|drew|dug|fought|hung|lent|lit|shot"
    "|sank|swore|tore|found|hid|broke|froze|quit|did|had|swept|stuck|struck|spun|slid|shrank|rose|laid|fed|fled|crept|bent|bred"
)
_PARTICIPLES: Final = (
    "been|gone|done|seen|taken|given|written|driven|flown|fallen|spoken|worn|known|grown|chosen|become|eaten|drunk|sung"
    "|ridden|shaken|stolen|thrown|forgotten|bitten|drawn|sworn|torn|hidden|broken|frozen|risen|begun|run|come"
)
_NO_ED: Final = (
    r"(?!need|feed\b|speed|seed|bed\b|red\b|shed\b|hundred|embed|proceed|succeed|exceed|indeed|breed|weed|sacred"
    r"|tired\b|excited\b|interested\b|worried\b|bored\b|naked|wicked|limited)"
)
_ED: Final = rf"{_NO_ED}[a-z]{{2,}}ed"
_ADVERB: Final = r"(?:\s+(?:not|also|already|just|now|still|never|probably|currently|finally|all|both|[a-z]+ly))*"
# One verb group a match: an auxiliary takes its participle along, so that "is closed" does not look like a past.
_VERB: Final = re.compile(
    rf"\b(?=[a-z'])(?:(?P<future>(?:will|shall|won't|gonna|must|should|can|could|would|may|might|let's|please|remind|(?:need|have|has|want|wants|needs|ought"
    rf"|plan|plans|planning|hope|hopes|intend|intends|going|about)\s+to|let\s+(?:us|me)){_ADVERB}(?:\s+(?:be|have))?(?:\s+(?:been|[a-z]+ed|[a-z]+))?"
    rf"|[a-z]+'ll{_ADVERB}(?:\s+[a-z]+)?|(?:need|want)s?\s+(?:it|this|that|them|(?:the|my|our)\s+[a-z]+)\s+[a-z]+ed|gets?\s+[a-z]+ed"
    r"|(?:promised|agreed|decided|planned|arranged|offered|vowed|committed|expected|intended|swore"
    r"|(?:asked|told|reminded|invited|wants)\s+(?:me|us|him|her|them|you))\s+(?:not\s+)?to\s+[a-z]+)"
    rf"|(?P<past>(?:did|was|were)\s+(?:i|you|we|he|she|it|they)\s+[a-z]+|(?:was|were|wasn't|weren't|didn't|hadn't){_ADVERB}(?:\s+(?:due|open|supposed\s+to\s+[a-z]+|going\s+to\s+[a-z]+|[a-z]+(?:ed|ing)))?"
    rf"|(?:have|has|had|haven't|hasn't|'ve){_ADVERB}\s+(?:{_PARTICIPLES}|{_PAST_FORMS}|{_ED})|{_PAST_FORMS}|{_ED})"
    rf"|(?P<present>(?:is|are|am|isn't|aren't|be|being)(?:{_ADVERB}\s+(?:{_ED}|{_PARTICIPLES}|set|due|[a-z]+ing(?:\s+[a-z]+ed)?))?|[a-z]+'(?:re|m)(?:\s+[a-z]+)?"
    rf"|has|have|does|do|don't|doesn't|due|deadline|expires?|starts?|opens?|closes?|ends?|begins?|arrives?|leaves?|launch(?:es)?|ships?|runs?"
    rf"|goes|comes|takes|meets?|moves?|returns?|lands?|departs?|kicks?|lifts?|visits?|happens|becomes|works?|suits?|sounds?))\b"
)
_PRESENT_SUBJECT: Final = re.compile(r"\b(?:i|we|you|they)\s+[a-z]+\b|\b(?:he|she|it)\s+[a-z]+s\b")
_ORDER: Final = re.compile(
    r"^\s*(?:then\s+)?(?:call|send|email|remind|ping|book|submit|finish|check|pay|buy|bring|schedule|cancel|move|meet|join|deliver"
    r"|review|prepare|pick|come|start|update|write|give|make|take|set|wake|tell|ask|do|don't|get|reply|ship|deploy|add|plan)\b"
)
_CLAUSE: Final = re.compile(r"[.;!?\n](?=\s|$)|,\s+(?:and|but|so|then)\b|\b(?:because|although|whereas)\b")
_WORD: Final = re.compile(r"[a-z]{2}")
_LOOK: Final = 120


_TODAY_IS: Final = re.compile(r"\b(?:today(?:'s|\s+is)|it(?:'s|\s+is))\s+(?:a\s+|the\s+)?$")
_HABIT: Final = re.compile(
    r"\b(?:usually|always|often|typically|normally|generally|regularly|(?:every|each)\s+(?:other\s+)?(?:day|week|month|year|morning|afternoon|evening|night|weekend|\w+day)|daily|weekly|monthly|most\s+days|whenever)\b"
)


def tense(text: str, start: int, end: int) -> Tense:
    """By the verb of the clause that is nearest to the time words, the left one first."""
    left = max((m.end() for m in _CLAUSE.finditer(text, max(0, start - _LOOK), start)), default=max(0, start - _LOOK))
    right = _CLAUSE.search(text, end, end + _LOOK)
    before, after = text[left:start], text[end : right.start() if right else end + _LOOK]
    if _WORD.search(before) is None and _WORD.search(after) is None:
        return Tense.NONE
    if _HABIT.search(before) or _HABIT.search(after):
        return Tense.HABIT
    if _TODAY_IS.search(before):
        return Tense.NONE
    if _ORDER.match(before):
        return Tense.FUTURE
    verbs = list(_VERB.finditer(before))
    verb = verbs[-1] if verbs else _VERB.search(after)
    if verb is None:
        spoken = _PRESENT_SUBJECT.search(before) or _PRESENT_SUBJECT.search(after) or _ORDER.match(after)
        return Tense.FUTURE if spoken else Tense.NONE
    return Tense.PAST if verb["past"] else Tense.FUTURE


# Postponed to, booked for: to where a date is moved, or for when something is fixed.
_SHIFTED: Final = (
    r"(?:moved|moving|move|slipped|slips|slip|slid|pushed|postponed|delayed|deferred|rescheduled|shifted|bumped|brought|put"
    r"|pulled|set\s+back|changed|adjourned|rolled\s+over|carried\s+over)"
)
_FIXED: Final = (
    r"(?:booked|reserved|scheduled|planned|arranged|slated|set|fixed|confirmed|penciled\s+in|pencilled\s+in|signed\s+up"
    r"|registered|tickets?|reservations?|appointment|lined\s+up)"
)
_TO_THERE: Final = re.compile(
    rf"\b(?:{_SHIFTED}\b[^.;!?]{{0,45}}?\b(?:to|till|until|into|for)|{_FIXED}\b[^.;!?]{{0,30}}?\b(?:for|to))\s+(?:the\s+)?$"
)
_MOVING: Final = re.compile(rf"\b{_SHIFTED}\b[^.;!?]{{0,30}}?\s$")
_FROM_THERE: Final = re.compile(rf"\b{_SHIFTED}\b[^.;!?]{{0,30}}?\bfrom\s+(?:the\s+)?$")
_PROLONGED: Final = re.compile(
    r"\b(?:extended|prolonged|renewed)\b[^.;!?]{0,30}?\b(?:to|till|until|through|into)\s+(?:the\s+)?$"
)
_FROM: Final = re.compile(r"\bfrom\s+(?:the\s+)?$")
_TO_LATER: Final = re.compile(r"\s+(?:to|until)\s")


def moved(text: str, start: int, end: int) -> tuple[Mode, ...]:
    """Postponed to 3 April, booked a table for Saturday: ahead; in "moved from 20 March to 3 April" the first is but near."""
    before = text[max(0, start - 60) : start]
    if not before.endswith((" ", "\n")):
        return ()
    if _PROLONGED.search(before):
        return (Mode.AHEAD, Mode.BY)
    if _TO_THERE.search(before) or (text.startswith("from ", start) and _MOVING.search(before)):
        return (Mode.AHEAD,)
    if _FROM.search(before) and _TO_LATER.match(text, end) and _FROM_THERE.search(before):
        return (Mode.NEAREST,)
    return ()


def _prefix(
    pattern: str, mode: Mode, *, supports: bool = True, coarsest: Rank = Rank.DECADE, finest: Rank = Rank.PART
) -> Affix:
    words = re.compile(rf"\b(?:{pattern})\s+(?:the\s+)?$")
    return Affix(words, mode, supports, coarsest=coarsest, finest=finest)


def _suffix(pattern: str, mode: Mode, *, supports: bool = True) -> Affix:
    return Affix(re.compile(rf"\s+(?:{pattern})\b"), mode, supports)


# Swing by, drop by: a visit, no bound.
_NO_VISIT: Final = "".join(f"(?<!{verb} )" for verb in ("swing", "swung", "stop", "drop", "come", "came", "pass", "go"))
# A word that no rule begins with cannot begin a time: most words of a text are passed over here.
_BEGINS: Final = re.compile(rf"(?<!\w)(?=['\d]|(?:{words.any_of(words.OPENERS)})(?![a-z])|q[1-4]|h[12]\b)")
_RULES: Final = (*days.RULES, *dates.RULES, *clocks.RULES, *counts.RULES)
_PREFIXES: Final = (
    _prefix(r"not\s+(?:before|until|earlier\s+than)|no\s+earlier\s+than", Mode.FROM),
    _prefix(r"until|till|'?til|up\s+to|up\s+until|(?<!way )(?<!halfway )(?<!midway )through", Mode.BY),
    _prefix(rf"{_NO_VISIT}by|no\s+later\s+than|not\s+later\s+than|at\s+the\s+latest|due\s+by", Mode.BY),
    _prefix(r"before|prior\s+to|ahead\s+of", Mode.BEFORE),
    _prefix(r"(?:ever\s+)?since", Mode.SINCE),
    _prefix(r"starting(?:\s+(?:from|on|in|at))?|beginning(?:\s+(?:on|in|from))?", Mode.STARTING),
    _prefix(r"effective(?:\s+from)?|as\s+of|as\s+from", Mode.STARTING),
    _prefix(r"from|between", Mode.OUT_OF),
    _prefix(r"after", Mode.AFTER),
    _prefix(r"during|throughout|(?<!come )(?<!came )(?<!coming )(?<!go )(?<!stay )(?<!head )over", Mode.DURING),
    _prefix(
        r"(?:most|much|part|the\s+(?:whole|entirety|better\s+part))\s+of|the\s+entire(?:\s+(?:month|year)\s+of)?",
        Mode.DURING,
    ),
    _prefix(r"all", Mode.DURING, supports=False),
    _prefix(r"around|circa", Mode.ROUGH),
    _prefix(r"(?<!how )(?<!what )about|roughly|approximately", Mode.ROUGH, supports=False, coarsest=Rank.CLOCK),
    _prefix(r"sometime", Mode.ROUGH, supports=False),
    _prefix(r"(?:back\s+)?in", Mode.AT, finest=Rank.DAY_PART),
    _prefix(r"on|at|for", Mode.AT),
    Affix(re.compile(r"\b(?:date|due|deadline|dated|birthday|dob)(?:\s*:|\s+is|\s+was)*\s+$"), Mode.AT, absorbed=False),
)
_SUFFIXES: Final = (
    _suffix(r"onwards?|forward", Mode.STARTING),
    _suffix(r"on(?=\s+(?:i|we|you|he|she|they)\b|[\s.,;!?]*$)", Mode.STARTING, supports=False),
    _suffix(r"or\s+so|-?ish", Mode.ROUGH),
)
GRAMMAR: Final = Grammar(
    name="en",
    rules=_RULES,
    begins=_BEGINS,
    scan=scanner(_RULES),
    buckets=bucketed(_RULES),
    glue=re.compile(r"\s*[,(]?\s*(?:(?:of|in|on|at|the|from|between|around|about|by)\s+)*"),
    link=re.compile(r"\s*(?:-|–|—|to|through|thru|till|until|and|up\s+to)\s*(?:(?:on|the|about|around)\s+)*"),
    listing=re.compile(r"\s*(?:,|,?\s*(?:and|or|&)(?:\s+(?:then|again))?)\s*(?:(?:on|the|in|at)\s+)*"),
    prefixes=_PREFIXES,
    suffixes=_SUFFIXES,
    any_prefix=any_affix(_PREFIXES),
    any_suffix=any_affix(_SUFFIXES),
    anchor_left=False,
    tense=tense,
    moved=moved,
)  # fmt: skip
