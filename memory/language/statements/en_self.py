"""English: who speaks, in the words of introductions, and whom others call what."""

import re
from collections.abc import Iterable
from typing import Final

from memory.language.statements.pattern import Hit, Pattern, Statement, clean_value, custom
from memory.language.statements.peel import Peeled
from memory.model.assertion import MemoryKind
from memory.ports.recognizer import EntityType

_NAME: Final = r"(?-i:[A-Z\u00c0-\u024f][\w'’\-]*(?: (?:[A-Z\u00c0-\u024f][\w'’\-]*|van|de|von|der)){0,3})"
_NO_NAME: Final = re.compile(
    r"^(?:[A-Z]\w*(?:ish|ese|ian|can)|French|German|Dutch|Mon|Tues|Wed|Thurs|Fri|Not|So|Just)\b"
)
_WHERE: Final = {"from": "born_in", "in": "lives_in", "based in": "lives_in", "near": "lives_in"}


def _name(hit: Hit) -> Statement | None:
    value = clean_value(hit.raw("v"), "en")
    left, right = hit.match.span("v")
    places = set(hit.view.places[left:right])
    proper = all(t.pos == "PROPN" for t in hit.clause.tokens if t.start in places and t.text[:1].isupper())
    return None if _NO_NAME.match(value) or not proper else Statement(Peeled("I"), "name", value, confidence=0.75)


@custom(
    "en.i_am_who",
    rf"^(?:i'm|i am|this is|it's|my name is|my name's|the name is|(?:the )?name's) (?P<v>{_NAME})(?: by the"
    rf" way)?(?:,| -| \u2013| and"
    rf" (?:i'm|i am)| \()(?: (?P<a>\d\d?),)? ?(?:(?:an?|the|your|one of) )?(?P<r>[\w\- ]{{3,50}}?)(?:,?"
    rf" (?P<q>from|in|based in|near|at|with|for)"
    rf" (?P<p>(?:the )?{_NAME}|the [\w ]+))?\)?$",
)
def i_am_who(hit: Hit) -> Iterable[Statement]:
    """I'm Callum, a retired firefighter from Dundee: a name, a role, a place."""
    name = _name(hit)
    if name is None:
        return
    yield name
    if hit.has("a"):
        yield Statement(Peeled("I"), "age", hit.raw("a"), confidence=0.7)
    yield Statement(Peeled("I"), "role", hit.value("r"), confidence=0.7)
    if hit.has("p"):
        where = _WHERE.get(hit.match["q"].casefold(), "works_at")
        kind = EntityType.ORG if where == "works_at" else EntityType.PLACE
        yield Statement(Peeled("I"), where, hit.value("p"), object=kind, confidence=0.7)


@custom(
    "en.here",
    rf"^(?:this is |it's )?(?P<v>{_NAME})(?P<h> here| speaking)?(?: again)?(?:,? (?P<q>from|at|in) (?P<p>.+))?$",
)
def here(hit: Hit) -> Iterable[Statement]:
    """Ottilie here; this is Jonas from the bike shop."""
    name = _name(hit) if hit.has("h") or hit.view.text.casefold().startswith(("this is", "it's")) else None
    if name is None:
        return
    yield name
    if hit.has("p") and hit.match["q"].casefold() != "in":
        yield Statement(Peeled("I"), "works_at", hit.value("p"), object=EntityType.ORG, confidence=0.6)


@custom(
    "en.called_by",
    rf"^(?:(?:almost |nearly )?(?:everyone|everybody|they all)|people|most people|friends|they|(?:my|the|all my) [\w ]+?|{_NAME})"
    rf"(?: at \w+| here| mostly| always| just| usually)* (?:calls?|know|knows) (?P<s>me|him|her|us)(?: as)? (?P<v>{_NAME})$",
)
def called_by(hit: Hit) -> Iterable[Statement]:
    """Everybody calls me Bear."""
    owner = {"me": "I", "us": "we", "him": "he", "her": "she"}[hit.match["s"].casefold()]
    yield Statement(Peeled(owner), "name", hit.value(), confidence=0.75)


@custom(
    "en.usual",
    rf"^(?P<s>my|our|his|her|{_NAME}'s) (?P<k>go-to|usual|regular|standard|favou?rite|preferred|comfort) (?P<t>[\w\- ]{{2,30}}?)"
    r" (?:is|are|has always been|will always be) (?P<v>.+)$",
)
def usual(hit: Hit) -> Iterable[Statement]:
    """My go-to order is a flat white with one sugar."""
    words = hit.raw("s").casefold()
    owner = {"my": "I", "our": "we", "his": "he", "her": "she"}.get(words, hit.raw("s").removesuffix("'s"))
    name = "likes" if hit.match["k"].casefold().startswith("favo") else "prefers"
    yield Statement(Peeled(owner), name, hit.value(), kind=MemoryKind.PREFERENCE, confidence=0.7)


@custom(
    "en.named_thing",
    rf"^(?:we|i|they|he|she)(?:'ve| have)? (?:call|calls|called|name|named|christened)"
    rf" (?P<s>(?:our|the|my|his|her|their) (?:new )?[\w\- ]{{2,25}}?) (?P<v>{_NAME})(?: after .+)?$",
)
def named_thing(hit: Hit) -> Iterable[Statement]:
    """We named the puppy Biscuit."""
    yield Statement(Peeled(hit.raw("s")), "name", hit.value(), confidence=0.75)


FIRST: Final[tuple[Pattern, ...]] = (i_am_who,)
PATTERNS: Final[tuple[Pattern, ...]] = (here, called_by, named_thing, usual)
