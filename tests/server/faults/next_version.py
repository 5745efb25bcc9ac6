"""`ludotheque` with one more migration, as the next version: `python -m tests.server.faults.next_version serve ...`.

It also writes a kind of entry that this version does not know: whoever says "hooray" has cheered.

The environment variable MUTANT plants a fault. `forgetful`: the migration loses the last two moves of each table (of
the last one alone, nobody might have been told yet). `drops_a_column`: it drops a column that this version uses.
"""

import os
from typing import Any

import msgspec
from sqlalchemy import Connection

from ludotheque.server.store import schema
from ludotheque.server.tables import handlers, journal, snapshots

NEXT = f"{int(schema.HEAD) + 1:04}"
MIGRATION = (
    "ALTER TABLE tables ADD COLUMN mood TEXT NOT NULL DEFAULT 'calm'",
    f"UPDATE alembic_version SET version_num = '{NEXT}'",
)
PLANTED = {
    "forgetful": (
        "DELETE FROM entries WHERE number >= (SELECT number FROM entries AS moves "
        "WHERE moves.table_key = entries.table_key AND CAST(entry AS TEXT) "
        """LIKE '{"kind":"moved"%' ORDER BY number DESC LIMIT 1 OFFSET 1)""",
    ),
    "drops_a_column": ("ALTER TABLE device_links DROP COLUMN expires",),
}


class Cheered(journal.Entry):
    seat: int


def know_cheers() -> None:
    """Write, read and show the new kind of entry."""
    handle = handlers.handle

    def handle_or_cheer(table: Any, requester: Any, command: Any, moment: Any) -> Any:
        handled = handle(table, requester, command, moment)
        if getattr(command, "text", "") == "hooray":
            return [Cheered(seat=table.seats_of(requester.person)[0])]
        return handled

    handlers.handle = handle_or_cheer
    vars(journal)["decode"] = msgspec.json.Decoder(journal.AnyEntry | Cheered).decode
    snapshots.PUBLIC[Cheered] = ("seat",)
    snapshots.KIND_NAMES[Cheered] = "cheered"


def main() -> None:
    schema.HEAD = NEXT  # before anybody imports it
    know_cheers()
    from ludotheque.cli import main as run
    from ludotheque.server.store import migrations

    upgrade = migrations.upgrade

    def upgrade_to_next(connection: Connection, to: str = "head") -> None:
        upgrade(connection, to)
        for statement in (*MIGRATION, *PLANTED.get(os.environ.get("MUTANT", ""), ())):
            connection.exec_driver_sql(statement)

    migrations.upgrade = upgrade_to_next
    run()


if __name__ == "__main__":
    main()
