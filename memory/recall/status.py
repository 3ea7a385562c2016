"""The state in which an answer shows a fact or a chunk, at the moment that is asked about."""

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

from memory.model.fact import Cardinality, FactStatus, FactVersion, ItemStatus, PredicateClass
from memory.model.scope import narrowness
from memory.settle.verdicts import Reason

SKEW: Final = timedelta(days=1)
"""Clocks and zones of senders may be off: what was just said is not hidden for that."""


def item_status(
    fact: FactVersion, *, now: datetime, as_of: datetime | None = None, cold: bool = False, overridden: bool = False
) -> ItemStatus | None:
    """How a fact version stands at `as_of` (None: `now`); None when it did not hold yet and is not to be shown.

    What was announced for later shows as current, with its interval, unless an earlier day is asked about. Callers pass
    the version that was known at `known_at`.
    """
    stored = _stored(fact)
    if stored is not None:
        return stored
    moment = as_of or now
    begins, ends = fact.valid_from, fact.valid_to
    if begins is not None and begins > moment and (moment < now or fact.reason == Reason.RESUMED):
        return None
    if begins is not None and begins > moment + SKEW and fact.predicate_class is PredicateClass.EVENT:
        return None
    if ends is not None and ends <= moment:
        return ItemStatus.EXPIRED if fact.superseded_by is None else ItemStatus.SUPERSEDED
    if overridden:
        return ItemStatus.OVERRIDDEN
    return ItemStatus.COLD if cold and not fact.pinned else ItemStatus.CURRENT


def _stored(fact: FactVersion) -> ItemStatus | None:
    """The state that no interval changes."""
    if fact.status in (FactStatus.REVOKED, FactStatus.RETRACTED):
        return ItemStatus.REVOKED
    if fact.status is FactStatus.PENDING:
        return ItemStatus.PENDING
    never_held = fact.valid_to is not None and fact.valid_to == fact.valid_from
    if fact.status is FactStatus.SUPERSEDED and (never_held or fact.valid_to is None):
        return ItemStatus.SUPERSEDED
    return None


_REPLACED: Final = frozenset([ItemStatus.SUPERSEDED, ItemStatus.REVOKED])
_OVER: Final = _REPLACED | {ItemStatus.EXPIRED}

# What a chunk is called when none of its statements is current: the first of these that one of them has.
_RANKED = (ItemStatus.PENDING, ItemStatus.COLD, ItemStatus.OVERRIDDEN, ItemStatus.SUPERSEDED, ItemStatus.EXPIRED)


def chunk_status(
    said_at: datetime,
    statuses: Sequence[ItemStatus | None],
    *,
    now: datetime,
    as_of: datetime | None = None,
    cold: bool = False,
    echoed: ItemStatus | None = None,
) -> ItemStatus | None:
    """A chunk has the state of what it states, so that old words never outvote a new fact.

    Args:
        said_at: When it was said; a chunk said after `as_of` (or well after `now`) is hidden (None).
        statuses: The states of the facts that cite it, by `item_status`.
        now: The evaluation clock.
        as_of: The moment asked about, or None for `now`.
        cold: Whether a chunk without statements has cooled.
        echoed: For a chunk without statements of its own: the state of what it repeats, if it repeats something.
    """
    if said_at > (now + SKEW if as_of is None else as_of):
        return None
    known = [status for status in statuses if status is not None]
    if not known:
        # Nothing stated, or only what begins later: the words themselves may be shown.
        return echoed if echoed is not None else ItemStatus.COLD if cold and not statuses else ItemStatus.CURRENT
    if ItemStatus.CURRENT in known:
        return ItemStatus.CURRENT
    if all(status is ItemStatus.REVOKED for status in known):
        return ItemStatus.REVOKED
    return next(status for status in _RANKED if status in known)


def telling(stated: Iterable[tuple[FactVersion, ItemStatus | None]]) -> list[ItemStatus | None]:
    """The states that decide a chunk's: those of the facts that cite it, save events where a state in it is over.

    `We switched to Nomad` tells of an event that stays true and of a state that may be over: the event is an item of
    its own, and the words with the old value must not come along with it.
    """
    pairs = list(stated)
    lasting = [(fact, status) for fact, status in pairs if fact.predicate_class is not PredicateClass.EVENT]
    held = {fact.slot for fact, status in lasting if status is ItemStatus.CURRENT}
    over = [(fact, status) for fact, status in lasting if status in _OVER and fact.slot not in held]
    replaced = [status for _, status in over if status in _REPLACED]
    if replaced:
        # What else the words say and still holds is a fact of its own.
        return [*replaced]
    # What other words ended in passing is a lesser part: where the words say something that still holds, they stay.
    if over and all(fact.reason == Reason.ENDED_IN_WORDS for fact, _ in over):
        return [status for _, status in pairs]
    if any(status in _OVER for told, status in lasting if told.predicate_class is not PredicateClass.PLAN):
        return [status for _, status in lasting]
    return [status for _, status in pairs]


def was_past(fact: FactVersion, status: ItemStatus | None, said_at: datetime) -> bool:
    """Whether words told of something as over already: nothing has ended since, so they are no old words."""
    return status is ItemStatus.EXPIRED and fact.valid_to is not None and fact.valid_to <= said_at


def overridden(facts: Iterable[FactVersion]) -> set[UUID]:
    """Of facts that all hold now: those of single-valued slots for which a narrower scope answers too."""
    slots: dict[tuple[UUID, str, str], list[FactVersion]] = {}
    for fact in facts:
        if fact.cardinality is Cardinality.SINGLE and fact.predicate_class is PredicateClass.STATE:
            slots.setdefault((fact.slot.subject_id, fact.slot.predicate, fact.slot.purpose), []).append(fact)
    losing: set[UUID] = set()
    for rivals in slots.values():
        best = min(_width(fact) for fact in rivals)
        losing.update(fact.memory_id for fact in rivals if _width(fact) > best)
    return losing


def _width(fact: FactVersion) -> tuple[int, bool]:
    # What is written without a project is the user's own everywhere: wider than the same in one project.
    return narrowness(fact.scope.visibility), fact.scope.project == ""
