"""Alembic's entry: runs inside the connection that `upgrade` hands over."""

from alembic import context
from sqlmodel import SQLModel

from adapters.postgres import tables

connection = context.config.attributes["connection"]
context.configure(connection=connection, target_metadata=SQLModel.metadata, transactional_ddl=True)
assert tables.TABLES, "the tables are imported, so that the metadata knows them"
with context.begin_transaction():
    context.run_migrations()
