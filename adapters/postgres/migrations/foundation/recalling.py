"""The recall log: what was shown and what answers relied on. Never the query."""

STATEMENTS = [
    """CREATE TABLE recall_log (
        tenant_id uuid NOT NULL REFERENCES tenant,
        recall_id uuid NOT NULL,
        workspace text NOT NULL,
        project text NOT NULL,
        user_id text NOT NULL,
        session_id text NOT NULL,
        at timestamptz NOT NULL,
        simulated boolean NOT NULL,
        PRIMARY KEY (tenant_id, recall_id)
    )""",
    "CREATE INDEX recall_log_by_user ON recall_log (tenant_id, user_id)",
    """CREATE TABLE recall_item (
        tenant_id uuid NOT NULL,
        recall_id uuid NOT NULL,
        memory_id uuid NOT NULL,
        place smallint NOT NULL,
        PRIMARY KEY (tenant_id, recall_id, memory_id),
        FOREIGN KEY (tenant_id, recall_id) REFERENCES recall_log ON DELETE CASCADE
    )""",
    "CREATE INDEX recall_item_by_memory ON recall_item (tenant_id, memory_id)",
    # A restore counts as a use; its recall id derives from memory and time.
    """CREATE TABLE recall_use (
        tenant_id uuid NOT NULL REFERENCES tenant,
        memory_id uuid NOT NULL,
        recall_id uuid NOT NULL,
        via text NOT NULL CHECK (via IN ('recall', 'restore')),
        at timestamptz NOT NULL,
        PRIMARY KEY (tenant_id, memory_id, recall_id)
    )""",
]
