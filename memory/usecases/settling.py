"""The pure decision that is run inside the settling transaction."""

from collections.abc import Sequence
from datetime import datetime

from memory.ports.compiling import FactChange, SlotContent, SlotDecision
from memory.settle.diff import decide
from memory.settle.registry import Registry


def slot_decision(registry: Registry, known_from: datetime) -> SlotDecision:
    """Settles a slot by its predicate; what changes is known from `known_from` on."""

    def decision(content: SlotContent) -> Sequence[FactChange]:
        return decide(content, registry.lookup(content.slot.predicate), known_from)

    return decision
