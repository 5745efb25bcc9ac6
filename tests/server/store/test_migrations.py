"""The schema is what the migrations make, in both databases."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, text
from tests.server.store.making import Make

from ludotheque.server.store import migrations, schema
from ludotheque.server.store.errors import CannotOpen
from ludotheque.server.store.postgres_connection import engine_of
from ludotheque.server.store.sqlite import connect


@pytest.fixture
def connection(make: Make) -> Iterator[Connection]:
    """To an empty database, within a transaction."""
    if make.kind == "postgres":
        with engine_of(make.where).connect() as opened:
            yield opened.execution_options(isolation_level="READ COMMITTED")
    else:
        opened = connect(make.where)
        opened.exec_driver_sql("BEGIN")
        yield opened
        opened.close()
        opened.engine.dispose()


def differences(connection: Connection) -> Any:
    both: Any = [schema.metadata, schema.shared] if connection.dialect.name == "postgresql" else schema.metadata
    return compare_metadata(MigrationContext.configure(connection, opts={"compare_type": True}), both)


def test_the_migrations_make_the_schema(connection: Connection) -> None:
    assert differences(connection), "an empty database is different"
    migrations.upgrade(connection)
    assert differences(connection) == []
    assert migrations.is_current(connection)


def test_every_constraint_has_the_name_of_the_convention(connection: Connection) -> None:
    migrations.upgrade(connection)
    made = schema.metadata.tables.values()
    expected = {str(constraint.name) for table in made for constraint in table.constraints}
    if connection.dialect.name == "postgresql":
        found = {row[0] for row in connection.execute(text("SELECT conname FROM pg_constraint"))}
        assert expected <= found
    else:
        (script,) = connection.execute(text("SELECT group_concat(sql) FROM sqlite_schema")).one()
        assert {name for name in expected if f"CONSTRAINT {name} " not in script} == set()


def test_head_is_the_last_migration() -> None:
    folder = Path(migrations.__file__).parent
    config = Config()
    config.set_main_option("script_location", str(folder))
    config.set_main_option("path_separator", "os")
    assert ScriptDirectory.from_config(config).get_heads() == [schema.HEAD]


@pytest.mark.anyio
async def test_data_of_an_earlier_version_are_brought_up_to_date(make: Make) -> None:
    """There is only one version so far: an earlier one is played by a database in which it is not marked as made."""
    store: Any = make()
    await store.open()
    await store.close()
    emptied = [*reversed(schema.metadata.sorted_tables), *([schema.feed] if make.kind == "postgres" else [])]
    opened = engine_of(make.where).connect() if make.kind == "postgres" else connect(make.where)
    for table in emptied:
        opened.execute(text(f'DROP TABLE "{table.name}"'))
    opened.execute(text("DELETE FROM alembic_version"))
    opened.close()
    opened.engine.dispose()
    again: Any = make()
    await again.open()
    assert await again.entries("t") == []
    await again.close()


@pytest.mark.anyio
async def test_data_of_a_newer_version_are_refused(make: Make) -> None:
    store: Any = make()
    await store.open()
    await store.close()
    opened = engine_of(make.where).connect() if make.kind == "postgres" else connect(make.where)
    opened.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    opened.close()
    opened.engine.dispose()
    with pytest.raises(CannotOpen, match="newer version"):
        await make().open()  # type: ignore[attr-defined]
