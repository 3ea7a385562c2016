"""English: likes and dislikes told by what things do to somebody, or by what somebody cannot do."""

import re
from collections.abc import Iterable
from typing import Final

from memory.language.statements.pattern import Hit, Pattern, Statement, custom, usable
from memory.language.statements.peel import Peeled
from memory.model.assertion import Change, MemoryKind, Polarity

_OWNER: Final = {"me": "I", "my": "I", "us": "we", "our": "we", "him": "he", "his": "he", "her": "she", "them": "they"}
_WHOM: Final = r"(?P<o>me|us|him|her|them)"
_ADVERB: Final = r"(?:(?:really|just|always|absolutely|totally|simply|still|usually|completely|often|kind of) )*"
_REPELS: Final = (
    rf"drives? {_WHOM} (?:up the wall|crazy|mad|nuts|insane|bonkers|bananas|round the bend|to despair|to distraction)"
    rf"|makes? {_WHOM.replace('<o>', '<o2>')} (?:feel )?(?:sick|furious|angry|anxious|nervous|uncomfortable|ill|queasy|cringe"
    r"|gag|miserable|nauseous|uneasy|impatient|irritable|grumpy|sad)"
    r"|gets? on (?P<o3>my|his|her|our)(?: last)? nerves"
    rf"|gets? {_WHOM.replace('<o>', '<o4>')} down"
    rf"|(?:annoys?|irritates?|bothers?|bugs?|scares?|terrif(?:y|ies)|disgusts?|bores?|frustrates?|infuriates?|repels?"
    rf"|exhausts?|upsets?|depress(?:es)?|stress(?:es)?|puts?|turns?|leaves?|freaks?|creeps?|grosses|wears?"
    rf"|drains?|tires?|kills?) {_WHOM.replace('<o>', '<o5>')}"
    r"(?: (?:to death|out|off|cold|a lot|no end|so much|the most))?"
    rf"|gives? {_WHOM.replace('<o>', '<o6>')} (?:the creeps|a headache|headaches|the ick|heartburn|hives|nightmares|anxiety)"
    rf"|(?:is|are)(?:n't| not) (?:really )?for {_WHOM.replace('<o>', '<o7>')}"
    rf"|do(?:es)? nothing for {_WHOM.replace('<o>', '<o8>')}"
    rf"|(?:is|are) (?P<o9>my|his|her|our) (?:biggest )?(?:pet peeve|nemesis|pet hate|bugbear)"
)
_DRAWS: Final = (
    rf"(?:delights?|fascinates?|relax(?:es)?|calms?|soothes?|cheers?|thrills?) {_WHOM}(?: up| down)?"
    rf"|makes? {_WHOM.replace('<o>', '<o2>')} (?:happy|smile)"
    r"|(?:is|are) right up (?P<o3>my|his|her|our) (?:street|alley)"
    r"|(?:is|are) (?P<o4>my|his|her|our) (?:guilty pleasure|happy place|jam|cup of tea|thing|comfort food|passion)"
)


def _whose(hit: Hit) -> Peeled:
    groups = hit.match.groupdict()
    word = next(v for k, v in groups.items() if k.startswith("o") and v)
    return Peeled(_OWNER[word.casefold()])


def _liking(hit: Hit, polarity: Polarity) -> Iterable[Statement]:
    value = hit.value()
    if usable(value) and len(value.split()) <= 8 and not re.search(r"\b(?:you|i|we|it|that)$", value, re.I):
        yield Statement(_whose(hit), "likes", value, polarity=polarity, kind=MemoryKind.PREFERENCE, confidence=0.75)


@custom("en.repels", rf"^(?P<v>.+?) {_ADVERB}(?:{_REPELS})$")
def repels(hit: Hit) -> Iterable[Statement]:
    """Pop-up notifications drive me up the wall."""
    yield from _liking(hit, Polarity.NEGATIVE)


@custom("en.draws", rf"^(?P<v>.+?) {_ADVERB}(?:{_DRAWS})$")
def draws(hit: Hit) -> Iterable[Statement]:
    """Old maps fascinate me."""
    yield from _liking(hit, Polarity.POSITIVE)


@custom(
    "en.cannot_bear",
    r"^(?P<s>.*?)\b(?:can't|cannot|can not|could never) (?:really )?(?P<b>do|deal with|handle|stomach|face|get"
    r" into|abide|tolerate"
    r"|get on with|be doing with|warm to|get enough of|live without|resist|say no to|go without) (?P<v>.+)$",
)
def cannot_bear(hit: Hit) -> Iterable[Statement]:
    """Can't do horror films: a dislike; can't get enough of rye bread: a liking."""
    verb, value = hit.match["b"].casefold(), hit.value()
    particular = re.match(r"^(?:the|a|an|it|this|that|my|your|his|her|our|both|any|more|without)\b", hit.raw("v"), re.I)
    if not usable(value) or (verb in ("do", "handle") and (particular or hit.clause.spans)):
        return
    fond = verb in ("get enough of", "live without", "resist", "say no to", "go without")
    polarity = Polarity.POSITIVE if fond else Polarity.NEGATIVE
    who = Peeled(hit.peeled().subject)
    yield Statement(who, "likes", value, polarity=polarity, kind=MemoryKind.PREFERENCE, confidence=0.75)


@custom(
    "en.attitude",
    r"^(?P<s>.*?)\b(?:am|is|are|was|'m|'s|'re)(?P<n>n't| not)?(?: (?:a |an )?(?:really|very|huge|that|too|so"
    r"|particularly|big|massive"
    r"|quite|just|all that|exactly|much of an?))*"
    r" (?P<b>big on|wild about|mad about|nuts about|partial to|fussed about|hooked on|obsessed with|addicted to|(?:a )?sucker for"
    r"|fan of|done with|fed up with|averse to|one for|lover of|crazy about|passionate about|bothered by"
    r"|enamou?red with) (?P<v>.+)$",
)
def attitude(hit: Hit) -> Iterable[Statement]:
    """I'm not big on surprises."""
    against = re.match(r"done|fed up|averse|bothered", hit.match["b"], re.I) is not None
    polarity = Polarity.NEGATIVE if against != hit.has("n") else Polarity.POSITIVE
    if usable(hit.value()):
        yield Statement(
            Peeled(hit.peeled().subject), "likes", hit.value(), polarity=polarity, kind=MemoryKind.PREFERENCE
        )


@custom(
    "en.fond",
    r"^(?P<s>.*?)\b(?:(?:swears?|sworn) by|lives? for|(?:have|has|'ve got|got) a (?:soft spot|weakness|thing) for|"
    r"(?:can't|cannot) resist|never (?:say|says) no to) (?P<v>.+)$",
)
def fond(hit: Hit) -> Iterable[Statement]:
    """I swear by linseed tea."""
    if usable(hit.value()):
        who = Peeled(hit.peeled().subject)
        yield Statement(who, "likes", hit.value(), kind=MemoryKind.PREFERENCE, confidence=0.7)


@custom("en.went_off", r"^(?P<s>.*?)\b(?:went|gone|going|go) off (?P<v>(?!to\b|in\b|at\b|on\b|with\b|during\b).+)$")
def went_off(hit: Hit) -> Iterable[Statement]:
    """I've gone off coffee; an alarm that went off went off nothing."""
    who = hit.peeled().subject
    if re.match(r"^(?:i|he|she|we|they|[A-Z]\w+|my \w+)$", who, re.I) and usable(hit.value()):
        yield Statement(
            Peeled(who),
            "likes",
            hit.value(),
            polarity=Polarity.NEGATIVE,
            change=Change.ENDS,
            kind=MemoryKind.PREFERENCE,
        )


@custom("en.no_more", r"^no (?P<m>more )?(?P<v>[\w\- ]{3,40}?) for (?P<o>me|us)(?: since .+|,? (?:please|thanks))?$")
def no_more(hit: Hit) -> Iterable[Statement]:
    """No more night shifts for me."""
    name, change = ("habit", Change.ENDS) if hit.has("m") else ("likes", None)
    if usable(hit.value()):
        yield Statement(_whose(hit), name, hit.value(), polarity=Polarity.NEGATIVE, change=change, confidence=0.65)


PATTERNS: Final[tuple[Pattern, ...]] = (repels, draws, cannot_bear, attitude, fond, went_off, no_more)
