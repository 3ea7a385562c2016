"""Stretches: the material of runs while a timeline is being worked out."""

from dataclasses import dataclass, field
from datetime import datetime

from memory.model.fact import FactStatus
from memory.settle.validity import Claim, Order
from memory.settle.verdicts import Reason


@dataclass(slots=True, eq=False)
class Stretch:
    """One run of one value: the claims that support it, the time in which it holds, and why it ended.

    `after` is the exception after which it holds again; `orders` grow with the starts of its claims; `contested`: another
    source says something else of the same time, and nothing decides between them.
    """

    key: str
    base: str
    start: datetime
    end: datetime | None = None
    claims: list[Claim] = field(default_factory=list[Claim])
    status: FactStatus = FactStatus.CURRENT
    reason: str = Reason.STATED
    successor: "Stretch | None" = None
    after: "Stretch | None" = None
    orders: list[tuple[datetime, Order]] = field(default_factory=list[tuple[datetime, Order]])
    contested: bool = False

    def add(self, claim: Claim) -> None:
        """A further claim of the same value, not earlier than the ones before it."""
        self.claims.append(claim)
        order = max(self.orders[-1][1], claim.order) if self.orders else claim.order
        self.orders.append((claim.start, order))

    @property
    def order(self) -> Order:
        """The weight of its heaviest claim."""
        return self.orders[-1][1]

    @property
    def rank(self) -> int:
        """The highest authority behind it."""
        return self.order[0]

    def covers(self, moment: datetime) -> bool:
        """Whether it holds at that moment."""
        return self.start <= moment and (self.end is None or moment < self.end)

    def close(self, at: datetime, said_at: datetime, reason: str, successor: "Stretch | None" = None) -> None:
        """Ends it. What is announced for later leaves it current until then: reading tells when its time is over."""
        if self.end is not None and self.end <= at:
            return
        self.end = max(at, self.start)
        self.reason, self.successor = reason, successor
        if at <= said_at or self.end == self.start:
            self.status = FactStatus.SUPERSEDED


@dataclass(frozen=True, slots=True)
class Note:
    """What was decided about one claim; `stretch` is the one that it supports, ends or echoes."""

    claim: Claim
    reason: str
    stretch: Stretch | None = None


@dataclass(slots=True)
class Settled:
    """What a stage has worked out so far: stretches, claims that wait, and notes on claims that support none."""

    stretches: list[Stretch] = field(default_factory=list[Stretch])
    waiting: list[Note] = field(default_factory=list[Note])
    notes: list[Note] = field(default_factory=list[Note])

    def add(self, other: "Settled") -> None:
        """Takes in what another stage has worked out."""
        self.stretches += other.stretches
        self.waiting += other.waiting
        self.notes += other.notes
