"""A denial of one of many values is knowledge itself: who can't stand football dislikes it, whoever claimed otherwise or not.

For each such claim a second one is made about the opposite value. They settle like all others: a denial opens the opposite and
ends the value, a statement of the value ends the opposite. That something has ended (不再, `no longer`) only ends it.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final

from memory.model.assertion import Change
from memory.model.fact import Cardinality
from memory.settle.predicate import Predicate
from memory.settle.stretches import Note
from memory.settle.validity import Claim

_OPPOSITE: Final = "not:"


def with_opposites(claims: Sequence[Claim], predicate: Predicate) -> list[Claim]:
    """The claims, and those about the opposites of what was denied. Of one value only there is nothing to add."""
    denied = {c.base for c in claims if _opens(c)} if predicate.cardinality is Cardinality.MULTI else set[str]()
    return [
        *claims,
        *(_opposite(c) for c in claims if c.base in denied and not c.bounded and (c.positive or _opens(c))),
    ]


def _opens(claim: Claim) -> bool:
    return not claim.positive and not claim.bounded and bool(claim.norm) and claim.assertion.change is not Change.ENDS


def _opposite(claim: Claim) -> Claim:
    return replace(
        claim,
        norm=f"{_OPPOSITE}{claim.norm}",
        base=f"{_OPPOSITE}{claim.base}",
        key=f"{_OPPOSITE}{claim.key}",
        positive=not claim.positive,
        exclusive=False,
        negated=True,
    )


def spoken(notes: Iterable[Note]) -> list[Note]:
    """Notes on what was said; that a statement ended no opposite tells nothing."""
    return [note for note in notes if not note.claim.negated or note.stretch is not None]
