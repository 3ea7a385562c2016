"""Whether a Neo4j answers, by its driver."""

import asyncio
from collections.abc import Awaitable, Callable

from neo4j import AsyncGraphDatabase, NotificationMinimumSeverity
from neo4j.exceptions import ClientError, DriverError, Neo4jError

from bootstrap.http_probe import LOOPBACK
from memory.model.errors import ConfigurationInvalid

TIMEOUT_S = 2.0
_UNAUTHORIZED = "Neo.ClientError.Security.Unauthorized"


def neo4j_probe(bolt_port: int, password: str) -> Callable[[], Awaitable[bool]]:
    """False while it starts; raises `ConfigurationInvalid` when it refuses the password."""

    async def ready() -> bool:
        return await _listens(bolt_port) and await _answers(bolt_port, password)

    return ready


async def _listens(port: int) -> bool:
    """Cheap: a driver for each attempt would take time from the server that is starting."""
    try:
        _, writer = await asyncio.wait_for(asyncio.open_connection(LOOPBACK, port), TIMEOUT_S)
    except (OSError, TimeoutError):
        return False
    writer.close()
    return True


async def _answers(port: int, password: str) -> bool:
    driver = AsyncGraphDatabase.driver(  # pyright: ignore[reportUnknownMemberType] untyped keywords
        f"bolt://{LOOPBACK}:{port}",
        auth=("neo4j", password),
        connection_timeout=TIMEOUT_S,
        notifications_min_severity=NotificationMinimumSeverity.OFF,
    )
    async with driver:
        try:
            await driver.verify_connectivity()  # pyright: ignore[reportUnknownMemberType] untyped keywords
        except ClientError as error:
            if error.code == _UNAUTHORIZED:
                raise ConfigurationInvalid(
                    "Neo4j refuses the password: its data folder was made with another one."
                ) from None
            return False
        except (DriverError, Neo4jError, OSError):
            return False
    return True
