"""Follows names from one answer to the next where a question joins several statements."""

import asyncio
from collections.abc import Mapping, Sequence
from uuid import UUID

from memory.language.tokens import query_tokens
from memory.model.recalled import PathHop
from memory.model.scope import Reader
from memory.ports.recalling import RecallStore
from memory.ports.vector_index import ObjectKind
from memory.recall.bridges import Bridge, Crossing, crossed, distinct, rest_of, word_weights
from memory.recall.fusion import Key, Lead
from memory.recall.names import name_candidates
from memory.usecases.recall_candidates import Evidence, Ranking
from memory.usecases.recall_expansion import Expansion
from memory.usecases.recall_legs import Legs, Ref

SEEDS = 4
BRIDGES = 5
"""Names that are followed from one round of answers."""
HITS = 30
ROUNDS = 2
KEPT = 4
"""Targets of a round that lead on."""
WORTH = 0.5
"""Chains worth less than this share of the best lead nowhere."""
TELLS = "TELLS_OF"


class Bridges:
    """Asks again with the names that the answers so far brought."""

    def __init__(self, store: RecallStore, legs: Legs) -> None:
        self._store = store
        self._legs = legs

    async def ask(
        self, tenant_id: UUID, reader: Reader, bridges: Sequence[Bridge]
    ) -> list[tuple[Bridge, dict[Ref, float], dict[Ref, float]]]:
        """What words and meaning find for each bridge and the rest of the question."""

        async def one(bridge: Bridge) -> tuple[Bridge, dict[Ref, float], dict[Ref, float]]:
            text = f"{bridge.name} {bridge.rest}"
            keyword, semantic = await asyncio.gather(
                self._legs.keyword(tenant_id, reader, query_tokens(text), HITS),
                self._legs.semantic(tenant_id, reader, text, HITS),
            )
            return bridge, keyword, semantic

        return list(await asyncio.gather(*(one(bridge) for bridge in bridges)))

    async def from_seeds(
        self, tenant_id: UUID, reader: Reader, query: str, seeds: Mapping[Key, str], followed: set[UUID]
    ) -> list[Bridge]:
        """Names that the seeds tell and that were not followed yet, seeds in order of their rank."""
        pieces = {key: name_candidates(text) for key, text in seeds.items()}
        every = list(dict.fromkeys(name for names in pieces.values() for name in names))
        known = await self._store.entities_named(tenant_id, reader.workspace, reader.project, every)
        bridges: list[Bridge] = []
        for key, text in seeds.items():
            named = [(name, known[name]) for name in pieces[key] if name in known]
            for name, entity_id in distinct(named, query, followed):
                followed.add(entity_id)
                bridges.append(Bridge(key, name, entity_id, text, rest_of(query, text)))
        return bridges[:BRIDGES]


def text_of(key: Key, evidence: Evidence) -> str:
    """The words of a candidate: of a fact with those that it was taken from."""
    if key[0] is ObjectKind.CHUNK:
        chunk = evidence.chunks.get(key[1])
        return chunk.chunk.text if chunk is not None else ""
    found = evidence.facts.get(key[1])
    if found is None:
        return ""
    return " ".join([found.fact.text, *(quote.quote for quote in found.evidence)])


def best_seeds(ranking: Ranking, evidence: Evidence, shown: set[Key]) -> dict[Key, str]:
    """The best candidates that hold, with their words."""
    ordered = sorted((key for key in ranking if key in shown), key=lambda key: (-ranking[key], str(key[1])))
    return {key: text_of(key, evidence) for key in ordered[:SEEDS]}


def crossings_of(
    asked: Sequence[tuple[Bridge, dict[Ref, float], dict[Ref, float]]],
    evidence: Evidence,
    shown: set[Key],
    query: str,
) -> list[Crossing]:
    """What leads on, the best first; each target once."""
    weights = word_weights(query, [text_of(key, evidence) for key in shown])
    found: dict[Key, Crossing] = {}
    for bridge, keyword, semantic in asked:
        targets = {key: text_of(key, evidence) for key in {**keyword, **semantic} if key in shown}
        for crossing in crossed(bridge, targets, keyword, semantic, weights):
            known = found.get(crossing.target)
            if known is None or crossing.worth > known.worth:
                found[crossing.target] = crossing
    return sorted(found.values(), key=lambda crossing: (-crossing.worth, str(crossing.target[1])))


def lead_across(expansion: Expansion, ranking: Ranking, rounds: Sequence[Sequence[Crossing]]) -> None:
    """Adds leads to what was reached, and the path that led there: from a statement to the name that it tells, and on."""
    best = max(ranking, key=lambda key: (ranking[key], str(key[1])), default=None)
    most = max((crossing.worth for crossings in rounds for crossing in crossings), default=1.0)
    for crossings in rounds:
        for crossing in crossings:
            share, seed = crossing.worth / most, crossing.bridge.seed
            if share < WORTH:
                continue
            expansion.leads.append(Lead(best or seed, crossing.target, share))
            steps = (
                PathHop(seed[1], TELLS, crossing.bridge.entity_id),
                PathHop(crossing.target[1], TELLS, crossing.bridge.entity_id),
            )
            expansion.paths.setdefault(crossing.target, (*expansion.paths.get(seed, ()), *steps))
