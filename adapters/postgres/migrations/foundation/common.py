"""Column groups that several tables share."""

SCOPE = """
    workspace text NOT NULL DEFAULT '' CHECK (char_length(workspace) <= 200),
    project text NOT NULL DEFAULT '' CHECK (char_length(project) <= 200),
    user_id text NOT NULL DEFAULT '' CHECK (char_length(user_id) <= 200),
    agent_id text NOT NULL DEFAULT '' CHECK (char_length(agent_id) <= 200),
    session_id text NOT NULL DEFAULT '' CHECK (char_length(session_id) <= 200),
    visibility text NOT NULL CHECK (visibility IN ('session', 'agent', 'user', 'project', 'workspace')),
    purpose text NOT NULL CHECK (char_length(purpose) BETWEEN 1 AND 200),
    sensitivity smallint NOT NULL CHECK (sensitivity BETWEEN 0 AND 2),
    scope_key uuid NOT NULL"""

EVENT = """
    event_start timestamptz,
    event_end timestamptz,
    event_grain text NOT NULL,
    event_certainty double precision NOT NULL CHECK (event_certainty BETWEEN 0 AND 1),
    event_raw text NOT NULL CHECK (char_length(event_raw) <= 2000)"""

ENTITY_TYPES = "('person', 'org', 'place', 'product', 'project', 'concept', 'event', 'other')"
MEMORY_KINDS = "('semantic', 'episodic', 'procedural', 'preference')"
OBJECT_KINDS = "('chunk', 'fact', 'topic', 'entity')"
