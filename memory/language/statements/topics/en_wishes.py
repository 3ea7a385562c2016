"""English: what somebody wants for a kind of thing, always or this once.

The noun of the topic may stand anywhere in the sentence, and the words around the wish are many. So the value is what is left
of a clause when the topic, the words of time and scope, and the verbs of wishing are taken off.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from memory.language.statements.pattern import Hit, Pattern, Statement, clean_value, custom
from memory.language.statements.topics.kit import once, wish


@dataclass(frozen=True, slots=True)
class Topic:
    """A kind of thing that people have wishes for: its slot, and how it is spoken of."""

    name: str
    words: re.Pattern[str]


def _topic(name: str, words: str) -> Topic:
    return Topic(name, re.compile(rf"\b(?:{words})\b", re.I))


_MUM: Final = r"(?:mum|mom|mother|grandma|gran|nana|my aunt|my sister|my wife)"
TOPICS: Final[tuple[Topic, ...]] = (
    _topic(
        "commit messages",
        r"commit(?:-message)? (?:messages?|style|msgs?|titles?|texts?|format)|commit messages?|(?-i:commits)",
    ),
    _topic("status reports", r"(?:status|weekly|progress|monthly) (?:reports?|updates?|summar(?:y|ies))"),
    _topic(
        "editor theme",
        r"(?:editor|ide|terminal|vim|code)(?:'s)? (?:colou?r )?(?:theme|scheme|colou?rs?)|theme (?:for|of|in"
        r"|on) my (?:editor|ide|terminal)",
    ),
    _topic(
        "meeting drink",
        r"(?:meeting|meetings')(?: room)? (?:drinks?|beverages?)|(?:drinks?|beverages?)(?: of choice)? (?:in"
        r"|for|at|during) (?:my |our |the )?meetings|(?:in|for|during|at) (?:my |our )?meetings",
    ),
    _topic(
        "broken builds",
        r"(?:broken|failed|failing|red)[- ]builds?(?: pings?| alerts?| notices?| messages?)?|builds? (?:breaks?"
        r"|fails?|failures?|goes red|is broken|falls over)|build (?:alerts?|pings?)",
    ),
    _topic("work trips", r"(?:work|business) (?:trips?|travel)|travel(?:ling)? for work|(?<=on )travel(?=:)"),
    _topic(
        "slides background",
        r"(?:slides?|decks?)'? backgrounds?|backgrounds? (?:for|of|on|colou?r (?:for|of|on)) (?:my |the "
        r"|our )?(?:slides?|decks?)|(?:slides?|decks?)\b(?= on an? )|slides?",
    ),
    _topic("scripts", r"(?:import |throwaway |export |cleanup |migration |little )?scripts?"),
    _topic(
        "distances",
        r"distances?|units? (?:for|of) distances?|(?<=\buse )(?=(?:kilomet|mile|furlong|verst|league|yard"
        r"|nautical))|(?<=\bin )(?=(?:kilomet|miles|furlong|verst|league|yards|nautical))",
    ),
    _topic("breakfast", r"breakfasts?"),
    _topic("lunch", r"lunch(?:es)?|lunch order"),
    _topic("one-to-ones", r"one-to-ones?|one-on-ones?|1:1s?|1-1s?|1-on-1s?"),
    _topic(
        "flowers for mum",
        rf"flowers for {_MUM}|{_MUM}'s birthdays?|(?<=send ){_MUM}|(?<=give ){_MUM}|(?<=get ){_MUM}"
        rf"|{_MUM}(?= gets)|{_MUM}'s flowers",
    ),
    _topic("hotels", r"hotels?(?:-wise| rooms?)?"),
    _topic("spreadsheets", r"spreadsheets?|decimals?(?= (?:in|for) (?:my )?(?:spreadsheets|sheets|tables))"),
    _topic(
        "drafted replies",
        r"(?:draft(?:ing|ed)?|write|writing) (?:my |of )?(?:repl(?:y|ies)|answers?|e-?mails?)(?: drafts?)?"
        r"|repl(?:y|ies) drafts?|drafts? of repl(?:y|ies)",
    ),
    _topic(
        "sign-off",
        r"newsletters?|sign-?offs?|sign(?:ed|ing)? off|(?:e-?mails?|letters?|mails?)(?= (?:of mine "
        r"|I write )?(?:are |get |gets |is )*signed)",
    ),
    _topic(
        "work music",
        r"(?:while|when|as) I(?:'m)? (?:work(?:ing)?|concentrate|code|coding|write|writing|focus)|(?:focus"
        r"|background|work) (?:music|noise|sounds?|tunes?)",
    ),
    _topic("backups", r"back-?ups?"),
    _topic("interviews", r"(?:job )?interviews?"),
    _topic("meeting notes", r"(?:meeting )?(?:minutes|notes)"),
    _topic("summaries", r"summar(?:y|ies)"),
    _topic("dates", r"dates? format|format (?:for|of) dates"),
    _topic("temperatures", r"temperatures?"),
    _topic("invoices", r"invoices?"),
    _topic("flights", r"flights|plane seats?"),
    _topic("trains", r"trains|train seats?"),
    _topic("charts", r"charts?|diagrams?|plots?"),
    _topic("reminders channel", r"alerts|notifications"),
    _topic("letters", r"letters"),
    _topic("order", r"order me|get me|bring me"),
)
_SCOPE: Final = re.compile(
    r"\b(?:from (?:now|here|today|this day|tomorrow|this week)(?: on(?:wards?)?)?|as of (?:today|now)"
    r"|these days|nowadays|as a rule|by default|as standard|always|usually|normally"
    r"|exceptionally|(?:only|just) this once|this once|this time only|only this time|this time|just the once|as a one-time thing"
    r"|as a one-off|as an exception|one night only|tomorrow only|today only"
    r"|just for (?:the \w+ )?(?:today|this one|now|once)|only for (?:today's|this|tonight's)(?: one)?"
    r"|just for the map today|for this (?:single |one )?(?:issue|one|table|map|time)"
    r"|in this one \w+|for (?:me|him|her) please|please|for me|now|again|instead|going forward|at the moment"
    r"|this year|today|tomorrow|tonight(?:'s)?|this week(?:'s)?|new habit"
    r"|(?:mon|tues|wednes|thurs|fri|satur|sun)day(?:'s)?|of choice|of mine|every time|for once"
    r"|on her birthdays?|from me|with me|standing|regular|in general|altogether|ok|thanks|cheers|former|old"
    r"|all)\b",
    re.I,
)
_LEAD: Final = re.compile(
    r"\b(?:changed my (?:mind|tune)|rethink|rethought|changed? of heart|taste(?:s)?(?: has| have)? (?:turned"
    r"|changed|moved)|my taste|gone off|went off|done with|had enough|tired of"
    r"|sick of|scrap|scratch|forget|no more of|come round|came round|giving (?:in|up)|give up|gave in"
    r"|thought about|fancy a change|feel fancy|stopped|my back|that's how|i'm keeping"
    r"|it's for|because|since|i surrender|new habit|odd one out|over it|bored|another look|different"
    r"|reconsidered|moved on|switch of)\b",
    re.I,
)
_FRAME: Final = re.compile(
    r"^(?:(?:i'd|i've|i'm|it's|they're|that's|whenever|when|while|i|you|we|it|that|they|them|those|these|this"
    r"|he|she|then|so|and|but|just|only|should|would|must|can|could|may|will|is|are|was|'s|be|been|get|gets"
    r"|getting|got|go|goes|going|do|does|keep|have|has|had|having|give|make|made|put|use|uses|using|write"
    r"|written|format|draft|send|sends|set|order|book|booked|show|shown|ping|pings|tell|hold|held"
    r"|sign|signed|take|takes|took|switch|switched|move|moved|change|changed|went|like|likes|want|wants|prefer"
    r"|prefers|love|need|rather|much|really|hear|read|think|thinking|drink|eat|eating|happen"
    r"|happens|work|works|best|better|start|starting|come|comes|choose|chose|chosen|pick|picked|default"
    r"|defaults|stick|bring|serve|play|let|see|know|done|placed|place|go with|to|in|as|on|over to|with|via"
    r"|at|by|for|of|about|me|my|mine|i|the|a|an|some|any|please|really|very|off|out|up|form|style|theme|channel"
    r"|unit|language|background|kind|sort|one|ones|drink|seat|order|room|table|colour|color"
    r"|always|still|tone|quite|also|too|nice|good)\b(?!-)[\s,:]*|['’]s\s+|[:\-]\s*)+",
    re.I,
)
_WANTS: Final = re.compile(
    r"\b(?:i(?:'d| would)? (?:\w+ )?(?:like|want|prefer|rather|love|need|hold|think in|use|send|take|have|drink"
    r"|eat|park|go for|opt|stick|choose|pick|moved|switched)|for me|please|from (?:now|today|here)|as a rule"
    r"|always|default|of choice|best|my|mine|ping|write|book|order|give me|get me|make|put|use|do|hold|sign"
    r"|send|set|keep|show|draft|format|these days|habit|rather|from me)\b",
    re.I,
)
_NOT_HERE: Final = re.compile(
    r"\b(?:was|were|wasn't|weren't|did|didn't|don't|doesn't|never|can't|not|yesterday|broke|failed yesterday"
    r"|crashed|lost|forgot|because)\b",
    re.I,
)
_OPEN: Final = re.compile(
    r"^(?:that|those|it|them|this|these|what|how|so|else|something|anything|nothing|fine|ok|good|great|nice|more|less)$",
    re.I,
)
_STRIP_END: Final = re.compile(
    r"(?:[\s,;:.!?]|\b(?:to drink|to eat|on|in|for|as|and|or|with|please|form of|theme|background|from|of|when"
    r"|while|if|during|at|the|my|too|instead|thanks|cheers|to|a|an|"
    r"it|them|is what i want|i want|i like|is|are|be|go|ok)\b)+$",
    re.I,
)
_CUT: Final = re.compile(r"\s*(?:[,;:]|\.\s| - | – | and (?=i\b|i'm\b)|\bso (?=use|make|put))\s*", re.I)


def _first_person(text: str, words: str) -> bool:
    """Whether the wish is the speaker's: somebody else's things are not."""
    other = re.search(
        r"\b(?!Mum|Mom|It|That|Let|What|Who|Here|There|Today|Tonight|Tomorrow|This|Friday|Monday|Tuesday"
        r"|Wednesday|Thursday|Saturday|Sunday)(?-i:[A-Z])[\w-]+'s\b|\b(?:his|their|your)\b",
        text,
    )
    return other is None or words.casefold() in other[0].casefold()


def _left(clause: str, topic: Topic) -> str:
    """What is left of a clause without topic, scope and the verbs of wishing."""
    rest = re.sub(
        r"\b(?:on|in|for|with|about|of|during|as|at)? ?(?:my |the |our |an? |all )?\x00",
        " ",
        topic.words.sub("\x00", clause),
    )
    rest = _SCOPE.sub(" ", rest.replace("\x00", " "))
    rest = " ".join(rest.split())
    rest = _FRAME.sub("", f"{rest} ").strip()
    return clean_value(_STRIP_END.sub("", rest), "en")


def _values(text: str, topic: Topic) -> Iterable[str]:
    parts = [part for part in _CUT.split(text) if part.strip()]
    told = [part for part in parts if _LEAD.search(part) is None or len(parts) == 1]
    ranked = sorted(told, key=lambda part: _WANTS.search(part) is None)
    for part in ranked:
        value = _left(part, topic)
        if (
            len(value) > 1
            and len(value.split()) <= 7
            and not _OPEN.match(value)
            and not re.match(r"^(?:i|we|he|she|they|you)\b", value, re.I)
        ):
            yield value


@custom("en.topic_wish", rf"^(?=.*(?:{'|'.join(t.words.pattern for t in TOPICS)})).+$")
def wishes(hit: Hit) -> Iterable[Statement]:
    """Work trips again: it should be a quiet coach seat from now on; this time only, make the slide background charcoal."""
    text = hit.view.text.strip(" .!")
    wanted = _WANTS.search(text) is not None or once(hit)
    if not wanted or _NOT_HERE.search(text) or len(text.split()) > 26:
        return
    for topic in TOPICS if once(hit) else TOPICS[:-1]:
        found = topic.words.search(text)
        if found is None or not _first_person(text, found[0]):
            continue
        value = next(iter(_values(text, topic)), "")
        if value:
            yield wish(hit, topic.name, _as_worded(hit, value))
        return


def _as_worded(hit: Hit, value: str) -> str:
    """The value as it was written, quotation marks and all letters kept."""
    return clean_value(value, hit.clause.language)


PATTERNS: Final[tuple[Pattern, ...]] = (wishes,)
