"""Roles and database, made by a superuser once; then the owner migrates and the service only uses.

`memc_service` is the group that holds the rights to use memory, `memc_definer` the role of the functions that look
across tenants (nobody logs in as it, and the owner may only hand functions to it).
"""

from collections.abc import Mapping
from urllib.parse import quote, urlsplit, urlunsplit

import psycopg
from psycopg import sql

from adapters.postgres.migrations import upgrade
from memory.model.errors import ConfigurationInvalid, Unavailable

GROUP = "memc_service"
DEFINER = "memc_definer"
EXTENSIONS = ("btree_gist", "vector")

# Failing statements must not carry memory text into the server's log.
_QUIET = {
    "log_error_verbosity": "terse",
    "log_min_error_statement": "panic",
    "log_parameter_max_length": "0",
    "log_parameter_max_length_on_error": "0",
}


def ensure_roles_and_database(
    superuser_url: str, owner: str, service: str, passwords: Mapping[str, str], dbname: str
) -> None:
    """Makes the roles, the database and its extensions, or brings them up to date; running it again is fine.

    Args:
        superuser_url: a superuser's URL to any database of the server.
        owner: the role that owns the database and migrates.
        service: the login role of API and worker: no owner, no superuser, bound by row-level security.
        passwords: by role name; a role without one keeps what it has.
        dbname: the database.

    Raises:
        Unavailable: the server does not answer.
        ConfigurationInvalid: the server refuses.
    """
    try:
        with psycopg.connect(superuser_url, autocommit=True) as connection:
            _roles(connection, owner, service, passwords)
            _database(connection, owner, service, dbname)
        with psycopg.connect(database_url(superuser_url, dbname=dbname), autocommit=True) as connection:
            for extension in EXTENSIONS:
                connection.execute(sql.SQL("CREATE EXTENSION IF NOT EXISTS {}").format(sql.Identifier(extension)))
    except psycopg.OperationalError:
        raise Unavailable("The database server does not answer. Start it, or correct its URL.") from None
    except psycopg.Error as error:
        raise ConfigurationInvalid(
            f"The database server refuses to make roles or database (SQLSTATE {error.sqlstate}). A superuser is needed."
        ) from None


def migrate(url: str) -> str:
    """Brings the database to the newest schema and returns its revision (see `migrations.upgrade`)."""
    return upgrade(url)


def database_url(url: str, *, user: str | None = None, password: str | None = None, dbname: str | None = None) -> str:
    """The same server's URL with another user, password or database."""
    parts = urlsplit(url)
    credentials, _, place = parts.netloc.rpartition("@")
    if user is not None:
        credentials = quote(user, safe="") + (f":{quote(password, safe='')}" if password else "")
    netloc = f"{credentials}@{place}" if credentials else place
    path = parts.path if dbname is None else f"/{quote(dbname, safe='')}"
    return urlunsplit((parts.scheme, netloc, path, parts.query, parts.fragment))


def _roles(connection: psycopg.Connection, owner: str, service: str, passwords: Mapping[str, str]) -> None:
    for role, login in ((DEFINER, False), (GROUP, False), (owner, True), (service, True)):
        _role(connection, role, login, passwords.get(role))
    if service != GROUP:
        connection.execute(sql.SQL("GRANT {} TO {}").format(sql.Identifier(GROUP), sql.Identifier(service)))
    # Without INHERIT the owner does not gain the definer's view over all tenants.
    connection.execute(
        sql.SQL("GRANT {} TO {} WITH INHERIT FALSE, SET TRUE").format(sql.Identifier(DEFINER), sql.Identifier(owner))
    )


def _role(connection: psycopg.Connection, role: str, login: bool, password: str | None) -> None:
    known = connection.execute("SELECT 1 FROM pg_roles WHERE rolname = %s", [role]).fetchone()
    if not known:
        connection.execute(sql.SQL("CREATE ROLE {} NOLOGIN").format(sql.Identifier(role)))
    if not login:
        return
    connection.execute(
        sql.SQL("ALTER ROLE {} LOGIN NOSUPERUSER NOBYPASSRLS NOCREATEDB NOCREATEROLE").format(sql.Identifier(role))
    )
    if password is not None:
        # Only the verifier travels, so that no log can hold the password.
        verifier = connection.pgconn.encrypt_password(password.encode(), role.encode(), b"scram-sha-256").decode()
        connection.execute(sql.SQL("ALTER ROLE {} PASSWORD {}").format(sql.Identifier(role), sql.Literal(verifier)))
    for name, value in _QUIET.items():
        connection.execute(
            sql.SQL("ALTER ROLE {} SET {} = {}").format(sql.Identifier(role), sql.Identifier(name), sql.Literal(value))
        )


def _database(connection: psycopg.Connection, owner: str, service: str, dbname: str) -> None:
    name = sql.Identifier(dbname)
    known = connection.execute("SELECT 1 FROM pg_database WHERE datname = %s", [dbname]).fetchone()
    if not known:
        connection.execute(
            sql.SQL("CREATE DATABASE {} OWNER {} ENCODING 'UTF8' TEMPLATE template0").format(
                name, sql.Identifier(owner)
            )
        )
    connection.execute(sql.SQL("REVOKE ALL ON DATABASE {} FROM PUBLIC").format(name))
    for role in (owner, service):
        connection.execute(sql.SQL("GRANT CONNECT ON DATABASE {} TO {}").format(name, sql.Identifier(role)))
