"""Connections to the authority: one tenant a transaction, typed errors, no memory text in any of them."""

from collections.abc import AsyncGenerator, Generator, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager, contextmanager
from typing import Any, LiteralString
from uuid import UUID

import psycopg
from psycopg import AsyncConnection, AsyncCursor, errors, sql
from psycopg.rows import dict_row
from psycopg_pool import AsyncConnectionPool, PoolClosed, PoolTimeout, TooManyRequests

from memory.model.errors import EvidenceMissing, MemcError, StaleWrite, Unavailable

Row = dict[str, Any]
Connection = AsyncConnection[Row]

EVIDENCE_MISSING = "MC001"
"""The SQLSTATE that the evidence trigger raises."""

_READ = "BEGIN; SET LOCAL app.tenant = {tenant}"
# Two locks per tenant tell writers and the request of an erasure apart: writers share, an erasure is alone. So a
# writer either ends before an erasure selects, or starts after its tombstones are visible.
_WRITE = f"{_READ}; SELECT pg_advisory_xact_lock_shared(hashtextextended({{tenant}}, 7))"
_ALONE = f"{_READ}; SELECT pg_advisory_xact_lock(hashtextextended({{tenant}}, 7))"
_NO_TENANT = ""


class Database:
    """A pool of connections under the service role. Open it once per process and event loop."""

    def __init__(
        self,
        url: str,
        *,
        min_size: int = 1,
        max_size: int = 10,
        wait_timeout_s: float = 5.0,
        statement_timeout_s: float = 30.0,
        application_name: str = "memc",
    ) -> None:
        """Nothing is connected before `open`.

        Args:
            url: the service role's URL.
            min_size: connections that are kept open.
            max_size: connections at most.
            wait_timeout_s: how long a caller waits for a free connection before `Unavailable`.
            statement_timeout_s: how long one statement may run before `Unavailable`.
            application_name: what the server's activity list shows.
        """
        timeout = f"-c statement_timeout={int(statement_timeout_s * 1000)}"
        # Disks that are near memory in speed: an index read is worth it for a few rows of a large table.
        # One plan for all tenants: with a tenant at hand, the planner would take a new one for empty (decision 0005).
        planning = "-c jit=off -c random_page_cost=1.1 -c plan_cache_mode=force_generic_plan"
        options = f"{timeout} {planning} -c timezone=UTC"
        self._pool: AsyncConnectionPool[Connection] = AsyncConnectionPool(
            url,
            connection_class=AsyncConnection[Row],
            kwargs={
                "autocommit": True,
                "row_factory": dict_row,
                "options": options,
                "application_name": application_name,
                "connect_timeout": 5,
            },
            min_size=min_size,
            max_size=max_size,
            timeout=wait_timeout_s,
            open=False,
        )

    async def open(self, *, wait: bool = False) -> None:
        """Starts the pool; with `wait` raises `Unavailable` when the database does not answer in time."""
        try:
            await self._pool.open(wait=wait, timeout=self._pool.timeout)
        except PoolTimeout:
            raise Unavailable("The database does not answer.") from None

    async def close(self) -> None:
        """Closes all connections."""
        await self._pool.close()

    async def ping(self) -> str:
        """The server's version; raises `Unavailable`."""
        async with self.across_tenants() as connection:
            return str(await scalar(connection, "SHOW server_version"))

    @asynccontextmanager
    async def reading(self, tenant_id: UUID) -> AsyncGenerator[Connection]:
        """A transaction that sees one tenant and waits for nobody."""
        async with self._transaction(_READ, tenant_id) as connection:
            yield connection

    @asynccontextmanager
    async def writing(self, tenant_id: UUID) -> AsyncGenerator[Connection]:
        """A transaction of one tenant that an erasure's request waits for, and that waits for such a request."""
        async with self._transaction(_WRITE, tenant_id) as connection:
            yield connection

    @asynccontextmanager
    async def alone(self, tenant_id: UUID) -> AsyncGenerator[Connection]:
        """A transaction of one tenant while no other one of that tenant writes."""
        async with self._transaction(_ALONE, tenant_id) as connection:
            yield connection

    @asynccontextmanager
    async def across_tenants(self) -> AsyncGenerator[Connection]:
        """A connection without a tenant: it sees no row, and may call the definer functions."""
        async with self._connection(_NO_TENANT) as connection:
            yield connection

    async def call(self, function: LiteralString, params: dict[str, Any]) -> list[Row]:
        """The rows of one statement that is a transaction by itself, in one round trip: a function that sets its tenant.

        It may run twice, where a connection turns out to be dead.
        """
        async with self._begun(function, params) as cursor:
            return await cursor.fetchall()

    def _transaction(self, begin: LiteralString, tenant_id: UUID) -> AbstractAsyncContextManager[Connection]:
        return self._connection(sql.SQL(begin).format(tenant=sql.Literal(str(tenant_id))))

    @asynccontextmanager
    async def _connection(self, begin: LiteralString | sql.Composed) -> AsyncGenerator[Connection]:
        """A connection after its first words, which go in one round trip. The pool commits, or rolls back on an error."""
        async with self._begun(begin, prepare=False) as cursor:
            yield cursor.connection

    @asynccontextmanager
    async def _begun(
        self, first: LiteralString | sql.Composed, params: dict[str, Any] | None = None, *, prepare: bool | None = None
    ) -> AsyncGenerator[AsyncCursor[Row]]:
        """The cursor of a connection's first statement.

        A connection that the server dropped while it was idle shows it here, and the next one is taken.
        """
        with _typed_errors():
            for left in reversed(range(self._pool.max_size + 1)):
                async with self._pool.connection() as connection:
                    try:
                        cursor = await connection.execute(first, params, prepare=prepare)
                    except psycopg.OperationalError:
                        if left and connection.broken:
                            continue
                        raise
                    yield cursor
                    return


async def scalar(connection: Connection, statement: LiteralString, params: dict[str, Any] | None = None) -> Any:
    """The first column of the first row, or None."""
    row = await (await connection.execute(statement, params)).fetchone()
    return next(iter(row.values())) if row else None


async def rows(connection: Connection, statement: LiteralString, params: dict[str, Any] | None = None) -> list[Row]:
    """All rows."""
    return await (await connection.execute(statement, params)).fetchall()


async def removed(connection: Connection, statement: LiteralString, params: dict[str, Any]) -> int:
    """Runs a DELETE and returns how many rows went; in pipeline mode a cursor could not say yet."""
    return int(await scalar(connection, f"WITH gone AS ({statement} RETURNING 1) SELECT count(*) FROM gone", params))


@contextmanager
def _typed_errors() -> Generator[None]:
    """Drivers' errors become ours. Their texts quote rows and parameters, so nothing of them is kept but the state."""
    try:
        yield
    except (PoolTimeout, PoolClosed, TooManyRequests):
        raise Unavailable("The database does not answer, or all its connections are busy.") from None
    except psycopg.Error as error:
        raise _translated(error) from None


_STALE = (
    errors.SerializationFailure,
    errors.DeadlockDetected,
    errors.LockNotAvailable,
    errors.ExclusionViolation,
    errors.UniqueViolation,
)


def _translated(error: psycopg.Error) -> MemcError:
    if error.sqlstate == EVIDENCE_MISSING:
        return EvidenceMissing("A fact would stand without evidence; nothing was written.")
    if isinstance(error, _STALE):
        return StaleWrite("Another writer was faster; nothing was written. The step runs again.")
    if isinstance(error, errors.QueryCanceled):
        return Unavailable("The database took too long for one statement.")
    if isinstance(error, psycopg.InterfaceError | psycopg.OperationalError):
        return Unavailable("The database does not answer.")
    place = f" on {error.diag.constraint_name}" if error.diag.constraint_name else ""
    return MemcError(f"The database refused a statement (SQLSTATE {error.sqlstate}{place}); nothing was written.")


def insert(table: LiteralString, columns: Sequence[LiteralString]) -> LiteralString:
    """An INSERT whose parameters are named as the columns are."""
    values = ", ".join([f"%({column})s" for column in columns])
    return f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({values})"
