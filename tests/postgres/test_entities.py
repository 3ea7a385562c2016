"""Merging and splitting entities: links are versioned, touched slots are settled, and undoing leaves no residue."""

from collections.abc import Sequence
from uuid import UUID, uuid4

import psycopg
import pytest

from adapters.postgres.authority import Authority
from memory.model.chunk import Chunk
from memory.model.errors import Conflict, InputInvalid, NotFound
from memory.model.principal import DEFAULT_SOURCE_KINDS, Permission, Principal
from memory.model.scope import Reader, Scope
from memory.ports.compiling import ChunkStatements
from memory.ports.recalling import Page
from memory.settle.registry import DEFAULT_REGISTRY
from memory.usecases.entities import ManageEntities
from tests.builders import NOW, CaptureBuilder, Said, Tenant, assertion, minutes, reader_of, statements
from tests.postgres.compiled import Stating, compile_said

Superuser = psycopg.Connection[tuple[object, ...]]
EVERYTHING = Reader(everywhere=True)
PAGE = Page(50)


def about(*told: tuple[str, str, str]) -> Stating:
    """The chunks state one (subject, predicate, value) each."""

    def stating(chunks: Sequence[Chunk]) -> Sequence[ChunkStatements]:
        return [
            statements(chunk, assertion(chunk, predicate, value, subject=subject))
            for chunk, (subject, predicate, value) in zip(chunks, told, strict=True)
        ]

    return stating


class World:
    """One tenant with some compiled statements, and its entities."""

    def __init__(self, authority: Authority, tenant: Tenant, superuser: Superuser) -> None:
        self.authority, self.tenant, self.superuser = authority, tenant, superuser
        self.principal = Principal(tenant.tenant_id, tenant.name, uuid4(), frozenset(Permission), DEFAULT_SOURCE_KINDS)
        self.manage = ManageEntities(authority.entities, DEFAULT_REGISTRY, lambda: NOW + minutes(30))

    async def told(self, *told: tuple[str, str, str]) -> None:
        builder = CaptureBuilder(self.tenant, external_id=uuid4().hex)
        await compile_said(self.authority, builder, [f"{s} {p} {v}" for s, p, v in told], about(*told))

    async def entity(self, name: str) -> UUID:
        found, _ = await self.manage.listed(self.principal, EVERYTHING, name, None, PAGE)
        return next(item.entity_id for item in found if item.name == name)

    async def names(self) -> set[tuple[str, ...]]:
        found, _ = await self.manage.listed(self.principal, EVERYTHING, None, None, PAGE)
        return {(item.name, *sorted(item.aliases)) for item in found}

    def facts(self) -> set[tuple[object, ...]]:
        """What holds now: the subject's name, predicate, value."""
        return self._all(
            "SELECT e.name, f.predicate, f.value FROM fact_version f JOIN entity e ON e.tenant_id = f.tenant_id"
            " AND e.entity_id = f.subject_id WHERE f.tenant_id = %s AND f.known_to IS NULL AND f.status = 'current'"
        )

    def everything(self) -> list[set[tuple[object, ...]]]:
        """All that a change could leave behind: facts, entities, names, links in force."""
        return [
            self.facts(),
            self._all("SELECT entity_id, name, merged_into FROM entity WHERE tenant_id = %s AND merged_into IS NULL"),
            self._all(
                "SELECT a.entity_id, a.alias, a.origin FROM entity_alias a JOIN entity e USING (tenant_id, entity_id)"
                " WHERE a.tenant_id = %s AND e.merged_into IS NULL"
            ),
            self._all(
                "SELECT assertion_id, role, entity_id, slot_id FROM mention_link WHERE tenant_id = %s AND known_to IS NULL"
            ),
        ]

    def _all(self, query: str) -> set[tuple[object, ...]]:
        return set(self.superuser.execute(query.encode(), [self.tenant.tenant_id]).fetchall())


@pytest.fixture
def world(authority: Authority, tenant: Tenant, superuser: Superuser) -> World:
    return World(authority, tenant, superuser)


async def test_what_is_said_of_merged_entities_is_said_of_one(world: World) -> None:
    await world.told(("Heron", "budget", "10"), ("Project Heron", "deadline", "May 3"))
    heron, other = await world.entity("Heron"), await world.entity("Project Heron")

    made = await world.manage.merge(world.principal, uuid4(), heron, [other], "one project")

    assert made.moved == 1
    assert world.facts() == {("Heron", "budget", "10"), ("Heron", "deadline", "May 3")}
    assert await world.names() == {("Heron", "Project Heron")}


async def test_a_merged_name_means_the_one_it_was_merged_into(world: World) -> None:
    await world.told(("Heron", "budget", "10"), ("Project Heron", "deadline", "May 3"))
    heron, other = await world.entity("Heron"), await world.entity("Project Heron")
    await world.manage.merge(world.principal, uuid4(), heron, [other], "")

    await world.told(("Project Heron", "status", "green"))

    assert ("Heron", "status", "green") in world.facts()


async def test_an_undone_merge_leaves_nothing_behind(world: World) -> None:
    await world.told(("Heron", "budget", "10"), ("Project Heron", "budget", "20"), ("Project Heron", "status", "red"))
    before = world.everything()
    heron, other = await world.entity("Heron"), await world.entity("Project Heron")
    made = await world.manage.merge(world.principal, uuid4(), heron, [other], "")
    assert world.everything() != before

    undone = await world.manage.undo(world.principal, made.change_id)

    assert undone.moved == 2
    assert world.everything() == before


async def test_what_was_said_since_a_merge_goes_with_its_words_when_it_is_undone(world: World) -> None:
    await world.told(("Heron", "budget", "10"), ("Project Heron", "deadline", "May 3"))
    heron, other = await world.entity("Heron"), await world.entity("Project Heron")
    world.manage = ManageEntities(world.authority.entities, DEFAULT_REGISTRY, lambda: NOW)
    made = await world.manage.merge(world.principal, uuid4(), heron, [other], "")
    await world.told(("Project Heron", "status", "green"), ("Heron", "status", "red"))

    await world.manage.undo(world.principal, made.change_id)

    assert {("Project Heron", "status", "green"), ("Heron", "status", "red")} <= world.facts()


async def test_a_split_takes_the_statements_of_its_names_along_and_is_undone(world: World) -> None:
    await world.told(("Jan", "role", "dentist"), ("Jana", "role", "cardiologist"))
    jan, jana = await world.entity("Jan"), await world.entity("Jana")
    await world.manage.merge(world.principal, uuid4(), jan, [jana], "by mistake")
    before = world.everything()

    made = await world.manage.split(world.principal, uuid4(), jan, ["Jana"], [], None, "two people")

    assert world.facts() == {("Jan", "role", "dentist"), ("Jana", "role", "cardiologist")}
    await world.manage.undo(world.principal, made.change_id)
    facts, entities, names, links = world.everything()
    assert (facts, entities, links) == (before[0], before[1], before[3])
    assert {name[:2] for name in names} == {name[:2] for name in before[2]}


async def test_a_split_by_statements_makes_an_entity_of_the_same_name(world: World) -> None:
    await world.told(("Reiter", "role", "dentist"), ("Reiter", "lives_in", "Graz"))
    reiter = await world.entity("Reiter")
    chosen = world.superuser.execute(
        "SELECT assertion_id FROM assertion WHERE tenant_id = %s AND predicate = 'lives_in'", [world.tenant.tenant_id]
    ).fetchall()

    made = await world.manage.split(
        world.principal, uuid4(), reiter, [], [UUID(str(row[0])) for row in chosen], "Reiter of Graz", ""
    )

    assert made.moved == 1
    assert world.facts() == {("Reiter", "role", "dentist"), ("Reiter of Graz", "lives_in", "Graz")}


async def test_a_change_is_made_once_and_undone_once(world: World) -> None:
    await world.told(("Heron", "budget", "10"), ("Project Heron", "deadline", "May 3"))
    heron, other = await world.entity("Heron"), await world.entity("Project Heron")
    change_id = uuid4()
    first = await world.manage.merge(world.principal, change_id, heron, [other], "")

    again = await world.manage.merge(world.principal, change_id, heron, [other], "")

    assert again == first
    await world.manage.undo(world.principal, change_id)
    after = world.everything()
    await world.manage.undo(world.principal, change_id)
    assert world.everything() == after


async def test_a_speaker_is_never_merged_away_and_nothing_is_merged_with_itself(world: World) -> None:
    await compile_said(
        world.authority,
        CaptureBuilder(world.tenant),
        ["I live in Ghent"],
        lambda chunks: [statements(chunk, assertion(chunk, "lives_in", "Ghent")) for chunk in chunks],
    )
    await world.told(("Linn", "role", "vet"))
    speaker, other = await world.entity("lin"), await world.entity("Linn")

    with pytest.raises(Conflict):
        await world.manage.merge(world.principal, uuid4(), other, [speaker], "")
    with pytest.raises(InputInvalid):
        await world.manage.merge(world.principal, uuid4(), other, [other], "")
    with pytest.raises(NotFound):
        await world.manage.merge(world.principal, uuid4(), other, [uuid4()], "")


async def test_an_entity_of_unseen_words_is_unknown(world: World) -> None:
    await world.told(("Heron", "budget", "10"))
    stranger = reader_of(Scope(user_id="omar"))

    found, _ = await world.manage.listed(world.principal, stranger, None, None, PAGE)

    assert found == []


async def test_predicates_beyond_the_registry_are_counted(world: World) -> None:
    await world.told(("Heron", "budget", "10"), ("Heron", "wingspan", "2 m"), ("Stork", "wingspan", "2 m"))

    found = await world.manage.predicates(world.principal, EVERYTHING)

    used = {(item.predicate.name, item.registered, item.uses) for item in found if item.uses}
    assert used == {("budget", True, 1), ("wingspan", False, 2)}


async def test_a_speaker_who_was_known_by_name_before_is_one_person_unless_that_is_undone(world: World) -> None:
    await world.told(("Rui", "grade", "6"))

    def by_rui(chunks: Sequence[Chunk]) -> Sequence[ChunkStatements]:
        return [statements(chunk, assertion(chunk, "lives_in", "Porto")) for chunk in chunks]

    async def speak(turn: int) -> None:
        builder = CaptureBuilder(world.tenant, scope=Scope(user_id="rui"), external_id=f"rui-{turn}")
        await compile_said(world.authority, builder, [Said("I live in Porto", turn=turn, speaker="Rui")], by_rui)

    await speak(1)
    assert world.facts() == {("Rui", "grade", "6"), ("Rui", "lives_in", "Porto")}
    assert len(world.everything()[1]) == 1

    (change,) = world.superuser.execute(
        "SELECT change_id FROM entity_change WHERE tenant_id = %s", [world.tenant.tenant_id]
    ).fetchall()
    await world.manage.undo(world.principal, UUID(str(change[0])))
    await speak(2)
    assert len(world.everything()[1]) == 2
