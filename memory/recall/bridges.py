"""Questions that join statements: `who is the manager of the owner of X` needs what is told of X, and then of whom that names.

A bridge is a name that an answer so far tells and the question does not. The question is asked again with it, less the words
that the answer has met already; what tells of the bridge and fits the rest leads on.
"""

import math
import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final
from uuid import UUID

from memory.language.tokens import index_tokens, query_tokens
from memory.recall.fusion import Key

COVERED: Final = 0.35
"""The share of the question's words that a chain meets in how good the chain is; the rest is how well its end fits."""
WORDS: Final = 0.5
"""The share of words in how well a target fits the rest of the question; the rest is nearness of meaning."""


@dataclass(frozen=True, slots=True)
class Bridge:
    """A name told by `seed`: its normalised form, its entity, the words that led to it, and what is left to ask."""

    seed: Key
    name: str
    entity_id: UUID
    met: str
    rest: str


@dataclass(frozen=True, slots=True)
class Crossing:
    """`target` tells of the bridge's name; `worth` says how well the chain to it answers the question, 0..1."""

    bridge: Bridge
    target: Key
    met: str
    worth: float


def joins(query: str) -> bool:
    """Whether a question names something by what it has to do with something else."""
    return _JOINS.search(query) is not None


_JOINS: Final = re.compile(
    r"\b(?:same|shared?s?|else|both|besides)\b|\bthe (?:\w+ ){0,2}(?:that|who|which)\b|['’]s (?:\w+ )?\w+['’]s\b"
    r"|\b(?:of|for|to|by|from|on|with|under) (?:the |our |my )?(?:\w+ ){0,2}(?:that|who|which|whose)\b"
    r"|\bwhose \w+ (?:is|are|does|do|did|was) the\b"
    r"|['’]s (?:manager|boss|lead|owner|team|landlord|teacher|coach|doctor|host|supplier|service|machine|server|group|parent)\b"
    r"|\b(?:reports?|answers?) to\b|\bdepends? on\b|\brel(?:y|ies) on\b|\b(?:one|service|person|company|team) (?:that )?\w+s\b"
    r"|同一|同样|一样的|一起|共用|还有(?:谁|哪)|也(?:是|在|用|找|归)|手下|上级|领导|背后|所在|依赖|汇报"
    r"|那(?:个|家|位|台|条|间|些)|的(?:那|同事|公司|服务|机器|老师|大夫|医生|负责人|主管|经理|房东|供应商|集团|部门|团队).{0,10}(?:的|归|在|是|由|谁|哪)",
    re.IGNORECASE,
)


def rest_of(query: str, met: str) -> str:
    """The words of a question that a text does not meet; the whole question where it meets all of them."""
    there = set(index_tokens(met))
    pieces = [piece for piece in _PIECE.findall(query) if not set(query_tokens(piece)) & there]
    left = "".join(pieces).strip() if _HAN.search(query) else " ".join(pieces)
    return left if query_tokens(left) else query


_PIECE: Final = re.compile(r"[A-Za-z0-9][\w'’.-]*|[\u3400-\u9fff]{1,2}")
_HAN: Final = re.compile(r"[\u3400-\u9fff]")


def word_weights(query: str, texts: Collection[str]) -> dict[str, float]:
    """How much each word of a question tells texts apart; words of none of them are left out."""
    df = Counter(token for text in texts for token in set(index_tokens(text)))
    return {token: math.log(1 + len(texts) / df[token]) for token in query_tokens(query) if df[token]}


def crossed(
    bridge: Bridge,
    targets: Mapping[Key, str],
    keyword: Mapping[Key, float],
    semantic: Mapping[Key, float],
    weights: Mapping[str, float],
) -> list[Crossing]:
    """The targets that tell of the bridge, each with what the chain to it is worth."""
    found: list[Crossing] = []
    for key, text in targets.items():
        if key == bridge.seed or not tells_of(text, bridge.name):
            continue
        met = f"{bridge.met} {text}"
        fit = WORDS * _share(keyword, key) + (1 - WORDS) * _share(semantic, key)
        found.append(Crossing(bridge, key, met, COVERED * _covered(met, weights) + (1 - COVERED) * fit))
    return found


def _covered(text: str, weights: Mapping[str, float]) -> float:
    there, whole = set(index_tokens(text)), math.fsum(weights.values())
    return math.fsum(weight for token, weight in weights.items() if token in there) / whole if whole else 0.0


def _share(scores: Mapping[Key, float], key: Key) -> float:
    """Where a score stands between the least and the best, 0..1."""
    if key not in scores:
        return 0.0
    least, best = min(scores.values()), max(scores.values())
    return (scores[key] - least) / (best - least) if best > least else 1.0


def tells_of(text: str, name: str) -> bool:
    """Whether a text has a name in it, by its tokens: `Femi's` tells of `femi`."""
    wanted = set(query_tokens(name))
    return bool(wanted) and wanted <= set(index_tokens(text))


def distinct(names: Iterable[tuple[str, UUID]], query: str, known: Collection[UUID]) -> Sequence[tuple[str, UUID]]:
    """Names that are worth a bridge: not in the question, one for each entity, the longest form of it."""
    best: dict[UUID, str] = {}
    for name, entity_id in names:
        if entity_id not in known and not tells_of(query, name) and len(name) > len(best.get(entity_id, "")):
            best[entity_id] = name
    return [(name, entity_id) for entity_id, name in best.items()]
