"""Hot queries keep their index plans under the service role, behind the row-level policies."""

import re
from collections.abc import Mapping
from datetime import timedelta
from typing import Any, LiteralString
from uuid import uuid4

import psycopg
import pytest
import pytest_asyncio
from psycopg import sql

from adapters.postgres import (
    capturing,
    compiling,
    factual,
    keywords,
    linking,
    outbox,
    readable,
    recalling,
    settling,
    turning,
)
from adapters.postgres.authority import Authority
from adapters.postgres.pool import rows
from adapters.postgres.postings import bucket_id
from adapters.postgres.visible import reader_params
from memory.language.linking import speaker_entity_id
from memory.ports.vector_index import ObjectKind
from tests.builders import NOW, Tenant, a_key
from tests.postgres.bulk import CHUNKS, FACTS_EACH, READER, fill, some_ids
from tests.postgres.conftest import Addresses

LARGE = {"posting", "chunk", "fact_version", "evidence", "assertion", "mention_link", "outbox", "topic_piece"}
Params = Mapping[str, Any]


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def params(authority: Authority, addresses: Addresses) -> Params:
    """Parameters that all queries share, over a filled tenant."""
    return await filled(authority, addresses.superuser)


async def filled(
    authority: Authority, superuser_url: str, size: int = CHUNKS, facts_each: int = FACTS_EACH, analysed: bool = True
) -> Params:
    """Fills a new tenant; the parameters of all queries over it."""
    tenant = Tenant.fresh()
    await authority.keys.create(a_key(tenant.name), NOW)
    entity = speaker_entity_id("", "lin")
    scope_key = next(key for key in READER.scope_keys)
    bucket = bucket_id(scope_key, "general")
    with psycopg.connect(superuser_url, autocommit=True) as superuser:
        fill(superuser, tenant, bucket, entity, scope_key, chunks=size, facts_each=facts_each, analysed=analysed)
        chunks = some_ids(superuser, tenant, "chunk", "chunk_id")
        sources = some_ids(superuser, tenant, "chunk", "source_id", 1)
        operations = some_ids(superuser, tenant, "operation", "operation_id", 1)
        assertions = some_ids(superuser, tenant, "assertion", "assertion_id")
        memories = some_ids(superuser, tenant, "fact_version", "memory_id")
        slots = some_ids(superuser, tenant, "fact_version", "slot_id")
    tokens = {"w2": 10_000, "w3": 6_666, "w50": 400, "w399": 50}
    weighed = keywords.weigh(list(tokens), tokens, 20_000, 400_000)
    buckets = [bucket_id(key, "general") for key in READER.scope_keys]
    return {
        **reader_params(tenant.tenant_id, READER),
        **keywords._weights(ObjectKind.CHUNK, weighed),
        "buckets": buckets,
        "tokens": list(tokens),
        "chunks": chunks,
        "memories": memories,
        "versions": [1] * len(memories),
        "slots": slots,
        "most_repeats": settling.MOST_REPEATS,
        "most_near": turning.MOST_NEAR,
        "pieces": [1, 2, 3],
        "entities": [entity],
        "subjects": [entity],
        "names": ["lin", "nobody", "of", "that", "name"],
        "workspace": "",
        "project": "",
        "source": sources[0],
        "operation": operations[0],
        "assertions": assertions,
        "messages": ["m1"],
        "turns": [1, 2],
        "hmacs": [b"x"],
        "target": "vectors",
        "kinds": ["chunk"] * len(chunks),
        "objects": chunks,
        "limit": 60,
        "previous": 6,
        "distance": 2,
        "step": 300,
        "forward": True,
        "backward": True,
        "start": NOW - timedelta(days=1),
        "end": NOW,
    }


def facts(condition: LiteralString, order: LiteralString = "") -> LiteralString:
    return readable.facts_query(f"{condition} AND {readable.NEWEST}", order)


QUERIES: dict[str, LiteralString] = {
    "keyword, chunks": keywords.SEARCH[ObjectKind.CHUNK],
    "keyword, facts": keywords.SEARCH[ObjectKind.FACT],
    "keyword, frequencies": keywords._TOKENS,
    "look-up of a slot": facts("f.slot_id = ANY(%(slots)s)", recalling._BY_VALIDITY),
    "look-up with parts": facts(f"(f.slot_id = ANY(%(slots)s) OR f.memory_id = ANY({recalling._PARTS}))"),
    "facts by id": facts("f.memory_id = ANY(%(memories)s)"),
    "quotes of facts": readable._QUOTES,
    "chunks by id": recalling._CHUNKS,
    "facts of chunks": recalling._OF_CHUNKS,
    "neighbours in turns": recalling._NEAR_IN_TURNS,
    "neighbours in time": recalling._NEAR_IN_TIME,
    "chunks in a window": recalling._CHUNKS_IN_WINDOW,
    "what is known of a message": capturing._KNOWN,
    "what is stated in slots": settling._ASSERTIONS,
    "open versions of slots": settling._OPEN,
    "what turns from something": settling._LATER,
    "what is near a topic": turning._NEAR,
    "turning statements of slots": turning._TURNING,
    "what waits for a projection": outbox._WANTED,
    "sources of vectors": outbox._CHUNK_VECTORS,
    "sources of facts' vectors": outbox._FACT_VECTORS,
    "nodes of facts": outbox._FACT_NODES,
    "edges between facts": outbox._RELATIONS,
    "chunks of an operation": compiling._CHUNKS,
    "turns before them": compiling._PREVIOUS,
    "times of an operation": compiling._TIMES,
    "statements without a link": compiling._UNLINKED,
    "slots of an operation": compiling._SLOTS,
    "links of statements": linking._LINKED,
    "neighbours by a relation": factual._NEIGHBOURS,
    "entities by name": recalling._NAMED,
    "who speaks": recalling._SPEAKERS,
    "facts of entities": recalling._OF_ENTITIES,
    "facts in a window": recalling._FACTS_IN_WINDOW,
}


@pytest.mark.parametrize("name", QUERIES)
async def test_no_large_table_is_read_whole(authority: Authority, params: Params, name: str) -> None:
    plan = await explained(authority, params, QUERIES[name])
    read_whole = {node["Relation Name"] for node in nodes(plan) if node["Node Type"] == "Seq Scan"}
    assert not LARGE & read_whole


@pytest.mark.parametrize("name", ["who speaks", "entities by name", "facts of entities", "facts by id", "chunks by id"])
async def test_a_recall_reads_a_few_rows_of_a_large_tenant(authority: Authority, params: Params, name: str) -> None:
    plan = await explained(authority, params, QUERIES[name])
    assert max(touched(node) for node in nodes(plan)) <= MOST_OF_LARGE


MOST_OF_LARGE = 200
"""Rows of 20,000 chunks and 5,000 facts, half of them the reader's."""


async def test_no_index_of_a_walled_table_is_over_an_expression(addresses: Addresses) -> None:
    """Functions are not leakproof: below row security such an index is never read, however good it looks."""
    with psycopg.connect(addresses.superuser) as superuser:
        found = superuser.execute(_OVER_EXPRESSIONS).fetchall()
    assert [str(row[0]) for row in found] == []


_OVER_EXPRESSIONS = """
SELECT i.relname FROM pg_index x JOIN pg_class c ON c.oid = x.indrelid JOIN pg_class i ON i.oid = x.indexrelid
WHERE c.relrowsecurity AND x.indexprs IS NOT NULL AND NOT x.indisexclusion"""


async def explained(authority: Authority, params: Params, query: LiteralString) -> dict[str, Any]:
    """What the query's plan, as the service keeps it, reads for these parameters."""
    async with authority.database.reading(params["tenant"]) as connection:
        # A statement of its own, whatever the pool has prepared before.
        mark = str(uuid4())
        unique = sql.SQL(query + " /* {} */").format(sql.Literal(mark))
        await (await connection.execute(unique, params, prepare=True)).fetchall()
        mine = "SELECT name FROM pg_prepared_statements WHERE position(%(mark)s IN statement) > 0"
        statement = (await rows(connection, mine, {"mark": mark}))[0]["name"]
        values = [sql.Literal(params[name]) for name in dict.fromkeys(re.findall(r"%\((\w+)\)s", query))]
        explain = sql.SQL("EXPLAIN (ANALYZE, TIMING OFF, FORMAT JSON) EXECUTE {} ({})")
        cursor = await connection.execute(explain.format(sql.Identifier(statement), sql.SQL(", ").join(values)))
        return (await cursor.fetchall())[0]["QUERY PLAN"][0]["Plan"]


async def test_a_new_tenant_beside_a_large_one_is_read_by_keys(
    authority: Authority, params: Params, addresses: Addresses
) -> None:
    """Its rows are in no statistics yet: they came after the last look at the table."""
    new = await filled(authority, addresses.superuser, size=2_000, facts_each=1, analysed=False)
    assert params["tenant"] != new["tenant"]
    for name, query in QUERIES.items():
        plan = await explained(authority, new, query)
        assert max(touched(node) for node in nodes(plan)) <= MOST_OF_NEW, name


MOST_OF_NEW = 10_000
"""Rows that a query may touch in a tenant of 2,000 chunks, 200 of them in one capture."""


def touched(node: dict[str, Any]) -> float:
    """The rows that a step of a plan gave or left out, in all its loops."""
    dropped = sum(rows for key, rows in node.items() if key.startswith("Rows Removed"))
    return float(node["Actual Loops"] * (node["Actual Rows"] + dropped))


def nodes(plan: dict[str, Any]) -> list[dict[str, Any]]:
    return [plan, *(node for child in plan.get("Plans", []) for node in nodes(child))]


async def test_a_slot_is_looked_up_by_one_index_read(authority: Authority, params: Params) -> None:
    async with authority.database.reading(params["tenant"]) as connection:
        query = facts("f.slot_id = ANY(%(slots)s)", recalling._BY_VALIDITY)
        one = {**params, "slots": params["slots"][:1]}
        cursor = await connection.execute(f"EXPLAIN (ANALYZE, FORMAT JSON) {query}", one)
        plan = (await cursor.fetchall())[0]["QUERY PLAN"][0]["Plan"]
    (scan,) = [node for node in nodes(plan) if node.get("Relation Name") == "fact_version"]
    assert (scan["Index Name"], scan["Actual Rows"]) == ("fact_by_slot", 1)
