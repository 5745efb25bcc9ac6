"""Run by Alembic; connection and transaction belong to the caller."""

from __future__ import annotations

from alembic import context

from ludotheque.server.store import schema

connection = context.config.attributes["connection"]
postgresql = connection.dialect.name == "postgresql"
context.configure(
    connection=connection,
    target_metadata=[schema.metadata, schema.shared] if postgresql else schema.metadata,
    transactional_ddl=True,
    render_as_batch=not postgresql,
)
with context.begin_transaction():
    context.run_migrations()
