"""Statements that take the place of statements in other slots, because both are about one thing.

`The message queue is RabbitMQ` and `we moved the queue over to Kafka` are worded so differently that they stand in two slots.
The second turns from something; whether it is the first is decided here, by pairs, so that the order of arrival is
nothing to it. Method: overlap of content words under vetoes (another owner, another part, another sort of value).
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import timedelta
from typing import Final

from memory.language.han import fold
from memory.language.tokens import stemmed
from memory.model.assertion import Application, Assertion, MemoryKind, Modality, SubjectKind
from memory.model.settled import LinkedAssertion
from memory.model.timespan import Bound
from memory.model.topic import Topic, Turn
from memory.settle.endings import ending
from memory.settle.registry import DEFAULT_REGISTRY
from memory.settle.values import normal_value

COVERED: Final = 0.4
"""Share of the lighter topic's weight that must be found in the other one."""
_SHARED: Final = 2
_MOST: Final = 5
"""A topic weighs no more: what else a long sentence says does not matter."""
_STEM: Final = 4
_PREFIX: Final = 5
_SUFFIX: Final = 3
"""English stems of one matter share so many letters and differ by no more: `drive`, `driver`."""
_LONG_EN, _LONG_ZH = 7, 14
"""Values of more words (characters) are told, not set: no change sets them."""
_TODAY: Final = timedelta(days=1)
_VAGUE: Final = frozenset(["description", "does", "event", "choice", "value", "plan", "cause"])
_HEADS: Final = frozenset("租薪")
"""Last characters by which two Chinese nouns are likely one matter: 月租, 房租."""
_COMMITS: Final = re.compile(
    r"\b(?:order|book|sign|subscrib|agree|adopt|regist|enrol|reserv|join|accept|appl|plan|volunteer)\w*|订|報名|报名|报了|约|約|买"
    r"|參加|参加|加入|答应|入会",
    re.I,
)
_LOOSE_TEXT: Final = (
    "uses habit hobby has likes dislikes prefers default_choice avoids skill ability status instruction procedure reminder"
    " support schedule location storage responsible_for works_with role lives_in health outcome policy limit total quantity"
    " price supplier"
)
_LOOSE: Final = _VAGUE | frozenset(_LOOSE_TEXT.split())
_SEVERAL: Final = frozenset(["likes", "dislikes", "has", "skill", "ability", "hobby", "support", "has_pet", "friend"])
"""What one has several of: another one takes the place of none. Fewer than the registry has: a teacher may be changed."""
_FIRM: Final = frozenset(predicate.name for predicate in DEFAULT_REGISTRY.all()) - _LOOSE
"""Attributes that words name without doubt: who owns a thing says nothing of where it runs."""
_CLOCK: Final = re.compile(r"\d{1,2}:\d\d|[一二三四五六七八九十\d]点|o.clock|\d ?[ap]m\b")
_DATE: Final = re.compile(
    r"\d+[月号日]|\b(?:jan|feb|mar|apr|may|june?|july?|aug|sep|oct|nov|dec)[a-z]* \d|\d (?:jan|feb|mar|apr|may|june?|july?|aug"
    r"|sep|oct|nov|dec)"
)
_NAMED: Final = re.compile(r"^[a-z]{4,}(?: [a-z]+)* \d+$")
"""A model: `fairlight 4`."""
_CODE: Final = re.compile(r"[a-z]+[-_]?\d{2,}|\d+[-_]?[a-z]{3,}\d|[a-z]-\d")
_NUMBER: Final = re.compile(
    r"(?<![a-z])\d[\d.,]*|^[一二三四五六七八九十百两半几]+(?:个?小时|分钟|天|个月|年|周|句|字|度|元|块|人|次)"
)


def keys_of(topic: Topic) -> list[str]:
    """Pieces of words: topics that may be about one thing share at least one."""
    words = (*topic.nouns, *topic.acts, *(topic.around if topic.turn else ()))
    return sorted({piece for word in words for piece in _pieces(word)})


def _pieces(word: str) -> Iterator[str]:
    if word.isascii():
        yield word[:_STEM]
        return
    yield word[-1]
    yield from (word[at : at + 2] for at in range(len(word) - 1))


def turns_from(later: Assertion, stated: Assertion) -> bool:
    """Whether `later` says that `stated` holds no longer."""
    new, old = later.topic, stated.topic
    if new is None or old is None or not _may_turn(later, new) or not _may_end(stated, new.turn):
        return False
    if later.chunk_id == stated.chunk_id or later.authority < stated.authority or not _is_later(later, stated):
        return False
    if new.turn is Turn.REPLACES and stated.predicate in _SEVERAL:
        return False
    if (
        not _about_one_thing(new, old)
        or _apart(new, old)
        or _of_two_subjects(later, stated)
        or _of_two_people(later, stated)
    ):
        return False
    return new.turn is Turn.ENDS or _another_value(new.core, old.core)


def _may_turn(later: Assertion, new: Topic) -> bool:
    told = later.modality is Modality.ASSERTED and later.application is Application.ALWAYS
    if not told or new.turn is Turn.NONE or later.event_bound in (Bound.UNTIL, Bound.WITHIN):
        return False
    # Only a statement of how things are now takes the place of another one; that something happened may call it off.
    return new.turn is Turn.ENDS or later.kind is not MemoryKind.EPISODIC


def _may_end(stated: Assertion, turn: Turn) -> bool:
    """What merely happened stays true; what was booked may be called off."""
    if stated.kind is not MemoryKind.EPISODIC or stated.modality is Modality.PLANNED:
        return True
    return turn is Turn.ENDS and _COMMITS.search(stated.value) is not None


def _is_later(later: Assertion, stated: Assertion) -> bool:
    """By when they were said; what tells of the past counts from then: an old contract found today is old."""
    past = later.event_start is not None and later.event_start < later.said_at - _TODAY
    turns = later.event_start if past and later.event_start is not None else later.said_at
    return turns > min(stated.said_at, stated.event_start or stated.said_at)


def _about_one_thing(new: Topic, old: Topic) -> bool:
    shared = _shared(new, old)
    lighter = min(_weight(old.nouns, old.acts), _weight(new.nouns, (*new.acts, *new.around)))
    # One word of another sentence is not what the statement itself is about.
    least = _SHARED if _meets(new, old) else 2 * _SHARED
    return shared >= least and shared >= COVERED * min(lighter, _MOST)


def _meets(new: Topic, old: Topic) -> bool:
    own = (*new.nouns, *new.acts)
    return any(_alike(word, other) for word in (*old.nouns, *old.acts) for other in own)


def _shared(new: Topic, old: Topic) -> int:
    told, nouns = (*new.nouns, *new.around, *new.acts), (*new.nouns, *new.around)
    told = [word for word in told if not _only_specifies(word, new, (*old.nouns, *old.acts))]
    own = [word for word in old.nouns if not _only_specifies(word, old, (*new.nouns, *new.around, *new.acts))]
    shared = sum(max((_alike(word, other) for other in told), default=0) for word in own)
    for word in old.acts:
        if any(_alike(word, other) == _SHARED for other in nouns):
            shared += _SHARED
        elif any(_alike(word, other) == _SHARED for other in new.acts):
            shared += _act_weight(word)
    return shared + len({*old.owners} & {*new.owners})


def _only_specifies(word: str, topic: Topic, among: Sequence[str]) -> bool:
    """Whether a word only says which of its kind a thing is that the other topic does not name: the canal of `canal tour`."""
    heads = [head for left, head in topic.parts if left == word]
    return bool(heads) and _unmet(heads, among)


def _weight(nouns: Sequence[str], acts: Sequence[str]) -> int:
    return _SHARED * len(nouns) + sum(_act_weight(word) for word in acts)


def _act_weight(word: str) -> int:
    """A Chinese verb of two characters says as much as a noun."""
    return 1 if word.isascii() or len(word) < 2 else 2


def _alike(left: str, right: str) -> int:
    """2 for words of one matter, else 0."""
    if left == right:
        return _SHARED
    short, long = sorted((left, right), key=len)
    if short.isascii() or long.isascii():
        near = len(short) >= _PREFIX and len(long) - len(short) <= _SUFFIX and long.startswith(short)
        return _SHARED if near or left[:6] == right[:6] != short else 0
    if (len(short) > 1 and long.endswith(short)) or any(short[at : at + 2] in long for at in range(len(short) - 1)):
        return _SHARED
    return _SHARED if len(short) > 1 and short[-1] == long[-1] and short[-1] in _HEADS else 0


def _apart(new: Topic, old: Topic) -> bool:
    """Whether they speak of two owners' things, or of two parts: the front door's code and the back door's."""
    if _unmet(new.owners, (*old.owners, *old.nouns)) or _unmet(old.owners, (*new.owners, *new.nouns, *new.around)):
        return True
    return any(
        _alike(head, other) == _SHARED
        and not _alike(left, right)
        and _unmet((left,), (*new.nouns, *new.acts, *new.around))
        and _unmet((right,), (*old.nouns, *old.acts))
        for left, head in old.parts
        for right, other in new.parts
    )


def _of_two_subjects(later: Assertion, stated: Assertion) -> bool:
    """Whether one attribute of two things is told: the time of the stand-up, the time of the planning."""
    (head, _, tail), (other, _, same) = later.predicate.rpartition("."), stated.predicate.rpartition(".")
    if tail != same:
        return tail in _FIRM and same in _FIRM
    if head and other and not _alike(_last(head), _last(other)):
        return True
    names = [_last(a.subject.text) for a in (later, stated) if a.subject.kind is SubjectKind.NAMED]
    if head or tail in _VAGUE or len(names) < 2:
        return False
    return not _alike(*names)


def _of_two_people(later: Assertion, stated: Assertion) -> bool:
    """Whether two speakers speak of themselves."""
    both = later.subject.kind is stated.subject.kind is SubjectKind.SPEAKER
    return both and later.subject.text.casefold() != stated.subject.text.casefold()


def _last(name: str) -> str:
    """The word of a name that says what it is, in the form in which words are compared."""
    plain = name.casefold()
    return stemmed(plain.split()[-1]) if plain.isascii() and plain.split() else fold(plain)


def _unmet(words: Iterable[str], among: Sequence[str]) -> bool:
    return any(all(_alike(word, other) < _SHARED for other in among) for word in words)


def _another_value(new: str, old: str) -> bool:
    left, right = normal_value(new), normal_value(old)
    if _is_long(left) or _is_long(right):
        return False
    return left not in right and right not in left and sort_of(left) == sort_of(right)


def _is_long(value: str) -> bool:
    return len(value.split()) > _LONG_EN if value.isascii() else len(value) > _LONG_ZH


def sort_of(value: str) -> str:
    """The sort of a normalised value: `clock date code number`, else `words`."""
    sorts = (("clock", _CLOCK), ("date", _DATE), ("code", _CODE), ("number", _NUMBER))
    if _NAMED.search(value):
        return "words"
    return next((name for name, pattern in sorts if pattern.search(value)), "words")


def turned(stated: Sequence[LinkedAssertion], later: Mapping[str, Sequence[LinkedAssertion]]) -> list[LinkedAssertion]:
    """Statements that end values of a slot, one for each value and later statement.

    Args:
        stated: The slot's own statements.
        later: Statements of other slots that turn from something, by the pieces of their words (`keys_of`).
    """
    own = {linked.assertion.assertion_id for linked in stated}
    found: dict[object, LinkedAssertion] = {}
    for linked in stated:
        if linked.assertion.topic is None:
            continue
        near = {
            other.assertion.assertion_id: other
            for key in keys_of(linked.assertion.topic)
            for other in later.get(key, ())
        }
        for other in near.values():
            if other.assertion.assertion_id not in own and turns_from(other.assertion, linked.assertion):
                told = _not_before(other, linked)
                ended = ending("turned", told, linked.assertion.value, linked.object_id, linked.object_name)
                known = found.get(ended.assertion.assertion_id)
                found[ended.assertion.assertion_id] = known if known and told is other else ended
    return sorted(found.values(), key=lambda ended: ended.assertion.assertion_id.int)


def _not_before(later: LinkedAssertion, stated: LinkedAssertion) -> LinkedAssertion:
    """`From today`, said at noon of what was said at nine: that ended at noon, not before it began."""
    said = later.assertion
    if said.event_start is None or said.event_start >= stated.assertion.said_at:
        return later
    return replace(later, assertion=replace(said, event_start=None, event_end=None, event_bound=""))
