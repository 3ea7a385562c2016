"""`BlobStore` in an S3 bucket, by obstore. Credentials, region and endpoint come from the usual `AWS_*` variables."""

from datetime import timedelta
from typing import Any
from urllib.parse import urlsplit

import obstore
from obstore.exceptions import BaseError
from obstore.store import S3Store

from memory.model.errors import BlobsUnavailable, ConfigurationInvalid, NotFound

_TIMEOUT = timedelta(seconds=30)


class S3Blobs:
    """See `memory.ports.blobs.BlobStore`."""

    backend = "s3"

    def __init__(self, store: Any) -> None:
        self._store = store

    @classmethod
    def at(cls, url: str, **options: Any) -> "S3Blobs":
        """The bucket (and prefix) of an `s3://` address. Nothing is connected yet; nobody retries behind this port."""
        parts = urlsplit(url)
        if not parts.netloc:
            raise ConfigurationInvalid("MEMC_BLOB_URL must name a bucket: s3://bucket/prefix.")
        store = S3Store(
            parts.netloc,
            prefix=parts.path.strip("/") or None,
            client_options={"timeout": _TIMEOUT, "allow_http": True},
            retry_config={"max_retries": 0, "retry_timeout": _TIMEOUT},
            **options,
        )
        return cls(store)

    async def put(self, key: str, content: bytes) -> None:
        try:
            await obstore.put_async(self._store, key, content)
        except BaseError:
            raise _unavailable() from None

    async def get(self, key: str) -> bytes:
        try:
            found = await obstore.get_async(self._store, key)
            return bytes(await found.bytes_async())
        except FileNotFoundError:
            raise NotFound("There is no such content.") from None
        except BaseError:
            raise _unavailable() from None

    async def delete(self, key: str) -> None:
        try:
            await obstore.delete_async(self._store, key)
        except FileNotFoundError:
            return
        except BaseError:
            raise _unavailable() from None

    async def exists(self, key: str) -> bool:
        try:
            await obstore.head_async(self._store, key)
        except FileNotFoundError:
            return False
        except BaseError:
            raise _unavailable() from None
        return True


def _unavailable() -> BlobsUnavailable:
    return BlobsUnavailable(
        "The bucket for large content does not answer. Check MEMC_BLOB_URL and the AWS_* variables."
    )
