"""English clauses that tell nothing to keep: moods, weather, opinions of the moment, what is said to the assistant."""

import re
from typing import Final

from memory.language.statements.pattern import Statement
from memory.language.statements.peel import Peeled
from memory.language.statements.words import words

_NOBODY: Final = re.compile(
    r"^(?:you|one|people|life|things?|everything|nothing|something|somebody|someone|anything|today|tomorrow|tonight|"
    r"the weather|weather|this|that|what|who|which|there|days?|time|the (?:day|rest|point|idea|question|problem|thing|truth)"
    r"|everyone|everybody|it all|all|those|these|my (?:day|heart|mind|mood|head|thoughts?|words|question)|words|"
    r"this (?:function|code|script|error|method|class|test|line|file|image|text|sentence|e-?mail|message|article"
    r"|song|movie|film|book"
    r"|chat|question|answer|idea|one)|(?:your|yours)\b.*|.*\byour?\b.*)$",
    re.I,
)
_OPINION: Final = (
    "good great bad fine nice ok okay happy sad glad sorry sure excited nervous tired exhausted worried lucky amazing"
    " awesome awful terrible horrible wonderful lovely beautiful fun funny interesting boring weird strange crazy silly"
    " proud grateful thankful ready back here there busy bored hungry thirsty sleepy confused curious surprised shocked"
    " annoyed angry upset fantastic brilliant perfect true false right wrong clear obvious helpful useful important"
    " impressive cool cute sweet kind delicious tasty hot cold warm sunny rainy windy relieved disappointed frustrated"
    " stressed overwhelmed inspired interested pleased delighted hopeful afraid scared unsure certain welcome fair"
    " hard easy tough difficult possible impossible enough kidding joking serious honest stuck lost alone better worse"
    " beat knackered shattered wiped drained best worst able supposed bound likely done aware convinced willing"
    " eager keen thrilled mad"
)
_OPINIONS: Final = frozenset(_OPINION.split())
_DEGREE: Final = words(
    "so very too quite really pretty a an the bit little lot such rather super just more most much all always still"
    " as that this how not only even kind of sort completely totally absolutely incredibly truly actually"
)
_NOTHING: Final = words(
    "one thing things idea point day days question questions way time times story while fun lot bit deal shame pity"
    " joke pleasure honor honour person friend companion listener plan news mess relief"
)
_STATES: Final = words("back ready busy lost stuck hot cold warm alone wrong due free possible")
_OF_MIND: Final = words(
    "see know mean guess think understand agree hope wonder appreciate hear say tell bet suppose sound look seem feel"
    " thank apologize apologise promise believe remember forget imagine care mind wish ask try realize realise admire"
    " sense tend deserve suggest recommend notice swear trust matter happen talk chat depend doubt want get let help"
    " cheer assume reckon figure expect regret fear congratulate insist bother stay start wait continue"
)
"""Verbs of the moment and of the mind: in the present tense the speaker tells no lasting state by them."""
_MOMENT: Final = words("listen come go leave sleep rest laugh cry smile joke kid work try eat cook read")
_SEEMING: Final = words("seem sound look feel depend matter mean appear suck rock")
_OWN: Final = re.compile(r"^(?:i|we|it|they|he|she)$", re.I)
_ADDRESSED: Final = re.compile(r"\b(?:you|your|yours|yourself)\b", re.I)
_NOUN_LIKE: Final = re.compile(r"[a-z]{3,}|\d|[A-Z\u4e00-\u9fff]")
_ELLIPSIS: Final = re.compile(r"^(?:did|do|does|was|were|is|are|has|have|had)(?:n't| not)?$", re.I)
_OBJECTLESS: Final = re.compile(r"^\w+ (?:that|it|this|them|so|those|everything|something)$", re.I)
_EMPTY_VALUE: Final = re.compile(
    r"^(?:it|that|this|them|him|her|me|us|so|up|out|on|off|away|well|together|again|more|better|fine|ok)$"
    r"|^(?:so|well|sense|time|a lot|some|forward|care|place|fun|(?:a |some |my |the )?(?:break"
    r"|look|rest|chance|moment|minute|second|walk|nap|seat|coffee|tea|drink|beer|holiday|vacation|hug|shower|snack|lift|ride"
    r"|hint|word"
    r"|try|day|point|difference|deal|hand|favou?r|mistake|call|breath|way|idea|thought|guess))(?: .{0,20})?$",
    re.I,
)


_PASSING: Final = re.compile(
    r"^(?:on|in|at|up|out of|off) (?:my|his|her|our|their|it|a|the|good|bad|love|luck|time)? ?(?:way|hurry|rush"
    r"|mood|mind|it|love|luck"
    r"|time|charge|middle|same boat|moment|fire|trouble|breath|own|shape|hands|feet|end)\b|^(?:what|how|why|because|that)\b",
    re.I,
)


def opinion(value: str, own: bool = True) -> bool:
    """Whether words only judge: `so much fun`, `a good day`; of things, some words tell how they stand (`back up`)."""
    words = [w for w in re.findall(r"[a-z']+", value.casefold()) if w not in _DEGREE]
    if any(c.isdigit() for c in value) or (not own and words and words[0] in _STATES):
        return False
    return not words or words[0] in _OPINIONS or all(w in _OPINIONS or w in _NOTHING for w in words)


def tells_nothing(statement: Statement, subject: Peeled, lemma: str) -> bool:
    """Whether a generic reading is no more than a mood, a judgement or a turn of phrase."""
    words = subject.subject
    if _NOBODY.match(words) and statement.predicate != "instruction":
        return True
    if statement.predicate == "instruction":
        return False
    if _ADDRESSED.search(statement.value):
        return True
    own = _OWN.match(words) is not None
    if statement.predicate == "does" and own and (lemma in _OF_MIND or lemma in _MOMENT):
        return True
    if statement.predicate in ("description", "location", "does"):
        return opinion(statement.value, own) or _PASSING.match(statement.value) is not None
    if statement.predicate == "event" and own and (opinion(statement.value) or _OBJECTLESS.match(statement.value)):
        return True
    if statement.predicate in ("plan", "event", "status", "instruction"):
        return statement.predicate == "event" and (
            lemma in ("mean", "say") or _ELLIPSIS.match(statement.value) is not None
        )
    if (
        lemma in _SEEMING
        or (words.casefold() == "it" and lemma in ("rain", "snow", "take", "be"))
        or (words.casefold() in ("i", "we") and lemma in _OF_MIND)
    ):
        return True
    return own and (_EMPTY_VALUE.match(statement.value) is not None or _NOUN_LIKE.search(statement.value) is None)
