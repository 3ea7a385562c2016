"""English: counts, deadlines in other words, outcomes, replacements, contacts."""

import re
from collections.abc import Iterable
from typing import Final

from memory.language.statements.attributes import attribute
from memory.language.statements.pattern import Hit, Pattern, Statement, clean_value, custom, listed, usable
from memory.language.statements.peel import Peeled
from memory.model.assertion import Change, MemoryKind, Modality, Polarity
from memory.ports.recognizer import EntityType

_S: Final = r"^(?P<s>.*?)"
_NUMBER: Final = (
    r"(?:\d[\d.,]*|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|a dozen|"
    r"twenty|thirty|fifty|a hundred)"
)
_PERSONAL: Final = re.compile(r"^(?:i|we|you|he|she|they|who|my|our)\b", re.I)


@custom(
    "en.there_are",
    rf"^there(?:'s| is| are|'re) (?:now |still |about |only |currently )*(?P<v>{_NUMBER} [\w\- ]+?) (?:on|"
    rf"in|at|of|for|per) (?P<s>(?:the |our |my |each |every )?[\w\- ]+)$",
)
def there_are(hit: Hit) -> Iterable[Statement]:
    """There are nine people on the team."""
    yield Statement(Peeled(re.sub(r"^(?:each|every) ", "", hit.raw("s"))), "quantity", hit.value())


@custom(
    "en.must_by",
    rf"{_S}\b(?:must|has to|have to|needs? to|should|will|is to) be (?:submitted|delivered|"
    rf"finished|done|in|sent|filed|ready|completed|paid|returned|signed|handed in|out|live) (?:by|"
    rf"before|on|no later than) (?P<v>.+)$",
    timed=True,
)
def must_by(hit: Hit) -> Iterable[Statement]:
    """The report must be submitted by Friday."""
    if hit.clause.spans and not _PERSONAL.match(hit.peeled().subject):
        yield Statement(Peeled(hit.peeled().subject), "deadline", hit.value(), timeless=True)


@custom(
    "en.contact_for",
    r"^(?:the |our |my )?(?:main )?(?:point of contact|contact(?: person)?|go-to person|go-to|"
    r"person in charge|point person|liaison) (?:for|of|on|at) (?P<s>.+?) (?:is|'s)(?: now)? (?P<v>[A-Z].+)$",
)
def contact_for(hit: Hit) -> Iterable[Statement]:
    """The point of contact for legal is Mr. Osei."""
    yield Statement(Peeled(hit.raw("s")), "owner", hit.value(), object=EntityType.PERSON)


@custom(
    "en.replaced",
    rf"{_S}\b(?:replaced|swapped|substituted|traded|exchanged)(?: out)? (?:our |"
    rf"the |my )?(?P<f>[\w.+#\- ]+?) (?:with|"
    rf"by|for) (?:an? |the )?(?P<v>[\w.+#\- ]+)$",
)
def replaced(hit: Hit) -> Iterable[Statement]:
    """We replaced Jenkins with GitHub Actions."""
    peeled = hit.peeled()
    if peeled.subject.casefold() in ("i", "we", "the team", "our team", "they"):
        yield Statement(peeled, "uses", hit.value(), change=Change.REPLACES, object=EntityType.PRODUCT)
        if hit.raw("f")[:1].isupper():
            yield Statement(peeled, "uses", hit.value("f"), polarity=Polarity.NEGATIVE, change=Change.ENDS)


@custom(
    "en.lets_use",
    r"^let's (?:use|go with|stick (?:to|with)|pick|choose|adopt|keep) (?P<v>[^,]+?)(?:,? (?:not|"
    r"instead of|rather than) .+)?$",
)
def lets_use(hit: Hit) -> Iterable[Statement]:
    """Let's use tabs, not spaces: a decision."""
    if usable(hit.value()) and not re.match(r"^(?:in touch|going|talking|this|it|moving|an eye)", hit.value()):
        yield Statement(Peeled("we"), "uses", hit.value(), confidence=0.7)


@custom("en.stack", r"^(?P<s>our|my|the) (?:tech |technology )?stack (?:is|includes|consists of|uses) (?P<v>.+)$")
def stack(hit: Hit) -> Iterable[Statement]:
    """Our stack is Go, Redis and NATS."""
    for each in listed(hit.value(), "en"):
        yield Statement(Peeled("we"), "uses", each, object=EntityType.PRODUCT)


@custom(
    "en.pushed",
    r"^(?P<s>.+?) (?:has been|was|got|is being|have been|were)(?: \w+ly)? (?:pushed|postponed|"
    r"delayed|rescheduled|moved|brought forward|shifted)(?: back| up| forward)? (?:to|until|"
    r"by) (?P<v>.+)$",
    timed=True,
)
def pushed(hit: Hit) -> Iterable[Statement]:
    """The launch has been pushed to May 12."""
    if not hit.clause.spans or attribute(hit.peeled(), "en") is not None:
        return
    time = hit.clause.event_time
    ahead = time is not None and (time.start is None or time.start >= time.base)
    yield Statement(
        hit.peeled(),
        "schedule",
        hit.value(),
        change=Change.REPLACES,
        kind=MemoryKind.EPISODIC,
        modality=Modality.PLANNED if ahead else None,
    )


@custom(
    "en.turned_out",
    r"^(?P<s>(?:the |our |my |this |that )?[\w\-#' ]{2,40}?) (?P<v>(?:re-?opened|crashed|shipped|"
    r"failed|completed|finished|stalled|closed|opened|launched|expired|broke down|recovered|"
    r"started|ended|stopped|succeeded|restarted|slowed down|collapsed|resumed|passed|timed out|"
    r"went (?:well|badly|smoothly|fine|wrong|down|live|offline|up in flames)|sold out)(?: (?:without|"
    r"with|at|in|on|after|due to) .+| successfully| unexpectedly| again)?)$",
)
def turned_out(hit: Hit) -> Iterable[Statement]:
    """The backup completed without errors."""
    peeled = hit.peeled()
    if re.search(r"\b(?:was|were|is|are|been|got|being|be)$", hit.raw("s")):
        return
    if _PERSONAL.match(peeled.subject) is None or re.match(r"^(?:my|our) ", peeled.subject, re.I):
        yield Statement(peeled, "status", hit.value(), kind=MemoryKind.EPISODIC, timeless=False)


@custom(
    "en.reached",
    rf"^(?P<s>(?:the |our |my )?[\w\- ]{{3,40}}?) (?:reached|hit|exceeded|topped|passed|peaked at|"
    rf"dropped to|fell to|rose to|climbed to|grew to|is (?:up|down) to) (?P<v>{_NUMBER}\S* ?[\w% ]*)$",
    timed=True,
)
def reached(hit: Hit) -> Iterable[Statement]:
    """The load test reached 9,000 rps."""
    peeled = hit.peeled()
    if _PERSONAL.match(peeled.subject) is None and attribute(peeled, "en") is None:
        yield Statement(peeled, "quantity", hit.value())


@custom(
    "en.keeps_in",
    r"^(?P<s>i|we|he|she) (?:keep|keeps|kept|put|store|stores|hid|left) (?P<n>(?:my|our|the|"
    r"his|her) [\w\- ]{2,30}?) (?P<p>in|on|under|behind|at|inside) (?P<v>(?!mind\b|touch\b|"
    r"check\b|order\b)[^,]+)$",
)
def keeps_in(hit: Hit) -> Iterable[Statement]:
    """I keep my passport in the blue folder."""
    yield Statement(Peeled(hit.raw("n")), "location", clean_value(hit.raw("v"), "en"), confidence=0.75)


@custom(
    "en.wrong_one",
    r"^(?:sorry,? )?(?:i|we) (?:gave|told|sent) you the wrong (?P<n>[\w ]{3,30}?)[,:;.]? (?:it's|"
    r"it is|it should be|the right one is)(?: actually)? (?P<v>.+)$",
    timed=True,
)
def wrong_one(hit: Hit) -> Iterable[Statement]:
    """I gave you the wrong address, it's 9 Mill Lane."""
    read = attribute(Peeled(f"my {hit.raw('n')}"), "en")
    subject, name = read or (Peeled("I"), f"{hit.raw('n').casefold()}.value")
    yield Statement(subject, name, hit.value(), change=Change.REPLACES)


@custom(
    "en.is_not_is",
    r"^(?P<s>it|he|she|(?-i:[A-Z]\w+)|the [\w ]+?|my [\w ]+?)(?:'s not|"
    r" is not| isn't|'re not) (?P<f>[^,]{1,40}), (?:but )?(?:it's|"
    r"it is|he's|she's|he is|she is|they're)(?: actually)? (?P<v>[^,]+)$",
)
def is_not_is(hit: Hit) -> Iterable[Statement]:
    """She isn't a doctor, she's a vet."""
    value, words = hit.value(), hit.raw("s")
    named = attribute(Peeled(words), "en")
    if not usable(value) or re.match(r"^(?:about|that|just|really|like)\b", hit.match["f"]):
        return
    if named is not None:
        yield Statement(named[0], named[1], value, change=Change.REPLACES)
    else:
        who = Peeled("we") if words.casefold() == "it" else Peeled(words)
        yield Statement(who, "description", value, change=Change.REPLACES, confidence=0.7)


SENTENCES: Final[tuple[Pattern, ...]] = (wrong_one, is_not_is)
PATTERNS: Final[tuple[Pattern, ...]] = (
    there_are,
    must_by,
    contact_for,
    replaced,
    lets_use,
    stack,
    pushed,
    reached,
    keeps_in,
    turned_out,
)
