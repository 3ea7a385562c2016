"""`memc doctor`: asks everything, compares it with what the code needs, and says what to do."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, Literal, LiteralString

import httpx
import psycopg
from psycopg.rows import dict_row
from temporalio.api.enums.v1 import TaskQueueType
from temporalio.api.taskqueue.v1 import TaskQueue
from temporalio.api.workflowservice.v1 import DescribeTaskQueueRequest, GetSystemInfoRequest
from temporalio.client import Client
from temporalio.service import RPCError

from adapters.postgres.migrations import current, newest
from bootstrap.embedded.attach import attached
from bootstrap.embedded.state import StateDir
from bootstrap.projections import build_graph_index, build_vector_index, projection_pool
from bootstrap.settings import Settings
from bootstrap.temporal import client as temporal
from memory.model.errors import MemcError
from workflows import options

State = Literal["ok", "warning", "failed"]
Row = dict[str, Any]
Connection = psycopg.AsyncConnection[Row]

TIMEOUT_S = 5
OLDEST_WAIT = timedelta(minutes=2)
POSTGRES_FROM = 160_000
PGVECTOR_FROM = (0, 8)
"""Half vectors, and scans of the index that go on until enough rows have passed the filters."""
# Temporal lists a poller for minutes after its last poll; one that lives asks again after a minute.
LONGEST_POLL = timedelta(seconds=75)
RPC_TIMEOUT = timedelta(seconds=TIMEOUT_S)

_ROLE: LiteralString = """
SELECT r.rolsuper OR r.rolbypassrls AS unbound, current_setting('server_version_num')::int AS number,
    current_setting('server_version') AS version,
    (SELECT extversion FROM pg_extension WHERE extname = 'vector') AS pgvector,
    (SELECT count(*) FROM pg_class c WHERE c.relowner = r.oid AND c.relkind IN ('r', 'p')) AS owned
FROM pg_roles r WHERE r.rolname = current_user
"""
_UNGUARDED: LiteralString = """
SELECT n.nspname || '.' || c.relname AS name
FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'tenant_id' AND NOT a.attisdropped
WHERE c.relkind IN ('r', 'p') AND n.nspname IN ('public', 'projection') AND (
    NOT c.relrowsecurity OR NOT c.relforcerowsecurity OR NOT EXISTS (SELECT FROM pg_policy p WHERE p.polrelid = c.oid))
ORDER BY name
"""
_GUARDED: LiteralString = """
SELECT count(*) AS number FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
WHERE c.relforcerowsecurity AND n.nspname IN ('public', 'projection')
"""
_STRANDED: LiteralString = "SELECT count(*) AS number FROM memc_stranded_operations(%s, 1000)"
_LAG: LiteralString = "SELECT expected, waiting, oldest_wait FROM memc_outbox_lag(%s)"


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at. `advice` is a sentence; empty when nothing is to be done."""

    name: str
    state: State
    detail: str
    advice: str = ""


async def examine(given: Settings) -> list[Finding]:
    """All findings, in a fixed order. What a start would make is made (schemas of projections), nothing else changed."""
    settings = attached(given)
    api = given.url or (running.url if (running := StateDir(given.state_dir).stack()) else "")
    groups = await asyncio.gather(_authority(settings), _temporal(settings), _projections(settings), _api(api))
    return [finding for group in groups for finding in group]


async def _api(url: str) -> list[Finding]:
    if not url:
        return []
    try:
        async with httpx.AsyncClient(timeout=TIMEOUT_S) as client:
            reply = await client.get(f"{url}/readyz")
        found: dict[str, Any] = reply.json()
        down = [line["name"] for line in found["dependencies"] if not line["ok"]]
    except (httpx.HTTPError, ValueError, LookupError, TypeError):
        return [Finding("api", "failed", f"{url} does not answer", "Start `memc serve`, or correct MEMC_URL.")]
    if not found.get("ready"):
        return [Finding("api", "failed", f"{url} answers, but does not reach Postgres", "See its MEMC_DATABASE_URL.")]
    if down:
        return [Finding("api", "warning", f"{url} does without {', '.join(down)}", "It catches up once they answer.")]
    return [Finding("api", "ok", url)]


async def _authority(settings: Settings) -> list[Finding]:
    url = settings.database_url.get_secret_value()
    if not url:
        advice = "Run `memc dev` here, or set MEMC_DATABASE_URL."
        return [Finding("postgres", "failed", "no database is configured, and no `memc dev` runs here", advice)]
    try:
        connection = await Connection.connect(url, row_factory=dict_row, connect_timeout=TIMEOUT_S, autocommit=True)
    except psycopg.Error:
        return [Finding("postgres", "failed", "does not answer", "Start it, or correct MEMC_DATABASE_URL.")]
    async with connection:
        try:
            return [
                *await _server_and_role(connection),
                await _schema(settings),
                await _row_level_security(connection),
                *await _waiting(connection),
            ]
        except psycopg.Error as error:
            advice = "Run `memc migrate`, then look again."
            return [Finding("schema", "failed", f"a check was refused (SQLSTATE {error.sqlstate})", advice)]


async def _rows(connection: Connection, statement: LiteralString, *values: object) -> list[Row]:
    return await (await connection.execute(statement, values)).fetchall()


async def _server_and_role(connection: Connection) -> list[Finding]:
    (row,) = await _rows(connection, _ROLE)
    detail = f"{row['version']}, pgvector {row['pgvector'] or 'missing'}"
    fits = row["number"] >= POSTGRES_FROM and _numbers(row["pgvector"]) >= PGVECTOR_FROM
    server = Finding("postgres", "ok", detail)
    if not fits:
        server = Finding(
            "postgres", "failed", detail, "Postgres 16 or newer with the extension `vector` 0.8 or newer is needed."
        )
    bound = not row["unbound"] and not row["owned"]
    role = Finding("service role", "ok", "owns nothing, bypasses nothing")
    if not bound:
        advice = "Give MEMC_DATABASE_URL a login role that is a plain member of memc_service."
        role = Finding("service role", "failed", "row-level security does not bind it", advice)
    return [server, role]


def _numbers(version: str | None) -> tuple[int, ...]:
    return tuple(int(part) for part in (version or "").split(".") if part.isdigit())


async def _schema(settings: Settings) -> Finding:
    owner = settings.migrate_database_url.get_secret_value()
    if not owner:
        advice = "Set MEMC_MIGRATE_DATABASE_URL to have it checked."
        return Finding("schema", "warning", "its revision can be read by the owner only", advice)
    try:
        found = await asyncio.to_thread(current, owner)
    except MemcError as error:
        return Finding("schema", "failed", error.message, "Correct MEMC_MIGRATE_DATABASE_URL.")
    if found == newest():
        return Finding("schema", "ok", f"revision {found}")
    return Finding("schema", "failed", f"revision {found or 'none'}, {newest()} is needed", "Run `memc migrate`.")


async def _row_level_security(connection: Connection) -> Finding:
    unguarded = [row["name"] for row in await _rows(connection, _UNGUARDED)]
    if unguarded:
        advice = "Run `memc migrate`; do not serve until it is mended."
        return Finding("row-level security", "failed", f"not forced on {', '.join(unguarded)}", advice)
    (row,) = await _rows(connection, _GUARDED)
    if not row["number"]:
        return Finding("row-level security", "failed", "there are no tables", "Run `memc migrate`.")
    return Finding("row-level security", "ok", f"forced on all {row['number']} tables with a tenant")


async def _waiting(connection: Connection) -> list[Finding]:
    now = datetime.now(UTC)
    (row,) = await _rows(connection, _STRANDED, now - OLDEST_WAIT)
    old = Finding("operations", "ok", "none waits for longer than two minutes")
    if row["number"]:
        detail = f"{row['number']} have not moved for two minutes"
        old = Finding("operations", "warning", detail, "See that a worker runs and Temporal answers; they go on then.")
    return [old, *[await _lag(connection, target, now) for target in ("vectors", "graph")]]


async def _lag(connection: Connection, target: str, now: datetime) -> Finding:
    (row,) = await _rows(connection, _LAG, target)
    name = f"outbox {target}"
    if not row["waiting"]:
        return Finding(name, "ok", f"all {row['expected']} objects are projected")
    age = now - row["oldest_wait"]
    detail = f"{row['waiting']} of {row['expected']} objects wait, the oldest for {age.total_seconds():.0f} s"
    if age < OLDEST_WAIT:
        return Finding(name, "ok", detail)
    return Finding(name, "warning", detail, "See that a worker runs and that the projection below answers.")


async def _temporal(settings: Settings) -> list[Finding]:
    if not settings.codec_ring:
        return [Finding("temporal", "failed", "there is no codec key", "Set MEMC_CODEC_KEYS, or run `memc dev` here.")]
    keys = {key.key_id: key.key for key in settings.codec_ring}
    address = settings.temporal_address
    try:
        connecting = temporal.connect(address=address, namespace=settings.temporal_namespace, keys=keys, role="doctor")
        client = await asyncio.wait_for(connecting, TIMEOUT_S)
        info = await client.workflow_service.get_system_info(GetSystemInfoRequest(), timeout=RPC_TIMEOUT)
        idle = await _queues_without_worker(client)
    except (MemcError, TimeoutError):
        return [
            Finding("temporal", "failed", f"{address} does not answer", "Start it, or correct MEMC_TEMPORAL_ADDRESS.")
        ]
    except RPCError as error:
        advice = "Check MEMC_TEMPORAL_NAMESPACE: the namespace must exist."
        return [Finding("temporal", "failed", f"{address} refuses ({error.status.name})", advice)]
    worker = Finding("worker", "ok", "polls all queues")
    if idle:
        worker = Finding("worker", "failed", f"nobody polls {', '.join(idle)}", "Start `memc worker`.")
    return [Finding("temporal", "ok", info.server_version), worker]


async def _queues_without_worker(client: Client) -> list[str]:
    idle: list[str] = []
    for queue in (options.WORKFLOWS, options.IO, options.NLP, options.PROJECTION):
        kind = (
            TaskQueueType.TASK_QUEUE_TYPE_WORKFLOW
            if queue == options.WORKFLOWS
            else TaskQueueType.TASK_QUEUE_TYPE_ACTIVITY
        )
        request = DescribeTaskQueueRequest(
            namespace=client.namespace, task_queue=TaskQueue(name=queue), task_queue_type=kind
        )
        found = await client.workflow_service.describe_task_queue(request, timeout=RPC_TIMEOUT)
        last_polls = [poller.last_access_time.ToDatetime(UTC) for poller in found.pollers]
        if not any(datetime.now(UTC) - last_poll < LONGEST_POLL for last_poll in last_polls):
            idle.append(queue)
    return idle


async def _projections(settings: Settings) -> list[Finding]:
    if not settings.database_url.get_secret_value():
        return []
    pool = projection_pool(settings)
    await pool.open(wait=False)
    try:
        vectors, graph = build_vector_index(settings, pool), build_graph_index(settings, pool)
        dimension = settings.dimension
        found = await asyncio.gather(
            _projection("vectors", vectors.backend, vectors.ping, lambda: vectors.prepare(dimension)),
            _projection("graph", graph.backend, graph.ping, graph.prepare),
        )
        await asyncio.gather(vectors.close(), graph.close())
        return list(found)
    finally:
        await pool.close()


async def _projection(
    name: str, backend: str, ping: Callable[[], Awaitable[str]], prepare: Callable[[], Awaitable[None]]
) -> Finding:
    try:
        version = await asyncio.wait_for(ping(), TIMEOUT_S)
        await prepare()
    except TimeoutError:
        return Finding(name, "failed", f"{backend} does not answer", f"Start {backend}, or correct its address.")
    except MemcError as error:
        advice = "What is captured meanwhile is projected by itself once it answers."
        return Finding(name, "failed", f"{backend}: {error.message}", advice)
    return Finding(name, "ok", f"{backend} {version}, schema as needed")
