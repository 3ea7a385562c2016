"""Facts in two clocks, and the evidence without which none may stand."""

from adapters.postgres.migrations.foundation.common import EVENT, MEMORY_KINDS, SCOPE

STATEMENTS = [
    f"""CREATE TABLE fact_version (
        tenant_id uuid NOT NULL REFERENCES tenant,
        memory_id uuid NOT NULL,
        version integer NOT NULL CHECK (version >= 1),
        slot_id uuid NOT NULL,
        subject_id uuid NOT NULL,
        predicate text NOT NULL,
        {SCOPE},
        subject text NOT NULL,
        value text NOT NULL,
        value_norm text NOT NULL,
        object_id uuid,
        text text NOT NULL CHECK (char_length(text) <= 40000),
        kind text NOT NULL CHECK (kind IN {MEMORY_KINDS}),
        cardinality text NOT NULL CHECK (cardinality IN ('single', 'multi', 'event')),
        predicate_class text NOT NULL CHECK (predicate_class IN ('state', 'event', 'plan')),
        status text NOT NULL CHECK (status IN ('current', 'superseded', 'pending', 'revoked', 'retracted')),
        valid_from timestamptz,
        valid_to timestamptz,
        known_from timestamptz NOT NULL,
        known_to timestamptz,
        {EVENT},
        confidence double precision NOT NULL CHECK (confidence BETWEEN 0 AND 1),
        authority smallint NOT NULL CHECK (authority BETWEEN 0 AND 100),
        importance double precision NOT NULL CHECK (importance BETWEEN 0 AND 1),
        reason text NOT NULL CHECK (char_length(reason) <= 1000),
        superseded_by uuid,
        directive boolean NOT NULL DEFAULT false,
        consolidated boolean NOT NULL DEFAULT false,
        PRIMARY KEY (tenant_id, memory_id, version),
        FOREIGN KEY (tenant_id, subject_id) REFERENCES entity,
        FOREIGN KEY (tenant_id, object_id) REFERENCES entity,
        CHECK (valid_to IS NULL OR valid_from IS NULL OR valid_to >= valid_from),
        CHECK (known_to IS NULL OR known_to >= known_from),
        CHECK (event_end IS NULL OR event_start IS NULL OR event_end >= event_start),
        CONSTRAINT one_current_value EXCLUDE USING gist (
            tenant_id WITH =, slot_id WITH =, tstzrange(valid_from, valid_to) WITH &&
        ) WHERE (cardinality = 'single' AND known_to IS NULL AND status IN ('current', 'superseded'))
        DEFERRABLE INITIALLY DEFERRED
    )""",
    "CREATE UNIQUE INDEX fact_newest ON fact_version (tenant_id, memory_id) WHERE known_to IS NULL",
    "CREATE INDEX fact_by_slot ON fact_version (tenant_id, slot_id, known_to)",
    "CREATE INDEX fact_by_subject ON fact_version (tenant_id, subject_id, known_from)",
    """CREATE INDEX fact_by_object ON fact_version (tenant_id, object_id, known_from)
        WHERE object_id IS NOT NULL""",
    """CREATE INDEX fact_by_scope ON fact_version (tenant_id, scope_key, known_from, memory_id)
        WHERE known_to IS NULL""",
    """CREATE INDEX fact_by_event ON fact_version (tenant_id, scope_key, event_start)
        WHERE known_to IS NULL AND (event_start IS NOT NULL OR event_end IS NOT NULL)""",
    """CREATE INDEX fact_ageing ON fact_version (tenant_id, memory_id)
        WHERE known_to IS NULL AND status = 'current'""",
    # `from_version` and `to_version` say which versions of the memory cite the assertion (half-open; null: the newest).
    """CREATE TABLE evidence (
        tenant_id uuid NOT NULL,
        memory_id uuid NOT NULL,
        assertion_id uuid NOT NULL,
        chunk_id uuid NOT NULL,
        from_version integer NOT NULL,
        to_version integer CHECK (to_version > from_version),
        PRIMARY KEY (tenant_id, memory_id, assertion_id, from_version),
        FOREIGN KEY (tenant_id, assertion_id) REFERENCES assertion,
        FOREIGN KEY (tenant_id, chunk_id) REFERENCES chunk
    )""",
    "CREATE INDEX evidence_by_assertion ON evidence (tenant_id, assertion_id)",
    "CREATE INDEX evidence_by_chunk ON evidence (tenant_id, chunk_id)",
    """CREATE FUNCTION require_evidence() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE
        touched record := CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
    BEGIN
        IF EXISTS (
            SELECT FROM public.fact_version f
            WHERE f.tenant_id = touched.tenant_id AND f.memory_id = touched.memory_id
              AND f.known_to IS NULL AND f.status <> 'retracted'
              AND NOT EXISTS (
                SELECT FROM public.evidence e
                WHERE e.tenant_id = f.tenant_id AND e.memory_id = f.memory_id AND e.to_version IS NULL)
        ) THEN
            RAISE EXCEPTION USING ERRCODE = 'MC001', MESSAGE = 'a fact would stand without evidence';
        END IF;
        RETURN NULL;
    END $$""",
    """CREATE CONSTRAINT TRIGGER fact_needs_evidence AFTER INSERT OR UPDATE ON fact_version
        DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.known_to IS NULL AND NEW.status <> 'retracted')
        EXECUTE FUNCTION require_evidence()""",
    """CREATE CONSTRAINT TRIGGER evidence_may_go AFTER DELETE OR UPDATE ON evidence
        DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION require_evidence()""",
    """CREATE TABLE memory_state (
        tenant_id uuid NOT NULL REFERENCES tenant,
        memory_id uuid NOT NULL,
        cold boolean NOT NULL DEFAULT false,
        cold_at timestamptz,
        pinned_at timestamptz,
        restored_at timestamptz,
        PRIMARY KEY (tenant_id, memory_id)
    )""",
    """CREATE TABLE revocation (
        tenant_id uuid NOT NULL REFERENCES tenant,
        revocation_id uuid NOT NULL,
        memory_id uuid NOT NULL,
        slot_id uuid NOT NULL,
        scope_key uuid NOT NULL,
        purpose text NOT NULL,
        subject_id uuid NOT NULL,
        predicate text NOT NULL,
        assertion_ids uuid[] NOT NULL,
        reason text NOT NULL CHECK (char_length(reason) <= 2000),
        at timestamptz NOT NULL,
        undone_at timestamptz,
        PRIMARY KEY (tenant_id, revocation_id)
    )""",
    "CREATE INDEX revocation_by_slot ON revocation (tenant_id, slot_id) WHERE undone_at IS NULL",
    "CREATE INDEX revocation_by_memory ON revocation (tenant_id, memory_id)",
]
