"""What it takes to find a person's data, and to forget it: who appears where, where there is chat, who is going."""

from __future__ import annotations

from typing import Any

import msgspec
import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"

#: The field of each kind of entry that names a person.
NAMING = {"made": "by", "sat": "person", "said": "person"}

entries = sa.table("entries", *map(sa.column, ("table_key", "number", "at", "entry")))
tables = sa.table("tables", *map(sa.column, ("key", "chatted")))
appearances = sa.table("appearances", *map(sa.column, ("person", "table_key")))


def upgrade() -> None:
    # Without defaults, so that a server of the version before can write while a house is updated process by process.
    op.add_column("tables", sa.Column("chatted", sa.BigInteger))
    op.add_column("tables", sa.Column("followed", sa.BigInteger))
    op.create_index("ix_tables_chatted", "tables", ["chatted"])
    op.create_table(
        "appearances",
        sa.Column("person", sa.Text, nullable=False),
        sa.Column("table_key", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("person", "table_key", name="pk_appearances"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_appearances_table_key", "appearances", ["table_key"])
    op.create_table(
        "forgotten",
        sa.Column("person", sa.Text, nullable=False),
        sa.Column("salt", sa.Text, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("person", name="pk_forgotten"),
    )
    connection = op.get_bind()
    for table in connection.execute(sa.select(tables.c.key)).scalars().all():
        _find_people(connection, table)


def _find_people(connection: Any, table: str) -> None:
    """One table at a time: all of them may not fit into memory."""
    people, chatted = set(), None
    rows = connection.execute(sa.select(entries.c.at, entries.c.entry).where(entries.c.table_key == table))
    for at, text in rows.all():
        entry = msgspec.json.decode(text)
        field = NAMING.get(entry["kind"])
        if field:
            people.add(entry[field])
        if entry["kind"] == "said":
            chatted = max(at, chatted or 0)
    if people:
        connection.execute(sa.insert(appearances), [{"person": person, "table_key": table} for person in people])
    if chatted:
        connection.execute(sa.update(tables).where(tables.c.key == table).values(chatted=chatted))
