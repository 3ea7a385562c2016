"""The union of what the rules and the model found in one chunk: nothing twice, and in doubt the cautious reading."""

import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import replace

from memory.language.han import fold
from memory.model.assertion import Assertion, Modality, Polarity
from memory.model.chunk import Rejection
from memory.ports.compiling import ChunkStatements
from memory.settle.registry import DEFAULT_REGISTRY

OVERRULED = "overruled"
"""A statement of the model that the rules read as denied, supposed, quoted or asked."""


def union(local: ChunkStatements, model: ChunkStatements) -> tuple[ChunkStatements, ChunkStatements]:
    """Both without what the other says better. The model's words hold, unless the local reading is the cautious one.

    A predicate that the registry knows is better than one that it does not: the same question must meet in one slot.
    """
    dropped: set[int] = set()
    overtaken: set[int] = set()
    rejections: list[Rejection] = []
    for theirs in model.assertions:
        same = list(_same(theirs, local.assertions))
        if not _cautious(theirs) and any(map(_cautious, same)):
            dropped.add(theirs.ordinal)
            rejections.append(Rejection(theirs.chunk_id, OVERRULED, theirs.start, theirs.end))
        elif not _known(theirs) and any(map(_known, same)):
            dropped.add(theirs.ordinal)
        else:
            overtaken.update(ours.ordinal for ours in same)
    return _without(local, overtaken, []), _without(model, dropped, rejections)


def _same(theirs: Assertion, local: Sequence[Assertion]) -> Iterator[Assertion]:
    """Statements of the rules that speak of the same words: one span, and one predicate or one value."""
    for ours in local:
        if theirs.start >= ours.end or ours.start >= theirs.end:
            continue
        if theirs.predicate == ours.predicate or _meet(theirs.value, ours.value):
            yield ours


def _meet(one: str, other: str) -> bool:
    first, second = _compact(one), _compact(other)
    return bool(first and second) and (first in second or second in first)


def _cautious(found: Assertion) -> bool:
    return found.polarity is Polarity.NEGATIVE or found.modality not in (Modality.ASSERTED, Modality.PLANNED)


def _known(found: Assertion) -> bool:
    return DEFAULT_REGISTRY.registered(found.predicate)


def _without(found: ChunkStatements, ordinals: set[int], rejections: list[Rejection]) -> ChunkStatements:
    if not ordinals:
        return found
    kept = tuple(item for item in found.assertions if item.ordinal not in ordinals)
    ids = {item.assertion_id for item in kept}
    relations = tuple(row for row in found.relations if row.from_assertion in ids and row.to_assertion in ids)
    return replace(found, assertions=kept, relations=relations, rejections=(*found.rejections, *rejections))


def _compact(text: str) -> str:
    folded = fold(unicodedata.normalize("NFKC", text)).casefold()
    return "".join(character for character in folded if character.isalnum())
