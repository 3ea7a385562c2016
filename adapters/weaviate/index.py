"""`VectorIndex` on Weaviate: one multi-tenant collection, one shard a tenant."""

import asyncio
from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import Any
from urllib.parse import urlsplit
from uuid import UUID
from weakref import WeakValueDictionary

import httpx
import weaviate
from grpc.aio import AioRpcError
from weaviate.classes.data import DataObject
from weaviate.classes.init import AdditionalConfig, Auth, Timeout
from weaviate.classes.query import Filter, MetadataQuery
from weaviate.classes.tenants import Tenant
from weaviate.config import GrpcConfig
from weaviate.exceptions import UnexpectedStatusCodeError, WeaviateBaseError

from adapters.projection.common import (
    READ_TIMEOUT_S,
    WRITE_TIMEOUT_S,
    Ref,
    batches,
    confirm,
    newest,
    object_uid,
    one_tenant,
    versions_of,
)
from adapters.weaviate import schema
from memory.model.errors import ConfigurationInvalid, ProjectionUnavailable
from memory.ports.vector_index import ObjectKind, ProjectedRef, VectorHit, VectorObject, VectorQuery

BATCH = 100
_PREPARE_TIMEOUT_S = 30.0
_RETURNED = ["kind", "object_id", "version"]
_REFUSED = (401, 403)
_CHANNEL = [
    # After a long outage gRPC would try again only every two minutes.
    ("grpc.max_reconnect_backoff_ms", 2000),
    ("grpc.enable_http_proxy", 0),
]


def connect(
    url: str,
    grpc_url: str,
    api_key: str,
    *,
    collection: str = schema.COLLECTION,
    read_timeout_s: float = READ_TIMEOUT_S,
) -> "WeaviateVectorIndex":
    """An index on the server at `url` and `grpc_url`; nothing is sent before the first call."""
    http, grpc = urlsplit(url), urlsplit(grpc_url if "//" in grpc_url else f"//{grpc_url}")
    client = weaviate.WeaviateAsyncClient(
        connection_params=weaviate.connect.ConnectionParams.from_params(
            http_host=http.hostname or "127.0.0.1",
            http_port=http.port or (443 if http.scheme == "https" else 80),
            http_secure=http.scheme == "https",
            grpc_host=grpc.hostname or "127.0.0.1",
            grpc_port=grpc.port or 50051,
            grpc_secure=grpc.scheme in {"https", "grpcs"},
        ),
        auth_client_secret=Auth.api_key(api_key),
        additional_config=AdditionalConfig(
            timeout=Timeout(init=read_timeout_s, query=read_timeout_s, insert=WRITE_TIMEOUT_S),
            trust_env=False,
            grpc_config=GrpcConfig(channel_options=_CHANNEL),
        ),
        # The checks would also ask a package registry for a newer client.
        skip_init_checks=True,
    )
    return WeaviateVectorIndex(client, collection, read_timeout_s=read_timeout_s)


class WeaviateVectorIndex:
    """Objects of one collection; it owns the client.

    Weaviate has no compare-and-set. The version guard reads, compares, writes and reads back under a lock of this
    process. Between processes a late writer can still put an older version back; `diff` against the authority finds it.
    """

    def __init__(
        self, client: Any, collection: str = schema.COLLECTION, *, read_timeout_s: float = READ_TIMEOUT_S
    ) -> None:
        self._client = client
        self._collection = collection
        self._read_timeout_s = read_timeout_s
        self._connecting = asyncio.Lock()
        self._known_tenants: set[UUID] = set()
        self._writers: WeakValueDictionary[UUID, asyncio.Lock] = WeakValueDictionary()

    @property
    def backend(self) -> str:
        return "weaviate"

    async def prepare(self, dimension: int) -> None:
        async with self._deadline(_PREPARE_TIMEOUT_S, starting=True):
            if not await self._client.collections.exists(self._collection):
                await self._client.collections.create(**schema.collection_arguments(self._collection, dimension))
            config = await self._client.collections.use(self._collection).config.get()
        self._check(config, dimension)

    def _check(self, config: Any, dimension: int) -> None:
        stored = schema.dimension_of(config.description)
        if stored != dimension:
            raise ConfigurationInvalid(
                f"Weaviate's {self._collection} holds {stored} dimensions and the embedding model gives {dimension}: "
                "set MEMC_EMBEDDING_DIMENSION back, or rebuild the projection with the new model"
            )
        tenancy = config.multi_tenancy_config
        missing = {each.name for each in schema.PROPERTIES} - {each.name for each in config.properties}
        if missing or not tenancy.enabled or tenancy.auto_tenant_creation:
            raise ConfigurationInvalid(
                f"Weaviate's {self._collection} has another schema than ours: rebuild the projection"
            )

    async def upsert(self, objects: Sequence[VectorObject]) -> None:
        tenant_id = one_tenant(each.tenant_id for each in objects)
        if tenant_id is None:
            return
        kept = newest(objects, key=lambda each: (each.kind, each.object_id), version=lambda each: each.version)
        async with self._writer(tenant_id):
            await self._ensure_tenant(tenant_id)
            for batch in batches(list(kept.values()), BATCH):
                async with self._deadline(WRITE_TIMEOUT_S):
                    await self._write_newer(tenant_id, batch)

    async def _write_newer(self, tenant_id: UUID, objects: Sequence[VectorObject]) -> None:
        wanted: dict[Ref, int] = {(each.kind, each.object_id): each.version for each in objects}
        held = versions_of(await self._held(tenant_id, list(wanted)))
        newer = [each for each in objects if held.get((each.kind, each.object_id), each.version - 1) < each.version]
        if newer:
            reply = await self._objects(tenant_id).data.insert_many([_data_object(each) for each in newer])
            # `has_errors` may be false although `errors` is not empty.
            if reply.errors:
                raise ProjectionUnavailable(f"Weaviate refused {len(reply.errors)} of {len(newer)} objects")
            confirm(wanted, versions_of(await self._held(tenant_id, list(wanted))), self.backend)

    async def delete(self, tenant_id: UUID, refs: Sequence[Ref]) -> int:
        if not await self._has_tenant(tenant_id):
            return 0
        gone = 0
        async with self._writer(tenant_id):
            for batch in batches(list(dict.fromkeys(refs)), BATCH):
                async with self._deadline(WRITE_TIMEOUT_S):
                    gone += await self._delete_all(tenant_id, batch)
        return gone

    async def _delete_all(self, tenant_id: UUID, refs: Sequence[Ref]) -> int:
        """One call deletes no more than the server's limit, so it is repeated until nothing matches."""
        where = Filter.by_id().contains_any(_uids(tenant_id, refs))
        gone = 0
        while True:
            reply = await self._objects(tenant_id).data.delete_many(where=where)
            if reply.failed:
                raise ProjectionUnavailable(f"Weaviate failed to delete {reply.failed} of {reply.matches} objects")
            if not reply.matches:
                break
            gone += reply.successful
        if await self._held(tenant_id, refs):
            raise ProjectionUnavailable("Weaviate confirmed a deletion but objects are still there")
        return gone

    async def search(self, query: VectorQuery) -> list[VectorHit]:
        if query.limit < 1 or not (query.scope_keys and query.purposes and query.kinds):
            return []
        if not await self._has_tenant(query.tenant_id):
            return []
        async with self._deadline(self._read_timeout_s):
            reply = await self._objects(query.tenant_id).query.near_vector(
                near_vector=[float(number) for number in query.vector],
                filters=_visible(query),
                limit=query.limit,
                return_metadata=MetadataQuery(distance=True),
                return_properties=_RETURNED,
            )
        return [_hit(each) for each in reply.objects]

    async def fetch(self, tenant_id: UUID, refs: Sequence[Ref]) -> list[ProjectedRef]:
        if not await self._has_tenant(tenant_id):
            return []
        found: list[ProjectedRef] = []
        for batch in batches(list(dict.fromkeys(refs)), BATCH):
            async with self._deadline(self._read_timeout_s):
                found += await self._held(tenant_id, batch)
        return found

    async def count(self, tenant_id: UUID) -> int:
        if not await self._has_tenant(tenant_id):
            return 0
        async with self._deadline(self._read_timeout_s):
            reply = await self._objects(tenant_id).aggregate.over_all(total_count=True)
        return int(reply.total_count or 0)

    async def ping(self) -> str:
        async with self._deadline(self._read_timeout_s, starting=True):
            meta = await self._client.get_meta()
        return str(meta["version"])

    async def close(self) -> None:
        await self._client.close()

    async def _held(self, tenant_id: UUID, refs: Sequence[Ref]) -> list[ProjectedRef]:
        """What is stored, by id and not by vector."""
        reply = await self._objects(tenant_id).query.fetch_objects(
            filters=Filter.by_id().contains_any(_uids(tenant_id, refs)),
            limit=len(refs),
            return_properties=_RETURNED,
        )
        return [_ref(each.properties) for each in reply.objects]

    def _objects(self, tenant_id: UUID) -> Any:
        return self._client.collections.use(self._collection).with_tenant(_tenant_name(tenant_id))

    async def _ensure_tenant(self, tenant_id: UUID) -> None:
        if not await self._has_tenant(tenant_id):
            async with self._deadline(WRITE_TIMEOUT_S):
                tenants = self._client.collections.use(self._collection).tenants
                await tenants.create([Tenant(name=_tenant_name(tenant_id))])
            self._known_tenants.add(tenant_id)

    async def _has_tenant(self, tenant_id: UUID) -> bool:
        """A tenant that was never written to has no shard, and asking it would be an error."""
        if tenant_id in self._known_tenants:
            return True
        async with self._deadline(self._read_timeout_s):
            found = await self._client.collections.use(self._collection).tenants.exists(_tenant_name(tenant_id))
        if found:
            self._known_tenants.add(tenant_id)
        return bool(found)

    def _writer(self, tenant_id: UUID) -> asyncio.Lock:
        return self._writers.setdefault(tenant_id, asyncio.Lock())

    @asynccontextmanager
    async def _deadline(self, timeout_s: float, *, starting: bool = False) -> AsyncGenerator[None]:
        """The client's own retries sleep for up to 31 s: this bounds them, and gives its errors our name.

        A refused key stops a start; later it is an outage, which ends when the key is put right.
        """
        try:
            async with asyncio.timeout(timeout_s):
                await self._connect()
                yield
        except (WeaviateBaseError, AioRpcError, httpx.HTTPError, OSError, TimeoutError) as error:
            # A tenant may have been dropped behind our back; the next call asks.
            self._known_tenants.clear()
            if starting and isinstance(error, UnexpectedStatusCodeError) and error.status_code in _REFUSED:
                raise ConfigurationInvalid("Weaviate refuses the key: check MEMC_WEAVIATE_API_KEY") from None
            raise ProjectionUnavailable(f"Weaviate does not answer in time ({type(error).__name__})") from None

    async def _connect(self) -> None:
        if self._client.is_connected():
            return
        async with self._connecting:
            if self._client.is_connected():
                return
            try:
                await self._client.connect()
            except BaseException:
                # A second `connect` would forget the first one's open connections.
                await self._client.close()
                raise


def _tenant_name(tenant_id: UUID) -> str:
    return f"t_{tenant_id}"


def _uids(tenant_id: UUID, refs: Sequence[Ref]) -> list[UUID]:
    return [object_uid(tenant_id, *ref) for ref in refs]


def _exact(label: str) -> str:
    """Weaviate trims what it indexes; between two marks nothing is trimmed."""
    return f"={label}="


def _data_object(each: VectorObject) -> Any:
    properties = {
        "kind": each.kind.value,
        "object_id": str(each.object_id),
        "version": each.version,
        "scope_key": _exact(each.scope_key),
        "purpose": _exact(each.purpose),
        "sensitivity": int(each.sensitivity),
        "status": each.status,
        "at": each.at,
    }
    uid = object_uid(each.tenant_id, each.kind, each.object_id)
    return DataObject(properties=properties, uuid=uid, vector=[float(number) for number in each.vector])


def _visible(query: VectorQuery) -> Any:
    parts = [
        Filter.by_property("scope_key").contains_any([_exact(key) for key in query.scope_keys]),
        Filter.by_property("purpose").contains_any([_exact(purpose) for purpose in query.purposes]),
        Filter.by_property("sensitivity").less_or_equal(int(query.max_sensitivity)),
        Filter.by_property("kind").contains_any([kind.value for kind in query.kinds]),
    ]
    if query.statuses:
        parts.append(Filter.by_property("status").contains_any(list(query.statuses)))
    return Filter.all_of(parts)


def _ref(properties: Mapping[str, Any]) -> ProjectedRef:
    return ProjectedRef(ObjectKind(properties["kind"]), UUID(properties["object_id"]), int(properties["version"]))


def _hit(found: Any) -> VectorHit:
    ref = _ref(found.properties)
    return VectorHit(ref.kind, ref.object_id, ref.version, 1.0 - float(found.metadata.distance))
