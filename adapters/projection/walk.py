"""The breadth-first walk over a graph store: the store expands one frontier at a time, paths are put together here.

Both graph adapters use it, so that ties are broken and limits counted alike: from each node at most `fan_out` edges to
visible nodes not seen in an earlier hop, heaviest first, equal weights by edge id.
"""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass

from adapters.projection.common import Ref
from memory.model.errors import InputInvalid
from memory.ports.graph_index import PathStep, WalkHit, WalkQuery

MAX_HOPS = 3


@dataclass(frozen=True, slots=True)
class Reached:
    """One edge that was followed; `origin` is the place of its start in the frontier."""

    origin: int
    step: PathStep


Expand = Callable[[Sequence[Ref], Sequence[Ref]], Awaitable[Sequence[Reached]]]
"""From a frontier (and all nodes seen so far) to the edges that lead on, in the order of the frontier."""


def check_walk(query: WalkQuery) -> None:
    """Refuses a walk without bounds."""
    if not 1 <= query.max_hops <= MAX_HOPS or query.fan_out < 1 or query.limit < 1:
        raise InputInvalid(f"a walk takes 1 to {MAX_HOPS} hops, a fan-out and a limit of at least 1")


async def breadth_first(query: WalkQuery, seeds: Sequence[Ref], expand: Expand) -> list[WalkHit]:
    """Walks from the visible seeds; the first path to a node is a shortest one."""
    seen = dict.fromkeys(seeds)
    frontier: list[tuple[Ref, tuple[PathStep, ...]]] = [(seed, ()) for seed in seen]
    hits: list[WalkHit] = []
    for hop in range(1, query.max_hops + 1):
        if not frontier:
            break
        reached = await expand([ref for ref, _ in frontier], list(seen))
        origins, frontier = frontier, []
        for each in reached:
            target: Ref = (each.step.to_kind, each.step.to_id)
            if target in seen:
                continue
            if len(hits) == query.limit:
                return hits
            seen[target] = None
            path = (*origins[each.origin][1], each.step)
            frontier.append((target, path))
            hits.append(WalkHit(*target, hop, path))
    return hits
