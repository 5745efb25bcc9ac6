"""The migrations create the schema, in both databases."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, column, insert, select, text
from sqlalchemy import table as table_clause
from tests.server.store.making import Make

from ludotheque import fairness
from ludotheque.review import Review
from ludotheque.server.queries.results import finished
from ludotheque.server.queries.reviews import VERSION
from ludotheque.server.store import migrations, schema
from ludotheque.server.store.base import CannotOpen
from ludotheque.server.store.postgres_connection import engine_of
from ludotheque.server.store.sqlite import connect
from ludotheque.server.tables import journal, snapshots
from ludotheque.server.tables.table import Table


@pytest.fixture
def connection(make: Make) -> Iterator[Connection]:
    """Connect to an empty database, within a transaction."""
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


def test_the_migrations_create_the_schema(connection: Connection) -> None:
    assert differences(connection), "differences are not detected"
    migrations.upgrade(connection)
    assert differences(connection) == []
    assert migrations.is_current(connection)


def test_every_constraint_follows_the_naming_convention(connection: Connection) -> None:
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
async def test_data_of_an_earlier_version_is_migrated(make: Make) -> None:
    """From the first migration on: nothing is left of the schema, and no version is noted."""
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


#: A match with a review and another one that resumes it, as written when the schema was 0002.
ROWS_0002 = Path(__file__).with_name("rows-0002.json")


#: In reviews.
NEW_NAMES = {
    "mark": "grade",
    "marks": "grades",
    "rest": "residual",
    "better": "best_move",
    "why": "best_factors",
    "instead": "played_factors",
}


@pytest.fixture
def rows(connection: Connection) -> dict[str, list[dict[str, Any]]]:
    """What a database of that version contains, by table."""
    stored: dict[str, list[dict[str, Any]]] = json.loads(ROWS_0002.read_text("utf-8"))
    migrations.upgrade(connection, "0002")
    for name, rows in stored.items():
        for row in rows:
            encoded = {key: row[key].encode() for key in ("entry", "review") if key in row}
            connection.execute(insert(table_clause(name, *map(column, row))).values({**row, **encoded}))
    connection.commit()
    return stored


@pytest.mark.anyio
async def test_old_names_in_stored_data_are_replaced(make: Make, rows: dict[str, list[dict[str, Any]]]) -> None:
    resumed, resuming = (row["key"] for row in rows["tables"])
    store: Any = make()
    await store.open()
    resumes = Table(resuming)
    for _, at, entry in await store.entries(resuming):
        resumes.apply(at, journal.decode(entry))
    assert resumes.playing.history == [(0, "b1"), (1, "c1")]
    assert snapshots.record(resumes)["resumes"] == {"table": resumed, "moves": 2}
    dealt = Table(resumed)
    for _, at, entry in await store.entries(resumed):
        dealt.apply(at, journal.decode(entry))
    assert fairness.check(snapshots.record(dealt)).client_seeds == ["7", "8"]  # stored as `number`
    ((stored, version),) = await store.read(select(schema.reviews.c.review, schema.reviews.c.version))
    review = msgspec.json.decode(stored, type=Review)
    assert version == VERSION
    assert [decision.grade for decision in review.decisions] == ["blunder"] * 3
    assert review.decisions[0].judgement.known.best_move == "a7"
    assert [account.grades[-1] for account in review.accounts] == [2, 1]
    (result,) = (await finished(store, dealt.seats[0].person, None, None, None)).results
    assert result.category == "classic"
    await store.close()


@pytest.mark.anyio
async def test_the_chain_of_commitments_begins_after_the_tables_that_exist(
    make: Make, rows: dict[str, list[dict[str, Any]]]
) -> None:
    store: Any = make()
    await store.open()
    assert await store.read(select(schema.commitments)) == []
    dealt = Table(rows["tables"][0]["key"])
    for _, at, entry in await store.entries(dealt.key):
        dealt.apply(at, journal.decode(entry))
    assert dealt.made.chain is None
    assert "chain" not in snapshots.record(dealt)["fair"]
    await store.close()


@pytest.mark.anyio
async def test_what_was_stored_without_a_rules_version_is_of_the_first(
    make: Make, rows: dict[str, list[dict[str, Any]]]
) -> None:
    store: Any = make()
    await store.open()
    keys = sorted(row["key"] for row in rows["tables"])
    versions = await store.read(select(schema.tables.c.key, schema.tables.c.rules_version))
    assert sorted(map(tuple, versions)) == [(key, 1) for key in keys]
    for key in keys:
        stored = [journal.decode(entry) for _, _, entry in await store.entries(key)]
        assert {entry.rules_version for entry in stored} == {1}
    await store.close()


@pytest.mark.anyio
async def test_people_are_found_wherever_they_appeared_before(
    make: Make, connection: Connection, rows: dict[str, list[dict[str, Any]]]
) -> None:
    """Whoever made a table, sat there or said something: `forget` finds a person's tables by it."""
    dealt, resuming = (row["key"] for row in rows["tables"])
    number = max(row["number"] for row in rows["entries"] if row["table_key"] == dealt) + 1
    said = {"kind": "said", "person": "visitor", "name": "Eve", "text": "hello"}
    chat = {"table_key": dealt, "number": number, "at": 17, "entry": json.dumps(said).encode()}
    connection.execute(insert(table_clause("entries", *map(column, chat))).values(chat))
    connection.commit()
    store: Any = make()
    await store.open()
    found = await store.read(select(schema.appearances.c.table_key, schema.appearances.c.person))
    maker, other = "qxp3q3dm5r", "nv2xutpwm6"
    assert sorted(map(tuple, found)) == sorted([(dealt, maker), (dealt, other), (dealt, "visitor"), (resuming, maker)])
    chatted = await store.read(select(schema.tables.c.key, schema.tables.c.chatted))
    assert dict(map(tuple, chatted)) == {dealt: 17, resuming: None}
    await store.close()


@pytest.mark.anyio
async def test_what_has_no_old_names_stays_byte_for_byte(make: Make, rows: dict[str, list[dict[str, Any]]]) -> None:
    store: Any = make()
    await store.open()
    for row in rows["entries"]:
        ((_, _, entry), *_) = await store.entries(row["table_key"], row["number"])
        assert entry.decode() == row["entry"].replace('"goes_on":', '"resumes":')
    ((stored,),) = await store.read(select(schema.reviews.c.review))
    expected = rows["reviews"][0]["review"]
    for old, new in NEW_NAMES.items():
        expected = expected.replace(f'"{old}":', f'"{new}":')
    assert stored.decode() == expected
    await store.close()


@pytest.mark.anyio
async def test_data_of_a_newer_version_is_refused(make: Make) -> None:
    store: Any = make()
    await store.open()
    await store.close()
    opened = engine_of(make.where).connect() if make.kind == "postgres" else connect(make.where)
    opened.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    opened.close()
    opened.engine.dispose()
    with pytest.raises(CannotOpen, match="newer version"):
        await make().open()  # type: ignore[attr-defined]
