"""Evidence: sources, chunks, their resolved times, and the operations that compile them."""

from adapters.postgres.migrations.foundation.common import SCOPE

STATEMENTS = [
    f"""CREATE TABLE source (
        tenant_id uuid NOT NULL REFERENCES tenant,
        source_id uuid NOT NULL,
        kind text NOT NULL CHECK (kind IN
            ('conversation', 'document', 'tool', 'record', 'manual', 'feedback', 'task_result')),
        external_id text NOT NULL CHECK (char_length(external_id) <= 500),
        title text CHECK (char_length(title) <= 1000),
        version text CHECK (char_length(version) <= 200),
        {SCOPE},
        last_place integer NOT NULL DEFAULT 0,
        created_at timestamptz NOT NULL,
        updated_at timestamptz NOT NULL,
        PRIMARY KEY (tenant_id, source_id)
    ) WITH (fillfactor = 80)""",
    f"""CREATE TABLE operation (
        tenant_id uuid NOT NULL REFERENCES tenant,
        operation_id uuid NOT NULL,
        kind text NOT NULL CHECK (kind IN
            ('compile', 'decay', 'consolidate', 'sweep', 'expire', 'revalidate', 'rebuild', 'revoke')),
        status text NOT NULL CHECK (status IN ('accepted', 'running', 'waiting', 'done', 'partial', 'failed')),
        workflow_id text NOT NULL CHECK (char_length(workflow_id) <= 200),
        source_id uuid,
        chunk_ids uuid[] NOT NULL,
        stages jsonb NOT NULL,
        {SCOPE},
        accepted_at timestamptz NOT NULL,
        updated_at timestamptz NOT NULL,
        error text CHECK (char_length(error) <= 200),
        cancel_requested boolean NOT NULL DEFAULT false,
        attempt integer NOT NULL DEFAULT 1 CHECK (attempt >= 1),
        effective_now timestamptz,
        subject_id uuid,
        PRIMARY KEY (tenant_id, operation_id)
    ) WITH (fillfactor = 70)""",
    # The sweeper and the lag metrics look only at what is not final.
    """CREATE INDEX operation_open ON operation (accepted_at)
        WHERE status IN ('accepted', 'running', 'waiting')""",
    f"""CREATE TABLE chunk (
        tenant_id uuid NOT NULL,
        chunk_id uuid NOT NULL,
        source_id uuid NOT NULL,
        operation_id uuid NOT NULL,
        {SCOPE},
        position integer NOT NULL CHECK (position >= 0),
        turn integer,
        place integer NOT NULL,
        message_id text CHECK (char_length(message_id) <= 200),
        role text NOT NULL CHECK (role IN ('user', 'assistant', 'system', 'tool')),
        speaker text NOT NULL CHECK (char_length(speaker) <= 200),
        text text NOT NULL CHECK (char_length(text) <= 32000),
        content_hmac bytea NOT NULL,
        fence bytea[] NOT NULL,
        said_at timestamptz NOT NULL,
        timezone text NOT NULL,
        said_at_assumed boolean NOT NULL,
        recorded_at timestamptz NOT NULL,
        run_id text CHECK (char_length(run_id) <= 200),
        step text CHECK (char_length(step) <= 200),
        tags text[] NOT NULL,
        importance double precision CHECK (importance BETWEEN 0 AND 1),
        retention_class text NOT NULL CHECK (retention_class IN ('default', 'short', 'long')),
        status text NOT NULL CHECK (status IN ('captured', 'compiling', 'compiled', 'failed', 'quarantined',
            'redacted', 'replaced', 'retracted')),
        status_reason text CHECK (char_length(status_reason) <= 200),
        version integer NOT NULL DEFAULT 1 CHECK (version >= 1),
        replaced_by uuid,
        times_resolved boolean NOT NULL DEFAULT false,
        counted boolean NOT NULL DEFAULT false,
        PRIMARY KEY (tenant_id, chunk_id),
        FOREIGN KEY (tenant_id, source_id) REFERENCES source,
        FOREIGN KEY (tenant_id, operation_id) REFERENCES operation
    ) WITH (fillfactor = 85)""",
    # What makes a message the same message: its id, or else its turn with its content.
    """CREATE UNIQUE INDEX chunk_by_message ON chunk (tenant_id, source_id, message_id)
        WHERE message_id IS NOT NULL AND replaced_by IS NULL""",
    """CREATE UNIQUE INDEX chunk_by_turn ON chunk (tenant_id, source_id, turn, content_hmac)
        WHERE message_id IS NULL AND turn IS NOT NULL AND replaced_by IS NULL""",
    "CREATE INDEX chunk_by_place ON chunk (tenant_id, source_id, place, position)",
    "CREATE INDEX chunk_by_operation ON chunk (tenant_id, operation_id)",
    "CREATE INDEX chunk_by_time ON chunk (tenant_id, scope_key, said_at)",
    # For erasures by user, session or project.
    "CREATE INDEX chunk_by_user ON chunk (tenant_id, user_id)",
    "CREATE INDEX chunk_by_session ON chunk (tenant_id, session_id)",
    "CREATE INDEX chunk_by_project ON chunk (tenant_id, workspace, project)",
    """CREATE TABLE time_span (
        tenant_id uuid NOT NULL,
        chunk_id uuid NOT NULL,
        ordinal smallint NOT NULL,
        kind text NOT NULL CHECK (kind IN ('span', 'duration', 'recurrence', 'unresolved')),
        start_at timestamptz,
        end_at timestamptz,
        grain text NOT NULL,
        certainty double precision NOT NULL CHECK (certainty BETWEEN 0 AND 1),
        rule text NOT NULL,
        raw text NOT NULL,
        span_start integer NOT NULL CHECK (span_start >= 0),
        span_end integer NOT NULL CHECK (span_end >= span_start),
        base timestamptz,
        timezone text NOT NULL,
        bound text NOT NULL,
        value text NOT NULL,
        PRIMARY KEY (tenant_id, chunk_id, ordinal),
        FOREIGN KEY (tenant_id, chunk_id) REFERENCES chunk,
        CHECK (end_at IS NULL OR start_at IS NULL OR end_at >= start_at)
    )""",
    """CREATE TABLE rejection (
        tenant_id uuid NOT NULL,
        chunk_id uuid NOT NULL,
        extractor text NOT NULL,
        ordinal smallint NOT NULL,
        reason text NOT NULL CHECK (char_length(reason) <= 200),
        span_start integer NOT NULL CHECK (span_start >= 0),
        span_end integer NOT NULL CHECK (span_end >= span_start),
        PRIMARY KEY (tenant_id, chunk_id, extractor, ordinal),
        FOREIGN KEY (tenant_id, chunk_id) REFERENCES chunk
    )""",
    """CREATE TABLE idempotency (
        tenant_id uuid NOT NULL REFERENCES tenant,
        key_hash bytea NOT NULL,
        fingerprint text NOT NULL,
        operation_id uuid NOT NULL,
        source_id uuid,
        chunk_ids uuid[] NOT NULL,
        created_at timestamptz NOT NULL,
        PRIMARY KEY (tenant_id, key_hash)
    )""",
    "CREATE INDEX idempotency_by_source ON idempotency (tenant_id, source_id)",
]
