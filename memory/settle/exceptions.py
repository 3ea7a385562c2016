"""Bounded claims: temporary exceptions, painted over what stands; afterwards what held before holds again."""

import heapq
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from memory.model.fact import FactStatus
from memory.model.timespan import Bound
from memory.settle.stretches import Note, Settled, Stretch
from memory.settle.validity import Claim, Order
from memory.settle.verdicts import CORRECTION_RANK, PERSON_RANK, Reason


@dataclass(slots=True, eq=False)
class _Exception:
    """Overlapping bounded claims of one value; the heaviest says when it ends."""

    stretch: Stretch
    end: datetime
    order: Order
    positive: bool

    @property
    def start(self) -> datetime:
        return self.stretch.start


@dataclass(slots=True)
class _Piece:
    owner: Stretch
    start: datetime
    end: datetime | None
    before: Stretch | None


def apply_exceptions(standing: Settled, claims: Sequence[Claim]) -> Settled:
    """Paints the bounded claims of one arena over its standing stretches, which do not overlap each other."""
    solid = sorted((s for s in standing.stretches if s.end != s.start), key=lambda s: (s.start, s.order))
    starts = [s.start for s in solid]
    exceptions: list[_Exception] = []
    for exception in _grouped(claims):
        index = bisect_right(starts, exception.start) - 1
        holder = solid[index] if index >= 0 and solid[index].covers(exception.start) else None
        if holder is None or not _settled_by(exception, holder, standing):
            exceptions.append(exception)
    if not exceptions:
        return standing
    pieces = _paint(solid, exceptions)
    empty = [s for s in standing.stretches if s.end == s.start]
    painted = [part for owner in solid for part in _parts(owner, pieces.get(id(owner), []))]
    for hole in exceptions:
        if not hole.positive:
            standing.notes += _notes_of(hole, solid, exceptions)
    added = [
        part for e in exceptions if e.positive for part in _exception_parts(e, pieces.get(id(e.stretch), []), solid)
    ]
    return Settled([*empty, *painted, *added], standing.waiting, standing.notes)


def _grouped(claims: Sequence[Claim]) -> list[_Exception]:
    found: dict[tuple[str, bool], _Exception] = {}
    done: list[_Exception] = []
    for claim in sorted(claims, key=lambda c: (c.start, c.order)):
        end = claim.end or claim.start
        known = found.get((claim.base, claim.positive))
        if known is not None and claim.start <= known.end:
            known.stretch.add(claim)
            if claim.start == known.end:
                # Side by side each speaks of its own time: none of them ends the other.
                known.order, known.end = max(claim.order, known.order), max(end, known.end)
            elif claim.order > known.order:
                known.order, known.end = claim.order, max(end, known.start)
            continue
        stretch = Stretch(claim.base, claim.base, claim.start, reason=Reason.TEMPORARY_EXCEPTION)
        stretch.add(claim)
        found[claim.base, claim.positive] = known = _Exception(stretch, end, claim.order, claim.positive)
        done.append(known)
    return done


def _settled_by(exception: _Exception, holder: Stretch, standing: Settled) -> bool:
    """Claims that repeat, end or contradict what stands at their start need no painting."""
    if not exception.positive:
        return False
    if holder.base == exception.stretch.base:
        _join(exception, holder)
        return True
    if exception.order[0] < _standing(holder.order, exception.order)[0]:
        standing.waiting += [Note(c, Reason.LOWER_AUTHORITY, holder) for c in exception.stretch.claims]
        return True
    return False


def _join(exception: _Exception, holder: Stretch) -> None:
    """The same value for a limited time: evidence; `until` also says that it ends then."""
    last = max(exception.stretch.claims, key=lambda c: c.order)
    if last.assertion.event_bound == Bound.UNTIL and last.order > holder.order:
        holder.close(exception.end, last.said_at, Reason.ENDED_IN_WORDS)
    holder.claims += exception.stretch.claims


def _notes_of(hole: _Exception, solid: Sequence[Stretch], exceptions: Sequence[_Exception]) -> list[Note]:
    """What a denial for a limited time is about: the stretches of its value that it may cut."""
    about = [*solid, *(e.stretch for e in exceptions if e.positive)]
    meant = next((s for s in about if s.base == hole.stretch.base), None)
    reason = Reason.NOTHING_TO_END if meant is None else Reason.DENIED
    return [Note(claim, reason, meant) for claim in hole.stretch.claims]


def _paint(solid: Sequence[Stretch], exceptions: Sequence[_Exception]) -> dict[int, list[_Piece]]:
    """Which stretch holds in which piece of time, by the identity of the stretch."""
    pieces: dict[int, list[_Piece]] = {}
    last: _Piece | None = None
    moments = _moments(solid, exceptions)
    waiting = sorted(exceptions, key=lambda e: e.start, reverse=True)
    active: list[tuple[_Reversed, int, _Exception]] = []
    at = 0
    for number, moment in enumerate(moments):
        while waiting and waiting[-1].start <= moment:
            begun = waiting.pop()
            heapq.heappush(active, (_Reversed(begun.order), len(waiting), begun))
        while at < len(solid) and not solid[at].covers(moment) and solid[at].start <= moment:
            at += 1
        below = solid[at] if at < len(solid) and solid[at].covers(moment) else None
        owner = _holder(moment, below, active)
        until = moments[number + 1] if number + 1 < len(moments) else None
        if last is not None and last.owner is owner:
            last.end = until
        elif owner is not None:
            last = _Piece(owner, moment, until, last.owner if last is not None else None)
            pieces.setdefault(id(owner), []).append(last)
        else:
            last = None
    return pieces


@dataclass(frozen=True, slots=True)
class _Reversed:
    order: Order

    def __lt__(self, other: "_Reversed") -> bool:
        return other.order < self.order


def _moments(solid: Sequence[Stretch], exceptions: Sequence[_Exception]) -> list[datetime]:
    found = {s.start for s in solid} | {s.end for s in solid if s.end is not None}
    found |= {e.start for e in exceptions} | {e.end for e in exceptions}
    found |= {start for s in solid for start, _ in s.orders if s.covers(start)}
    return sorted(found)


def _holder(moment: datetime, below: Stretch | None, active: list[tuple[_Reversed, int, _Exception]]) -> Stretch | None:
    while active and active[0][2].end <= moment:
        heapq.heappop(active)
    if not active:
        return below
    top = active[0][2]
    if not top.positive:
        return _under_hole(moment, below, [e for _, _, e in active if e.end > moment])
    if below is None or top.order > _standing(_order_at(below, moment), top.order):
        return top.stretch
    return below


def _standing(held: Order, exception: Order) -> Order:
    """A correction says what holds in general: a person's temporary exception to it is no contradiction."""
    if held[0] == CORRECTION_RANK and PERSON_RANK <= exception[0] < CORRECTION_RANK:
        return (exception[0], *held[1:])
    return held


def _under_hole(moment: datetime, below: Stretch | None, active: Sequence[_Exception]) -> Stretch | None:
    """A hole takes its own value out, and nothing else."""
    holes = {e.stretch.base: e.order for e in active if not e.positive}
    positive = [e for e in active if e.positive and holes.get(e.stretch.base, e.order) <= e.order]
    top = max(positive, key=lambda e: e.order, default=None)
    if below is not None and below.base in holes:
        hole = holes[below.base]
        below = None if hole > _standing(_order_at(below, moment), hole) else below
    if top is not None and (below is None or top.order > _standing(_order_at(below, moment), top.order)):
        return top.stretch
    return below


def _order_at(stretch: Stretch, moment: datetime) -> Order:
    """The weight of what had been claimed for a stretch by then."""
    index = bisect_right(stretch.orders, moment, key=lambda item: item[0])
    return stretch.orders[max(index - 1, 0)][1]


def _parts(owner: Stretch, pieces: Sequence[_Piece]) -> list[Stretch]:
    """A standing stretch, cut where exceptions interrupt it; the first part stays the same object."""
    if not pieces:
        return [_covered(owner)]
    whole = (owner.end, owner.status, owner.reason, owner.successor)
    parts: list[Stretch] = []
    for number, piece in enumerate(pieces):
        part = Stretch(owner.key, owner.base, piece.start, None, owner.claims, orders=owner.orders) if number else owner
        part.start, part.end, part.after = piece.start, piece.end, piece.before if number else None
        part.status, part.reason, part.successor = FactStatus.CURRENT, Reason.INTERRUPTED, None
        if piece.end == whole[0]:
            _, part.status, part.reason, part.successor = whole
            part.reason = Reason.RESUMED if number and part.end is None else part.reason
        parts.append(part)
    return parts


def _covered(owner: Stretch) -> Stretch:
    owner.end, owner.status = owner.start, FactStatus.SUPERSEDED
    return owner


def _exception_parts(exception: _Exception, pieces: Sequence[_Piece], solid: Sequence[Stretch]) -> list[Stretch]:
    stretch = exception.stretch
    if not pieces:
        stretch.end, stretch.status, stretch.reason = stretch.start, FactStatus.SUPERSEDED, Reason.NEWER_STATEMENT
        return [stretch]
    parts = [stretch]
    stretch.start, stretch.end = pieces[0].start, pieces[0].end
    for piece in pieces[1:]:
        part = Stretch(stretch.key, stretch.base, piece.start, piece.end, stretch.claims, orders=stretch.orders)
        part.reason, part.after = Reason.RESUMED, piece.before
        parts.append(part)
    last = parts[-1]
    if last.end is not None and last.end < exception.end:
        last.successor = next((s for s in solid if s.covers(last.end)), None)
        last.status, last.reason = FactStatus.SUPERSEDED, Reason.NEWER_STATEMENT
    return parts
