"""Open-ended claims: one sweep over time in which newer and weightier statements take over from older ones."""

from collections.abc import Sequence

from memory.model.assertion import Change
from memory.model.fact import FactStatus
from memory.settle.stretches import Note, Settled, Stretch
from memory.settle.validity import Claim
from memory.settle.values import refers_to
from memory.settle.verdicts import Reason


def sweep(claims: Sequence[Claim]) -> Settled:
    """Works out the stretches of claims that are not bounded. The order of the input does not matter."""
    work = _Sweep()
    for claim in sorted(claims, key=lambda c: (c.start, c.order)):
        if claim.positive:
            work.take(claim)
        else:
            work.end(claim)
    return work.settled


class _Sweep:
    def __init__(self) -> None:
        self.settled = Settled()
        self._open: dict[str, Stretch] = {}

    def take(self, claim: Claim) -> None:
        """A value is claimed from `claim.start` on."""
        own = self._holding(claim.key, claim)
        rivals = self._rivals(claim)
        stronger = [rival for rival in rivals if rival.order > claim.order or _ties(claim, rival)]
        if own is None and stronger and claim.exclusive:
            self._refuse(claim, max(stronger, key=lambda rival: rival.order))
            return
        if own is None:
            own = self._begin(claim)
        else:
            # One more word for it, of another time or weight, decides what stood even.
            own.contested = own.contested and claim.order[:3] == own.order[:3]
            own.add(claim)
            own.end = max(own.end, claim.end) if own.end is not None and claim.end is not None else claim.end
        for rival in rivals:
            if rival not in stronger:
                rival.close(claim.start, claim.said_at, _why(claim, rival), own)
                del self._open[rival.key]

    def end(self, claim: Claim) -> None:
        """A value is said to hold no longer."""
        ended = self._meant(claim)
        if not ended:
            self.settled.notes.append(Note(claim, Reason.NOTHING_TO_END))
        for stretch in ended:
            if claim.order < stretch.order:
                self.settled.notes.append(Note(claim, Reason.LOWER_AUTHORITY, stretch))
                continue
            reason = Reason.ENDED_IN_WORDS if claim.assertion.change is Change.ENDS else Reason.DENIED
            stretch.close(claim.start, claim.said_at, reason)
            self.settled.notes.append(Note(claim, reason, stretch))
            del self._open[stretch.key]

    def _holding(self, key: str, claim: Claim) -> Stretch | None:
        found = self._open.get(key)
        if found is not None and not found.covers(claim.start):
            del self._open[key]
            return None
        return found

    def _rivals(self, claim: Claim) -> list[Stretch]:
        if not claim.exclusive:
            return []
        others = [key for key, s in self._open.items() if key != claim.key and s.claims[0].arena == claim.arena]
        return [found for key in others if (found := self._holding(key, claim)) is not None]

    def _begin(self, claim: Claim) -> Stretch:
        stretch = Stretch(claim.key, claim.base, claim.start, claim.end)
        stretch.add(claim)
        self._open[claim.key] = stretch
        self.settled.stretches.append(stretch)
        return stretch

    def _refuse(self, claim: Claim, winner: Stretch) -> None:
        if claim.rank < winner.rank:
            self.settled.waiting.append(Note(claim, Reason.LOWER_AUTHORITY, winner))
            return
        if _ties(claim, winner):
            self.settled.waiting.append(Note(claim, Reason.CONFLICTING, winner))
            winner.contested = True
            return
        never = Stretch(claim.key, claim.base, claim.start, claim.start)
        never.add(claim)
        never.status, never.reason, never.successor = FactStatus.SUPERSEDED, Reason.CONTRADICTED_LATER, winner
        self.settled.stretches.append(never)

    def _meant(self, claim: Claim) -> list[Stretch]:
        held = [s for key in list(self._open) if (s := self._holding(key, claim)) is not None]
        exact = [s for s in held if s.base == claim.base]
        if exact:
            return exact
        if not claim.norm:
            return held if claim.exclusive else []
        alike = [s for s in held if s.claims[0].negated is claim.negated and refers_to(claim.norm, s.claims[0].norm)]
        return alike if len(alike) == 1 else []


def _ties(claim: Claim, rival: Stretch) -> bool:
    """Whether nothing decides between two sources that speak of one time."""
    other = rival.claims[0]
    return (
        claim.order[:3] == rival.order[:3]
        and claim.assertion.confidence == other.assertion.confidence
        and claim.assertion.source_id != other.assertion.source_id
        and claim.assertion.change is other.assertion.change is Change.NONE
    )


def _why(winner: Claim, loser: Stretch) -> str:
    if winner.rank > loser.rank:
        return Reason.HIGHER_AUTHORITY
    return Reason.REPLACED_IN_WORDS if winner.assertion.change is Change.REPLACES else Reason.NEWER_STATEMENT
