"""English: what was applied for, signed up for, sold or invited, and that it was called off again."""

import re
from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from memory.language.statements.pattern import Hit, Pattern, Statement, custom
from memory.language.statements.topics.en_holders import NAME
from memory.language.statements.topics.kit import state
from memory.model.assertion import Change, Polarity
from memory.ports.recognizer import EntityType

_PERSON: Final = EntityType.PERSON
_OFF: Final = (
    r"(?:off|dropped|cancelled|canceled|called off|over|scrapped|dead|shelved|moot|no longer on|not happening"
    r"|withdrawn)"
)
_DROP: Final = (
    r"(?:dropped|drop|quit|gave up|given up|stopped|cancelled|canceled|left|leaving|dropping|quitting|giving up"
    r"|binned|ditched|packed in)"
)
_COURSE: Final = (
    r"(?:pottery|ceramics|choir|yoga|fiddle|guitar|piano|violin|cello|drawing|painting|sketching|dance|dancing"
    r"|salsa|tango|ballet|judo|karate|boxing|fencing"
    r"|swimming|rowing|climbing|knitting|sewing|weaving|carpentry|woodwork|cooking|baking|photography|drama"
    r"|theatre|improv|singing|drums|calligraphy|chess|pilates"
    r"|tennis|badminton|archery|spanish|french|german|italian|japanese|mandarin|welsh|latin)"
)
_KIND: Final = r"(?:class(?:es)?|course|lessons?|evenings?|workshop|rehearsals?|practice|club|group|sessions?)"
_PLACE: Final = r"(?P<v>(?:the )?(?-i:[A-Z])[\w'-]*(?: (?!I\b)(?-i:[A-Z])[\w'-]*)*)"


def ends(hit: Hit, predicate: str, owner: str, group: str = "p") -> Statement:
    """The latest value of a slot of many ends: `the reminder` points at it, and what was said before tells which it is."""
    told = state(hit, owner, predicate, " ".join(hit.raw(group).split()))
    return replace(told, polarity=Polarity.NEGATIVE, change=Change.ENDS, timeless=True, time=None)


def over(hit: Hit, slot: str, words: str, owner: str = "I") -> Statement:
    """What was arranged is off: the words that say so take the place of the value."""
    return replace(state(hit, owner, slot, words), change=Change.REPLACES, timeless=True, time=None)


@custom(
    "en.topic_course_off",
    rf"\b(?:i|i've|i'm|we|we've|had to)\b[^,;.]{{0,24}}?\b(?P<p>{_DROP})(?: the| my| our"
    rf"| going to)* (?P<s>{_COURSE})\b|\b(?P<t>{_COURSE})(?: {_KIND})?(?: is| are| got| were| was"
    rf"| has been)* (?P<q>{_OFF})\b",
)
def course_off(hit: Hit) -> Iterable[Statement]:
    """I dropped pottery altogether; fiddle lessons cancelled, too busy."""
    noun = (hit.raw("s") or hit.raw("t")).casefold()
    yield over(hit, f"{noun}.course_place", hit.raw("p") or hit.raw("q"))


@custom(
    "en.topic_course",
    rf"\b(?P<s>{_COURSE})(?: {_KIND})?\b(?:(?!\b(?:was|were|bought|sold)\b)[^;.])*? (?:at|in)(?: the)? {_PLACE}",
)
def course(hit: Hit) -> Iterable[Statement]:
    """I've signed up for the pottery class at Tanner's Yard; choir rehearsals are at Lantern Hall."""
    own = re.search(
        r"\b(?:i|i've|i'm|my|me)\b|rehearsals? (?:are|is)|(?:class|lessons|course) starts?", hit.view.text, re.I
    )
    if own is not None:
        yield state(hit, "I", f"{hit.raw('s').casefold()}.course_place", f"at {hit.value()}")


@custom(
    "en.topic_reminder_off",
    r"\b(?:drop|cancel|forget|scrap|delete|scratch|remove|kill|strike|lose|clear|bin|never mind|ditch"
    r"|skip)(?: about)? (?P<p>(?:the|that|my|this)(?: last| latest| previous| earlier| old)? "
    r"(?:reminder|to-?do|task|item))\b|\b(?P<q>(?:the|that|my)(?: last| earlier)? (?:reminder"
    r"|to-?do))\b[^,;.]{0,50}?\b(?:can go|is moot|is off|is done|no longer|isn't needed|is not needed"
    r"|not needed|is settled|has gone|obsolete)",
)
def reminder_off(hit: Hit) -> Iterable[Statement]:
    """Drop the reminder I asked for the other day, it's moot."""
    yield ends(hit, "reminder", "I", "p" if hit.has("p") else "q")


@custom(
    "en.topic_reminder",
    r"\b(?:put|add|stick|write|note)(?: down)? (?P<q>['\"]?)(?P<v>[^,;'\"]{3,60}?)(?P=q) (?:on|to"
    r"|in) my (?:to-?do(?: list)?|list|reminders)"
    r"|\b(?:i want|i need|i'd like|set|give me|make|add)(?: me)? (?:a )?reminder(?: for me)? (?:to|about"
    r"|that i) (?P<w>[^,;]{3,60})"
    r"|\bput (?P<r>['\"])(?P<x>[^,;'\"]{3,60}?)(?P=r) on the list",
)
def reminder(hit: Hit) -> Iterable[Statement]:
    """I want a reminder to bleed the radiators; put 'descale the espresso machine' on my to-do list."""
    value = next((hit.value(g) for g in ("v", "w", "x") if hit.has(g)), "")
    yield replace(state(hit, "I", "reminder", value), timeless=True, change=Change.NONE)


@custom(
    "en.topic_bid_off",
    r"\b(?:pulled|withdrew|withdrawn|withdraw|took back|taken back|dropped|cancelled|retracted"
    r"|took)\b[^,;.]{0,30}?\b(?P<p>(?:my|our|the|that)(?: last| latest| previous| first)?"
    r" (?:grant application|application|grant|bid|tender|entry|offer|proposal))(?: back)?\b",
)
def bid_off(hit: Hit) -> Iterable[Statement]:
    """I've pulled my last grant application."""
    noun = bid_name(hit.view.text)
    yield ends(hit, f"{noun}.application", "I")


def bid_name(text: str) -> str:
    """What is applied for: a grant or a contract."""
    return "contract" if re.search(r"\b(?:bid(?:ding)?|tender|contract)\b", text, re.I) else "grant"


@custom(
    "en.topic_bid",
    r"\b(?:applied for|applying for|apply for|application (?:to|for)|bidding for|bid for|put in for|went for"
    r"|going for|tendered for|submitted to)(?: the| a)?"
    r" (?P<v>(?-i:[A-Z])[\w'-]*(?: (?-i:[A-Z])[\w'-]*)*)(?: (?P<s>grant|fund|contract|scheme|award|fellowship|call|programme))?\b"
    r"|\b(?:the|our|my) (?P<w>(?-i:[A-Z])[\w'-]*(?: (?-i:[A-Z])[\w'-]*)*) (?P<t>one|grant|bid|application"
    r"|tender)(?: is| still| stands| remains| runs| goes)+\b",
)
def bid(hit: Hit) -> Iterable[Statement]:
    """I applied for the Halcyon grant; the Wexley one is running though."""
    kind = "contract" if re.search(r"\b(?:bid(?:ding)?|tender|contract)", hit.match[0], re.I) else "grant"
    paper = re.search(r"\bgrant|fund|contract|bid|tender|applic|award|fellowship", hit.match[0], re.I)
    if paper is not None or hit.has("w"):
        name = hit.value("v") if hit.has("v") else hit.value("w")
        yield replace(state(hit, "I", f"{kind}.application", name), change=Change.NONE)


@custom(
    "en.topic_plan_off",
    r"\b(?P<p>scratch|scrap|drop|forget|bin|cancel|shelve|ditch)(?: the| our| that| my)+ (?P<s>[a-z]+) (?:plan"
    r"|idea|choice|decision)"
    r"|\b(?:the|our) (?P<t>[a-z]+) (?:plan|idea) is (?P<q>off|dead|dropped|scrapped|shelved)",
)
def plan_off(hit: Hit) -> Iterable[Statement]:
    """Scratch the tracing plan, nothing gets adopted there."""
    noun = (hit.raw("s") or hit.raw("t")).casefold()
    yield over(hit, f"{noun}.choice", hit.raw("p") or hit.raw("q"), "we")


@custom(
    "en.topic_tool",
    r"\b(?P<s>tracing|logs|logging|metrics|alerting|dashboards|monitoring|profiling|search|caching|linting"
    r"|testing|builds|search|payments?|analytics)"
    r" (?:will be done with|will use|will run on|is done with|are done with|goes? (?:to|through)"
    r"|is going to use|is handled by|are handled by|runs on"
    r"|uses?) (?P<v>(?-i:[A-Z])[\w-]*(?: (?-i:[A-Z])[\w-]*)?)",
)
def tool(hit: Hit) -> Iterable[Statement]:
    """Tracing will be done with SigNoz; logs go to VictoriaLogs."""
    yield state(hit, "we", f"{hit.raw('s').casefold()}.choice", hit.value(), object=EntityType.PRODUCT)


_GOODS: Final = (
    r"(?:boat|car|van|bike|caravan|camper|trailer|piano|motorbike|house|flat|scooter|kayak|canoe|tractor|loom|kiln"
    r"|printer|oven|tent|sofa)"
)


@custom(
    "en.topic_sale_off",
    rf"\b(?:the |our |my )?(?P<s>{_GOODS}) (?:sale|deal) (?:is|was|has been|fell)(?: called)? (?P<p>off|through"
    rf"|dead|cancelled|dropped)|\bi'?m (?P<q>keeping|not selling) (?:the |my |our )(?P<t>{_GOODS})\b"
    rf"|\bi(?:'ve)? (?P<r>won't|decided not to|am not going to|'m not) (?:sell|selling) (?:the |my )(?P<u>{_GOODS})\b",
)
def sale_off(hit: Hit) -> Iterable[Statement]:
    """The boat sale is off, please disregard it."""
    noun = next(hit.raw(g) for g in ("s", "t", "u") if hit.has(g)).casefold()
    yield over(hit, f"{noun}.sold_to", hit.raw("p") or hit.raw("q") or hit.raw("r"))


@custom(
    "en.topic_sale",
    rf"\b(?:sell|selling|sold|promised|give)(?: the| my| our)+ (?P<s>{_GOODS}) to (?P<v>{NAME})"
    rf"|\bthe (?P<t>{_GOODS}) goes to (?P<w>{NAME})"
    rf"|\b(?P<x>{NAME}) (?:buys|is buying|takes|is taking|gets|will buy) (?:the|my) (?P<u>{_GOODS})\b"
    rf"|\bit's the (?P<y>{_GOODS}) that (?P<z>{NAME}) (?:buys|is buying|takes|gets)",
)
def sale(hit: Hit) -> Iterable[Statement]:
    """I've agreed to sell the boat to Piotr; it's the caravan that Anouk buys."""
    pairs = (("s", "v"), ("t", "w"), ("u", "x"), ("y", "z"))
    noun, name = next((hit.raw(a), hit.value(b)) for a, b in pairs if hit.has(a))
    yield state(hit, "I", f"{noun.casefold()}.sold_to", name, object=_PERSON)


_EVENT: Final = (
    r"(?:opening|party|wedding|fete|launch|gala|reception|dinner|fair|concert|workshop|barbecue|picnic|jubilee"
    r"|housewarming)"
)


@custom(
    "en.topic_guest_off",
    rf"\b(?:strike|remove|cross off|drop|take off|delete|uninvite|scratch)\b[^;.]{{0,14}}?\b(?P<p>(?:the|that|my"
    rf"|our)(?: last| latest)? (?:guest|volunteer|helper|speaker))\b[^;.]{{0,40}}?\b(?P<s>{_EVENT})\b",
)
def guest_off(hit: Hit) -> Iterable[Statement]:
    """Please strike the guest I gave you earlier for the opening."""
    yield ends(hit, f"{hit.raw('s').casefold()}.guest", "we")


@custom(
    "en.topic_guest",
    rf"\b(?P<v>{NAME}) (?:is|will be|'s|comes|is coming)(?: also| coming| there)*(?: (?:a"
    rf"|on board as a) (?:guest|volunteer))?(?: at| to| for)+ (?:the|our) (?P<s>{_EVENT})\b"
    rf"|\b(?:put|add|include|invite|note)(?: down)? (?P<w>{NAME}) (?:on|to|in|for|as)\b[^;.]{{0,30}}?\b(?P<t>{_EVENT})\b"
    rf"|\b(?P<x>{NAME}) is on board as a volunteer for the (?P<u>{_EVENT})\b",
)
def guest(hit: Hit) -> Iterable[Statement]:
    """Put Dmitri on the guest list for the opening; Oluchi is a guest at the opening too."""
    pairs = (("s", "v"), ("t", "w"), ("u", "x"))
    event, name = next((hit.raw(a), hit.value(b)) for a, b in pairs if hit.has(a))
    yield replace(state(hit, "we", f"{event.casefold()}.guest", name, object=_PERSON), change=Change.NONE)


PATTERNS: Final[tuple[Pattern, ...]] = (
    course_off, reminder_off, bid_off, plan_off, sale_off, guest_off, course, reminder, bid, tool, sale, guest,
)  # fmt: skip
