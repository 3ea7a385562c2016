"""Decisions on entities: which known entity a mention means, whether it is a new one, or whether it must wait.

Alike is not the same: names that differ by a number (Room 101 / Room 102) or by one person's letter (Jan / Jana) stay
apart. A short form (张工, Dr Reiter) is linked when exactly one person fits it and waits when several do.
"""

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final
from uuid import UUID

from memory.language.han import fold
from memory.language.person_names import PersonName, person_name, same_person
from memory.model.ids import derived_id
from memory.ports.recognizer import EntityMention, EntityType


@dataclass(frozen=True, slots=True)
class EntityCandidate:
    """A known entity in the scope of the mention, with every name it was ever called by."""

    entity_id: UUID
    name: str
    aliases: tuple[str, ...] = ()
    type: EntityType = EntityType.OTHER


@dataclass(frozen=True, slots=True)
class LinkDecision:
    """What a mention means. `new` asks for an entity to be made; `pending` leaves the mention open, visibly.

    `alias` is the mention's own wording where the entity does not have it yet, else None.
    """

    entity_id: UUID | None
    new: bool
    pending: bool
    reason: str
    alias: str | None = None


_ARTICLE: Final = re.compile(r"^(?:the|a|an|my|our|your|his|her|its|their|this|that)\s+")
_POSSESSIVE: Final = re.compile(r"['’]s?$")
_PARTICLE: Final = re.compile(r"^(?:这个|那个|这位|那位|我们的|咱们的|我的)(?=.)")
_GENERIC_TAIL: Final = re.compile(r"(?<=\w)\s+(?:office|team|inc|ltd|llc|gmbh|corp|co)$")
_ABBREVIATION: Final = re.compile(r"(?:[a-z]\.){2,}[a-z]?")
_SPACES: Final = re.compile(r"[\s_·•・]+")
_CONCRETE: Final = frozenset({EntityType.PERSON, EntityType.ORG, EntityType.PLACE})


@lru_cache(maxsize=1 << 14)
def normal_name(text: str) -> str:
    """The form in which names are compared: one width, case and script; no article, possessive or dots."""
    name = _SPACES.sub(" ", fold(unicodedata.normalize("NFKC", text)).casefold()).strip(" \"'“”‘’「」《》,，。.;；:：")
    name = _ABBREVIATION.sub(lambda m: m[0].replace(".", ""), name + ("." if re.search(r"\.\w$", name) else ""))
    name = _PARTICLE.sub("", _ARTICLE.sub("", _POSSESSIVE.sub("", name)))
    return name.strip(" .") or text.casefold().strip()


def worded_name(name: str, mention: str) -> str:
    """An entity's name as a statement shows it: in the statement's own letters where only their case differs.

    The entity keeps the case in which it came first; what a statement shows must not depend on what arrived first.
    """
    return mention if mention.casefold() == name.casefold() else name


def entity_id(workspace: str, project: str, key: str) -> UUID:
    """The id of an entity that its normalised name identifies within a project."""
    return derived_id("entity", [workspace, project, normal_name(key)])


def speaker_entity_id(workspace: str, user_or_name: str) -> UUID:
    """The id of a speaker: one person whatever the project."""
    return derived_id("entity-speaker", [workspace, normal_name(user_or_name)])


def project_entity_id(workspace: str, project: str) -> UUID:
    """The id of the entity that a project is (`we`, no subject, its own name)."""
    return derived_id("entity-project", [workspace, project])


def _names(candidate: EntityCandidate) -> tuple[str, ...]:
    return (candidate.name, *candidate.aliases)


def _types_fit(left: EntityType, right: EntityType) -> bool:
    """Only two different concrete types keep equal names apart: a person is no place."""
    return left is right or left not in _CONCRETE or right not in _CONCRETE


def _linked(mention: EntityMention, candidate: EntityCandidate, reason: str) -> LinkDecision:
    alias = None if mention.text in _names(candidate) else mention.text
    return LinkDecision(candidate.entity_id, new=False, pending=False, reason=reason, alias=alias)


def _choose(mention: EntityMention, fitting: Sequence[EntityCandidate], reason: str) -> LinkDecision | None:
    ids = {candidate.entity_id for candidate in fitting}
    if len(ids) == 1:
        return _linked(mention, fitting[0], reason)
    return LinkDecision(None, new=False, pending=True, reason=f"{reason}_ambiguous") if ids else None


class Roster:
    """The known entities of a scope, found by the forms of their names without reading them all."""

    def __init__(self, candidates: Iterable[EntityCandidate] = ()) -> None:
        self._known: dict[UUID, EntityCandidate] = {}
        self._by_name: dict[str, dict[UUID, None]] = {}
        self._by_core: dict[str, dict[UUID, None]] = {}
        self._people: dict[UUID, tuple[PersonName, ...]] = {}
        for candidate in candidates:
            self.put(candidate)

    def put(self, candidate: EntityCandidate) -> None:
        """Adds an entity, or one that has more names than before."""
        self._known[candidate.entity_id] = candidate
        for name in _names(candidate):
            plain = normal_name(name)
            self._by_name.setdefault(plain, {})[candidate.entity_id] = None
            self._by_core.setdefault(_GENERIC_TAIL.sub("", plain), {})[candidate.entity_id] = None
        if candidate.type in (EntityType.PERSON, EntityType.OTHER):
            worn = (person_name(name) for name in _names(candidate))
            self._people[candidate.entity_id] = tuple(name for name in worn if name is not None)

    def named(self, mention: EntityMention) -> list[EntityCandidate]:
        """Those that have this very name."""
        return self._fitting(mention, self._by_name.get(normal_name(mention.text), {}))

    def of_core(self, mention: EntityMention) -> list[EntityCandidate]:
        """Names equal but for a generic tail (`Dgia office`); only where the core is an abbreviation or a single name."""
        wanted = _GENERIC_TAIL.sub("", normal_name(mention.text))
        if mention.type is EntityType.PERSON or " " in wanted:
            return []
        found = self._fitting(mention, self._by_core.get(wanted, {}))
        return [candidate for candidate in found if candidate.type is not EntityType.PERSON]

    def people(self, name: PersonName) -> list[EntityCandidate]:
        """Those whom a short form may mean."""
        found = (key for key, worn in self._people.items() if any(same_person(name, other) for other in worn))
        return [self._known[key] for key in found]

    def _fitting(self, mention: EntityMention, found: Iterable[UUID]) -> list[EntityCandidate]:
        known = (self._known[key] for key in found)
        return [candidate for candidate in known if _types_fit(mention.type, candidate.type)]


def link(mention: EntityMention, roster: Roster) -> LinkDecision:
    """What a mention means among the known entities of its scope."""
    decision = _choose(mention, roster.named(mention), "alias")
    name = person_name(mention.text)
    if name is not None and (mention.type is EntityType.PERSON or name.titled):
        people = roster.people(name)
        if decision is not None and not (name.partial and len({c.entity_id for c in people}) > 1):
            return decision
        # A short form that was clear once is no longer clear when a second person fits it.
        decision = _choose(mention, people, "short_form")
        return decision or LinkDecision(None, new=True, pending=False, reason="new_person")
    decision = decision or _choose(mention, roster.of_core(mention), "core_name")
    return decision or LinkDecision(None, new=True, pending=False, reason="new")
