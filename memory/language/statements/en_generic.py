"""The last resort for English: what each asserted verb of a clause tells, by the parse, one statement a verb."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Final

from memory.language.inflection import third_person
from memory.language.statements.en_given import fragment_owner, subject_text
from memory.language.statements.en_tree import FINITE, Predication, Tree, clause_predications, past_form
from memory.language.statements.en_vague import tells_nothing
from memory.language.statements.generic import lies_ahead, time_within
from memory.language.statements.pattern import Hit, Statement, clean_value, custom, usable
from memory.language.statements.peel import Peeled, peel
from memory.language.statements.words import words
from memory.model.assertion import Change, MemoryKind, Modality, Polarity
from memory.model.timespan import TimeSpan
from memory.ports.recognizer import Token

_CONTRAST: Final = re.compile(r",?\s+(?:and |but )?(?:not|instead of|rather than|as opposed to)\s.*$", re.I)
_ADVERBS: Final = re.compile(
    r"^(?:(?:not|n't|no longer|never|still|also|now|both|always|usually|often|just)\b\s*)+", re.I
)
_INTENTION: Final = frozenset(
    [
        "plan",
        "intend",
        "aim",
        "hop",
        "decide",
        "agree",
        "vote",
        "promise",
        "arrange",
        "hope",
        "expect",
        "mean",
        "choose",
    ]
)
_ENDING: Final = frozenset(["stop", "quit", "cease"])
_MOTION: Final = frozenset(["come", "go", "leave", "arrive", "join", "start", "move", "fly", "host", "open", "close"])
_PLACES: Final = words(
    "in at on near under behind inside beside opposite above below by over outside across between within"
)
_FINDING: Final = frozenset(["find", "get", "reach", "buy", "see", "access", "collect"])
_EVERYBODY: Final = re.compile(
    r"^(?:everyone|everybody|anyone|anybody|all|every|each|any|no one|nobody|two|three|four)\b", re.I
)
_PERSONAL: Final = re.compile(r"^(?:i|we|he|she|they|you|it)$", re.I)
_DANGLING: Final = re.compile(r"\b(?:to|until|till|from|for|between|back|by|than)$", re.I)


@dataclass(frozen=True, slots=True)
class Reading:
    """One verb of a clause with what belongs to it: `peeled` its subject, `first` the end of the verb's own words."""

    hit: Hit
    tree: Tree
    found: Predication
    peeled: Peeled
    time: TimeSpan | None

    @property
    def verb(self) -> Token:
        return self.tree.tokens[self.found.verb]

    @property
    def end(self) -> int:
        return min(self.tree.tokens[self.found.end - 1].end, self.hit.clause.end)

    def words(self, start: int, full: bool = False) -> str:
        """The words from `start` to the end of the predicate, without time words unless `full`."""
        kept = range(start, self.end) if full else [i for i in self.hit.clause.bare.places if start <= i < self.end]
        return " ".join("".join(self.hit.source[i] for i in kept).split())

    def value(self, start: int, timed: bool = False) -> str:
        """The words from `start` on as a value; time words stay where nothing else is said or a word leads to them."""
        bare = self.words(start).strip(" ,.;:!")
        full = timed or not usable(clean_value(bare, "en")) or _DANGLING.search(bare) is not None
        words = _CONTRAST.sub("", self.words(start, True) if full else bare)
        words = _ADVERBS.sub("", words.strip().replace(" ,", ","))
        cleaned = clean_value(words, "en")
        last = words.split()[-1:] if self._ends_in_particle(words) else []
        return " ".join([cleaned, *last]) if cleaned and not cleaned.endswith(tuple(last) or "\0") else cleaned

    def _ends_in_particle(self, words: str) -> bool:
        """Whether the last word belongs to the verb: `fly in` without its day."""
        last = words.rsplit(" ", 1)[-1]
        return any(t.text == last and t.dep == "prt" for t in self.tree.tokens[self.found.verb : self.found.end])


@custom("en.event", r"^(?P<s>.+)$")
def en_event(hit: Hit) -> Iterable[Statement]:
    """What each verb of the clause tells: something happened, is to happen, or is so."""
    tokens = hit.clause.sentence
    tree = Tree(tokens)
    found = clause_predications(tokens, hit.clause.start, hit.clause.end)
    if not found:
        yield from _appointment(hit)
    for place, each in enumerate(found):
        subject = _subject(hit, each)
        if subject is None:
            continue
        peeled = _flags(tree, each.verb, subject)
        low = tokens[found[place - 1].end].start if place else hit.clause.start
        own = Reading(hit, tree, each, peeled, None)
        time = time_within(hit.clause, low, own.end) if len(found) > 1 else hit.clause.event_time
        yield from _told(replace(own, time=time))


def _appointment(hit: Hit) -> Iterable[Statement]:
    """`Dinner with the Nowaks on Thursday`: no verb, but a time ahead."""
    tokens, words = hit.clause.tokens, clean_value("".join(hit.source[i] for i in hit.clause.bare.places), "en")
    verbless = bool(tokens) and not any(t.pos in ("VERB", "AUX") for t in tokens)
    whole = len(tokens) >= len(hit.clause.sentence) - 2
    if (
        verbless
        and whole
        and tokens[0].pos == "NOUN"
        and ":" not in words
        and len(words.split()) > 1
        and lies_ahead(hit.clause.event_time)
    ):
        yield Statement(Peeled("I"), "plan", words, kind=MemoryKind.EPISODIC, modality=Modality.PLANNED, confidence=0.5)


def _subject(hit: Hit, found: Predication) -> str | None:
    """The words of the subject; None where there is none to be had."""
    if found.subject is None:
        verb = hit.clause.sentence[found.verb]
        return fragment_owner(hit.source[verb.start : hit.clause.end]) if found.fragment else None
    words = subject_text(hit.source, hit.clause.sentence, found.subject)
    gone = {
        i for span in hit.clause.spans for i in range(*span.span) if not hit.source[slice(*span.span)].strip().isdigit()
    }
    start = hit.clause.sentence[found.subject[0]].start
    if start < hit.clause.start < start + len(words):  # a label or an apposition before it was read on its own
        words, start = words[hit.clause.start - start :], hit.clause.start
    plain = "".join(c for i, c in enumerate(words, start) if i not in gone)
    return peel(plain, "en").subject or words


def _flags(tree: Tree, verb: int, subject: str) -> Peeled:
    modal = {t.lemma if t.text.casefold() != "ca" else "can" for t in tree.auxiliaries(verb) if t.tag == "MD"}
    modal |= {t.text.casefold() for t in tree.auxiliaries(verb) if t.tag == "MD"}
    cleft = tree.cleft(tree.tokens[verb].head) if tree.tokens[verb].dep == "relcl" else None
    return Peeled(
        subject,
        negative=tree.negated(verb) != (cleft is not None and tree.negated(cleft)),
        planned=not modal.isdisjoint(["will", "'ll", "wo", "shall"]),
        doubtful=not modal.isdisjoint(["would", "might", "may", "could", "should", "'d"]),
        ends=any(tree.tokens[k].text.casefold() == "longer" for k in tree.below[verb]),
        parsed=True,
    )


def _told(read: Reading) -> Iterable[Statement]:
    for statement in _by_kind(read):
        if usable(statement.value) and not _empty(read, statement):
            yield replace(statement, time=read.time)


def _empty(read: Reading, statement: Statement) -> bool:
    given = statement.subject
    lemma = "have" if statement.predicate == "has" else read.verb.lemma
    return tells_nothing(statement, given if isinstance(given, Peeled) else read.peeled, lemma)


def _by_kind(read: Reading) -> Iterable[Statement]:
    verb = read.verb
    if (told := _told_of_another(read)) is not None:
        yield from told
    elif (verb.lemma == "be" and verb.pos == "AUX") or verb.tag == "POS":
        yield from _copula(read)
    elif read.tree.child(read.found.verb, "auxpass") is not None and verb.tag == "VBN":
        yield from _passive(read)
    elif (inner := _inner(read)) is not None:
        yield from _with_infinitive(read, inner)
    else:
        yield from _active(read)


def _told_of_another(read: Reading) -> list[Statement] | None:
    """`There is a key`, `you'll find it on page 8`, `it was Ray who …`: no statement of their grammatical subject."""
    at, tree = read.found.verb, read.tree
    subject = read.peeled.subject.casefold()
    if subject == "there" and read.verb.lemma == "be":
        noun = tree.child(at, "attr", "nsubj")
        return _placed(read, noun if noun is not None and noun > at else None)
    if subject == "you" and read.verb.lemma == "have" and _inner(read) is not None:
        words = read.hit.clause.text.strip(" .!")
        return [Statement(Peeled(""), "instruction", words, kind=MemoryKind.PROCEDURAL, confidence=0.5)]
    allowed = subject.startswith("only ") and any(t.tag == "MD" for t in tree.auxiliaries(at))
    if allowed or (subject == "you" and read.verb.lemma == "need" and tree.child(at, "dobj") is not None):
        words = read.hit.clause.text.strip(" .!")
        return [Statement(Peeled(""), "instruction", words, kind=MemoryKind.PROCEDURAL, confidence=0.55)]
    if subject == "you" and read.verb.lemma in _FINDING:
        return _placed(read, tree.child(at, "dobj"))
    singled = [k for k in tree.below[at] if k > at and tree.cleft(k) == at and tree.child(k, "relcl") is not None]
    return [] if singled else None


def _placed(read: Reading, noun: int | None) -> list[Statement]:
    """A thing and where it is."""
    if noun is None:
        return []
    low, _ = read.tree.span(noun, frozenset(["prep", "relcl", "acl", "punct", "npadvmod"]))
    token = read.tree.tokens[noun]
    words = read.hit.source[read.tree.tokens[low].start : token.end]
    where = next((t for t in read.tree.tokens[noun + 1 : read.found.end] if t.pos == "ADP"), None)
    none = read.tree.tokens[low].lemma == "no"
    if none and (where is None or where.lemma not in _PLACES):
        given = Peeled(clean_value(re.sub(r"^no ", "", words, flags=re.I), "en"), negative=True, parsed=True)
        return [Statement(given, "status", read.value(token.end) or "there", confidence=0.5)]
    if not none and read.time is not None and not read.words(token.end).strip(" ,.!"):
        ahead = Modality.PLANNED if lies_ahead(read.time) else None
        when = read.value(token.end, timed=True)
        given = Peeled(clean_value(words, "en"), parsed=True)
        return [Statement(given, "schedule", when, kind=MemoryKind.EPISODIC, modality=ahead, confidence=0.55)]
    if where is None or where.lemma not in _PLACES or not read.words(where.end).strip():
        return []
    words = re.sub(r"^(?:no|any) ", "", words, flags=re.I)
    given = Peeled(clean_value(words, "en"), negative=read.peeled.negative or none, parsed=True)
    if token.pos == "PRON":
        return [Statement(given, "contact", read.value(where.start), confidence=0.6)]
    name = "phone" if sum(c.isdigit() for c in read.words(where.end)) > 5 else "location"
    return [Statement(given, name, read.value(where.end if name == "phone" else where.start), confidence=0.6)]


def _copula(read: Reading) -> Iterable[Statement]:
    """X is Y: where it is, or what it is like."""
    value = read.value(read.verb.end, timed=True)
    first = read.tree.tokens[min(_next(read), len(read.tree.tokens) - 1)]
    person = first.lemma not in ("in", "at", "near", "outside") and re.match(
        r"^(?:i|we|he|she|they)$", read.peeled.subject, re.I
    )
    if not clean_value(read.words(read.verb.end), "en"):
        planned = Modality.PLANNED if lies_ahead(read.time) else None
        yield Statement(read.peeled, "schedule", value, kind=MemoryKind.EPISODIC, modality=planned, confidence=0.55)
    elif first.dep == "prep" and first.lemma in ("on", "off") and _PERSONAL.match(read.peeled.subject):
        yield Statement(read.peeled, first.lemma, read.value(first.end, timed=True), confidence=0.55)
    elif first.dep == "prep" and first.lemma in _PLACES and not person:
        yield Statement(read.peeled, "location", read.value(first.start), confidence=0.55)
    else:
        former = MemoryKind.EPISODIC if read.verb.tag == "VBD" else None
        yield Statement(read.peeled, "description", value, kind=former, confidence=0.55)


def _next(read: Reading) -> int:
    """The first token after the verb that is no adverb or negation."""
    at = read.found.verb + 1
    while at < len(read.tree.tokens) and read.tree.tokens[at].pos in ("ADV", "PART") and at < read.found.end - 1:
        at += 1
    return at


def _passive(read: Reading) -> Iterable[Statement]:
    """X has been approved: how it stands; X was diagnosed with Y: what happened."""
    getting = next(
        (t for t in read.tree.auxiliaries(read.found.verb) if t.text.casefold().startswith(("get", "got"))), read.verb
    )
    value = read.value(getting.start)
    if read.peeled.planned or lies_ahead(read.time):
        yield Statement(
            read.peeled, "plan", value, kind=MemoryKind.EPISODIC, modality=Modality.PLANNED, confidence=0.55
        )
    elif read.time is not None or _PERSONAL.match(re.sub("^it$", "", read.peeled.subject, flags=re.I)):
        yield Statement(read.peeled, "event", value, kind=MemoryKind.EPISODIC, confidence=0.55)
    else:
        yield Statement(read.peeled, "status", value, confidence=0.55)


def _inner(read: Reading) -> int | None:
    """The verb under `going to`, `have to`, `stopped`: the one that says what is done."""
    inner = read.tree.child(read.found.verb, "xcomp")
    ledby = inner is not None and any(read.tree.tokens[k].lemma == "to" for k in read.tree.below[inner])
    if read.verb.lemma in ("have", "need", *_INTENTION) and not ledby:
        return None
    if inner is None or inner < read.found.verb or read.tree.tokens[inner].pos not in ("VERB", "AUX"):
        return None
    return inner


def _with_infinitive(read: Reading, inner: int) -> Iterable[Statement]:
    """Plans, rules, endings, former habits; else the verb with its whole complement."""
    lemma, start = read.verb.lemma, read.tree.tokens[inner].start
    if any(t.tag == "VBD" for t in read.tree.auxiliaries(read.found.verb)) and (lemma in _INTENTION or lemma == "go"):
        return  # `was going to`: what came of it is not told
    value, peeled = read.value(start), read.peeled
    if lemma in ("have", "need") and _generic(read):
        words = read.hit.clause.text.strip(" .!")
        yield Statement(Peeled(""), "instruction", words, kind=MemoryKind.PROCEDURAL, confidence=0.6)
    elif lemma in ("have", "need") and read.verb.tag == "VBD":
        yield Statement(peeled, "event", read.value(read.verb.start), kind=MemoryKind.EPISODIC, confidence=0.55)
    elif lemma in _INTENTION or lemma in ("have", "need") or (lemma == "go" and read.verb.tag == "VBG"):
        planned = replace(peeled, planned=True)
        yield Statement(planned, "plan", value, kind=MemoryKind.EPISODIC, modality=Modality.PLANNED, confidence=0.6)
    elif lemma in _ENDING and read.tree.tokens[inner].tag == "VBG":
        rest = read.value(read.tree.tokens[inner].end) or value
        name = read.tree.tokens[inner].lemma
        yield Statement(peeled, name, rest, polarity=Polarity.NEGATIVE, change=Change.ENDS, confidence=0.55)
    elif lemma == "use" and read.verb.tag in ("VBD", "VBN"):
        yield Statement(peeled, "habit", value, polarity=Polarity.NEGATIVE, change=Change.ENDS, confidence=0.5)
    else:
        yield from _active(read)


def _generic(read: Reading) -> bool:
    """Whether the subject is whoever it concerns: `two people have to`, `visitors need to`."""
    subject = read.found.subject
    if subject is None or _PERSONAL.match(read.peeled.subject):
        return False
    plural = any(t.tag == "NNS" for t in read.tree.tokens[subject[0] : subject[1]])
    return plural or _EVERYBODY.match(read.peeled.subject) is not None


def _active(read: Reading) -> Iterable[Statement]:
    verb, peeled = read.verb, read.peeled
    if verb.lemma == "get" and _perfect(read) and read.tree.child(read.found.verb, "dobj") is not None:
        yield Statement(peeled, "has", read.value(verb.end), confidence=0.55)  # `I've got a cat`
        return
    if verb.lemma == "plan" and not _past(read):
        value = read.value(verb.end)
        yield Statement(peeled, "plan", value, kind=MemoryKind.EPISODIC, modality=Modality.PLANNED, confidence=0.6)
        return
    able = any(t.text.casefold() in ("can", "ca") for t in read.tree.auxiliaries(read.found.verb))
    whole = read.value(verb.start)
    if able:
        yield Statement(peeled, "ability", whole, confidence=0.55)
    elif _planned(read):
        whole = whole if " " in whole else read.value(verb.start, timed=True)
        yield Statement(peeled, "plan", whole, kind=MemoryKind.EPISODIC, modality=Modality.PLANNED, confidence=0.6)
    elif _past(read):
        yield Statement(peeled, "event", whole, kind=MemoryKind.EPISODIC, confidence=0.6)
    else:
        yield from _present(read)


def _planned(read: Reading) -> bool:
    verb = read.verb
    if read.peeled.planned:
        return True
    progressive = verb.tag == "VBG"
    if any(t.lemma == "do" for t in read.tree.auxiliaries(read.found.verb)):
        return False  # `we don't do presents at Christmas`
    ahead = lies_ahead(read.time) and not _by_the_clock(read) and (progressive or verb.tag in ("VBZ", "VBP", "VB"))
    return ahead or (progressive and verb.lemma in _MOTION and not _perfect(read) and read.found.subject is not None)


def _by_the_clock(read: Reading) -> bool:
    """`Backups run at 2 am`: a time of day without a day tells what happens every day."""
    span = read.time
    told = "" if span is None else read.hit.source[slice(*span.span)]
    simple = read.verb.tag in ("VBZ", "VBP")
    return (
        simple
        and re.fullmatch(r"(?:at |from )?(?:\d{1,2}(?:[:.]\d\d)?(?: ?[ap]m)?|noon|midnight)", told, re.I) is not None
    )


def _perfect(read: Reading) -> bool:
    return any(t.lemma == "have" or t.text == "'ve" for t in read.tree.auxiliaries(read.found.verb))


def _past(read: Reading) -> bool:
    tags = {t.tag for t in read.tree.auxiliaries(read.found.verb)}
    return read.verb.tag in ("VBD", "VBN") or "VBD" in tags or (not tags and past_form(read.verb))


def _present(read: Reading) -> Iterable[Statement]:
    """What is so or is done as a rule: the verb with its particle or preposition, and what follows."""
    verb, tree, at = read.verb, read.tree, read.found.verb
    if re.match(r"^(?:every|each|any) (?!time|now|day|so)\w", read.peeled.subject, re.I) and not read.peeled.negative:
        words = read.hit.clause.text.strip(" .!")
        yield Statement(Peeled(""), "instruction", words, kind=MemoryKind.PROCEDURAL, confidence=0.5)
        return
    name, start = third_person(verb.lemma), verb.end
    after = at + 1
    kept = set(read.hit.clause.bare.places)
    while after < read.found.end and tree.tokens[after].head == at and tree.tokens[after].dep in ("prt", "prep"):
        token = tree.tokens[after]
        placed = token.dep == "prep" and (token.lemma in _PLACES or tree.child(at, "dobj") is not None)
        if token.start not in kept or placed:
            break
        name, start, after = f"{name} {token.text.casefold()}", token.end, after + 1
    value = read.value(start)
    if (
        name == "does"
        and verb.tag in FINITE
        and re.match(r"^(?!The |Our |My |This |A |They$|It$)[A-Z]", read.peeled.subject)
        and len(read.peeled.subject) > 1
    ):
        name = "responsible_for"
    if usable(value):
        yield Statement(read.peeled, name, value, confidence=0.55)
    elif (tree.child(at, "dobj") is None or not _PERSONAL.match(read.peeled.subject)) and tree.finite(at):
        yield Statement(read.peeled, "does", read.words(verb.start, True).strip(" ,.;:!"), confidence=0.5)
