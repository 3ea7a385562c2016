"""English: who is in charge of what."""

import re
from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from memory.language.statements.pattern import Hit, Pattern, Statement, clean_value, custom, usable
from memory.language.statements.peel import Peeled
from memory.model.assertion import Change, Mention, SubjectKind
from memory.ports.recognizer import EntityType

_S: Final = r"^(?P<s>.*?)"
_PERSON: Final = EntityType.PERSON
_VERSION: Final = r"\d+(?:\.\d+)+"
_OWN: Final = (
    r"(?:owns|own|leads|lead|led|manages|manage|managing|runs|heads|oversees|handles|"
    r"handle|maintains|maintain|drives|leading|heading|owning|overseeing|handling|"
    r"maintaining"
    r"|(?:is|are|am|'s|'m|'re)(?:n't)?(?: now| currently| also| no longer| not)* (?:responsible for|in charge of|"
    r"the (?:owner|lead|head|maintainer|point person|contact) (?:of|for|on)|leading|"
    r"running|heading|handling|managing|looking after)"
    r"|takes? care of|looks? after|took over|taken over|takes? over|taking over|is taking over|will take over)"
)


_JOB: Final = re.compile(
    r"^an? |\b(?:bus|van|truck|lorry|tram|train|taxi|cab|car|coach|ambulance|tractor|forklift|minibus)$", re.I
)


def _possible_person(peeled: Peeled, hit: Hit) -> bool:
    people = {m.text for m in hit.clause.mentions if m.type is _PERSON}
    return (
        peeled.subject in people
        or re.match(r"^(?:Dr\.? |Mr\.? |Ms\.? |Mrs\.? )?[A-Z][\w'-]+(?: [A-Z][\w'-]+)?$", peeled.subject) is not None
    )


@custom("en.owns", rf"{_S}\b(?P<b>{_OWN}) (?P<v>.+)$")
def owns(hit: Hit) -> Iterable[Statement]:
    """Omar owns the billing service: the owner of the billing service is Omar."""
    peeled, thing, verb = hit.peeled(), hit.value(), hit.match["b"].casefold()
    if verb in ("runs", "drives") and _JOB.search(hit.raw("v")):
        return  # `drives the 43 bus` tells what somebody does, not whose the bus is
    if not usable(thing) or re.match(r"^(?:to|on|from|into|with|up|out|at)\b", thing) or re.search(_VERSION, thing):
        return
    thing = re.sub(r"^(?:our|my|their) ", "", thing)
    if re.search(r"n't\b|\bno(?:t| longer)\b", verb):
        peeled = replace(peeled, negative=True, ends="longer" in verb)
    if re.match(r"^(?:from|for) ", thing):
        return
    taken = "over" in verb or peeled.now
    change = Change.REPLACES if taken else None
    if peeled.subject in ("I", "i", "we", "We"):
        if verb.startswith("own") and hit.raw("v").startswith(("a ", "an ")):
            yield Statement(peeled, "has", thing)
        elif verb not in ("runs", "drives"):
            yield Statement(peeled, "responsible_for", thing, change=change)
    elif peeled.subject.casefold() in ("he", "she", "they"):
        yield Statement(peeled, "responsible_for", thing, change=change)
    elif _possible_person(peeled, hit):
        owned, topic = replace(peeled, subject=thing), Mention(SubjectKind.NAMED, peeled.subject, _PERSON)
        yield Statement(owned, "owner", peeled.subject, object=_PERSON, change=change, confidence=0.85, topic=topic)


@custom(
    "en.cleft", rf"^(?:it's|it is|it was) (?P<s>[A-Z][\w'-]*(?: [A-Z][\w'-]*)*) (?:who|that) (?P<b>{_OWN}) (?P<v>.+)$"
)
def cleft(hit: Hit) -> Iterable[Statement]:
    """Actually it's Mira who leads the rollout, not Mina."""
    thing = re.split(r",? not ", hit.value())[0]
    yield Statement(Peeled(thing), "owner", hit.raw("s"), object=_PERSON, change=Change.REPLACES, confidence=0.85)


@custom(
    "en.handed_over",
    rf"{_S}\b(?:handed|passed|gave|transferred|assigned|"
    r"turned) (?:over )?(?P<t>.+?)(?: over)? to (?P<v>[A-Z][\w'-]*(?: [A-Z][\w'-]*)*)$",
)
def handed_over(hit: Hit) -> Iterable[Statement]:
    """Jules handed the mobile app over to Petra."""
    thing = clean_value(hit.raw("t"), "en")
    if usable(thing) and hit.raw("v")[:1].isupper():
        yield Statement(Peeled(thing), "owner", hit.value(), object=_PERSON, change=Change.REPLACES)


@custom(
    "en.owner_is",
    r"^(?P<t>.+?) (?:is|are)(?: now)? (?:owned|led|managed|run|maintained|handled|headed|"
    r"overseen|reviewed) by (?P<v>[A-Z].+)$",
)
def owned_by(hit: Hit) -> Iterable[Statement]:
    """Billing is led by Yara."""
    if hit.raw("v")[:1].isupper():
        yield Statement(Peeled(clean_value(hit.raw("t"), "en")), "owner", hit.value(), object=_PERSON)


@custom(
    "en.on_call",
    r"^(?P<s>.*?)\b(?:covers?|covering|on|takes?|"
    r"is our(?: usual)?) (?:the )?on-call(?: person| duty| rota)?(?: for .+)?$",
)
def on_call(hit: Hit) -> Iterable[Statement]:
    """Leila is covering on-call through September 28."""
    peeled = hit.peeled()
    name = re.sub(r"\s+(?:is|our|usual)$", "", peeled.subject).strip()
    if re.match(r"^[A-Z]", name) and name != "I":
        yield Statement(Peeled("we"), "on_call", name, object=_PERSON)
    elif name.casefold() == "i":
        yield Statement(peeled, "responsible_for", "on-call")


@custom(
    "en.sits_with",
    r"^(?:for (?P<q>\w+),? )?(?P<t>(?:the |our )[\w\- ]{3,40}?) (?:sits|lies|rests|stays|"
    r"is) with (?P<v>[A-Z][\w'-]*(?: [A-Z][\w'-]*)*)$",
)
def sits_with(hit: Hit) -> Iterable[Statement]:
    """The release checklist sits with Oluchi."""
    if hit.raw("v")[:1].isupper():
        yield Statement(Peeled(clean_value(hit.raw("t"), "en")), "owner", hit.value(), object=_PERSON)


@custom(
    "en.ask_about",
    r"^(?:please )?(?:ask|talk to|speak to|contact|check with|go to|see|e-?mail|ring|call|message|ping|try)"
    r" (?P<v>(?-i:[A-Z])[\w'-]*(?: (?-i:[A-Z])[\w'-]*)*) (?:about|for|regarding|concerning|with) (?P<s>(?:the "
    r"|our |your )?[\w\- ]+)$",
)
def ask_about(hit: Hit) -> Iterable[Statement]:
    """Ask Petra about the permits."""
    thing = clean_value(hit.raw("s"), "en")
    if usable(thing) and hit.raw("v")[:1].isupper() and not re.match(r"^(?:me|help|advice|your) ?", thing):
        yield Statement(Peeled(thing, parsed=True), "owner", hit.value(), object=_PERSON, confidence=0.65)


@custom(
    "en.job_of",
    r"^(?P<s>.+?) (?:is|are|will be)(?: now| still| always)? (?:(?P<o>(?-i:[A-Z])[\w'-]*(?: (?-i:[A-Z])[\w'-]*)*'s?|my|our)"
    r" (?:job|department|responsibility|call|domain|business|turf|task|duty|remit|thing|baby)|(?P<m>mine|on me|up to me"
    r"|down to me))(?: from now on| again)?$",
)
def job_of(hit: Hit) -> Iterable[Statement]:
    """The garden is Dad's job; the bins are mine."""
    thing, owner = clean_value(hit.raw("s"), "en"), hit.raw("o")
    if not usable(thing):
        return
    if hit.has("m") or owner.casefold() in ("my", "our"):
        who = Peeled("we" if owner.casefold() == "our" else "I")
        yield Statement(who, "responsible_for", thing, confidence=0.7)
    else:
        name = re.sub(r"'s?$", "", owner)
        yield Statement(Peeled(thing, parsed=True), "owner", name, object=_PERSON, confidence=0.75)


PATTERNS: Final[tuple[Pattern, ...]] = (cleft, ask_about, job_of, handed_over, on_call, sits_with, owned_by, owns)
