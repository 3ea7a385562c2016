"""What is derived for recall: keyword postings with their counts, and the outbox of the projections."""

from adapters.postgres.migrations.foundation.common import OBJECT_KINDS

STATEMENTS = [
    # `bucket` derives from scope key and purpose: the scope filter is a prefix of the key, so a search never reads
    # postings that its reader may not see. Reads are index-only.
    f"""CREATE TABLE posting (
        tenant_id uuid NOT NULL,
        bucket uuid NOT NULL,
        object_kind text NOT NULL CHECK (object_kind IN {OBJECT_KINDS}),
        token text NOT NULL CHECK (char_length(token) BETWEEN 1 AND 200),
        object_id uuid NOT NULL,
        tf integer NOT NULL CHECK (tf >= 1),
        length integer NOT NULL CHECK (length >= 1),
        PRIMARY KEY (tenant_id, bucket, object_kind, token, object_id) INCLUDE (tf, length)
    )""",
    "CREATE INDEX posting_by_object ON posting (tenant_id, object_id)",
    # Counted when an operation ends, in one sorted statement: a capture never waits for a frequent word's row.
    f"""CREATE TABLE token_stat (
        tenant_id uuid NOT NULL,
        bucket uuid NOT NULL,
        object_kind text NOT NULL CHECK (object_kind IN {OBJECT_KINDS}),
        token text NOT NULL,
        documents integer NOT NULL,
        PRIMARY KEY (tenant_id, bucket, object_kind, token)
    ) WITH (fillfactor = 70)""",
    f"""CREATE TABLE bucket_stat (
        tenant_id uuid NOT NULL,
        bucket uuid NOT NULL,
        object_kind text NOT NULL CHECK (object_kind IN {OBJECT_KINDS}),
        documents integer NOT NULL,
        length_sum bigint NOT NULL,
        PRIMARY KEY (tenant_id, bucket, object_kind)
    ) WITH (fillfactor = 50)""",
    f"""CREATE TABLE outbox (
        tenant_id uuid NOT NULL REFERENCES tenant,
        target text NOT NULL CHECK (target IN ('vectors', 'graph')),
        kind text NOT NULL CHECK (kind IN {OBJECT_KINDS}),
        object_id uuid NOT NULL,
        wanted_version bigint NOT NULL CHECK (wanted_version >= 1),
        projected_version bigint NOT NULL DEFAULT 0,
        wanted_deleted boolean NOT NULL DEFAULT false,
        operation_id uuid,
        waiting_since timestamptz NOT NULL,
        PRIMARY KEY (tenant_id, target, kind, object_id)
    ) WITH (fillfactor = 80)""",
    """CREATE INDEX outbox_waiting ON outbox (tenant_id, target, waiting_since)
        WHERE projected_version < wanted_version""",
    """CREATE INDEX outbox_by_operation ON outbox (tenant_id, operation_id, target)
        WHERE projected_version < wanted_version""",
    """CREATE INDEX outbox_oldest ON outbox (target, waiting_since) WHERE projected_version < wanted_version""",
]
