"""Erasure at the authority: blind at once, gone at the end, the rest untouched."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from uuid import UUID, uuid4

import psycopg
import pytest
from psycopg import sql

from adapters.postgres.authority import Authority
from adapters.postgres.tables import TABLES
from memory.language.tokens import query_tokens
from memory.model.chunk import Chunk
from memory.model.erasing import ErasureStatus, Selector, SelectorKind, Store, StoreReceipt
from memory.model.errors import Conflict, Erased, NotFound
from memory.model.principal import DEFAULT_SOURCE_KINDS, Permission, Principal
from memory.model.scope import Reader, Scope
from memory.ports.compiling import ChunkStatements
from memory.ports.projecting import Target
from memory.ports.recalling import FactFilter, Page
from memory.ports.vector_index import ObjectKind
from memory.settle.registry import DEFAULT_REGISTRY
from memory.usecases.entities import ManageEntities
from memory.usecases.settling import slot_decision
from tests.builders import LIN, NOW, CaptureBuilder, Said, Tenant, assertion, minutes, reader_of, statements
from tests.postgres.compiled import compile_said, states

READER = reader_of(LIN)
EVERYBODY = Reader()
Superuser = psycopg.Connection[tuple[object, ...]]


@dataclass(slots=True)
class Eraser:
    """Runs the authority's part of an erasure as the saga does."""

    authority: Authority
    tenant: Tenant
    erasure_id: UUID = field(default_factory=uuid4)

    async def request(self, kind: SelectorKind, *values: str, reader: Reader = EVERYBODY) -> None:
        selector = Selector(kind, values)
        await self.authority.erasures.request(self.tenant.tenant_id, reader, selector, self.erasure_id, "gdpr", NOW)

    async def carry_out(self, batch: int = 500) -> int:
        store, tenant_id = self.authority.erasures, self.tenant.tenant_id
        slots = await store.detach(tenant_id, self.erasure_id)
        decide = slot_decision(DEFAULT_REGISTRY, NOW + timedelta(days=400))
        await self.authority.compiling.settle_slots(tenant_id, slots, None, decide)
        found = await store.count_rows(tenant_id, self.erasure_id)
        while await store.delete_rows(tenant_id, self.erasure_id, batch):
            pass
        assert await store.count_rows(tenant_id, self.erasure_id) == 0
        await store.delete_log(tenant_id, self.erasure_id)
        assert await store.delete_log(tenant_id, self.erasure_id) == 0
        return found

    async def finish(self) -> None:
        await self.authority.erasures.finish(self.tenant.tenant_id, self.erasure_id, NOW)


@pytest.fixture
def eraser(authority: Authority, tenant: Tenant) -> Eraser:
    return Eraser(authority, tenant)


async def values(authority: Authority, tenant: Tenant, reader: Reader = READER) -> list[tuple[str, str, bool]]:
    listed = await authority.recalling.list_facts(tenant.tenant_id, reader, FactFilter(), Page(100), NOW)
    return sorted((f.fact.value, f.fact.status.value, f.fact.valid_to is None) for f in listed)


def bytes_of(superuser: Superuser, tenant: Tenant, *, skip: tuple[str, ...] = ()) -> str:
    """All rows of the tenant in all tables, as text."""
    found: list[str] = []
    for table in TABLES:
        name = table.__table__.name  # pyright: ignore[reportAttributeAccessIssue] every table class has it
        if name not in skip:
            query = sql.SQL("SELECT t::text FROM {} t WHERE tenant_id = %s").format(sql.Identifier(name))
            rows = superuser.execute(query, [tenant.tenant_id]).fetchall()
            found += [f"{name}: {row[0]}" for row in rows]
    return "\n".join(sorted(found))


async def test_erasing_a_user_leaves_nothing_of_him_and_everything_of_others(
    authority: Authority, tenant: Tenant, superuser: Superuser, eraser: Eraser
) -> None:
    canary = "zebra-canary-7"
    omar = CaptureBuilder(tenant, scope=Scope(user_id="omar", session_id="s9"), external_id="s9")
    await compile_said(authority, omar, [Said("omar likes tea", turn=1)], states(("likes", "tea")))
    before = bytes_of(superuser, tenant)
    lin = CaptureBuilder(tenant)
    said = [Said(f"{canary} 我住在成都", turn=1), Said("my cat is white", message_id="m1"), Said("hello", turn=3)]
    await compile_said(authority, lin, said, states(("lives_in", canary), ("has_pet", "white cat"), ("hobby", "chess")))
    await authority.captures.capture(lin.plan(Said("my cat is black", message_id="m1"), key="k1"))
    (_, fact, *_) = await authority.recalling.list_facts(tenant.tenant_id, READER, FactFilter(), Page(9), NOW)
    recall_id = uuid4()
    await authority.recalling.log_recall(
        tenant.tenant_id, recall_id, READER, [fact.fact.memory_id], NOW, simulated=False
    )
    await authority.recalling.record_uses(tenant.tenant_id, recall_id, [fact.fact.memory_id], NOW)
    await authority.lifecycle.pin(tenant.tenant_id, READER, fact.fact.memory_id, NOW)

    await eraser.request(SelectorKind.USER, "lin")
    assert await eraser.carry_out(batch=1) > 20
    await eraser.finish()

    left = bytes_of(superuser, tenant, skip=("tombstone", "fence", "erasure", "erasure_receipt"))
    assert left == before
    erasure = bytes_of(superuser, tenant)
    assert canary not in erasure
    assert "gdpr" not in erasure


async def test_readers_are_blind_from_the_request_on(authority: Authority, tenant: Tenant, eraser: Eraser) -> None:
    compiled = await compile_said(
        authority, CaptureBuilder(tenant), [Said("blue folder", turn=1)], states(("location", "blue folder"))
    )
    store, tenant_id, chunk_ids = authority.recalling, tenant.tenant_id, [compiled.chunks[0].chunk_id]
    (listed,) = await store.list_facts(tenant_id, READER, FactFilter(), Page(9), NOW)
    memory_id = listed.fact.memory_id
    subject = listed.fact.slot.subject_id

    async def everything() -> list[object]:
        return [
            await store.keyword(tenant_id, READER, query_tokens("blue folder"), [ObjectKind.CHUNK, ObjectKind.FACT], 9),
            await store.facts(tenant_id, READER, [memory_id], None),
            await store.facts(tenant_id, READER, [memory_id], NOW),
            await store.chunks(tenant_id, READER, chunk_ids),
            list(await store.facts_of_chunks(tenant_id, READER, chunk_ids)),
            await store.facts_of_entities(tenant_id, READER, [subject], 9),
            await store.slot_facts(tenant_id, READER, [subject], ["location"], None, 9),
            await store.list_facts(tenant_id, READER, FactFilter(), Page(9), NOW),
            await store.history(tenant_id, READER, memory_id),
            await authority.captures.chunks(tenant_id, chunk_ids),
            await authority.lifecycle.ageing_facts(tenant_id, None, 9),
            await authority.compiling.chunks_to_compile(tenant_id, compiled.operation_id, 2),
        ]

    assert all(await everything())
    await eraser.request(SelectorKind.CHUNKS, str(chunk_ids[0]))
    assert not any(await everything())
    for refused in (
        store.lineage(tenant_id, READER, memory_id),
        authority.lifecycle.restore(tenant_id, READER, memory_id, NOW),
    ):
        with pytest.raises(NotFound):
            await refused


async def test_an_erased_event_may_not_come_back(authority: Authority, tenant: Tenant, eraser: Eraser) -> None:
    builder = CaptureBuilder(tenant)
    said = Said("secret", turn=1, message_id="m1")
    receipt = await authority.captures.capture(builder.plan(said, key="k1"))
    await eraser.request(SelectorKind.CHUNKS, str(receipt.chunk_ids[0]))
    for again in (builder.plan(said, key="k1"), builder.plan(Said("other words", message_id="m1"))):
        with pytest.raises(Erased):
            await authority.captures.capture(again)
    await eraser.carry_out()
    with pytest.raises(Erased):
        await authority.captures.capture(builder.plan(said, key="k1"))


async def test_what_the_erased_words_had_superseded_comes_back(
    authority: Authority, tenant: Tenant, eraser: Eraser
) -> None:
    builder, later = CaptureBuilder(tenant), NOW + timedelta(days=30)
    await compile_said(authority, builder, ["I live in Chengdu"], states(("lives_in", "Chengdu")))
    moved = await compile_said(
        authority, builder, [Said("I moved to Beijing", said_at=later)], states(("lives_in", "Beijing")), later
    )
    assert await values(authority, tenant) == [("Beijing", "current", True), ("Chengdu", "superseded", False)]
    await eraser.request(SelectorKind.CHUNKS, str(moved.chunks[0].chunk_id))
    assert [value for value, *_ in await values(authority, tenant)] == ["Chengdu"]
    await eraser.carry_out()
    assert await values(authority, tenant) == [("Chengdu", "current", True)]


async def test_a_fact_with_other_evidence_lives_on_without_the_erased_words(
    authority: Authority, tenant: Tenant, superuser: Superuser, eraser: Eraser
) -> None:
    builder, later = CaptureBuilder(tenant), NOW + timedelta(days=1)
    first = await compile_said(authority, builder, ["canary-3 Chengdu it is"], states(("lives_in", "Chengdu")))
    await compile_said(
        authority, builder, [Said("still in Chengdu", said_at=later)], states(("lives_in", "Chengdu")), later
    )
    await eraser.request(SelectorKind.CHUNKS, str(first.chunks[0].chunk_id))
    (seen,) = await authority.recalling.list_facts(tenant.tenant_id, READER, FactFilter(), Page(9), NOW)
    assert [quote.quote for quote in seen.evidence] == ["still in Chengdu"]
    await eraser.carry_out()
    await eraser.finish()
    (left,) = await authority.recalling.list_facts(tenant.tenant_id, READER, FactFilter(), Page(9), NOW)
    assert (left.fact.value, left.fact.valid_from) == ("Chengdu", later)
    assert [quote.quote for quote in left.evidence] == ["still in Chengdu"]
    assert str(first.chunks[0].chunk_id) not in bytes_of(superuser, tenant, skip=("tombstone",))
    assert NOW.isoformat(" ")[:16] not in bytes_of(
        superuser,
        tenant,
        skip=(
            "tenant",
            "workspace",
            "api_key",
            "source",
            "entity",
            "entity_alias",
            "operation",
            "erasure",
            "fence",
            "tombstone",
            "erasure_receipt",
            "mention_link",
        ),
    )


async def test_a_subject_is_erased_by_any_of_its_names(
    authority: Authority, tenant: Tenant, eraser: Eraser, superuser: Superuser
) -> None:
    builder = CaptureBuilder(tenant)
    await compile_said(
        authority,
        builder,
        [Said("张伟负责网关", turn=1), Said("网关在成都", turn=2), Said("昨天见了张伟吗", turn=3)],
        lambda chunks: [
            statements(chunks[0], assertion(chunks[0], "role", "网关负责人", subject="张伟")),
            statements(chunks[1], assertion(chunks[1], "location", "成都", subject="网关")),
            statements(chunks[2]),
        ],
    )
    await eraser.request(SelectorKind.SUBJECT, "张伟")
    await eraser.carry_out()
    await eraser.finish()
    assert await values(authority, tenant) == [("成都", "current", True)]
    assert "张伟" not in bytes_of(superuser, tenant)


async def test_a_name_that_a_merge_or_a_split_had_copied_goes_with_its_words(
    authority: Authority, tenant: Tenant, eraser: Eraser, superuser: Superuser
) -> None:
    def told(chunks: Sequence[Chunk]) -> list[ChunkStatements]:
        return [
            statements(chunks[0], assertion(chunks[0], "role", "lead", subject="Heron")),
            statements(chunks[1], assertion(chunks[1], "location", "Ulm", subject="Zebrafish")),
        ]

    await compile_said(authority, CaptureBuilder(tenant), [Said("Heron leads", 1), Said("Zebrafish in Ulm", 2)], told)
    principal = Principal(tenant.tenant_id, tenant.name, uuid4(), frozenset(Permission), DEFAULT_SOURCE_KINDS)
    manage = ManageEntities(authority.entities, DEFAULT_REGISTRY, lambda: NOW + minutes(30))
    found, _ = await manage.listed(principal, Reader(everywhere=True), None, None, Page(50))
    ids = {item.name: item.entity_id for item in found}
    await manage.merge(principal, uuid4(), ids["Heron"], [ids["Zebrafish"]], "zebrafish is one of us")
    await manage.split(principal, uuid4(), ids["Heron"], ["Zebrafish"], [], None, "zebrafish is not")
    assert "zebrafish" in bytes_of(superuser, tenant).casefold()

    chunks = superuser.execute(
        "SELECT chunk_id FROM chunk WHERE tenant_id = %s AND text LIKE 'Zebra%%'", [tenant.tenant_id]
    ).fetchall()
    await eraser.request(SelectorKind.CHUNKS, str(chunks[0][0]))
    await eraser.carry_out()
    await eraser.finish()

    assert "zebrafish" not in bytes_of(superuser, tenant).casefold()
    assert await values(authority, tenant) == [("lead", "current", True)]


async def test_an_ambiguous_name_is_refused_with_its_candidates(authority: Authority, tenant: Tenant) -> None:
    for project in ("a", "b"):
        builder = CaptureBuilder(tenant, scope=Scope(user_id="lin", project=project), external_id=project)
        await compile_said(
            authority,
            builder,
            ["the Gateway is red"],
            lambda chunks: [statements(chunks[0], assertion(chunks[0], "status", "red", subject="Gateway"))],
        )
    select, tenant_id = authority.erasures.select, tenant.tenant_id
    with pytest.raises(Conflict) as refused:
        await select(tenant_id, EVERYBODY, Selector(SelectorKind.SUBJECT, ("gateway",)))
    assert len(refused.value.problems) == 2
    lineage = await select(tenant_id, Reader(project="a"), Selector(SelectorKind.SUBJECT, ("gateway",)))
    assert (len(lineage.chunks), len(lineage.facts), len(lineage.entities)) == (1, 1, 1)


async def test_a_selector_that_matches_nothing_does_nothing(
    authority: Authority, tenant: Tenant, superuser: Superuser, eraser: Eraser
) -> None:
    compiled = await compile_said(authority, CaptureBuilder(tenant), ["limit 30"], states(("limit", "30")))
    before = bytes_of(superuser, tenant)
    nothing = [
        (SelectorKind.USER, "nobody", EVERYBODY),
        (SelectorKind.CHUNKS, "no uuid", EVERYBODY),
        (SelectorKind.SUBJECT, "nobody", EVERYBODY),
        (SelectorKind.CHUNKS, str(compiled.chunks[0].chunk_id), Reader(user_id="omar")),
    ]
    for kind, value, reader in nothing:
        with pytest.raises(NotFound):
            await eraser.request(kind, value, reader=reader)
    assert bytes_of(superuser, tenant) == before


async def test_the_request_repeated_is_the_same_erasure(authority: Authority, tenant: Tenant, eraser: Eraser) -> None:
    await compile_said(authority, CaptureBuilder(tenant), [Said("limit 30", turn=1)], states(("limit", "30")))
    for _ in range(2):
        await eraser.request(SelectorKind.USER, "lin")
    lineage = await authority.erasures.lineage(tenant.tenant_id, eraser.erasure_id)
    assert (len(lineage.chunks), len(lineage.facts), len(lineage.workflows)) == (1, 1, 1)
    found = await authority.erasures.erasure(tenant.tenant_id, eraser.erasure_id)
    assert [receipt.status for receipt in found.stores] == ["pending"] * 6


async def test_receipts_keep_what_was_counted_first(authority: Authority, tenant: Tenant, eraser: Eraser) -> None:
    store, tenant_id, erasure_id = authority.erasures, tenant.tenant_id, eraser.erasure_id
    await compile_said(authority, CaptureBuilder(tenant), ["limit 30"], states(("limit", "30")))
    await eraser.request(SelectorKind.USER, "lin")
    await store.record(tenant_id, erasure_id, StoreReceipt(Store.VECTORS, "blocked", 0, 0, None))
    await store.set_status(tenant_id, erasure_id, "blocked")
    assert (await store.erasure(tenant_id, erasure_id)).status is ErasureStatus.BLOCKED
    for count in (3, 0):
        await store.record(tenant_id, erasure_id, StoreReceipt(Store.VECTORS, "done", count, count, NOW))
    found = await store.erasure(tenant_id, erasure_id)
    assert found.status is ErasureStatus.RUNNING
    assert found.stores[1] == StoreReceipt(Store.VECTORS, "done", 3, 3, NOW)
    workflow = f"erase-{erasure_id}"
    assert (tenant_id, erasure_id, workflow) in await store.stranded(NOW + minutes(1), 10_000)
    await eraser.carry_out()
    await eraser.finish()
    assert (await store.erasure(tenant_id, erasure_id)).status is ErasureStatus.DONE
    assert (tenant_id, erasure_id, workflow) not in await store.stranded(NOW + minutes(1), 10_000)


async def test_a_late_writer_brings_nothing_back(
    authority: Authority, tenant: Tenant, superuser: Superuser, eraser: Eraser
) -> None:
    builder, stating = CaptureBuilder(tenant), states(("limit", "30"))
    compiled = await compile_said(authority, builder, ["limit 30"], stating)
    slots = await authority.compiling.slots_of_operation(tenant.tenant_id, compiled.operation_id)
    wanted = await authority.outbox.wanted(tenant.tenant_id, Target.VECTORS, 10)
    decide = slot_decision(DEFAULT_REGISTRY, NOW)

    async def write_late() -> None:
        await authority.compiling.save_statements(tenant.tenant_id, stating(compiled.chunks))
        await authority.compiling.settle_slots(tenant.tenant_id, slots, compiled.operation_id, decide)

    await asyncio.gather(write_late(), eraser.request(SelectorKind.USER, "lin"), write_late())
    assert await authority.outbox.mark_projected(tenant.tenant_id, wanted) == wanted
    await write_late()
    await eraser.carry_out()
    await write_late()
    assert await values(authority, tenant) == []
    found = bytes_of(superuser, tenant)
    assert not [line for line in found.splitlines() if line.startswith(("chunk:", "assertion:", "fact_version:"))]


async def test_part_of_an_operation_is_erased_and_its_history_kept_while_it_runs(
    authority: Authority, tenant: Tenant, eraser: Eraser
) -> None:
    plan = CaptureBuilder(tenant).plan(Said("one", turn=1), Said("two", turn=2))
    receipt = await authority.captures.capture(plan)
    await eraser.request(SelectorKind.CHUNKS, str(receipt.chunk_ids[0]))
    assert (await authority.erasures.lineage(tenant.tenant_id, eraser.erasure_id)).workflows == ()
    await eraser.carry_out()
    operation = await authority.operations.operation(tenant.tenant_id, receipt.operation_id)
    assert operation.chunk_ids == receipt.chunk_ids[1:]
