"""English introductions and addresses told in fragments: `Malone here, Fire Unit, badge 2207`; `im 17, in sixth form`."""

import re
from collections.abc import Iterable
from typing import Final

from memory.language.statements.en_people import kin_statement
from memory.language.statements.pattern import Hit, Pattern, Statement, clean_value, custom, usable
from memory.language.statements.peel import Peeled
from memory.model.assertion import Change, MemoryKind, Modality, Polarity
from memory.ports.recognizer import EntityType

_NAME: Final = r"(?-i:[A-Z\u00c0-\u024f][\w'’\-]*(?: (?:[A-Z\u00c0-\u024f][\w'’\-]*|van|de|von|der)){0,3})"
_HAN: Final = r"[\u4e00-\u9fff]{2,4}"
_ME: Final = Peeled("I")
_BADGE: Final = (
    r"(?P<k>badge|bleep|pager|ext|extension|staff|employee|member|desk|room|callsign|call sign|locker|student|id|shift|licence"
    r"|license"
    r"|unit|bay|flat|apartment)(?: number| no\.?| #)?"
)
_MAIL: Final = r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+"
_CHANGE_OF: Final = {"i": "I", "we": "we", "he": "he", "she": "she", "they": "they"}


def _named(value: str) -> Statement:
    return Statement(_ME, "name", value, confidence=0.7)


@custom(
    "en.reports_in",
    rf"^(?:hi,? |hello,? |hey,? |this is )?(?P<v>{_NAME})(?P<h> here| speaking| reporting"
    rf"| again)?(?P<r>(?:, [\w '&/#.-]{{2,40}}){{1,4}})$",
    timed=True,
)
def reports_in(hit: Hit) -> Iterable[Statement]:
    """Malone here, Fire Investigation Unit, badge 2207."""
    parts = [p.strip() for p in hit.raw("r").split(",") if p.strip()]
    told = [s for part in parts for s in _credential(part)]
    numbered = any(s.predicate.endswith("number") for s in told)
    verbs = any(t.tag in ("VBD", "VBP", "VBZ", "MD", "VB", "VBG") for t in hit.clause.tokens)
    if len(told) == len(parts) and not verbs and (hit.has("h") or numbered):
        yield _named(hit.value())
        yield from told


def _credential(part: str) -> Iterable[Statement]:
    badge = re.match(rf"^(?:my )?{_BADGE}:? (?P<v>[\w-]*\d[\w-]*)$", part, re.I)
    if badge is not None:
        yield Statement(_ME, f"{badge['k'].casefold()}.number", badge["v"], confidence=0.7)
    elif re.match(
        r"^(?:from |at |the )*(?:[A-Z][\w&'-]*|of|and|the|\d+)(?: (?:[A-Z][\w&'-]*|of|and|the|for|\d+))*$", part
    ):
        yield Statement(_ME, "works_at", clean_value(re.sub(r"^(?:from|at) ", "", part), "en"), confidence=0.6)
    elif re.match(r"^(?:an?|the|your) [\w -]+$", part):
        yield Statement(_ME, "role", clean_value(part, "en"), confidence=0.6)


@custom(
    "en.known_as",
    rf"^(?:my |the )?(?:(?:full|real|legal|first|proper|given|birth|official) )?name(?:'s| is) (?P<v>{_NAME})(?:,? but"
    rf"|,? though|,"
    rf"| -| \u2013)"
    rf"(?: (?:everyone|everybody|people|friends|they|most people) (?:says?|calls? me|uses?|knows? me as)| you can call me"
    rf"| just call me"
    rf"| call me| i go by| i'm)? (?P<n>{_NAME})(?: will do| for short| is fine| works(?: too)?| to (?:my )?(?:friends|everyone"
    rf"|you)| is easier"
    rf"| is ok(?:ay)?| does(?: fine)?| is what i go by)?$"
    rf"|^(?:i'm|it's) (?P<v2>{_NAME}),?(?: but| though| -| \u2013) (?P<n2>{_NAME}) (?:will do|is fine|works(?: too)?|is easier"
    rf"|is ok(?:ay)?|does(?: fine)?)$",
)
def known_as(hit: Hit) -> Iterable[Statement]:
    """Full name's Jean-Baptiste Roux but JB will do."""
    first, second = ("v", "n") if hit.has("v") else ("v2", "n2")
    yield _named(hit.value(first))
    yield Statement(_ME, "nickname", hit.value(second), confidence=0.65)


@custom(
    "en.papers_say",
    rf"^(?:my |the )?(?P<k>passport|birth certificate|id|id card|papers|driving licence|licence|license|visa"
    rf"|diploma) says? (?P<v>{_NAME}|{_HAN})"
    rf"(?:,? (?:but |and |though )?(?:(?:my |all my )?(?:friends|mates|family|colleagues)|everyone|everybody|people|they"
    rf"|most people|most)"
    rf"(?: just| always| mostly| all)? (?:calls? me|knows? me as|says?) (?P<n>{_NAME}|{_HAN})|,? (?:but |and )?i (?:go by|use"
    rf"|answer to)"
    rf" (?P<n2>{_NAME}|{_HAN}))?$",
)
def papers_say(hit: Hit) -> Iterable[Statement]:
    """My passport says 欧阳雪, friends call me Snowy."""
    yield _named(hit.value())
    for group in ("n", "n2"):
        if hit.has(group):
            yield Statement(_ME, "nickname", hit.value(group), confidence=0.7)


@custom("en.answers_to", rf"^i (?:just |mostly |usually |always )?(?:go by|answer to) (?P<v>{_NAME})(?: .{{0,20}})?$")
def answers_to(hit: Hit) -> Iterable[Statement]:
    """I go by Robin."""
    yield Statement(_ME, "nickname", hit.value(), confidence=0.7)


@custom(
    "en.thats_me",
    rf"^(?P<r>[\w' -]{{2,40}}(?:,(?: and)? [\w' -]{{2,40}}| and [\w' -]{{2,40}}){{0,4}}),? (?:-|\u2013|that's|thats"
    rf"|and that's) ?(?:that's )?(?:me|my life)"
    rf"(?: (?:in|over in|here in) (?P<p>{_NAME}))?$",
)
def thats_me(hit: Hit) -> Iterable[Statement]:
    """Two kids, three hens and a mortgage, that's me in Tulsa."""
    if any(t.tag in ("VBD", "VBP", "MD") for t in hit.clause.tokens[:-4]):
        return
    for part in re.split(r",(?: and)? | and ", hit.raw("r")):
        value = clean_value(part, "en")
        counted = re.match(r"^(?:\d+|an?|one|two|three|four|five|six|seven|eight|nine|ten) ", part.strip(), re.I)
        if usable(value):
            yield Statement(_ME, "has" if counted else "description", value, confidence=0.6)
    if hit.has("p"):
        yield Statement(_ME, "lives_in", hit.value("p"), object=EntityType.PLACE, confidence=0.65)


_TRAITS: Final[tuple[tuple[re.Pattern[str], str], ...]] = (
    (re.compile(r"^(?:nearly )?(?P<v>\d\d?)(?: years old| yo)?$", re.I), "age"),
    (re.compile(rf"^(?:originally |i'm )?from (?P<v>(?:the )?{_NAME})$", re.I), "born_in"),
    (re.compile(rf"^(?:based|living|live|i live) in (?P<v>{_NAME})$", re.I), "lives_in"),
    (re.compile(r"^(?:studying|doing|reading) (?P<v>[\w' &-]{2,60})$", re.I), "studies"),
    (re.compile(rf"^(?:work(?:ing)? (?:at|for)) (?P<v>{_NAME})$", re.I), "works_at"),
    (
        re.compile(
            r"^(?P<v>(?:in|at) (?:sixth form|college|uni|university|school|year \d+|high school|nursery|my [\w ]+))$",
            re.I,
        ),
        "description",
    ),
    (re.compile(r"^(?P<v>(?:an?|the) (?!bit|little|lot)[\w' -]{3,40})$", re.I), "role"),
    (
        re.compile(
            r"^(?P<v>single|married|divorced|widowed|engaged|retired|vegan|vegetarian|self-employed|unemployed|pregnant"
            r"|left-handed|bilingual"
            r"|teetotal|deaf|colou?r-?blind|diabetic|coeliac|celiac|muslim|jewish|catholic|semi-retired|freelance)$",
            re.I,
        ),
        "description",
    ),
    (
        re.compile(
            r"^(?P<v>(?:two|three|four|five|\d) (?:kids|children|cats|dogs|sons|daughters|sisters|brothers))$", re.I
        ),
        "has",
    ),
)


@custom("en.traits", r"^(?:i'm|i am) (?P<r>[^,;:]{2,50}(?:,(?: and)? [^,;:]{2,50}){1,5})$", timed=True)
def traits(hit: Hit) -> Iterable[Statement]:
    """Im 17, in sixth form, doing bio chem and psych."""
    parts = [re.sub(r"^(?:and )?(?:i'm |i am )?", "", p.strip(), flags=re.I) for p in hit.raw("r").split(",")]
    told = [_trait(part) for part in parts]
    if all(told):
        yield from (each for each in told if each is not None)


def _trait(part: str) -> Statement | None:
    for regex, name in _TRAITS:
        found = regex.match(part)
        if found is not None:
            place = EntityType.PLACE if name in ("born_in", "lives_in") else None
            return Statement(_ME, name, clean_value(found["v"], "en") or found["v"], object=place, confidence=0.65)
    return None


@custom(
    "en.reach_me",
    r"^(?:(?:just|please|best|you can|or) )*(?P<k>whatsapp|signal|telegram|ping|buzz|message|fax)"
    r"(?:'s best)?(?: me)?(?: instead)?(?: on| at|:| under)? ?(?P<v>\+?\d[\d ()/-]{6,18}\d)(?P<r>\b.*)$",
    timed=True,
)
def reach_me(hit: Hit) -> Iterable[Statement]:
    """WhatsApp me on +234 803 555 0147, the landline is dead."""
    if hit.clause.spans and re.fullmatch(r"[\d/ -]{6,10}", hit.raw("v")):
        return
    yield Statement(_ME, "phone", hit.raw("v").strip(), confidence=0.75, timeless=True)


@custom(
    "en.write_me",
    rf"^(?:.{{0,60}}?[,;.\u2013-] ?)?(?:so |please |just |instead )*(?:use|try|write to|switch to|e-?mail me (?:at|on)"
    rf"|mail me (?:at|on)|reach me at)"
    rf" (?:me at )?(?P<v>{_MAIL})(?:,? (?:please|instead|now|from now on|thanks))*$",
)
def write_me(hit: Hit) -> Iterable[Statement]:
    """The old address is dead, use tom@kiteworks.example please."""
    yield Statement(_ME, "email", hit.raw("v"), change=Change.REPLACES, confidence=0.75)


@custom(
    "en.post_to",
    r"^(?:please |just |can you )?(?:post|send|mail|ship|deliver|forward|courier|address|bring|drop)(?: (?:it|them|this|that"
    r"|everything"
    r"|(?:the|my|any|all|our) [\w ]{2,30}?))?(?: off| over| round)? (?:to|at) (?P<v>(?:me at |us at )?(?:(?:flat|unit|apt"
    r"|apartment|suite|room|no"
    r"\.?|po box|house|floor) ?\d+[a-z]?\b|c/o )[^;:]{4,80})$",
    timed=True,
)
def post_to(hit: Hit) -> Iterable[Statement]:
    """Post it to Flat 6, 11 Dunmore Terrace, Cork."""
    value = re.sub(r"^(?:me|us) at ", "", hit.value(), flags=re.I)
    street = re.search(r"\b(?-i:[A-Z])\w+", re.sub(r"^(?:flat|unit|apt|apartment|suite|room) ", "", value, flags=re.I))
    if street is not None and not any(t.tag in ("VBZ", "VBD", "MD") for t in hit.clause.tokens):
        yield Statement(_ME, "address", value, confidence=0.65, timeless=True)


_STOPS: Final = (
    r"(?:given up|gave up|quit|ditched|dropped|gone off|went off|binned|(?:stopped|done with|finished with|stopped using"
    r"|stopped drinking"
    r"|stopped eating|stopped buying|stopped taking)|sworn off|cut out|packed in|kicked|swapped out|retired)"
)


@custom(
    "en.swapped",
    rf"^(?P<s>i|we|he|she|they)(?:'ve| have|'s| has|'m| am)?(?: just| finally| now| all)* (?P<k>{_STOPS}) (?:using |drinking "
    rf"|eating |buying )?"
    rf"(?P<f>[^,;]{{2,50}}?)(?:,|;| -| \u2013| and)+ (?:so |now )?(?:it's|it is|i'm on|we're on)(?: now| all| only| just"
    rf"| strictly| always| back to)*"
    r" (?P<v>[^,;]{2,50}?)(?P<w>(?: or nothing| only| all the way| now| these days| nowadays| instead| from now on| for me"
    r"| every time)*)$",
)
def swapped(hit: Hit) -> Iterable[Statement]:
    """I've given up sugar in my tea, it's honey or nothing now."""
    sure = hit.has("w") or re.search(r"\bnow\b", hit.clause.text) is not None
    if not (sure and usable(hit.value()) and usable(hit.value("f"))):
        return
    who = Peeled(_CHANGE_OF[hit.match["s"].casefold()])
    gone = "likes" if "off" in hit.match["k"] else "habit"
    yield Statement(
        who,
        gone,
        hit.value("f"),
        polarity=Polarity.NEGATIVE,
        change=Change.ENDS,
        kind=MemoryKind.PREFERENCE,
        confidence=0.7,
    )
    yield Statement(who, "prefers", hit.value(), change=Change.REPLACES, kind=MemoryKind.PREFERENCE, confidence=0.7)


@custom(
    "en.that_is_kin",
    rf"^(?:that's|this is|here's|meet|it's) (?P<v>{_NAME}),? (?P<o>my|our) (?P<k>[\w -]{{3,30}})$",
)
def that_is_kin(hit: Hit) -> Iterable[Statement]:
    """That's Kim, my sister-in-law."""
    found = kin_statement("I" if hit.match["o"].casefold() == "my" else "we", hit.match["k"], hit.value())
    if found is not None:
        yield found


@custom(
    "en.measure_alone",
    r"^(?P<k>shoe size|height|weight|blood type|dress size|collar size|ring size|waist|inside leg|hat size|extension"
    r"|staff number"
    r"|badge number|member number|customer number|account number|student number|pin|postcode)(?:'s| is"
    r"|:)? (?P<v>[\w+ -]*\d[\w .-]*|(?:AB|A|B|O)"
    r"(?: (?:negative|positive|minus|plus))?)$",
    timed=True,
)
def measure_alone(hit: Hit) -> Iterable[Statement]:
    """Shoe size 43."""
    yield Statement(_ME, hit.match["k"].casefold(), hit.value(), confidence=0.65, timeless=True)


@custom(
    "en.is_mine",
    rf"^(?P<s>(?:the |that |this )?[\w' -]{{2,40}}?)(?:'s| is| are) (?P<v>mine|ours|(?:{_NAME})'s?)(?: now)?$",
)
def is_mine(hit: Hit) -> Iterable[Statement]:
    """The allotment's mine, the shed is Joe's."""
    thing, owner = hit.peeled().subject, hit.raw("v").removesuffix("'s").removesuffix("'")
    if re.match(r"^(?:it|that|this|which|what)$", thing, re.I) or not thing:
        return
    if owner.casefold() in ("mine", "ours"):
        yield Statement(
            Peeled("I" if owner.casefold() == "mine" else "we"), "owns", clean_value(thing, "en"), confidence=0.65
        )
    elif hit.raw("v").endswith("'s"):
        yield Statement(Peeled(thing), "owner", owner, object=EntityType.PERSON, confidence=0.65)


@custom(
    "en.gonna",
    r"^(?:i'm |we're |am |just )?(?:gonna|gunna|off to|about to|going to) (?P<v>(?!be\b|say\b|go\b|try\b|bed\b|work\b"
    r"|sleep\b)[a-z]+ .{3,})$",
)
def gonna(hit: Hit) -> Iterable[Statement]:
    """Gonna repaint the hall this weekend."""
    if hit.clause.spans and usable(hit.value()):
        who = "we" if hit.view.text.casefold().startswith("we") else "I"
        yield Statement(
            Peeled(who), "plan", hit.value(), kind=MemoryKind.EPISODIC, modality=Modality.PLANNED, confidence=0.6
        )


SENTENCES: Final[tuple[Pattern, ...]] = (
    reports_in,
    known_as,
    papers_say,
    thats_me,
    traits,
    reach_me,
    write_me,
    post_to,
    swapped,
    that_is_kin,
    measure_alone,
)
PATTERNS: Final[tuple[Pattern, ...]] = (answers_to, is_mine, gonna)
