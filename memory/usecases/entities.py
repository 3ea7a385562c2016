"""Entities and predicates as people see them: listing, merging, splitting, undoing, and the audit of predicates."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from memory.language.linking import normal_name, project_entity_id, speaker_entity_id
from memory.model.errors import Conflict, FieldProblem, InputInvalid, NotFound
from memory.model.ids import derived_id
from memory.model.principal import Permission, Principal
from memory.model.scope import Reader
from memory.ports.compiling import EntityRecord
from memory.ports.entities import EntityChange, EntityStore, SeenEntity
from memory.ports.recalling import Page
from memory.settle.predicate import Predicate
from memory.settle.registry import Registry
from memory.usecases.access import reader_of, require
from memory.usecases.settling import slot_decision

PENDING = "pending"
_ONE = Page(1, None)


@dataclass(frozen=True, slots=True)
class PredicateUse:
    """A predicate with its traits, and how many live statements use it; unregistered ones show a growing schema."""

    predicate: Predicate
    registered: bool
    uses: int


class ManageEntities:
    """Everything on entities but their making, which is linking's."""

    def __init__(self, store: EntityStore, registry: Registry, clock: Callable[[], datetime]) -> None:
        self._store = store
        self._registry = registry
        self._clock = clock

    async def listed(
        self, principal: Principal, reader: Reader, name: str | None, status: str | None, page: Page
    ) -> tuple[list[SeenEntity], bool]:
        """A page of entities, or of mentions that wait; and whether more follow."""
        bound = reader_of(principal, reader)
        if status == PENDING:
            return await self._store.pending(principal.tenant_id, bound, page)
        return await self._store.entities(principal.tenant_id, bound, name, page)

    async def entity(self, principal: Principal, reader: Reader, entity_id: UUID) -> SeenEntity:
        """One entity; raises `NotFound`."""
        bound = reader_of(principal, reader)
        found, _ = await self._store.entities(principal.tenant_id, bound, None, _ONE, entity_id)
        if not found:
            raise NotFound("There is no such entity. List the entities to see which there are.")
        return found[0]

    async def merge(
        self, principal: Principal, change_id: UUID, into: UUID, others: Sequence[UUID], reason: str
    ) -> EntityChange:
        """Makes one entity of several; raises `NotFound`, `Forbidden`, `InputInvalid`, `Conflict`."""
        self._may_change(principal)
        if made := await self._store.change(principal.tenant_id, change_id):
            return made
        wanted = [other for other in dict.fromkeys(others) if other != into]
        if not wanted:
            problem = FieldProblem("/entity_ids", "too_short", "an entity other than 'into' is expected")
            raise InputInvalid("There is nothing to merge. Name another entity.", problems=[problem])
        for other in wanted:
            await self.entity(principal, Reader(everywhere=True), other)
        await self.entity(principal, Reader(everywhere=True), into)
        records = await self._store.records(principal.tenant_id, [into, *wanted])
        self._one_place(records)
        for record in records:
            if record.entity_id != into and _fixed(record):
                raise Conflict("A speaker or a project keeps its own entity. Merge the other one into it.")
        decide, now = slot_decision(self._registry, self._clock), self._clock()
        return await self._store.merge(principal.tenant_id, change_id, into, wanted, reason, now, decide)

    async def split(
        self,
        principal: Principal,
        change_id: UUID,
        entity_id: UUID,
        aliases: Sequence[str],
        assertion_ids: Sequence[UUID],
        name: str | None,
        reason: str,
    ) -> EntityChange:
        """Makes two entities of one; raises `NotFound`, `Forbidden`, `InputInvalid`."""
        self._may_change(principal)
        if made := await self._store.change(principal.tenant_id, change_id):
            return made
        await self.entity(principal, Reader(everywhere=True), entity_id)
        (record,) = await self._store.records(principal.tenant_id, [entity_id])
        known = {normal_name(alias) for alias in (record.name, *record.aliases)}
        if unknown := [alias for alias in aliases if normal_name(alias) not in known]:
            problem = FieldProblem("/aliases", "unknown", "names of the entity are expected")
            raise InputInvalid(f"{len(unknown)} of the aliases are not names of this entity.", problems=[problem])
        if known <= {normal_name(alias) for alias in aliases}:
            problem = FieldProblem("/aliases", "all", "at least one name must stay")
            raise InputInvalid("Nothing would be left of the entity. Leave it a name.", problems=[problem])
        called = name or (aliases[0] if aliases else record.name)
        new = EntityRecord(
            derived_id("entity-split", [change_id]), called, tuple(aliases), record.type, record.workspace, record.project
        )  # fmt: skip
        decide, now = slot_decision(self._registry, self._clock), self._clock()
        return await self._store.split(
            principal.tenant_id, change_id, entity_id, new, assertion_ids, reason, now, decide
        )

    async def undo(self, principal: Principal, change_id: UUID) -> EntityChange:
        """Takes a merge or a split back; raises `NotFound`, `Forbidden`."""
        self._may_change(principal)
        decide, now = slot_decision(self._registry, self._clock), self._clock()
        return await self._store.undo(principal.tenant_id, change_id, now, decide)

    async def predicates(self, principal: Principal, reader: Reader) -> list[PredicateUse]:
        """The registry in its order, then what statements use beyond it, most used first."""
        counts = await self._store.predicate_counts(principal.tenant_id, reader_of(principal, reader))
        names = {predicate.name for predicate in self._registry.all()}
        known = [PredicateUse(found, True, counts.get(found.name, 0)) for found in self._registry.all()]
        beyond = sorted((name for name in counts if name not in names), key=lambda name: (-counts[name], name))
        return known + [
            PredicateUse(self._registry.lookup(name), self._registry.registered(name), counts[name]) for name in beyond
        ]

    def _may_change(self, principal: Principal) -> None:
        """An entity is everybody's in its project: a key that is bound to one user may not re-make it."""
        require(principal, Permission.WRITE)
        if principal.user_id is not None or principal.projects is not None:
            require(principal, Permission.ADMIN)

    def _one_place(self, records: Sequence[EntityRecord]) -> None:
        if len({(record.workspace, record.project) for record in records if record.project}) > 1:
            raise Conflict("The entities belong to different projects. Merge within one project.")


def _fixed(record: EntityRecord) -> bool:
    """Whether the entity's id is that of a speaker or a project, which new mentions will always mean."""
    names = (record.name, *record.aliases)
    speakers = {speaker_entity_id(record.workspace, name) for name in names}
    return record.entity_id in speakers or record.entity_id == project_entity_id(record.workspace, record.project)
