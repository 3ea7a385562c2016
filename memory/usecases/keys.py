"""API keys: `mc_<id>_<secret>`, of which only the hash of the secret is stored."""

import hashlib
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from memory.model.errors import Forbidden, Unauthenticated
from memory.model.ids import tenant_id_of
from memory.model.principal import DEFAULT_SOURCE_KINDS, Permission, Principal, SourceKind
from memory.model.scope import Sensitivity
from memory.ports.keys import KeyInfo, KeyStore, NewKey
from memory.usecases.access import require

_KEY = re.compile(r"mc_(?P<id>[0-9a-f]{32})_(?P<secret>[A-Za-z0-9_-]{22,128})")


@dataclass(frozen=True, slots=True)
class KeyRequest:
    """What a new key should be able to do."""

    tenant: str
    permissions: frozenset[Permission]
    user_id: str | None = None
    projects: frozenset[str] | None = None
    source_kinds: frozenset[SourceKind] = DEFAULT_SOURCE_KINDS
    max_sensitivity: Sensitivity = Sensitivity.SENSITIVE
    expires_at: datetime | None = None


def render_key(key_id: UUID, secret: str) -> str:
    """The key as its owner holds it."""
    return f"mc_{key_id.hex}_{secret}"


def read_key(key: str) -> tuple[UUID, bytes]:
    """The key's id and the hash of its secret; any other text is read as a key of its own, by its hash.

    A fixed development key may be any string: its id derives from its hash.
    """
    found = _KEY.fullmatch(key)
    if found:
        return UUID(found["id"]), hash_secret(found["secret"])
    digest = hash_secret(key)
    return UUID(bytes=digest[:16]), digest


def hash_secret(secret: str) -> bytes:
    """SHA-256; a secret of 256 bits needs no slow hash."""
    return hashlib.sha256(secret.encode()).digest()


class ManageKeys:
    """Authenticates requests and manages keys."""

    def __init__(
        self,
        store: KeyStore,
        clock: Callable[[], datetime],
        new_id: Callable[[], UUID],
        new_secret: Callable[[], str],
    ) -> None:
        self._store = store
        self._clock = clock
        self._new_id = new_id
        self._new_secret = new_secret

    async def authenticate(self, key: str) -> Principal:
        """Raises `Unauthenticated`; the message is the same for every reason."""
        if not key:
            raise Unauthenticated("Send a key: 'Authorization: Bearer KEY'.")
        key_id, secret_hash = read_key(key)
        return await self._store.authenticate(key_id, secret_hash, self._clock())

    async def create(self, principal: Principal, request: KeyRequest) -> tuple[UUID, str]:
        """Makes a key; its text is shown this once.

        Raises:
            Forbidden: without `admin`, or for another tenant with a key that is no development key.
        """
        require(principal, Permission.ADMIN)
        if tenant_id_of(request.tenant) != principal.tenant_id and not principal.development:
            raise Forbidden("Only a development key makes keys for other tenants.")
        key_id, secret = self._new_id(), self._new_secret()
        await self._store.create(new_key(key_id, secret, request), self._clock())
        return key_id, render_key(key_id, secret)

    async def list_keys(self, principal: Principal) -> Sequence[KeyInfo]:
        """The tenant's keys in force."""
        require(principal, Permission.ADMIN)
        return await self._store.list_keys(principal.tenant_id)

    async def withdraw(self, principal: Principal, key_id: UUID) -> None:
        """Takes a key out of force; raises `NotFound`."""
        require(principal, Permission.ADMIN)
        await self._store.withdraw(principal.tenant_id, key_id, self._clock())

    async def create_scope(self, principal: Principal, workspace: str, project: str) -> None:
        """Makes a workspace, or a project in it."""
        require(principal, Permission.ADMIN)
        await self._store.create_scope(principal.tenant_id, workspace, project, self._clock())


def new_key(key_id: UUID, secret: str, request: KeyRequest) -> NewKey:
    """What is stored of a key; never its secret."""
    return NewKey(
        key_id=key_id,
        secret_hash=hash_secret(secret),
        tenant=request.tenant,
        permissions=request.permissions,
        source_kinds=request.source_kinds,
        user_id=request.user_id,
        projects=request.projects,
        max_sensitivity=request.max_sensitivity,
        development=False,
        expires_at=request.expires_at,
    )
