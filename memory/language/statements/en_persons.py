"""English nouns that name a person, a pet or a group of people: what `he`, `she` and `they` may stand for."""

import re
from typing import Final

_KIN: Final = (
    "stepdad stepmum stepmom granddad nana opa oma wife husband partner spouse fiance fiancé fiancée boyfriend"
    " girlfriend father dad mother mom mum son daughter child"
    " kid baby brother sister twin grandfather grandpa grandad grandmother grandma gran nan uncle aunt cousin nephew niece"
    " grandson granddaughter grandchild godfather godmother godson goddaughter stepfather stepmother stepson stepdaughter"
    " stepbrother stepsister ex fellow"
)
_OTHERS: Final = (
    "mate bestie"
    " friend roommate flatmate housemate neighbour neighbor classmate colleague coworker co-worker teammate manager boss"
    " supervisor mentor advisor adviser tutor teacher assistant doctor client customer landlord landlady tenant lodger"
    " babysitter nanny childminder cleaner gardener plumber electrician builder carpenter painter roofer mechanic"
    " decorator handyman lawyer solicitor accountant dentist vet nurse midwife therapist physio physiotherapist counsellor"
    " psychologist psychiatrist coach trainer instructor pastor priest rabbi barber hairdresser stylist agent broker"
    " secretary receptionist intern apprentice trainee replacement deputy successor predecessor hire auditor engineer developer"
    " designer analyst consultant architect contractor supplier caretaker janitor concierge driver pilot chef cook baker"
    " butcher waiter waitress barista principal headteacher headmaster professor lecturer supervisor director ceo cfo cto"
    " treasurer chairman chairwoman chair captain editor publisher author photographer musician singer drummer guitarist"
    " bassist pianist organist conductor editor recruiter surgeon paediatrician pediatrician cardiologist dermatologist"
    " optician pharmacist carer caregiver guy man woman lady girl boy person guest visitor student pupil buyer seller"
    " owner organiser organizer host bride groom witness officer inspector courier postman mayor buddy pal date crush"
)
_PETS: Final = "dog cat puppy kitten rabbit parrot hamster horse pony tortoise guinea-pig budgie pet"
_GROUPS: Final = (
    "parents-in-law parents grandparents in-laws kids children twins neighbours neighbors friends colleagues"
    " sons daughters brothers"
    " sisters cousins boys girls tenants lodgers guests clients customers students landlords siblings flatmates housemates"
    " roommates builders movers cleaners contractors suppliers couple family"
)
_MORE: Final = (
    r"(?:mother|father|brother|sister|son|daughter)-in-law|ex-(?:wife|husband|girlfriend|boyfriend|partner|boss"
    r"|colleague)|au pair|best man|team lead|guinea pig"
)


def _any(words: str) -> str:
    return "|".join(sorted(words.split(), key=len, reverse=True))


PERSON_NOUN: Final = rf"(?:{_MORE}|{_any(_KIN)}|{_any(_OTHERS)})"
PETS: Final = frozenset(_PETS.split())
GROUPS: Final = frozenset(_GROUPS.split())
_NAMED: Final = re.compile(rf"^(?:[\w-]+ )*{PERSON_NOUN}$", re.I)
SPOKEN_OF: Final = re.compile(
    rf"\b(?P<o>my|our|the|an?|his|her|their|your)\s+(?P<n>(?:[a-z][\w'-]*\s+){{0,2}}?"
    rf"(?:{PERSON_NOUN}|{_any(_PETS)}|{_any(_GROUPS)}))\b(?!-|'s\s+name\b)",
    re.I,
)
_PREDICATED: Final = re.compile(r"(?:,|\b(?:is|was|as|be|became|are|am)|'s|'m)\s+$", re.I)


NATIONALITY: Final = re.compile(
    r"^(?:[A-Z]\w+(?:ish|ese|ian|ean|can)|French|German|Dutch|Greek|Thai|Czech|Swiss|Welsh|Iraqi|Israeli|Pakistani)$"
)


def is_person_noun(words: str) -> bool:
    """Whether a noun phrase names a person by what they are: `au pair`, `piano teacher`."""
    return _NAMED.match(words) is not None


def spoken_of(text: str) -> list[re.Match[str]]:
    """The people, pets and groups in a text by their nouns; not those that only say what somebody named is."""
    return [m for m in SPOKEN_OF.finditer(text) if _PREDICATED.search(text[: m.start()]) is None]
