"""Settling: the statements of one slot become its timeline. A pure function of their set.

The same statements give the same runs, whatever the order or the number of times they arrived. Nothing is deleted:
what no longer holds is closed, with its reason and what took its place.
"""

from collections.abc import Iterable, Sequence

from memory.model.fact import Cardinality, FactStatus, PredicateClass, Slot
from memory.model.settled import LinkedAssertion, PersonMark, RevocationMark, Timeline
from memory.settle.admission import echoes, pass_over, uncertain
from memory.settle.decisions import decisions
from memory.settle.denials import spoken, with_opposites
from memory.settle.exceptions import apply_exceptions
from memory.settle.marks import settle_under
from memory.settle.occurrences import settle_events
from memory.settle.predicate import Predicate
from memory.settle.runs import RunMaker, by_validity
from memory.settle.standing import sweep
from memory.settle.stretches import Note, Settled, Stretch
from memory.settle.validity import DEFAULT, Claim, SettlePolicy, claims_of
from memory.settle.verdicts import Reason

__all__ = ["DEFAULT", "SettlePolicy", "settle"]


def settle(
    slot: Slot,
    assertions: Sequence[LinkedAssertion],
    predicate: Predicate,
    revocations: Sequence[RevocationMark] = (),
    policy: SettlePolicy = DEFAULT,
    marks: Sequence[PersonMark] = (),
) -> Timeline:
    """The timeline of a slot.

    Args:
        slot: The slot that all assertions belong to.
        assertions: Its live assertions, in any order, repeats allowed.
        predicate: What the registry knows of the slot's predicate.
        revocations: Memories put out of use; each binds the evidence recorded up to then, a later statement opens anew.
        policy: What may be tuned.
        marks: What people decided about memories of the slot; they bind evidence alike.

    Returns:
        The runs, oldest first, and a decision on each assertion.
    """
    return settle_under(assertions, revocations, marks, lambda live: _settle(slot, live, predicate, policy))


def _settle(slot: Slot, assertions: Iterable[LinkedAssertion], predicate: Predicate, policy: SettlePolicy) -> Timeline:
    claims = claims_of(assertions, predicate, policy)
    echoed, unsure = echoes(claims), uncertain(claims, policy)
    told = [c for c in claims if id(c) not in echoed and id(c) not in unsure]
    states = with_opposites([c for c in told if c.sort is PredicateClass.STATE], predicate)
    settled = _states(states, predicate)
    settled.notes = spoken(settled.notes)
    planned = sweep([c for c in told if c.sort is PredicateClass.PLAN])
    _fulfil(planned.stretches, settled.stretches)
    for part in (planned, settle_events([c for c in told if c.sort is PredicateClass.EVENT], policy)):
        settled.add(part)
    settled.waiting += [Note(c, Reason.BUFFER) for c in claims if id(c) in unsure]
    _keep_waiting(settled)
    _leave_open(settled)
    maker = RunMaker(slot, predicate)
    ids = maker.identify(settled.stretches)
    runs = sorted((maker.run(stretch, ids) for stretch in settled.stretches), key=by_validity)
    return Timeline(slot.slot_id, tuple(runs), decisions(settled, [c for c in claims if id(c) in echoed], ids))


def _states(told: Sequence[Claim], predicate: Predicate) -> Settled:
    claims = pass_over(told)
    standing = sweep([c for c in claims if not c.bounded])
    bounded = [c for c in claims if c.bounded]
    if predicate.cardinality is Cardinality.SINGLE or not bounded:
        return apply_exceptions(standing, bounded)
    merged = Settled([], standing.waiting, standing.notes)
    for base in sorted({s.base for s in standing.stretches} | {c.base for c in bounded}):
        own = Settled([s for s in standing.stretches if s.base == base])
        merged.add(apply_exceptions(own, [c for c in bounded if c.base == base]))
    return merged


def _fulfil(plans: Sequence[Stretch], states: Sequence[Stretch]) -> None:
    """A plan that has come true is over."""
    begun: dict[str, Stretch] = {}
    for state in sorted(states, key=lambda s: s.start, reverse=True):
        begun[state.base] = state
    for plan in plans:
        state = begun.get(plan.base)
        if state is not None and plan.start <= state.start and state.end != state.start:
            plan.close(state.start, state.claims[0].said_at, Reason.CAME_TRUE, state)


def _leave_open(settled: Settled) -> None:
    """Of two equal claims neither is used silently: the one that came out on top waits as well."""
    for stretch in settled.stretches:
        if stretch.contested and stretch.status is FactStatus.CURRENT:
            stretch.status, stretch.reason = FactStatus.PENDING, Reason.CONFLICTING


def _keep_waiting(settled: Settled) -> None:
    """Claims that wait support a later run that confirms them; else they stand as pending, one memory a value.

    A plan confirms no state: what is meant to be is not yet.
    """
    held: dict[tuple[str, PredicateClass], Stretch] = {}
    pending: dict[str, Stretch] = {}
    for stretch in sorted(settled.stretches, key=lambda s: (s.start, s.order)):
        if stretch.end != stretch.start:
            held[stretch.base, stretch.claims[0].sort] = stretch
    for note in sorted(settled.waiting, key=lambda n: (n.claim.start, n.claim.order)):
        claim = note.claim
        later = held.get((claim.base, claim.sort))
        if later is not None and later.start >= claim.start:
            later.claims.append(claim)
            continue
        known = pending.get(claim.base)
        end = None if claim.sort is PredicateClass.EVENT else claim.end
        if known is None:
            known = pending[claim.base] = Stretch(claim.key, claim.base, claim.start, end, reason=note.reason)
            known.status = FactStatus.PENDING
        known.add(claim)
        known.end = max(known.end, end) if known.end is not None and end is not None else None
    settled.stretches += pending.values()
