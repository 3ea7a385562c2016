"""Relations between neighbouring statements, shown by a connective or by their shape.

Only neighbours are looked at, so that a chunk gives fewer relations than statements; a relation needs words that show it,
and what they show too weakly is left out.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from memory.model.assertion import Draft, MemoryKind, Modality, RelationDraft

MOST_APART: Final = 40
"""Characters between two statements that a connective may join."""

_EDGE: Final = " \t\n\r,，、。.;；!！~～:：-"
_LEAD: Final = r"^(?:and |so |but also |，|,|\s)*"
_BACKWARDS: Final = re.compile(
    _LEAD + r"(?:before that|beforehand|previously|earlier|prior to that|在此之前|在那之前|此前|之前)", re.I
)
_KINDS: Final[tuple[tuple[str, re.Pattern[str]], ...]] = (
    (
        "ELABORATE",
        re.compile(
            _LEAD + r"(?:specifically|in particular|more precisely|to be precise|in detail|namely|in other words|"
            r"that is to say|put differently|具体来说|具体地说|具体而言|详细来说|"
            r"也就是说|换句话说|换言之|准确地说|简单来说)",
            re.I,
        ),
    ),
    (
        "SUPPORT",
        re.compile(
            _LEAD + r"(?:as proof|as evidence|to prove it|in fact|indeed|事实证明|"
            r"可以证明|有数据证明|的确|果然)",
            re.I,
        ),
    ),
    (
        "ANALOGY",
        re.compile(
            _LEAD + r"(?:likewise|similarly|in the same way|just as|just like|by analogy|"
            r"同样地?|同理|类似地?|就像|正如|"
            r"好比|如同)",
            re.I,
        ),
    ),
    (
        "CONTRADICT",
        re.compile(
            _LEAD + r"(?:but|however|yet|although|though|on the contrary|in contrast|"
            r"by contrast|whereas|nevertheless|"
            r"instead|但是?|可是|不过|然而|却|反而|相反|而(?!且)|只是)",
            re.I,
        ),
    ),
    (
        "TEMPORAL",
        re.compile(
            _LEAD + r"(?:then|after that|afterwards|later|next|subsequently|finally|"
            r"in the end|before that|beforehand|"
            r"previously|earlier|prior to that|然后|之后|接着|随后|后来|紧接着|"
            r"最后|再后来|于是|在此之前|在那之前|此前|之前)",
            re.I,
        ),
    ),
    (
        "PARALLEL",
        re.compile(
            _LEAD + r"(?:meanwhile|at the same time|in parallel|simultaneously|while|"
            r"同时|与此同时|另一方面|一边|并行)",
            re.I,
        ),
    ),
)
_STATED: Final = (Modality.ASSERTED, Modality.PLANNED)


@dataclass(frozen=True, slots=True)
class Placed:
    """A draft with its place among the drafts and the number of its sentence."""

    index: int
    sentence: int
    draft: Draft


def relations_between(
    text: str, drafts: Sequence[Draft], sentences: Sequence[int], known: Sequence[RelationDraft]
) -> Iterator[RelationDraft]:
    """Relations of neighbours. `text` is comparable; `sentences` numbers the sentence of each draft."""
    taken = {frozenset((relation.from_index, relation.to_index)) for relation in known}
    placed = [Placed(i, sentences[i], draft) for i, draft in enumerate(drafts)]
    for left, right in pairwise(placed):
        if right.sentence - left.sentence > 1 or frozenset((left.index, right.index)) in taken:
            continue
        kind = _kind(text, left, right)
        if kind is not None:
            yield _relation(text, kind, left, right)


def _relation(text: str, kind: str, left: Placed, right: Placed) -> RelationDraft:
    start, end = min(left.draft.start, right.draft.start), max(left.draft.end, right.draft.end)
    turned = kind == "TEMPORAL" and _BACKWARDS.match(_joint(text, left.draft, right.draft)) is not None
    ends = (right.index, left.index) if turned else (left.index, right.index)
    return RelationDraft(kind, *ends, start, end, 0.7 if kind != "PARALLEL" else 0.6)


def _joint(text: str, left: Draft, right: Draft) -> str:
    """The words from the end of one statement into the head of the next."""
    return text[left.end : max(left.end, right.start) + 20].lstrip(_EDGE)


def _kind(text: str, left: Placed, right: Placed) -> str | None:
    one, other = left.draft, right.draft
    if left.sentence == right.sentence and one.modality is other.modality is Modality.HYPOTHETICAL:
        return "CONDITIONAL" if one.start < other.start else None
    if one.modality not in _STATED or other.modality not in _STATED:
        return None
    if 0 <= other.start - one.end <= MOST_APART:
        joint = _joint(text, one, other)
        for kind, pattern in _KINDS:
            if pattern.match(joint) and _strong(kind, one, other):
                return kind
    same = left.sentence == right.sentence and one.start != other.start
    return "PARALLEL" if same and _parallel(one, other) else None


def _strong(kind: str, one: Draft, other: Draft) -> bool:
    """What happened follows in time; only statements with something in common contradict each other."""
    if kind == "TEMPORAL":
        return one.kind is other.kind is MemoryKind.EPISODIC or "status" in (one.predicate, other.predicate)
    if kind == "CONTRADICT":
        return one.subject.text == other.subject.text or one.predicate == other.predicate
    return True


def _parallel(one: Draft, other: Draft) -> bool:
    """One question answered for two things in one sentence: A负责设计，B负责开发."""
    return one.predicate == other.predicate and one.subject != other.subject and one.polarity is other.polarity
