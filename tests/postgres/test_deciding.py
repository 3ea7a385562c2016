"""People's decisions at the authority: corrections, resolved conflicts, retractions, and their undoing."""

from collections.abc import Callable
from datetime import datetime, timedelta
from uuid import UUID, uuid4

import psycopg
import pytest

from adapters.postgres.authority import Authority
from memory.model.assertion import Authority as Weight
from memory.model.erasing import Selector, SelectorKind
from memory.model.errors import Conflict, InputInvalid, NotFound
from memory.model.principal import DEFAULT_SOURCE_KINDS, Permission, Principal
from memory.model.scope import Reader
from memory.ports.deciding import Decided
from memory.settle.registry import DEFAULT_REGISTRY
from memory.usecases.capture import CaptureMemory
from memory.usecases.conflicts import ManageConflicts
from memory.usecases.correct import Correction, CorrectMemory
from tests.builders import NOW, CaptureBuilder, Said, Tenant, assertion, minutes, statements
from tests.postgres.compiled import Stating, compile_said, states

Superuser = psycopg.Connection[tuple[object, ...]]
EVERYWHERE = Reader(everywhere=True)
LATER = NOW + timedelta(days=60)


def principal(tenant: Tenant) -> Principal:
    return Principal(tenant.tenant_id, tenant.name, uuid4(), frozenset(Permission), DEFAULT_SOURCE_KINDS)


def ticking(start: datetime = LATER) -> Callable[[], datetime]:
    """A clock that goes a minute further each time it is read."""
    count = iter(range(10_000))
    return lambda: start + minutes(next(count))


def corrections(authority: Authority, clock: Callable[[], datetime] | None = None) -> CorrectMemory:
    now = clock or ticking()
    capture = CaptureMemory(authority.captures, now, uuid4)
    return CorrectMemory(decisions=authority.deciding, capture=capture, registry=DEFAULT_REGISTRY, clock=now)


def conflicts(authority: Authority) -> ManageConflicts:
    return ManageConflicts(
        decisions=authority.deciding, facts=authority.recalling, registry=DEFAULT_REGISTRY, clock=ticking()
    )


def line(superuser: Superuser, tenant: Tenant) -> list[tuple[object, ...]]:
    """(value, from, to, status, reason) of the newest versions."""
    found = superuser.execute(
        "SELECT value, valid_from, valid_to, status, reason FROM fact_version WHERE tenant_id = %s AND known_to IS NULL"
        " AND status <> 'retracted' ORDER BY valid_from, status, value",
        [tenant.tenant_id],
    )
    return [tuple(row) for row in found.fetchall()]


def memory_of(superuser: Superuser, tenant: Tenant, value: str) -> UUID:
    row = superuser.execute(
        "SELECT memory_id FROM fact_version WHERE tenant_id = %s AND value = %s AND known_to IS NULL"
        " ORDER BY status = 'retracted', version DESC",
        [tenant.tenant_id, value],
    ).fetchone()
    assert row
    return UUID(str(row[0]))


def weighing(value: str, weight: Weight, predicate: str = "grade") -> Stating:
    return lambda chunks: [statements(c, assertion(c, predicate, value, authority=weight)) for c in chunks]


async def say(authority: Authority, tenant: Tenant, text: str, stating: Stating, at: datetime = NOW) -> None:
    builder = CaptureBuilder(tenant, external_id=f"s-{uuid4().hex}")
    await compile_said(authority, builder, [Said(text, said_at=at)], stating, at)


async def correct(authority: Authority, tenant: Tenant, memory_id: UUID, **wanted: object) -> Decided:
    correction = Correction(**wanted)  # pyright: ignore[reportArgumentType] the test names its fields
    return await corrections(authority).correct(principal(tenant), EVERYWHERE, memory_id, correction, uuid4())


async def test_c32_a_correction_takes_the_whole_time_of_what_was_wrong_and_keeps_it_as_wrongly_known(
    authority: Authority, tenant: Tenant, superuser: Superuser
) -> None:
    await say(authority, tenant, "limit 30", states(("limit", "30")))
    wrong = memory_of(superuser, tenant, "30")
    done = await correct(authority, tenant, wrong, value="35", reason="typing error")
    assert line(superuser, tenant) == [
        ("35", NOW, None, "current", "correction"),
        ("30", NOW, NOW, "superseded", "corrected"),
    ]
    assert done.memory_id == memory_of(superuser, tenant, "35")
    (then,) = await authority.recalling.facts(
        tenant.tenant_id, Reader(user_id="lin", session_id="s1"), [wrong], NOW + timedelta(days=1)
    )
    assert (then.fact.value, then.fact.status.value, then.fact.valid_to) == ("30", "current", None)
    (event,) = await authority.deciding.events_of(tenant.tenant_id, [wrong])
    assert (event.reason, event.kind.value) == ("typing error", "correct")


async def test_a_correction_of_the_past_leaves_what_came_after(
    authority: Authority, tenant: Tenant, superuser: Superuser
) -> None:
    await say(authority, tenant, "limit 30", states(("limit", "30")))
    change = NOW + timedelta(days=10)
    await say(authority, tenant, "limit 50", states(("limit", "50")), change)
    await correct(authority, tenant, memory_of(superuser, tenant, "30"), value="35")
    assert [row[:4] for row in line(superuser, tenant)] == [
        ("35", NOW, change, "current"),
        ("30", NOW, NOW, "superseded"),
        ("50", change, None, "current"),
    ]


async def test_a_wrongly_read_date_is_moved_and_what_held_before_holds_longer(
    authority: Authority, tenant: Tenant, superuser: Superuser
) -> None:
    await say(authority, tenant, "limit 30", states(("limit", "30")))
    await say(authority, tenant, "limit 50", states(("limit", "50")), NOW + timedelta(days=10))
    right = NOW + timedelta(days=20)
    await correct(authority, tenant, memory_of(superuser, tenant, "50"), valid_from=right, reason="it was the 30th")
    assert [row[:4] for row in line(superuser, tenant) if row[1] != row[2]] == [
        ("30", NOW, right, "superseded"),
        ("50", right, None, "current"),
    ]


async def test_undoing_a_correction_leaves_no_residue(
    authority: Authority, tenant: Tenant, superuser: Superuser
) -> None:
    await say(authority, tenant, "limit 30", states(("limit", "30")))
    before = line(superuser, tenant)
    done = await correct(authority, tenant, memory_of(superuser, tenant, "30"), value="35")
    use_case = corrections(authority, ticking(LATER + timedelta(days=1)))
    for _ in range(2):
        await use_case.undo(principal(tenant), EVERYWHERE, done.event.event_id)
    assert line(superuser, tenant) == before


async def test_confirming_a_memory_gives_it_weight_and_no_new_identity(
    authority: Authority, tenant: Tenant, superuser: Superuser
) -> None:
    await say(authority, tenant, "limit 30", states(("limit", "30")))
    memory_id = memory_of(superuser, tenant, "30")
    assert (await correct(authority, tenant, memory_id, value="30")).memory_id == memory_id
    assert line(superuser, tenant) == [("30", NOW, None, "current", "chosen")]
    await say(authority, tenant, "limit 60", states(("limit", "60")), LATER + timedelta(days=9))
    assert [(row[0], row[3]) for row in line(superuser, tenant)] == [("30", "current"), ("60", "pending")]


async def test_a_whole_sentence_is_read_for_its_value_or_kept_as_it_is(
    authority: Authority, tenant: Tenant, superuser: Superuser
) -> None:
    await say(authority, tenant, "I live in Porto", states(("lives_in", "Porto")))
    first = await correct(authority, tenant, memory_of(superuser, tenant, "Porto"), text="lin lives in Faro.")
    assert first.memory_id is not None
    await correct(authority, tenant, first.memory_id, text="Since the flood Lin stays with friends")
    texts = superuser.execute(
        "SELECT text FROM fact_version WHERE tenant_id = %s AND known_to IS NULL AND valid_to IS NULL",
        [tenant.tenant_id],
    ).fetchall()
    assert texts == [("Since the flood Lin stays with friends",)]
    assert [row[0] for row in line(superuser, tenant) if row[3] == "superseded"] == ["Faro", "Porto"]


async def test_a_conflict_is_listed_and_decided_for_the_waiting_side(
    authority: Authority, tenant: Tenant, superuser: Superuser
) -> None:
    await say(authority, tenant, "grade 6", weighing("6", Weight.RECORD))
    talk = NOW + timedelta(days=5)
    await say(authority, tenant, "grade 7", weighing("7", Weight.USER_STATED), talk)
    managing = conflicts(authority)
    (found,), more = await managing.open(principal(tenant), EVERYWHERE, None, 10)
    assert not more
    assert [(item.value, item.status.value) for item in found.candidates] == [("6", "current"), ("7", "pending")]
    waiting = memory_of(superuser, tenant, "7")
    done = await managing.resolve(
        principal(tenant), EVERYWHERE, found.conflict.conflict_id, waiting, "promoted", uuid4()
    )
    assert done.memory_id == waiting
    assert [row[:4] for row in line(superuser, tenant)] == [
        ("6", NOW, talk, "superseded"),
        ("7", talk, None, "current"),
    ]
    assert await managing.open(principal(tenant), EVERYWHERE, None, 10) == ([], False)
    with pytest.raises(Conflict):
        await managing.resolve(principal(tenant), EVERYWHERE, found.conflict.conflict_id, waiting, "", uuid4())


@pytest.mark.parametrize(
    ("choice", "expected"),
    [
        ("both", [("6", "current"), ("7", "current")]),
        ("neither", [("6", "superseded"), ("7", "superseded")]),
        ("6", [("6", "current"), ("7", "superseded")]),
    ],
)
async def test_a_conflict_is_decided_otherwise_and_undone(
    authority: Authority, tenant: Tenant, superuser: Superuser, choice: str, expected: list[tuple[str, str]]
) -> None:
    await say(authority, tenant, "grade 6", weighing("6", Weight.RECORD))
    await say(authority, tenant, "grade 7", weighing("7", Weight.USER_STATED), NOW + timedelta(days=5))
    before = line(superuser, tenant)
    managing = conflicts(authority)
    (found,), _ = await managing.open(principal(tenant), EVERYWHERE, None, 10)
    chosen = memory_of(superuser, tenant, choice) if choice.isdigit() else choice
    done = await managing.resolve(
        principal(tenant),
        EVERYWHERE,
        found.conflict.conflict_id,
        chosen,  # pyright: ignore[reportArgumentType] the table holds words and values
        "looked it up",
        uuid4(),
    )
    assert [(row[0], row[3]) for row in line(superuser, tenant)] == expected
    await corrections(authority, ticking(LATER + timedelta(days=1))).undo(
        principal(tenant), EVERYWHERE, done.event.event_id
    )
    assert line(superuser, tenant) == before


async def test_what_is_chosen_must_be_part_of_the_conflict(authority: Authority, tenant: Tenant) -> None:
    await say(authority, tenant, "grade 6", weighing("6", Weight.RECORD))
    await say(authority, tenant, "grade 7", weighing("7", Weight.USER_STATED), NOW + timedelta(days=5))
    managing = conflicts(authority)
    (found,), _ = await managing.open(principal(tenant), EVERYWHERE, None, 10)
    with pytest.raises(InputInvalid):
        await managing.resolve(principal(tenant), EVERYWHERE, found.conflict.conflict_id, uuid4(), "", uuid4())
    with pytest.raises(NotFound):
        await managing.resolve(principal(tenant), EVERYWHERE, uuid4(), "both", "", uuid4())


async def test_a_retracted_chunk_takes_its_facts_along_and_brings_them_back(
    authority: Authority, tenant: Tenant, superuser: Superuser
) -> None:
    await say(authority, tenant, "limit 30", states(("limit", "30")))
    await say(authority, tenant, "limit 50", states(("limit", "50")), NOW + timedelta(days=10))
    before = line(superuser, tenant)
    row = superuser.execute(
        "SELECT chunk_id FROM chunk WHERE tenant_id = %s AND text = 'limit 50'", [tenant.tenant_id]
    ).fetchone()
    assert row
    use_case = corrections(authority)
    chunk_id = UUID(str(row[0]))
    done = await use_case.retract_chunk(principal(tenant), EVERYWHERE, chunk_id, "wrong file", uuid4())
    assert line(superuser, tenant) == [("30", NOW, None, "current", "stated")]
    assert await authority.recalling.chunks(tenant.tenant_id, Reader(user_id="lin", session_id="s1"), [chunk_id]) == []
    await use_case.undo(principal(tenant), EVERYWHERE, done.event.event_id)
    assert line(superuser, tenant) == before


async def test_erasing_leaves_nothing_of_a_decision(authority: Authority, tenant: Tenant, superuser: Superuser) -> None:
    await say(authority, tenant, "limit 30", states(("limit", "30")))
    wrong = memory_of(superuser, tenant, "30")
    await correct(authority, tenant, wrong, value="35", reason="ZQX-771 said so")
    erasure_id = uuid4()
    selector = Selector(SelectorKind.USER, ("lin",), "")
    await authority.erasures.request(tenant.tenant_id, EVERYWHERE, selector, erasure_id, "", LATER)
    while await authority.erasures.delete_rows(tenant.tenant_id, erasure_id, 100):
        pass
    assert await authority.erasures.count_rows(tenant.tenant_id, erasure_id) == 0
    left = superuser.execute("SELECT count(*) FROM person_event WHERE tenant_id = %s", [tenant.tenant_id]).fetchone()
    assert left == (0,)
