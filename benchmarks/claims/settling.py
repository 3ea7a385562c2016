"""Claims S1, S2, S5 and S7: one truth a slot whatever the order, the crowd, the crash; and how fast it is read."""

import asyncio
import os
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from pathlib import Path
from uuid import UUID, uuid4

import psycopg

from adapters.postgres import readable, recalling
from adapters.postgres.authority import Authority
from adapters.postgres.pool import Database, rows
from adapters.postgres.readable import facts_query, known
from adapters.postgres.setup import database_url, ensure_roles_and_database, migrate
from adapters.postgres.visible import reader_params
from benchmarks.claims._figures import line, percentile
from memory.language.linking import speaker_entity_id
from memory.model.fact import Slot
from memory.model.settled import LinkedAssertion
from memory.settle.registry import DEFAULT_REGISTRY
from memory.settle.timeline import settle
from tests.builders import NOW, CaptureBuilder, Said, Tenant, a_key, assertion
from tests.postgres import slots, writers
from tests.postgres.server import running_postgres
from tests.stack import DevStack, good, message

EXAMPLES = int(os.environ.get("SETTLE_CLAIM_EXAMPLES", "20000"))
RACES = int(os.environ.get("SETTLE_CLAIM_RACES", "200"))
HTTP_RACES = int(os.environ.get("SETTLE_CLAIM_HTTP_RACES", "5"))
FACTS = int(os.environ.get("SETTLE_CLAIM_FACTS", "200000"))
WRITERS = 50
QUOTES, BY_VALIDITY = readable._QUOTES, recalling._BY_VALIDITY  # pyright: ignore[reportPrivateUsage] as they are run
OWNER, SERVICE, DBNAME = "memc_owner", "memc_app", "memc_claims"
PASSWORDS = {OWNER: "owner-password", SERVICE: "service-password"}
PROPERTIES = (
    "tests/unit/test_settle_properties.py::test_i7_order_and_repeats_of_arrival_decide_nothing",
    "tests/unit/test_settle_properties.py::test_i7_batches_lead_to_the_same_state_as_all_at_once",
    "tests/unit/test_settle_machine.py::test_i16_the_answer_for_a_past_never_changes_by_later_writes",
)


def run() -> bool:
    """Prints the figures; true when all bounds hold."""
    held = [_large_slot()]
    with running_postgres() as server:
        ensure_roles_and_database(server, OWNER, SERVICE, PASSWORDS, DBNAME)
        migrate(database_url(server, user=OWNER, password=PASSWORDS[OWNER], dbname=DBNAME))
        service = database_url(server, user=SERVICE, password=PASSWORDS[SERVICE], dbname=DBNAME)
        held.append(asyncio.run(_at_postgres(service, database_url(server, dbname=DBNAME))))
    held.append(_tests("S7, killed at each point", ["tests/postgres/test_settle_races.py", "-k", "killed"]))
    held.append(_http())
    held.append(_properties())
    return all(held)


def _large_slot() -> bool:
    """S5: a slot of a thousand statements."""
    tenant = Tenant("claims", uuid4())
    said = [Said(f"budget {n}", turn=n, said_at=NOW + timedelta(hours=n)) for n in range(1000)]
    chunks = [draft.chunk for draft in CaptureBuilder(tenant).plan(*said).chunks]
    subject = speaker_entity_id("", "lin")
    told = [
        LinkedAssertion(assertion(chunk, "budget", f"{n % 700} yuan"), subject, "lin", None, None, n)
        for n, chunk in enumerate(chunks)
    ]
    slot, predicate = Slot("scope", "general", subject, "budget"), DEFAULT_REGISTRY.lookup("budget")
    wall: list[float] = []
    computing: list[float] = []
    for _ in range(20):
        began, used = time.perf_counter(), time.thread_time()
        settle(slot, told, predicate)
        wall.append(time.perf_counter() - began)
        computing.append(time.thread_time() - used)
    print(line("S5 settling one slot of 1,000 statements, computing", computing))
    print(line("S5 the same, by the clock on the wall of this machine", wall))
    return percentile(computing, 0.5) < 0.05


async def _at_postgres(service: str, superuser: str) -> bool:
    database = Database(service, max_size=24, wait_timeout_s=300, statement_timeout_s=300)
    await database.open(wait=True)
    try:
        authority = Authority(database)
        return all([await _races(authority), await _reads(authority, database, superuser)])
    finally:
        await database.close()


async def _races(authority: Authority) -> bool:
    """S2 at the applying step."""
    tenant = Tenant.fresh()
    await authority.keys.create(a_key(tenant.name), NOW)
    equal, single, seconds = 0, 0, []
    for number in range(RACES):
        race = await writers.prepare(authority, tenant, f"u{number}", WRITERS)
        began = time.perf_counter()
        await writers.run(authority, race)
        seconds.append(time.perf_counter() - began)
        found = await writers.found(authority, race)
        equal += found == writers.expected(race)
        single += writers.current(found) == 1
    print(line(f"S2 {WRITERS} writers on one slot at the applying step, whole race", seconds))
    print(
        f"S2 of {RACES} races {equal} equal the sequential timeline, {single} leave one current value, no error surfaced"
    )
    return equal == single == RACES


async def _reads(authority: Authority, database: Database, superuser: str) -> bool:
    """S5 at 200,000 facts of one tenant, as the service role sees them."""
    tenant = Tenant.fresh()
    await authority.keys.create(a_key(tenant.name), NOW)
    with psycopg.connect(superuser, autocommit=True) as connection:
        slots.fill(connection, tenant, FACTS)
    for name, known_at in (("look-up and timeline", None), ("the same, known at a date", NOW + timedelta(days=400))):
        seconds: list[float] = []
        for number in range(400):
            began = time.perf_counter()
            found = await authority.recalling.slot_facts(
                tenant.tenant_id, slots.READER, [slots.SUBJECT], [slots.predicate(number * 7)], known_at, 500
            )
            seconds.append(time.perf_counter() - began)
            assert len(found) == slots.VERSIONS
        print(line(f"S5 {name} through the store at {FACTS:,} facts", seconds[20:]))
    server = await _server_seconds(database, tenant.tenant_id)
    print(line(f"S5 look-up and timeline in SQL (planned and executed, with its quotes) at {FACTS:,} facts", server))
    held = percentile(server, 0.95) < 0.005
    plan = await _plan(database, tenant.tenant_id)
    print("S5 plan: " + "; ".join(plan))
    return held and not any("Seq Scan" in step for step in plan)


async def _server_seconds(database: Database, tenant_id: UUID) -> list[float]:
    """Planning and execution of both statements of a look-up, as the server says."""
    query = facts_query(f"f.slot_id = ANY(%(slots)s) AND {known(None)}", BY_VALIDITY)
    seconds: list[float] = []
    async with database.reading(tenant_id) as connection:
        for number in range(200):
            name = slots.predicate(number * 11)
            params = reader_params(tenant_id, slots.READER) | {"slots": slots.slot_ids(name), "limit": 500}
            found = await rows(connection, query, params)
            ids = {"memories": [row["memory_id"] for row in found], "versions": [row["version"] for row in found]}
            spent = 0.0
            for statement in (query, QUOTES):
                (row,) = await rows(connection, f"EXPLAIN (ANALYZE, TIMING OFF, FORMAT JSON) {statement}", params | ids)
                (told,) = row["QUERY PLAN"]
                spent += told["Planning Time"] + told["Execution Time"]
            seconds.append(spent / 1000)
    return seconds[20:]


async def _plan(database: Database, tenant_id: UUID) -> list[str]:
    slot_ids = slots.slot_ids(slots.predicate(7))
    query = facts_query(f"f.slot_id = ANY(%(slots)s) AND {known(None)}", BY_VALIDITY)
    params = reader_params(tenant_id, slots.READER) | {"slots": slot_ids, "limit": 500, "known_at": None}
    async with database.reading(tenant_id) as connection:
        found = await rows(connection, f"EXPLAIN {query}", params)
    steps = [row["QUERY PLAN"].strip().removeprefix("->").strip() for row in found]
    return [step.split("  (")[0] for step in steps if "Scan" in step]


def _http() -> bool:
    """S2 over HTTP with two workers, and S5 as a client sees it."""
    with tempfile.TemporaryDirectory(prefix="memc-claim-") as folder:
        stack = DevStack(Path(folder)).start()
        second = _second_worker(stack)
        try:
            held = [_http_race(stack, number) for number in range(HTTP_RACES)]
            _http_reads(stack)
            return all(held)
        finally:
            second.terminate()
            second.wait(20)
            stack.stop()


def _second_worker(stack: DevStack) -> "subprocess.Popen[bytes]":
    """Another worker with the settings of the stack's own."""
    settings = Path(f"/proc/{stack.child('worker')}/environ").read_bytes().split(b"\0")
    env = dict(item.decode().split("=", 1) for item in settings if b"=" in item)
    env.pop("MEMC_READY_FILE", None)
    return subprocess.Popen([sys.executable, "-P", "-m", "worker"], env=env, stderr=subprocess.DEVNULL)


def _http_race(stack: DevStack, number: int) -> bool:
    """Fifty captures at once that speak of one slot; the latest said must hold, each earlier one have ended."""
    user = f"race-{number}"
    with stack.client(timeout=120) as memory:

        def one(n: int) -> str:
            said = (NOW + timedelta(hours=n)).isoformat()
            body = {
                "messages": [message(f"The budget is {1000 + n} yuan.", said)],
                "user_id": user,
                "session_id": f"s{n}",
            }
            return good(memory.http.post("/v1/memories", json=body))["operation_id"]

        with ThreadPoolExecutor(WRITERS) as pool:
            operations = list(pool.map(one, range(WRITERS)))
        ended = [memory.ended(operation, 300)["status"] for operation in operations]
        facts = list(_budget(memory.facts(user_id=user)) + _budget(memory.facts(user_id=user, status="superseded")))
    line_ = sorted((f["valid_from"], f["value"], f["status"]) for f in facts)
    values = [value for _, value, _ in line_]
    right = values == [f"{1000 + n} yuan" for n in range(WRITERS)] and [s for *_, s in line_][-1] == "current"
    one_current = sum(status == "current" for *_, status in line_) == 1
    print(
        f"S2 over HTTP, two workers, race {number}: {len(line_)} versions, {set(ended)}, right {right and one_current}"
    )
    return right and one_current and set(ended) == {"done"}


def _budget(facts: list[dict[str, str]]) -> list[dict[str, str]]:
    return [fact for fact in facts if fact["predicate"] == "budget"]


def _http_reads(stack: DevStack) -> None:
    """Look-up and timeline over HTTP, with the facts in the stack's own database."""
    tenant = Tenant.fresh()
    with stack.client() as development:
        key = development.new_key(tenant=tenant.name)
    with psycopg.connect(stack.superuser_database_url, autocommit=True) as connection:
        slots.fill(connection, tenant, FACTS)
    with stack.client(key) as memory:
        for path in ("/v1/facts/lookup", "/v1/timeline"):
            seconds: list[float] = []
            for number in range(200):
                params = {"subject": "lin", "predicate": slots.predicate(number * 7), "user_id": "lin"}
                began = time.perf_counter()
                good(memory.http.get(path, params=params))
                seconds.append(time.perf_counter() - began)
            print(line(f"S5 {path} over HTTP at {FACTS:,} facts", seconds[20:]))


def _properties() -> bool:
    return _tests(f"S1 and S3, {EXAMPLES:,} examples each", list(PROPERTIES), SETTLE_EXAMPLES=str(EXAMPLES))


def _tests(name: str, arguments: list[str], **env: str) -> bool:
    """Runs tests in a process of their own, which may take long."""
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--timeout", "7200", *arguments]
    with tempfile.TemporaryDirectory(prefix="memc-claim-") as folder:
        done = subprocess.run(
            [*command, f"--basetemp={folder}/t"], env=os.environ | env, capture_output=True, text=True, check=False
        )
    print(f"{name}: {done.stdout.strip().splitlines()[-1] if done.stdout.strip() else done.stderr[-300:]}")
    return done.returncode == 0
