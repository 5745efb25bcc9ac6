"""Schema migrations with Alembic, without a configuration file."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import Connection, inspect, text

from ludotheque.server.store.base import CannotOpen
from ludotheque.server.store.schema import HEAD


def version(connection: Connection) -> str | None:
    """Return the revision of the database; None if it is empty."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    found = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
    return None if found is None else str(found)


def is_current(connection: Connection) -> bool:
    """Return whether the schema is up to date; does not load Alembic."""
    return version(connection) == HEAD


def upgrade(connection: Connection, to: str = "head") -> None:
    """Run the missing migrations, within the connection's transaction. Raises CannotOpen if it is too new."""
    from alembic import command
    from alembic.config import Config
    from alembic.util import CommandError

    config = Config(attributes={"connection": connection})
    config.set_main_option("script_location", str(Path(__file__).parent).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    try:
        command.upgrade(config, to)
    except CommandError as error:
        raise CannotOpen(f"the data {newer(version(connection))}") from error


def newer(found: str | None) -> str:
    """Return the error text for data with a later schema."""
    return (
        f"was written by a newer version of Ludothèque (its schema is {found}, this version knows up to {HEAD}): "
        "install the newer version"
    )
