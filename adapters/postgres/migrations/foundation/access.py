"""Tenants, their scopes, and the keys that open them."""

STATEMENTS = [
    """CREATE TABLE tenant (
        tenant_id uuid PRIMARY KEY,
        name text NOT NULL UNIQUE CHECK (char_length(name) BETWEEN 1 AND 200),
        secret bytea NOT NULL CHECK (octet_length(secret) >= 32),
        timezone text NOT NULL DEFAULT 'UTC',
        created_at timestamptz NOT NULL
    )""",
    """CREATE TABLE workspace (
        tenant_id uuid NOT NULL REFERENCES tenant,
        workspace text NOT NULL CHECK (char_length(workspace) <= 200),
        created_at timestamptz NOT NULL,
        PRIMARY KEY (tenant_id, workspace)
    )""",
    """CREATE TABLE project (
        tenant_id uuid NOT NULL,
        workspace text NOT NULL,
        project text NOT NULL CHECK (char_length(project) BETWEEN 1 AND 200),
        created_at timestamptz NOT NULL,
        PRIMARY KEY (tenant_id, workspace, project),
        FOREIGN KEY (tenant_id, workspace) REFERENCES workspace
    )""",
    # The key id is unique over all tenants: looking a key up finds its tenant.
    """CREATE TABLE api_key (
        tenant_id uuid NOT NULL REFERENCES tenant,
        key_id uuid NOT NULL UNIQUE,
        secret_hash bytea NOT NULL CHECK (octet_length(secret_hash) = 32),
        permissions text[] NOT NULL CHECK (permissions <@ ARRAY['read', 'write', 'forget', 'admin']),
        source_kinds text[] NOT NULL,
        user_id text,
        projects text[],
        max_sensitivity smallint NOT NULL CHECK (max_sensitivity BETWEEN 0 AND 2),
        development boolean NOT NULL DEFAULT false,
        created_at timestamptz NOT NULL,
        expires_at timestamptz,
        withdrawn_at timestamptz,
        PRIMARY KEY (tenant_id, key_id)
    )""",
]
