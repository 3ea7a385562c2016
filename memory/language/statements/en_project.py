"""English: who is in charge, what is used, how many, by when, and how things stand."""

import re
from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from memory.language.statements.attributes import attribute, named_value
from memory.language.statements.pattern import Hit, Pattern, Statement, clean_value, custom, pattern, usable
from memory.language.statements.peel import Peeled, peel
from memory.language.statements.subject_words import PERSON_RELATIONS
from memory.model.assertion import Change, MemoryKind, Modality
from memory.ports.recognizer import EntityType
from memory.settle.registry import DEFAULT_REGISTRY

_S: Final = r"^(?P<s>.*?)"
_PERSON: Final = EntityType.PERSON
_VERSION: Final = r"v?\d+(?:\.\d+)+(?:[-.]?(?:rc|beta|alpha)\d*)?"
_WHO: Final = PERSON_RELATIONS | {"has_pet"}
_TIMED: Final = frozenset(["deadline", "meeting_time", "schedule", "departure", "arrival", "birthday"])


@custom(
    "en.version",
    r"^(?P<t>(?:we're|we are|i'm) on|(?:the |our )?(?P<n>[\w\- ]{2,30}?)(?: (?:in|for|"
    r"of) (?P<q>[\w\- ]+?))? (?:is|was|sits|stands|got|has been|are)(?: \w+ed)?(?: now|"
    r" currently)?(?: (?:at|on|to|pinned (?:at|"
    rf"to)))?(?: version)?)(?: now)? (?P<v>{_VERSION})(?: now)?$",
)
def version_at(hit: Hit) -> Iterable[Statement]:
    """The parser is at 7.51.19 now."""
    noun = clean_value(hit.raw("n"), "en").removesuffix(" version").strip()
    if noun:
        yield Statement(Peeled(noun), "version", hit.value())


@custom(
    "en.version_used",
    r"^(?P<s>.*?)\b(?P<b>on|use|uses|using|run|runs|running|settled on|bumped|upgraded|"
    r"moved|updated|pinned|downgraded|rolled back|switched|went back)(?: to|"
    r" at)?(?: still)? (?:the |our )?(?P<n>[a-zA-Z][\w\-]*(?: [a-z][\w\-]*)?)(?: (?:in|for|"
    rf"of) (?P<q>[\w\- ]+?))?(?: to| at| version| back to)? (?P<v>{_VERSION})(?: (?:in|for|"
    r"on) (?P<r>.+))?$",
)
def version_used(hit: Hit) -> Iterable[Statement]:
    """We're on parser 2.55 in Juniper; I bumped the parser to 5.56."""
    peeled = hit.peeled()
    noun = re.sub(r"\s+(?:to|at|version|from)$", "", clean_value(hit.raw("n"), "en").casefold())
    moved = re.match(r"bump|upgrad|moved|updat|pin|down|roll|switch|settled|went", hit.match["b"], re.I) is not None
    who = peeled.subject.casefold()
    subject = replace(peeled, subject="we") if who in ("i", "i've", "we", "", "you") or moved else peeled
    yield Statement(subject, f"{noun}.version", hit.value(), change=Change.REPLACES if moved else None)


@custom(
    "en.status_from",
    r"^(?:ticket |issue |task |bug |story )?(?P<s>.+?) (?:has |was )?(?:moved|went|changed|"
    r"gone|switched)(?: back)?(?: from (?P<f>.+?))? to (?P<v>(?:in )?(?:review|progress|"
    r"testing|done|closed|open|blocked|qa|backlog|production|staging|to do|on hold|ready|"
    r"staging))$",
)
def status_from(hit: Hit) -> Iterable[Statement]:
    """Ticket OPS-58 moved from open to in review."""
    yield Statement(hit.peeled(), "status", hit.raw("v").strip(), change=Change.REPLACES)


@custom(
    "en.status_done",
    r"^(?P<s>.+?) (?:was|were|is|are|has been|have been|got|'s)(?: now| finally| already|"
    r" just| still)* (?P<v>(?:closed|merged|fixed|full|empty|deployed(?! (?:on|to|in|with|"
    r"via|by)\b)|released|approved|rejected|cancelled|canceled|blocked|finished|completed|"
    r"done|resolved|stuck|paused|delayed|broken|down|offline|online|stable|live|ready|open|"
    r"shipped|decommissioned|retired|deprecated|restored|reverted|rolled back|signed|"
    r"working|not working|running|up and running|out of order|published|"
    r"frozen)(?: (?:in|on|into|to|by|because|until|at) .+)?)$",
)
def status_done(hit: Hit) -> Iterable[Statement]:
    """Bug 4410 was closed yesterday."""
    yield Statement(hit.peeled(), "status", hit.value())


@custom(
    "en.due",
    r"^(?P<s>.*?)(?:,)? (?:is|are|'s|was|will be|were)(?: now)? due(?: (?:on|by|in|at|for))?(?: now)? (?P<v>.+)$",
    timed=True,
)
def due(hit: Hit) -> Iterable[Statement]:
    """The grant application is due on October 2."""
    yield Statement(hit.peeled(), "deadline", hit.value(), timeless=True)


@custom(
    "en.new_date", r"^(?:the )?new (?:date|deadline|due date) (?:for|of) (?P<s>.+?)(?: is|,|:) (?P<v>.+)$", timed=True
)
def new_date(hit: Hit) -> Iterable[Statement]:
    """New date for the submission, March 11."""
    yield Statement(hit.peeled(), "deadline", hit.value(), change=Change.REPLACES, timeless=True)


_PREPOSED: Final = r"^\s*(?:in|at|on|under|behind|near|with|from|off|out|back|away|for)\b"


@custom(
    "en.attribute",
    r"^(?P<s>.+?)(?:,)? (?P<b>is|are|was|'s|equals|stands at|is set to|is capped at|"
    r"is limited to|was set to|was raised to|was cut to|went up to|went down to|"
    r"has been raised to|is now|changed to|rose to|dropped to|fell to|is pinned at|"
    r"is fixed at|moved to|was moved to|comes to|amounts to|costs?) (?:at |on |"
    r"to )?(?P<v>.+)$",
    timed=True,
)
def attribute_is(hit: Hit) -> Iterable[Statement]:
    """The travel budget is capped at 12,000 euros."""
    peeled = replace(hit.peeled(), subject=peel(_without_times(hit, "s"), "en").subject)
    read = attribute(peeled, "en")
    value = hit.value()
    verb = hit.match["b"].casefold()
    # `our dog is a beagle` says what it is, not who it is; a denied value is no value.
    if re.match(r"^\s*(?:an? |not |no longer )", hit.raw("v"), re.I) and (
        read is None or read[1] in _WHO or not hit.raw("v").strip().startswith("a")
    ):
        return
    if (
        read is not None
        and read[1] in _WHO
        and not re.match(r"^(?:[A-Z\u4e00-\u9fff]|an? |the )", hit.raw("v").strip())
    ):
        return  # `my boss is very demanding` names nobody
    capped = re.match(r"^(?:capped|limited|set|fixed|pinned|scheduled|now)(?: at| to| on| for)? (?P<r>.+)$", value)
    if capped is not None:
        value = clean_value(capped["r"], "en")
    if (
        read is None
        or not usable(value)
        or read[1] in ("description", "event", "plan", "name", "role", "status", "has")
    ):
        return
    if read[1] in ("car", "phone", "memory", "disk") and re.match(_PREPOSED, hit.raw("v"), re.I):
        return  # `my car is in the garage`: where it is, not which one
    if read[1].endswith("phone") and sum(c.isdigit() for c in value) < 6:
        return  # a house number is no telephone
    timeless = read[1].rpartition(".")[2] in _TIMED
    if not timeless:
        left, right = hit.match.span("v")
        kept = set(hit.clause.bare.places)
        bare = clean_value("".join(hit.source[p] for p in hit.view.places[left:right] if p in kept), "en")
        value = re.sub(r"^(?:capped|limited|set|fixed|pinned|now)(?: at| to)? ", "", bare) or value
    if read[1] in ("works_from", "lives_in", "location", "address"):
        value = re.sub(r"^(?:in|at|on)(?: the)? ", "", value)
    changed = re.search(r"raised|cut|went|changed|rose|dropped|fell|moved|now", verb) is not None
    yield Statement(
        read[0], read[1], value, change=Change.REPLACES if changed else None, timeless=timeless, confidence=0.85
    )


def _without_times(hit: Hit, group: str) -> str:
    left, right = hit.match.span(group)
    kept = set(hit.clause.bare.places)
    return clean_value("".join(hit.source[p] for p in hit.view.places[left:right] if p in kept), "en")


@custom(
    "en.raised",
    rf"{_S}\b(?:raised|lowered|cut|increased|set|changed|reduced|dropped|capped|bumped|"
    r"moved|pushed|postponed|extended|brought forward|migrated|switched|converted|"
    r"upgraded) (?:the |our |my )?(?P<n>[\w\- ]{3,30}?)(?: from .+?)? (?:to|"
    r"at) (?P<v>.+)$",
    timed=True,
)
def raised(hit: Hit) -> Iterable[Statement]:
    """They raised the premium to 940 euros."""
    noun, peeled = hit.raw("n").strip(), hit.peeled()
    read = attribute(Peeled(noun), "en")
    value = hit.value()
    if read is None or not usable(value):
        return
    subject, predicate = read
    if not subject.subject:
        owner = peeled.subject if peeled.subject.casefold() not in ("i", "we") else "we"
        subject = Peeled(owner)
    yield Statement(subject, predicate, value, change=Change.REPLACES, timeless=predicate in _TIMED)


@custom(
    "en.meets",
    r"^(?P<s>(?:the |our |daily |weekly )*(?:stand-?up|meeting|sync|retro|call|review|demo|"
    r"class|choir|standup)[\w\- ]{0,20}?)(?: (?:is|happens|starts|takes place|runs|begins|"
    r"moved|was moved|is now)|:)(?: at| to| on)* (?P<v>\d.*|noon.*|midday.*)$",
    timed=True,
)
def meets(hit: Hit) -> Iterable[Statement]:
    """Daily stand-up: 9:40."""
    value = re.split(r"\b(?:through|until|till|while|for the next|this week|from)\b", hit.value())[0]
    thing = re.sub(r"^(?:the|our|daily|weekly)\s+", "", hit.peeled().subject.casefold())
    yield Statement(Peeled(thing), "meeting_time", clean_value(value, "en"))


@custom(
    "en.deployed",
    rf"{_S}\b(?:runs?|running|hosted|deployed|deploys?|lives|sits|deploying|shipped|ships|"
    r"ship) (?P<p>on|to|in|at|with|via|through|using|by) (?P<v>.+)$",
)
def deployed(hit: Hit) -> Iterable[Statement]:
    """The staging cluster runs on Hetzner in Falkenstein."""
    peeled = hit.peeled()
    if peeled.negative and "ship" in hit.view.text:
        yield Statement(
            peeled, "ships_to", hit.value(), object=EntityType.PLACE, change=Change.ENDS if peeled.ends else None
        )
        return
    machine = re.search(
        r"\b(?:cluster|server|service|app|site|website|api|backend|frontend|environment|"
        r"production|staging|system|database|jobs?|pipeline|build|platform|gateway|deploy)\b",
        hit.view.text,
        re.I,
    )
    if peeled.subject and (machine or "deploy" in hit.view.text.casefold()):
        yield Statement(peeled, "deployment", hit.value())


@custom(
    "en.stored",
    r"^(?P<s>.*?)\b(?:store|stores|storing|keep|keeps|save|put|host|"
    r"host)s? (?P<n>(?!that\b|it\b|this\b|you\b|them\b)[\w\- ]{2,30}?) (?:in|on|at) (?P<v>(?!mind\b|"
    r"touch\b)[^,]+?)(?: instead of .+|"
    r" rather than .+)?$",
)
def stored(hit: Hit) -> Iterable[Statement]:
    """We agreed to store uploads in MinIO instead of on disk."""
    peeled = hit.peeled()
    if peeled.subject.casefold() in ("we", "our team", "the team", "i"):
        yield Statement(
            peeled, f"{clean_value(hit.raw('n'), 'en').casefold()}.storage", hit.value(), modality=Modality.ASSERTED
        )


@custom(
    "en.switched",
    rf"{_S}\b(?:switched|switching|migrated|migrating|moved|moving|changed|"
    r"went (?:over|back))(?: over)?(?: from (?P<f>.+?))? to (?P<v>.+?)(?: for (?P<t>.+))?$",
)
def switched(hit: Hit) -> Iterable[Statement]:
    """We switched to Redis for caching."""
    peeled = hit.peeled()
    if peeled.subject.casefold() not in ("we", "our team", "the team", "i"):
        return
    yield Statement(peeled, _choice(hit, "t"), hit.value(), change=Change.REPLACES, object=EntityType.PRODUCT)


def _choice(hit: Hit, group: str) -> str:
    """`use X for Y` is the choice for Y; without Y, one thing in use among others."""
    if not hit.has(group):
        return "uses"
    topic = clean_value(hit.raw(group), "en").casefold()
    read = attribute(Peeled(topic), "en")
    if read is not None and not read[0].subject:
        return read[1]
    return f"{topic}.choice" if len(topic.split()) <= 4 else "uses"


@custom(
    "en.uses",
    rf"{_S}\b(?:use|uses|using|chose|picked(?! up)|adopted|selected|rely on|relies on|"
    r"went with|settled on|standardi[sz]ed on|decided on) (?P<v>.+?)(?: (?:for|"
    r"as) (?P<t>(?:our |the |my )?[\w\- ]+))?$",
)
def uses(hit: Hit) -> Iterable[Statement]:
    """We use Redis for caching."""
    peeled, value = hit.peeled(), hit.value()
    if not usable(value) or not peeled.subject:
        return
    yield Statement(replace(peeled), _choice(hit, "t"), value, object=EntityType.PRODUCT)


@custom("en.supports", rf"{_S}\b(?:support|supports|supported) (?P<v>.+)$")
def supports(hit: Hit) -> Iterable[Statement]:
    """Version 2.0 will not support Windows 7."""
    peeled = hit.peeled()
    if peeled.subject:
        yield Statement(peeled, "support", hit.value())


_MEASURED: Final = re.compile(
    r"^(?:on|at|under|above|below) (?:about |around |only |just )?(?:[£$€¥]\d|\d[\d.,]* ?(?:mg|mcg|ml|g|kg|%|percent|degrees?|"
    r"euros?|pounds?|dollars?|volts?|hours?|minutes?|pills?|tablets?|units?|drops?|points?)\b)",
    re.I,
)
"""A dose or a price, and no place: `on 2 mg twice a day`."""


@custom(
    "en.located",
    r"^(?P<s>.+?) (?P<b>(?:is|are|'s|was|were)(?: now| located| kept| stored|"
    r" still)* (?P<v>(?:in|at|on|under|behind|next to|near|inside|beside|opposite|above|"
    r"below) .+))$",
)
def located(hit: Hit) -> Iterable[Statement]:
    """The spare keys are in the top drawer of my desk."""
    peeled = hit.peeled()
    if re.match(
        r"^(?:on|in|at) (?:time|fire|hold|track|progress|charge|love|vacation|holiday|leave|"
        r"trouble|general|fact|short|board|(?:its|their|my|his|her|the) way)\b",
        hit.match["v"],
    ):
        return
    if _MEASURED.match(hit.match["v"]):
        yield Statement(peeled, "does", clean_value(hit.raw("b"), "en"), confidence=0.6)
        return
    value = re.sub(r"^(?:in|at|on) (?:the )?", "", hit.raw("v"))
    yield Statement(peeled, "location", clean_value(value, "en"), confidence=0.75)


@custom(
    "en.departs",
    r"^(?:search result: )?(?P<s>.*?)\b(?P<b>departs?|leaves?|takes off|arrives?|lands?|gets in) (?P<v>.+)$",
    timed=True,
)
def departs(hit: Hit) -> Iterable[Statement]:
    """Flight LX1482 departs ZRH at 07:10."""
    verb = hit.match["b"].casefold()
    if not re.search(r"\d{1,2}[:.]\d{2}|\b\d{1,2} ?[ap]m\b", hit.match["v"]):
        return
    predicate = "arrival" if verb.startswith(("arriv", "land", "get")) else "departure"
    yield Statement(hit.peeled(), predicate, hit.value(), timeless=True)


@custom("en.called", r"^(?P<s>.+?)(?: is| are| was| am|'s|'m) (?:called|named|known as) (?P<v>.+)$")
def called(hit: Hit) -> Iterable[Statement]:
    """Our Beijing office is called 北辰中心, floor 8."""
    yield Statement(hit.peeled(), "name", hit.value())


@custom(
    "en.definition", r"^(?P<s>.+?)(?: (?P<b>is|are|'s)|(?<=^he)'s|(?<=^she)'s|(?<=^it)'s)(?: now| still)? (?P<v>.+)$"
)
def definition(hit: Hit) -> Iterable[Statement]:
    """Our dog is a beagle; the bakery we order from is Proof Street."""
    peeled, value = hit.peeled(), hit.value()
    if (
        not usable(value)
        or not peeled.subject
        or re.match(r"^your\b", peeled.subject, re.I)
        or re.match(
            r"^\w+ing\b|^(?:got|bought|sold|made|left|lost|found|had|been|done|gone|not|so|very|too|good|great|fine|nice|bad"
            r"|ok|true|clear|right|wrong|"
            r"sure|glad|happy|sorry|here|there|back|going)\b",
            value,
            re.I,
        )
    ):
        return
    mine = re.match(r"^(?P<o>my|our) (?P<n>[\w\- ]+)$", peeled.subject, re.I)
    if mine is not None and DEFAULT_REGISTRY.canonical(mine["n"], "en") in PERSON_RELATIONS:
        if hit.raw("v").strip()[:1].islower():
            yield Statement(peeled, "description", value, confidence=0.6)
        return
    whose = re.match(r"^(?:the )?(?P<o>[\w\- ]+?)'s (?P<n>[\w\- ]+)$", peeled.subject)
    if whose is not None:
        yield Statement(replace(peeled, subject=whose["o"]), named_value(whose["n"]), value, confidence=0.7)
        return
    noun = hit.raw("v").strip().casefold().startswith(("a ", "an "))
    if mine is not None and not noun:
        owner = "we" if mine["o"].casefold() == "our" else "I"
        yield Statement(replace(peeled, subject=owner), named_value(mine["n"]), value, confidence=0.75)
    elif peeled.subject.casefold() not in ("it", "this", "that", "there"):
        yield Statement(peeled, "description", value, confidence=0.6)


@custom(
    "en.scheduled",
    r"^(?P<s>(?:the |our |my |next |an? )?[\w\-' ]{3,50}?) (?:(?:is|are|was) (?:set|scheduled|planned|fixed"
    r"|booked)|is|are|'s|takes place|"
    r"will be|was moved|moved|is set|is scheduled|starts|has been moved|is booked|"
    r"was postponed|was pushed(?: back)?|was delayed|slipped|was brought forward|"
    r"got moved)(?: now)?(?: until| to| for| on| at| in)* (?P<v>.+)$",
    timed=True,
)
def scheduled(hit: Hit) -> Iterable[Statement]:
    """The vote is on Thursday: what is left without its time words is nothing."""
    left, right = hit.match.span("v")
    kept = set(hit.clause.bare.places)
    rest = "".join(hit.source[p] for p in hit.view.places[left:right] if p in kept)
    if hit.clause.event_time is None or clean_value(rest, "en") or not hit.peeled().subject:
        return
    time = hit.clause.event_time
    ahead = time.start is None or time.start >= time.base
    if re.match(r"^\d{1,2}[:.]\d{2}|^\d{1,2} ?[ap]m", hit.match["v"]) and len(hit.clause.spans) > 1:
        thing = re.sub(r"^(?:the|our|my) ", "", hit.raw("s").casefold()).strip()
        yield Statement(Peeled(thing), "meeting_time", hit.value(), timeless=True)
        return
    yield Statement(
        hit.peeled(),
        "schedule",
        hit.value(),
        kind=MemoryKind.EPISODIC,
        timeless=False,
        modality=Modality.PLANNED if ahead else None,
    )


VERSIONS: Final[tuple[Pattern, ...]] = (version_used, version_at)
PATTERNS: Final[tuple[Pattern, ...]] = (
    status_from,
    due,
    new_date,
    meets,
    status_done,
    attribute_is,
    scheduled,
    raised,
    departs,
    deployed,
    stored,
    switched,
    pattern(
        "en.stopped_using",
        rf"{_S}\b(?:stopped using|quit using|gave up on|dropped|ditched|abandoned|"
        r"moved away from|moved off) (?P<v>.+)$",
        "uses",
        negative=True,
        change=Change.ENDS,
    ),
    uses,
    supports,
    called,
    located,
    definition,
)
