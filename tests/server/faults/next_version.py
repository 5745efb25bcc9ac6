"""`ludotheque` with one more migration, as the next version: `python -m tests.server.faults.next_version serve ...`.

If the environment variable MUTANT is `forgetful`, the migration loses the last two moves of each table: of the last one
alone, nobody might have been told yet.
"""

import os

from sqlalchemy import Connection

from ludotheque.server.store import schema

NEXT = f"{int(schema.HEAD) + 1:04}"
MIGRATION = (
    "ALTER TABLE tables ADD COLUMN mood TEXT NOT NULL DEFAULT 'calm'",
    f"UPDATE alembic_version SET version_num = '{NEXT}'",
)
FORGETFUL = (
    *MIGRATION,
    "DELETE FROM entries WHERE number >= (SELECT number FROM entries AS moves "
    "WHERE moves.table_key = entries.table_key AND CAST(entry AS TEXT) "
    """LIKE '{"kind":"moved"%' ORDER BY number DESC LIMIT 1 OFFSET 1)""",
)


def main() -> None:
    schema.HEAD = NEXT  # before anybody imports it
    from ludotheque.cli import main as run
    from ludotheque.server.store import migrations

    upgrade = migrations.upgrade

    def upgrade_to_next(connection: Connection, to: str = "head") -> None:
        upgrade(connection, to)
        for statement in FORGETFUL if os.environ.get("MUTANT") == "forgetful" else MIGRATION:
            connection.exec_driver_sql(statement)

    migrations.upgrade = upgrade_to_next
    run()


if __name__ == "__main__":
    main()
