"""`CaptureStore` on Postgres. A capture is one transaction in three round trips."""

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from adapters.postgres.capturing import Capture
from adapters.postgres.joins import SOURCE_OF_CHUNK
from adapters.postgres.pool import Database, rows, scalar
from adapters.postgres.repeats import CLAIM_KEY, READ_KEY, claim_params, same_request
from adapters.postgres.rows import CHUNK, chunk
from memory.model.capture import CapturePlan, CaptureReceipt
from memory.model.chunk import Chunk
from memory.model.errors import NotFound
from memory.model.scope import Scope
from memory.ports.failpoints import declare, failpoint

BEFORE_COMMIT = declare("capture.before_commit")
AFTER_COMMIT = declare("capture.after_commit")


class PostgresCaptureStore:
    """See `memory.ports.captures.CaptureStore`."""

    def __init__(self, database: Database) -> None:
        self._database = database
        # Both only ever grow: secrets and scopes are never changed.
        self._secrets: dict[UUID, bytes] = {}
        self._scopes: set[tuple[UUID, str, str]] = set()

    async def tenant_secret(self, tenant_id: UUID) -> bytes:
        known = self._secrets.get(tenant_id)
        if known is not None:
            return known
        async with self._database.reading(tenant_id) as connection:
            secret = await scalar(connection, "SELECT secret FROM tenant WHERE tenant_id = %(id)s", {"id": tenant_id})
        if secret is None:
            raise NotFound("There is no such tenant.")
        self._secrets[tenant_id] = secret
        return secret

    async def require_scope(self, tenant_id: UUID, scope: Scope, *, create: bool) -> None:
        wanted = (tenant_id, scope.workspace, scope.project)
        if wanted in self._scopes or not (scope.workspace or scope.project):
            return
        if create:
            await create_scope(self._database, tenant_id, scope.workspace, scope.project, None)
        elif not await self._scope_exists(*wanted):
            raise NotFound("There is no such workspace or project. Make it first: POST /v1/admin/projects.")
        self._scopes.add(wanted)

    async def _scope_exists(self, tenant_id: UUID, workspace: str, project: str) -> bool:
        params = {"tenant": tenant_id, "workspace": workspace, "project": project}
        async with self._database.reading(tenant_id) as connection:
            return bool(await scalar(connection, _SCOPE_EXISTS, params))

    async def capture(self, plan: CapturePlan) -> CaptureReceipt:
        async with self._database.writing(plan.tenant_id) as connection:
            receipt = await Capture(connection, plan).run()
            failpoint(BEFORE_COMMIT)
        failpoint(AFTER_COMMIT)
        return receipt

    async def claim_key(
        self, tenant_id: UUID, key_hash: bytes, fingerprint: str, answer_id: UUID, now: datetime
    ) -> UUID:
        params = claim_params(tenant_id, key_hash, fingerprint, now) | {
            "operation": answer_id,
            "source": None,
            "chunks": [],
        }
        async with self._database.writing(tenant_id) as connection:
            await connection.execute(CLAIM_KEY, params)
            return same_request(await rows(connection, READ_KEY, params), fingerprint)["operation_id"]

    async def chunks(self, tenant_id: UUID, chunk_ids: Sequence[UUID]) -> list[Chunk]:
        params = {"tenant": tenant_id, "chunks": list(chunk_ids)}
        async with self._database.reading(tenant_id) as connection:
            found = await rows(connection, _CHUNKS, params)
        known = {row["chunk_id"]: row for row in found}
        return [chunk(known[chunk_id]) for chunk_id in chunk_ids if chunk_id in known]


_SCOPE_EXISTS = """
SELECT CASE WHEN %(project)s = ''
    THEN EXISTS (SELECT FROM workspace WHERE tenant_id = %(tenant)s AND workspace = %(workspace)s)
    ELSE EXISTS (SELECT FROM project
        WHERE tenant_id = %(tenant)s AND workspace = %(workspace)s AND project = %(project)s) END"""
_CREATE_WORKSPACE = """
INSERT INTO workspace (tenant_id, workspace, created_at) VALUES (%(tenant)s, %(workspace)s, COALESCE(%(now)s, now()))
ON CONFLICT DO NOTHING"""
_CREATE_PROJECT = """
INSERT INTO project (tenant_id, workspace, project, created_at)
VALUES (%(tenant)s, %(workspace)s, %(project)s, COALESCE(%(now)s, now())) ON CONFLICT DO NOTHING"""


async def create_scope(database: Database, tenant_id: UUID, workspace: str, project: str, now: datetime | None) -> None:
    """Makes a workspace and, when named, a project in it; again is fine."""
    params = {"tenant": tenant_id, "workspace": workspace, "project": project, "now": now}
    async with database.writing(tenant_id) as connection:
        await connection.execute(_CREATE_WORKSPACE, params)
        if project:
            await connection.execute(_CREATE_PROJECT, params)


_CHUNKS = f"""
SELECT {CHUNK} FROM chunk c {SOURCE_OF_CHUNK}
WHERE c.tenant_id = %(tenant)s AND c.chunk_id = ANY(%(chunks)s)
  AND NOT EXISTS (SELECT FROM tombstone t WHERE t.tenant_id = c.tenant_id AND t.object_id = c.chunk_id)"""
