"""Roles, tables and the development key of the embedded Postgres."""

import asyncio
import hashlib
from dataclasses import astuple
from importlib import import_module
from pathlib import Path

from bootstrap.embedded.postgres import SUPERUSER, address
from bootstrap.embedded.state import DevSecrets

DATABASE = "memc"
OWNER = "memc_owner"
SERVICE = "memc_app"
CODE = Path(__file__).resolve().parents[2]
STAMP = "memc.prepared"


def service_address(port: int, secrets: DevSecrets) -> str:
    """The database as API and worker reach it."""
    return address(port, SERVICE, secrets.service_password, DATABASE)


def owner_address(port: int, secrets: DevSecrets) -> str:
    """The database as its owner reaches it, to migrate."""
    return address(port, OWNER, secrets.owner_password, DATABASE)


class AuthorityPreparation:
    """Makes what is missing in a running Postgres; what this very code has made before is not asked for again.

    That saves most starts the loading of the migration tools, which is longer than everything else that they do. The
    stamp lies inside the data folder, so it lives and dies with the data that it speaks of.
    """

    def __init__(self, data_dir: Path, secrets: DevSecrets, dimension: int) -> None:
        self._stamp = data_dir / STAMP
        self._secrets = secrets
        self._dimension = dimension
        self._wanted = _digest(secrets, dimension)

    async def load(self) -> None:
        """Loads the tools, if they will be needed; may run beside the start of Postgres."""
        if not self._is_done():
            await asyncio.to_thread(import_module, "bootstrap.authority")

    async def run(self, port: int) -> None:
        """Roles, database, schema and the development key; safe to run at each start."""
        if self._is_done():
            return
        # Loaded late: see above.
        from bootstrap.authority import ensure_authority, ensure_development_key  # noqa: PLC0415

        secrets = self._secrets
        superuser = address(port, SUPERUSER, secrets.postgres_password, "postgres")
        passwords = {OWNER: secrets.owner_password, SERVICE: secrets.service_password}
        owner = owner_address(port, secrets)
        await asyncio.to_thread(
            ensure_authority, superuser, owner, OWNER, SERVICE, passwords, DATABASE, self._dimension
        )
        await ensure_development_key(service_address(port, secrets), secrets.api_key)
        self._stamp.write_text(self._wanted, encoding="utf-8")

    def _is_done(self) -> bool:
        try:
            return self._stamp.read_text(encoding="utf-8") == self._wanted
        except OSError:
            return False


def _digest(secrets: DevSecrets, dimension: int) -> str:
    """Changes with anything that decides what is made."""
    digest = hashlib.sha256(repr((astuple(secrets), dimension)).encode())
    for folder in ("postgres", "pgvector", "pggraph"):
        for file in sorted((CODE / "adapters" / folder).rglob("*.py")):
            digest.update(file.name.encode() + file.read_bytes())
    return digest.hexdigest()
