"""Decisions on entities: which known entity a mention means, whether it is a new one, or whether it must wait.

Alike is not the same: names that differ by a number (Room 101 / Room 102) or by one person's letter (Jan / Jana) stay
apart. A short form (张工, Dr Reiter) is linked when exactly one person fits it and waits when several do.
"""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
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


def normal_name(text: str) -> str:
    """The form in which names are compared: one width, case and script; no article, possessive or dots."""
    name = _SPACES.sub(" ", fold(unicodedata.normalize("NFKC", text)).casefold()).strip(" \"'“”‘’「」《》,，。.;；:：")
    name = _ABBREVIATION.sub(lambda m: m[0].replace(".", ""), name + ("." if re.search(r"\.\w$", name) else ""))
    name = _PARTICLE.sub("", _ARTICLE.sub("", _POSSESSIVE.sub("", name)))
    return name.strip(" .") or text.casefold().strip()


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


def _by_alias(mention: EntityMention, candidates: Sequence[EntityCandidate]) -> list[EntityCandidate]:
    wanted = normal_name(mention.text)
    return [c for c in candidates if _types_fit(mention.type, c.type) and wanted in map(normal_name, _names(c))]


def _by_core(mention: EntityMention, candidates: Sequence[EntityCandidate]) -> list[EntityCandidate]:
    """Names equal but for a generic tail (`Dgia office`); only where the core is an abbreviation or a single name."""
    if mention.type is EntityType.PERSON:
        return []
    wanted = _GENERIC_TAIL.sub("", normal_name(mention.text))
    if " " in wanted:
        return []
    return [
        c
        for c in candidates
        if c.type is not EntityType.PERSON
        and _types_fit(mention.type, c.type)
        and wanted in {_GENERIC_TAIL.sub("", normal_name(name)) for name in _names(c)}
    ]


def _by_person(name: PersonName, candidates: Sequence[EntityCandidate]) -> list[EntityCandidate]:
    people = [c for c in candidates if c.type in (EntityType.PERSON, EntityType.OTHER)]
    return [c for c in people if any(same_person(name, person_name(other)) for other in _names(c))]


def link(mention: EntityMention, candidates: Sequence[EntityCandidate]) -> LinkDecision:
    """What a mention means among the known entities of its scope."""
    decision = _choose(mention, _by_alias(mention, candidates), "alias")
    name = person_name(mention.text)
    if name is not None and (mention.type is EntityType.PERSON or name.titled):
        people = _by_person(name, candidates)
        if decision is not None and not (name.partial and len({c.entity_id for c in people}) > 1):
            return decision
        # A short form that was clear once is no longer clear when a second person fits it.
        decision = _choose(mention, people, "short_form")
        return decision or LinkDecision(None, new=True, pending=False, reason="new_person")
    decision = decision or _choose(mention, _by_core(mention, candidates), "core_name")
    return decision or LinkDecision(None, new=True, pending=False, reason="new")
