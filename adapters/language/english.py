"""English names: what the small spaCy model finds, cleaned, and what grammar tells where it finds nothing.

The model misses rare names and labels known ones oddly (`Heron` an organisation, `Call Yara` a person). So proper nouns
are taken from the tagger as well, and the verb, preposition or noun beside a name (`Yara leads`, `moved to Graz`,
`my sister Helga`) decides its type before the model's label does.
"""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from memory.ports.recognizer import EntityMention, EntityType, Token


class Label(NamedTuple):
    """A span of tokens `first..last` (exclusive) that the model labelled."""

    first: int
    last: int
    label: str


_TYPES: Final = {
    "PERSON": EntityType.PERSON,
    "PER": EntityType.PERSON,
    "ORG": EntityType.ORG,
    "GPE": EntityType.PLACE,
    "LOC": EntityType.PLACE,
    "FAC": EntityType.PLACE,
    "PRODUCT": EntityType.PRODUCT,
    "EVENT": EntityType.EVENT,
    "WORK_OF_ART": EntityType.OTHER,
    "LAW": EntityType.OTHER,
}

_NO_NAME_WORDS: Final = (
    "congrats congratulations thanks thank hey hi hello wow yeah yep yes no nah nope ok okay bye lol omg fyi btw aww"
    " awww ugh haha cool awesome super perfect great good nice cheers please sorry sure well oh wanna gonna ya mom"
    " dad mum mommy daddy grandma grandpa god asap todo tbd eta pr prs api apis url sql json ui ux ci cd qa hr ceo"
    " cto am pm tl dr monday tuesday wednesday thursday friday saturday sunday mon tue tues wed thu thurs fri sat sun"
    " january february march april may june july august september october november december jan feb mar apr jun jul"
    " aug sep sept oct nov dec english chinese french german spanish italian dutch japanese korean portuguese russian"
    " arabic hindi mandarin cantonese american british european asian african swedish monthly weekly daily today"
    " tomorrow yesterday tonight i"
)
_NO_NAMES: Final = frozenset(_NO_NAME_WORDS.split())

_PERSONAL_VERBS: Final = (
    "lead own like love prefer hate dislike enjoy say tell ask think know want wish live move fly join report review"
    " write manage handle teach study marry agree suggest recommend promise decide hope worry believe feel play eat"
    " drink cook visit meet call email text hand maintain work leave retire resign graduate speak talk drive ride"
    " read learn plan remember forget approve take complain mention explain argue insist offer propose reply answer"
    " apply adopt hire interview mentor coach"
)
_MET_VERBS: Final = "meet call tell ask thank hire marry page email ping remind invite interview date hug phone message"
_TALK_VERBS: Final = (
    "talk speak report hand listen reply belong assign write say introduce pass delegate meet chat marry cover wait"
)
_PLACE_VERBS: Final = (
    "live move fly travel bear base grow stay drive go relocate"
    " return ship visit teach work settle arrive land study commute run"
)
_PRODUCT_VERBS: Final = (
    "use install deploy adopt choose pick try upgrade replace configure switch integrate prefer ditch"
)
_PRODUCT_PREP_VERBS: Final = "switch migrate run store build deploy host write integrate convert rely depend save port"
_ROLE_NOUNS: Final = (
    "sister brother mother father wife husband partner friend roommate flatmate colleague coworker manager boss"
    " teammate neighbor neighbour cousin uncle aunt son daughter girlfriend boyfriend fiance teacher doctor mentor"
    " engineer designer developer lead analyst intern assistant landlord therapist dentist name colleague nephew"
    " niece owner maintainer mr mrs ms dr prof"
)
_PERSONAL: Final = frozenset(_PERSONAL_VERBS.split())
_MET: Final = frozenset(_MET_VERBS.split())
_TALK: Final = frozenset(_TALK_VERBS.split())
_PLACED: Final = frozenset(_PLACE_VERBS.split())
_USED: Final = frozenset(_PRODUCT_VERBS.split())
_RUN_ON: Final = frozenset(_PRODUCT_PREP_VERBS.split())
_ROLES: Final = frozenset(_ROLE_NOUNS.split())
_LEFT: Final = frozenset({"leave", "quit"})
_EMPLOYED: Final = frozenset({"work", "intern", "start", "job"})
_GREETINGS: Final = frozenset({"hey", "hi", "hello", "thanks", "congrats", "bye", "dear", "welcome", "wow"})
_SUBJECTS: Final = frozenset({"nsubj", "nsubjpass", "csubj"})
_NOMINAL: Final = _SUBJECTS | {"dobj", "pobj", "appos", "attr", "conj", "dative", "oprd", "ROOT", "npadvmod"}
# Prepositions and commas divide two names (`Hetzner in Falkenstein`); `of` and `for` may stand within one.
_DIVIDERS: Final = frozenset({"in", "at", "from", "on", "to", "with", ",", ";"})
_EDGE_POS: Final = frozenset(
    {"DET", "PRON", "VERB", "AUX", "INTJ", "ADP", "ADV", "PUNCT", "PART", "CCONJ", "SCONJ", "SPACE"}
)


class _Sentence:
    """Tokens with the questions that the rules ask of them."""

    def __init__(self, tokens: Sequence[Token]) -> None:
        self.tokens = tokens

    def root(self, first: int, last: int) -> int:
        """The token of the span whose governor lies outside."""
        for i in range(first, last):
            if not first <= self.tokens[i].head < last or self.tokens[i].head == i:
                return i
        return last - 1

    def governor(self, i: int) -> Token | None:
        head = self.tokens[i].head
        return self.tokens[head] if head >= 0 and head != i else None

    def lemma_of_governor(self, i: int) -> str:
        governor = self.governor(i)
        return governor.lemma if governor else ""

    def children(self, i: int) -> Iterator[Token]:
        return (t for k, t in enumerate(self.tokens) if t.head == i and k != i)

    def is_opening(self, i: int) -> bool:
        """Whether a capital at `i` says nothing, since a sentence or a quotation starts there."""
        return all(t.pos in ("PUNCT", "SPACE", "INTJ") for t in self.tokens[:i]) or self.tokens[i - 1].text in '.!?:"“'


def _is_name(token: Token) -> bool:
    return token.text[:1].isupper() and token.lemma not in _NO_NAMES and token.text.lower() not in _NO_NAMES


def _trimmed(tokens: Sequence[Token], first: int, last: int) -> tuple[int, int] | None:
    """The span without determiners, verbs, possessives and small words at its ends; none if no name is left."""
    last = next((i for i in range(first + 1, last) if tokens[i].lemma in _DIVIDERS), last)
    while first < last and (tokens[first].pos in _EDGE_POS or not _is_name(tokens[first])):
        first += 1
    while last > first and (tokens[last - 1].pos in _EDGE_POS or not _keeps_end(tokens[last - 1])):
        last -= 1
    if first >= last or not any(t.pos == "PROPN" for t in tokens[first:last]):
        return None
    return first, last


def _keeps_end(token: Token) -> bool:
    return _is_name(token) or token.text[:1].isdigit()


def _subject_type(sentence: _Sentence, i: int) -> EntityType | None:
    """By the verb that the name is the subject of."""
    if sentence.tokens[i].dep in _SUBJECTS and sentence.lemma_of_governor(i) in _PERSONAL:
        return EntityType.PERSON
    governor = sentence.governor(i)
    if sentence.tokens[i].dep == "attr" and governor is not None:
        subjects = [t for t in sentence.children(sentence.tokens[i].head) if t.dep == "nsubj"]
        if any(t.lemma in _ROLES for t in subjects):
            return EntityType.PERSON
    return None


def _object_type(sentence: _Sentence, i: int) -> EntityType | None:
    """By the verb that the name is the object of."""
    if sentence.tokens[i].dep not in ("dobj", "dative"):
        return None
    verb = sentence.lemma_of_governor(i)
    for verbs, kind in (
        (_MET, EntityType.PERSON),
        (_USED, EntityType.PRODUCT),
        (frozenset({"join", "found"}), EntityType.ORG),
        (frozenset({"visit"}), EntityType.PLACE),
    ):
        if verb in verbs:
            return kind
    return None


def _prepositional_type(sentence: _Sentence, i: int) -> EntityType | None:
    """By the preposition before the name and the verb that it hangs on."""
    if sentence.tokens[i].dep != "pobj":
        return None
    prep = sentence.lemma_of_governor(i)
    verb = sentence.lemma_of_governor(sentence.tokens[i].head)
    for preps, verbs, kind in (
        (("in", "from", "to", "near", "through", "around", "at"), _PLACED - _EMPLOYED - {"run"}, EntityType.PLACE),
        (("in", "near"), _PLACED, EntityType.PLACE),
        (("at", "for"), _EMPLOYED, EntityType.ORG),
        (("to", "with", "for"), _TALK, EntityType.PERSON),
        (("to", "on", "in", "with", "from"), _RUN_ON, EntityType.PRODUCT),
        (("by",), _PERSONAL, EntityType.PERSON),
    ):
        if prep in preps and verb in verbs:
            return kind
    return None


def _company_type(sentence: _Sentence, i: int, first: int) -> EntityType | None:
    """By the nouns beside it: `my sister Helga`, `Dr. Chen`, `Maya's brother`, `Hey Caroline`."""
    tokens = sentence.tokens
    before = [t.lemma.rstrip(".") for t in tokens[max(0, first - 1) : first]]
    if tokens[i].dep == "appos" and sentence.lemma_of_governor(i) in _ROLES:
        return EntityType.PERSON
    if before and (before[0] in _ROLES - {"lead", "name"} or before[0] in _GREETINGS):
        return EntityType.PERSON
    if tokens[i].dep == "poss" and sentence.lemma_of_governor(i) in _ROLES:
        return EntityType.PERSON
    return None


def _told_type(sentence: _Sentence, first: int, last: int) -> EntityType | None:
    """What the grammar says about a name, if it says anything; a coordinated name is what its partner is."""
    i = sentence.root(first, last)
    for _ in range(4):
        found = (
            _company_type(sentence, i, first)
            or _subject_type(sentence, i)
            or _object_type(sentence, i)
            or _prepositional_type(sentence, i)
        )
        if found is not None or sentence.tokens[i].dep != "conj" or sentence.tokens[i].head < 0:
            return found
        i = sentence.tokens[i].head
        first = i
    return None


def _left_type(sentence: _Sentence, first: int, last: int) -> EntityType | None:
    """What one leaves is a company, unless the model knows it as a person or a town."""
    root = sentence.root(first, last)
    left = sentence.tokens[root].dep == "dobj" and sentence.lemma_of_governor(root) in _LEFT
    return EntityType.ORG if left else None


def _plausible(kind: EntityType, tokens: Sequence[Token]) -> EntityType:
    """Names with digits (`OPS-58`, `Windows 7`) are neither people nor places."""
    if kind in (EntityType.PERSON, EntityType.PLACE) and any(c.isdigit() for t in tokens for c in t.text):
        return EntityType.PRODUCT if len(tokens) > 1 else EntityType.OTHER
    return kind


def _labelled(sentence: _Sentence, labels: Sequence[Label]) -> Iterator[tuple[int, int, EntityType]]:
    for label in labels:
        kind = _TYPES.get(label.label)
        span = _trimmed(sentence.tokens, label.first, label.last) if kind else None
        if kind is None or span is None:
            continue
        kind = _told_type(sentence, *span) or kind
        yield (*span, _plausible(kind, sentence.tokens[span[0] : span[1]]))


def _proper_runs(tokens: Sequence[Token], taken: set[int]) -> Iterator[tuple[int, int]]:
    """Runs of capitalised proper nouns that are not in `taken`."""
    first = -1
    for i in range(len(tokens) + 1):
        inside = i < len(tokens) and i not in taken and tokens[i].pos == "PROPN" and _is_name(tokens[i])
        if inside and first < 0:
            first = i
        elif not inside and first >= 0:
            yield first, i
            first = -1


def _unlabelled(sentence: _Sentence, taken: set[int]) -> Iterator[tuple[int, int, EntityType]]:
    for first, last in _proper_runs(sentence.tokens, taken):
        told = _told_type(sentence, first, last) or _left_type(sentence, first, last)
        root = sentence.tokens[sentence.root(first, last)]
        if told is None:
            # A capital at the start says little: there the word must be a subject, and nothing but a name.
            wanted = _SUBJECTS if sentence.is_opening(first) else _NOMINAL
            if root.dep not in wanted or (root.text.isupper() and len(root.text) < 5):
                continue
        yield first, last, _plausible(told or EntityType.OTHER, sentence.tokens[first:last])


def english_mentions(text: str, tokens: Sequence[Token], labels: Sequence[Label]) -> list[EntityMention]:
    """Names of one English sentence, in order, without overlaps."""
    sentence = _Sentence(tokens)
    found = list(_labelled(sentence, labels))
    # Dates, numbers and the like are no names, though their words may be proper nouns.
    taken = {i for label in labels if label.label not in _TYPES for i in range(label.first, label.last)}
    taken |= {i for first, last, _ in found for i in range(first, last)}
    found.extend(_unlabelled(sentence, taken))
    return [
        EntityMention(text[tokens[first].start : tokens[last - 1].end], tokens[first].start, tokens[last - 1].end, kind)
        for first, last, kind in sorted(found)
    ]
