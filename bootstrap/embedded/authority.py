"""Roles, tables and the development key of the embedded Postgres."""

import asyncio

from adapters.postgres.setup import ensure_roles_and_database, migrate
from bootstrap.embedded.postgres import SUPERUSER, address
from bootstrap.embedded.state import DevSecrets

DATABASE = "memc"
OWNER = "memc_owner"
SERVICE = "memc_app"


async def prepare_authority(port: int, secrets: DevSecrets) -> str:
    """Makes what is missing; safe to run at each start. Returns the service role's address."""
    await asyncio.to_thread(_prepare, port, secrets)
    return address(port, SERVICE, secrets.service_password, DATABASE)


def _prepare(port: int, secrets: DevSecrets) -> None:
    superuser = address(port, SUPERUSER, secrets.postgres_password, "postgres")
    passwords = {OWNER: secrets.owner_password, SERVICE: secrets.service_password}
    ensure_roles_and_database(superuser, OWNER, SERVICE, passwords, DATABASE)
    migrate(address(port, OWNER, secrets.owner_password, DATABASE))
