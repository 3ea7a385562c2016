"""Erasure: tombstones that blind readers, fences against a return, and the progress of each erasure."""

STATEMENTS = [
    """CREATE TABLE tombstone (
        tenant_id uuid NOT NULL REFERENCES tenant,
        object_kind text NOT NULL CHECK (object_kind IN ('chunk', 'fact', 'entity')),
        object_id uuid NOT NULL,
        erasure_id uuid NOT NULL,
        at timestamptz NOT NULL,
        PRIMARY KEY (tenant_id, object_id)
    )""",
    """CREATE TABLE fence (
        tenant_id uuid NOT NULL REFERENCES tenant,
        event_hmac bytea NOT NULL,
        erasure_id uuid NOT NULL,
        at timestamptz NOT NULL,
        PRIMARY KEY (tenant_id, event_hmac)
    )""",
    # Selector values and the reason may be personal: `finish` empties them.
    """CREATE TABLE erasure (
        tenant_id uuid NOT NULL REFERENCES tenant,
        erasure_id uuid NOT NULL,
        status text NOT NULL CHECK (status IN ('running', 'blocked', 'held', 'done')),
        workflow_id text NOT NULL,
        selector_kind text NOT NULL CHECK (selector_kind IN
            ('source_id', 'chunk_ids', 'memory_id', 'session_id', 'user_id', 'subject', 'project')),
        selector_values text[] NOT NULL,
        workspace text NOT NULL,
        project text NOT NULL,
        user_id text NOT NULL,
        reason text NOT NULL CHECK (char_length(reason) <= 2000),
        requested_at timestamptz NOT NULL,
        finished_at timestamptz,
        PRIMARY KEY (tenant_id, erasure_id)
    )""",
    "CREATE INDEX erasure_open ON erasure (requested_at) WHERE status <> 'done'",
    """CREATE TABLE erasure_receipt (
        tenant_id uuid NOT NULL,
        erasure_id uuid NOT NULL,
        store text NOT NULL CHECK (store IN
            ('authority', 'vectors', 'graph', 'blobs', 'recall_log', 'workflow_history')),
        status text NOT NULL CHECK (status IN ('pending', 'running', 'blocked', 'done')),
        found integer NOT NULL CHECK (found >= 0),
        deleted integer NOT NULL CHECK (deleted >= 0),
        verified_at timestamptz,
        PRIMARY KEY (tenant_id, erasure_id, store),
        FOREIGN KEY (tenant_id, erasure_id) REFERENCES erasure
    )""",
    # The lineage while it is being removed; `survivor` is a memory that lives on by other evidence.
    """CREATE TABLE erasure_object (
        tenant_id uuid NOT NULL,
        erasure_id uuid NOT NULL,
        kind text NOT NULL CHECK (kind IN
            ('chunk', 'fact', 'survivor', 'entity', 'relation', 'operation', 'source', 'workflow', 'blob')),
        object_key text NOT NULL,
        PRIMARY KEY (tenant_id, erasure_id, kind, object_key),
        FOREIGN KEY (tenant_id, erasure_id) REFERENCES erasure
    )""",
]
