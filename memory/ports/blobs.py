"""Port: a store for content that is too large for the authority. Keys are opaque; whoever reads verifies what was read."""

from typing import Protocol


class BlobStore(Protocol):
    """Bytes by key. Raises `BlobsUnavailable` when the store does not answer."""

    @property
    def backend(self) -> str:
        """What keeps the bytes, for people."""
        ...

    async def put(self, key: str, content: bytes) -> None:
        """Keeps the bytes durably; again is fine."""
        ...

    async def get(self, key: str) -> bytes:
        """The bytes; raises `NotFound` where there are none."""
        ...

    async def delete(self, key: str) -> None:
        """Removes them; a key without bytes is fine."""
        ...

    async def exists(self, key: str) -> bool:
        """Whether there are bytes under the key."""
        ...
