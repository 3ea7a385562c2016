"""English: who holds an office and who looks after a thing, by the noun of the office and a name."""

import re
from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from memory.language.statements.pattern import Hit, Pattern, Statement, clean_value, custom
from memory.language.statements.topics.kit import state
from memory.ports.recognizer import EntityType

_PERSON: Final = EntityType.PERSON
NAME: Final = r"(?-i:(?:Mr|Mrs|Ms|Dr|Aunt|Uncle)\.? )?(?-i:[A-Z](?!uality\b))[\w-]+(?: (?-i:[A-Z])[\w-]+){0,2}"
_OFFICE: Final = (
    r"(?:chair(?:man|woman|person)?|vet(?: in charge)?|accountant|bookkeeper|skipper|captain|treasurer"
    r"|secretary|coach|landlord|landlady|caretaker"
    r"|janitor|editor|librarian|curator|head(?:teacher)?|mayor|steward|warden|moderator|convenor|president"
    r"|auditor|notary|lawyer|dentist|gardener"
    r"|cleaner|foreman|site manager|head chef|chef|conductor|referee|umpire|porter|matron|registrar|bursar|dean"
    r"|class teacher|form teacher"
    r"|on-call person|product owner|scrum master|maintainer|supervisor|tutor|trainer)"
)
_SAME: Final = {
    "chairman": "chair", "chairwoman": "chair", "chairperson": "chair",
    "vet in charge": "vet", "bookkeeper": "accountant", "captain": "skipper",
    "form teacher": "class teacher", "landlady": "landlord",
}  # fmt: skip
_DOES: Final = (
    (re.compile(r"^chair(?:s|ed|ing)?$", re.I), "chair"),
    (re.compile(r"^(?:skipper|captain|helm)(?:s|ed|ing)?$", re.I), "skipper"),
    (re.compile(r"^coach(?:es|ed|ing)?$", re.I), "coach"),
    (re.compile(r"^edit(?:s|ed|ing)?$", re.I), "editor"),
    (re.compile(r"^audit(?:s|ed|ing)?$", re.I), "auditor"),
    (re.compile(r"^moderat(?:es|ed|ing)$", re.I), "moderator"),
)
_BODY: Final = re.compile(
    r"\b(?P<t>(?:(?!the\b|our\b|of\b|for\b|in\b|at\b)[a-z]+ )?(?:council|board|committee|panel|club|society"
    r"|association|union|jury|museum boat|boat|barge|team|choir"
    r"|assembly|trust|guild|task force|working group))\b",
    re.I,
)
_NO_NAME: Final = re.compile(
    r"^(?:The|Our|We|It|This|That|He|She|They|I|If|When|My|Your|A|An|In|On|At|For|And|But|So|What|Who|Then|Now"
    r"|Since|As|Today|Mine|Handover|Update|One|Note|"
    r"January|February|March|April|May|June|July|August|September|October|November|December|Monday|Tuesday"
    r"|Wednesday|Thursday|Friday|Saturday|Sunday)\b"
)


def office_name(office: str, text: str) -> str:
    """One name for an office: with the body that it belongs to, where the text names one."""
    plain = _SAME.get(" ".join(office.casefold().split()), " ".join(office.casefold().split()))
    body = _BODY.search(text)
    return (
        f"{body['t'].casefold().strip()} {plain}"
        if body is not None and plain in ("chair", "president", "moderator", "secretary")
        else plain
    )


def _held(hit: Hit, office: str, name: str) -> Iterable[Statement]:
    if name and not _NO_NAME.match(name):
        text = hit.view.text if _BODY.search(hit.view.text) else hit.source
        title = office_name(office, text)
        yield state(hit, "we", "accountant" if title == "accountant" else f"{title}.value", name, object=_PERSON)


_BE: Final = (
    r"(?:'s name)?"
    r"(?: in charge| of (?:the )?[\w ]+?| for (?:the )?[\w ]+?| at (?:the )?[\w ]+?)?(?: (?:is|was|are|has been"
    r"|became|being|will be)| then| now| currently| still| called| named|:| listed| given| as|,? it's"
    r"| is actually)+"
)


@custom(
    "en.topic_office", rf"(?<!\b(?:her|his) )(?<!\btheir )(?<!\byour )\b(?P<o>{_OFFICE}){_BE} (?P<v>{NAME})(?!\w|'s \w)"
)
def office(hit: Hit) -> Iterable[Statement]:
    """The vet in charge is Halima; I gave you the wrong name for our accountant, it's Zdenka."""
    if re.search(r"'s (?:\w+ )?$", hit.view.text[: hit.match.start("o")]) is None:
        yield from _held(hit, hit.raw("o"), hit.value())


@custom(
    "en.topic_is_office",
    rf"\b(?P<v>{NAME}) (?:(?:is|was|has been|became|will be)(?: now| then| still| currently)*) (?:the |our "
    rf"|acting )*(?P<o>{_OFFICE})(?! (?:is|was|who|and|to|thing)\b)\b(?=$|[,;.]| of | for | on | in | at | this "
    r"| since | these | again)",
)
def is_office(hit: Hit) -> Iterable[Statement]:
    """Found something older: Oluchi was chair of the data council on November 30."""
    article = re.search(rf"(?:the |our |was |is ){hit.raw('o')}", hit.match[0])
    if article is not None:
        yield from _held(hit, hit.raw("o"), hit.value())


@custom("en.topic_holds", rf"\b(?P<v>{NAME}) (?:now |still |currently )?(?P<b>[a-z]+) (?:the |our )(?P<t>[\w' ]+)")
def holds(hit: Hit) -> Iterable[Statement]:
    """Dmitri chairs the data council; Rafael does our accounts."""
    verb, thing = hit.match["b"].casefold(), hit.match["t"].casefold()
    found = next((name for regex, name in _DOES if regex.match(verb)), "")
    if re.match(r"^(?:does|did|do|keeps|kept|handles|prepares)$", verb) and re.match(
        r"^(?:accounts|books|accounting|bookkeeping|tax(?:es)?)\b", thing
    ):
        found = "accountant"
    if found:
        yield from _held(hit, found, hit.value())


_THING: Final = (
    r"(?:the |our )(?P<s>(?:[A-Za-z]+(?:'s)? )?(?:[a-z-]+ )?(?!one\b)[a-z-]+)(?: (?:for|of|on) (?-i:[A-Z])[\w-]+)?"
)
_WITH: Final = (
    r"(?: now| currently| normally| usually| still)*(?: (?:sits|lies|rests|stays|is|are) (?:now )?with"
    r"| belongs? to| goes to| went to| passes to| passed to| falls to"
    r"| moved to| (?:is|are) (?:now )?(?:handled|run|owned|kept|managed|held|looked after|maintained|done"
    r"|taken care of) by| (?:is|are) in the hands of)"
)


@custom(
    "en.topic_with",
    rf"(?:^|[,;:] |\b(?-i:For \w+),? ){_THING}{_WITH} (?P<v>{NAME})(?!\w|'s \w)",
)
def with_whom(hit: Hit) -> Iterable[Statement]:
    """Handover done: the release checklist belongs to Maeve as of today."""
    yield from _kept(hit, hit.raw("s"), hit.value())


def _kept(hit: Hit, thing: str, name: str) -> Iterable[Statement]:
    words = clean_value(thing, "en")
    if (
        name
        and words
        and not _NO_NAME.match(name)
        and not re.match(r"^(?:one|thing|rest|other|money|day|time)$", words)
    ):
        yield replace(state(hit, words, "owner", name, object=_PERSON), confidence=0.85)


@custom(
    "en.topic_job_of",
    rf"(?:^(?P<a>)|[,;:] ){_THING.replace('(?:the |our )', '(?:the |our |(?(a)))', 1)}(?: now| currently"
    rf"| normally| usually| still)* (?:is|are)(?: now| normally| usually| always| still)* (?P<v>{NAME})'s?"
    r"(?: (?:job|business|responsibility|task|duty|call|thing|department|baby|turf|again))?(?: now| again"
    r"| from now on| as of today)?(?=$|[,;.])",
)
def job_of(hit: Hit) -> Iterable[Statement]:
    """The release checklist is Piotr's job now."""
    yield from _kept(hit, hit.raw("s"), hit.value())


@custom(
    "en.topic_takes",
    rf"(?:^|[,;:] |\bit's )(?P<v>{NAME})(?:'s)?,?(?: not [^,]+,)?(?: who| that)?(?: now| is now| is| has"
    r"| will)* (?P<b>owns?|keeps?|runs|manages?|looks? after|taken over|took over|takes over"
    r"|taking over|take over|in charge of|responsible for|handles?|holds|minds|doing|does|covering|covers|takes|stands|staffs)"
    r" (?:the |our )(?P<s>(?:[a-z]+(?:'s)? )?(?:[a-z-]+ )?[a-z-]+)(?: (?:for|of|on) (?-i:[A-Z])[\w-]+)?(?=$"
    r"|[,;.]| now| from | until | till | through | up to | as of | for the | this | again)",
)
def takes(hit: Hit) -> Iterable[Statement]:
    """Yusra has taken over the release checklist; Gwendal's doing the ticket desk mornings up to July 4."""
    if (
        hit.match["b"].casefold() not in ("takes", "does", "stands", "runs")
        or hit.clause.spans
        or re.search(r"not who|checklist|desk|shift|duty", hit.match[0])
    ):
        yield from _kept(hit, hit.raw("s"), hit.value())


@custom(
    "en.topic_on_call",
    r"\bon-call (?:duty |shift )?(?:goes|passes|moves|falls|is|switches|sits)(?: now)?(?: to| with"
    rf"| by)* (?P<v>{NAME})(?!\w|'s \w)"
    rf"|\b(?:page|ring|call) (?P<w>{NAME}) (?:when|if) (?:it|something|anything|\w+) (?:breaks|goes down|is down|fails)",
)
def on_call(hit: Hit) -> Iterable[Statement]:
    """On-call goes to Sunniva for the rest of this week, a favour among friends."""
    yield state(hit, "we", "on_call", hit.value("v") if hit.has("v") else hit.value("w"), object=_PERSON)


PATTERNS: Final[tuple[Pattern, ...]] = (office, is_office, holds, on_call, with_whom, job_of, takes)
