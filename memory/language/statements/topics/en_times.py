"""English: clock times of meetings, days by which a thing is due, money, versions, telephone numbers, references."""

import re
from collections.abc import Iterable
from typing import Final

from memory.language.statements.pattern import Hit, Pattern, Statement, clean_value, custom
from memory.language.statements.topics.kit import state

_DAY: Final = r"(?:mon|tues|wednes|thurs|fri|satur|sun)days?"
_TIME: Final = r"(?:\d{1,2}[:.]\d{2}(?: ?[ap]\.?m\b\.?)?|\d{1,2} ?[ap]\.?m\b\.?|noon|midday)"
_MONTH: Final = r"(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?"
_DATE: Final = (
    rf"(?:{_MONTH} \d{{1,2}}(?:st|nd|rd|th)?\b(?:,? \d{{4}})?|(?:the )?\d{{1,2}}(?:st|nd|rd|th)?(?: of)? {_MONTH}(?:,? \d{{4}})?"
    r"|\d{4}-\d{2}-\d{2})"
)
MONEY: Final = (
    r"(?:(?:[$€£¥]|usd |eur )\d[\d,.]*\d?(?: ?(?:k|m|million|thousand)\b)?|\d[\d,.]*\d? ?(?:k|m|million|thousand)?"
    r" ?(?:dollars|euros|pounds|francs|crowns|kronor|yuan|usd|eur|€|£)|\d{1,3}(?:,\d{3})+|\d+k\b)"
)
OTHERS: Final = re.compile(r"\b(?-i:[A-Z])[\w-]+(?:'s|s') (?!budget|project)|\b(?:his|her|their|your)\b")
"""Somebody else's: not ours."""
_MEET: Final = (
    r"(?:(?:daily |weekly |morning )?stand-?ups?|stand up|daily scrum|scrum|(?:(?!the\b|our\b"
    r"|new\b)[a-z]+ )?(?:planning|sync|retro(?:spective)?"
    r"|review|check-?in|huddle|demo|catch-?up|rehearsals?|all-hands|town hall|meeting|call|round|briefing|seminar))"
)
_DUE: Final = (
    r"(?:submission|proposal|application|bid|tender|report|paper|manuscript|draft|thesis|dissertation|assignment|essay|filing"
    r"|tax return|deliverable|release|milestone|entry|abstract|dossier|pitch|quote|brochure|catalogue|chapter"
    r"|article|prototype)s?"
)


def mine(hit: Hit) -> bool:
    """Whether nothing before the value says that it is somebody else's."""
    before = hit.view.text[: hit.match.end("v")]
    return (
        OTHERS.search(re.sub(r"\b(?-i:Let|It|That|What|There|Here|Today|Tonight|Tomorrow|Today)'s\b", "", before))
        is None
    )


def meeting_name(words: str) -> str:
    """One name for all wordings of a meeting: without the day, how often, and `meeting` where more is said."""
    name = re.sub(rf"\b(?:{_DAY}|daily|weekly|morning|monthly|the|our|my|new|usual)\b", " ", words.casefold())
    name = re.sub(r"\bstand ?up", "stand-up", " ".join(name.split())).removesuffix("s")
    return re.sub(r"(?<=\w) (?:meeting|round|session|call)$", "", name) or "meeting"


@custom(
    "en.topic_meeting",
    rf"\b(?P<n>(?:{_DAY} )?{_MEET}(?: (?:meeting|round|session|call))?)\b(?P<b>(?:(?!\b(?:was (?!moved|shifted)"
    r"|were|went|lasted|took|and)\b)[^.;!?])"
    rf"{{0,48}}?)\b(?P<v>(?:{_DAY},? (?:at )?)?{_TIME})",
)
def meeting(hit: Hit) -> Iterable[Statement]:
    """From now on Monday planning begins at 8:50; the sync got bumped, Thursdays 13:15 now."""
    dated = re.search(rf"{_DATE}|\b(?:today|tomorrow|tonight|yesterday|last|next)\b", hit.match["b"], re.I)
    owner = re.search(r"\b(?-i:[A-Z])[a-z]+ (?:runs|has|holds|does) (?:his|her|their)\b", hit.view.text)
    whose = re.match(r"[^,;:]*\b(?:a|an|this|that)$", hit.view.text[: hit.match.start("n")].rstrip(), re.I)
    if dated is None and owner is None and whose is None and mine(hit):
        yield state(hit, "we", f"{meeting_name(hit.raw('n'))}.meeting_time", hit.value())


@custom(
    "en.topic_meet_at",
    rf"\b(?:meet|have|hold|do|get together)\b(?: \w+){{0,2}}? (?:for |our |the )+(?P<n>{_MEET})\b[^.;]{{0,24}}?\b(?P<v>{_TIME})"
    rf"|(?:every|each) (?:\w+ )?at (?P<w>{_TIME}),? we (?:have|hold|do) (?:our |the )?(?P<m>{_MEET})",
)
def meet_at(hit: Hit) -> Iterable[Statement]:
    """We meet for stand-up at 9:40."""
    noun, value = (hit.raw("n"), hit.value()) if hit.has("v") else (hit.raw("m"), hit.value("w"))
    yield state(hit, "we", f"{meeting_name(noun)}.meeting_time", value)


def due_name(words: str) -> str:
    """What is due: without articles, and without the name of the project before a kind of paper."""
    name = re.sub(r"^(?:the|our|my|this|that|new)\s+", "", clean_value(words, "en"), flags=re.I)
    own = re.match(rf"^(?:(?-i:[A-Z])[\w'-]+ )+(?P<n>(?:[a-z]+ )?{_DUE})$", name)
    return re.sub(r"'s?$", "", (own["n"] if own is not None else name)).casefold()


def _due(hit: Hit, words: str, value: str) -> Iterable[Statement]:
    if mine(hit) and words:
        yield state(hit, "we", f"{due_name(words)}.deadline", value, dated=True)


@custom(
    "en.topic_deadline",
    r"\b(?:(?:deadline|cut-?off|due date|closing date|submission date|delivery date|last day"
    r"|final date)(?: date)? (?:for|of|on|to (?:submit"
    rf"|hand in|send))|(?:the |a )?(?:new )?dates? (?:for|of)(?= (?:[\w']+ ){{1,3}}?{_DUE})) (?P<s>[\w'-]+(?: [\w'-]+){{0,4}}?)"
    rf"(?:,|:|\?| is| was| has| got| moved| to\b| slipped| now| stands)[^.;]{{0,24}}?(?P<v>{_DATE})",
)
def deadline(hit: Hit) -> Iterable[Statement]:
    """New date for the submission, March 11; cut-off for our proposal is January 26."""
    yield from _due(hit, hit.raw("s"), hit.value())


@custom(
    "en.topic_due",
    rf"\b(?P<s>(?:the|our|my|this) (?:[\w'-]+ ){{0,3}}?{_DUE})\b[^.;]{{0,40}}?\b(?:due|closes?|in by"
    r"|submitted by|handed in by|to be in(?: by)?"
    r"|deadline(?: is| of)?|goes in|has to go|must go|delivered by|filed by|ready by)(?: in| now| on| by"
    rf"| before| out)* (?P<v>{_DATE})",
)
def due(hit: Hit) -> Iterable[Statement]:
    """They moved the submission, it's due January 27 now."""
    yield from _due(hit, hit.raw("s"), hit.value())


@custom(
    "en.topic_due_moved",
    rf"\b(?:the|our|my) (?P<s>(?:[\w'-]+ ){{0,2}}?{_DUE}) (?:deadline|due date|cut-?off|date)\b[^.;]{{0,30}}?(?P<v>{_DATE})"
    rf"|\b(?:until|till) (?P<w>{_DATE})"
    rf" to (?:hand in|submit|deliver|send in|file|finish) (?P<t>(?:the|our|my) (?:[\w'-]+ ){{0,2}}?{_DUE})",
)
def due_moved(hit: Hit) -> Iterable[Statement]:
    """The paper deadline slipped to August 8; we've got until July 1 to hand in the paper."""
    if hit.has("v"):
        yield from _due(hit, hit.raw("s"), hit.value())
    else:
        yield state(hit, "we", f"{due_name(hit.raw('t'))}.deadline", hit.value("w"), dated=True)


@custom(
    "en.topic_submit",
    r"\b(?:we|i) (?:now )?(?:must|have to|need to|should|can|are to|ought to|'ve got to)(?: now)? (?P<b>submit"
    r"|hand in|send in|file|turn in|deliver)"
    rf" (?P<s>(?:the |our |my )?[\w'-]+(?: [\w'-]+){{0,3}}?)(?: in)? (?:by|before|on|until"
    rf"|no later than)(?: the)? (?P<v>{_DATE})",
)
def submit(hit: Hit) -> Iterable[Statement]:
    """The deadline shifted, we must submit Fennel by November 12: the submission of the project."""
    words = hit.raw("s")
    named = re.match(r"^(?-i:[A-Z])[\w'-]+$", words) is not None
    yield from _due(hit, "submission" if named else words, hit.value())


@custom(
    "en.topic_budget",
    r"\b(?:(?:the |our )?(?P<s>(?-i:[A-Z])[\w-]+)(?:'s)? (?P<h>[a-z]+ )?budget|budget(?: (?:for|of"
    r"|on) (?:the )?(?P<t>(?-i:[A-Z])[\w-]+))?"
    r"|(?P<w>(?-i:[A-Z])[\w-]+)'s (?:pot|kitty|purse|funds|funding|envelope)"
    r"|(?:pot|kitty|purse|funds|funding|envelope|money|allowance|spend)(?: (?:for|of|on) (?:the )?(?P<u>(?-i:[A-Z])[\w-]+)))"
    rf"\b(?:(?!\b(?:price|cost|salary|invoice|rent|fee)\b)[^.;]){{0,40}}?(?:from {MONEY} (?:up |down )?to )?(?P<v>{MONEY})",
)
def budget(hit: Hit) -> Iterable[Statement]:
    """The pot for Quillfeather is $68,800, all in."""
    head = next((hit.raw(g) for g in ("s", "t", "u", "w") if hit.has(g)), "we")
    head = "we" if head.casefold() in ("the", "our", "new", "my", "total", "this") else head
    before = hit.view.text[: hit.match.start()].rstrip()
    if hit.has("h") or re.search(r"(?:\b(?!the\b|our\b|a\b|new\b|whole\b|total\b|full\b|and\b)[a-z]+|'s)$", before):
        return  # a part of it (`travel budget`) has its own slot
    if hit.has("w") or mine(hit):
        yield state(hit, head, "budget", hit.value())


@custom(
    "en.topic_granted",
    r"\b(?:gave|granted|allotted|approved|awarded|allocated|released|cleared|gives|got|have|has|put up"
    r"|set aside|signed off|can spend)(?: us| another)?"
    rf"(?: on)? (?P<v>{MONEY}) (?:for|on|towards?|to spend on|to run) (?:the )?(?P<s>(?-i:[A-Z])[\w-]+)"
    r"|(?P<t>(?-i:[A-Z])[\w-]+) (?:has|gets|got|can (?:now )?spend"
    rf"|may (?:now )?spend)(?: now)? (?P<w>{MONEY})(?: to (?:spend|work with)| now|$)",
)
def granted(hit: Hit) -> Iterable[Statement]:
    """Finance gave us $48,300 for Ironbark this quarter."""
    before = hit.view.text[: hit.match.start()]
    if OTHERS.search(before) is None and (hit.has("v") or hit.has("w")):
        head, value = (hit.raw("s"), hit.value()) if hit.has("v") else (hit.raw("t"), hit.value("w"))
        yield state(hit, head, "budget", value)


@custom(
    "en.topic_phone",
    r"^(?=.*\b(?:mobile|cell|phone|number|reach me|call me|ring me|text me|my line|landline"
    r"|dial)\b)(?P<b>.*?)(?<![\w-])(?P<v>\+?\d[\d ()-]{6,}\d)(?![\w-])",
)
def phone(hit: Hit) -> Iterable[Statement]:
    """You can put me down with 415-555-0155 as my mobile."""
    whose = re.search(r"\b(?P<o>(?-i:[A-Z])[\w-]+)'s (?:\w+ )?(?:mobile|cell|phone|number|line)\b", hit.view.text)
    if sum(c.isdigit() for c in hit.raw("v")) < 7 or re.search(
        r"\b(?:account|invoice|order|serial|ticket|model)\b", hit.view.text, re.I
    ):
        return
    if whose is not None and whose["o"] not in ("It", "That", "Here", "What"):
        yield state(hit, whose["o"], "phone", hit.value())
    elif re.search(r"\b(?:my|me|i|i've|i'm|mine)\b", hit.view.text, re.I) or re.search(
        r"\bnew (?:mobile|cell|phone|number)", hit.view.text, re.I
    ):
        yield state(hit, "I", "phone", hit.value())


_OFFICE: Final = (
    r"(?:tax|vat|customs|company|client|customer|supplier|vendor|account|membership|insurance|patent|contract|case"
    r"|file|export|import|excise)"
)


@custom(
    "en.topic_reference",
    rf"\b(?P<s>{_OFFICE})\b(?P<b>(?:(?!\b(?:code|and)\b)[^.;]){{0,70}}?)\b(?P<v>(?-i:[A-Z]{{1,4}})-?\d{{3,}}[\w-]*)",
)
def reference(hit: Hit) -> Iterable[Statement]:
    """There was a typo in the tax reference I gave you, the true one is TX-92899."""
    named = re.search(
        r"\b(?:reference|number|id|identifier|registration|no\.?|us under|registered|ref)\b", hit.match["b"], re.I
    )
    if named is not None and mine(hit):
        yield state(hit, "we", f"{hit.raw('s').casefold()}.identifier", hit.value())


_RIDE: Final = r"(?:flight|plane|train|ferry|boat|bus|coach|shuttle|tram)"


def ride_name(ride: str, words: str) -> str:
    """The ride and where it goes: `flight to the fair`, `ferry home`."""
    goal = re.search(r"\b(?:(?:to|for) (?:the )?(?P<g>(?!me\b|work\b)[A-Za-z][\w-]+)|(?P<h>home|back|out))\b", words)
    where = (goal["g"] or goal["h"]).casefold() if goal is not None else ""
    return f"{ride.casefold()} {where}".strip()


@custom(
    "en.topic_departs",
    rf"\b(?:(?:my|the|our) (?P<n>{_RIDE})|(?P<o>i (?:take off|fly)))\b(?P<b>[^.;]{{0,60}}?)\b(?P<v>{_TIME})",
)
def departs(hit: Hit) -> Iterable[Statement]:
    """I misread my ticket, the flight to the fair leaves at 8:50."""
    words = hit.match["b"]
    if hit.has("n") and not re.search(r"\b(?:leaves?|departs?|goes|takes off|sails|says|is at|at|runs)\b", words):
        return
    if not re.search(r"\b(?:arriv\w+|lands?|gets in|was|until|by)\b", words) and mine(hit):
        yield state(hit, "I", f"{ride_name(hit.raw('n') or 'flight', words)}.departure", hit.value(), dated=True)


@custom(
    "en.topic_hours",
    r"\b(?:the|our) (?P<s>[a-z]+(?: [a-z]+)?) (?:now )?(?P<b>shuts|closes|opens)(?: up)?(?: now"
    rf"| already)?(?: at)? (?P<v>{_TIME})",
)
def hours(hit: Hit) -> Iterable[Statement]:
    """Between now and May 23 the shop shuts at 17:15 already."""
    verb = "opening" if hit.match["b"].casefold() == "opens" else "closing"
    yield state(hit, "we", f"{hit.raw('s').casefold()} {verb} time.value", hit.value())


@custom(
    "en.topic_capacity",
    r"\b(?:the|our|my) (?P<s>[a-z]+(?: [a-z]+)?) (?:(?:sits|seats|has seats for)(?: only| just"
    r"| up to)? (?P<v>\d[\d,]*(?: (?!(?:and|but|at|in|on|with|which|when|if|so)\b)[a-z]+){0,2})"
    r"|(?:holds|fits|takes|has room for)(?: only| just| up to)? (?P<w>\d[\d,]* (?:people|guests|persons"
    r"|visitors|children|seats)))",
)
def capacity(hit: Hit) -> Iterable[Statement]:
    """Our hall sits 240 people."""
    yield state(
        hit, "we", f"{hit.raw('s').casefold()} capacity.value", hit.value("v") if hit.has("v") else hit.value("w")
    )


@custom(
    "en.topic_quota",
    r"\b(?:the |our )?(?P<s>[a-z]+) (?:quota|allowance|limit|cap)(?: is| was| of|:| stands at| comes to)+ (?P<v>\d[\d,]* [\w ]+)"
    r"|\b(?:may|can|could) (?:each )?(?:use|have|get"
    r"|run)(?: up to)? (?P<w>\d[\d,]*) (?P<t>[a-z]+) (?P<u>minutes|hours|credits|runs)(?P<x>(?: [\w]+)*)",
)
def quota(hit: Hit) -> Iterable[Statement]:
    """Each team may use 868 build minutes a day; the build quota is 418 minutes a day per team."""
    if hit.has("v"):
        yield state(hit, "we", f"{hit.raw('s').casefold()}.limit", hit.value())
    else:
        yield state(hit, "we", f"{hit.raw('t').casefold()}.limit", f"{hit.raw('w')} {hit.raw('u')}{hit.raw('x')}")


@custom(
    "en.topic_price",
    r"\b(?P<s>membership|subscription|admission|entry|a ticket|parking|the rent|rent)\b(?: fee"
    r"| price)?(?: costs?| is| was| at| comes to| for| now| has gone"
    rf" (?:up|down) to| went (?:up|down) to)+ (?P<v>{MONEY}(?: (?:a|per) \w+)?)",
)
def price(hit: Hit) -> Iterable[Statement]:
    """An old flyer printed September 2 has membership at 48 euros."""
    if mine(hit):
        yield state(hit, "we", f"{hit.raw('s').casefold().removeprefix('a ').removeprefix('the ')}.price", hit.value())


PATTERNS: Final[tuple[Pattern, ...]] = (
    meet_at, meeting, deadline, due, due_moved, submit, granted, budget, phone, reference, departs, hours, capacity, quota, price,
)  # fmt: skip
