"""Profiles: for what an answer is used, as named settings that anyone can read (`GET /v1/profiles`)."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from memory.model.recalled import Weights
from memory.recall.fusion import DEFAULT, FusionWeights


@dataclass(frozen=True, slots=True)
class Profile:
    """The settings of one use.

    `weights` sum the parts of a score, `by_class` those of a question class; `include` names the states that are shown
    beside the current ones; `hops` says how far a question class walks the graph; `fusion` weighs the signals of relevance.
    What a request says itself goes before all of them.
    """

    name: str
    purpose: str
    weights: Weights
    by_class: Mapping[str, Weights] = field(default_factory=dict[str, Weights])
    include: frozenset[str] = frozenset()
    hops: Mapping[str, int] = field(default_factory=dict[str, int])
    fusion: FusionWeights = DEFAULT

    def weights_for(self, question_class: str, requested: Weights | None) -> Weights:
        """The request's weights, else those of the question's class, else the profile's."""
        return requested or self.by_class.get(question_class, self.weights)


_RELATED: Final = {"why": 2, "relation": 2}

# Relevance leads everywhere: a recent near-miss must not stand above an old answer.
CHAT: Final = Profile(
    name="chat",
    purpose="an agent that answers now: what holds, the fresh before the old",
    weights=Weights(0.84, 0.08, 0.08),
    by_class={"next": Weights(0.7, 0.1, 0.2), "history": Weights(0.9, 0.1, 0.0), "when": Weights(0.9, 0.1, 0.0)},
    hops=_RELATED,
)
SEARCH: Final = Profile(
    name="search",
    purpose="a person who looks for words: relevance alone, whatever its age or importance",
    weights=Weights(1.0, 0.0, 0.0),
    hops=_RELATED,
    fusion=replace(DEFAULT, slot=0.2, question=0.0, length=0.0),
)
COMPLIANCE: Final = Profile(
    name="compliance",
    purpose="a person who checks what is held: ended, waiting and cold memories too, each with its status",
    weights=Weights(1.0, 0.0, 0.0),
    include=frozenset({"history", "cold", "pending"}),
    hops={"why": 3, "relation": 3},
)
PROFILES: Final = {profile.name: profile for profile in (CHAT, SEARCH, COMPLIANCE)}
