"""Port: credentials, tenants and scopes."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol
from uuid import UUID

from memory.model.principal import Permission, Principal, SourceKind
from memory.model.scope import Sensitivity
from memory.ports.captures import StrandedOperation


@dataclass(frozen=True, slots=True)
class NewKey:
    """What a new key may do; `secret_hash` is SHA-256 of its secret."""

    key_id: UUID
    secret_hash: bytes
    tenant: str
    permissions: frozenset[Permission]
    source_kinds: frozenset[SourceKind]
    user_id: str | None
    projects: frozenset[str] | None
    max_sensitivity: Sensitivity
    development: bool
    expires_at: datetime | None


@dataclass(frozen=True, slots=True)
class KeyInfo:
    """A key as it is listed: never its secret."""

    key_id: UUID
    permissions: frozenset[Permission]
    source_kinds: frozenset[SourceKind]
    user_id: str | None
    projects: frozenset[str] | None
    created_at: datetime
    expires_at: datetime | None


class KeyStore(Protocol):
    """API keys. Looking one up works across tenants; all else inside one."""

    async def authenticate(self, key_id: UUID, secret_hash: bytes, now: datetime) -> Principal:
        """Raises `Unauthenticated` for unknown, wrong, expired or withdrawn keys, all alike."""
        ...

    async def create(self, key: NewKey, now: datetime) -> None:
        """Stores a key, and makes its tenant when that is new. The same key id again replaces it."""
        ...

    async def list_keys(self, tenant_id: UUID) -> Sequence[KeyInfo]:
        """Keys of a tenant that are in force."""
        ...

    async def withdraw(self, tenant_id: UUID, key_id: UUID, now: datetime) -> None:
        """Raises `NotFound`."""
        ...

    async def create_scope(self, tenant_id: UUID, workspace: str, project: str, now: datetime) -> None:
        """Makes a workspace (empty project) or a project in it; again is fine."""
        ...


class Histories(Protocol):
    """Port: the workflow engine's histories, as the erase saga and the API need them."""

    async def start_compile(self, tenant_id: UUID, operation_id: UUID, workflow_id: str) -> None:
        """Starts (or finds) the compile of an operation; raises `Unavailable` when the engine does not answer."""
        ...

    async def start_operation(self, work: StrandedOperation) -> None:
        """Starts (or finds) the workflow of any operation by its kind: compile, revoke, decay, consolidate, sweep.

        Raises `Unavailable` when the engine does not answer.
        """
        ...

    async def start_erase(self, tenant_id: UUID, erasure_id: UUID, workflow_id: str) -> None:
        """Starts (or finds) the erase saga of an erasure; raises `Unavailable`."""
        ...

    async def cancel(self, workflow_id: str) -> None:
        """Asks a workflow to cancel; an unknown one is fine."""
        ...

    async def delete(self, workflow_id: str) -> bool:
        """Terminates when running, deletes the history, and verifies that it is gone; False when it never was there."""
        ...

    async def exists(self, workflow_id: str) -> bool:
        """Whether the engine still knows the workflow, by description and by listing."""
        ...
