"""Follows names from one answer to the next where a question joins several statements."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

from memory.language.linking import normal_name
from memory.language.segment import split_sentences
from memory.language.tokens import index_tokens, query_tokens
from memory.model.recalled import PathHop
from memory.ports.vector_index import ObjectKind
from memory.recall.bridges import (
    Bridge,
    Crossing,
    Statement,
    Told,
    answered,
    crossed,
    distinct,
    firm,
    rest_of,
    tells_of,
    word_weights,
)
from memory.recall.fusion import Key, Lead
from memory.recall.names import name_candidates
from memory.usecases.recall_candidates import Evidence, Ranking
from memory.usecases.recall_evidence import EvidenceReader
from memory.usecases.recall_expansion import Expansion
from memory.usecases.recall_legs import Gathered, Legs, Ref
from memory.usecases.recall_states import Assembly, States

SEEDS = 10
BRIDGES = 6
"""Names that are followed from one round of answers."""
HITS = 10
NEAREST = 30
"""So many of those that are near in meaning may end a chain, too."""
ROUNDS = 2
KEPT = 5
"""Chains of a round that lead on."""
LONGEST_NAME = 4
FIRST, SECOND = 1.08, 0.97
"""The end of the best chain stands before the statements that it begins with: it is what was asked for. Where the question may
as well be a plain one, the end stands just behind the best of the others.
"""
WORTH = 0.8
"""Chains worth less than this share of the best lead nowhere."""
TELLS = "TELLS_OF"

Holds = Callable[[Key], bool]
Asked = tuple[Bridge, dict[Ref, float]]


@dataclass(frozen=True, slots=True)
class Bridges:
    """Follows the names in the answers to one question."""

    legs: Legs
    reading: EvidenceReader
    assembly: Assembly
    text: str

    async def cross(self, found: Gathered, ranking: Ranking, evidence: Evidence, expansion: Expansion) -> Evidence:
        """From what the best answers name to what is told of that, as often as the question may need."""
        statements, rounds, names = Statements(), list[list[Crossing]](), self.assembly.analysis.reading.entities
        chains = first_told(
            ranking, evidence, self._holding(evidence), names, frozenset(query_tokens(self.text)), statements
        )
        # Who takes part is named in nearly every statement: a question about them is most often answered by one.
        firmly = firm(self.text) and not self.assembly.analysis.speakers
        while len(rounds) < (ROUNDS if firmly else 1) and not answered(self.text, rounds):
            asked = await self._ask(await self._leaving(chains, evidence))
            evidence = await self.reading.whole([key for _, hits in asked for key in hits], evidence)
            crossings = crossings_of(asked, found.semantic, evidence, self._holding(evidence), self.text, statements)
            rounds.append(crossings)
            chains = [crossing.told for crossing in crossings[:KEPT]]
        lead_across(expansion, ranking, rounds, firmly=firmly)
        return evidence

    def _holding(self, evidence: Evidence) -> Holds:
        return States(self.assembly, evidence).holds

    async def _ask(self, bridges: Sequence[Bridge]) -> list[Asked]:
        """What the words of each bridge and of the rest of the question find."""
        tokens = (query_tokens(f"{bridge.name} {bridge.rest}") for bridge in bridges)
        reading = self.reading
        hits = (self.legs.keyword(reading.tenant_id, reading.reader, words, HITS) for words in tokens)
        return list(zip(bridges, await asyncio.gather(*hits), strict=True))

    async def _leaving(self, chains: Sequence[Told], evidence: Evidence) -> list[Bridge]:
        """The names that the chains tell at their ends, chains in order."""
        pieces = [name_candidates(told.last.text) for told in chains]
        known = await self._entities(list(dict.fromkeys(name for names in pieces for name in names)))
        bridges: dict[str, Bridge] = {}
        for told, names in zip(chains, pieces, strict=True):
            named = [(name, known[name]) for name in names if name in known]
            valued = [(name, None) for name in _values(told.key, evidence) if not _holds_one(name, named)]
            for name, entity_id in distinct([*named, *valued], self.text, told):
                bridges.setdefault(name, Bridge(told, name, entity_id, rest_of(self.text, told.met)))
        return list(bridges.values())[:BRIDGES]

    async def _entities(self, names: Sequence[str]) -> dict[str, UUID]:
        reading, reader = self.reading, self.reading.reader
        return await reading.store.entities_named(reading.tenant_id, reader.workspace, reader.project, names)


def _values(key: Key, evidence: Evidence) -> list[str]:
    """What a fact ties together, where it is short enough to be a name."""
    found = evidence.facts.get(key[1]) if key[0] is ObjectKind.FACT else None
    words = (found.fact.subject, found.fact.value) if found is not None else ()
    return [normal_name(word) for word in words if len(query_tokens(word)) <= 2 * LONGEST_NAME]


def _holds_one(words: str, named: Sequence[tuple[str, UUID]]) -> bool:
    tokens = frozenset(index_tokens(words))
    return any(tells_of(tokens, name) for name, _ in named)


class Statements:
    """What candidates tell, sentence by sentence; each read once however often a question is asked again."""

    def __init__(self) -> None:
        self._read: dict[Key, Sequence[Statement]] = {}

    def of(self, key: Key, evidence: Evidence) -> Sequence[Statement]:
        """The sentences of a candidate; of a fact its own, with the words that it was taken from."""
        if key not in self._read:
            self._read[key] = _statements(key, evidence)
        return self._read[key]


def _statements(key: Key, evidence: Evidence) -> list[Statement]:
    if key[0] is ObjectKind.CHUNK:
        # What stands beside it in the same turn may be of another thing: `X buys from A. Y, by contrast, buys from B.`
        return [Statement.of(each.text, [key[1]]) for each in split_sentences(evidence.chunks[key[1]].chunk.text)]
    found = evidence.facts[key[1]]
    words = " ".join([found.fact.text, *(quote.quote for quote in found.evidence)])
    return [Statement.of(words, (quote.chunk_id for quote in found.evidence))]


def _nearest(statements: Sequence[Statement], asked: frozenset[str]) -> Statement | None:
    """The one that has most words of the question."""
    return max(statements, key=lambda each: len(asked & each.tokens), default=None)


def first_told(
    ranking: Ranking,
    evidence: Evidence,
    holds: Holds,
    names: Sequence[str],
    asked: frozenset[str],
    statements: Statements,
) -> list[Told]:
    """The best candidates that hold: those that tell of the names in the question, where any does."""
    ordered = sorted((key for key in ranking if key in evidence), key=lambda key: (-ranking[key], key[1]))
    first: list[Told] = []
    about: list[Told] = []
    for key in (key for key in ordered if holds(key)):
        told = _nearest(statements.of(key, evidence), asked)
        if told is None:
            continue
        if len(first) < SEEDS:
            first.append(Told.first(key, told))
        named = [each for each in statements.of(key, evidence) if any(tells_of(each.tokens, name) for name in names)]
        if (told := _nearest(named, asked)) is not None:
            about.append(Told.first(key, told))
        if len(about) == SEEDS or (not names and len(first) == SEEDS):
            break
    return about or first


def crossings_of(
    asked: Sequence[Asked],
    meant: Mapping[Ref, float],
    evidence: Evidence,
    holds: Holds,
    query: str,
    statements: Statements,
) -> list[Crossing]:
    """What leads on, the best first; each target once. `meant`: how near candidates are to the whole question."""
    nearest = sorted(meant, key=lambda key: (-meant[key], key[1]))[:NEAREST]
    hits = dict.fromkeys(
        key for found in (*(keyword for _, keyword in asked), nearest) for key in found if key in evidence
    )
    targets = {key: statements.of(key, evidence) for key in hits if holds(key)}
    met = [bridge.told.last for bridge, _ in asked]
    weights = word_weights(query, [*(each for told in targets.values() for each in told), *met])
    found: dict[Key, Crossing] = {}
    for bridge, keyword in asked:
        for crossing in crossed(bridge, targets, (keyword, meant), query, weights):
            known = found.get(crossing.told.key)
            if known is None or crossing.worth > known.worth:
                found[crossing.told.key] = crossing
    return sorted(found.values(), key=lambda crossing: (-crossing.worth, crossing.told.key[1]))


def lead_across(
    expansion: Expansion,
    ranking: Ranking,
    rounds: Sequence[Sequence[Crossing]],
    *,
    firmly: bool,
) -> None:
    """Adds leads to what was reached, and the path that led there: from a statement to the name that it tells, and on.

    `firmly`: the question surely joins statements.
    """
    first = FIRST if firmly else SECOND
    best = max(ranking, key=lambda key: (ranking[key], key[1]), default=None)
    most = max((crossing.worth for crossings in rounds for crossing in crossings), default=1.0)
    for crossings in rounds:
        for crossing in crossings:
            share, seed, target = crossing.worth / most, crossing.bridge.told.key, crossing.told.key
            if share < WORTH:
                continue
            expansion.leads.append(Lead(best or seed, target, first * share))
            over = crossing.bridge.entity_id or seed[1]
            steps = (PathHop(seed[1], TELLS, over), PathHop(target[1], TELLS, over))
            expansion.paths.setdefault(target, (*expansion.paths.get(seed, ()), *steps))
