"""Content outside the database: in a folder, or in a bucket."""

from memory.model.errors import ConfigurationInvalid
from memory.ports.blobs import BlobStore


def build_blob_store(url: str) -> BlobStore:
    """The store that an address names: `file:///folder` or `s3://bucket/prefix`.

    Raises:
        ConfigurationInvalid: another scheme, or a folder that cannot be used.
    """
    if url.startswith("file://"):
        from adapters.blobs.folder import FolderBlobs  # noqa: PLC0415  # only the chosen technology is loaded

        return FolderBlobs.at(url)
    if url.startswith("s3://"):
        from adapters.blobs.s3 import S3Blobs  # noqa: PLC0415  # only the chosen technology is loaded

        return S3Blobs.at(url)
    raise ConfigurationInvalid("MEMC_BLOB_URL must be file:///folder or s3://bucket/prefix.")
