"""English: who somebody is, how to reach them, and who belongs to whom."""

import re
from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from memory.language.statements.en_persons import NATIONALITY, PERSON_NOUN, PETS, is_person_noun
from memory.language.statements.pattern import Hit, Pattern, Statement, clean_value, custom, pattern, usable
from memory.language.statements.peel import Peeled
from memory.language.statements.subject_words import PERSON_RELATIONS
from memory.model.assertion import Change, Mention, Modality, SubjectKind
from memory.ports.recognizer import EntityType
from memory.settle.registry import DEFAULT_REGISTRY

KIN: Final = (
    r"(?:(?:new|old|best|close|younger|older|elder|big|little|twin|direct|line|late|dear|"
    r"good) )*(?:wife|husband|partner|spouse|fianc[eé]e?|boyfriend|girlfriend|father|dad|"
    r"mother|mom|mum|son|daughter|child|kid|brother|sister"
    r"|grandfather|grandpa|grandmother|grandma|uncle|aunt|cousin|friend|roommate|flatmate|"
    r"housemate|neighbou?r|classmate|colleague|coworker|co-worker|teammate|manager|boss|"
    r"supervisor|mentor|advisor|tutor|teacher|assistant"
    r"|doctor|client|customer|product manager|project manager)"
)
_ANYBODY: Final = rf"(?:{KIN}|(?:[a-z][\w-]* ){{0,2}}?{PERSON_NOUN})"
PET: Final = r"(?:(?:[a-z][\w-]* ){0,2}?(?:dog|cat|puppy|kitten|pet|rabbit|parrot|hamster|horse|pony|tortoise|budgie|gecko|goat))"
_POSS: Final = r"(?P<o>my|our|his|her|their)"
_OWNER: Final = {"my": "I", "our": "we", "his": "he", "her": "she", "their": "they"}
_NAME: Final = (
    r"(?P<v>[A-Z\u00c0-\u024f][\w'’\-]*(?: (?:[A-Z\u00c0-\u024f][\w'’\-]*|van|de|von|der))*|[\u4e00-\u9fff]{2,4})"
)


def _relation(word: str) -> str | None:
    """`younger brother` is a brother."""
    canonical = DEFAULT_REGISTRY.canonical
    return canonical(word, "en") or canonical(word.split()[-1], "en") or canonical(" ".join(word.split()[-2:]), "en")


def kin_statement(owner: str, word: str, name: str) -> Statement | None:
    """`my sister Helga`: Helga is a sister of the speaker, and the clauses after it go on about Helga."""
    plain = re.sub(r"^(?:new|old|own|dear|current|former|other) ", "", word.casefold())
    relation = _relation(word) or (plain if is_person_noun(plain) or plain.split()[-1] in PETS else None)
    if relation is None or not usable(name):
        return None
    pet = plain.split()[-1] in PETS
    person = (
        EntityType.OTHER
        if pet
        else EntityType.PERSON
        if relation in PERSON_RELATIONS or is_person_noun(word)
        else EntityType.OTHER
    )
    topic = Mention(SubjectKind.NAMED, name, person)
    return Statement(Peeled(owner), relation, name, object=person, topic=topic, topic_of=relation, confidence=0.85)


def _owner(hit: Hit) -> str:
    return _OWNER.get(hit.match["o"].casefold(), "I")


@custom(
    "en.kin",
    rf"^{_POSS} (?P<k>{_ANYBODY}|{PET})(?:'s name)? (?:is|was|became|'s)(?: now)?(?: called|"
    rf" named)? (?-i:{_NAME})(?: now)?$",
)
def kin(hit: Hit) -> Iterable[Statement]:
    """My manager is Dana."""
    if NATIONALITY.match(hit.value()):
        return  # `my mum is Danish`
    found = kin_statement(_owner(hit), hit.match["k"], hit.value())
    if found is not None and not re.search(rf"^{_POSS} (?:{KIN}) (?:is|was) (?:a|an)\b", hit.view.text, re.I):
        yield found


@custom("en.kin_of", rf"^(?-i:{_NAME})(?: is|'s) {_POSS} (?P<k>{_ANYBODY}|{PET})(?: now)?$")
def kin_of(hit: Hit) -> Iterable[Statement]:
    """Dana is my manager."""
    found = kin_statement(_owner(hit), hit.match["k"], hit.value())
    if found is not None:
        yield found


@custom("en.reports_to", rf"^(?P<s>.*?)\b(?:report|reports|reporting|answer|answers) to (?-i:{_NAME})")
def reports_to(hit: Hit) -> Iterable[Statement]:
    """I report to Dana Whitlock now."""
    yield Statement(hit.peeled(), "manager", hit.value(), object=EntityType.PERSON)


@custom("en.i_am", rf"^(?:i am|i'm|this is|call me|it's) (?-i:{_NAME})(?: (?:speaking|here))?$")
def i_am(hit: Hit) -> Iterable[Statement]:
    """I'm Tessa Brandt."""
    people = {m.text for m in hit.clause.mentions if m.type is EntityType.PERSON}
    if hit.raw("v") in people or hit.view.text.casefold().startswith("call me"):
        yield Statement(Peeled("I"), "name", hit.value(), confidence=0.7)


_THING: Final = re.compile(r"^(?:the|our|my|his|her|their|this|that|its|it)\b|'s? \w+", re.I)


def _who(hit: Hit) -> bool:
    """Whether the subject is a relative or a person by a noun."""
    words = re.sub(r"^(?:(?:the|our|my|his|her|their) |.*'s? )", "", hit.peeled().subject, flags=re.I)
    return is_person_noun(words) or re.match(rf"^(?:{PET})$", words, re.I) is not None


@custom(
    "en.has_called",
    rf"^(?P<s>i|we|he|she|they|(?-i:[A-Z]\w+)|my [\w-]+)(?:'ve| have| has|'s)?(?: got)? (?:an?|one) (?P<k>[\w\- ]{{3,25}}?)"
    rf"(?: called| named|,) (?-i:{_NAME})$",
)
def has_called(hit: Hit) -> Iterable[Statement]:
    """I have a goddaughter called Elif."""
    if is_person_noun(hit.match["k"]) and (found := kin_statement(hit.peeled().subject, hit.match["k"], hit.value())):
        yield found


@custom(
    "en.turns",
    r"^(?P<s>.*?)\b(?:turns|turned|is turning|will turn|is|am|'m) (?P<v>(?:\d{1,3}|one|two|"
    r"three|four|five|six|seven|eight|nine|ten|eleven|twelve|(?:thir|four|fif|six|seven|"
    r"eigh|nine)teen|(?:twen|thir|for|fif|six|seven|eigh|nine)ty(?:[- ](?:one|two|three|"
    r"four|five|six|seven|eight|nine))?)(?: years old)?)$",
)
def turns(hit: Hit) -> Iterable[Statement]:
    """My son turns seven on July 9."""
    if re.search(r"turn", hit.view.text) is None and _THING.search(hit.peeled().subject) and not _who(hit):
        return  # `the house number is 27`
    ahead = hit.clause.event_time is not None and "turns" in hit.view.text
    yield Statement(hit.peeled(), "age", hit.value(), modality=Modality.PLANNED if ahead else None)


@custom(
    "en.role_of",
    r"^(?P<s>.*?)\b(?:is|are|am|'m|became|becomes|work|works|working|worked|serve|"
    r"serves) (?:now )?(?:as )?(?:a|an|the|our|their) (?P<v>[\w\- ]*?(?:nurse|engineer|"
    r"doctor|teacher|manager|developer|designer|analyst|architect|lawyer|accountant|writer|"
    r"editor|consultant|scientist|student|professor|researcher|director|officer|chef|"
    r"driver|programmer|administrator|technician|therapist|dentist|surgeon|pharmacist|"
    r"plumber|electrician|carpenter|pilot|journalist|translator|librarian|vet|veterinarian|"
    r"barista|baker|farmer|artist|musician|actor|auditor|recruiter|salesperson|clerk|ceo|"
    r"cto|cfo|founder|owner|intern|lead|specialist|coordinator|planner))(?: (?:at|for|in|"
    r"with) (?P<p>.+))?$",
)
def role_of(hit: Hit) -> Iterable[Statement]:
    """I work as a nurse in Leeds: a role, and a town or an employer."""
    peeled = hit.peeled()
    yield Statement(peeled, "role", hit.value())
    if hit.has("p") and usable(hit.value("p")):
        yield place_of_work(hit, peeled, hit.value("p"))


def place_of_work(hit: Hit, peeled: Peeled, place: str) -> Statement:
    """A town, or else an employer."""
    town = any(m.type is EntityType.PLACE and place.startswith(m.text) for m in hit.clause.mentions)
    towards = re.search(rf"\bin (?:the )?{re.escape(place.split()[0])}", hit.view.text) is not None
    if town or towards:
        return Statement(peeled, "works_from", place, object=EntityType.PLACE)
    return Statement(peeled, "works_at", place, object=EntityType.ORG)


def no_person(words: str) -> bool:
    """Whether a subject is a thing: a noun in small letters that names nobody."""
    noun = re.sub(r"^(?:the|our|my|his|her|their|an?) ", "", words, flags=re.I)
    if re.match(r"^(?:i|we|he|she|they|you)?$", noun, re.I) or noun[:1].isupper():
        return False
    return not is_person_noun(noun)


@custom(
    "en.role_taken",
    r"^(?P<s>.*?)\b(?P<b>joined|left|quit|resigned from|started at|started with|"
    r"was hired by|got hired by|retired from|was laid off from|was fired from|got a job at|"
    r"took a job at|joins|will join) (?P<v>[A-Z].*?)(?: as (?:an?|the|their) (?P<r>.+))?$",
)
def joined(hit: Hit) -> Iterable[Statement]:
    """I left Brightwell in March and joined Kestrel Labs as a data engineer."""
    peeled, verb = hit.peeled(), hit.match["b"].casefold()
    if not hit.raw("v")[:1].isupper() or no_person(peeled.subject):
        return
    towns = [m.text for m in hit.clause.mentions if m.type is EntityType.PLACE]
    if verb in ("left", "quit") and any(hit.raw("v").startswith(town) for town in towns):
        return  # one leaves a town otherwise than a company
    gone = verb.startswith(("left", "quit", "resigned", "retired", "was laid", "was fired"))
    value = hit.value()
    if gone:
        negated = replace(peeled, negative=True)
        yield Statement(negated, "works_at", value, change=Change.ENDS, object=EntityType.ORG)
        return
    yield Statement(peeled, "works_at", value, change=Change.REPLACES, object=EntityType.ORG)
    if hit.has("r"):
        yield Statement(peeled, "role", clean_value(hit.raw("r"), "en"), change=Change.REPLACES)


@custom(
    "en.name",
    r"^(?P<s>my|our|his|her|their|(?:the |[A-Z]).{1,30}?'s)(?P<k>(?: [\w]+)?) name (?:is|'s|was) (?P<v>.{2,40})$",
)
def own_name(hit: Hit) -> Iterable[Statement]:
    """My name is Tessa Brandt; my Chinese name is 林若溪."""
    whose = re.match(rf"^{_POSS} (?P<k>{KIN})'s$", hit.match["s"], re.I)
    if whose is not None and (found := kin_statement(_OWNER[whose["o"].casefold()], whose["k"], hit.value())):
        yield found
        return
    owner = _OWNER.get(hit.match["s"].casefold(), hit.raw("s").removesuffix("'s"))
    kind = hit.match["k"].strip().casefold()
    name = "name" if kind in ("", "full", "real", "own") else f"{kind}.name"
    value = re.split(r", (?:with|not)", re.sub(r"^(?:spelt|spelled|written|actually) ", "", hit.value()))[0]
    yield Statement(Peeled(owner), name, value, confidence=0.9)


@custom("en.email", r"^(?P<s>.*?)(?P<v>[\w.+-]+@[\w-]+(?:\.[\w-]+)+)")
def reach(hit: Hit) -> Iterable[Statement]:
    """You can reach me at lin.q@example.org."""
    words = hit.match["s"].casefold()
    if re.search(r"\b(?:me|my|i|i'm)\b(?!.*'s? \w)", words):
        yield Statement(Peeled("I"), "email", hit.raw("v"), confidence=0.85)
    elif (
        whom := re.match(
            r"^(?:you can |please )?(?:e-?mail|reach|contact|write to|write) (?P<n>.+?) (?:at|on|under) $", words
        )
    ) is not None and whom["n"] != "us":
        left, right = whom.span("n")
        yield Statement(Peeled(hit.raw("s")[left:right]), "email", hit.raw("v"))
    elif re.search(r"\b(?:us|our|we)\b", words):
        yield Statement(Peeled("we"), "email", hit.raw("v"))
    elif (
        found := re.match(
            r"^(?P<n>.+?)(?:'s (?:new )?e-?mail(?: address)?)? (?:is|can be reached at|:)", hit.match["s"], re.I
        )
    ) is not None:
        yield Statement(Peeled(found["n"]), "email", hit.raw("v"))


APPOSITION: Final = re.compile(
    rf"^(?P<o>my|our|his|her|their) (?P<k>{_ANYBODY}|"
    rf"{PET}),? (?P<v>(?-i:(?:(?:Mr|Mrs|Ms|Dr)\.? )?[A-Z\u00c0-\u024f][\w'’\-]*(?: [A-Z][\w'’\-]*)*)"
    rf"|[\u4e00-\u9fff]{{2,4}}),?(?= \w)"
    rf"|^(?P<v2>(?-i:[A-Z\u00c0-\u024f][\w'’\-]*(?: [A-Z][\w'’\-]*)?)), (?P<o2>my|our|his|her|their) (?P<k2>{_ANYBODY}"
    rf"|{PET}),(?= \w)",
    re.I,
)
"""`my sister Helga teaches`: the relation, and then what is said of Helga."""


def apposition(match: re.Match[str], names: Iterable[str]) -> Statement | None:
    """The relation in an apposition."""
    del names
    tail = "" if match["v"] else "2"
    owner, word, name = (match[group + tail] for group in "okv")
    found = kin_statement(_OWNER.get(owner.casefold(), "I"), word, name)
    return replace(found, rule="en.apposition") if found is not None else None


PATTERNS: Final[tuple[Pattern, ...]] = (
    own_name,
    reach,
    kin,
    kin_of,
    reports_to,
    has_called,
    i_am,
    turns,
    pattern("en.birthday", r"^(?P<s>.*?)(?:'s)? birthday (?:is|'s|falls) (?:on )?(?P<v>.+)$", "birthday", timed=True),
    pattern(
        "en.born_in",
        r"^(?P<s>.*?)\b(?:was born|were born|grew up|(?:am|is|are|'m|'s) originally from|"
        r"(?<=^i )come from|hail from|hails from) (?:in |at )?(?P<v>[A-Z].{1,40})$",
        "born_in",
        object=EntityType.PLACE,
    ),
    joined,
    role_of,
)
