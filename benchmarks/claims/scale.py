"""Claim R6: recall over HTTP in a tenant of 100,000 chunks and facts beside 100 other tenants, against one of 1,000.

The rows are made inside the database and the vectors are random (a hash embedder asks): only numbers matter here. The
filled state is kept under `MEMC_BENCH_STATE`, where that is set, for another run.
"""

import json
import os
import random
import time
from concurrent.futures import ThreadPoolExecutor

import psycopg

from adapters.pgvector.schema import HNSW, HNSW_INDEX, TABLE
from adapters.postgres.postings import bucket_id
from benchmarks.claims._figures import line, percentile
from benchmarks.claims._state import state_folder
from memory.language.linking import speaker_entity_id
from memory.model.scope import Scope
from tests.builders import Tenant
from tests.postgres.bulk import fill
from tests.stack import DevStack

LARGE, SMALL = int(os.environ.get("SCALE_CLAIM_CHUNKS", "100000")), 1_000
OTHERS, OTHER_CHUNKS = int(os.environ.get("SCALE_CLAIM_OTHERS", "100")), 200
ASKED, READERS = 200, 8
MOST_P95_S, MOST_GROWTH = 0.150, 3.0
SCOPE = Scope(user_id="lin")
_VECTORS = f"""
INSERT INTO {TABLE} (tenant_id, kind, object_id, version, scope_key, purpose, sensitivity, status, at, embedding)
SELECT o.tenant_id, o.kind, o.id, 1, o.scope_key::text, 'general', 0, 'current', now(),
    ARRAY(SELECT random() - 0.5 FROM generate_series(1, 384) AS g WHERE g + o.n > -1)::vector
FROM (SELECT tenant_id, 'chunk' AS kind, chunk_id AS id, scope_key, place AS n FROM chunk WHERE tenant_id = %(tenant)s
    UNION ALL SELECT tenant_id, 'fact', memory_id, scope_key, 1 FROM fact_version WHERE tenant_id = %(tenant)s) o"""
_SIZES = """
SELECT c.relname, pg_total_relation_size(c.oid) FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
WHERE c.relkind = 'r' AND n.nspname IN ('public', 'projection') ORDER BY 2 DESC LIMIT 8"""


def run() -> bool:
    """Prints the figures; true when the bounds hold."""
    with state_folder(f"scale-{LARGE}") as folder:
        stack = DevStack(folder, env={"MEMC_EMBEDDING_MODEL": "hash:384"}).start()
        try:
            return _run(stack)
        finally:
            stack.stop()


def _run(stack: DevStack) -> bool:
    keys = _keys(stack)
    _print_sizes(stack)
    before = _asked(stack, keys["small"], SMALL, 1)
    after = _asked(stack, keys["large"], LARGE, 1)
    for name, chunks in (("small", SMALL), ("large", LARGE)):
        _asked(stack, keys[name], chunks, READERS)
        _print_legs(stack, keys[name], chunks)
    growth = percentile(after, 0.5) / percentile(before, 0.5)
    print(f"R6 p50 at {LARGE:,} over p50 at {SMALL:,}: {growth:.2f} ({MOST_GROWTH:.0f})")
    return percentile(after, 0.95) <= MOST_P95_S and growth <= MOST_GROWTH


def _keys(stack: DevStack) -> dict[str, str]:
    """The keys of the small and the large tenant, filled now or in an earlier run."""
    place = stack.folder / "keys.json"
    if not place.exists():
        keys = _all_filled(stack)
        place.write_text(json.dumps(keys))
    return json.loads(place.read_text())


def _all_filled(stack: DevStack) -> dict[str, str]:
    with psycopg.connect(stack.superuser_database_url, autocommit=True) as superuser:
        # Rows into an index of neighbours cost a search each: built at the end it takes minutes and not hours.
        superuser.execute(f"DROP INDEX projection.{HNSW_INDEX}")  # pyright: ignore[reportArgumentType] of literals
        keys = {"small": _filled(stack, SMALL), "large": _filled(stack, LARGE)}
        for _ in range(OTHERS):
            _filled(stack, OTHER_CHUNKS)
        superuser.execute("SET maintenance_work_mem = '2GB'")
        superuser.execute(HNSW)  # pyright: ignore[reportArgumentType] of literals
        superuser.execute("VACUUM ANALYZE")
    return keys


def _print_sizes(stack: DevStack) -> None:
    with psycopg.connect(stack.superuser_database_url) as superuser:
        for name, size in superuser.execute(_SIZES).fetchall():
            each = size / (LARGE + SMALL + OTHERS * OTHER_CHUNKS)
            print(f"R6 stored in {name}: {size / 2**20:.0f} MiB, {each:.0f} bytes a chunk and its fact")


def _filled(stack: DevStack, chunks: int) -> str:
    """A new tenant with so many chunks, a fact for each, and their vectors; its key."""
    tenant = Tenant.fresh()
    with stack.client() as development:
        key = development.new_key(tenant=tenant.name)
    bucket, entity = bucket_id(SCOPE.key, "general"), speaker_entity_id("", "lin")
    with psycopg.connect(stack.superuser_database_url) as superuser, superuser.transaction():
        fill(superuser, tenant, bucket, entity, SCOPE.key, chunks=chunks, facts_each=1, analysed=False)
        # All of it is projected here: the stack's own drain must find nothing to do.
        superuser.execute("DELETE FROM outbox WHERE tenant_id = %(tenant)s", {"tenant": tenant.tenant_id})
        superuser.execute(_VECTORS, {"tenant": tenant.tenant_id})  # pyright: ignore[reportArgumentType] of literals
    return key


def _print_legs(stack: DevStack, key: str, chunks: int) -> None:
    """What each leg takes when it is asked side by side with the others, and the whole over the vector leg alone."""
    with stack.client(key) as memory:
        told = [memory.recall(query, user_id="lin", explain=True)["explain"]["took_ms"] for query in _queries()]
        whole = [memory.recall(query, user_id="lin")["took_ms"] for query in _queries()]
    legs = {name: percentile([took[name] for took in told], 0.5) for name in told[0]}
    print(f"R6 legs at {chunks:,}, p50 in ms: " + ", ".join(f"{name} {took:.1f}" for name, took in legs.items()))
    print(f"R6 the whole over the vector leg at {chunks:,}: {percentile(whole, 0.5) / legs['vectors']:.1f} times")


def _queries() -> list[str]:
    chance = random.Random(7)
    return [" ".join(f"w{chance.randint(2, 400)}" for _ in range(4)) for _ in range(ASKED)]


def _asked(stack: DevStack, key: str, chunks: int, readers: int) -> list[float]:
    """Seconds of each recall, by so many readers at a time."""
    queries = _queries()

    def ask(query: str) -> float:
        began = time.perf_counter()
        memory.recall(query, user_id="lin")
        return time.perf_counter() - began

    with stack.client(key) as memory, ThreadPoolExecutor(readers) as pool:
        ask(queries[0])
        seconds = list(pool.map(ask, queries))
    print(line(f"R6 recall over HTTP at {chunks:,} chunks and facts, {readers} at a time", seconds))
    return seconds
