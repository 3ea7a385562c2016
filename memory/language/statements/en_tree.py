"""The predicates of an English sentence by its dependency parse: whose they are, and what hangs on the verb.

Only what stands as asserted is given: the main verb, verbs joined to it, clauses put beside it by a comma, and relative
clauses after a comma. What stands under `if`, `when`, `that` or a verb of thinking is not.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from memory.language.statements.words import words
from memory.ports.recognizer import Token

FINITE: Final = frozenset(["VBZ", "VBD", "VBP", "MD"])
_VERBAL: Final = frozenset(["VERB", "AUX"])
_SUBJECTS: Final = frozenset(["nsubj", "nsubjpass", "csubj", "expl"])
_AUXILIARY: Final = frozenset(["aux", "auxpass"])
_HELD: Final = frozenset(["think", "believe", "guess", "suppose", "say", "hope", "hear", "feel", "imagine", "doubt"])
"""`It rains, he says`: the clause before such a verb is somebody's opinion."""
_OUTSIDE: Final = frozenset(["relcl", "appos", "punct", "cc", "conj", "parataxis", "advcl", "ccomp"])
_TEMPORAL: Final = frozenset(["until", "till", "since", "before", "after", "by", "from", "as"])
_LONGER: Final = frozenset(["long", "longer"])
PAST_FORMS: Final = words(
    "got lost left made bought found went came took gave saw met sold paid built broke won began wrote told kept felt"
    " heard held led lent lit ran rang sent slept spent spoke stood stuck stole swam taught threw wore woke drove flew grew"
    " drew ate drank fell forgot froze caught chose brought quit"
)
"""Past forms that are no base form: at the head of a sentence the tagger takes them for orders."""
INTENDING: Final = frozenset(["planning", "intending", "hoping", "aiming", "looking", "meaning"])
_MARKED: Final = frozenset(["IN", "WRB", "WP", "WDT", "WP$"])
_CHAIN: Final = frozenset(["AUX", "PART", "ADV"])


@dataclass(frozen=True, slots=True)
class Predication:
    """A verb with its subject: indices into the tokens of the sentence; `subject` is a range, None where there is none.

    `end` is the index after the last token that may belong to it.
    """

    verb: int
    subject: tuple[int, int] | None
    end: int
    fragment: bool = False


def past_form(token: Token) -> bool:
    """Whether a word tagged as a bare verb can only be a past form: `Lost my keys`, `Booked a cabin`."""
    word = token.text.casefold()
    return token.tag == "VB" and (word in PAST_FORMS or (word.endswith("ed") and word not in ("need", "feed", "speed")))


class Tree:
    """The tokens of one sentence with the questions that reading asks of them."""

    def __init__(self, tokens: Sequence[Token]) -> None:
        self.tokens = tokens

    @cached_property
    def below(self) -> list[list[int]]:
        """The tokens that hang on each token."""
        found: list[list[int]] = [[] for _ in self.tokens]
        for i, token in enumerate(self.tokens):
            if 0 <= token.head < len(self.tokens) and token.head != i:
                found[token.head].append(i)
        return found

    def child(self, i: int, *labels: str) -> int | None:
        """The first token under `i` with one of the labels."""
        return next((k for k in self.below[i] if self.tokens[k].dep in labels), None)

    def auxiliaries(self, i: int) -> list[Token]:
        """The auxiliary verbs of a verb, in order."""
        return [self.tokens[k] for k in self.below[i] if self.tokens[k].dep in _AUXILIARY]

    def finite(self, i: int) -> bool:
        """Whether a verb is inflected itself or by an auxiliary."""
        if self.tokens[i].tag in FINITE or any(t.tag in FINITE for t in self.auxiliaries(i)):
            return True
        # `the basement flooded`: a past form that the tagger took for a participle
        return self.tokens[i].tag == "VBN" and not self.auxiliaries(i) and self.child(i, "nsubj") is not None

    def negated(self, i: int) -> bool:
        """Whether a negation hangs on the verb or on one of its auxiliaries."""
        beside = (k for k in self.below[i] if self.tokens[k].dep in _AUXILIARY or self.tokens[k].lemma in _LONGER)
        heads = [i, *beside]
        return any(self.tokens[k].dep == "neg" or self.tokens[k].lemma == "never" for h in heads for k in self.below[h])

    def span(self, i: int, skip: frozenset[str] = frozenset()) -> tuple[int, int]:
        """The range of tokens under `i`, without branches whose label is in `skip`."""
        low, high, todo = i, i, [i]
        while todo:
            at = todo.pop()
            low, high = min(low, at), max(high, at)
            todo.extend(k for k in self.below[at] if self.tokens[k].dep not in skip)
        return low, high + 1

    def verbs(self) -> Iterator[int]:
        """The verbs that are asserted, in order."""
        return (i for i in range(len(self.tokens)) if self._asserted(i, 0))

    def _asserted(self, i: int, depth: int) -> bool:
        token = self.tokens[i]
        if token.pos not in _VERBAL or depth > 6 or self._subordinate(i):
            return False
        head = token.head
        if token.dep == "ROOT" or head < 0:
            return self.finite(i) or self._opens(i)
        if token.dep == "conj":
            return (self.finite(i) or self.finite(head) or self.finite(self._master(i))) and self._asserted(
                self._master(i), depth + 1
            )
        if token.dep in ("parataxis", "ccomp", "advcl", "acl"):
            return self._beside(i) and (self.finite(i) or self._opens(i))
        if token.dep == "relcl":
            related = self.child(i, "nsubj", "nsubjpass") is not None
            return self.finite(i) and related and (self._after_comma(i) or self.cleft(head) is not None)
        return False

    def _subordinate(self, i: int) -> bool:
        marks = (
            k for k in self.below[i] if k < i and self.tokens[k].dep in ("mark", "advmod") and not self._no_mark(k, i)
        )
        return any(self.tokens[k].tag in ("IN", "WRB") and self.tokens[k].lemma != "that" for k in marks)

    def _no_mark(self, k: int, i: int) -> bool:
        """`This once I …`; `until the end of May I …`: the word leads to a noun, not to the verb."""
        if self.tokens[k].lemma == "once":
            return k > 0 and self.tokens[k - 1].lemma == "this"
        own = next((s for s in self.below[i] if self.tokens[s].dep in _SUBJECTS and k < s < i), None)
        between = self.tokens[k + 1 : own] if own is not None else ()
        return self.tokens[k].lemma in _TEMPORAL and any(t.pos in ("NOUN", "PROPN") and t.head != own for t in between)

    def _master(self, i: int) -> int:
        """The verb that a joined verb stands beside: `stopped buying A and use B` joins `use` to `stopped`."""
        head = self.tokens[i].head
        while (
            self.tokens[i].tag in ("VBZ", "VBP", "VBD", "VB")
            and self.tokens[head].dep == "xcomp"
            and not self._like(i, head)
        ):
            head = self.tokens[head].head
        return head

    def _like(self, i: int, head: int) -> bool:
        return (self.tokens[i].tag == "VB") == (self.tokens[head].tag == "VB")

    def _beside(self, i: int) -> bool:
        """Whether a clause only stands next to the verb it is hung on: before it, or under no verb at all."""
        head = self.tokens[i].head
        if self.tokens[head].pos not in _VERBAL:
            return True
        return i < head and self.tokens[head].lemma not in _HELD and self.child(i, "mark") is None

    def cleft(self, i: int) -> int | None:
        """The `be` over a noun when the sentence singles it out: `it was Ray who lent …`."""
        head = self.tokens[i].head
        if self.tokens[i].dep != "attr" or self.tokens[head].lemma != "be":
            return None
        subject = self.child(head, "nsubj", "expl")
        return head if subject is not None and self.tokens[subject].text.casefold() == "it" else None

    def _after_comma(self, i: int) -> bool:
        low, _ = self.span(i)
        return low > 0 and self.tokens[low - 1].text == ","

    def _opens(self, i: int) -> bool:
        """Whether a verb without a subject opens the sentence: `Started at …`, `Going with …`."""
        before = self.tokens[:i]
        inflected = self.tokens[i].tag in ("VBG", "VBN", "VBD") or past_form(self.tokens[i])
        return inflected and all(t.pos in ("ADV", "INTJ", "PUNCT", "AUX", "PART", "CCONJ", "ADJ") for t in before)

    def subject(self, i: int) -> tuple[int, int] | None:
        """The range of the subject of a verb: its own, or that of the verb it is joined to."""
        for _ in range(5):
            heads = (i, *(k for k in self.below[i] if self.tokens[k].dep in _AUXILIARY))
            own = [k for h in heads for k in self.below[h] if self.tokens[k].dep in _SUBJECTS and k < i]
            if own:
                return self._noun(i, own)
            if self.tokens[i].dep != "conj":
                break
            i = self._master(i)
        return None

    def _noun(self, verb: int, own: list[int]) -> tuple[int, int]:
        head = self.tokens[verb].head
        if self.tokens[verb].dep == "relcl" and self.tokens[own[0]].tag in ("WP", "WDT"):
            return self.span(head, _OUTSIDE)
        if own[0] and self.tokens[own[0]].lemma == "one" and self.tokens[own[0] - 1].lemma in ("this", "that"):
            return own[0] - 1, own[0] + 1
        spans = [self.span(k, _OUTSIDE) if len(own) == 1 else self.span(k) for k in own]
        low, high = min(s[0] for s in spans), max(s[1] for s in spans)
        joined = [k for s in own for k in self.below[s] if self.tokens[k].dep == "conj"]
        high = max([high, *(self.span(k)[1] for k in joined)])
        while high < verb and self.tokens[high].pos == "NUM" and low <= self.tokens[high].head < high:
            high += 1  # `invoice 2231`
        return low, high


def _neighbour(found: Sequence[Predication]) -> tuple[int, int] | None:
    """The subject of the nearest predicate before: `has two rooms, costs 980` may be parsed as two clauses."""
    return next((p.subject for p in reversed(found) if p.subject is not None), None)


def clause_predications(tokens: Sequence[Token], start: int, end: int) -> list[Predication]:
    """The asserted predicates whose verb stands in the characters `start..end`; by the tags where the parse has none."""
    inside = [i for i, t in enumerate(tokens) if start <= t.start < end]
    if len(inside) > 2 and tokens[inside[0]].text.casefold() in INTENDING and tokens[inside[1]].text == "to":
        return [Predication(inside[0], None, inside[-1] + 1, True)]
    found = [p for p in predications(tokens) if inside and inside[0] <= p.verb <= inside[-1]]
    if found or not inside:
        return [_behind_label(tokens, p, inside[0]) for p in found]
    tagged = by_tags(tokens, inside[0], inside[-1] + 1)
    return [tagged] if tagged is not None else []


def _behind_label(tokens: Sequence[Token], found: Predication, first: int) -> Predication:
    """`Timetable: line 7 runs …`: the label is no subject of the verb behind it."""
    subject = found.subject
    if subject is None or subject[1] > first or not any(t.text == ":" for t in tokens[subject[0] : first]):
        return found
    before = next((i for i in range(first, found.verb + 1) if tokens[i].pos in ("AUX", "VERB")), found.verb)
    return Predication(found.verb, (first, before), found.end) if before > first else found


def _noun_before(tokens: Sequence[Token], first: int, verb: int) -> int:
    """Where the subject before a verb begins: after an opening `for now`, `on Mondays`."""
    if tokens[first].pos not in ("ADP", "ADV", "SCONJ"):
        return first
    at = verb
    if tokens[at - 1].tag == "PRP":
        return at - 1
    while at > first and tokens[at - 1].pos in ("DET", "ADJ", "NOUN", "PROPN", "NUM", "PRON"):
        at -= 1
    return at


def by_tags(tokens: Sequence[Token], first: int, last: int) -> Predication | None:
    """The first inflected verb of a clause that the parser took for something else: what stands before is its subject."""
    verb = next((i for i in range(first, last) if tokens[i].tag in FINITE), None)
    if verb is None:
        return _contracted(tokens, first, last)
    if verb == first or any(_marks(t) for t in tokens[first:verb]):
        return None
    before = tokens[first:verb]
    if any(t.tag == "VB" for t in before) or not any(t.pos in ("NOUN", "PROPN", "PRON") for t in before):
        return None
    main = verb
    while main + 1 < last and tokens[main].pos in _CHAIN and tokens[main + 1].pos in ("AUX", "PART", "ADV", "VERB"):
        main += 1
    if tokens[main].tag == "VBN" and tokens[main - 1].lemma == "have" and not _participle(tokens[main].text):
        main -= 1
    start = _noun_before(tokens, first, verb)
    return Predication(main, (start, verb), last) if start < verb else None


def _marks(token: Token) -> bool:
    """Whether a word opens a clause that is not asserted."""
    return token.tag in _MARKED and (token.pos != "ADP" or token.dep == "mark")


def _contracted(tokens: Sequence[Token], first: int, last: int) -> Predication | None:
    """`my partner's coeliac` beside another clause: the 's is a verb, though it looks like a genitive."""
    mark = next((i for i in range(first + 1, last - 1) if tokens[i].tag == "POS"), None)
    elsewhere = any(t.tag in FINITE for t in (*tokens[:first], *tokens[last:]))
    if mark is None or last - mark > 9 or tokens[first].pos not in ("PRON", "PROPN", "DET"):
        return None
    after = tokens[mark + 1]
    if after.tag == "VBG":
        return Predication(mark + 1, (first, mark), last)
    ends = mark + 2 >= last or tokens[mark + 2].tag in ("IN", "TO", "CC", ".", ",")
    if after.tag in ("JJ", "VBN") and ends:
        return Predication(mark, (first, mark), last)
    certain = after.tag in ("PRP$", "DT", "IN") or (elsewhere and last - mark <= 5)
    return Predication(mark, (first, mark), last) if certain else None


def _participle(word: str) -> bool:
    return word.endswith(("ed", "en", "wn", "ne", "ght", "pt", "ld", "lt", "nt"))


def predications(tokens: Sequence[Token]) -> list[Predication]:
    """The asserted predicates of a sentence, in order."""
    tree = Tree(tokens)
    verbs = list(tree.verbs())
    found: list[Predication] = []
    for place, verb in enumerate(verbs):
        subject = tree.subject(verb)
        fragment = subject is None and not any(p.subject for p in found)
        if subject is None and tree.finite(verb):
            subject = _neighbour(found)
        if subject is not None and _ordered(tree, verb, subject):
            continue
        end = _end(tree, verb, verbs[place + 1] if place + 1 < len(verbs) else None)
        found.append(Predication(verb, subject, end, fragment))
    return found


def _ordered(tree: Tree, verb: int, subject: tuple[int, int]) -> bool:
    """Whether a bare verb is an order beside a statement: `the door is locked, use the side door`."""
    token = tree.tokens[verb]
    if token.tag != "VB" or token.dep != "conj" or tree.auxiliaries(verb) or tree.tokens[subject[1] - 1].tag == "NNS":
        return False
    return tree.tokens[token.head].tag == "VBZ"


def _end(tree: Tree, verb: int, following: int | None) -> int:
    """Where the words of a predicate end: at the next predicate, or before a subordinate clause after a comma."""
    end = len(tree.tokens)
    if following is not None:
        subject = tree.subject(following)
        starts = [k for k in tree.below[following] if k < following and tree.tokens[k].dep in _AUXILIARY]
        if subject is not None and verb < subject[0] < following:
            starts.append(subject[0])
        end = min([following, *starts])
        while end - 1 > verb and tree.tokens[end - 1].pos in ("PUNCT", "CCONJ", "ADV", "INTJ"):
            end -= 1
    return min([end, *(s for s in _subordinates(tree, verb) if s < end)])


def _subordinates(tree: Tree, verb: int) -> Iterator[int]:
    """Where clauses with `because`, `when`, `if` under the verb begin."""
    for k in tree.below[verb]:
        if k > verb and tree.tokens[k].dep == "advcl" and tree.child(k, "mark", "advmod") is not None:
            low, _ = tree.span(k)
            if low > verb + 1:
                yield low
