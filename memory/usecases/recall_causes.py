"""Why, and why that: the cause of a cause is often told in another turn, with other words than the question's.

From the best candidates that tell a cause, their own words are looked for once more; what they find and tells a cause itself
leads on from them.
"""

import asyncio
from collections.abc import Iterable, Sequence
from uuid import UUID

from memory.language.tokens import query_tokens
from memory.model.recalled import PathHop
from memory.model.scope import Reader
from memory.ports.recalling import RecallStore
from memory.ports.vector_index import ObjectKind
from memory.recall.causal import CAUSE, tells_a_cause
from memory.recall.fusion import Key, Lead
from memory.usecases.recall_candidates import Evidence, Ranking
from memory.usecases.recall_expansion import Expansion

BEST = 12
SEEDS = 4
HITS = 10
CHAIN_FACTOR = 0.95


def causal_seeds(ranking: Ranking, evidence: Evidence) -> list[tuple[Key, str]]:
    """The best candidates, those that state a cause first, with the words whose own cause is looked for."""
    ordered = sorted(ranking, key=lambda key: (-ranking[key], str(key[1])))[:BEST]
    ordered.sort(key=lambda key: not _states_a_cause(key, evidence))
    told = ((key, _words_of(key, evidence)) for key in ordered)
    return [(key, words) for key, words in told if words][:SEEDS]


def _words_of(key: Key, evidence: Evidence) -> str:
    if key[0] is ObjectKind.CHUNK:
        chunk = evidence.chunks.get(key[1])
        return chunk.chunk.text if chunk is not None else ""
    found = evidence.facts.get(key[1])
    if found is None:
        return ""
    return found.fact.value if _states_a_cause(key, evidence) else found.fact.text


def _states_a_cause(key: Key, evidence: Evidence) -> bool:
    found = evidence.facts.get(key[1]) if key[0] is ObjectKind.FACT else None
    return found is not None and found.predicate.rpartition(".")[2] == CAUSE


def _tells(key: Key, evidence: Evidence) -> bool:
    """Whether a candidate, or the words that it was taken from, tells a cause."""
    if _states_a_cause(key, evidence):
        return True
    fact = evidence.facts.get(key[1]) if key[0] is ObjectKind.FACT else None
    ids = [quote.chunk_id for quote in fact.evidence] if fact is not None else [key[1]]
    chunks = (evidence.chunks.get(chunk_id) for chunk_id in ids)
    return any(chunk is not None and tells_a_cause(chunk.chunk.text) for chunk in chunks)


async def hits_of(
    store: RecallStore, tenant_id: UUID, reader: Reader, seeds: Sequence[tuple[Key, str]], asked: Iterable[str]
) -> dict[Key, list[Key]]:
    """What the words of each seed find that the question did not ask for itself."""
    known = set(asked)
    tokens = [[token for token in query_tokens(words) if token not in known] for _, words in seeds]
    kinds = [ObjectKind.FACT, ObjectKind.CHUNK]
    found = await asyncio.gather(
        *(store.keyword(tenant_id, reader, wanted, kinds, HITS) for wanted in tokens if wanted)
    )
    kept = [seed for seed, wanted in zip(seeds, tokens, strict=True) if wanted]
    return {
        seed[0]: [(hit.kind, hit.object_id) for hit in hits if (hit.kind, hit.object_id) != seed[0]]
        for seed, hits in zip(kept, found, strict=True)
    }


def lead_on(expansion: Expansion, ranking: Ranking, found: dict[Key, list[Key]], evidence: Evidence) -> None:
    """Adds leads from causes to what tells their own cause; the path reads from cause to effect.

    What answers `why that` is worth nearly as much as the best answer to `why`: both belong to the explanation.
    """
    best = max(ranking, key=lambda key: (ranking[key], str(key[1])), default=None)
    for seed, targets in found.items():
        telling = [target for target in targets if target in evidence and _tells(target, evidence)]
        telling.sort(key=lambda target: not _states_a_cause(target, evidence))
        for place, target in enumerate(telling):
            expansion.leads.append(Lead(best or seed, target, CHAIN_FACTOR ** (place + 1)))
            if seed[0] is target[0] is ObjectKind.FACT:
                expansion.paths.setdefault(target, (PathHop(target[1], "CAUSE", seed[1]),))
