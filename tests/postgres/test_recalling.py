"""What recall reads at the authority."""

from datetime import timedelta
from uuid import UUID, uuid4

import pytest

from adapters.postgres.authority import Authority
from memory.language.tokens import query_tokens
from memory.model.assertion import Mention, SubjectKind
from memory.model.errors import NotFound
from memory.model.fact import FactStatus
from memory.model.recalled import TemporalExpansion, Window
from memory.model.scope import Reader, Scope, Sensitivity, Visibility
from memory.ports.recalling import FactFilter, Page
from memory.ports.recognizer import EntityType
from memory.ports.vector_index import ObjectKind
from memory.usecases.linking import speaker_entity_id
from tests.builders import LIN, NOW, CaptureBuilder, Said, Tenant, assertion, minutes, reader_of, statements
from tests.postgres.compiled import compile_said, states

READER = reader_of(LIN)
BOTH = [ObjectKind.CHUNK, ObjectKind.FACT]


async def found(authority: Authority, tenant: Tenant, query: str, reader: Reader = READER) -> list[UUID]:
    hits = await authority.recalling.keyword(tenant.tenant_id, reader, query_tokens(query), BOTH, 10)
    return [hit.object_id for hit in hits]


@pytest.mark.parametrize(
    ("text", "query"),
    [
        ("合同编号在蓝色文件夹里", "蓝色文件夹"),
        ("合約編號在藍色資料夾裡", "蓝色资料夹"),
        ("The contract number is in the blue folder.", "blue folders"),
    ],
)
async def test_words_are_found_at_once(authority: Authority, tenant: Tenant, text: str, query: str) -> None:
    receipt = await authority.captures.capture(CaptureBuilder(tenant).plan("今天天气很好", text, "nice weather"))
    assert await found(authority, tenant, query) == [receipt.chunk_ids[1]]


async def test_rare_words_outweigh_common_ones_once_counted(authority: Authority, tenant: Tenant) -> None:
    builder = CaptureBuilder(tenant)
    common = [f"the gateway was restarted on day {n}" for n in range(20)]
    texts = [*common, "the gateway needs a certificate", "a certificate hangs in the kitchen"]
    compiled = await compile_said(authority, builder, texts, lambda chunks: [statements(c) for c in chunks])
    ids = await found(authority, tenant, "gateway certificate")
    assert ids[:2] == [compiled.chunks[20].chunk_id, compiled.chunks[21].chunk_id]


@pytest.mark.parametrize(
    "reader",
    [
        Reader(user_id="omar", session_id="s1"),
        Reader(user_id="lin", project="gateway", workspace="other"),
        Reader(workspace="w"),
    ],
)
async def test_nobody_else_finds_the_words(authority: Authority, tenant: Tenant, reader: Reader) -> None:
    compiled = await compile_said(authority, CaptureBuilder(tenant), ["blue folder"], states(("location", "blue")))
    assert await found(authority, tenant, "blue folder")
    assert await found(authority, tenant, "blue folder", reader) == []
    ids = [chunk.chunk_id for chunk in compiled.chunks]
    store, tenant_id = authority.recalling, tenant.tenant_id
    assert await store.chunks(tenant_id, reader, ids) == []
    assert await store.facts_of_chunks(tenant_id, reader, ids) == {}
    assert await store.list_facts(tenant_id, reader, FactFilter(), Page(10), NOW) == []
    assert await store.in_window(tenant_id, reader, Window(None, None), 10) == []


async def test_another_purpose_and_a_lower_ceiling_hide_things(authority: Authority, tenant: Tenant) -> None:
    special = Scope(user_id="lin", purpose="therapy", sensitivity=Sensitivity.SENSITIVE)
    builder = CaptureBuilder(tenant, scope=special)
    compiled = await compile_said(authority, builder, ["blue mood"], states(("health", "blue mood")))
    (chunk,) = compiled.chunks
    fit = Reader(user_id="lin", purpose="therapy")
    low = Reader(user_id="lin", purpose="therapy", max_sensitivity=Sensitivity.PERSONAL)
    assert len(await found(authority, tenant, "blue mood", fit)) == 2
    for reader in (low, Reader(user_id="lin"), Reader(user_id="lin", purpose="other")):
        assert await found(authority, tenant, "blue mood", reader) == []
        assert await authority.recalling.chunks(tenant.tenant_id, reader, [chunk.chunk_id]) == []


async def test_a_fact_shows_its_quotes_and_uses(authority: Authority, tenant: Tenant) -> None:
    text = "其实，我住在成都🙂，真的"
    store, tenant_id = authority.recalling, tenant.tenant_id

    compiled = await compile_said(
        authority,
        CaptureBuilder(tenant),
        [Said(text, turn=4)],
        lambda chunks: [statements(chunks[0], assertion(chunks[0], "lives_in", "成都", start=3, end=8))],
    )
    (memory_id,) = (await store.facts_of_chunks(tenant_id, READER, [compiled.chunks[0].chunk_id])).popitem()[1]
    recall_id = uuid4()
    await store.log_recall(tenant_id, recall_id, READER, [memory_id], NOW, simulated=False)
    assert [await store.record_uses(tenant_id, recall_id, [memory_id, uuid4()], NOW) for _ in range(2)] == [1, 0]
    (fact,) = await store.facts(tenant_id, READER, [memory_id], None)
    assert (fact.fact.value, fact.uses, fact.cold, fact.recorded_at) == ("成都", (NOW,), False, NOW)
    (quote,) = fact.evidence
    assert (quote.quote, quote.turn, quote.speaker) == ("我住在成都", 4, "lin")
    (chunk,) = await store.chunks(tenant_id, READER, [quote.chunk_id])
    assert chunk.fact_ids == (memory_id,)


async def test_a_simulated_recall_strengthens_nothing(authority: Authority, tenant: Tenant) -> None:
    store, recall_id = authority.recalling, uuid4()
    await compile_said(authority, CaptureBuilder(tenant), ["limit 30"], states(("limit", "30")))
    (listed,) = await store.list_facts(tenant.tenant_id, READER, FactFilter(), Page(10), NOW)
    memory_id = listed.fact.memory_id
    await store.log_recall(tenant.tenant_id, recall_id, READER, [memory_id], NOW, simulated=True)
    assert await store.record_uses(tenant.tenant_id, recall_id, [memory_id], NOW) == 0
    with pytest.raises(NotFound):
        await store.record_uses(tenant.tenant_id, uuid4(), [memory_id], NOW)


async def test_what_was_known_then_is_answered_as_then(authority: Authority, tenant: Tenant) -> None:
    builder, later = CaptureBuilder(tenant), NOW + timedelta(days=30)
    store, tenant_id = authority.recalling, tenant.tenant_id
    await compile_said(authority, builder, ["I live in Chengdu"], states(("lives_in", "Chengdu")))
    await compile_said(
        authority, builder, [Said("I moved to Beijing", said_at=later)], states(("lives_in", "Beijing")), later
    )
    lin = speaker_entity_id("", "lin")
    now_known = await store.slot_facts(tenant_id, READER, [lin], ["lives_in"], None, 10)
    assert [(item.fact.value, item.fact.valid_to is None) for item in now_known] == [
        ("Chengdu", False),
        ("Beijing", True),
    ]
    then_known = await store.slot_facts(tenant_id, READER, [lin], ["lives_in"], NOW + minutes(1), 10)
    assert [(item.fact.value, item.fact.valid_to) for item in then_known] == [("Chengdu", None)]
    assert await store.slot_facts(tenant_id, READER, [lin], [], None, 10) == now_known
    versions = await store.history(tenant_id, READER, now_known[0].fact.memory_id)
    assert [(item.fact.version, item.fact.status) for item in versions] == [
        (1, FactStatus.CURRENT),
        (2, FactStatus.SUPERSEDED),
    ]
    assert [item.evidence for item in versions] == [then_known[0].evidence] * 2
    lineage = await store.lineage(tenant_id, READER, now_known[0].fact.memory_id)
    assert [(version.version, version.status) for version in lineage.versions] == [(1, "current"), (2, "superseded")]
    assert len(lineage.statements) == 1
    with pytest.raises(NotFound):
        await store.lineage(tenant_id, Reader(user_id="omar"), now_known[0].fact.memory_id)


async def test_entities_are_found_by_any_name_in_their_scope(authority: Authority, tenant: Tenant) -> None:
    zhang = Mention(SubjectKind.NAMED, "张伟", EntityType.PERSON)
    scope = Scope(project="gateway", user_id="lin", visibility=Visibility.PROJECT)
    await compile_said(
        authority,
        CaptureBuilder(tenant, scope=scope),
        ["网关由张伟负责"],
        lambda chunks: [
            statements(chunks[0], assertion(chunks[0], "owner", "张伟", subject="Gateway API", object=zhang))
        ],
    )
    store, tenant_id = authority.recalling, tenant.tenant_id
    named = await store.entities_named(tenant_id, "", "gateway", ["张伟", "the gateway api", "nobody"])
    assert set(named) == {"张伟", "the gateway api"}
    assert await store.entities_named(tenant_id, "", "other", ["张伟"]) == {}
    reader = Reader(project="gateway", user_id="omar")
    about = [await store.facts_of_entities(tenant_id, reader, [entity_id], 5) for entity_id in named.values()]
    assert about[0] == about[1]
    assert len(about[0]) == 1


async def test_neighbours_in_turns_and_in_time(authority: Authority, tenant: Tenant) -> None:
    said = [Said(f"turn {n}", turn=n, said_at=NOW + minutes(4 * n)) for n in range(6)]
    receipt = await authority.captures.capture(CaptureBuilder(tenant).plan(*said))
    seed = receipt.chunk_ids[2]
    place = {chunk_id: n for n, chunk_id in enumerate(receipt.chunk_ids)}

    async def near(mode: str, distance: int, direction: str = "both") -> list[tuple[int, int]]:
        expansion = TemporalExpansion(mode, distance, direction)
        near = await authority.recalling.neighbours(tenant.tenant_id, READER, [seed], expansion)
        return sorted((place[chunk_id], apart) for chunk_id, apart in near.get(seed, []))

    assert await near("turn", 2) == [(0, -2), (1, -1), (3, 1), (4, 2)]
    assert await near("turn", 1, "forward") == [(3, 1)]
    assert await near("time", 1) == [(1, -1), (3, 1)]
    assert await near("time", 2, "backward") == [(0, -2), (1, -1)]


async def test_a_window_holds_what_happened_and_what_was_said_in_it(authority: Authority, tenant: Tenant) -> None:
    day = timedelta(days=1)
    compiled = await compile_said(
        authority,
        CaptureBuilder(tenant),
        ["the release slipped"],
        lambda chunks: [
            statements(
                chunks[0], assertion(chunks[0], "event", "slipped", event_start=NOW - 9 * day, event_end=NOW - 8 * day)
            )
        ],
    )
    window = authority.recalling.in_window
    assert await window(tenant.tenant_id, READER, Window(NOW - day, NOW + day), 5) == [
        (ObjectKind.CHUNK, compiled.chunks[0].chunk_id)
    ]
    ((kind, _),) = await window(tenant.tenant_id, READER, Window(NOW - 10 * day, NOW - 8.5 * day), 5)
    assert kind is ObjectKind.FACT
    assert await window(tenant.tenant_id, READER, Window(NOW - 8 * day, NOW - 2 * day), 5) == []


@pytest.mark.parametrize(
    ("start", "end", "found"),
    [
        pytest.param(2, 4, True, id="begins within"),
        pytest.param(-9, 1, True, id="began before and ends within"),
        pytest.param(-9, 40, True, id="began before and ends after"),
        pytest.param(None, 3, True, id="due within"),
        pytest.param(None, 30, False, id="due later"),
        pytest.param(-9, -2, False, id="over before"),
        pytest.param(12, 14, False, id="begins later"),
        pytest.param(-9, None, False, id="began before, nobody knows until when"),
    ],
)
async def test_an_event_belongs_to_a_window_that_it_meets(
    authority: Authority, tenant: Tenant, start: int | None, end: int | None, found: bool
) -> None:
    day = minutes(24 * 60)
    event_start, event_end = (None if moment is None else NOW + moment * day for moment in (start, end))
    await compile_said(
        authority,
        CaptureBuilder(tenant),
        ["the audit"],
        lambda chunks: [
            statements(
                chunks[0],
                assertion(chunks[0], "event", "audit", event_start=event_start, event_end=event_end, event_raw="then"),
            )
        ],
        NOW - 30 * day,
    )
    window = Window(NOW, NOW + 10 * day)
    hits = await authority.recalling.in_window(tenant.tenant_id, READER, window, 5)
    assert (ObjectKind.FACT in [kind for kind, _ in hits]) is found


async def test_listing_pages_by_key(authority: Authority, tenant: Tenant) -> None:
    for n in range(5):
        at = NOW + minutes(n)
        await compile_said(authority, CaptureBuilder(tenant), [f"skill {n}"], states(("skill", f"skill {n}")), at)
    store = authority.recalling
    seen: list[str] = []
    after = None
    while batch := await store.list_facts(tenant.tenant_id, READER, FactFilter(), Page(2, after), NOW):
        seen += [item.fact.value for item in batch]
        after = (batch[-1].fact.known_from, batch[-1].fact.memory_id)
    assert seen == [f"skill {n}" for n in (4, 3, 2, 1, 0)]
    by_subject = await store.list_facts(tenant.tenant_id, READER, FactFilter(subject="Lin"), Page(9), NOW)
    assert len(by_subject) == 5
    nothing = FactFilter(statuses=frozenset({"pending"}), predicate="skill")
    assert await store.list_facts(tenant.tenant_id, READER, nothing, Page(9), NOW) == []


async def test_an_id_opens_as_far_as_the_credential_reaches(authority: Authority, tenant: Tenant) -> None:
    gateway = Scope(user_id="lin", project="gateway")
    builder = CaptureBuilder(tenant, scope=gateway, external_id="g")
    await compile_said(authority, builder, ["limit 30"], states(("limit", "30")))
    store, tenant_id = authority.recalling, tenant.tenant_id
    (listed,) = await store.list_facts(tenant_id, reader_of(gateway), FactFilter(), Page(9), NOW)
    memory_id = listed.fact.memory_id
    reaching = [
        Reader(everywhere=True),
        Reader(user_id="lin", everywhere=True),
        Reader(projects=frozenset({"gateway"}), everywhere=True),
    ]
    for reader in reaching:
        assert len(await store.history(tenant_id, reader, memory_id)) == 1
        assert await store.facts(tenant_id, reader, [memory_id], None) == []
    for reader in (
        Reader(user_id="omar", everywhere=True),
        Reader(projects=frozenset({"other"}), everywhere=True),
        Reader(user_id="lin"),
    ):
        assert await store.history(tenant_id, reader, memory_id) == []


async def test_what_a_part_says_answers_for_the_whole_where_parts_are_asked_for(
    authority: Authority, tenant: Tenant
) -> None:
    said = states(("parser.version", "2.1"), ("parser.owner", "Mina"), ("budget", "500"))
    await compile_said(authority, CaptureBuilder(tenant), ["parser 2.1", "parser of Mina", "budget 500"], said)
    subject = speaker_entity_id("", "lin")

    async def values(*, parts: bool) -> list[str]:
        store, names = authority.recalling, ["version", "budget"]
        facts = await store.slot_facts(tenant.tenant_id, READER, [subject], names, None, 10, parts)
        return sorted(found.fact.value for found in facts)

    assert await values(parts=False) == ["500"]
    assert await values(parts=True) == ["2.1", "500"]
