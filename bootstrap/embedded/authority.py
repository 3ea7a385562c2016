"""Roles, tables and the development key of the embedded Postgres."""

import asyncio

from bootstrap.authority import ensure_authority, ensure_development_key
from bootstrap.embedded.postgres import SUPERUSER, address
from bootstrap.embedded.state import DevSecrets

DATABASE = "memc"
OWNER = "memc_owner"
SERVICE = "memc_app"


def service_address(port: int, secrets: DevSecrets) -> str:
    """The database as API and worker reach it."""
    return address(port, SERVICE, secrets.service_password, DATABASE)


def owner_address(port: int, secrets: DevSecrets) -> str:
    """The database as its owner reaches it, to migrate."""
    return address(port, OWNER, secrets.owner_password, DATABASE)


async def prepare_authority(port: int, secrets: DevSecrets, dimension: int) -> None:
    """Makes what is missing; safe to run at each start."""
    superuser = address(port, SUPERUSER, secrets.postgres_password, "postgres")
    owner = owner_address(port, secrets)
    passwords = {OWNER: secrets.owner_password, SERVICE: secrets.service_password}
    await asyncio.to_thread(ensure_authority, superuser, owner, OWNER, SERVICE, passwords, DATABASE, dimension)
    await ensure_development_key(service_address(port, secrets), secrets.api_key)
