"""A transaction of one tenant on the embedded projections, with a deadline, its errors as ours."""

import asyncio
from collections.abc import AsyncGenerator, Mapping
from contextlib import asynccontextmanager
from typing import Any
from uuid import UUID

import psycopg
from psycopg import AsyncCursor, sql
from psycopg.errors import InsufficientPrivilege, InvalidSchemaName, UndefinedFile, UndefinedObject, UndefinedTable
from psycopg.rows import TupleRow, tuple_row
from psycopg_pool import AsyncConnectionPool

from memory.model.errors import ConfigurationInvalid, InputInvalid, ProjectionUnavailable

Cursor = AsyncCursor[TupleRow]
Pool = AsyncConnectionPool[Any]

_SET = "; SET LOCAL {name} = {value}"
_NOT_MIGRATED = (InsufficientPrivilege, InvalidSchemaName, UndefinedFile, UndefinedObject, UndefinedTable)


@asynccontextmanager
async def tenant_transaction(
    pool: Pool, tenant_id: UUID | None, timeout_s: float, settings: Mapping[str, str] | None = None
) -> AsyncGenerator[Cursor]:
    """A transaction in which row-level security shows this tenant only; it is over after `timeout_s` at the latest."""
    local = {"app.tenant": str(tenant_id or ""), "statement_timeout": f"{timeout_s * 1000:.0f}", **(settings or {})}
    try:
        # A little longer than the server's own limit, which answers with less ado than a cancelled connection.
        async with asyncio.timeout(timeout_s + 0.5), pool.connection(timeout_s) as connection:
            # The pool may be one whose rows are dictionaries. It commits, or rolls back on an error.
            cursor = connection.cursor(row_factory=tuple_row)
            yield await cursor.execute(_begin(local), prepare=False)
    except _NOT_MIGRATED:
        raise ConfigurationInvalid(
            "the projection tables are missing or not granted to this role: run `memc migrate`"
        ) from None
    except psycopg.DataError:
        raise InputInvalid("Postgres cannot store a value of this projection write") from None
    except (psycopg.Error, OSError, TimeoutError) as error:
        raise ProjectionUnavailable(f"Postgres does not answer in time ({type(error).__name__})") from None


def _begin(local: Mapping[str, str]) -> sql.Composed:
    """The first words of a transaction, which go in one round trip. The pool's connections commit by themselves else."""
    begin = sql.SQL("BEGIN").format()
    for name, value in local.items():
        begin += sql.SQL(_SET).format(name=sql.Identifier(*name.split(".")), value=sql.Literal(value))
    return begin
