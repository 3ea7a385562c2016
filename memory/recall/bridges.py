"""Questions that join statements: `who is the manager of the owner of X` needs what is told of X, and then of whom that names.

A bridge is a name that an answer so far tells and the question does not. The question is asked again with it, less the words
that the answer has met already; what tells of the bridge and fits the rest leads on. Where the question asks what shares
something with X, what leads on says of another thing what the answer said of X.
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

COVERED: Final = 0.5
"""The share of the question's words that a chain meets in how good the chain is; the rest is how well its end fits."""
WORDS: Final = 0.5
"""The share of words in how well a target fits the rest of the question; the rest is nearness of meaning."""
AGAIN: Final = 0.4
OFF_DEPTH: Final = 0.8
"""What is left of a chain that joins more or fewer statements than the question names."""
MOST_DEPTH: Final = 3
ANSWERS: Final = 0.75
"""A chain worth this is looked no further from."""
_DOER: Final = 4


@dataclass(frozen=True, slots=True)
class Statement:
    """Words that were told, with their tokens, and the chunks that they come from."""

    text: str
    tokens: frozenset[str]
    chunks: frozenset[UUID] = frozenset()

    @staticmethod
    def of(text: str, chunks: Iterable[UUID] = ()) -> "Statement":
        """A statement in these words."""
        return Statement(text, frozenset(index_tokens(text)), frozenset(chunks))


@dataclass(frozen=True, slots=True)
class Told:
    """Statements that lead from the question: the last of them, the tokens and chunks of all, the names on the way."""

    key: Key
    last: Statement
    met: frozenset[str]
    names: tuple[str, ...] = ()
    chunks: frozenset[UUID] = frozenset()

    @staticmethod
    def first(key: Key, statement: Statement) -> "Told":
        """A chain of one."""
        return Told(key, statement, statement.tokens, (), statement.chunks)

    def then(self, name: str, key: Key, statement: Statement) -> "Told":
        """The chain with one more, over a name."""
        names, chunks = (*self.names, name), self.chunks | statement.chunks
        return Told(key, statement, self.met | statement.tokens, names, chunks)

    @property
    def depth(self) -> int:
        """How many statements are joined."""
        return 1 + len(self.names)


@dataclass(frozen=True, slots=True)
class Bridge:
    """A name told at the end of a chain: its normalised form, its entity where it is one, and what is left to ask."""

    told: Told
    name: str
    entity_id: UUID | None
    rest: str


@dataclass(frozen=True, slots=True)
class Crossing:
    """`told` ends in what tells of the bridge's name; `worth` says how well the chain answers the question, 0..1."""

    bridge: Bridge
    told: Told
    worth: float


def joins(query: str, *, has_slot: bool = False) -> bool:
    """Whether a question names something by what it has to do with something else.

    `has_slot`: it asks for a known attribute; then words such as `of` tell whose, and no chain.
    """
    if firm(query) or _THAT_ONE.search(query) is not None:
        return True
    return not has_slot and len(_LINKS.findall(_ASKING.sub("", query))) > 1


def firm(query: str) -> bool:
    """Whether a question says clearly that it joins statements: a word that only counts links, or 那个, may say little."""
    return shares(query) or _JOINS.search(query) is not None


def shares(query: str) -> bool:
    """Whether a question asks for what has something in common with what it names."""
    return _SHARES.search(query) is not None


_SHARES: Final = re.compile(
    r"\b(?:same|shar(?:e|es|ed|ing)|else|in common|as well as)\b"
    r"|同一|同样|同班|同组|一样的|共用|共享|共同|一起|挤在|还有(?:谁|哪)|也(?:是|在|用|找|归|走)",
    re.IGNORECASE,
)
_JOINS: Final = re.compile(
    r"\bthe (?:\w+ ){0,2}(?:that|who|which)\b|\b(?:\w+)['’]s (?:\w+ ){0,2}\w+['’]s\b"
    r"|\b(?:of|at|by|for|to|from|on|with|under) (?:the |our |my )?(?:\w+ ){0,3}(?:that|who|which|whose|where|of|used by|at)\b"
    r"|\bwhose \w+ (?:is|are|does|do|did|was) the\b|\bhave an? (?:\w+ ){1,3}(?:who|that|which)\b"
    r"|['’]s? (?:\w+ )?(?:manager|boss|lead|owner|team|landlord|teacher|coach|doctor|host|supplier|service|machine|server)\b"
    r"|\b(?:reports?|answers?) to\b|\bdepends? on\b|\brel(?:y|ies) on\b"
    r"|(?:给|照顾|供应|提供|维护|保养|负责|管理|租|送|修|运|教|存|装|印)[^，。？?]{1,10}的[\u4e00-\u9fff]{2,6}(?:是|由|归|在|属|，|,|上面)"
    r"|所属|说到底|归根|(?:缺货|出了?问题|坏了)[^，。？?]{0,4}(?:找|联系|聯絡)"
    r"|\b(?:end|come|go)(?:s|ing)? (?:up|down|back) (?:under|to|at|with|in)\b|\bgoing by\b"
    r"|手下|上级|领导|背后|所在|依赖|汇报|影响"
    r"|的(?:那|同事|公司|服务|机器|老师|大夫|医生|负责人|主管|经理|房东|供应商|集团|部门|团队|实验室|模块|仪器|班主任|组).{0,12}(?:的|归|在|是|由|谁|哪)"
    r"|(?:班主任|负责人|主管|经理|老师|房东|供应商)(?:所在|的).{1,10}(?:谁|哪|什么)",
    re.IGNORECASE,
)
_THAT_ONE: Final = re.compile(r"那(?:个|家|位|台|条|间|些)")
_LINKS: Final = re.compile(
    r"(?<!as )\bof\b|['’]s?\b(?= )|\b(?:that|who|which|where|whose|\w+ed by|run by|led by)\b|\breports? to\b"
    r"|\bat the (?!moment|end|time|start|beginning|weekend)"
    r"|(?<=[\u3400-\u9fff])的(?=[\u3400-\u9fff])|所在|归(?=谁|哪)|属于|汇报给|部署在|依赖(?!的)|在哪|向谁|由谁|任(?=总监|主管|经理|组长|主任|店长|校长)",
    re.IGNORECASE,
)
_ASKING: Final = re.compile(r"^\s*(?:who|which|what|where|whose|on which|in which|on whose|to whom)\b", re.IGNORECASE)


def depth_of(query: str) -> int:
    """How many statements a question joins, by the words that link them: 2 or 3."""
    asked = _ASKING.sub("", query)
    return min(max(len(_LINKS.findall(asked)), 2), MOST_DEPTH)


def answered(query: str, rounds: Sequence[Sequence[Crossing]]) -> bool:
    """Whether a chain of as many statements as the question joins answers it so well that no longer one is looked for."""
    return any(
        crossing.told.depth >= depth_of(query) and crossing.worth >= ANSWERS for found in rounds for crossing in found
    )


def rest_of(query: str, met: frozenset[str]) -> str:
    """The words of a question that no token of a chain meets; the whole question where all are met."""
    pieces = [piece for piece in _PIECE.findall(query) if not met.intersection(query_tokens(piece))]
    left = "".join(pieces).strip() if _HAN.search(query) else " ".join(pieces)
    return left if query_tokens(left) else query


_PIECE: Final = re.compile(r"[A-Za-z0-9][\w'’.-]*|[\u3400-\u9fff]{1,2}")
_HAN: Final = re.compile(r"[\u3400-\u9fff]")


def word_weights(query: str, statements: Collection[Statement]) -> dict[str, float]:
    """How much each word of a question tells statements apart; words of none of them are left out."""
    asked = _roots(query_tokens(query))
    df = Counter(token for statement in statements for token in asked & _roots(statement.tokens))
    return {token: math.log(1 + len(statements) / df[token]) for token in asked if df[token]}


def _roots(tokens: Iterable[str]) -> set[str]:
    """Tokens without the ending of who does it: an owner owns."""
    return {
        token[:-2] if token.isascii() and len(token) > _DOER and token.endswith(("er", "or")) else token
        for token in tokens
    }


def crossed(
    bridge: Bridge,
    targets: Mapping[Key, Sequence[Statement]],
    scores: tuple[Mapping[Key, float], Mapping[Key, float]],
    query: str,
    weights: Mapping[str, float],
) -> list[Crossing]:
    """The chains over a bridge.

    Args:
        bridge: Where they cross.
        targets: What is told, by candidate: each sentence by itself.
        scores: Of the candidates by words and by meaning, for the bridge and the rest of the question.
        query: The question.
        weights: What its words weigh (`word_weights`).
    """
    keyword, semantic = scores
    name, found = frozenset(query_tokens(bridge.name)), list[Crossing]()
    for key, statement in ((key, each) for key, told in targets.items() for each in told):
        if statement.chunks & bridge.told.chunks or not name or not name <= statement.tokens:
            continue
        fit = WORDS * _share(keyword, key) + (1 - WORDS) * _share(semantic, key)
        told = bridge.told.then(bridge.name, key, statement)
        found.append(Crossing(bridge, told, _worth(told, bridge, fit, query, weights)))
    return found


def _worth(told: Told, bridge: Bridge, fit: float, query: str, weights: Mapping[str, float]) -> float:
    # What says again of another thing what led here answers no further question, unless that was asked.
    again = _alike(told.last, bridge.told.last, bridge.name, query)
    if shares(query):
        return (0.25 * fit + 0.75 * again) * (1.0 if told.depth == 2 else OFF_DEPTH)
    worth = (COVERED * covered(told.met, weights) + (1 - COVERED) * fit) * (1 - AGAIN * again)
    return worth * (1.0 if told.depth == depth_of(query) else OFF_DEPTH)


def _alike(statement: Statement, other: Statement, name: str, query: str) -> float:
    """How much of what one says beside names of the question the other one says too, 0..1."""
    own = other.tokens.difference(query_tokens(query)).union(index_tokens(name))
    return len(own & statement.tokens) / len(own) if own else 0.0


def covered(met: frozenset[str], weights: Mapping[str, float]) -> float:
    """The share of a question's words that a chain meets, by their weight, 0..1."""
    there, whole = _roots(met), math.fsum(weights.values())
    return math.fsum(weight for token, weight in weights.items() if token in there) / whole if whole else 0.0


def _share(scores: Mapping[Key, float], key: Key) -> float:
    """Where a score stands between the least and the best, 0..1."""
    if key not in scores:
        return 0.0
    least, best = min(scores.values()), max(scores.values())
    return (scores[key] - least) / (best - least) if best > least else 1.0


def tells_of(tokens: frozenset[str], name: str) -> bool:
    """Whether words have a name in them, by its tokens: `Femi's` tells of `femi`."""
    wanted = query_tokens(name)
    return bool(wanted) and tokens.issuperset(wanted)


def distinct(names: Iterable[tuple[str, UUID | None]], query: str, told: Told) -> Sequence[tuple[str, UUID | None]]:
    """Names that are worth a bridge: not in the question nor on the way, the longest form of each."""
    asked, kept = frozenset(index_tokens(query)), list[tuple[str, UUID | None]]()
    for name, entity_id in sorted(names, key=lambda found: -len(found[0])):
        known = tells_of(asked, name) or name in told.names
        if not known and not any(name in longer for longer, _ in kept):
            kept.append((name, entity_id))
    return kept
