"""English: where people live and work, their health, tastes and habits."""

import re
from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from memory.language.statements.en_people import no_person, place_of_work
from memory.language.statements.pattern import Hit, Pattern, Statement, clean_value, custom, pattern, usable
from memory.language.statements.peel import Peeled
from memory.model.assertion import Change, MemoryKind, Polarity
from memory.ports.recognizer import EntityType

_S: Final = r"^(?P<s>.*?)"
_PLACE: Final = EntityType.PLACE


@custom(
    "en.moved",
    rf"{_S}\b(?:moved|relocated|moving|move|moves|relocate|relocating)(?: house|"
    r" home)?(?: back)?(?: from (?P<f>.+?))? to (?P<v>.+)$",
)
def moved(hit: Hit) -> Iterable[Statement]:
    """I moved from Boston to Denver last month."""
    peeled, value = hit.peeled(), hit.value()
    people = {m.text for m in hit.clause.mentions if m.type is EntityType.PERSON}
    subject = peeled.subject.casefold()
    is_person = (
        subject in ("i", "we", "he", "she", "they", "")
        or peeled.subject in people
        or subject.startswith(("my ", "our "))
    )
    lone = re.match(r"^[A-Z][a-z]+$", peeled.subject) is not None
    if hit.raw("v")[:1].isupper() and (is_person or lone):
        who = replace(peeled, subject="I") if subject == "we" else peeled
        value = re.split(r"(?:,| )(?:with|because|for|after|when|since|to be) ", value)[0]
        yield Statement(who, "lives_in", value, change=Change.REPLACES, object=_PLACE, confidence=0.85)


@custom(
    "en.home", r"^(?:my home|home(?: for me)?|home base)(?: for (?P<s>me))?(?: is|'s)(?: now)? (?P<v>[A-Z].{1,40})$"
)
def home(hit: Hit) -> Iterable[Statement]:
    """Home for me is Leipzig."""
    yield Statement(Peeled("I"), "lives_in", hit.value(), object=_PLACE)


@custom(
    "en.lives_in",
    rf"{_S}\b(?:live|lives|lived|living|reside|resides|based|settled|stay|stays|staying|"
    r"located)(?: \w+ly)? (?:in|at|near|on) (?P<v>.+?)(?: (?:with|near|since|for) .+)?$",
)
def lives_in(hit: Hit) -> Iterable[Statement]:
    """I live in Ghent; the scissors live in the sewing box, which is only where they are."""
    peeled = hit.peeled()
    if usable(hit.value()):
        name = "location" if no_person(peeled.subject) else "lives_in"
        yield Statement(peeled, name, hit.value(), object=_PLACE)


@custom(
    "en.works_at",
    rf"{_S}\b(?:work|works|working|worked|employed)(?: full[- ]time| part[- ]time|"
    r" remotely)? (?P<p>at|for|in|from|out of|with|as (?:an? )?(?P<r>[\w ]+?) (?:at|for|"
    r"in)) (?P<v>.+?)(?: as (?:an? |the )?(?P<q>[\w ]+?))?(?: for (?:the (?:last|"
    r"past) )?(?:\w+ ){1,2}(?:years?|months?|weeks?))?$",
)
def works_at(hit: Hit) -> Iterable[Statement]:
    """Until Friday I work from Jinan; Felix works at Orbis."""
    peeled, value, preposition = hit.peeled(), hit.value(), hit.match["p"]
    if not usable(value) or not peeled.subject:
        return
    if preposition in ("from", "out of"):
        yield Statement(peeled, "works_from", value, object=_PLACE)
    elif preposition == "with":
        yield Statement(peeled, "works_with", value)
    else:
        if hit.has("r"):
            yield Statement(peeled, "role", clean_value(hit.raw("r"), "en"))
        if hit.has("q"):
            yield Statement(peeled, "role", clean_value(hit.raw("q"), "en"))
        yield place_of_work(hit, peeled, value)


@custom(
    "en.tastes",
    rf"{_S}\b(?P<w>likes?|loves?|enjoys?|adores?|prefers?|preferred|hates?|dislikes?|"
    r"detests?|loathes?|despises?|stand|bear|fond of|keen on|crazy about|into|fan of|"
    r"allergic to|a fan of|sick of|tired of)(?: to)? (?P<v>.+)$",
)
def tastes(hit: Hit) -> Iterable[Statement]:
    """I absolutely love window seats; I can't stand long status emails."""
    verb, peeled = hit.match["w"].casefold(), hit.peeled()
    value = hit.value()
    if not usable(value) or not peeled.subject or re.search(r"\b(?:is|was|are|were|will|i'm|it's)\b", value, re.I):
        return
    if re.search(
        r"\b(?:feels?|felt|looks?|sounds?|seems?|tastes?|smells?|an?|the|"
        r"such|more|something|just) $",
        hit.match["s"],
        re.I,
    ):
        return  # `I feel like …`, `a love movie`: no taste
    if verb == "like" and re.search(r"(?:\b(?:is|are|was|were|am|be)|'[sm]|'re)(?: \w+)? $", hit.match["s"], re.I):
        return  # `she is like a sister to me`
    if verb == "allergic to":
        for each in re.split(r",? and |, ", value):
            yield Statement(peeled, "allergy", clean_value(each, "en"))
        return
    if verb in ("stand", "bear"):
        if peeled.negative:
            yield Statement(replace(peeled, doubtful=False), "likes", value, kind=MemoryKind.PREFERENCE)
        return
    if verb == "into" and not re.search(r"\b(?:am|is|are|'m|'s|'re)(?: \w+)? into\b", hit.view.text):
        return
    negative = re.match(r"hate|dislike|detest|loathe|despise|sick|tired", verb) is not None
    predicate = "prefers" if verb.startswith("prefer") else "likes"
    polarity = Polarity.NEGATIVE if negative else None
    yield Statement(peeled, predicate, value, polarity=polarity, kind=MemoryKind.PREFERENCE)


@custom(
    "en.not_me",
    r"^(?:the )?(?:man|woman|person|one|guy|patient|girl|boy) (?:who (?:is|was) |"
    r"that (?:is|was) )?allergic to (?P<v>.+?) (?:is|was)(?: not|n't) (?P<s>me)$",
)
def not_me(hit: Hit) -> Iterable[Statement]:
    """The man allergic to walnuts was not me."""
    yield Statement(Peeled("I"), "allergy", hit.value(), polarity=Polarity.NEGATIVE, change=Change.ENDS)


@custom(
    "en.quit_habit",
    rf"{_S}\b(?:quit|stopped|gave up|given up|kicked) (?P<v>(?:smoking|drinking|eating|"
    r"running|swimming|gambling|vaping|coffee|sugar|meat|alcohol|caffeine)\b.*)$",
)
def quit_habit(hit: Hit) -> Iterable[Statement]:
    """I quit smoking."""
    yield Statement(hit.peeled(), "habit", hit.value(), polarity=Polarity.NEGATIVE, change=Change.ENDS)


@custom("en.eats", rf"{_S}\b(?:eat|eats|eating|started eating) (?P<v>meat|fish|everything|dairy)(?: again)?$")
def eats(hit: Hit) -> Iterable[Statement]:
    """I eat meat again: a diet."""
    peeled = hit.peeled()
    if not peeled.negative:
        yield Statement(peeled, "diet", hit.value(), change=Change.REPLACES if "again" in hit.view.text else None)


@custom(
    "en.grade",
    r"^(?P<s>.*?)(?:,|\b(?:am|is|'m|'s|at)(?: basically| still| now| at)*) (?P<k>grade|"
    r"level|band) (?P<v>[A-Z]?\d+\+?)$",
)
def grade(hit: Hit) -> Iterable[Statement]:
    """I'm basically grade 7; Rui, grade 6."""
    yield Statement(hit.peeled(), "grade", hit.value())


@custom("en.consumes", rf"{_S}\b(?P<w>eat|eats|drink|drinks|smoke|smokes|touch)\b (?P<v>.+)$")
def consumes(hit: Hit) -> Iterable[Statement]:
    """I don't drink coffee after lunch: a dislike when denied, a habit otherwise."""
    peeled = hit.peeled()
    kind = MemoryKind.PREFERENCE
    if re.match(r"^(?:my|our|the|your|his|her|a|an|this)$", peeled.subject, re.I):
        return
    if peeled.negative:
        yield Statement(peeled, "likes", hit.value(), kind=kind)
    elif peeled.subject and usable(hit.value()):
        yield Statement(peeled, "habit", clean_value(f"{hit.raw('w')} {hit.raw('v')}", "en"), kind=kind)


@custom(
    "en.diet",
    rf"{_S}\b(?:am|is|are|'m|'s|'re|not|n't|become|became|went|gone|turned|going|eat|eats|follow|"
    r"follows|keep)(?: now| on)? (?:an? )?(?P<v>(?:strict |fully )?(?:low-fodmap|"
    r"sugar[- ]free|whole30|vegan|vegetarian|pescatarian|keto|gluten[- ]free|"
    r"lactose[- ]free|dairy[- ]free|low[- ]carb|kosher|halal|omnivore|paleo)(?: diet)?)$",
)
def diet(hit: Hit) -> Iterable[Statement]:
    """I'm vegetarian."""
    peeled = hit.peeled()
    whose = re.match(r"^(?P<o>my|his|her) diet$", peeled.subject, re.I)
    owner = {"my": "I", "his": "he", "her": "she"}[whose["o"].casefold()] if whose is not None else peeled.subject
    denied = re.search(r"\bnot\b|n't\b", hit.view.text) is not None
    polarity = Polarity.NEGATIVE if denied and not peeled.negative else None
    yield Statement(replace(peeled, subject=owner), "diet", hit.value(), polarity=polarity)


@custom(
    "en.routine",
    rf"{_S}\b(?P<w>cycle|cycles|walk|walks|drive|drives|commute|commutes|bike|bikes|ride|"
    r"rides|take|takes) (?P<v>(?:the |a )?[\w ]*?(?:to work|to the office|to school|"
    r"by \w+))$",
)
def commute(hit: Hit) -> Iterable[Statement]:
    """I cycle to work."""
    yield Statement(hit.peeled(), "commute", clean_value(f"{hit.raw('w')} {hit.raw('v')}", "en"))


@custom(
    "en.takes",
    rf"{_S}\b(?:take|takes|taking) (?P<v>(?:\d+(?:\.\d+)? ?(?:mg|g|ml|mcg|iu|units?|"
    r"tablets?|pills?) (?:of )?[\w ]+|[\w]+(?:ine|ol|in|am|ide|ate|one|il|"
    r"statin)))(?: every.*| daily.*| each.*| twice.*| once.*)?$",
)
def medication(hit: Hit) -> Iterable[Statement]:
    """I take 20 mg of citalopram every morning."""
    yield Statement(hit.peeled(), "medication", hit.value())


@custom(
    "en.teaches",
    rf"{_S}\b(?:teach|teaches|study|studies|studying|taught|studied) (?P<v>(?!at\b|"
    r"in\b|together\b|hard\b|abroad\b|there\b)[\w ]+?)(?: (?P<q>in|at) (?P<p>[A-Z].+))?$",
)
def teaches(hit: Hit) -> Iterable[Statement]:
    """My sister Helga teaches chemistry in Graz."""
    peeled = hit.peeled()
    teaching = "teach" in hit.view.text or "taught" in hit.view.text
    yield Statement(peeled, "teaches" if teaching else "major", hit.value())
    if hit.has("p"):
        at = "works_from" if hit.match["q"] == "in" else "works_at"
        yield Statement(peeled, at if teaching else "studies_at", hit.value("p"))


PATTERNS: Final[tuple[Pattern, ...]] = (
    not_me,
    grade,
    diet,
    eats,
    quit_habit,
    moved,
    home,
    lives_in,
    works_at,
    pattern(
        "en.studies_at",
        rf"{_S}\b(?:study|studies|studying|go|goes|enrolled|student) at (?P<v>[A-Z].+)$",
        "studies_at",
        object=EntityType.ORG,
    ),
    teaches,
    commute,
    medication,
    pattern(
        "en.diagnosed",
        rf"{_S}\b(?:diagnosed with|suffers? from|suffering from|has been living with|recovering from) (?P<v>.+)$",
        "health",
    ),
    pattern(
        "en.has_condition",
        rf"{_S}\b(?:have|has|'ve|got|gets|get) (?P<v>(?:\w+ ){{0,2}}(?:diabetes|asthma|glaucoma|"
        r"migraines?|hypertension|high blood pressure|epilepsy|arthritis|insomnia|anemia|adhd|"
        r"depression|a cold|the flu|celiac disease))$",
        "health",
    ),
    tastes,
    consumes,
    pattern(
        "en.speaks",
        rf"{_S}\b(?:speak|speaks|fluent in|native speaker of) (?P<v>(?:(?:fluent |some |"
        r"a little |basic )?[A-Z]\w+(?:, | and |, and )?)+)$",
        "language",
        split=True,
    ),
    pattern(
        "en.favourite",
        r"^(?P<s>my|our|his|her) (?:all-time )?favou?rite (?:\w+ ){1,3}(?:is|are) (?P<v>.+)$",
        "likes",
        kind=MemoryKind.PREFERENCE,
    ),
    pattern(
        "en.drives",
        rf"{_S}\b(?:drive|drives|driving) (?:an? |the )(?P<v>(?!.*\b(?:bus|van|truck|lorry|tram|train|taxi|coach"
        rf"|ambulance)$)[A-Z0-9].+)$",
        "car",
    ),
    pattern(
        "en.plays",
        rf"{_S}\b(?:play|plays|playing) (?:the )?(?P<v>(?!with\b|on\b|up\b|at\b|in\b|for\b|a role\b)[\w ]+)$",
        "hobby",
    ),
    pattern(
        "en.pet",
        rf"{_S}\b(?:have|has|got|adopted|own|owns) (?:a|an|two|three|"
        r"\d) (?P<v>(?:\w+ ){0,2}(?:dogs?|cats?|puppy|kittens?|rabbits?|parrots?|hamsters?|"
        r"horses?|corgi|beagle|poodle|labrador|terrier|hamster|tortoise)(?: (?:called|"
        r"named) .+)?)$",
        "has_pet",
    ),
)
