"""`GraphIndex` on Neo4j community."""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from itertools import groupby
from typing import Any, TypeVar
from uuid import UUID

from neo4j import AsyncDriver, AsyncGraphDatabase, AsyncManagedTransaction, NotificationMinimumSeverity, unit_of_work
from neo4j.exceptions import AuthError, DriverError, Neo4jError

from adapters.neo4j import statements
from adapters.projection.common import (
    READ_TIMEOUT_S,
    WRITE_TIMEOUT_S,
    Ref,
    batches,
    confirm,
    edge_uid,
    newest,
    object_uid,
    one_tenant,
    versions_of,
)
from adapters.projection.walk import Reached, breadth_first, check_walk
from memory.model.errors import ConfigurationInvalid, ProjectionUnavailable
from memory.ports.graph_index import EdgeKind, GraphEdge, GraphNode, PathStep, WalkHit, WalkQuery
from memory.ports.vector_index import ObjectKind, ProjectedRef

BATCH = 500
DELETE_BATCH = 100
_RETRY_S = 5.0
_PREPARE_TIMEOUT_S = 60.0
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)

K = TypeVar("K", ObjectKind, EdgeKind)
Row = Mapping[str, Any]
Run = Callable[[str, Mapping[str, object]], Awaitable[list[Row]]]


def connect(url: str, user: str, password: str, *, read_timeout_s: float = READ_TIMEOUT_S) -> "Neo4jGraphIndex":
    """An index on the server at `url` (`bolt://` or `neo4j://`); nothing is sent before the first call."""
    driver = AsyncGraphDatabase.driver(
        url,
        auth=(user, password),
        connection_timeout=READ_TIMEOUT_S,
        connection_acquisition_timeout=READ_TIMEOUT_S,
        max_transaction_retry_time=_RETRY_S,
        notifications_min_severity=NotificationMinimumSeverity.OFF,
        telemetry_disabled=True,
    )
    return Neo4jGraphIndex(driver, read_timeout_s=read_timeout_s)


class Neo4jGraphIndex:
    """Nodes and edges in the default database; it owns the driver."""

    def __init__(self, driver: AsyncDriver, *, database: str = "neo4j", read_timeout_s: float = READ_TIMEOUT_S) -> None:
        self._driver = driver
        self._database = database
        self._read_timeout_s = read_timeout_s

    @property
    def backend(self) -> str:
        return "neo4j"

    async def prepare(self) -> None:
        async with self._session(_PREPARE_TIMEOUT_S, starting=True) as session:
            if await _missing_constraints(session):
                for statement in statements.SCHEMA:
                    await session.execute_write(_single, statement, {})
                await session.execute_read(_single, "CALL db.awaitIndexes(30)", {})
                if missing := await _missing_constraints(session):
                    raise ConfigurationInvalid(f"Neo4j lacks the constraints {', '.join(missing)}: look for duplicates")
            # Planning the walk takes a cold server longer than a reader waits.
            for statement in (statements.VISIBLE_SEEDS, statements.EXPAND):
                await session.execute_read(_single, statement, _A_WALK)

    async def upsert(self, nodes: Sequence[GraphNode], edges: Sequence[GraphEdge]) -> None:
        tenant_id = one_tenant([node.tenant_id for node in nodes] + [edge.tenant_id for edge in edges])
        if tenant_id is None:
            return
        kept_nodes = newest(nodes, key=lambda node: (node.kind, node.object_id), version=lambda node: node.version)
        for batch in batches(list(kept_nodes.values()), BATCH):
            await self._write(lambda run, batch=batch: _upsert_nodes(run, tenant_id, batch))
        kept_edges = newest(edges, key=lambda edge: edge.edge_id, version=lambda edge: edge.version)
        for batch in batches(list(kept_edges.values()), BATCH):
            await self._write(lambda run, batch=batch: _upsert_edges(run, tenant_id, batch))

    async def delete(self, tenant_id: UUID, refs: Sequence[Ref]) -> int:
        gone = 0
        for batch in batches(list(dict.fromkeys(refs)), DELETE_BATCH):
            parameters = {"tenant": str(tenant_id), "uids": _uids(tenant_id, batch)}
            # A writer beside us may bring one back: only an empty answer means gone.
            while number := await self._write(
                lambda run, given=parameters: _number(run, statements.DELETE_NODES, given)
            ):
                gone += number
        return gone

    async def delete_edges(self, tenant_id: UUID, edge_ids: Sequence[UUID]) -> int:
        gone = 0
        for batch in batches(list(dict.fromkeys(edge_ids)), DELETE_BATCH):
            uids = [str(edge_uid(tenant_id, edge_id)) for edge_id in batch]
            gone += await self._write(lambda run, given=uids: _delete_edges(run, tenant_id, given))
        return gone

    async def walk(self, query: WalkQuery) -> list[WalkHit]:
        check_walk(query)
        visible = _visibility(query)

        async def work(run: Run) -> list[WalkHit]:
            async def expand(frontier: Sequence[Ref], seen: Sequence[Ref]) -> list[Reached]:
                bounds = {"uids": _uids(query.tenant_id, frontier), "seen": _uids(query.tenant_id, seen)}
                return [_reached(frontier, row) for row in await run(statements.EXPAND, visible | bounds)]

            seeds = await run(statements.VISIBLE_SEEDS, visible | {"uids": _uids(query.tenant_id, query.seeds)})
            return await breadth_first(query, [(ObjectKind(row["kind"]), UUID(row["id"])) for row in seeds], expand)

        return await self._read(work)

    async def fetch(self, tenant_id: UUID, refs: Sequence[Ref]) -> list[ProjectedRef]:
        found: list[ProjectedRef] = []
        for batch in batches(list(dict.fromkeys(refs)), BATCH):
            found += await self._read(lambda run, batch=batch: _fetch(run, tenant_id, batch))
        return found

    async def edges_of(self, tenant_id: UUID, refs: Sequence[Ref]) -> int:
        parameters = {"tenant": str(tenant_id), "uids": _uids(tenant_id, refs)}
        return await self._read(lambda run: _number(run, statements.COUNT_EDGES, parameters))

    async def count(self, tenant_id: UUID) -> int:
        return await self._read(lambda run: _number(run, statements.COUNT_NODES, {"tenant": str(tenant_id)}))

    async def ping(self) -> str:
        async with self._session(self._read_timeout_s, starting=True):
            info = await self._driver.get_server_info()
            return info.agent

    async def close(self) -> None:
        await self._driver.close()

    async def _write(self, work: Callable[[Run], Awaitable[Any]]) -> Any:
        """Runs in a managed transaction, which may run it several times: it must be idempotent."""

        @unit_of_work(timeout=WRITE_TIMEOUT_S)
        async def managed(transaction: AsyncManagedTransaction) -> Any:
            return await work(_runner(transaction))

        async with self._session(WRITE_TIMEOUT_S + _RETRY_S) as session:
            return await session.execute_write(managed)

    async def _read(self, work: Callable[[Run], Awaitable[Any]]) -> Any:
        """Runs once: a reader in a hurry is better served by an error than by retries."""
        async with (
            self._session(self._read_timeout_s) as session,
            await session.begin_transaction(timeout=self._read_timeout_s) as transaction,
        ):
            return await work(_runner(transaction))

    @asynccontextmanager
    async def _session(self, timeout_s: float, *, starting: bool = False) -> AsyncGenerator[Any]:
        """A refused password stops a start; later it is an outage, which ends when the password is put right."""
        try:
            async with asyncio.timeout(timeout_s + 0.5), self._driver.session(database=self._database) as session:
                yield session
        except (DriverError, Neo4jError, OSError, TimeoutError) as error:
            if starting and isinstance(error, AuthError):
                raise ConfigurationInvalid("Neo4j refuses the user or the password: check MEMC_NEO4J_*") from None
            raise ProjectionUnavailable(f"Neo4j does not answer in time ({type(error).__name__})") from None


def _runner(transaction: Any) -> Run:
    async def run(statement: str, parameters: Mapping[str, object]) -> list[Row]:
        result = await transaction.run(statement, dict(parameters))
        return await result.data()

    return run


async def _single(transaction: AsyncManagedTransaction, statement: str, parameters: Mapping[str, object]) -> list[Row]:
    return await _runner(transaction)(statement, parameters)


async def _missing_constraints(session: Any) -> list[str]:
    found = await session.execute_read(_single, statements.FIND_CONSTRAINTS, {"names": statements.CONSTRAINTS})
    return sorted(set(statements.CONSTRAINTS) - {row["name"] for row in found})


async def _upsert_nodes(run: Run, tenant_id: UUID, nodes: Sequence[GraphNode]) -> None:
    tenant = str(tenant_id)
    for kind, rows in _by_kind([(node.kind, _node_row(node)) for node in nodes]):
        await run(statements.upsert_nodes(kind), {"tenant": tenant, "kind": kind.value, "rows": rows})
    wanted: dict[Ref, int] = {(node.kind, node.object_id): node.version for node in nodes}
    confirm(wanted, versions_of(await _fetch(run, tenant_id, list(wanted))), "neo4j")


async def _upsert_edges(run: Run, tenant_id: UUID, edges: Sequence[GraphEdge]) -> None:
    tenant = str(tenant_id)
    ends = {(edge.from_kind, edge.from_id) for edge in edges} | {(edge.to_kind, edge.to_id) for edge in edges}
    bare = [(ref[0], {"uid": str(object_uid(tenant_id, *ref)), "id": str(ref[1])}) for ref in ends]
    for kind, rows in _by_kind(bare):
        await run(statements.add_bare_nodes(kind), {"tenant": tenant, "kind": kind.value, "rows": rows})
    stored: dict[UUID, int] = {}
    for edge_kind, rows in _by_kind([(edge.kind, _edge_row(edge)) for edge in edges]):
        await run(statements.upsert_edges(edge_kind), {"tenant": tenant, "rows": rows})
        uids = [row["uid"] for row in rows]
        found = await run(statements.fetch_edges(edge_kind), {"tenant": tenant, "uids": uids})
        stored |= {UUID(row["id"]): row["version"] for row in found}
    confirm({edge.edge_id: edge.version for edge in edges}, stored, "neo4j")


async def _fetch(run: Run, tenant_id: UUID, refs: Sequence[Ref]) -> list[ProjectedRef]:
    rows = await run(statements.FETCH_NODES, {"tenant": str(tenant_id), "uids": _uids(tenant_id, refs)})
    return [ProjectedRef(ObjectKind(row["kind"]), UUID(row["id"]), row["version"]) for row in rows]


async def _delete_edges(run: Run, tenant_id: UUID, uids: Sequence[str]) -> int:
    parameters = {"tenant": str(tenant_id), "uids": uids}
    return sum([await _number(run, statements.delete_edges(kind), parameters) for kind in EdgeKind])


async def _number(run: Run, statement: str, parameters: Mapping[str, object]) -> int:
    rows = await run(statement, parameters)
    return int(rows[0]["number"])


def _by_kind(
    rows: Iterable[tuple[K, dict[str, Any]]],
) -> list[tuple[K, list[dict[str, Any]]]]:
    """Rows of one kind together, sorted by uid: writers that lock in one order do not block each other for ever."""
    ordered = sorted(rows, key=lambda pair: (pair[0].value, pair[1]["uid"]))
    return [(kind, [row for _, row in group]) for kind, group in groupby(ordered, key=lambda pair: pair[0])]


def _node_row(node: GraphNode) -> dict[str, Any]:
    properties = {
        "version": node.version,
        "scope_key": node.scope_key,
        "purpose": node.purpose,
        "sensitivity": int(node.sensitivity),
        "status": node.status,
        "valid_from_us": _microseconds(node.valid_from),
        "valid_to_us": _microseconds(node.valid_to),
    }
    uid = str(object_uid(node.tenant_id, node.kind, node.object_id))
    return {"uid": uid, "id": str(node.object_id), "version": node.version, "properties": properties}


def _edge_row(edge: GraphEdge) -> dict[str, Any]:
    return {
        "uid": str(edge_uid(edge.tenant_id, edge.edge_id)),
        "edge_id": str(edge.edge_id),
        "from_uid": str(object_uid(edge.tenant_id, edge.from_kind, edge.from_id)),
        "to_uid": str(object_uid(edge.tenant_id, edge.to_kind, edge.to_id)),
        "version": edge.version,
        "weight": float(edge.weight),
    }


def _reached(frontier: Sequence[Ref], row: Row) -> Reached:
    from_kind, from_id = frontier[row["ordinal"]]
    target = (ObjectKind(row["kind"]), UUID(row["id"]))
    return Reached(row["ordinal"], PathStep(from_kind, from_id, EdgeKind(row["edge"]), *target, row["forward"]))


def _uids(tenant_id: UUID, refs: Sequence[Ref]) -> list[str]:
    return [str(object_uid(tenant_id, *ref)) for ref in refs]


def _visibility(query: WalkQuery) -> dict[str, object]:
    return {
        "tenant": str(query.tenant_id),
        "scope_keys": list(query.scope_keys),
        "purposes": list(query.purposes),
        "max_sensitivity": int(query.max_sensitivity),
        "statuses": list(query.statuses),
        # Two parameters, since one that may be null would be planned twice.
        "at_any_time": query.as_of is None,
        "as_of_us": 0 if query.as_of is None else _microseconds(query.as_of),
        "fan_out": query.fan_out,
    }


def _microseconds(moment: datetime | None) -> int | None:
    """A whole number: instants of any zone compare, whatever the server's calendar."""
    return None if moment is None else (moment - _EPOCH) // timedelta(microseconds=1)


# A walk to nowhere, with parameters of the types of a real one: plans are kept by these types.
_A_WALK: dict[str, object] = {"uids": [""], "seen": [""]} | _visibility(
    WalkQuery(UUID(int=0), [], [""], [""], 0, [""], max_hops=1, fan_out=1, limit=1)
)
