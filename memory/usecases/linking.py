"""Which entity each mention of an operation means: the decisions of `memory.language.linking`, applied in order."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from uuid import UUID

from memory.language.linking import (
    EntityCandidate,
    LinkDecision,
    Roster,
    entity_id,
    link,
    normal_name,
    project_entity_id,
    speaker_entity_id,
)
from memory.model.assertion import SubjectKind
from memory.model.ids import derived_id
from memory.ports.compiling import EntityRecord, LinkEvent, UnlinkedMention
from memory.ports.recognizer import EntityMention, EntityType

NOBODY = "user"
"""The speaker of words that name neither a user nor a speaker."""


@dataclass(frozen=True, slots=True)
class Join:
    """A speaker who was known by name before a word of theirs came: two entities that are one person."""

    speaker: UUID
    named: UUID

    @property
    def change_id(self) -> UUID:
        """The same for the same two, so that what a person has undone is not done again."""
        return derived_id("entity-join", [self.speaker, self.named])


@dataclass(frozen=True, slots=True)
class LinkPlan:
    """Entities to add (or whose aliases grow), the link events, and entities that turned out to be one."""

    entities: tuple[EntityRecord, ...]
    events: tuple[LinkEvent, ...]
    joins: tuple[Join, ...] = ()


class _Known:
    """Entities as they grow while the mentions of one operation are read."""

    def __init__(self, records: Iterable[EntityRecord]) -> None:
        self.records = {record.entity_id: record for record in records}
        self.touched: set[UUID] = set()
        self.joins: set[Join] = set()
        self._rosters: dict[tuple[str, str], Roster] = {}

    def learn(self, record: EntityRecord, alias: str | None = None) -> None:
        known = self.records.get(record.entity_id, record)
        names = (*known.aliases, *((alias,) if alias else ()))
        grown = replace(known, aliases=tuple(dict.fromkeys(names)))
        if self.records.get(record.entity_id) != grown:
            self.records[record.entity_id] = grown
            self.touched.add(record.entity_id)
            self._tell(grown)

    def roster(self, workspace: str, project: str) -> Roster:
        """Who and what is known in a project."""
        if (workspace, project) not in self._rosters:
            known = (record for record in self.records.values() if _seen_in(record, workspace, project))
            self._rosters[workspace, project] = Roster(map(_candidate, known))
        return self._rosters[workspace, project]

    def _tell(self, record: EntityRecord) -> None:
        for (workspace, project), roster in self._rosters.items():
            if _seen_in(record, workspace, project):
                roster.put(_candidate(record))


def _seen_in(record: EntityRecord, workspace: str, project: str) -> bool:
    return record.workspace == workspace and record.project in ("", project)


def _candidate(record: EntityRecord) -> EntityCandidate:
    return EntityCandidate(record.entity_id, record.name, record.aliases, record.type)


def plan_links(mentions: Sequence[UnlinkedMention], known: Sequence[EntityRecord]) -> LinkPlan:
    """Links every mention, in a fixed order, so that a second run decides the same."""
    state = _Known(known)
    ordered = sorted(mentions, key=lambda mention: (_rank(mention), str(mention.assertion_id), mention.role))
    events = [_link_one(mention, state) for mention in ordered]
    entities = tuple(state.records[found] for found in sorted(state.touched))
    return LinkPlan(entities, tuple(events), tuple(sorted(state.joins, key=lambda join: str(join.change_id))))


def _rank(mention: UnlinkedMention) -> int:
    """Longer names first: a full name must be known before its short form asks for it."""
    return -len(mention.mention.text)


def _link_one(mention: UnlinkedMention, state: _Known) -> LinkEvent:
    match mention.mention.kind:
        case SubjectKind.SPEAKER:
            return _link_speaker(mention, state)
        case SubjectKind.PROJECT:
            return _link_project(mention, state)
        case SubjectKind.NAMED:
            return _link_named(mention, state)


def _event(mention: UnlinkedMention, found: UUID | None, reason: str) -> LinkEvent:
    return LinkEvent(mention.assertion_id, mention.role, found, reason)


def _link_speaker(mention: UnlinkedMention, state: _Known) -> LinkEvent:
    """The speaker is the user of the scope, unless that user is known by other names only (a conversation of several)."""
    scope, name = mention.scope, mention.speaker
    if not scope.user_id and name:
        return _link_person_by_name(mention, name, state)
    owner = scope.user_id or NOBODY
    user_id = speaker_entity_id(scope.workspace, owner)
    known = state.records.get(user_id)
    if known is None:
        record = EntityRecord(user_id, name or owner, (), EntityType.PERSON, scope.workspace, "")
        for alias in filter(None, (name, owner)):
            state.learn(record, alias)
        _join(mention, user_id, state)
        return _event(mention, user_id, "speaker")
    if not _is_known_as(known, name):
        return _link_person_by_name(mention, name, state)
    _join(mention, user_id, state)
    return _event(mention, user_id, "speaker")


def _join(mention: UnlinkedMention, speaker: UUID, state: _Known) -> None:
    """The user and their display name are one subject, whichever came first."""
    scope = mention.scope
    for name in filter(None, (mention.speaker, scope.user_id)):
        for key in (name, f"{EntityType.PERSON.value}:{name}"):
            named = state.records.get(entity_id(scope.workspace, scope.project, key))
            if named is not None and named.type in (EntityType.PERSON, EntityType.OTHER):
                state.joins.add(Join(speaker, named.entity_id))


def _is_known_as(record: EntityRecord, name: str) -> bool:
    return not name or normal_name(name) in {normal_name(alias) for alias in (record.name, *record.aliases)}


def _link_person_by_name(mention: UnlinkedMention, name: str, state: _Known) -> LinkEvent:
    decision = link(EntityMention(name, 0, len(name), EntityType.PERSON), _of_scope(mention, state))
    return _carry_out(mention, name, EntityType.PERSON, decision, state)


def _link_project(mention: UnlinkedMention, state: _Known) -> LinkEvent:
    scope = mention.scope
    found = project_entity_id(scope.workspace, scope.project)
    name = scope.project or mention.mention.text or "project"
    state.learn(EntityRecord(found, name, (), EntityType.PROJECT, scope.workspace, scope.project), name)
    return _event(mention, found, "project")


def _link_named(mention: UnlinkedMention, state: _Known) -> LinkEvent:
    named = mention.mention
    seen = EntityMention(named.text, 0, len(named.text), named.type)
    return _carry_out(mention, named.text, named.type, link(seen, _of_scope(mention, state)), state)


def _of_scope(mention: UnlinkedMention, state: _Known) -> Roster:
    return state.roster(mention.scope.workspace, mention.scope.project)


def _carry_out(
    mention: UnlinkedMention, name: str, kind: EntityType, decision: LinkDecision, state: _Known
) -> LinkEvent:
    if decision.pending:
        return _event(mention, None, decision.reason)
    if decision.entity_id is not None:
        state.learn(state.records[decision.entity_id], decision.alias)
        return _event(mention, decision.entity_id, decision.reason)
    scope = mention.scope
    found = entity_id(scope.workspace, scope.project, f"{kind.value}:{name}" if kind is EntityType.PERSON else name)
    state.learn(EntityRecord(found, name, (), kind, scope.workspace, scope.project), name)
    return _event(mention, found, decision.reason)
