"""All stores of the authority over one pool."""

from dataclasses import dataclass, field

from adapters.postgres.captures import PostgresCaptureStore
from adapters.postgres.keys import PostgresKeyStore
from adapters.postgres.operations import PostgresOperationStore
from adapters.postgres.pool import Database


@dataclass(frozen=True, slots=True)
class Authority:
    """One store a port; `bootstrap` builds it once a process."""

    database: Database
    keys: PostgresKeyStore = field(init=False)
    captures: PostgresCaptureStore = field(init=False)
    operations: PostgresOperationStore = field(init=False)

    def __post_init__(self) -> None:
        stores = {
            "keys": PostgresKeyStore,
            "captures": PostgresCaptureStore,
            "operations": PostgresOperationStore,
        }
        for name, store in stores.items():
            object.__setattr__(self, name, store(self.database))
