"""English: what people are called, are, are used to, cannot do, and what has befallen them, in everyday words."""

import re
from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from memory.language.statements.en_people import place_of_work
from memory.language.statements.pattern import Hit, Pattern, Statement, clean_value, custom, pattern, usable
from memory.language.statements.peel import Peeled
from memory.model.assertion import Change, MemoryKind, Modality, Polarity
from memory.ports.recognizer import EntityType

_S: Final = r"^(?P<s>.*?)"
_NAME: Final = r"(?-i:[A-Z\u00c0-\u024f][\w'’\-]*(?: [A-Z\u00c0-\u024f][\w'’\-]*){0,2})"
_NUMBER: Final = (
    r"(?:\d[\d.,]*|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|a dozen|"
    r"twenty|thirty|fifty|a hundred)"
)
_NOT_A_NAME: Final = re.compile(
    r"^(?:I|OK|Okay|Sorry|Sure|Fine|Good|Great|Here|Back|Home|Done|Ready|Happy|Glad|Busy|Free|"
    r"Tired|Late|Sick|Not|In|On|At|So|Just|Still"
    r"|\w+(?:ian|ese|ish)|German|French|Dutch|Greek|Swiss|Thai|Finn|Dane|Swede|Turk|Pole|Catholic|"
    r"Muslim|Jewish|Christian|Buddhist|Hindu)$"
)
_VAGUE: Final = re.compile(
    r"^(?:bit|little|lot|fan|huge|big|good|great|bad|mess|human|person|idiot|fool|failure|"
    r"pro|natural|kid at heart|man|woman|guy|girl"
    r"|member of the audience|part|firm believer|believer|happy|lucky|sucker|work in progress|"
    r"few|couple|while|ok|sort|kind|bundle)\b"
)


@custom("en.plain_name", rf"^(?:i(?:'m| am)|(?:the )?name(?:'s| is)) (?P<v>{_NAME})(?:,? by the way)?$")
def plain_name(hit: Hit) -> Iterable[Statement]:
    """I'm Priya: a proper noun that is no nationality."""
    left, right = hit.match.span("v")
    places = set(hit.view.places[left:right])
    tokens = [t for t in hit.clause.tokens if t.start in places]
    if not _NOT_A_NAME.match(hit.raw("v")) and tokens and all(t.pos in ("PROPN", "NOUN", "X") for t in tokens):
        yield Statement(Peeled("I"), "name", hit.value(), confidence=0.7)


@custom(
    "en.goes_by",
    rf"^(?:(?:most )?(?:people|everyone|everybody|friends|my friends|they|you can|please|just|"
    rf"colleagues|my team) )*(?:call me|i go by) (?P<v>{_NAME})$",
)
def goes_by(hit: Hit) -> Iterable[Statement]:
    """People call me Jo."""
    yield Statement(Peeled("I"), "name", hit.value(), confidence=0.75)


@custom(
    "en.call_on",
    r"^(?:you can )?(?:call|text|phone|ring|reach|message) (?P<s>me|"
    r"us|him|her) (?:on|at|under) (?P<v>\+?\d[\d ()\-]{5,18}\d)(?: .*)?$",
)
def call_on(hit: Hit) -> Iterable[Statement]:
    """Call me on 0171 555 0199."""
    owner = {"me": "I", "us": "we", "him": "he", "her": "she"}[hit.match["s"].casefold()]
    yield Statement(Peeled(owner), "phone", hit.value(), confidence=0.85)


@custom(
    "en.send_to",
    r"^(?:please )?(?:ship|send|deliver|mail|post|forward) (?:everything|it|them|(?:my|the|"
    r"any|all) [\w ]{3,20}?|parcels?|packages?|mail|letters?) to (?P<v>\d+[\w/-]* [A-Z].{3,60})$",
)
def send_to(hit: Hit) -> Iterable[Statement]:
    """Ship everything to 14 Elm Road, Bath."""
    yield Statement(Peeled("I"), "address", hit.value())


@custom(
    "en.size",
    rf"{_S}\b(?:am|is|are|was|measures?|stands?|'m|'s) (?P<v>{_NUMBER} ?(?:cm|centimet\w+|m|"
    rf"met\w+|feet|foot|ft|inch\w*|kg|kilos?|km|kilomet\w+|miles|years|litres|pounds|stone|"
    rf"tons?)) (?P<k>tall|high|long|wide|deep|heavy|old|away|thick)$",
)
def size(hit: Hit) -> Iterable[Statement]:
    """I'm 182 cm tall."""
    names = {"tall": "height", "high": "height", "long": "length", "wide": "width", "old": "age", "heavy": "weight"}
    kind = hit.match["k"].casefold()
    name = names.get(kind, kind)
    yield Statement(hit.peeled(), name if name == "age" else f"{name}.value", hit.value())


@custom(
    "en.married_to",
    rf"{_S}\b(?:married to|engaged to|married) (?:an? [\w ]+? (?:called|"
    rf"named) )?(?P<v>{_NAME})$",
)
def married_to(hit: Hit) -> Iterable[Statement]:
    """I'm married to a Finn called Aki."""
    name = "fiance" if "engaged" in hit.view.text else "spouse"
    yield Statement(hit.peeled(), name, hit.value(), object=EntityType.PERSON)


@custom(
    "en.i_am_a",
    r"^(?P<s>i|he|she|my [\w-]+|(?-i:[A-Z]\w+))(?: am| is|'m|'s|'ve been|"
    r" have been| has been)(?P<n> not|n't)?(?: now| still|"
    r" also)* an? (?P<v>[\w\- ]{3,50})$",
)
def i_am_a(hit: Hit) -> Iterable[Statement]:
    """I'm a freelance illustrator."""
    value = hit.value()
    if _VAGUE.match(value) or len(value.split()) > 5 or value.endswith(("fan", "person of interest", "bit")):
        return
    polarity = Polarity.NEGATIVE if hit.has("n") else None
    job = re.search(r"(?:or|er|ist|ian|ant|man|woman|ic)$", value) is not None and not value.endswith("lover")
    yield Statement(hit.peeled(), "role" if job else "description", value, polarity=polarity, confidence=0.7)


@custom(
    "en.started_job",
    rf"{_S}\b(?P<b>started|got|took|found|accepted|landed|quit|left|lost|resigned from)(?: (?:a|"
    rf"my|the|his|her))?(?: new)? (?:job|position|role|internship|post)(?: as (?:an? )?(?P<r>[\w\- ]+?))? (?:at|"
    rf"with|in) (?P<v>{_NAME})$",
)
def started_job(hit: Hit) -> Iterable[Statement]:
    """I started a new job at Figma; I quit my job at Deloitte."""
    gone = re.match(r"quit|left|lost|resigned", hit.match["b"], re.I) is not None
    peeled = replace(hit.peeled(), negative=gone)
    stated = place_of_work(hit, peeled, hit.value())
    yield replace(stated, change=Change.ENDS if gone else Change.REPLACES)
    if hit.has("r") and not gone:
        yield Statement(peeled, "role", hit.value("r"), change=Change.REPLACES)


@custom(
    "en.injured",
    rf"{_S}\b(?:broke|broken|sprained|twisted|fractured|hurt|injured|dislocated|tore|pulled|"
    rf"burned|burnt) (?:my|his|her) (?P<v>(?:left |right )?(?:wrist|ankle|arm|leg|knee|foot|"
    rf"back|shoulder|hip|toe|finger|hand|thumb|nose|rib|elbow|neck|collarbone|hamstring|acl|"
    rf"achilles))\b",
)
def injured(hit: Hit) -> Iterable[Statement]:
    """I broke my wrist skiing."""
    yield Statement(hit.peeled(), "injury", hit.value(), kind=MemoryKind.EPISODIC)


@custom(
    "en.cannot_do",
    r"^(?P<s>i|he|she|(?-i:[A-Z]\w+)|my [\w-]+)(?: really| still)? (?:can't|cannot|can not|"
    r"am unable to|is unable to|don't know how to) (?P<v>(?:drive|swim|cook|dance|sing|ski|"
    r"ride|read|speak|eat|drink|play|program|code|type|whistle|fly|lift|run|walk|climb|sew|"
    r"draw|sleep|work|digest|tolerate|handle)\b[^,]{0,40})$",
)
def cannot_do(hit: Hit) -> Iterable[Statement]:
    """I can't drive."""
    peeled = replace(hit.peeled(), doubtful=False, negative=False)
    yield Statement(peeled, "ability", hit.value(), polarity=Polarity.NEGATIVE)


@custom("en.been_to", rf"{_S}\b(?:been|travell?ed) to (?P<v>{_NAME})(?: before| once| twice)?$")
def been_to(hit: Hit) -> Iterable[Statement]:
    """I have never been to Asia."""
    yield Statement(hit.peeled(), "visited", hit.value(), object=EntityType.PLACE)


@custom(
    "en.grew_up",
    rf"{_S}\b(?:grew up|was raised|were raised|spent (?:my|his|her) childhood) (?:in|near|on) (?P<v>.*{_NAME})$",
)
def grew_up(hit: Hit) -> Iterable[Statement]:
    """I grew up in a village near Kiel."""
    yield Statement(hit.peeled(), "born_in", hit.value(), object=EntityType.PLACE, confidence=0.7)


@custom("en.rarely", rf"{_S}\b(?P<b>avoid|avoids|skip|skips|steer clear of|stay away from|abstain from) (?P<v>.+)$")
def avoids(hit: Hit) -> Iterable[Statement]:
    """I avoid dairy."""
    peeled = hit.peeled()
    if peeled.subject and usable(hit.value()) and not peeled.negative and not peeled.planned:
        yield Statement(peeled, "likes", hit.value(), polarity=Polarity.NEGATIVE, kind=MemoryKind.PREFERENCE)


@custom(
    "en.usual_choice",
    rf"{_S}\b(?:(?:always|usually|normally|typically|mostly|generally) (?P<b>book|order|choose|"
    rf"pick|take|get|buy|go for|opt for|fly|wear|drink|eat|sit|use|read|pay)) (?P<v>.+)$",
)
def usual_choice(hit: Hit) -> Iterable[Statement]:
    """I usually go for decaf."""
    peeled = hit.peeled()
    if peeled.subject.casefold() in ("i", "we", "he", "she") and usable(hit.value()):
        value = clean_value(hit.raw("v"), "en")
        yield Statement(peeled, "prefers", value, kind=MemoryKind.PREFERENCE)


PATTERNS: Final[tuple[Pattern, ...]] = (
    plain_name,
    goes_by,
    call_on,
    send_to,
    size,
    married_to,
    started_job,
    injured,
    cannot_do,
    been_to,
    grew_up,
    usual_choice,
    avoids,
    pattern(
        "en.intolerant", rf"{_S}\b(?P<v>lactose|gluten|fructose|histamine|alcohol|dairy)[- ]intolerant$", "allergy"
    ),
    pattern(
        "en.on_medication",
        rf"{_S}\b(?:am|is|are|'m|'s|'re)(?: still)? on (?P<v>(?:\w+ )?(?:antibiotics|"
        rf"insulin|medication|statins|antidepressants|painkillers"
        r"|blood thinners|beta blockers|chemo|the pill|steroids))$",
        "medication",
    ),
    pattern(
        "en.off_to",
        rf"{_S}(?:\b(?:am|is|are)|'m|'s|'re|^) ?off to (?P<v>.+)$",
        "plan",
        kind=MemoryKind.EPISODIC,
        modality=Modality.PLANNED,
    ),
    pattern(
        "en.is_in",
        rf"^(?P<s>i|he|she|we)(?:'m|'s|'re| am| is| are)(?: currently)? (?:in|"
        rf"at) (?P<v>{_NAME})$",
        "location",
    ),
    pattern("en.blood_type", r"^(?P<s>my|his|her) blood (?:type|group) is (?P<v>.+)$", "blood_type.value"),
)
LATE: Final[tuple[Pattern, ...]] = (i_am_a,)
