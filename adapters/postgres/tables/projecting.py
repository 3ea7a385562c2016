"""What is derived for recall: keyword postings with their counts, and the outbox of the projections."""

from datetime import datetime
from uuid import UUID

from adapters.postgres.tables.columns import TenantRow, big, key, moment, string


class Posting(TenantRow, table=True):
    """A token of an object; `bucket` derives from scope key and purpose."""

    bucket: UUID = key()
    object_kind: str = string(primary_key=True)
    token: str = string(primary_key=True)
    object_id: UUID = key()
    tf: int
    length: int


class TokenStat(TenantRow, table=True):
    """In how many objects of a bucket a token occurs."""

    bucket: UUID = key()
    object_kind: str = string(primary_key=True)
    token: str = string(primary_key=True)
    documents: int


class BucketStat(TenantRow, table=True):
    """How many objects a bucket has, and the sum of their lengths in tokens."""

    bucket: UUID = key()
    object_kind: str = string(primary_key=True)
    documents: int
    length_sum: int = big()


class Outbox(TenantRow, table=True):
    """Which version of an object a projection should hold, and which one it holds."""

    target: str = string(primary_key=True)
    kind: str = string(primary_key=True)
    object_id: UUID = key()
    wanted_version: int = big()
    projected_version: int = big()
    wanted_deleted: bool
    operation_id: UUID | None
    waiting_since: datetime = moment()
