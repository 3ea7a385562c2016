"""`BlobStore` in a folder: written beside, synced, and renamed, so that a crash leaves all of it or nothing."""

import asyncio
import os
from pathlib import Path
from tempfile import NamedTemporaryFile
from urllib.parse import unquote, urlsplit

from memory.model.errors import BlobsUnavailable, ConfigurationInvalid, NotFound


class FolderBlobs:
    """See `memory.ports.blobs.BlobStore`."""

    backend = "folder"

    def __init__(self, root: Path) -> None:
        self._root = root

    @classmethod
    def at(cls, url: str) -> "FolderBlobs":
        """The folder of a `file://` address, made when it is missing."""
        root = Path(unquote(urlsplit(url).path))
        if not root.is_absolute():
            raise ConfigurationInvalid("MEMC_BLOB_URL must name a whole path: file:///var/lib/memory-compiler/blobs.")
        try:
            root.mkdir(parents=True, exist_ok=True, mode=0o700)
        except OSError:
            raise ConfigurationInvalid(
                "The folder of MEMC_BLOB_URL cannot be made. Make it, or name another."
            ) from None
        return cls(root)

    async def put(self, key: str, content: bytes) -> None:
        await asyncio.to_thread(self._put, self._path(key), content)

    async def get(self, key: str) -> bytes:
        try:
            return await asyncio.to_thread(self._path(key).read_bytes)
        except FileNotFoundError:
            raise NotFound("There is no such content.") from None
        except OSError:
            raise _unavailable() from None

    async def delete(self, key: str) -> None:
        try:
            await asyncio.to_thread(self._path(key).unlink, missing_ok=True)
        except OSError:
            raise _unavailable() from None

    async def exists(self, key: str) -> bool:
        return await asyncio.to_thread(self._path(key).exists)

    def _path(self, key: str) -> Path:
        path = self._root.joinpath(*key.split("/")).resolve()
        if not path.is_relative_to(self._root.resolve()):
            raise NotFound("There is no such content.")
        return path

    @staticmethod
    def _put(path: Path, content: bytes) -> None:
        try:
            path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            with NamedTemporaryFile(dir=path.parent, delete=False) as beside:
                beside.write(content)
                beside.flush()
                os.fsync(beside.fileno())
            Path(beside.name).replace(path)
            folder = os.open(path.parent, os.O_RDONLY)
            try:
                os.fsync(folder)
            finally:
                os.close(folder)
        except OSError:
            raise _unavailable() from None


def _unavailable() -> BlobsUnavailable:
    return BlobsUnavailable("The folder for large content cannot be read or written. Check its disk and permissions.")
