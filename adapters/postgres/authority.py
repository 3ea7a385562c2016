"""All stores of the authority over one pool."""

from adapters.postgres.captures import PostgresCaptureStore
from adapters.postgres.compiling import PostgresCompileStore
from adapters.postgres.deciding import PostgresDecisionStore
from adapters.postgres.documents import PostgresDocumentStore
from adapters.postgres.entities import PostgresEntityStore
from adapters.postgres.erasing import PostgresErasureStore
from adapters.postgres.keys import PostgresKeyStore
from adapters.postgres.lifecycle import PostgresLifecycleStore
from adapters.postgres.operations import PostgresOperationStore
from adapters.postgres.outbox import PostgresOutboxStore
from adapters.postgres.pool import Database
from adapters.postgres.reading import PostgresModelAttemptStore
from adapters.postgres.recalling import PostgresRecallStore


class Authority:
    """One store a port; `bootstrap` builds it once a process."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.keys = PostgresKeyStore(database)
        self.captures = PostgresCaptureStore(database)
        self.operations = PostgresOperationStore(database)
        self.compiling = PostgresCompileStore(database)
        self.outbox = PostgresOutboxStore(database)
        self.lifecycle = PostgresLifecycleStore(database)
        self.deciding = PostgresDecisionStore(database)
        self.entities = PostgresEntityStore(database)
        self.erasures = PostgresErasureStore(database)
        self.documents = PostgresDocumentStore(database)
        self.model_attempts = PostgresModelAttemptStore(database)
        self.recalling = PostgresRecallStore(database)
