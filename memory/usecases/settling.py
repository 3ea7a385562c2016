"""The pure decision that is run inside the settling transaction."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime

from memory.ports.compiling import FactChange, SlotContent, SlotDecision
from memory.settle.diff import decide
from memory.settle.endings import endings
from memory.settle.registry import Registry
from memory.settle.turning import turned


def slot_decision(registry: Registry, clock: Callable[[], datetime] | datetime) -> SlotDecision:
    """Settles a slot by its predicate. What changes is known from the moment at which the slot is decided on: the clock is
    read there, under the slot's lock, so that nothing is said to have been known before it could be read.
    """

    def decision(content: SlotContent) -> Sequence[FactChange]:
        known_from = clock if isinstance(clock, datetime) else clock()
        ended = (*endings(content.assertions, content.over), *turned(content.assertions, content.later))
        if ended:
            content = replace(content, assertions=(*content.assertions, *ended))
        return decide(content, registry.lookup(content.slot.predicate), known_from)

    return decision
