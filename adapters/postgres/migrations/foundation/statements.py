"""What was extracted: assertions, their mentions' links, entities, and relations between assertions."""

from adapters.postgres.migrations.foundation.common import ENTITY_TYPES, EVENT, MEMORY_KINDS

RELATION_KINDS = "('CAUSE', 'TEMPORAL', 'SUPPORT', 'ELABORATE', 'CONTRADICT', 'ANALOGY', 'CONDITIONAL', 'PARALLEL')"

STATEMENTS = [
    f"""CREATE TABLE assertion (
        tenant_id uuid NOT NULL,
        assertion_id uuid NOT NULL,
        chunk_id uuid NOT NULL,
        source_id uuid NOT NULL,
        ordinal smallint NOT NULL CHECK (ordinal >= 0),
        subject_kind text NOT NULL CHECK (subject_kind IN ('speaker', 'project', 'named')),
        subject_text text NOT NULL,
        subject_type text NOT NULL CHECK (subject_type IN {ENTITY_TYPES}),
        object_kind text CHECK (object_kind IN ('speaker', 'project', 'named')),
        object_text text,
        object_type text CHECK (object_type IN {ENTITY_TYPES}),
        predicate text NOT NULL CHECK (char_length(predicate) BETWEEN 1 AND 500),
        value text NOT NULL,
        polarity text NOT NULL CHECK (polarity IN ('+', '-')),
        modality text NOT NULL CHECK (modality IN ('asserted', 'planned', 'hypothetical', 'quoted', 'question')),
        kind text NOT NULL CHECK (kind IN {MEMORY_KINDS}),
        change text NOT NULL CHECK (change IN ('none', 'replaces', 'ends')),
        application text NOT NULL CHECK (application IN ('once', 'session', 'project', 'always')),
        span_start integer NOT NULL CHECK (span_start >= 0),
        span_end integer NOT NULL CHECK (span_end >= span_start),
        {EVENT},
        event_bound text NOT NULL CHECK (event_bound IN ('', 'at', 'until', 'since', 'within')),
        confidence double precision NOT NULL CHECK (confidence BETWEEN 0 AND 1),
        authority smallint NOT NULL CHECK (authority BETWEEN 0 AND 100),
        said_at timestamptz NOT NULL,
        recorded_at timestamptz NOT NULL,
        extractor text NOT NULL,
        extractor_version text NOT NULL,
        live boolean NOT NULL DEFAULT true,
        withdrawn_by uuid,
        PRIMARY KEY (tenant_id, assertion_id),
        FOREIGN KEY (tenant_id, chunk_id) REFERENCES chunk,
        CHECK ((object_kind IS NULL) = (object_text IS NULL)),
        CHECK ((object_kind IS NULL) = (object_type IS NULL))
    ) WITH (fillfactor = 90)""",
    "CREATE INDEX assertion_by_chunk ON assertion (tenant_id, chunk_id)",
    """CREATE INDEX assertion_withdrawn ON assertion (tenant_id, withdrawn_by) WHERE withdrawn_by IS NOT NULL""",
    f"""CREATE TABLE entity (
        tenant_id uuid NOT NULL REFERENCES tenant,
        entity_id uuid NOT NULL,
        workspace text NOT NULL,
        project text NOT NULL,
        name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 1000),
        type text NOT NULL CHECK (type IN {ENTITY_TYPES}),
        created_at timestamptz NOT NULL,
        PRIMARY KEY (tenant_id, entity_id)
    )""",
    "CREATE INDEX entity_by_scope ON entity (tenant_id, workspace, project)",
    """CREATE TABLE entity_alias (
        tenant_id uuid NOT NULL,
        entity_id uuid NOT NULL,
        alias text NOT NULL CHECK (char_length(alias) BETWEEN 1 AND 1000),
        normal_name text NOT NULL,
        created_at timestamptz NOT NULL,
        PRIMARY KEY (tenant_id, entity_id, alias),
        FOREIGN KEY (tenant_id, entity_id) REFERENCES entity
    )""",
    "CREATE INDEX entity_alias_by_name ON entity_alias (tenant_id, normal_name)",
    # Versioned events: the newest has no `known_to`. `slot_id` is set for subjects: settling reads a slot by it.
    """CREATE TABLE mention_link (
        tenant_id uuid NOT NULL,
        assertion_id uuid NOT NULL,
        role text NOT NULL CHECK (role IN ('subject', 'object')),
        version integer NOT NULL CHECK (version >= 1),
        entity_id uuid,
        slot_id uuid,
        reason text NOT NULL CHECK (char_length(reason) <= 200),
        known_from timestamptz NOT NULL,
        known_to timestamptz,
        PRIMARY KEY (tenant_id, assertion_id, role, version),
        FOREIGN KEY (tenant_id, assertion_id) REFERENCES assertion,
        FOREIGN KEY (tenant_id, entity_id) REFERENCES entity,
        CHECK (slot_id IS NULL OR (role = 'subject' AND entity_id IS NOT NULL))
    )""",
    """CREATE UNIQUE INDEX mention_link_newest ON mention_link (tenant_id, assertion_id, role)
        WHERE known_to IS NULL""",
    """CREATE INDEX mention_link_by_slot ON mention_link (tenant_id, slot_id)
        WHERE known_to IS NULL AND slot_id IS NOT NULL""",
    "CREATE INDEX mention_link_by_entity ON mention_link (tenant_id, entity_id) WHERE entity_id IS NOT NULL",
    f"""CREATE TABLE relation (
        tenant_id uuid NOT NULL,
        relation_id uuid NOT NULL,
        kind text NOT NULL CHECK (kind IN {RELATION_KINDS}),
        from_assertion uuid NOT NULL,
        to_assertion uuid NOT NULL,
        chunk_id uuid NOT NULL,
        span_start integer NOT NULL CHECK (span_start >= 0),
        span_end integer NOT NULL CHECK (span_end >= span_start),
        confidence double precision NOT NULL CHECK (confidence BETWEEN 0 AND 1),
        PRIMARY KEY (tenant_id, relation_id),
        FOREIGN KEY (tenant_id, from_assertion) REFERENCES assertion,
        FOREIGN KEY (tenant_id, to_assertion) REFERENCES assertion,
        FOREIGN KEY (tenant_id, chunk_id) REFERENCES chunk
    )""",
    "CREATE INDEX relation_from ON relation (tenant_id, from_assertion)",
    "CREATE INDEX relation_to ON relation (tenant_id, to_assertion)",
    "CREATE INDEX relation_by_chunk ON relation (tenant_id, chunk_id)",
]
