"""Which claims take part: echoes add nothing, and a single uncertain mention waits."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from memory.settle.validity import Claim, SettlePolicy
from memory.settle.verdicts import ASSISTANT_RANK


def echoes(claims: Sequence[Claim]) -> set[int]:
    """Ids of objects: assistants' and models' claims that repeat what someone of more weight had said by then."""
    said: dict[str, datetime] = {}
    for claim in claims:
        if claim.positive and claim.rank > ASSISTANT_RANK:
            said[claim.base] = min(claim.said_at, said.get(claim.base, claim.said_at))
    return {
        id(claim)
        for claim in claims
        if claim.positive and claim.rank <= ASSISTANT_RANK and claim.base in said and said[claim.base] <= claim.said_at
    }


def uncertain(claims: Sequence[Claim], policy: SettlePolicy) -> set[int]:
    """Ids of objects: claims of values that one source mentions, and only with low confidence."""
    best: dict[str, float] = {}
    for claim in claims:
        if claim.positive:
            best[claim.base] = max(best.get(claim.base, 0.0), claim.assertion.confidence)
    weak = {base for base, confidence in best.items() if confidence < policy.min_confidence}
    if not weak:
        return set()
    faint = [claim for claim in claims if claim.positive and claim.base in weak]
    sources: dict[str, set[object]] = {}
    for claim in faint:
        sources.setdefault(claim.base, set()).add(claim.assertion.source_id)
    return {id(claim) for claim in faint if len(sources[claim.base]) < 2}


def pass_over(claims: Sequence[Claim]) -> list[Claim]:
    """Fleeting claims made bounded where another value stood before; where nothing did, they open a state."""
    firm = [c for c in claims if c.positive and not c.bounded and not c.fleeting]
    return [
        _bounded(claim)
        if claim.fleeting and any(c.base != claim.base and c.start < claim.start for c in firm)
        else claim
        for claim in claims
    ]


def _bounded(claim: Claim) -> Claim:
    weight, held_at, *rest = claim.order
    order = (weight, max(held_at, claim.said_at), *rest)
    return replace(claim, bounded=True, end=claim.assertion.event_end, order=order)
