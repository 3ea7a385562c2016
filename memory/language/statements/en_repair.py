"""What the English tagger takes for something else, put right where the words around leave no doubt.

`The bakery shuts at two` has no plural noun, `Ginger's our cat` no genitive, `He's bought a boat` no passive.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

from memory.language.statements.words import words
from memory.ports.recognizer import Token

_FINITE: Final = frozenset(["VBZ", "VBD", "VBP", "MD"])
_NOMINAL: Final = frozenset(["NOUN", "PROPN", "ADJ"])
_TELLING: Final = words(
    "seat shut dock book stock open close last sleep house charge cost hold run leave live work start end stop park drop rent"
    " weigh need take serve host sail depart fit play ship land board cook teach drive clean sell train guard walk swim match"
    " bark shop bake brew roast mend fix coach volunteer babysit smoke snore stutter limp share face span"
    " border offer feature measure reach air screen move change return visit guide"
)
"""Verbs whose third person looks like a plural noun."""
_BARE: Final = words("close open start finish end run leave")
_GIVING: Final = words("give send tell pay offer award show teach ask lend grant promise hand assign owe serve deny")
"""`She's given a rise`: with these a passive keeps its object."""

_STANDING: Final = words(
    "asthmatic coeliac celiac diabetic vegan vegetarian allergic pregnant deaf blind epileptic autistic divorced retired"
    " married single widowed engaged broken done finished ready closed open shut off gone back down empty full late cancelled"
    " postponed delayed free lost dead sick ill well fine"
)
"""What follows a contracted `is`, not a genitive."""

Repair = Callable[[list[Token], int], None]


def repaired(tokens: Sequence[Token]) -> tuple[Token, ...]:
    """The tokens of one English sentence with its sure mistakes put right."""
    found = list(tokens)
    for repair in (_genitive, _perfect, _plural, _adverb, _compound):
        for i in range(1, len(found) - 1):
            repair(found, i)
    return tuple(found)


def _root(tokens: list[Token], i: int, **fields: str) -> None:
    tokens[i] = replace(tokens[i], dep="ROOT", head=i, **fields)


def _hang(tokens: list[Token], i: int, head: int, dep: str) -> None:
    tokens[i] = replace(tokens[i], head=head, dep=dep)


def _opening(tokens: Sequence[Token], i: int) -> int:
    """The first token of the stretch before `i` that no comma or conjunction divides."""
    at = i
    while at > 0 and tokens[at - 1].pos not in ("PUNCT", "CCONJ", "SCONJ", "INTJ"):
        at -= 1
    return at


def _genitive(tokens: list[Token], i: int) -> None:
    """`Ginger's our cat`, `Nephew's getting baptised`: the 's is a verb."""
    if tokens[i].tag != "POS" or tokens[i - 1].tag == "NNS":
        return
    after = tokens[i + 1]
    if after.tag == "VBG" and _opening(tokens, i) >= i - 3:
        verb = after.head if after.pos == "AUX" and after.dep != "ROOT" else i + 1
        if tokens[verb].pos in ("VERB", "AUX"):
            tokens[i] = replace(tokens[i], tag="VBZ", pos="AUX", lemma="be", dep="aux", head=verb)
            _hang(tokens, i - 1, verb, "nsubj")
    elif after.tag in ("VBN", "VBD") and after.dep not in ("amod", "acl") and _opening(tokens, i) >= i - 2:
        tokens[i] = replace(tokens[i], tag="VBZ", pos="AUX", lemma="have", dep="aux", head=i + 1)
        tokens[i + 1] = replace(after, tag="VBN")  # `Tom's got a key`
        _hang(tokens, i - 1, i + 1, "nsubj")
    elif after.tag in ("PRP$", "DT") or _listed_name(tokens, i) or _figure(tokens, i):
        _predicated(tokens, i)


def _listed_name(tokens: Sequence[Token], i: int) -> bool:
    """`sound's Dov,` in a list of clauses: a noun, and a name alone behind it."""
    ends = i + 2 >= len(tokens) or tokens[i + 2].pos == "PUNCT"
    alone = _opening(tokens, i) == i - 1
    said = any(t.tag in _FINITE for t in (*tokens[: i - 1], *tokens[i + 2 :]))
    return alone and ends and said and tokens[i + 1].tag == "NNP" and tokens[i - 1].tag == "NN"


def _figure(tokens: Sequence[Token], i: int) -> bool:
    """`Rent's 850 a month`, `My partner's asthmatic`, `the password's bluefish22`, where no other verb stands."""
    after = tokens[i + 1]
    if after.lemma in _STANDING and _opening(tokens, i) == 0:
        return not any(t.tag in _FINITE for t in tokens[: i + 3])
    figure = after.tag == "CD" or (any(c.isdigit() for c in tokens[i + 1].text) and i + 3 >= len(tokens))
    return figure and _opening(tokens, i) == 0 and not any(t.tag in _FINITE for t in tokens)


def _predicated(tokens: list[Token], i: int) -> None:
    owner, noun = i - 1, tokens[i - 1].head
    if noun <= i or _opening(tokens, i) < i - 3:
        return
    above, dep = tokens[noun].head, tokens[noun].dep
    _root(tokens, i, tag="VBZ", pos="AUX", lemma="be")
    _hang(tokens, owner, i, "nsubj")
    _hang(tokens, noun, i, "attr")
    if dep in ("nsubj", "nsubjpass") and above > noun:
        _hang(tokens, above, i, "conj")  # `Ginger's our cat, must be eleven`
    elif above != noun:
        tokens[i] = replace(tokens[i], dep="parataxis", head=above)


def _perfect(tokens: list[Token], i: int) -> None:
    """`He's bought a boat`: a participle with an object of its own is no passive."""
    verb = tokens[i].head
    short = tokens[i].text.casefold() == "'s" and tokens[i].dep in ("auxpass", "aux") and tokens[verb].tag == "VBN"
    if not short or verb <= i or tokens[verb].lemma in _GIVING:
        return
    if not any(t.dep == "dobj" and t.head == verb and k > verb for k, t in enumerate(tokens)):
        return
    tokens[i] = replace(tokens[i], dep="aux", lemma="have")
    for k, token in enumerate(tokens):
        if token.dep == "nsubjpass" and token.head == verb:
            _hang(tokens, k, verb, "nsubj")


def _plural(tokens: list[Token], i: int) -> None:
    """`Our minibus seats 16 and gives …`, `The ferry docks at nine`: the plural is the verb."""
    low = _opening(tokens, i)
    if [t.text.casefold() for t in tokens[low : low + 3]] in (["from", "now", "on"], ["from", "here", "on"]):
        low += 3
    before = tokens[low:i]
    led = low > 0 and tokens[low - 1].pos == "SCONJ"  # `it's false that the cluster runs …`
    if led or tokens[i].tag != "NNS" or len(before) < 2 or before[0].tag not in ("DT", "PRP$"):
        return
    nominal = all(t.pos in _NOMINAL for t in before[1:]) and before[-1].tag != "NNS"
    if not nominal or tokens[i + 1].tag not in ("CD", "IN", "DT", "PRP$", "RB", "NNS", "NN"):
        return
    later = next((k for k in range(i + 1, len(tokens)) if tokens[k].tag in _FINITE), None)
    if (later is None and _stem(tokens[i]) in _TELLING) or (later is not None and _joined(tokens, i, later)):
        _verb(tokens, i, low, later)


def _stem(token: Token) -> str:
    return token.text.casefold().removesuffix("s") if token.lemma == token.text else token.lemma


def _joined(tokens: Sequence[Token], noun: int, verb: int) -> bool:
    """Whether the next verb agrees with a singular, so that the plural before cannot be its subject."""
    between = tokens[noun + 1 : verb]
    bound = tokens[verb - 1].pos in ("PUNCT", "CCONJ")
    return tokens[verb].tag == "VBZ" and bound and tokens[verb].lemma != "be" and bool(between)


def _verb(tokens: list[Token], i: int, low: int, later: int | None) -> None:
    subject = i - 1
    for k in range(low, subject):
        if tokens[k].head >= subject:
            _hang(tokens, k, subject, tokens[k].dep if tokens[k].dep != "nsubj" else "compound")
    top = i
    while tokens[top].dep != "ROOT" and tokens[top].head != top and later is None:
        top = tokens[top].head
    if top != i and top > i:  # `The clinic books appointments`: the root is the object
        _hang(tokens, top, i, "dobj")
    _root(tokens, i, tag="VBZ", pos="VERB", lemma=_stem(tokens[i]))
    _hang(tokens, subject, i, "nsubj")
    tokens[subject] = replace(tokens[subject], pos="NOUN")
    for k in range(i + 1, len(tokens)):
        if tokens[k].head == i and tokens[k].dep == "appos":
            _hang(tokens, k, i, "dobj")
    if later is not None:
        _hang(tokens, later, i, "conj")


def _adverb(tokens: list[Token], i: int) -> None:
    """`Entries for the contest close on …`: no adverb, where the sentence has no verb at all."""
    token = tokens[i]
    if token.text.casefold() not in _BARE or token.pos not in ("ADV", "ADJ", "NOUN"):
        return
    bare = not any(t.pos in ("VERB", "AUX") for t in tokens) and tokens[i + 1].tag in ("IN", "CD")
    if bare and tokens[token.head].tag == "NNS" and token.head < i and tokens[token.head].dep == "ROOT":
        noun = token.head
        _root(tokens, i, tag="VBP", pos="VERB", lemma=token.text.casefold())
        _hang(tokens, noun, i, "nsubj")


def _compound(tokens: list[Token], i: int) -> None:
    """`From now on the office closes at five`: the noun before an inflected verb is its subject, no part of its name."""
    noun = tokens[i - 1]
    if tokens[i].tag != "VBZ" or tokens[i].pos != "VERB" or noun.dep != "compound" or noun.head != i:
        return
    if any(t.head == i and t.dep in ("nsubj", "nsubjpass", "expl") for t in tokens):
        return
    for k in range(i - 1):
        if tokens[k].head == i and tokens[k].dep in ("det", "poss", "amod", "compound"):
            _hang(tokens, k, i - 1, tokens[k].dep)
    _hang(tokens, i - 1, i, "nsubj")
